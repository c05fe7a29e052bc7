"""All that is asked in the scenarios, each played once: it is of the families that scenarios know, and can be shown."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from stormriver.kernel.ask import Ask
from stormriver.kernel.game import Game
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.families import verb
from stormriver.scenario.files import read
from stormriver.scenario.run import Run
from support.scenario_files import FOLDER, scenario_files

SHOWN = ("city", "wargame")
"""The folders of the scenarios whose asks are shown as well, which takes longer than to play them."""

RARE = {
    "adventure": {
        ("bonus", "strength"), ("bonus", "craft"), ("discard", "done"), ("stake", "use"),
        ("pick_space", "to"), ("remove", "discard"),  # only packs ask so, see tests/packs
    },
    "wargame": {("choose", "choose"), ("may", "yes"), ("may", "no")},  # only packs ask so, see test_packs.py
}  # fmt: skip
"""What no scenario shows: the choice before the first turn, and what hardly ever comes up."""


def demand_shown(game: Game, ask: Ask) -> None:
    """Demand that whoever is asked is shown the ask, with a text for each option."""
    view = presentation_of(game.table).view_of(game, ask.seat)
    assert view.ask is not None and all(option.text for option in view.ask.options), ask


@pytest.mark.long
def test_families_hold_what_asks_offer_and_no_more_and_every_ask_can_be_shown() -> None:
    """A family that is too small refuses good scenarios, one that is too large lets them prove nothing."""
    declared: dict[str, set[tuple[str, str]]] = defaultdict(set)
    seen: dict[str, set[tuple[str, str]]] = defaultdict(set)
    shown: set[Path] = set()

    def look(game: Game, ask: Ask, key: str = "", given: bool = False) -> None:
        seen[game.table.rulebook.name] |= {(ask.kind, verb(key)) for key in ask.keys}
        if place in SHOWN:
            demand_shown(game, ask)
            shown.add(file.parent)

    for name, file in scenario_files().items():
        place = name.partition("/")[0]
        played = Run(read(file), look)
        found = played.scenario.names.families
        declared[played.game.table.rulebook.name] |= {
            (kind, word) for kind, family in found.items() for word in (*family.answers, *family.free)
        }
        assert played.outcome().fault is None, file
        if played.game.ask is not None:
            look(played.game, played.game.ask)
    for rulebook, offered in seen.items():
        assert offered <= declared[rulebook]
        unseen = declared[rulebook] - offered - RARE[rulebook]
        assert {(kind, word) for kind, word in unseen if not word.startswith("experience_")} == set()
    assert shown == {folder for name in SHOWN for folder in (FOLDER / name).iterdir()}
