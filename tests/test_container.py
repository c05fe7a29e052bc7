"""The container file, as far as it can be read without building it, and what is sent along to build it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from stormriver.cli.app import app
from stormriver.server.settings import all_settings
from support.container import (
    ALL,
    LAST,
    Instruction,
    copied,
    instructions,
    is_sent,
    rest_of,
    stages,
    variables,
    words_behind,
)
from support.documents import ROOT, read

PROJECT = tomllib.loads(read("pyproject.toml"))["project"]
FILES = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
).stdout.splitlines()  # fmt: skip
VARIABLES = {setting.variable: setting for setting in all_settings()}
TRICKS = ("http://", "https://", "--index-url", "--extra-index-url", "--trusted-host", "curl", "wget", "apt-get")
"""What would fetch something that no lock file names."""
FETCHES = ("RUN", "COPY", "ADD")
COMPOSED = ("compose.yaml", "compose.postgres.yaml", "compose.scale.yaml")


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


def test_its_variables_are_settings() -> None:
    named = variables(LAST)
    assert set(named) <= set(VARIABLES)
    assert rest_of("EXPOSE", LAST) == [named["STORMRIVER_PORT"]]


@pytest.mark.slow
def test_what_it_runs_is_a_command_of_ours() -> None:
    (said,) = rest_of("CMD", LAST)
    (composed,) = (command(file) for file in COMPOSED if command(file))
    for words in (words_behind("", said), composed[-1].partition("exec ")[2].split()):
        assert unparsed(words) == ""


def unparsed(words: list[str]) -> str:
    """Return what is wrong with a command, by the parser of the program itself; nothing if it can be run."""
    program, name, *typed = words
    main = get_command(app)
    assert isinstance(main, TyperGroup)
    found = main.get_command(Context(main), name) if program in PROJECT["scripts"] else None
    if found is None:
        return f"{program} {name} is no command"
    try:
        found.make_context(name, typed)
    except Exception as wrong:
        return str(wrong)
    return ""


def command(file: str) -> list[str]:
    """Return the command that a file of Compose runs in place of that of the image; nothing if it runs that."""
    found: list[str] = yaml.load(read(file), ComposeLoader)["services"]["stormriver"].get("command", [])
    return found


@pytest.mark.slow
def test_its_health_is_asked_where_the_server_tells_it() -> None:
    (check,) = rest_of("HEALTHCHECK", LAST)
    from stormriver.server.routes import OPERATIONS  # with the whole server, which no other test here needs

    (port, path) = re.findall(r"127\.0\.0\.1:(\d+)(/[a-z]+)", words_behind("CMD", check)[-1])[0]
    assert port == variables(LAST)["STORMRIVER_PORT"]
    assert path in {operation.path for operation in OPERATIONS}


class ComposeLoader(yaml.SafeLoader):
    """Reads YAML in which Compose's own tag takes away what a file beneath has said."""


ComposeLoader.add_constructor("!reset", lambda loader, node: None)


@pytest.mark.parametrize("file", COMPOSED)
def test_compose_sets_what_there_is_to_set(file: str) -> None:
    services = yaml.load(read(file), ComposeLoader)["services"]
    assert [one["image"] for one in services.values() if not re.search(r":\d", one.get("image", ":0"))] == []
    service = services["stormriver"]
    assert set(service.get("environment", {})) <= set(VARIABLES)
    assert set(service.get("build", {}).get("args", {})) <= {one.split("=")[0] for one in rest_of("ARG")}


def scaled() -> dict[str, Any]:
    """Return what the file of Compose for several servers says."""
    found: dict[str, Any] = yaml.load(read("compose.scale.yaml"), ComposeLoader)
    return found


def test_servers_that_are_scaled_are_reached_by_the_proxy_and_by_each_other() -> None:
    """The proxy by the name of their service, at the port of the image, and it listens where it is let out."""
    services = yaml.load(read("compose.yaml"), ComposeLoader)["services"] | scaled()["services"]
    caddyfile = scaled()["configs"]["caddyfile"]["content"]
    ((service, port),) = re.findall(r"dynamic a (\S+) (\d+)", caddyfile)
    assert service in services and port == variables(LAST)["STORMRIVER_PORT"]
    (listens,) = re.findall(r"^:(\d+) \{", caddyfile, re.MULTILINE)
    assert [one.split(":")[1] for one in services["caddy"]["ports"]] == [listens]
    assert not scaled()["services"][service]["ports"]
    ((variable, inside),) = re.findall(r"(STORMRIVER_\w+)=\$\$\(hostname -i\):(\d+)", command("compose.scale.yaml")[-1])
    assert VARIABLES[variable].name == "internal" and inside != port


def test_what_the_proxy_is_given_is_defined_and_shared_servers_have_a_shared_database() -> None:
    proxy = scaled()["services"]["caddy"]
    assert {one["source"] for one in proxy["configs"]} == set(scaled()["configs"])
    shared = yaml.load(read("compose.postgres.yaml"), ComposeLoader)["services"]
    url = shared["stormriver"]["environment"]["STORMRIVER_DATABASE"]
    assert re.match(r"postgresql\+psycopg://[^@]+@(\w+)", url)[1] in shared  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs Caddy, e.g. Debian's package caddy")
def test_the_real_proxy_takes_its_file(tmp_path: Path) -> None:
    file = tmp_path / "Caddyfile"
    file.write_text(scaled()["configs"]["caddyfile"]["content"], encoding="utf-8")
    said = subprocess.run(
        ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(file), "--validate"],
        capture_output=True, text=True, check=False, env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert '"port":"8000"' in said.stdout and '"name":"stormriver"' in said.stdout


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
        *copied(),
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


@pytest.mark.skipif(not FILES, reason="which files belong to the project is known of a checkout alone")
def test_what_is_copied_is_there_and_is_sent() -> None:
    ignore = read(".dockerignore")
    assert [path for path in copied() if path != "." and not (path in FILES and is_sent(path, ignore))] == []
    names = {rest.split(" AS ")[1] for rest in rest_of("FROM") if " AS " in rest}
    used = re.findall(r"\bfrom=(\w+)", " ".join(one.rest for one in ALL))
    assert set(used) == names


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


def test_what_is_copied_is_told_apart_by_where_it_comes_from() -> None:
    file = instructions("FROM a AS b\nCOPY one two ./\nFROM c\nCOPY --from=b /x /y\nCOPY . .\n")
    assert copied(file) == ["one", "two", "."]
    assert [stage[0].rest for stage in stages(file)] == ["a AS b", "c"]


@pytest.mark.slow
@pytest.mark.parametrize("words", ["stormriver srve", "stormriver serve --prot 8000", "stromriver serve"])
def test_a_command_that_cannot_be_run_is_found(words: str) -> None:
    assert unparsed(words.split())
    assert not unparsed(["stormriver", "serve"])
