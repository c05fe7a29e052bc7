"""The English names of units, chits, tiles and squares: `the Knight`, `a Magic User`, `D4`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stormriver.language.english import an, listed

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

NATURES = {
    "good": "good", "evil": "evil", "neutral": "neutral", "demonic": "Demonic", "fey": "Fey", "holy": "Holy",
    "undead": "Undead", "character": "a Character", "fighter": "a Fighter", "magic_user": "a Magic User",
    "monster": "a Monster", "spirit": "a Spirit", "were": "a Were creature",
}  # fmt: skip
"""Nouns for the sides, types and classes of units that the rules themselves mention."""

CUPS = {
    "good_units": "the Good units", "evil_units": "the Evil units", "neutral_units": "the Neutral units",
    "good_tiles": "the Good tiles", "evil_tiles": "the Evil tiles", "neutral_tiles": "the Neutral tiles",
    "items": "the items", "spells": "the spells",
}  # fmt: skip
"""The noun for what lies in each cup."""


class Noun:
    """The name of a chit, which knows how verbs end behind it: `f"{noun} attack{noun.s}"`."""

    def __init__(self, name: str, plural: bool = False) -> None:
        self.name = name
        self.plural = plural

    def __str__(self) -> str:
        return self.name

    @property
    def s(self) -> str:
        """The ending of most verbs."""
        return "" if self.plural else "s"

    @property
    def es(self) -> str:
        """The ending of `do` and `go`."""
        return "" if self.plural else "es"

    @property
    def is_(self) -> str:
        """The form of `be`."""
        return "are" if self.plural else "is"

    @property
    def has(self) -> str:
        """The form of `have`."""
        return "have" if self.plural else "has"


def chit(table: WargameTable, card: int) -> Noun:
    """Return the name of a chit with its definite article, which spells and `Solomon's Crown` do without."""
    known = table.cards[card]
    name = known.name if known.group == "spell" or "'s " in known.name else f"the {known.name}"
    return Noun(name, known.plural)


def square(table: WargameTable, number: int) -> str:
    """Return the name of a square: `D4`."""
    return str(table.spaces[number].name)


def being(table: WargameTable, things: Iterable[str], but: bool = False) -> str:
    """Return a predicate for a unit that is or has one of `things`: `is good or a Spirit`, `has Fly`, `is not evil`.

    Args:
        table: the table.
        things: sides, types, classes and abilities.
        but: whether the predicate is negated.
    """
    names = sorted(things)
    had = [table.abilities[name].name for name in names if name in table.abilities]
    been = [NATURES.get(name, name) for name in names if name not in table.abilities]
    said = [f"is {'not ' * but}{listed(been)}"] * bool(been)
    said += [f"{'does not have' if but else 'has'} {listed(had)}"] * bool(had)
    return listed(said, "and" if but else "or")


def friends(things: Iterable[str]) -> str:
    """Return friendly units of these sorts: `friendly good units`."""
    return f"friendly {listed([NATURES.get(thing, thing) for thing in sorted(things)])} units"


def opponents(things: Iterable[str]) -> str:
    """Return one unit of any of these sorts: `a Spirit or an Undead unit`."""
    said = [NATURES.get(thing, thing) for thing in sorted(things)]
    return listed([name if name.startswith("a ") else an(f"{name} unit") for name in said])


def tile(table: WargameTable, kind: str) -> str:
    """Return the name of tiles of a kind."""
    return next(
        (str(known.name) for known in table.definitions if kind in (known.id, getattr(known, "kind", ""))), kind
    )


def places(table: WargameTable, kinds: Iterable[str]) -> str:
    """Return one space of any of these kinds: `a Forest or Woods space`."""
    return f"{an(listed(sorted(tile(table, kind) for kind in kinds)))} space"


def ability_names(table: WargameTable, names: Iterable[str]) -> str:
    """Return the names of abilities as a list in words: `Fly and Fast`."""
    return listed([table.abilities[name].name for name in names], "and")
