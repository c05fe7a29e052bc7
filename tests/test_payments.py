"""Whatever is to be paid in gold, who can make gold may make it first (ruling.69), whichever card asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.presentation.adventure.asking import ask_of
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
    """Return the folder of a pack with a Follower who is paid at a moment of their own."""
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


def test_who_makes_no_gold_is_not_asked_for_what_they_cannot_pay(pack: str) -> None:
    assert (arrived(pack, gold=0, cards="ring").ask or pytest.fail("the game is over")).kind == "encounter"


SHOPPING = """
title: Wares and prices
game: {preset: revised4, packs: [city]}
players:
  - {seat: ann, character: thief, at: %s, fate: 0, lives: 2, gold: 6, cards: [%s]}
  - {seat: ben, character: elf, at: castle}
turn: ann
"""


def visiting(street: str, answers: list[str], cards: str = "crooked_scales") -> Game:
    """Return a game in which ann, by these answers where they are asked for, has gone from a street into the shop."""
    game = build(read_scenario(SHOPPING % (street, cards)))
    game.script = Script(dice=[1])
    game.run()
    for key in answers:
        if key in keys(game):
            game.answer(key)
    return game


def said(street: str, answers: list[str], cards: str = "crooked_scales") -> dict[str, str]:
    """Return what the options say that ann has then."""
    ask = visiting(street, answers, cards).ask
    assert ask is not None
    return {key: option.text for key, option in ask.options.items()}


def test_a_ware_tells_what_is_paid_and_its_price_where_they_differ() -> None:
    visit = ["roll", "to:armoury", "space", "visit"]
    wares = said("hammer_street", visit)
    assert wares["buy:greatsword"].startswith("Buy the Greatsword. You pay 2 gold; its price is 3. Add 2")
    assert wares["buy:stiletto"].startswith("Buy the Stiletto. Its price is 1 gold. Add 1")
    more = said("hammer_street", [*visit, "buy:stiletto"])
    assert more["buy:stiletto"].startswith("Buy the Stiletto. You pay nothing; its price is 1.")
    assert "Its price is 3 gold." in said("hammer_street", visit, "")["buy:greatsword"]


def test_the_top_card_of_a_deck_tells_what_is_paid() -> None:
    visit = ["roll", "to:menagerie", "space", "visit"]
    assert said("market_square", visit)["top:pets"].endswith("You pay 2 gold; its price is 3.")
    assert said("market_square", visit, "")["top:pets"].endswith("Its price is 3 gold.")


def test_what_is_bought_several_times_tells_what_is_paid_in_all() -> None:
    lives = said("sanctuary_square", ["roll", "to:high_temple", "space", "visit", "choose:healing"])
    assert lives["buy:1"] == "Pay 1 gold to heal 1 life."
    assert lives["buy:2"] == "Twice, pay 1 gold to heal 1 life. You pay 1 gold in all."


def test_a_stake_tells_what_it_costs() -> None:
    stakes = said("rogues_alley", ["roll", "to:gaming_house", "space", "visit"])
    assert (stakes["pay:1"], stakes["pay:3"]) == ("Pay 1 gold.", "Pay 3 gold. It costs you 2 gold.")


def test_prices_are_shown_as_they_are_paid() -> None:
    """A page and a terminal show the same as the option says."""
    game = visiting("hammer_street", ["roll", "to:armoury", "space", "visit"])
    shown = ask_of(game.view(0))
    assert shown is not None
    assert {option.key: option.detail for option in shown.options}["buy:battle_axe"].startswith("You pay 3 gold; its")
