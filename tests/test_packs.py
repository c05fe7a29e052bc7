"""What a pack may bring beside its cards: kinds, decks, options, gates, and other packs."""

from __future__ import annotations

from pathlib import Path

import pytest

import stormriver
from stormriver.adventure.table import AdventureTable
from stormriver.kernel.errors import StormriverError

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
