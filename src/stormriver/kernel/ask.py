"""Asks: the question a game is waiting on, its options as integers, and their readable keys.

An option is one integer, a verb and its argument packed together, so that options cost nothing
to compute. Keys such as `to:runes_1` or `cast:psionic_blast` are spelt out only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NewType, Protocol

from mypy_extensions import mypyc_attr

ARGUMENT_BITS: Final = 16
ARGUMENT_MASK: Final = (1 << ARGUMENT_BITS) - 1

# What the argument of a verb stands for.
NOTHING: Final = 0
NUMBER: Final = 1
CARD: Final = 2
SPACE: Final = 3
SEAT: Final = 4
NAME: Final = 5

_verbs: list[tuple[str, int]] = []
_numbers: dict[tuple[str, int], int] = {}  # of the verbs


def verb(name: str, argument: int = NOTHING) -> int:
    """Return the code of a verb, registered at its first use; an option is that code plus its argument.

    The same name always gives the same code within one process, and codes never leave it:
    saves, records and tests use keys.

    Args:
        name: the verb as keys spell it, e.g. `cast`.
        argument: the kind of its argument, NOTHING to NAME.
    """
    number = _numbers.get((name, argument))
    if number is None:
        number = _numbers[name, argument] = len(_verbs)
        _verbs.append((name, argument))
    return number << ARGUMENT_BITS


def verb_of(code: int) -> tuple[str, int, int]:
    """Return name, kind of argument and argument of an option code."""
    name, kind = _verbs[code >> ARGUMENT_BITS]
    return name, kind, code & ARGUMENT_MASK


PASS: Final = verb("pass")
YES: Final = verb("yes")
NO: Final = verb("no")

NO_AMOUNTS: Final[dict[int, int]] = {}
"""What most asks tell beside their codes; nobody adds to it."""

AskKind = NewType("AskKind", str)
"""The kind of an ask, e.g. `accost`. A rulebook declares each of its kinds once, in `asks.py`; no other is posed."""


def kinds_of(declared: Mapping[str, object]) -> frozenset[str]:
    """Return the kinds of asks that a module declares, by its names in capitals.

    Args:
        declared: the names of the module with their values, as `globals` returns them.
    """
    return frozenset(kind for name, kind in declared.items() if name.isupper() and isinstance(kind, str))


@mypyc_attr(acyclic=True, free_list_len=1)  # nothing in it points back: compiled, the collector need not follow it
class Posed:
    """An ask as a state holds it. Immutable once posed, so clones share it.

    Attributes:
        seat: who is asked.
        kind: the kind of the ask, which settles its question.
        codes: the options.
        cause: the number of the step or word that poses it, see `Table.rule`.
        card: the card that causes it; NONE if none does.
        amounts: for some options, a number that their text needs and their code does not hold, such as a price.
    """

    __slots__ = ("seat", "kind", "codes", "cause", "card", "amounts")

    def __init__(
        self, seat: int, kind: str, codes: list[int], cause: int, card: int, amounts: dict[int, int] | None = None
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.codes = codes
        self.cause = cause
        self.card = card
        self.amounts = amounts or NO_AMOUNTS

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Posed) and (
            (self.seat, self.kind, self.codes, self.cause) == (other.seat, other.kind, other.codes, other.cause)
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.kind, tuple(self.codes)))

    def __repr__(self) -> str:
        return f"Posed(seat={self.seat}, kind={self.kind!r}, codes={self.codes})"

    def told(self) -> tuple[Any, ...]:
        """Return the ask for a pickle; `posed_there` makes an ask of it again."""
        verbs = {number: _verbs[number] for number in {code >> ARGUMENT_BITS for code in self.codes}}
        return (self.seat, self.kind, self.codes, self.cause, self.card, self.amounts, verbs)

    def __reduce__(self) -> tuple[Any, ...]:
        return posed_there, self.told()


def posed_there(
    seat: int, kind: str, codes: list[int], cause: int, card: int, amounts: dict[int, int],
    verbs: dict[int, tuple[str, int]],
) -> Posed:  # fmt: skip
    """Return an ask from a pickle of a process that perhaps numbers verbs otherwise: `verbs` are those of its codes."""
    here = {number: verb(*there) for number, there in verbs.items()}
    if any(code != number << ARGUMENT_BITS for number, code in here.items()):
        codes = [here[code >> ARGUMENT_BITS] | code & ARGUMENT_MASK for code in codes]
        amounts = {here[code >> ARGUMENT_BITS] | code & ARGUMENT_MASK: amount for code, amount in amounts.items()}
    return Posed(seat, kind, codes, cause, card, amounts)


class Speller(Protocol):
    """Gives asks their keys and texts: the table of the game."""

    def keys(self, codes: list[int]) -> list[str]:
        """Return the keys of options, in their order and each only once."""

    def rule(self, cause: int) -> str:
        """Return the id of the rule that a step or word carries out."""

    def describe(self, ask: Posed, code: int) -> str:
        """Return what an option does, in one line."""

    def question(self, ask: Posed) -> str:
        """Return the question of an ask, in one line."""


class Option:
    """One option of an ask: its key, and the code it stands for."""

    __slots__ = ("ask", "code", "key")

    def __init__(self, ask: Ask, code: int, key: str) -> None:
        self.ask = ask
        self.code = code
        self.key = key

    @property
    def verb(self) -> str:
        """The verb of the key, e.g. `cast`."""
        return verb_of(self.code)[0]

    @property
    def argument(self) -> int:
        """The argument of the verb: a plain number, or that of a card, space, seat or name."""
        return self.code & ARGUMENT_MASK

    @property
    def kind(self) -> int:
        """The kind of the argument: NOTHING, NUMBER, CARD, SPACE, SEAT or NAME."""
        return verb_of(self.code)[1]

    @property
    def text(self) -> str:
        """What choosing it does, in one line of plain English."""
        return self.ask.table.describe(self.ask.posed, self.code)

    def __repr__(self) -> str:
        return f"Option({self.key!r}: {self.text})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _option_of, (self.ask, self.key)


def _option_of(ask: Ask, key: str) -> Option:
    return ask.options[key]


@mypyc_attr(free_list_len=1)
class Ask:
    """A question to one seat in readable form: what is asked, and the options with their keys.

    Attributes:
        posed: the ask as the state holds it.
        table: gives it its keys and texts.
    """

    def __init__(self, posed: Posed, table: Speller) -> None:
        self.posed = posed
        self.table = table
        self.seat = posed.seat
        self.kind = posed.kind
        self.codes = posed.codes
        self.cause = posed.cause
        self.card = posed.card
        self.amounts = posed.amounts
        self._keys: list[str] | None = None  # once somebody has read them
        self._options: dict[str, Option] | None = None

    @property
    def keys(self) -> list[str]:
        """The keys of the options, in their order; of two alike the second ends in `#2`."""
        if self._keys is None:
            self._keys = self.table.keys(self.codes)
        return self._keys

    @property
    def options(self) -> dict[str, Option]:
        """The options by key."""
        if self._options is None:
            self._options = {key: Option(self, code, key) for key, code in zip(self.keys, self.codes, strict=True)}
        return self._options

    @property
    def rule(self) -> str:
        """The id of the rule that poses this ask."""
        return self.table.rule(self.cause)

    @property
    def text(self) -> str:
        """The question in one line."""
        return self.table.question(self.posed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ask) and self.posed == other.posed

    def __hash__(self) -> int:
        return hash(self.posed)

    def __repr__(self) -> str:
        return f"Ask(seat={self.seat}, kind={self.kind!r}, options={self.keys!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Ask, (self.posed, self.table)


def joined(first: Ask, leaving: str, further: Ask | None) -> Ask:
    """Return two asks put as one: the further one, with what else the first one offers behind its own options.

    Args:
        first: the pending ask.
        leaving: the key of its option that leads to the further one.
        further: that one.
    """
    assert further is not None
    ask = Ask(further.posed, further.table)
    rest = {key: option for key, option in first.options.items() if key != leaving}
    ask._options = {**further.options, **rest}
    ask._keys = list(ask._options)
    return ask
