"""Clauses: what cards and rules say, as trees of typed parts; each language puts them into words of its own.

A `Clause` says that somebody does something, or bids the reader to do it. Who that is, what is done and to what are
parts named by keys (`Phrase`, `Noun`, `Count`, `Name`), whose words stand in the catalogue of a language
(`rendering.py`). Nothing in a tree is a finished text but the names that a pack gives to its own things.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeGuard


class Part:
    """A node of a tree; the base class of all others."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Text(Part):
    """A text that every language shares, such as `D4` or `+2`."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Part):
    """The name of one thing of the table, or of one sort of things: `the Maiden`, `a Weapon`, `all Objects`.

    Attributes:
        sort: what it is, e.g. `ability`; with the id it is the key of the catalogues.
        id: its id.
        text: what its pack calls it, which holds where the catalogue of a language does not know it.
        several: whether it is the name of several.
        determiner: as for a noun; empty for none.
        plural: whether what its pack calls it is a plural: `Goblins`.
    """

    sort: str
    id: str
    text: str
    several: bool = False
    determiner: str = ""
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Reader(Part):
    """Whoever is spoken to: `you`; in what is retold of somebody, that one.

    Attributes:
        always: whether the reader is meant also in what is retold of somebody else.
    """

    always: bool = False


YOU: Final = Reader()
YOU_ALWAYS: Final = Reader(always=True)


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
        more: whether they come on top: `2 more wounds`.
    """

    noun: str | Name
    amount: int | Part
    more: bool = False


@dataclass(frozen=True, slots=True)
class Listed(Part):
    """Parts in a list: `a, b or c`.

    Attributes:
        parts: at least one.
        joined: `and`, `or`, `then` for what is done one after the other, or `also` for clauses of which the last one
            has a condition or a subject of its own.
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
        parts: what stands in the slots.
        whole: whether the text of the pack has a subject of its own: `you may carry {amount}`.
    """

    sort: str
    id: str
    text: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    whole: bool = False


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
        order: `last` or `first`, where the condition stands; `unless` if the clause holds without it; the key of
            another such shape of the grammar, such as `when`, or `label` where it is but a heading: `the Mystic: ...`.
        otherwise: what holds if the condition does not; None for nothing.
    """

    clause: Part
    condition: Part
    order: str = "last"
    otherwise: Part | None = None


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


@dataclass(frozen=True, slots=True)
class Rows(Part):
    """What leads to one of several results: `roll a die (1: lose 1 life; 2-6: nothing happens)`.

    At the end of a sentence the rows follow it; elsewhere they stand in brackets.

    Attributes:
        lead: what is done first.
        rows: a label (None for choices without one) and what happens, at least one.
    """

    lead: Part
    rows: tuple[tuple[Part | None, Part], ...]


@dataclass(frozen=True, slots=True)
class Sentences(Part):
    """Parts as whole sentences, one behind the other: what follows a choice, within a message."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Retold(Part):
    """What is said to the reader, told of somebody else: `lose 1 life` is `every character loses 1 life`.

    Attributes:
        part: what is said to the reader.
        who: of whom it is told; None if they have been named before.
    """

    part: Part
    who: Part | None = None


def seat_name(name: str) -> Name:
    """Return the name of a seat, with a capital: `Ann` for `ann`."""
    return Name("seat", name, f"{name[:1].upper()}{name[1:]}")


def dice_shown(rolled: Iterable[int]) -> Part:
    """Return what dice show, as a list: `3, 5 and 1`."""
    return listed([Text(str(die)) for die in rolled], "and")


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
    """Return parts as a list; a single one as it is. Of what is done in turn the last may hang on a condition."""
    last = parts[-1] if parts else None
    if joined == "then" and isinstance(last, Given) and last.order not in ("last", "unless"):
        joined = "also"
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
    if isinstance(part, Text):
        return Text(f"it is not so that {part.text}")
    assert isinstance(part, Clause)
    does = tuple(replace(one, negated=not one.negated) for one in part.does if isinstance(one, Do))
    assert len(does) == len(part.does), "only predicates of the catalogue can be turned round"
    return Clause(does, part.subject, OPPOSITE[part.joined])


def state(key: str, subject: Part = YOU, modal: str = "", **parts: Part) -> Clause:
    """Return a statement about somebody, the reader if nobody else is named."""
    return Clause((Do(key, parts, modal),), subject)


def written(text: str, **parts: Part) -> Clause:
    """Return what a word of a pack bids in words of its own, which only its own language has: `run {spaces} spaces`."""
    return Clause((Told("word", "", text, parts),))


def state_told(sort: str, id: str, text: str, **parts: Part) -> Clause:
    """Return a statement of the reader that a pack writes out, with a subject of its own in its text."""
    return Clause((Told(sort, id, text, parts, whole=True),), YOU)


