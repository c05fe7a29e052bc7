"""Clauses: what cards and rules say, as trees of typed parts; each language puts them into words of its own.

A `Clause` says that somebody does something, or bids the reader to do it. Who that is, what is done and to what are
parts named by keys (`Phrase`, `Noun`, `Count`, `Name`), whose words stand in the catalogue of a language
(`rendering.py`). Nothing in a tree is a finished text but the names that a pack gives to its own things.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final


class Part:
    """A node of a tree; the base class of all others."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Text(Part):
    """A text that every language shares, such as `D4` or `+2`."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Part):
    """The name of one thing of the table.

    Attributes:
        sort: what it is, e.g. `ability`; with the id it is the key of the catalogues.
        id: its id.
        text: what its pack calls it, which holds where the catalogue of a language does not know it.
        several: whether it is the name of several.
    """

    sort: str
    id: str
    text: str
    several: bool = False


@dataclass(frozen=True, slots=True)
class Phrase(Part):
    """Words that the catalogue holds under a key, with parts in its slots: `until the end of the turn`."""

    key: str
    parts: Mapping[str, Part] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Noun(Part):
    """A noun of the catalogue with its determiner: `a wound`, `all items`, `spells`.

    Attributes:
        key: the key of the noun.
        determiner: `a`, `the`, `all`, `any`, `no`, ... as the grammar of a language lists them; empty for none.
        several: whether there are several.
        parts: what stands in the slots of the noun.
    """

    key: str
    determiner: str = ""
    several: bool = False
    parts: Mapping[str, Part] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Count(Part):
    """So many of something: `1 wound`, `2 wounds`, `wounds equal to the roll`.

    Attributes:
        noun: the key of a noun; or the name of a thing of the table, such as a kind of mark.
        amount: how many.
    """

    noun: str | Name
    amount: int | Part


@dataclass(frozen=True, slots=True)
class Listed(Part):
    """Parts in a list: `a, b or c`.

    Attributes:
        parts: at least one.
        joined: `and`, `or`, or `then` for what is done one after the other.
    """

    parts: tuple[Part, ...]
    joined: str = "or"


@dataclass(frozen=True, slots=True)
class Do(Part):
    """A predicate: a verb with all that belongs to it.

    Attributes:
        key: the key of the catalogue's entry, which names verb and slots.
        parts: what stands in the slots.
        modal: `may`, `can`, ...; empty for none.
        negated: whether it is not so.
    """

    key: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    modal: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Told(Part):
    """A predicate that a pack writes out for a thing of its own, such as what an ability lets one do.

    Attributes:
        sort, id: of the thing; with them the catalogue of a language has its predicate, if it has it.
        text: what the pack says: `moves 1 more space`.
    """

    sort: str
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Clause(Part):
    """Somebody does one or several things; without a subject the reader is bidden to.

    Attributes:
        does: predicates, at least one; `Do`, `Told`, or an `Aside` around one.
        subject: who does them; None for the reader.
        joined: `and` or `or`, between several.
    """

    does: tuple[Part, ...]
    subject: Part | None = None
    joined: str = "and"


@dataclass(frozen=True, slots=True)
class Given(Part):
    """A clause under a condition: `it has strength +2 if it is good`.

    Attributes:
        clause: what holds.
        condition: the statement on which it hangs.
        order: `last` or `first`, where the condition stands; `unless` if the clause holds without it.
    """

    clause: Part
    condition: Part
    order: str = "last"


@dataclass(frozen=True, slots=True)
class During(Part):
    """A clause with the time for which it holds: `until the end of the turn, the unit cannot attack`.

    Attributes:
        clause: what holds.
        time: when.
        first: whether the time comes first.
    """

    clause: Part
    time: Part
    first: bool = True


@dataclass(frozen=True, slots=True)
class Aside(Part):
    """A part with a remark in brackets: `moves 1 more space (Fast)`."""

    part: Part
    remark: Part


def do(key: str, modal: str = "", negated: bool = False, **parts: Part) -> Do:
    """Return a predicate with parts in its slots."""
    return Do(key, parts, modal, negated)


def phrase(key: str, **parts: Part) -> Phrase:
    """Return a phrase with parts in its slots."""
    return Phrase(key, parts)


def bid(key: str, **parts: Part) -> Clause:
    """Return a clause that bids the reader do something."""
    return Clause((Do(key, parts),))


def listed(parts: Sequence[Part], joined: str = "or") -> Part:
    """Return parts as a list; a single one as it is."""
    return parts[0] if len(parts) == 1 else Listed(tuple(parts), joined)


def doing(does: Sequence[Do], subject: Part | None, joined: str = "and") -> Clause:
    """Return a clause of several predicates; of like ones with one slot the slots are listed: `is good or a Spirit`."""
    merged: list[Do] = []
    for one in does:
        last = merged[-1] if merged else one
        if merged and _alike(last, one):
            ((slot, value),) = last.parts.items()
            more = one.parts[slot]
            before = value.parts if isinstance(value, Listed) and value.joined == joined else (value,)
            merged[-1] = Do(one.key, {slot: Listed((*before, more), joined)}, one.modal, one.negated)
        else:
            merged.append(one)
    return Clause(tuple(merged), subject, joined)


def _alike(one: Do, other: Do) -> bool:
    heading = (one.key, one.modal, one.negated, one.parts.keys())
    return len(one.parts) == 1 and heading == (other.key, other.modal, other.negated, other.parts.keys())


def negated(part: Part) -> Part:
    """Return a statement turned round: `it is good or has Fly` is `it is not good and does not have Fly`.

    Args:
        part: a clause, or several in a list.
    """
    if isinstance(part, Listed):
        return Listed(tuple(map(negated, part.parts)), OPPOSITE[part.joined])
    assert isinstance(part, Clause)
    does = tuple(replace(one, negated=not one.negated) for one in part.does if isinstance(one, Do))
    assert len(does) == len(part.does), "only predicates of the catalogue can be turned round"
    return Clause(does, part.subject, OPPOSITE[part.joined])


def optional(part: Part) -> Part:
    """Return what is bidden as something that the reader may do: `take control of it`, `you may take control of it`."""
    if isinstance(part, Clause) and part.subject is None and all(isinstance(one, Do) for one in part.does):
        does = [replace(one, modal="may") for one in part.does if isinstance(one, Do)]
        return Clause(tuple(does), None, part.joined)
    return phrase("you_may_choose_this", deed=part)


OPPOSITE: Final = {"and": "or", "or": "and"}
