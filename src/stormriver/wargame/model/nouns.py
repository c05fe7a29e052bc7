"""The English names of units, chits, tiles and squares: `the Knight`, `a Magic User`, `D4`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stormriver.language.clauses import Clause, Name, Noun, Part, Text, do, doing, listed, phrase
from stormriver.language.grammar import Fixed, Value

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

CUPS = {
    "good_units": "the Good units", "evil_units": "the Evil units", "neutral_units": "the Neutral units",
    "good_tiles": "the Good tiles", "evil_tiles": "the Evil tiles", "neutral_tiles": "the Neutral tiles",
    "items": "the items", "spells": "the spells",
}  # fmt: skip
"""The noun for what lies in each cup."""


class ChitName:
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


def chit(table: WargameTable, card: int) -> ChitName:
    """Return the name of a chit with its definite article, which spells and `Solomon's Crown` do without."""
    known = table.cards[card]
    name = known.name if known.group == "spell" or "'s " in known.name else f"the {known.name}"
    return ChitName(name, known.plural)


def square(table: WargameTable, number: int) -> str:
    """Return the name of a square: `D4`."""
    return str(table.spaces[number].name)


IT = phrase("it")
"""The unit that a text is about."""
SORTS = ("good", "evil", "neutral", "demonic", "fey", "holy", "undead", "character", "fighter", "magic_user", "monster",
         "spirit", "were")  # fmt: skip
"""The sides, types and classes of units that the rules themselves mention."""


def nature(sort: str) -> Part:
    """Return what a unit is, by its side, type or class: `good`, `a Character`."""
    return phrase(f"being_{sort}") if sort in SORTS else Text(sort)


def being(table: WargameTable, things: Iterable[str]) -> Clause:
    """Return a statement about a unit that is or has one of some sides, types, classes and abilities."""
    names = sorted(things)
    does = [do("be", what=nature(name)) for name in names if name not in table.abilities]
    does += [do("have", what=ability(table, name)) for name in names if name in table.abilities]
    return doing(does, IT, "or")


def friends(things: Iterable[str]) -> Part:
    """Return friendly units of these sorts: `friendly good units`."""
    return listed([Noun(f"friend_{thing}", several=True) for thing in sorted(things)])


def opponents(things: Iterable[str]) -> Part:
    """Return one unit of any of these sorts: `a Spirit or an Undead unit`."""
    return listed([Noun(f"one_{thing}", "a") for thing in sorted(things)])


def ability(table: WargameTable, name: str) -> Part:
    """Return the name of an ability."""
    return Name("ability", name, table.abilities[name].name)


def mark_name(table: WargameTable, kind: str) -> Name:
    """Return the name of a kind of mark."""
    return Name("mark", kind, next(mark.name for mark in table.marks if mark.id == kind))


def amount(value: Value) -> int | Part:
    """Return how many, of a value."""
    return value.fixed if isinstance(value, Fixed) else value.clause()


def tile(table: WargameTable, kind: str) -> str:
    """Return the name of tiles of a kind."""
    return next(
        (str(known.name) for known in table.definitions if kind in (known.id, getattr(known, "kind", ""))), kind
    )


def places(table: WargameTable, kinds: Iterable[str]) -> Part:
    """Return one space of any of these kinds: `a Forest or Woods space`."""
    return phrase("space_of", kinds=listed([Name("tile", kind, tile(table, kind)) for kind in sorted(kinds)]))