def is_bid(part: Part) -> bool:
    """Tell whether a part bids the reader do something, so that it can be put behind `may` or `to`."""
    if isinstance(part, Rows):
        return is_bid(part.lead)
    if _has_end(part):
        return is_bid(part.clause)
    return isinstance(part, Clause) and part.subject is None and all(isinstance(one, Do) for one in part.does)


def plain_deed(part: Part) -> Do | None:
    """Return the single thing that a part bids the reader do; None if it says anything else."""
    if not isinstance(part, Clause) or part.subject is not None or len(part.does) != 1:
        return None
    (one,) = part.does
    return one if isinstance(one, Do) else None


def is_optional(part: Part) -> bool:
    """Tell whether a part says already that the reader may do it."""
    if isinstance(part, Rows):
        return is_optional(part.lead)
    if _has_end(part):
        return is_optional(part.clause)
    return isinstance(part, Clause) and isinstance(part.does[0], Do) and part.does[0].modal == "may"


def optional(part: Part) -> Part:
    """Return what is bidden as something that the reader may do: `take control of it`, `you may take control of it`."""
    if isinstance(part, Rows):
        return Rows(optional(part.lead), part.rows)
    if _has_end(part):
        return replace(part, clause=optional(part.clause))
    if is_optional(part):
        return part
    if isinstance(part, Clause) and is_bid(part):
        does = [replace(one, modal="may") for one in part.does if isinstance(one, Do)]
        return Clause(tuple(does), None, part.joined)
    if isinstance(part, Listed) and part.joined in IN_ORDER and is_bid(part.parts[0]):
        return Listed((optional(part.parts[0]), *part.parts[1:]), part.joined)
    return Rows(MAY_CHOOSE_THIS, ((None, part),))


def decided(part: Part) -> Part:
    """Return what the reader may do as something that they do: `you may take it`, `take it`."""
    if isinstance(part, Rows):
        return part.rows[0][1] if part.lead == MAY_CHOOSE_THIS else Rows(decided(part.lead), part.rows)
    if _has_end(part):
        return replace(part, clause=decided(part.clause))
    if isinstance(part, Listed) and part.joined in IN_ORDER:
        return Listed((decided(part.parts[0]), *part.parts[1:]), part.joined)
    if not isinstance(part, Clause) or not is_optional(part):
        return part
    return Clause(tuple(replace(one, modal="") for one in part.does if isinstance(one, Do)), None, part.joined)


def paying(price: Part, part: Part) -> Part:
    """Return what is done for a price: `pay 1 gold to roll a die`."""
    if isinstance(part, Rows):
        return Rows(paying(price, part.lead), part.rows)
    if _has_end(part):
        return replace(part, clause=paying(price, part.clause))
    if isinstance(part, Listed) and part.joined == "then":
        plain = [one.does for one in part.parts if isinstance(one, Clause) and is_bid(one) and is_series(one)]
        if len(plain) == len(part.parts):
            return Clause((Do("pay", {"price": price}), *(deed for does in plain for deed in does)))
        begun = paying(price, part.parts[0])
        before = begun.parts if isinstance(begun, Listed) and begun.joined == "then" else (begun,)
        return Listed((*before, *part.parts[1:]), "then")
    part = decided(part)
    if is_bid(part):
        return bid("pay_to", price=price, deed=part)
    return Listed((bid("pay", price=price), part), "then")


def following(first: Do | Clause, part: Part) -> Part:
    """Return a deed and what follows it: of deeds alone `choose a card and discard it`, else one after the other."""
    lead = Clause((first,)) if isinstance(first, Do) else first
    if isinstance(part, Rows):
        return Rows(following(lead, part.lead), part.rows)
    if isinstance(part, Clause) and is_bid(part) and is_bid(lead) and is_series(part):
        return Clause((*lead.does, *part.does), None, "and")
    if isinstance(part, Listed) and part.joined in IN_ORDER:
        begun = following(lead, part.parts[0])
        before = begun.parts if isinstance(begun, Listed) and begun.joined == "then" else (begun,)
        return Listed((*before, *part.parts[1:]), part.joined)
    return listed((lead, part), "then")


def _has_end(part: Part) -> TypeGuard[During | Given]:
    """Tell whether a time or condition stands behind a clause, so that the clause may change before it."""
    if isinstance(part, Given):
        return part.order == "last" and part.otherwise is None
    return isinstance(part, During) and not part.first


def is_series(part: Clause) -> bool:
    """Tell whether a clause is a single predicate, or one of several that all hold."""
    return len(part.does) == 1 or part.joined == "and"


def retold(part: Part, who: Part) -> Part:
    """Return what is said to the reader as told of somebody; `who` is named at the first place where they act."""
    return part if who == YOU else Retold(part, who)


MAY_CHOOSE_THIS: Final = Clause((Do("choose_this", modal="may"),))
OPPOSITE: Final = {"and": "or", "or": "and"}
IN_ORDER: Final = ("then", "also")
"""How lists are joined whose parts are said one after the other."""
