"""The container file, as far as it can be read without building it, and what is sent along to build it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from fnmatch import fnmatch
from typing import NamedTuple

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from stormriver.cli.app import MODULES
from stormriver.server.settings import all_settings
from support.documents import ROOT, read

PROJECT = tomllib.loads(read("pyproject.toml"))["project"]
FILES = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
).stdout.splitlines()  # fmt: skip
VARIABLES = {setting.variable: setting for setting in all_settings()}
TRICKS = ("http://", "https://", "--index-url", "--extra-index-url", "--trusted-host", "curl", "wget", "apt-get")
"""What would fetch something that no lock file names."""
FETCHES = ("RUN", "COPY", "ADD")


class Instruction(NamedTuple):
    """An instruction of a container file, its continued lines joined."""

    word: str
    rest: str


def instructions(text: str) -> list[Instruction]:
    """Return the instructions of a container file, in their order."""
    plain = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", plain).splitlines()
    return [Instruction(*line.split(None, 1)) for line in lines if line.strip()]


ALL = instructions(read("Dockerfile"))
LAST = ALL[max(number for number, one in enumerate(ALL) if one.word == "FROM") :]


def rest_of(word: str, among: list[Instruction] = ALL) -> list[str]:
    return [one.rest for one in among if one.word == word]


def is_sent(path: str, ignore: str) -> bool:
    """Tell whether a file is sent to whoever builds the image: the last pattern decides that fits it or its folder."""
    folders = path.split("/")
    ways = ["/".join(folders[: length + 1]) for length in range(len(folders))]
    sent = True
    for line in ignore.splitlines():
        pattern = line.removeprefix("!")
        if not pattern or pattern.startswith("#"):
            continue
        if any(fits_path(way, pattern) for way in ways):
            sent = line.startswith("!")
    return sent


def fits_path(path: str, pattern: str) -> bool:
    """Tell whether a path fits a pattern, in which `*` stands for a name and `**/` for any folders or none."""
    if pattern.startswith("**/"):
        return fnmatch(path.rpartition("/")[2], pattern[3:])
    return path.count("/") == pattern.count("/") and fnmatch(path, pattern)


def test_each_image_it_begins_with_has_a_version() -> None:
    images = [one.split(" AS ")[0] for one in rest_of("FROM")]
    assert [image for image in images if not re.fullmatch(r"[a-z]+:\d+(\.\d+)?-slim", image)] == []


def test_wheels_are_made_for_the_python_that_runs_and_one_that_is_supported() -> None:
    versions = {version for one in rest_of("FROM") for version in re.findall(r"^python:(\S+)-slim", one)}
    assert len(versions) == 1
    assert versions.pop() in SpecifierSet(PROJECT["requires-python"])


def test_what_is_installed_is_locked_or_built_here() -> None:
    for line in (
        part for one in rest_of("RUN") for part in one.split("&&") if re.search(r"\bpip (install|wheel)", part)
    ):
        assert any(flag in line for flag in ("--require-hashes", "--no-index", "--no-build-isolation ."))
    assert not [one for one in ALL if one.word in FETCHES and any(trick in one.rest for trick in TRICKS)]


def test_what_is_installed_has_the_extras_that_the_lock_holds() -> None:
    (installed,) = re.findall(r'"stormriver\[([a-z,]+)\]"', read("Dockerfile"))
    (lock,) = re.findall(r"^lock:.*?(?=^\S)", read("Makefile"), re.MULTILINE | re.DOTALL)
    assert set(installed.split(",")) == set(re.findall(r"--extra (\w+)", lock))
    assert set(installed.split(",")) <= set(PROJECT["optional-dependencies"])


def test_it_runs_as_a_user_of_its_own_and_keeps_its_tables_in_the_volume() -> None:
    (user,), (volume,) = rest_of("USER", LAST), rest_of("VOLUME", LAST)
    assert user not in ("root", "0")
    assert re.search(rf"useradd .*{volume} {user}$", " ".join(rest_of("RUN", LAST)))
    assert f"sqlite:///{volume}/" in " ".join(rest_of("ENV", LAST))


def test_its_variables_are_settings_and_its_command_is_one() -> None:
    named = dict(part.split("=", 1) for one in rest_of("ENV", LAST) for part in one.split())
    assert set(named) <= set(VARIABLES)
    assert rest_of("EXPOSE", LAST) == [named["STORMRIVER_PORT"]]
    assert rest_of("CMD", LAST)[0].split('"')[3] in MODULES


@pytest.mark.slow
def test_its_health_is_asked_where_the_server_tells_it() -> None:
    (check,) = rest_of("HEALTHCHECK", LAST)
    from stormriver.server.routes import OPERATIONS  # with the whole server, which no other test here needs

    (path,) = re.findall(r"127\.0\.0\.1:8000(/[a-z]+)", check)
    assert path in {operation.path for operation in OPERATIONS}


class ComposeLoader(yaml.SafeLoader):
    """Reads YAML in which Compose's own tag takes away what a file beneath has said."""


ComposeLoader.add_constructor("!reset", lambda loader, node: None)


@pytest.mark.parametrize("file", ["compose.yaml", "compose.postgres.yaml", "compose.scale.yaml"])
def test_compose_sets_what_there_is_to_set(file: str) -> None:
    service = yaml.load(read(file), ComposeLoader)["services"]["stormriver"]
    assert set(service.get("environment", {})) <= set(VARIABLES)
    assert set(service.get("build", {}).get("args", {})) <= {one.split("=")[0] for one in rest_of("ARG")}


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="which files belong to the project is known of a checkout alone")
def test_whatever_the_wheel_is_made_of_is_sent_and_nothing_else() -> None:
    ignore = read(".dockerignore")
    needed = {
        "pyproject.toml",
        "hatch_build.py",
        "compile_engine.py",
        "README.md",
        "LICENSE",
        *rest_of("COPY")[2].split()[:-1],
    }
    wanted = {file for file in FILES if file in needed or file.startswith(("src/", "web/"))}
    assert {file for file in FILES if is_sent(file, ignore)} == wanted
    for file in (
        ".git/HEAD",
        ".venv/bin/python",
        "web/node_modules/vite/a.js",
        "src/stormriver/server/page/index.html",
    ):
        assert not is_sent(file, ignore)


# the checks are checked


def test_patterns_decide_from_the_last_to_the_first() -> None:
    ignore = "*\n!src\n**/__pycache__\nsrc/page\n"
    sent = [
        file for file in ("a", "src/a.py", "src/b/__pycache__/c", "src/page/x", "src/b/page/x") if is_sent(file, ignore)
    ]
    assert sent == ["src/a.py", "src/b/page/x"]


def test_instructions_are_read_over_several_lines() -> None:
    assert instructions("# said\nFROM a\nRUN one \\\n    && two\n") == [
        Instruction("FROM", "a"), Instruction("RUN", "one && two"),
    ]  # fmt: skip
