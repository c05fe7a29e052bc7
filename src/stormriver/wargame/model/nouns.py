"""The names of seats, units, chits, tiles, squares and phases: `the Knight`, `a Magic User`, `D4`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from stormriver.kernel.state import NONE
from stormriver.language.clauses import Clause, Name, Noun, Part, Text, do, doing, listed, phrase, seat_name
from stormriver.language.grammar import Fixed, Value
from stormriver.wargame.model.definitions import Ability, Carrier, Chit, MarkKind

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable


def chit(table: WargameTable, card: int, determiner: str = "the") -> Name:
    """Return the name of a chit with its definite article, which spells do without."""
    known = table.cards[card]
    article = "" if known.group == "spell" else determiner
    return Name(known.group, known.id, known.name, determiner=article, plural=known.plural)


def named(thing: Carrier | MarkKind) -> Name:
    """Return the name of a chit, ability or kind of mark as such, without an article."""
    if isinstance(thing, Chit):
        return Name(thing.group, thing.id, thing.name, plural=thing.plural)
    return Name("ability" if isinstance(thing, Ability) else "mark", thing.id, thing.name)


def square(table: WargameTable, number: int) -> Part:
    """Return the name of a square: `D4`."""
    return Text(str(table.spaces[number].name))


def seat(table: WargameTable, number: int) -> Part:
    """Return the name of a seat."""
    return seat_name(table.seats[number]) if number != NONE else phrase("nobody")


def cup(name: str, determiner: str = "") -> Part:
    """Return the name of what lies in a cup: `the Good units`."""
    return Name("cup", name, name, determiner=determiner)


def phase(name: str, determiner: str = "") -> Part:
    """Return the name of a phase, given by its procedure."""
    return Name("phase", name, name, determiner=determiner)


IT: Final = phrase("it")
"""The unit that a text is about."""
THIS_UNIT: Final = phrase("this_unit")
"""The same at the beginning of a sentence of its own."""
SORTS: Final = (
    "good", "evil", "neutral", "demonic", "fey", "holy", "undead", "character", "fighter", "magic_user", "monster",
    "spirit", "were",
)  # fmt: skip
"""The sides, types and classes of units that the rules themselves mention."""


def sort_of(sort: str) -> Part:
    """Return a side, type or class of units as their chits list it: `Magic User`; one of a pack by its own name."""
    return phrase(f"sort_{sort}") if sort in SORTS else _made_up(sort)


def _made_up(sort: str) -> Name:
    """Return the name of a class that a pack has made up."""
    return Name("tag", sort, sort.replace("_", " ").title())


def nature(table: WargameTable, sort: str) -> Part:
    """Return what a unit is, by its side, type or class, or which one it is: `good`, `a Character`, `the Knight`."""
    return phrase(f"being_{sort}") if sort in SORTS else _one(table, sort)


def _one(table: WargameTable, sort: str) -> Part:
    """Return the unit of an id, or one of a class that a pack has made up."""
    known = _unit(table, sort)
    return replace(_made_up(sort), determiner="a") if known is None else replace(named(known), determiner="the")


def _unit(table: WargameTable, name: str) -> Chit | None:
    return next((one for one in table.definitions if one.id == name and one.group == "unit"), None)


def being(table: WargameTable, things: Iterable[str]) -> Clause:
    """Return a statement about a unit that is or has one of some sides, types, classes and abilities."""
    names = sorted(things)
    does = [do("be", what=nature(table, name)) for name in names if name not in table.abilities]
    does += [do("have_ability", what=ability(table, name)) for name in names if name in table.abilities]
    return doing(does, IT, "or")


def friends(table: WargameTable, things: Iterable[str]) -> Part:
    """Return friendly units of these sorts: `friendly good units`, `friendly units with Fly`."""
    return listed([_friends(table, thing) for thing in sorted(things)])


def _friends(table: WargameTable, thing: str) -> Part:
    if thing in SORTS:
        return Noun(f"friend_{thing}", several=True)
    if thing in table.abilities:
        return phrase("friends_with", ability=ability(table, thing))
    known = _unit(table, thing)
    many = _made_up(thing) if known is None else named(known)
    return phrase("friends_called", name=replace(many, several=True))


def opponents(table: WargameTable, things: Iterable[str]) -> Part:
    """Return one unit of any of these sorts: `a Spirit or an Undead unit`, `a unit with Fly`, `the Knight`."""
    return listed([_opponent(table, thing) for thing in sorted(things)])


def _opponent(table: WargameTable, thing: str) -> Part:
    if thing in SORTS:
        return Noun(f"one_{thing}", "a")
    if thing in table.abilities:
        return phrase("unit_with", ability=ability(table, thing))
    return _one(table, thing)


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
