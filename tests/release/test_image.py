"""The container file followed where no container can be: its commands are run, with its folders below one of ours."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from packaging.utils import canonicalize_name

from release.distributions import BIN, PATIENCE, Once, environment, node, run
from release.test_metadata import FALLBACK
from support.container import ALL, LAST, Instruction, is_sent, rest_of, stages, variables, words_behind
from support.documents import read

pytestmark = [pytest.mark.long, pytest.mark.timeout(PATIENCE)]

FOLDERS = re.compile(r"/(src|wheels|data)(?=[/ \"]|$)")
"""The folders of the image that stand below ours instead."""
OF_THE_SYSTEM = ("ln ", "useradd ")
"""What changes the system of the image, and is not run here."""
TRIES = 200
"""How often a server that begins is asked how it is."""
MOUNTED = re.compile(r"--mount=\S+ ")


class Image(NamedTuple):
    """What following the container file has made.

    Attributes:
        root: the folder in place of the root of the image.
        bin: the folder of the commands that the last stage has installed.
    """

    root: Path
    bin: Path


def led(text: str, root: Path) -> str:
    """Return a text with the folders of the image led below a root."""
    return FOLDERS.sub(lambda found: f"{root}{found[0]}", text)


def steps(line: str) -> list[str]:
    """Return the commands of a `RUN` that are of Python; those of the system are left out, any other is refused."""
    parts = MOUNTED.sub("", line).split(" && ")
    ours = [part for part in parts if not part.startswith(OF_THE_SYSTEM)]
    strange = [part for part in ours if not re.match(r"(\w+=\S* )?pip ", part)]
    assert strange == [], "what is neither of pip nor of the system is not followed here"
    return ours


def follow(stage: list[Instruction], sources: Path, root: Path, python: Path) -> None:
    """Carry out what a stage copies from the checkout, and what it runs, in the folder that it works in."""
    here = root / "src"
    arguments: dict[str, str] = {}
    for word, rest in stage:
        if word == "COPY" and not rest.startswith("--from="):
            for path in rest.split()[:-1]:
                copy(sources, path, here)
        elif word == "ARG":
            name, _, value = rest.partition("=")
            arguments[name] = value
        elif word == "RUN":
            for step in steps(rest):
                path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
                run("sh", "-c", led(step, root), cwd=here, env={**os.environ, **arguments, "PATH": path})


def copy(sources: Path, path: str, here: Path) -> None:
    """Copy a file of the checkout, or all that is sent of it."""
    ignore = read(".dockerignore")
    files = [file.relative_to(sources).as_posix() for file in sources.rglob("*") if file.is_file()]
    for file in [name for name in files if is_sent(name, ignore)] if path == "." else [path]:
        (here / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sources / file, here / file)


def versions(text: str) -> set[tuple[str, str]]:
    """Return the packages that a list or a lock file names, each with its version or, by Python's, with several."""
    return {(canonicalize_name(name), version) for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.M)}


@pytest.fixture(scope="module")
def image(once: Once, sources: Path) -> Image:
    """What the container file makes of the checkout, by the lock files and the Python of this machine."""

    def fill(folder: Path) -> None:
        (folder / "data").mkdir(parents=True)
        _, wheel, last = stages(ALL)
        follow(wheel, sources, folder, environment(folder / "building", *node()))
        follow(last, sources, folder, environment(folder / "image"))

    root = once("image", fill)
    return Image(root, root / "image" / BIN)


def is_well(server: subprocess.Popen[bytes], asked: list[str], env: dict[str, str]) -> bool:
    """Tell whether a server that begins is soon in good health, by a command that asks it."""
    for _ in range(TRIES):
        if server.poll() is not None:
            return False
        if subprocess.run(asked, env=env, capture_output=True, check=False).returncode == 0:
            return True
        time.sleep(0.2)
    return False


def test_the_image_has_what_was_locked_and_the_version_of_the_release_before(image: Image) -> None:
    run(image.bin / "python", "-m", "pip", "check")
    assert run(image.bin / "stormriver", "--version") == f"stormriver {FALLBACK} (plain Python)\n"
    installed = versions(run(image.bin / "python", "-m", "pip", "freeze", "--exclude", "stormriver"))
    assert installed and installed <= versions(read("requirements.lock"))


def test_the_image_serves_tables_in_good_health(image: Image) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    told = {name: led(value, image.root) for name, value in variables(LAST).items()}
    usual = told["STORMRIVER_PORT"]
    env = {**os.environ, **told, "STORMRIVER_PORT": port, "PATH": str(image.bin)}
    (command,), (health,) = rest_of("CMD", LAST), rest_of("HEALTHCHECK", LAST)
    asked = [word.replace(f":{usual}/", f":{port}/") for word in words_behind("CMD", health)]
    log = image.root / "log"
    with log.open("w") as told_by_it:
        server = subprocess.Popen(words_behind("", command), cwd=image.root / "data", env=env, stderr=told_by_it)
    try:
        assert is_well(server, asked, env), log.read_text(encoding="utf-8")
        with urlopen(f"http://127.0.0.1:{port}/") as page:
            assert b"<title>Stormriver" in page.read()
        assert (image.root / "data/stormriver.db").is_file()
    finally:
        server.terminate()
        server.wait()


# who follows is looked at too


def test_what_is_not_followed_is_told() -> None:
    assert steps("ln -s a b && X=$Y pip wheel . && useradd me") == ["X=$Y pip wheel ."]
    with pytest.raises(AssertionError, match="is not followed here"):
        steps("pip install a && apt-get install b")


def test_folders_of_the_image_are_led_below_ours() -> None:
    root = Path("/tmp/here")
    assert led("pip wheel --wheel-dir /wheels .", root) == "pip wheel --wheel-dir /tmp/here/wheels ."
    assert led("sqlite:////data/stormriver.db", root) == "sqlite:////tmp/here/data/stormriver.db"


@pytest.mark.parametrize(
    ("server", "health", "well"), [("sleep 60", "true", True), ("sleep 60", "false", False), ("false", "false", False)]
)
def test_who_ends_or_never_answers_is_not_well(
    server: str, health: str, well: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("release.test_image.TRIES", 3)
    running = subprocess.Popen(server.split())
    try:
        assert is_well(running, [health], dict(os.environ)) == well
    finally:
        running.kill()
        running.wait()
