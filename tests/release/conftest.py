"""What the tests of a release share: a checkout with a tag, what is built of it, and places where it is installed."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from release.distributions import BIN, PROJECT, TAGGED, Built, Once, environment, git, node, run
from support.documents import ROOT


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    found = (own if worker_id == "master" else own.parent) / "release"
    found.mkdir(exist_ok=True)
    return found


@pytest.fixture(scope="session")
def once(place: Path) -> Once:
    """Returns a folder of a name that the first who asks for it has filled; the others wait."""

    def make(name: str, fill: Callable[[Path], object]) -> Path:
        folder = place / name
        with (place / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (place / f"{name}.made").exists():
                shutil.rmtree(folder, ignore_errors=True)
                fill(folder)
                (place / f"{name}.made").touch()
        return folder

    return make


@pytest.fixture(scope="session")
def sources(once: Once) -> Path:
    """The files of the checkout as they are now, without git and without what was made of them."""
    if not (ROOT / ".git").exists():
        pytest.skip("which files belong to the project is known of a checkout alone")

    def fill(folder: Path) -> None:
        for name in run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).splitlines():
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)

    return once("sources", fill)


@pytest.fixture(scope="session")
def checkout(once: Once, sources: Path) -> Path:
    """A checkout of the project as it is now, whose only commit is tagged."""

    def fill(folder: Path) -> None:
        shutil.copytree(sources, folder)
        git(folder, "init", "--quiet")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", "all of it")
        git(folder, "tag", f"v{TAGGED}")

    return once("checkout", fill)


@pytest.fixture(scope="session")
def tools(once: Once) -> Path:
    """A Python with what a release is built and checked with."""
    wanted = [*PROJECT["optional-dependencies"]["release"], *node()]
    return once("tools", lambda folder: environment(folder, *wanted)) / BIN / "python"


@pytest.fixture(scope="session")
def built(once: Once, checkout: Path, tools: Path) -> Built:
    """What is built of the checkout, and what is built of that."""

    def fill(folder: Path) -> None:
        build = (tools, "-m", "build", "--no-isolation")
        run(*build, "--sdist", "--wheel", "--outdir", folder / "dist", cwd=checkout)
        (sdist,) = (folder / "dist").glob("*.tar.gz")
        shutil.unpack_archive(sdist, folder / "again")  # without a filter, which Python 3.11 has since 3.11.4 alone
        (unpacked,) = (folder / "again").iterdir()
        run(*build, "--wheel", "--outdir", folder / "again/dist", cwd=unpacked)

    folder = once("built", fill)
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    (again,) = (folder / "again/dist").glob("*.whl")
    return Built(sdist, wheel, again)


@pytest.fixture(scope="session")
def installed(once: Once, built: Built) -> Path:
    """The Python of an environment in which there is nothing but the wheel and what it needs."""
    return once("installed", lambda folder: environment(folder, built.wheel)) / BIN / "python"


@pytest.fixture
def newcomer(tmp_path: Path, installed: Path, tools: Path, built: Built) -> dict[str, str]:
    """The variables of somebody with an empty home, who has pipx and Stormriver and nothing else."""
    home = tmp_path / "home"
    (home / ".local/bin").mkdir(parents=True)
    (home / ".local/bin/pipx").symlink_to(tools.with_name("pipx"))
    places = (home / ".local/bin", installed.parent, "/usr/local/bin", "/usr/bin", "/bin")
    return {
        "HOME": str(home),
        "PATH": os.pathsep.join(map(str, places)),
        "BROWSER": "true",  # the command, which opens nothing
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "COLUMNS": "80",
        "PIP_FIND_LINKS": f"{os.environ.get('PIP_FIND_LINKS', '')} {built.wheel.parent}".strip(),
    }
