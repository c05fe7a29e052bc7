"""Whatever is to be paid in gold, who can make gold may make it first (ruling.69), whichever card asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.game import Game, Script
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build

PACK = """
deck: adventure
cards:
  - {id: lamp_bearer, name: Lamp Bearer, kind: follower, act: {at: moved, cost: {gold: 2}, do: {gain: {fate: 1}}}}
"""

POSITION = """
title: A price and little gold
game: {preset: revised4, packs: [%s]}
players:
  - {seat: ann, character: thief, at: city, fate: 0, gold: %d, cards: [lamp_bearer, %s]}
  - {seat: ben, character: elf, at: castle}
turn: ann
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of a pack with a Follower who is paid at a moment of his own."""
    (tmp_path / "cards.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


def arrived(pack: str, gold: int, cards: str = "alchemist, ring, holy_grail") -> Game:
    """Return a game in which ann has just moved, with so much gold."""
    game = build(read_scenario(POSITION % (pack, gold, cards)))
    game.script = Script(dice=[1])
    game.run()
    game.answer("roll")
    game.answer("to:fields_4")
    return game


def keys(game: Game) -> list[str]:
    assert game.ask is not None
    return game.ask.keys


def test_gold_for_the_price_of_an_act_may_be_made_when_it_is_to_be_paid(pack: str) -> None:
    game = arrived(pack, gold=0)
    assert keys(game) == ["pass", "use:alchemist"]
    for key in ("use:alchemist", "sell:ring", "sell:holy_grail"):
        game.answer(key)
    assert keys(game) == ["pass", "use:lamp_bearer"]
    game.answer("use:lamp_bearer")
    assert (game.view(0).me.gold, game.view(0).me.fate) == (0, 1)


def test_gold_is_not_made_where_nothing_more_is_to_be_paid(pack: str) -> None:
    assert keys(arrived(pack, gold=2)) == ["pass", "use:lamp_bearer"]


def test_who_makes_no_gold_is_not_asked_for_what_he_cannot_pay(pack: str) -> None:
    assert (arrived(pack, gold=0, cards="ring").ask or pytest.fail("the game is over")).kind == "encounter"
