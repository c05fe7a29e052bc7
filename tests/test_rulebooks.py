"""A rulebook from outside the package (`tests/rulebooks/race`) is played in every way, with no line of ours changed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stormriver
from stormriver import players
from stormriver.api import begin_game, resume_game
from stormriver.kernel import plugins
from stormriver.kernel.game import Game
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.view import ONLOOKER
from stormriver.language import ruleset
from stormriver.presentation.generic.build_view import in_words
from stormriver.presentation.generic.facts import Fact, GenericView
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import run as run_scenario
from support.secrecy import dealt_anew, facts_hide_cards, views_hide_cards

OUTSIDE = Path(__file__).parent / "rulebooks"
FOUND = (plugins.declared, plugins.plugin, plugins.content_folders, plugins.rulebook_in, ruleset.read_preset)

SCENARIO = """
title: A runner who is tripped before they run
game: {preset: race}
players:
  - {seat: ann, distance: 6, hand: [sprint]}
  - {seat: ben, hand: [root, jog]}
turn: ann
dice: [5]
answers:
  - play:sprint
  - {seat: ben, ask: answer, key: "answer:root", offered: ["answer:jog"], refused: ["answer:sprint"]}
expect:
  ann: {distance: 10}
  log: [{event: Changed, seat: ann, data: [distance, -4]}, Rolled]
  turn: ben
"""


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the race installed for a while."""
    monkeypatch.syspath_prepend(str(OUTSIDE))
    for found in FOUND:
        found.cache_clear()
    yield
    monkeypatch.undo()
    for found in FOUND:
        found.cache_clear()


def race(seats: int = 3, seed: int = 1, decisions: int = 0) -> Game:
    """Return a race in which so many decisions were made by chance."""
    game = begin_game("race", seats=seats, seed=seed)
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.ask is not None:
            game.answer(rng.choice(game.ask.keys))
    return game


