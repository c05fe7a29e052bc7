"""Counters of packs, marks on spaces, cards in force: what is shown, saved, taken back, and refused by `pack.yaml`."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.fortune import gain
from stormriver.api import begin_game, resume_game, table_for
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.counters import UNPRICED
from stormriver.estimates.adventure.estimates import Estimates
from stormriver.kernel.errors import BadContent
from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.kernel.view import ONLOOKER
from stormriver.players.adventure.worth import Worth
from stormriver.presentation.adventure.book import book_of
from stormriver.presentation.adventure.build_view import view_of
from stormriver.scenario.files import read, read_scenario
from stormriver.scenario.position import build
from support import crossing

PACKS = Path(__file__).parent / "packs"


def position(pack: str, scenario: str) -> Game:
    """Return the position with which a scenario of a pack begins."""
    return build(read(PACKS / pack / "scenarios" / f"{scenario}.yaml"))


@pytest.mark.slow
def test_counters_of_a_pack_are_shown_beside_gold_and_where_they_lie() -> None:
    game = position("shrines", "altar")
    view, book = view_of(game, 0), book_of(game.table)
    assert view.seats[0].counters["favour"] == 0
    (mark,) = view.spaces["fields_1"].marks
    assert (mark.kind, mark.amount, book.marks[mark.kind].name) == ("held_favour", 2, "Favour token")


def test_what_is_in_force_is_shown_to_all() -> None:
    view = view_of(position("omens", "doom"), ONLOOKER)
    assert [held.card for held in view.in_force] == ["gathering_dark"]


def test_a_game_with_counters_and_cards_in_force_is_saved_copied_and_taken_back() -> None:
    packs = [str(PACKS / "omens"), str(PACKS / "shrines")]
    game = begin_game("revised4", 2, 3, packs=packs, log=False)
    column = game.table.countable["favour"]
    for _ in range(40):
        if game.ask is not None:
            game.play(0)
    game.change(0, column, 3)
    game.play(0)
    text = game.save()
    again = resume_game(text, packs)
    assert again.save() == text and again.state.seats[0][column] == 3
    assert again.state.zones[again.table.in_force] == game.state.zones[game.table.in_force] != ()
    assert pickle.loads(pickle.dumps(game)).save() == text
    before = again.state.clone()
    assert again.ask is not None
    again.answer(again.ask.keys[0])
    again.undo()
    assert again.state.seats == before.seats and again.state.zones == before.zones


def test_a_save_of_before_goes_on_with_a_pack_that_brings_more_counters(tmp_path: Path) -> None:
    pack = tmp_path / "growing"
    pack.mkdir()
    (pack / "pack.yaml").write_text("language: 2\ncomponents: {honour: {name: Honour}}\n", encoding="utf-8")
    text = begin_game("revised4", 2, 3, packs=[str(pack)]).save()
    more = "language: 2\ncomponents: {favour: {name: Favour}, honour: {name: Honour}}\n"
    (pack / "pack.yaml").write_text(more, encoding="utf-8")
    game = resume_game(text, [str(pack)])
    assert [row[game.table.countable["favour"]] for row in game.state.seats] == [0, 0]


def test_counters_are_limited_by_what_the_box_holds() -> None:
    game = position("shrines", "keeper_gives")
    column = game.table.countable["favour"]
    assert gain(game, 1, column, 100) == 24 - 1  # ann has one
    assert gain(game, 1, game.table.countable["renown"], 100) == 100


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("components: {space: {name: Space}}", "the rules count 'space' already"),
        ("components: {gold: {name: Gold}}", "'gold' is there already"),
        ("components: {favour: {small: 3}}", "unknown key 'favour'"),
        ("rules: [{id: laid, set_up: {gain: {gold: 1}}}]", "'gain' needs somebody who does it"),
        ("rules: [{id: laid, set_up: {mark: quest, at: here}}]", "'mark' needs somebody who does it"),
    ],
)
def test_what_a_pack_cannot_put_into_the_box_is_refused(said: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(f"language: 2\n{said}\n", encoding="utf-8")
    with pytest.raises(BadContent, match=wrong):
        table_for("revised4", 2, packs=[str(tmp_path)])


PRICED = """\
deck: adventure
cards:
  - {id: urn, name: Urn, kind: object, act: {at: free, cost: {favour: PRICE}, do: {gain: {gold: 2}}}}
  - {id: gift, name: Gift, kind: event, meet: {gain: {favour: 1}}}
  - {id: gold_rush, name: Gold Rush, kind: event, meet: {pick_space: {region: same}, do: {gain: {gold: 1}}}}
  - {id: fair_wind, name: Fair Wind, kind: event, modify: {craft: 1}, meet: put_in_force}
"""


def expected(card: str, price: int, tmp_path: Path) -> Changes:
    """Return what a card of a pack is expected to change whose counters pay for 2 gold, so many for it."""
    folder = tmp_path / f"priced_{price}"
    folder.mkdir()
    (folder / "pack.yaml").write_text("language: 2\ncomponents: {favour: {name: Favour}}\n", encoding="utf-8")
    (folder / "cards.yaml").write_text(PRICED.replace("PRICE", str(price)), encoding="utf-8")
    text = f"""
title: A card is read
game: {{preset: revised4, packs: ['{folder}']}}
players: [{{seat: ann, character: dwarf, at: city, gold: 0}}, {{seat: ben, character: elf, at: city}}]
"""
    view = build(read_scenario(text)).view(0)
    definition = next(one for one in view.game.table.cards if one.id == card)
    context = Context(0, view.game.table.cards.index(definition), space=view.game.state.seats[0][SPACE])
    return Estimates(view, Worth(view)).effect(definition.meet, context)


@pytest.mark.parametrize(("price", "worth"), [(1, (1.2 + 1.1) / 2), (2, (1.2 + 1.1) / 4), (10, 0.2)])
def test_a_counter_is_worth_half_of_what_it_buys(price: int, worth: float, tmp_path: Path) -> None:
    """2 gold are worth 2.3 to whoever has none; a counter is worth something at least."""
    assert expected("gift", price, tmp_path) == {"counter": pytest.approx(worth)}


def test_a_counter_that_buys_nothing_is_worth_something(tmp_path: Path) -> None:
    assert expected("gift", 100, tmp_path) == {"counter": UNPRICED}


@pytest.mark.slow
def test_what_is_done_at_a_chosen_space_and_what_is_in_force_count(tmp_path: Path) -> None:
    assert expected("gold_rush", 1, tmp_path) == {"gold": 1.0}
    assert expected("fair_wind", 2, tmp_path) == {"craft": 1.0, "rival.craft": 1.0}


def test_a_mark_of_which_there_is_none_lies_nowhere() -> None:
    card = "{id: dud, name: Dud, kind: place, meet: {mark: invisible, amount: 0}}"
    table = crossing.read(f"deck: adventure\ncards:\n  - {card}\n")
    game = Game(table, table.new_state(1), [])
    before = game.state.marks.all
    next(card for card in table.cards if card.id == "dud").meet.run(game, Context(0))
    assert game.state.marks.all == before


def test_a_follower_without_strength_adds_none_to_a_battle() -> None:
    table = crossing.read("deck: adventure\ncards:\n  - {id: wisp, name: Wisp, kind: spirit, craft: 3}\n")
    game = Game(table, table.new_state(1), [])
    before = game.state.marks.all
    fights.add_ally(game, 0, next(number for number, card in enumerate(table.cards) if card.id == "wisp"))
    assert game.state.marks.all == before
