"""What is odd about a map is told with its place, and the maps of the games have nothing odd."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stormriver.adventure.checks.maps import odd_places
from stormriver.api import table_for
from stormriver.language.ruleset import packs_for, presets

BOARD = """
regions:
  - {id: isle, name: Isle, map: isle}
  - {id: cave, name: Cave, map: isle}
spaces:
  - {id: bay, name: Bay, region: isle, at: [0, 0], next: [cliff]}
  - {id: cliff, name: Cliff, region: isle, at: [0, 1], next: [bay]}
  - {id: reef, name: Reef, region: isle, at: [0, 1], next: [bay]}
  - {id: grotto, name: Grotto, region: cave, at: [1, 1], next: [grotto]}
gates:
  - {from: tavern, to: bay}
  - {from: bay, to: grotto}
  - {from: cliff, to: tavern}
"""


def odd(board: str, folder: Path) -> list[str]:
    """Return what is told of a board that a pack adds to the Revised 4th Edition."""
    pack = folder / "isle"
    pack.mkdir()
    (pack / "pack.yaml").write_text("language: 2\nname: Isle\n", encoding="utf-8")
    (pack / "board.yaml").write_text(board, encoding="utf-8")
    table: Any = table_for("revised4", 2, packs=[str(pack)])
    return list(map(str, odd_places(table)))


def test_what_nobody_reaches_or_leaves_or_sees_is_told_with_its_place(tmp_path: Path) -> None:
    assert odd(BOARD, tmp_path) == [
        "isle/board.yaml, line 8, at spaces[2]: nobody can get to 'reef': no road, gate or card leads there",
        "isle/board.yaml, line 4, at regions[1]: nobody can leave the Region 'cave': no road or gate leads out of it",
        "isle/board.yaml, line 8, at spaces[2]: 'reef' lies where 'cliff' lies: at row 0, column 1",
    ]


@pytest.mark.slow
def test_a_word_on_a_card_is_a_way_too(tmp_path: Path) -> None:
    cards = "deck: adventure\ncards:\n  - {id: wave, name: Wave, kind: event, meet: {teleport: reef}}\n"
    cards += BOARD.replace("at: [0, 1], next: [bay]}\n  - {id: grotto", "at: [0, 2], next: [bay]}\n  - {id: grotto")
    assert [one for one in odd(cards, tmp_path) if "reef" in one] == []


@pytest.mark.slow
def test_our_maps_have_nothing_odd() -> None:
    for preset in presets("adventure"):
        table: Any = table_for(preset, 2, packs=list(packs_for(preset)))
        assert odd_places(table) == []
