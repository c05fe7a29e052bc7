"""What is installed by default is enough to play at the terminal and in Python; the server is an extra."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.documents import read

EXTRAS = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
"""
"""Begins a program in which some modules are not installed."""

PLAYED = """
import stormriver
from stormriver import players, records, text
game = stormriver.new_game("revised4", ["ann", "ben"], seed=2, options={"last_round": 2})
steady = players.make("steady", seed=1)
while not game.over:
    text.screen(game, game.ask.seat)
    game.answer(steady(game.view(game.ask.seat), game.ask))
print("answers:", len(records.read(records.write(game)).answers))

from stormriver.cli.app import main
for words in sys.argv[1:]:
    sys.argv = ["stormriver", *words.split()]
    try:
        main()
    except SystemExit as left:
        print(f"{words}: {left.code}")
"""
"""Plays a game in Python, and runs commands one after the other."""

COMMANDS = ("play --terminal --seed 1 --save game.json", "play --terminal --lesson setting_out", "serve", "play")


def modules_of(extras: list[str]) -> set[str]:
    """Return the top-level modules of what some extras ask for, and the default installation does not."""
    wanted = {canonicalize_name(Requirement(one).name) for extra in extras for one in EXTRAS[extra]}
    distributions = packages_distributions()
    return {
        module
        for module, names in distributions.items()
        if module != "stormriver" and wanted & {canonicalize_name(name) for name in names}
    }


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """Return what comes of playing where no extra is installed."""
    folder = tmp_path_factory.mktemp("home")
    missing = modules_of([extra for extra in EXTRAS if extra != "dev"])
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=missing) + PLAYED, *COMMANDS],
        input="\n1\n1\n",
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LANG": "C"},
    )


def test_the_extras_bring_the_server_and_not_what_the_terminal_needs() -> None:
    missing = modules_of(["server"])
    assert {"starlette", "uvicorn", "sqlalchemy", "structlog", "argon2"} <= missing
    assert not {"typer", "rich", "yaml", "msgspec", "babel", "prompt_toolkit", "platformdirs"} & missing


@pytest.mark.slow
def test_a_game_is_played_in_python_without_the_extras(done: subprocess.CompletedProcess[str]) -> None:
    assert re.search(r"^answers: [1-9]", done.stdout, re.MULTILINE), done.stderr


@pytest.mark.slow
def test_a_game_and_a_lesson_are_played_at_the_terminal_without_the_extras(
    done: subprocess.CompletedProcess[str],
) -> None:
    assert all(f"{command}: 0" in done.stdout for command in COMMANDS[:2]), done.stderr
    assert "stormriver play --terminal --load game.json" in done.stdout.replace("\n", " ")


@pytest.mark.slow
def test_what_needs_the_server_says_in_a_sentence_what_to_install(done: subprocess.CompletedProcess[str]) -> None:
    assert done.stdout.splitlines()[-2:] == ["serve: 2", "play: 2"]
    assert done.stderr == 2 * (
        "The game in the browser needs more packages: `pip install 'stormriver[server]'`."
        " At the terminal it is played without them: `stormriver play --terminal`.\n"
    )
