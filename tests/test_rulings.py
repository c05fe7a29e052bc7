"""Every ruling and every rule of the wargame has a scenario, or says why it can have none; some are proved here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stormriver.api import table_for
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.language.source import read_file
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.layers import CONTENT
from support.tables import table_of

SCENARIOS = Path(__file__).parent / "scenarios"
RULINGS = sorted(CONTENT.glob("*/rulings.yaml"))


def fault(entry: dict[str, Any]) -> str:
    """Return what is wrong with how a rule or ruling is fixed; nothing if it is well.

    Args:
        entry: its keys; a ruling names its `scenario`, of a rule it is one that cites it.
    """
    scenario, reason = entry.get("scenario"), entry.get("without")
    if (scenario is None) == (reason is None):
        return "it has a scenario, or says under `without` why it can have none"
    if scenario is None:
        return "" if len(str(reason)) > 20 else "that is no reason"
    file = SCENARIOS / f"{scenario}.yaml"
    if not file.is_file():
        return f"there is no scenario {scenario}"
    return "" if entry["id"] in cites(file) else f"the scenario {scenario} does not cite it"


def cites(file: Path) -> list[str]:
    """Return what a scenario cites."""
    keys = read_file(file).mapping()
    return [cite.text() for cite in keys["cite"].many()] if "cite" in keys else []


def entries(file: Path) -> list[dict[str, Any]]:
    """Return the rules or rulings of a file, as its name says."""
    listed = read_file(file).mapping()[file.stem].items()
    return [{key: node.text() for key, node in entry.mapping().items()} for entry in listed]


@pytest.mark.parametrize("file", RULINGS, ids=lambda file: str(file.parent.name))
def test_every_ruling_is_fixed_by_a_scenario(file: Path) -> None:
    rulings = entries(file)
    assert rulings
    assert {ruling["id"]: fault(ruling) for ruling in rulings if fault(ruling)} == {}


@pytest.mark.slow
def test_every_rule_of_the_wargame_is_proved_by_a_scenario() -> None:
    """Other rulebooks have rules of the same ids, so only its own scenarios count."""
    files = sorted((SCENARIOS / "wargame").rglob("*.yaml"))
    proved = {rule: str(file.relative_to(SCENARIOS).with_suffix("")) for file in files for rule in cites(file)}
    rules = [{"scenario": proved.get(rule["id"]), **rule} for rule in entries(CONTENT / "wargame" / "rules.yaml")]
    assert rules
    assert {rule["id"]: fault(rule) for rule in rules if fault(rule)} == {}


@pytest.mark.parametrize(
    "fixed",
    [
        {},
        {"scenario": None},
        {"scenario": "rulings/nowhere"},
        {"scenario": "rulings/fifth_toad"},  # of another ruling
        {"without": "It cannot."},
        {"scenario": "rulings/fifth_toad", "without": "Nobody would ever see a difference."},
    ],
)
def test_a_ruling_that_nothing_fixes_is_found(fixed: dict[str, Any]) -> None:
    assert fault({"id": "ruling.0", **fixed})


# what a scenario cannot say


POSITION = """
title: A deck that runs out
game: {preset: revised4}
players:
  - {seat: ann, character: wizard, at: city, fate: 0, spells: []}
  - {seat: ben, character: elf, at: castle}
turn: ann
dice: [1]
"""
RULEBOOKS = ("revised4", "third")


def position(die: int, preset: str = "revised4") -> Game:
    text = POSITION if preset == "revised4" else POSITION.replace("revised4", preset).replace("fate: 0, ", "")
    game = build(read_scenario(text))
    game.script = Script(dice=[die, *[1] * 9], orders=None)
    return game


def emptied(game: Game, name: str, pile: str, left: int = 0) -> int:
    """Move the cards of a deck to another zone but for the top ones that are left; return how many are moved."""
    table = table_of(game)
    zones = {zone.name: number for number, zone in enumerate(table.zones)}
    deck = game.state.zones[zones[f"deck.{name}"]]
    cards = deck[: len(deck) - left]
    for card in cards:
        game.move_card(card, zones[pile])
    return len(cards)


@pytest.mark.parametrize("preset", RULEBOOKS)
def test_an_empty_adventure_deck_is_made_of_the_discard_pile(preset: str) -> None:
    """ruling.6, third.80"""
    game = position(1, preset)
    count = emptied(game, "adventure", "discard.adventure")
    _land(game)
    decks = game.view(0).decks()
    lying = len(game.view(0).on_space("fields_4"))
    assert decks["deck.adventure"] >= count - 2
    assert lying <= 1


@pytest.mark.parametrize("preset", RULEBOOKS)
def test_with_no_card_in_deck_and_discard_pile_none_is_drawn(preset: str) -> None:
    """ruling.6, third.80"""
    game = position(1, preset)
    emptied(game, "adventure", "box")
    _land(game)
    assert game.view(0).decks()["deck.adventure"] == 0
    assert game.view(0).on_space("fields_4") == []
    assert game.ask is not None
    assert game.ask.seat == 1


@pytest.mark.parametrize(("left", "held"), [(0, ["hex"]), (1, ["hex", "healing"])])
def test_a_spell_is_gained_only_if_not_all_are_in_play(left: int, held: list[str]) -> None:
    """ruling.7"""
    ann = "at: hills_1, alignment: good"
    spells = "decks: {spells: [healing]}\nturn: ann"
    text = POSITION.replace("at: city", ann).replace("spells: []", "spells: [hex]").replace("turn: ann", spells)
    game = build(read_scenario(text))
    game.script = Script(dice=[1, 6])  # to the Chapel, and a prayer of 6 for a Spell
    emptied(game, "spells", "box", left)
    _land(game, "to:chapel", "choose:pray")
    assert game.view(0).me.spells == held


@pytest.mark.parametrize(("preset", "offered"), [("third", 10), ("revised4", 0)])
def test_when_all_characters_are_used_up_the_dead_are_shuffled_in_again(preset: str, offered: int) -> None:
    """third.79; in the other rulebook nobody is left to play (ruling.8)."""
    text = POSITION.replace("revised4", preset).replace(
        "character: wizard, at: city, fate: 0, spells: []", "character: none"
    )
    game = build(read_scenario(text))
    table = table_of(game)
    emptied(game, "characters", "box")
    game.run()
    dead = [card for card in game.state.zones[table.box] if table.backs[card] == table.character_deck]
    pile = game.state.zones[table.deck_zone[table.character_deck]]
    assert len(pile) + len(game.state.zones[table.choice]) == offered
    assert bool(dead) == (offered == 0)


def _land(game: Game, *keys: str) -> None:
    """Play the turn of the first seat."""
    game.run()
    wanted = list(keys or ["to:fields_4"])
    while game.ask is not None and game.state.active == 0:
        offered = game.ask.keys
        game.answer(wanted.pop(0) if wanted and wanted[0] in offered else "pass" if "pass" in offered else offered[0])


def test_the_tiles_of_the_wargame_fill_its_map() -> None:
    """wargame.1"""
    table = table_for("wargame", 2)
    tiles = [card for card in table.cards if card.group == "tile"]
    assert len(tiles) == len(table.spaces)
    for side in ("good", "evil", "neutral"):
        assert sum(tile.side == side for tile in tiles) == sum(space.side == side for space in table.spaces)
    assert sum(tile.id == "plains" for tile in tiles) == 7
