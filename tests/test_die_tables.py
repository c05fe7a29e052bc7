"""Tables that spaces roll on, told as rows beside their prose."""

from __future__ import annotations

import pytest

from stormriver.api import begin_game
from stormriver.presentation.adventure.book import book_of
from stormriver.presentation.adventure.build_view import view_of
from stormriver.presentation.adventure.facts import Space
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build


def space(id: str, language: str = "en") -> Space:
    """Return a space of the base game with The City."""
    return book_of(begin_game("revised4", 2, seed=1, packs=["city"]).table, language).spaces[id]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("id", "rows"), [("city", 6), ("crags", 4), ("council_hall", 6), ("temple", 10)])
def test_a_table_is_told_row_by_row_as_the_text_has_it(id: str, rows: int, language: str) -> None:
    found = space(id, language)
    (table,) = found.tables
    assert table.said in found.text and len(table.chances) == rows
    rolls = [roll for chance in table.chances for roll in chance.rolls]
    assert rolls == list(range(rolls[0], rolls[-1] + 1))


def test_likelihoods_are_told_only_where_nothing_is_added() -> None:
    assert sum(chance.likelihood for chance in space("crags").tables[0].chances) == pytest.approx(1)
    assert not any(chance.likelihood for chance in space("council_hall").tables[0].chances)
    assert space("mines").tables == (), "Craft is taken off, so that no die says by itself what follows"


def test_the_way_to_where_one_may_stake_gold_shows_the_table() -> None:
    text = """
title: Somebody is about to come to the Council Hall
game: {preset: revised4, packs: [city]}
players:
  - {seat: ann, character: thief, at: royal_lane, fate: 0}
  - {seat: ben, character: monk, at: chapel}
dice: [1]
answers: [roll]
"""
    game = build(read_scenario(text))
    game.run()
    game.answer("roll")
    ask = view_of(game, 0).ask
    assert ask is not None
    hall = next(option for option in ask.options if option.key == "to:council_hall")
    assert [chance.rolls for chance in hall.chances] == [(1,), (2,), (3,), (4,), (5,), (6,)]
