"""What a preset of the wargame brings: chits, abilities and marks."""

from __future__ import annotations

from functools import cache

from pages import content
from pages.content import Contents, Entry, Section
from stormriver.wargame.loader import load_table
from stormriver.wargame.model.definitions import Ability, Chit
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.text.spoken import card_text

SEATS = ("ann", "ben")
SORTS = {
    "tiles": "Tiles",
    "good_units": "Good units",
    "evil_units": "Evil units",
    "neutral_units": "Neutral units",
    "items": "Items",
    "spells": "Spells",
}
"""The sorts of chits, by what the names of their cups end in."""


@cache
def table(preset: str) -> WargameTable:
    """Return the table of a preset with its own options."""
    return load_table(preset, SEATS)


def contents(preset: str) -> Contents:
    """Return what a preset brings."""
    whole = table(preset)
    chits = {sort: [chit for chit in whole.definitions if chit.deck.endswith(sort)] for sort in SORTS}
    return Contents(
        {sort: (SORTS[sort], sum(chit.copies for chit in found)) for sort, found in chits.items()},
        [
            *(_section(whole, SORTS[sort], sort.rpartition("_")[2], found) for sort, found in chits.items()),
            _section(whole, "Abilities", "abilities", list(whole.abilities.values())),
            Section("Marks", [Entry(m.id, m.name, True, _links(whole, m.id)) for m in whole.marks]),
        ],
    )


def _section(whole: WargameTable, title: str, folder: str, things: list[Chit] | list[Ability]) -> Section:
    """Return a section of things that are to have a scenario each, in the folder of their sort.

    Only those are looked at: a tile and an ability may have the same id.
    """
    entries = [
        Entry(
            thing.id,
            thing.name,
            bool(card_text(whole, thing)),
            _links(whole, thing.id, f"wargame/{folder}/"),
            thing.copies if isinstance(thing, Chit) else None,
        )
        for thing in things
    ]
    return Section(title, entries, frozenset(entry.id for entry in entries))


def _links(whole: WargameTable, name: str, folder: str = "") -> list[str]:
    return content.scenarios(whole.ruleset.preset, name, home=folder)
