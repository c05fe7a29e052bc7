"""What comes from elsewhere commands no terminal and hides nothing there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.api import begin_game
from stormriver.cli.app import app
from stormriver.cli.session import LocalSession
from stormriver.kernel.records import record_of
from stormriver.presentation.plain import harmless, is_plain

EVIL = "Ann\x1b]0;owned\x07\x9b2J\u202e\u200b"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a record in which a seat has a name that commands terminals."""
    game = begin_game("revised4", [EVIL, "Ben"], seed=3)
    for _ in range(40):
        assert game.ask is not None
        game.answer(game.ask.keys[0])
    file: Path = tmp_path_factory.mktemp("records") / "game.jsonl"
    file.write_text(record_of(game), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "words", [["replay"], ["replay", "--strong"], ["replay", "--json"], ["verify", "--seed", "4"]], ids=" ".join
)
def test_a_name_in_a_record_commands_no_terminal(record: str, words: list[str]) -> None:
    said = CliRunner().invoke(app, [words[0], record, *words[1:]])
    text = (said.stdout + said.stderr).replace("\n", "")
    assert text and all(letter.isprintable() for letter in text)
    if "--json" in words:
        assert json.loads(said.stdout)["seats"][0]["seat"] == EVIL  # as the record has it, for programs
    else:
        assert words[0] == "verify" or harmless(EVIL) in text


def test_a_name_in_a_save_commands_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    LocalSession(begin_game("revised4", [EVIL, "Ben"], seed=3), ["you", "you"], 3).save(file)
    said = CliRunner().invoke(app, ["play", "--terminal", "--load", str(file)], input="\n\n\nlog\nscores\nq\n")
    assert "Ann\ufffd" in said.stdout
    assert all(letter.isprintable() for letter in said.stdout.replace("\n", ""))


@pytest.mark.parametrize("name", ["Ännchen", "Жанна", "愛子", "O'Hara\u00a0Smith", "🐉", "نور", "e\u0301"])
def test_letters_of_any_language_are_plain(name: str) -> None:
    assert is_plain(name) and harmless(name) == name


@pytest.mark.parametrize(
    "letter", ["\n", "\t", "\x1b", "\x85", "\u200d", "\u2067", "\ue000", "\ud800", "\u2029", "\U000e0041"]
)
def test_what_commands_turns_round_or_hides_is_not_plain(letter: str) -> None:
    assert not is_plain(f"A{letter}b")
    assert harmless(f"A{letter}b") == "A\ufffdb"
