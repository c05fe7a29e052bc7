"""Asks: the question a game is waiting on, its options as integers, and their readable keys.

An option is one integer, a verb and its argument packed together, so that options cost nothing
to compute. Keys such as `to:runes_1` or `cast:psionic_blast` are spelt out only when somebody reads them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

ARGUMENT_BITS = 16
ARGUMENT_MASK = (1 << ARGUMENT_BITS) - 1

# What the argument of a verb stands for.
NOTHING = 0
NUMBER = 1
CARD = 2
SPACE = 3
SEAT = 4
NAME = 5

_verbs: list[tuple[str, int]] = []
_numbers: dict[tuple[str, int], int] = {}  # of the verbs


def verb(name: str, argument: int = NOTHING) -> int:
    """Return the code of a verb; an option is that code plus its argument.

    The same name always gives the same code within one process, and codes never leave it:
    saves, records and tests speak in keys.
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


PASS = verb("pass")
YES = verb("yes")
NO = verb("no")


class Speller(Protocol):
    """What spells an ask out: the table it is posed at."""

    def keys(self, codes: list[int]) -> list[str]: ...
    def rule(self, procedure: int, step: int) -> str: ...
    def describe(self, ask: Ask, code: int) -> str: ...
    def question(self, ask: Ask) -> str: ...


class Option:
    """One thing that may be answered: its key, and what it stands for."""

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
        """The number of the card, space, seat or name the verb is about."""
        return self.code & ARGUMENT_MASK

    @property
    def kind(self) -> int:
        """What the argument is: NOTHING, NUMBER, CARD, SPACE, SEAT or NAME."""
        return verb_of(self.code)[1]

    @property
    def text(self) -> str:
        """What choosing it does, in one line of plain English."""
        return self.ask.table.describe(self.ask, self.code)

    def __repr__(self) -> str:
        return f"Option({self.key!r})"


class Ask:
    """A question to one seat. Never changed once posed, so clones share it."""

    __slots__ = ("table", "seat", "kind", "codes", "procedure", "step", "card", "word", "amounts", "__dict__")
    # `__dict__` for what is spelt out once somebody reads it

    def __init__(
        self,
        table: Speller,
        seat: int,
        kind: str,
        codes: list[int],
        procedure: int,
        step: int,
        card: int,
        word: int,
        amounts: dict[int, int] | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.kind = kind
        self.codes = codes
        self.procedure = procedure
        self.step = step
        self.card = card
        self.word = word
        self.amounts = amounts or {}  # by option, where its text needs a number that its code does not tell

    @cached_property
    def keys(self) -> list[str]:
        """The keys of the options, in their order; of two alike the second ends in `#2`."""
        return self.table.keys(self.codes)

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by key."""
        return {key: Option(self, code, key) for key, code in zip(self.keys, self.codes, strict=True)}

    @property
    def rule(self) -> str:
        """The id of the rule that poses this ask."""
        return self.table.rule(self.procedure, self.word if self.procedure == 0 else self.step)

    @property
    def text(self) -> str:
        """The question in one line."""
        return self.table.question(self)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Ask)
            and (self.seat, self.kind, self.codes, self.rule) == (other.seat, other.kind, other.codes, other.rule)
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.seat, self.kind, tuple(self.codes)))

    def __repr__(self) -> str:
        return f"Ask(seat={self.seat}, kind={self.kind!r}, options={self.keys!r})"