def command(*words: str, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with the race installed, and keep what it keeps of games where it is run."""
    home = {"XDG_DATA_HOME": str(folder)} if folder else {}
    return subprocess.run(
        [sys.executable, "-m", "stormriver", *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **home, "PYTHONPATH": os.pathsep.join([str(OUTSIDE), *sys.path])},
        check=False,
    )


def test_it_is_found_by_its_entry_point_and_gone_without_it() -> None:
    assert "race" in stormriver.presets()
    sys.path.remove(str(OUTSIDE))
    for found in FOUND:
        found.cache_clear()
    assert "race" not in stormriver.presets()
    with pytest.raises(stormriver.StormriverError, match="No preset is called 'race'"):
        begin_game("race")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_are_played_to_their_end(seats: int) -> None:
    for seed in range(20):
        game = race(seats, seed, decisions=500)
        assert game.ask is None and len(game.result) == 1
        winner = game.table.seats.index(game.result[0])
        assert game.state.seats[winner][0] >= 20


def test_an_answer_out_of_turn_is_asked_of_every_rival_in_turn() -> None:
    """Whatever they hold, so that being asked tells nothing."""
    game = begin_game("race", seats=4, seed=3, skip_forced=False)
    asked = []
    for _ in range(4):
        assert game.ask is not None
        asked.append((game.ask.seat, game.ask.kind))
        game.answer(game.ask.keys[0])
    assert asked == [(0, "play"), (1, "answer"), (2, "answer"), (3, "answer")]


def test_a_save_goes_on_alike_from_every_ask() -> None:
    for decisions in range(12):
        game = race(decisions=decisions)
        again = resume_game(game.save())
        for one in (game, again):
            rng = random.Random(9)
            while one.ask is not None:
                one.answer(rng.choice(one.ask.keys))
        assert again.save() == game.save()


def test_records_name_what_their_numbers_stand_for() -> None:
    record = read_record(record_of(race(decisions=500)))
    assert "turn/play_card" in record.names["causes"] and "sprint" in record.names["cards"]


def test_no_view_tells_hidden_cards_apart() -> None:
    rng = random.Random(4)
    for decisions in range(15):
        game = race(4, decisions=decisions)
        views_hide_cards(game, rng)
        facts_hide_cards(game, rng)


def test_what_a_page_is_sent_is_alike_in_all_games_a_seat_could_be_in() -> None:
    rng, sent = random.Random(7), 0
    for decisions in range(10):
        game = race(4, decisions=decisions)
        shown = presentation_of(game.table)
        for seat in (ONLOOKER, *range(4)):
            other = dealt_anew(game, seat, rng)
            assert shown.view_of(other, seat) == shown.view_of(game, seat)
            sent += other.state.zones != game.state.zones
    assert sent > 30


def test_a_guess_is_a_game_that_the_seat_could_be_in() -> None:
    from stormriver.kernel.view import guessed_game

    game = race(decisions=3)
    own = game.state.zones[game.table.hand]
    guesses = [guessed_game(game, 0, seed) for seed in range(8)]
    assert all(one.state.zones[game.table.hand] == own for one in guesses)
    assert len({one.state.zones[game.table.hand + 1] for one in guesses}) > 1
    assert all(sorted(one.state.place) == sorted(game.state.place) for one in guesses)


def test_it_is_shown_as_plain_facts() -> None:
    game = race(decisions=2)
    view: Any = presentation_of(game.table).view_of(game, 0)
    assert isinstance(view, GenericView)
    assert Fact("goal", "20") in view.facts
    assert [seat.name for seat in view.seats] == ["ann", "ben", "cleo"]
    assert Fact("hand", "?, ?, ?") in view.seats[1].facts
    german: Any = presentation_of(game.table).view_of(game, 0, None, "de")
    assert Fact("Ziel", "20") in german.facts and Fact("Hand", "?, ?, ?") in german.seats[1].facts
    assert in_words([True, {"score": False}], {}, "de") == "ja, Wertung: nein"
    book = presentation_of(game.table).book_of(game.table)
    assert book.cards["root"].text == "Root: run 0 spaces; as an answer the runner goes back 4 spaces."
    assert "race.goal" in book.rules


def test_the_steady_player_of_a_rulebook_without_one_plays_by_chance() -> None:
    game = race()
    steady = [players.make("steady", seat) for seat in range(3)]
    while game.ask is not None:
        game.answer(steady[game.ask.seat](game.view(game.ask.seat), game.ask))
    assert game.result


def test_scenarios_are_written_for_it() -> None:
    found = run_scenario(read_scenario(SCENARIO))
    assert found.passed, found.message
    wrong = run_scenario(read_scenario(SCENARIO.replace("distance: 10", "distance: 11")))
    assert not wrong.passed and "expected 11, found 10" in wrong.message


def test_a_rulebook_without_scenarios_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = dict(plugins.declared("stormriver.scenario"))
    monkeypatch.setattr(
        "stormriver.scenario.files.plugin", lambda group, name: None if name == "race" else declared[name].load()
    )
    monkeypatch.setattr("stormriver.scenario.files.declared", lambda group: {})
    with pytest.raises(stormriver.BadContent, match="No scenarios can be written for games of the rulebook 'race'"):
        read_scenario(SCENARIO)


@pytest.mark.slow
def test_it_is_played_at_the_terminal(tmp_path: Path) -> None:
    typed = "\n".join(["?", "board", "card root", "me", *["1"] * 200])
    said = command(
        "play", "--terminal", "--preset", "race", "--players", "you,steady", "--seed", "3", typed=typed, folder=tmp_path
    )
    assert said.returncode == 0, said.stderr
    assert "Which card do you run with?" in said.stdout
    assert "as an answer the runner goes back 4 spaces" in said.stdout
    assert "wins." in said.stdout


@pytest.mark.slow
def test_it_is_simulated_and_listed(tmp_path: Path) -> None:
    said = command("simulate", "--preset", "race", "--games", "5", "--seed", "2", folder=tmp_path)
    assert said.returncode == 0, said.stderr
    assert "5 games from seed 2; 5 ended" in said.stdout
    cards = command("cards", "--preset", "race", folder=tmp_path)
    assert cards.returncode == 0 and "Second Wind" in cards.stdout
