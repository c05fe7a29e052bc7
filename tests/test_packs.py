"""What a pack may bring beside its cards: kinds, decks, options, gates, and other packs."""

from __future__ import annotations

from pathlib import Path

import pytest

import stormriver
from stormriver.adventure.table import AdventureTable
from stormriver.kernel.errors import StormriverError
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import run

MILL = """
name: The mill
for: [revised4]
kinds:
  - {id: miller, name: Miller, order: 4, is: [visited]}
decks:
  - {id: millers, name: Miller deck}
options:
  grinding: {default: false, text: "Whether the mill grinds.", rule: encounter.choice}
"""
BOARD = """
regions:
  - {id: mill, name: Mill}
spaces:
  - {id: mill_yard, name: Mill Yard, region: mill, at: [0, 0], next: [mill_yard]}
gates:
  - {from: tavern, to: mill_yard, pass: enter}
"""
CARDS = """
deck: millers
cards:
  - {id: old_miller, name: Old Miller, kind: miller, meet: {gain: {gold: 1}}}
"""


def pack(folder: Path, **files: str) -> str:
    """Write a pack and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return str(folder)


def table(*packs: str, preset: str = "revised4", **options: object) -> AdventureTable:
    """Return the table of a preset with packs."""
    found = stormriver.table_for(preset, 2, options, packs)
    assert isinstance(found, AdventureTable)
    return found


def test_a_pack_brings_kinds_decks_options_and_gates(tmp_path: Path) -> None:
    """All of them are there as if the preset had named them."""
    found = table(pack(tmp_path / "mill", pack=MILL, board=BOARD, cards=CARDS), grinding=True)
    assert "miller" in found.kinds
    assert "millers" in [deck.id for deck in found.decks]
    assert found.options["grinding"] is True
    tavern = next(space for space in found.spaces if space.id == "tavern")
    assert [gate.to for gate in tavern.gates] == ["mill_yard"]
    assert not any(space.gates for space in table().spaces if space.id == "tavern")


def test_a_pack_for_a_preset_serves_those_that_extend_it(tmp_path: Path) -> None:
    """What is for Revised 4th Edition can be added to the reference manual's variant."""
    assert "miller" in table(pack(tmp_path / "mill", pack=MILL, cards=CARDS), preset="reference").kinds


def test_companions_come_along_once_and_first(tmp_path: Path) -> None:
    """A pack that needs another brings it."""
    mill = pack(tmp_path / "mill", pack=MILL, board=BOARD, cards=CARDS)
    brook = pack(
        tmp_path / "brook",
        pack=f"name: The brook\nwith: ['{mill}']",
        gates="gates:\n  - {from: mill_yard, to: city, pass: enter}",
    )
    yard = next(space for space in table(brook, mill).spaces if space.id == "mill_yard")
    assert [gate.to for gate in yard.gates] == ["city"]


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"pack": "name: X\nfor: [wargame]", "cards": CARDS}, "The pack mill is for wargame, not for revised4."),
        ({"pack": MILL + "numbers: {strength: {default: 1, text: x}}"}, "'strength' is there already"),
        ({"pack": MILL.replace("grinding", "trophy_points")}, "the preset has an option 'trophy_points' already"),
        ({"pack": "name: X\nspells: 3"}, "unknown key 'spells'"),
        ({"pack": MILL, "board": BOARD.replace("from: tavern, ", "")}, "give `from:`"),
        ({"pack": MILL, "board": BOARD.replace("from: tavern", "from: tavren")}, "did you mean 'tavern'"),
        ({"pack": MILL, "board": BOARD.replace("to: mill_yard", "to: mill_yrad")}, "did you mean 'mill_yard'"),
    ],
)
def test_what_is_wrong_in_a_pack_is_said_with_its_place(files: dict[str, str], sentence: str, tmp_path: Path) -> None:
    """One sentence."""
    with pytest.raises(StormriverError, match=sentence):
        table(pack(tmp_path / "mill", **{"cards": CARDS, **files}))


TOWER = """
regions:
  - {id: tower, name: Tower, deck: purchase}
spaces:
  - {id: hall, name: Hall, region: tower, at: [0, 0], draw: 1, next: [stair], gates: [{to: cellar, last: true}]}
  - {id: stair, name: Stair, region: tower, at: [0, 1], next: [hall]}
  - {id: cellar, name: Cellar, region: tower, at: [1, 0], next: [hall], visit: {confine: dungeon}}
  - id: dungeon
    name: Dungeon
    region: tower
    at: [1, 1]
    next: [hall]
    meetings: false
    stay: {roll: {1-5: nothing, 6: {teleport: stair, released: true}}}
    forbid: {leave: dungeon, enter: dungeon}
"""


def played(
    folder: Path, at: str, answers: str, expect: str, dice: str = "[]", spells: str = "[]", decks: str = "{}"
) -> None:
    """Run a scenario in the tower."""
    path = pack(folder / "tower", pack="name: Tower", board=TOWER)
    text = f"""
title: In the tower
game: {{preset: revised4, packs: ['{path}']}}
players:
  - {{seat: ann, character: wizard, at: {at}, spells: {spells}}}
  - {{seat: ben, character: dwarf, at: chapel}}
dice: {dice}
decks: {decks}
answers: {answers}
expect: {expect}
"""
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message


def test_a_move_ends_behind_a_last_gate_and_a_region_has_its_deck(tmp_path: Path) -> None:
    """What is left of the move is lost there; a card is drawn from the deck of the Region."""
    played(tmp_path, "stair", "[roll, {ask: move, key: 'to:cellar'}]", "{ann: {at: dungeon}, next: {seat: ben}}", "[5]")
    played(tmp_path, "stair", "[roll, 'to:hall', done]", "{space.hall: [axe]}", "[1]", "[]", "{purchase: [axe]}")


def test_a_move_does_not_come_back_through_the_gate_it_began_behind(tmp_path: Path) -> None:
    """From the cellar one comes to the hall, and not into the cellar again."""
    played(
        tmp_path, "cellar", "[roll, {ask: move, key: 'to:stair', refused: ['to:cellar']}]", "{ann: {at: stair}}", "[2]"
    )


def test_who_is_held_rolls_instead_of_moving(tmp_path: Path) -> None:
    """He stays until the table frees him, and then encounters where he comes to; no Spell carries him off."""
    played(tmp_path, "dungeon", "[]", "{ann: {at: dungeon}, next: {seat: ben}}", "[3]")
    played(tmp_path, "dungeon", "[]", "{ann: {at: stair}, next: {seat: ann, ask: encounter}}", "[6]")
    played(
        tmp_path, "dungeon", "[{refused: ['cast:teleport'], key: pass}]", "{ann: {at: dungeon}}", "[2]", "[teleport]"
    )
