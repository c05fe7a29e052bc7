"""The games kept at this device: their list, going on with the last one, how people have done."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.cli import kept
from stormriver.cli.app import app
from stormriver.cli.kept import Kept, Score, scores
from stormriver.cli.session import resumed
from test_play import Played

QUICK = ("--players", "you,steady", "-o", "last_round=1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games that are kept, which is empty."""
    monkeypatch.setattr(kept, "own_data", lambda: tmp_path)
    return tmp_path / kept.FOLDER


def said(*words: str) -> tuple[int, str]:
    """Return how a command ended, and what it said."""
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "60"})
    return result.exit_code, result.stdout + result.stderr


@pytest.mark.slow
def test_a_game_is_kept_and_the_last_one_goes_on(folder: Path) -> None:
    first = Played(["", "1"], "--seed", "12", "--players", "you,steady")
    Played(["", "1"], "--seed", "13", "--players", "you,steady", "--preset", "reference")
    assert sorted(path.name for path in folder.iterdir()) == ["reference-1.json", "revised4-1.json"]
    assert "Go on with: stormriver play --terminal --continue" in first.out
    os.utime(folder / "reference-1.json", (1, 1))
    again = Played(["q"], "--continue")
    assert "Revised 4th Edition" in again.last
    code, listed = said("games")
    lines = listed.splitlines()
    assert code == 0 and len(lines) == 3  # one line an entry, as nobody sits at a terminal
    assert "revised4" in lines[1] and "under way" in lines[1] and "reference" in lines[2]
    assert [one["preset"] for one in json.loads(said("games", "--json")[1])] == ["revised4", "reference"]


def test_what_is_no_game_is_left_out_of_the_list(folder: Path) -> None:
    assert said("games") == (0, "No game is kept yet.\n")
    for name, text in (("letter", "dear"), ("list", "[]"), ("other", '{"header": {"sitting": 3}}')):
        (folder / f"{name}.json").write_text(text)
    assert said("games") == (0, "No game is kept yet.\n")
    assert said("games", "--scores") == (0, "No game has ended yet.\n")


def test_without_a_game_nothing_goes_on() -> None:
    assert said("play", "--terminal", "--continue") == (
        2, "There is no game to go on with; `stormriver games` lists those that are kept.\n"
    )  # fmt: skip
    assert said("play", "--terminal", "--continue", "--load", "x.json")[0] == 2
    code, sentence = said("play", "--terminal", "--colours", "saef")
    assert (code, sentence) == (2, "No colours are called 'saef'; did you mean 'safe'?\n")


@pytest.mark.slow
def test_a_game_that_is_over_counts_and_does_not_go_on(folder: Path) -> None:
    Played(["", *["1"] * 60], "--seed", "12", *QUICK)
    (found,) = kept.kept()
    assert found.over and found.people == ("ann",) and found.turn >= 2
    assert said("play", "--terminal", "--continue")[0] == 2
    code, table = said("games", "--scores")
    assert code == 0 and "Ann" in table and "Ben" not in table
    assert "under way" not in said("games")[1]
    assert resumed(found.path).over


def test_who_won_the_most_stands_first() -> None:
    when = kept.datetime(2026, 1, 1)
    games = [
        Kept(Path(str(turn)), when, "revised4", turn, ("ann", "ben"), people, over, winners)
        for turn, people, over, winners in (
            (90, ("ann",), True, ("ben",)),
            (70, ("ann", "ben"), True, ("ben",)),
            (50, ("ann", "ben"), True, ("ben", "ann")),
            (10, ("ann",), False, ()),
        )
    ]
    assert scores(games) == [Score("revised4", "ben", 2, 2, 50), Score("revised4", "ann", 3, 1, 50)]
