"""What is handed on has the version of the tag, is the same however it is built, and can be installed and played."""

from __future__ import annotations

import re
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.version import Version

from release.distributions import PATIENCE, TAGGED, Built, git, run
from release.test_metadata import FALLBACK
from support.documents import ROOT, read

pytestmark = [pytest.mark.long, pytest.mark.timeout(PATIENCE)]

NOT_HANDED_ON = (".ci/", ".gitignore")
"""What is for those who have a checkout."""


def version(folder: Path, tools: Path, **variables: str) -> Version:
    """Return the version that is built from a folder."""
    return Version(run(tools, "-m", "hatchling", "version", cwd=folder, env=variables or None).split()[-1])


def commit(folder: Path) -> None:
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "more")


@pytest.fixture
def copy(checkout: Path, tmp_path: Path) -> Path:
    """A checkout to be changed, with as little in it as tells a version."""
    (tmp_path / "copy").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py"):
        shutil.copy(checkout / name, tmp_path / "copy")
    git(tmp_path / "copy", "init", "--quiet")
    git(tmp_path / "copy", "add", "--all")
    commit(tmp_path / "copy")
    return tmp_path / "copy"


def test_the_version_is_that_of_the_tag_and_counts_on_from_there(copy: Path, tools: Path) -> None:
    git(copy, "tag", "v2.0.0rc1")
    assert version(copy, tools) == Version("2.0.0rc1")
    commit(copy)
    later = version(copy, tools)
    assert Version("2.0.0rc1") < later < Version("2.0.0") and later.is_devrelease and later.local


def test_a_checkout_without_tags_is_called_after_the_release_before(copy: Path, tools: Path) -> None:
    assert FALLBACK.release == version(copy, tools).release


def test_a_shallow_checkout_has_a_version(copy: Path, tools: Path, tmp_path: Path) -> None:
    git(copy, "tag", "v2.0.0rc1")
    commit(copy)
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{copy}", "shallow")
    assert FALLBACK.release == version(tmp_path / "shallow", tools).release


def test_without_git_it_is_called_after_the_release_before_or_as_is_wished(copy: Path, tools: Path) -> None:
    (name,) = re.findall(r"^RUN (\w+)=\$VERSION ", read("Dockerfile"), re.MULTILINE)
    assert version(copy, tools, PATH="/nowhere") == FALLBACK
    shutil.rmtree(copy / ".git")
    assert version(copy, tools) == FALLBACK
    assert version(copy, tools, PATH="/nowhere", **{name: ""}) == FALLBACK
    assert version(copy, tools, PATH="/nowhere", **{name: "3.2.1"}) == Version("3.2.1")


def test_it_is_built_by_its_tag_and_well_described(built: Built, tools: Path) -> None:
    names = [path.name for path in built]
    assert names == [f"stormriver-{TAGGED}.tar.gz", *[f"stormriver-{TAGGED}-py3-none-any.whl"] * 2]
    run(tools, "-m", "twine", "check", "--strict", *built)


def test_the_citation_is_valid(tools: Path) -> None:
    run(tools.parent / "cffconvert", "--validate", "--infile", ROOT / "CITATION.cff")


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_of_the_sources_handed_on_is_that_of_the_checkout(built: Built) -> None:
    of_checkout, of_sdist = contents(built.wheel), contents(built.wheel_of_sdist)
    assert sorted(of_checkout) == sorted(of_sdist)
    assert [name for name, data in of_checkout.items() if of_sdist[name] != data] == []


def test_the_wheel_holds_the_program_with_its_page_and_nothing_else(built: Built, sources: Path) -> None:
    names = {name for name in contents(built.wheel) if not name.startswith(f"stormriver-{TAGGED}.dist-info/")}
    page = {name for name in names if name.startswith("stormriver/server/page/")}
    ours = {file.relative_to(sources / "src").as_posix() for file in (sources / "src").rglob("*") if file.is_file()}
    assert "stormriver/server/page/index.html" in page and len(page) > 10
    proofs = {name for name in ours if re.match(r"stormriver/content/\w+/scenarios/", name)}
    assert names - page == ours - proofs and "stormriver/py.typed" in ours


def test_the_sources_handed_on_are_those_of_the_checkout(built: Built, sources: Path) -> None:
    with tarfile.open(built.sdist) as archive:
        sent = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    ours = {file.relative_to(sources).as_posix() for file in sources.rglob("*") if file.is_file()}
    assert sent - ours == {"PKG-INFO"}
    assert [name for name in ours - sent if not name.startswith(NOT_HANDED_ON)] == []


def test_it_is_installed_where_there_is_nothing_and_runs(installed: Path, newcomer: dict[str, str]) -> None:
    run(installed, "-m", "pip", "check")
    command = installed.parent / "stormriver"
    assert run(command, "--version", env=newcomer) == f"stormriver {TAGGED} (plain Python)\n"
    assert run(command, "cards", "dragon", env=newcomer).startswith("Dragon (dragon)\n")
    told = (
        "import stormriver; game = stormriver.new_game(seed=1); print(len(game.ask.keys) > 0, stormriver.__version__)"
    )
    assert run(installed, "-c", told, env=newcomer) == f"True {TAGGED}\n"
