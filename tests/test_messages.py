"""What words say of their own options, in the sentences made of it, and the effects that options begin with."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import pytest

from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.words.dice import RESULT
from stormriver.adventure.words.gold import BUY, PAY, SELL, Pay
from stormriver.adventure.words.objects import TAKE_GOLD
from stormriver.adventure.words.places import Visit
from stormriver.adventure.words.stock import BUY as BUY_CARD
from stormriver.adventure.words.stock import TOP
from stormriver.api import table_for
from stormriver.kernel.ask import NO, YES, Posed, verb_of
from stormriver.kernel.state import NONE
from stormriver.language.control import CHOOSE, Choose, May
from stormriver.language.grammar import NOTHING, Effect

W = TypeVar("W", bound=Effect)


@cache
def table() -> AdventureTable:
    found = table_for("revised4", 2, packs=["city"])
    assert isinstance(found, AdventureTable)
    return found


def word_at(address: str) -> Effect:
    """Return the effect that stands somewhere."""
    (found,) = [word for word in table().words if word.address == address]
    assert isinstance(found, Effect)
    return found


def described(kind: str, address: str, code: int, amount: int | None) -> str:
    """Return what is said of an option of the word that stands somewhere."""
    cause = table().first_word + word_at(address).number
    return table().describe(Posed(0, kind, [code], cause, NONE, {} if amount is None else {code: amount}), code)


SWORD = next(number for number, card in enumerate(table().cards) if card.id == "sword")
POTIONS = table().name("potions")
ADDS = "Add 1 to your Strength in battle."
HEALER = "Pay 1 gold to heal 1 life."


@pytest.mark.parametrize(
    ("kind", "address", "code", "amount", "text"),
    [
        ("shop", "village/visit.visit.blacksmith:shop", BUY_CARD + SWORD, None,
         f"Buy the Sword. Its price is 2 gold. {ADDS}"),
        ("shop", "village/visit.visit.blacksmith:shop", BUY_CARD + SWORD, 2,
         f"Buy the Sword. Its price is 2 gold. {ADDS}"),
        ("shop", "village/visit.visit.blacksmith:shop", BUY_CARD + SWORD, 1,
         f"Buy the Sword. You pay 1 gold; its price is 2. {ADDS}"),
        ("shop", "village/visit.visit.blacksmith:shop", BUY_CARD + SWORD, 0,
         f"Buy the Sword. You pay nothing; its price is 2. {ADDS}"),
        ("shop", "apothecary/visit:shop", TOP + POTIONS, 1,
         "Buy the top card of the Potion deck. Its price is 1 gold."),
        ("shop", "apothecary/visit:shop", TOP + POTIONS, 2,
         "Buy the top card of the Potion deck. You pay 2 gold; its price is 1."),
        ("shop", "apothecary/visit:shop", TOP + POTIONS, 0,
         "Buy the top card of the Potion deck. You pay nothing; its price is 1."),
        ("buy", "village/visit.visit.healer:pay", BUY, 0, "Buy nothing."),
        ("buy", "village/visit.visit.healer:pay", BUY + 1, None, HEALER),
        ("buy", "village/visit.visit.healer:pay", BUY + 1, 0, f"{HEALER} You pay nothing in all."),
        ("buy", "village/visit.visit.healer:pay", BUY + 3, 3, "3 times, pay 1 gold to heal 1 life."),
        ("buy", "village/visit.visit.healer:pay", BUY + 3, 1,
         "3 times, pay 1 gold to heal 1 life. You pay 1 gold in all."),
        ("stake", "corrupt_sheriff/meet:stake", PAY + 2, 2, "Pay 2 gold."),
        ("stake", "corrupt_sheriff/meet:stake", PAY + 2, 1, "Pay 2 gold. It costs you 1 gold."),
        ("sell", "merchants_guild/act[1].do:sell", SELL + SWORD, None, "Discard the Sword for 2 gold."),
        ("take_from", "thief/steal/act.do:take", TAKE_GOLD, None, "Take 1 gold."),
        ("may", "magic_stream/meet:may", YES, None, "Yes. Take 1 Strength counter from this card."),
        ("may", "magic_stream/meet:may", NO, None, "No."),
        ("choose", "black_knight/visit.then:choose", CHOOSE + table().name("life"), None, "Lose 1 life."),
        ("visit_one", "city/visit:visit", CHOOSE + table().name("doctor"), None,
         "The Doctor. You may pay 1 gold to heal 1 life, up to twice."),
        ("result", "tavern/visit:roll", RESULT + 1, None, "1. Miss 1 turn."),
    ],
)  # fmt: skip
def test_options_of_words_are_told(kind: str, address: str, code: int, amount: int | None, text: str) -> None:
    assert described(kind, address, code, amount) == text


def test_the_question_of_what_one_may_do_says_what_it_is() -> None:
    cause = table().first_word + word_at("magic_stream/meet:may").number
    asked = "Do you want this? Take 1 Strength counter from this card."
    assert table().question(Posed(0, "may", [YES, NO], cause, NONE)) == asked


def first(word: Effect, code: int) -> Effect:
    verb, _, argument = verb_of(code)
    return word.first_effect(verb, argument)


def at(cls: type[W], address: str) -> W:
    found = word_at(address)
    assert isinstance(found, cls)
    return found


def test_an_option_says_which_effect_it_begins_with() -> None:
    may, choose = at(May, "magic_stream/meet:may"), at(Choose, "black_knight/visit.then:choose")
    visit, pay = at(Visit, "city/visit:visit"), at(Pay, "village/visit.visit.healer:pay")
    life, alchemist = table().name("life"), table().name("alchemist")
    assert first(may, YES) is may.effect and first(may, NO) is NOTHING
    assert first(choose, CHOOSE + life) is choose.choices[life]
    assert first(visit, CHOOSE + alchemist) is visit.people[alchemist]
    assert first(pay, BUY + 1) is pay.for_
    assert first(pay, BUY) is first(pay, BUY + 2) is NOTHING  # nothing, and more than is done once
    assert first(word_at("tavern/visit:roll"), YES) is NOTHING  # what asks nothing of the kind
