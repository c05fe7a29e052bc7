"""The examples on our own cards: every one runs as a test, and is told in short where a card is shown."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from stormriver.adventure.model.table import AdventureTable
from stormriver.api import table_for
from stormriver.language.source import Node
from stormriver.scenario.explanation import in_short, joined
from stormriver.scenario.files import read_node, read_scenario
from stormriver.scenario.run import run
from support.layers import CONTENT

LONGEST = 600
"""An example is short: written on one line it has no more letters than this."""
FILES = sorted(
    file for name in ("revised4", "city", "city_characters", "city_endings") for file in (CONTENT / name).glob("*.yaml")
)

DRAGON = """
title: The Dragon takes a life
game: {preset: revised4}
players: [{seat: ann, character: thief, at: city, fate: 0}, {seat: ben, character: elf}]
spaces: {fields_4: [dragon]}
dice: [1, 1, 1]
answers: ["to:fields_4"]
"""


@cache
def table(*packs: str) -> AdventureTable:
    """Return the table of the Revised 4th Edition with packs."""
    found = table_for("revised4", 2, {}, packs)
    assert isinstance(found, AdventureTable)
    return found


def examples() -> list[tuple[str, Node]]:
    """Return the examples of all our cards, with the card each stands on."""
    return [(card.id, node) for card in table("city").definitions for node in card.examples]


@pytest.mark.slow
def test_what_an_example_says_holds() -> None:
    assert examples()
    for card, node in examples():
        outcome = run(read_node(node))
        if outcome.fault is not None:
            raise AssertionError(outcome.message) from outcome.fault
        assert outcome.passed, f"{card}, line {node.line}: {outcome.message}"


def test_an_example_is_about_its_card() -> None:
    for card, node in examples():
        assert card in str({key: entry.plain() for key, entry in node.mapping().items() if key != "title"})


def test_every_file_of_cards_has_examples() -> None:
    for file in FILES:
        if "\ndeck: " in file.read_text(encoding="utf-8"):
            assert sum(str(file).endswith(node.file) for _, node in examples()) >= 2, file


def test_an_example_is_short() -> None:
    assert not [card for card, node in examples() if len(str(node.plain())) > LONGEST]


def test_an_example_that_is_wrong_fails() -> None:
    assert run(read_scenario(DRAGON + "expect: {ann: {lives: 3}}")).passed
    assert not run(read_scenario(DRAGON + "expect: {ann: {lives: 4}}")).passed


PACK = """
deck: adventure
cards:
  - {id: club, name: Club, kind: object, modify: {battle: 1}, examples: [{title: First}]}
  - {id: mace, like: club, name: Mace}
  - {id: club, like: club, deck: purchase, examples: [{title: Second}]}
"""


def test_a_card_has_the_examples_of_all_its_decks_and_none_of_a_card_it_is_like(tmp_path: Path) -> None:
    (tmp_path / "clubs.yaml").write_text(PACK, encoding="utf-8")
    found = {card.id: card.examples for card in table(str(tmp_path)).definitions}
    assert [node.mapping()["title"].text() for node in found["club"]] == ["First", "Second"]
    assert found["mace"] == ()


# in short


def test_in_short_a_turn_is_told_with_those_who_take_part() -> None:
    assert in_short(read_scenario(DRAGON)) == (
        "The Dragon takes a life. Ann plays the Thief. Ann rolls 1, moves to Fields 4, meets the Dragon, fights and "
        "rolls 1. The other side rolls 1. Ann has 4 in all, the other side 8. Ann loses the fight and loses 1 life."
    )


def test_in_short_all_but_the_title_is_told_in_the_language_of_the_reader() -> None:
    assert in_short(read_scenario(DRAGON), "de") == (
        "The Dragon takes a life. Ann spielt den Dieb. Ann würfelt 1, geht zu Acker 4, trifft auf den Drachen, kämpft "
        "und würfelt 1. Die andere Seite würfelt 1. Ann hat insgesamt 4, die andere Seite 8. Ann verliert den Kampf "
        "und verliert 1 Leben."
    )


def test_in_short_nothing_is_told_of_later_turns() -> None:
    told = in_short(
        read_scenario(DRAGON.replace("{seat: ben, character: elf}", "{seat: ben, character: elf, missed_turns: 1}"))
    )
    assert "misses" not in told


def test_sentences_about_the_same_seat_are_joined() -> None:
    told = ["Ann rolls 1.", "Ann has 4 in all, the other side 2.", "Ann fights.", "Ann gains 1 life.", "Ben rolls 2."]
    assert joined(told, ["Ann", "Ben"]) == [
        "Ann rolls 1.",
        "Ann has 4 in all, the other side 2.",
        "Ann fights and gains 1 life.",
        "Ben rolls 2.",
    ]
