"""What goes on and on without a question is broken off, and the game goes on without it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stormriver.api import begin_game, resume_game, table_for, tables_for
from stormriver.builds import build as build_of_engine
from stormriver.kernel import budget, events, replays
from stormriver.kernel.errors import BadContent, Endless
from stormriver.kernel.frames import WordFrame
from stormriver.kernel.game import Game
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.state import State
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.contract import cards_have_one_place, counters_are_conserved, marks_make_sense, seats_are_whole
from support.random_games import SLOTS

CHARACTER = """
characters:
  - id: tester
    name: Tester
    alignment: neutral
    start: tavern
    strength: 3
    craft: 3
    life: 4
    fate: 3
    abilities:
      - {{id: trick, name: Trick, {ability}}}
marks:
  - {{id: seen, name: Seen, stacks: true}}
"""

POSITION = """
title: A circle
game: {{preset: revised4, packs: ['{folder}']}}
players:
  - {{seat: ann, character: tester, at: fields_1}}
  - {{seat: ben, character: troll, at: woods_2}}
  - {{seat: cleo, character: elf, at: woods_2}}
dice: [1, 1, 1, 1]
answers: []
open: true
"""
FLIGHT = "[{if: {at: crags}, then: {teleport: forest}, else: {teleport: crags}}]"

PIT = """
spaces: [{id: pit, name: Pit, region: outer, next: [], stay: {if: {at: crags}, then: {teleport: forest}}}]
gates: [{from: crags, to: pit}]
"""

CIRCLES = {
    "what is checked for unsettles": ("trigger: {after: check, when: own_turn, do: {mark: seen}}", "marks"),
    "what a move leads to moves": (f"trigger: {{after: landed, do: {FLIGHT}}}", "steps"),
    "each leads on before it is done": (
        "trigger: [{after: turn_begun, do: {roll: {1-6: nothing}, for: pray}},"
        " {after: prayed, when: own_turn, do: {roll: {1-6: nothing}, for: pray}}]",
        "depth",
    ),
    "more than anybody waits for": (
        "trigger: {after: turn_begun, do: {repeat: 1000, do: {repeat: 1000, do: {gain: {gold: 1}}}}}",
        "steps",
    ),
    "marks without end": ("trigger: {after: turn_begun, do: {repeat: 900, do: [{mark: seen}, {mark: seen}]}}", "marks"),
}


def position(ability: str, tmp_path: Path) -> Game:
    """Return a game in which a character has an ability."""
    folder = tmp_path / "circle"
    folder.mkdir()
    (folder / "characters.yaml").write_text(CHARACTER.format(ability=ability), encoding="utf-8")
    game = build(read_scenario(POSITION.format(folder=folder)))
    game.log = []
    game.run()
    return game


def cut_short(game: Game, language: str = "en") -> list[str]:
    """Return what the table reads of all that was broken off."""
    return [game.table.told(event, None, language) for event in game.log or () if event.kind == events.CUT_SHORT]


def same(one: State, other: State) -> bool:
    """Tell whether two states are the same, but for the dice to come and for what has been answered."""
    return all(getattr(one, name) == getattr(other, name) for name in SLOTS if name not in ("dice", "answer"))


def play_on(game: Game, decisions: int) -> None:
    """Answer with the first option each time, until the turn is over, and see that the game is whole."""
    turn = game.state.turn
    for _ in range(decisions):
        if game.ask is None or game.state.turn > turn:
            break
        game.answer(game.ask.keys[0])
        for check in (cards_have_one_place, counters_are_conserved, seats_are_whole, marks_make_sense):
            check(game, random.Random(0))


@pytest.mark.slow
@pytest.mark.parametrize(("ability", "bound"), CIRCLES.values(), ids=CIRCLES.keys())
def test_a_circle_is_broken_off_and_the_game_goes_on(ability: str, bound: str, tmp_path: Path) -> None:
    game = position(ability, tmp_path)
    turn = game.state.turn
    play_on(game, 9)
    assert game.state.turn > turn
    number = budget.AMOUNTS[{name: number for number, name in budget.BOUNDS.items()}[bound]]
    told = cut_short(game)
    assert told and all(one.startswith("Cut short: the Tester, ") for one in told)
    assert f" {number}" in told[0] and "(tester/trick/trigger" in told[0]
    assert cut_short(game, "de")[0].startswith("Abgebrochen: ")


@pytest.mark.slow
def test_a_game_that_was_cut_short_replays_to_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "flight"
    folder.mkdir()
    rule = f"language: 2\nrules: [{{id: flight, name: Flight, trigger: {{after: landed, do: {FLIGHT}}}}}]\n"
    (folder / "pack.yaml").write_text(rule, encoding="utf-8")
    game = begin_game("revised4", seats=["ann", "ben"], seed=4, packs=[str(folder)])
    silent = game.clone()
    for _ in range(12):
        assert game.ask is not None
        key = game.ask.keys[-1]
        game.answer(key)
        silent.answer(key)
        assert same(silent.state, game.state)
        assert same(resume_game(game.save(), [str(folder)]).state, game.state)
    assert cut_short(game)
    record = read_record(record_of(game))
    assert same(replays.strong(record, tables_for([str(folder)])).state, game.state)
    replays.verify(record, 4)


ASKING = {
    "a word asks": "{choose: {stay: nothing, wait: nothing}}",
    "a roll asks": "{roll: {1-6: nothing}, for: pray}",
}


@pytest.mark.slow
@pytest.mark.parametrize("asking", ASKING.values(), ids=ASKING.keys())
def test_a_circle_that_asks_in_each_round_is_broken_off(asking: str, tmp_path: Path) -> None:
    game = position(f"trigger: {{after: landed, do: [{asking}, {FLIGHT}]}}", tmp_path)
    turn, bound = game.state.turn, budget.MOST_ASKED
    game.script = None
    while game.state.asked < bound:
        game.play(0)
    assert game.state.turn == turn and not cut_short(game)
    play_on(game, 9)
    assert game.state.turn > turn and game.state.asked < bound
    (told, *_) = cut_short(game)
    assert told.startswith(f"Cut short: the Tester, which would go on asking after {bound} questions in one turn")
    assert "(tester/trick/trigger" in told and cut_short(game, "de")[0].startswith("Abgebrochen: ")


@pytest.mark.slow
@pytest.mark.parametrize(("given", "bound"), [(1, "questions in one turn"), (2, "still due")])
def test_turns_in_a_row_come_to_an_end(given: int, bound: str, tmp_path: Path) -> None:
    game = position(f"trigger: {{after: turn_over, do: [{{extra_turn: {given}}}, {{gain: {{life: 1}}}}]}}", tmp_path)
    seat = game.state.active
    game.script = None
    while game.state.active == seat:
        assert game.state.asked < 2 * budget.MOST_ASKED
        game.play(0)
    told = cut_short(game)[0]
    assert told.startswith("Cut short: the Tester, which ") and bound in told


def test_questions_are_counted_turn_by_turn_and_in_saves() -> None:
    game = begin_game("revised4", seats=["ann", "ben"], seed=4)
    for _ in range(30):
        assert game.ask is not None
        turn, asked = game.state.turn, game.state.asked
        game.play(0)
        assert game.state.asked == (asked + 1 if game.state.turn == turn else 0)
    assert game.state.asked == resume_game(game.save()).state.asked == game.clone().state.asked > 0


def test_a_card_that_meets_the_circle_of_another_goes_on(tmp_path: Path) -> None:
    """What stands below the circle, and is no part of it, is carried out to its end."""
    ability = f"trigger: {{after: landed, do: {FLIGHT}}}"
    game = position(ability, tmp_path)
    play_on(game, 3)
    assert cut_short(game)
    assert not any(isinstance(frame, WordFrame) for frame in game.state.frames)


def test_more_cards_than_a_game_holds_are_refused_with_their_place(tmp_path: Path) -> None:
    folder = tmp_path / "flood"
    folder.mkdir()
    cards = "".join(f"  - {{id: drop_{n}, name: Drop, kind: event, copies: 1000}}\n" for n in range(6))
    (folder / "pack.yaml").write_text("language: 2\n", encoding="utf-8")
    (folder / "cards.yaml").write_text(f"deck: adventure\ncards:\n{cards}", encoding="utf-8")
    with pytest.raises(
        BadContent, match=r"cards\.yaml, line 7, at cards\[4\]: with these there are more than 5000 cards"
    ):
        table_for("revised4", 2, packs=[str(folder)])


def test_where_nobody_can_do_anything_any_more_nobody_wins(tmp_path: Path) -> None:
    folder = tmp_path / "pit"
    folder.mkdir()
    (folder / "pack.yaml").write_text("language: 2\n", encoding="utf-8")
    (folder / "board.yaml").write_text(PIT, encoding="utf-8")
    text = POSITION.replace("tester", "thief").replace("fields_1", "pit").replace("woods_2", "pit")
    game = build(read_scenario(text.format(folder=folder)))
    game.log, game.skip_forced = [], True
    game.run()
    for _ in range(30):
        if game.ask is None:
            break
        game.play(0)
    assert game.ask is None and game.result == []
    assert cut_short(game)[-1] == (
        "Nobody can do anything any more: the game ends here, after 5000 steps without a question."
    )


@pytest.mark.skipif(build_of_engine() == "compiled", reason="no method of a compiled class can be replaced")
def test_rules_that_turn_in_a_circle_are_a_fault_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no card to be silenced, so the answer counts for nothing."""
    game = begin_game("revised4", seats=["ann", "ben"], seed=4)
    before = game.save()
    monkeypatch.setattr(type(game.table.rulebook), "settle", lambda self, game: None)
    assert game.ask is not None
    game.state.unsettled = 1
    with pytest.raises(Endless, match=r"What happens now never ends: the rules went on for 5000 steps\."):
        game.answer(game.ask.keys[0])
    game.state.unsettled = 0
    assert game.save() == before
