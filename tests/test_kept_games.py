"""The games kept at this device: their list, going on with the last one, how people have done."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.cli import kept_games
from stormriver.cli.app import app
from stormriver.cli.kept_games import NOBODY, Character, Kept
from stormriver.cli.play import begun
from stormriver.cli.scores import Won, best_games, scores
from stormriver.cli.session import resumed
from test_play import Played

QUICK = ("--players", "you,steady", "-o", "last_round=1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games that are kept, which is empty."""
    monkeypatch.setattr(kept_games, "own_data", lambda: tmp_path)
    return tmp_path / kept_games.FOLDER


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


def test_a_game_goes_on_and_is_removed_by_its_name(folder: Path) -> None:
    Played(["", "1"], "--seed", "12", "--players", "you,steady")
    assert "Revised 4th Edition" in Played(["q"], "--load", "revised4-1").last
    assert said("games", "--remove", "revised4-2") == (
        2, "No kept game is called 'revised4-2'; did you mean 'revised4-1'?\n"
    )  # fmt: skip
    assert said("games", "--remove", "revised4-1") == (0, "Removed: revised4-1.\n")
    assert list(folder.iterdir()) == []


def test_a_game_of_an_older_version_is_listed_and_counts(folder: Path) -> None:
    Played(["", "1"], "--seed", "12", "--players", "you,steady")
    (file,) = folder.iterdir()
    text = json.loads(file.read_text())
    text["header"]["sitting"]["summary"] = {"turn": 7, "over": True, "winners": ["ann"]}
    file.write_text(json.dumps(text))
    assert "won by Ann" in said("games")[1]
    assert [one["best"][0]["turn"] for one in json.loads(said("games", "--scores", "--json")[1])] == [7]
    assert said("games", "--scores")[0] == 0


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
    (found,) = kept_games.kept()
    assert found.over and found.people == ("ann",) and found.turn >= 2
    assert said("play", "--terminal", "--continue")[0] == 2
    code, table = said("games", "--scores")
    assert code == 0 and "Ann" in table and "Ben" not in table
    (told,) = json.loads(said("games", "--scores", "--json")[1])
    assert told["games"] == 1 and told["name"] == "ann" and len(told["best"]) == told["won"]
    (listed,) = json.loads(said("games", "--json")[1])
    assert [bool(one["id"] and one["name"]) for one in listed["characters"]] == [True, True]
    assert "under way" not in said("games")[1]
    assert resumed(found.path).over


def ended(number: int, turn: int, winners: tuple[str, ...], as_: str = "", people: tuple[str, ...] = ("ann",)) -> Kept:
    """Return a game of Ann and Ben that ended on a day."""
    characters = (Character(as_, as_.title()), NOBODY) if as_ else ()
    players = tuple("you" if name in people else "steady" for name in ("ann", "ben"))
    when = kept_games.datetime(2026, 1, number)
    return Kept(
        Path(f"{number}.json"), when, "revised4", turn, ("ann", "ben"), people, True, winners, players, characters
    )


def test_who_won_the_most_stands_first() -> None:
    both = ("ann", "ben")
    games = [
        ended(1, 90, ("ben",)),
        ended(2, 70, ("ben",), people=both),
        ended(3, 50, both, people=both),
        ended(4, 10, ())._replace(over=False),
    ]
    told = [(one.preset, one.name, one.games, one.won, one.soonest) for one in scores(games)]
    assert told == [("revised4", "ben", 2, 2, 50), ("revised4", "ann", 3, 1, 50)]


def test_a_score_tells_the_average_the_longest_row_and_the_best_character() -> None:
    won = ("ann",)
    games = [
        ended(5, 40, won, "monk"),
        ended(1, 60, won, "thief"),
        ended(3, 80, ("ben",), "thief"),
        ended(4, 70, won, "monk"),
        ended(2, 50, won),
    ]
    (score,) = scores(games)
    assert (score.games, score.won, score.average, score.in_a_row) == (5, 4, 60, 2)
    assert score.character == Character("monk", "Monk")
    assert [(one.turn, one.character.id, one.against) for one in score.best] == [
        (40, "monk", ("steady",)),
        (50, "", ("steady",)),
        (60, "thief", ("steady",)),
        (70, "monk", ("steady",)),
    ]
    assert [one.turn for one in best_games([score], 2)] == [40, 50]


def test_of_a_person_one_has_won_against_the_name_is_told() -> None:
    (best,) = [one.best[0] for one in scores([ended(1, 9, ("ann",), people=("ann", "ben"))]) if one.best]
    assert isinstance(best, Won) and best.against == ("ben",)


# records of kept games


@pytest.fixture
def over(folder: Path) -> str:
    """The name of a kept game that is over."""
    session = begun("revised4", ["you", "steady"], None, ["last_round=1"], None, 3)
    session.save()
    while (pending := session.game.ask) is not None:
        if not session.go_on():
            session.answer(pending.keys[0])
    return session.save().stem


def test_a_kept_game_that_is_over_is_its_record(over: str, folder: Path) -> None:
    for given in (over, str(folder / f"{over}.json")):
        code, out = said("verify", given, "--seed", "3")
        assert code == 0 and "every die and shuffle follows from it" in out
    code, out = said("replay", over)
    assert code == 0 and "--- turn 1: ann" in out
    assert said("record", "to-scenario", over, "--at", "4")[0] == 0


def test_a_game_under_way_has_no_record_yet(folder: Path) -> None:
    Played(["", "1"], "--seed", "12", "--players", "you,steady")
    for command in (("replay",), ("verify",), ("record", "to-scenario", "--at", "1")):
        code, out = said(*command, "revised4-1")
        assert code == 2 and out.startswith("The game revised4-1 is under way; its record would show what is hidden")


def test_a_name_that_no_game_has_is_told_with_the_one_that_may_be_meant(over: str) -> None:
    meant = "No kept game and no file is called 'revsed4-1'; did you mean 'revised4-1'? `stormriver games` lists those"
    for command in (("play", "--terminal", "--load"), ("replay",)):
        code, out = said(*command, "revsed4-1")
        assert code == 2 and out.startswith(meant) and len(out.splitlines()) == 1


@pytest.mark.slow
def test_at_its_end_a_game_says_how_to_look_back() -> None:
    played = Played(["", *["1"] * 300], "--seed", "3", *QUICK)
    assert played.out.splitlines()[-1] == "Look back: stormriver replay --timeline revised4-1"
