"""Frames: the stack of procedures under way, as data; and contexts: what a word of a card is about.

So a game can be saved, cloned and shown halfway through a card.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

NONE: Final = -1
"""No seat, no card, no space."""


# Contexts and frames hold numbers alone: once compiled, the collector need not follow them. As another one is made soon
# after one is gone, each kind keeps the memory of the last.
@mypyc_attr(acyclic=True, free_list_len=1)
class Context:
    """What a word is about: the seats, cards and dice it refers to. Immutable, so that frames and clones share it.

    Attributes:
        seat: the seat that carries the word out.
        card: the card on which the word stands; NONE if it stands on none.
        rival: the other seat.
        space: the space it is about.
        target: a chosen card or space, or the purpose of a roll.
        roll: the result of a roll, with all that was added.
        natural: the dice as they fell, three bits each.
    """

    __slots__ = ("seat", "card", "rival", "space", "target", "roll", "natural")

    def __init__(
        self,
        seat: int,
        card: int = NONE,
        rival: int = NONE,
        space: int = NONE,
        target: int = NONE,
        roll: int = 0,
        natural: int = 0,
    ) -> None:
        self.seat = seat
        self.card = card
        self.rival = rival
        self.space = space
        self.target = target
        self.roll = roll
        self.natural = natural

    def as_context(self) -> Context:
        """Return this context itself; the method of the same name on frames makes one."""
        return self

    def seen_by(self, seat: int, card: int) -> Context:
        """Return a copy with another seat, and a card of that seat."""
        return Context(seat, card, self.rival, self.space, self.target, self.roll, self.natural)

    def of(self, seat: int) -> Context:
        """Return a copy with another seat."""
        return Context(seat, self.card, self.rival, self.space, self.target, self.roll, self.natural)

    def facing(self, rival: int) -> Context:
        """Return a copy with another rival."""
        return Context(self.seat, self.card, rival, self.space, self.target, self.roll, self.natural)

    def at(self, space: int) -> Context:
        """Return a copy with another space."""
        return Context(self.seat, self.card, self.rival, space, self.target, self.roll, self.natural)

    def aimed(self, target: int) -> Context:
        """Return a copy with another target."""
        return Context(self.seat, self.card, self.rival, self.space, target, self.roll, self.natural)

    def rolled(self, roll: int, natural: int) -> Context:
        """Return a copy with another roll: its result, and the dice as they fell."""
        return Context(self.seat, self.card, self.rival, self.space, self.target, roll, natural)

    def values(self) -> tuple[int, ...]:
        """Return the context as integers, in the order of its slots."""
        return (self.seat, self.card, self.rival, self.space, self.target, self.roll, self.natural)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __repr__(self) -> str:
        return f"Context{self.values()}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Context, self.values()


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Frame:
    """One procedure under way. A rulebook has a kind for each of its procedures, with fields of their own.

    Attributes:
        place: its next step, as an index into the program of the table.
        seat: the seat it is about.
    """

    __slots__ = ("place", "seat")

    procedure: ClassVar[str] = ""
    """The name of the procedure."""
    fields: ClassVar[tuple[str, ...]] = ("seat",)
    """The fields that this class adds to those of its bases; `place` is saved separately."""
    counts: ClassVar[dict[str, str]] = {}
    """By field, what its numbers index, if saves look that up by name, see `numbering.Translation`."""
    finds_out: ClassVar[bool] = False
    """Whether it does no more than find out something for the frame below, without which it is needless."""

    def __init__(self, seat: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat

    def copy(self) -> Frame:
        """Return a copy that shares nothing mutable with this frame."""
        raise NotImplementedError(self.procedure)

    def as_context(self) -> Context:
        """Return the context in which words answer this procedure."""
        return Context(self.seat)

    def card_behind(self) -> int:
        """Return the card that caused the procedure; NONE if none did."""
        return NONE

    def cause(self, first_word: int) -> int:
        """Return the cause of what is written to the log now: the current step or, from `first_word` on, a word.

        Args:
            first_word: the number of the first word among the causes, see `Table.first_word`.
        """
        return self.place - 1

    def step_back(self) -> None:
        """Go back one step, so that the current one is carried out again, e.g. to pose its ask anew."""
        self.place -= 1

    def values(self) -> dict[str, Any]:
        """Return the fields by their names, without the place; `restored` makes a frame of them again."""
        return {name: getattr(self, name) for name in field_names(type(self))}

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.values().items())
        return f"{type(self).__name__}({told})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Frame)
            and type(self) is type(other)
            and self.place == other.place
            and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash((self.procedure, self.place, self.seat))

    def __reduce__(self) -> tuple[Any, ...]:
        kind = type(self)
        return _put_back, (kind, self.place, [getattr(self, name) for name in field_names(kind)])


_fields: dict[type[Frame], tuple[str, ...]] = {}


def field_names(kind: type[Frame]) -> tuple[str, ...]:
    """Return the names of the fields of a class of frames, those of the classes above it first, without the place."""
    if kind not in _fields:
        _fields[kind] = tuple(name for above in reversed(kind.__mro__) for name in vars(above).get("fields", ()))
    return _fields[kind]


def _put_back(kind: type[Frame], place: int, values: list[int]) -> Frame:
    """Return the frame that was pickled."""
    return kind(place=place, **dict(zip(field_names(kind), values, strict=True)))


_told: dict[type[Frame], tuple[tuple[str, str], Callable[[Frame], tuple[Any, ...]]]] = {}
_at_home: dict[tuple[str, str], type[Frame]] = {}


def packed(frames: list[Frame]) -> list[Any]:
    """Return a stack for the pickle of a state: frames as their class, by name, with their place and fields.

    A pickle looks a class up by name too, but for each again. Frames of words are left to it.
    """
    found: list[Any] = []
    for frame in frames:
        if isinstance(frame, WordFrame):
            found.append(frame)
            continue
        kind = type(frame)
        told = _told.get(kind)
        if told is None:
            home = (vars(kind)["__module__"], kind.__name__)
            told = _told[kind] = (home, attrgetter("place", *field_names(kind)))
        home, values = told
        found.append(home + values(frame))
    return found


def unpacked(stack: list[Any]) -> list[Frame]:
    """Return the frames of a stack that `packed` returned."""
    found: list[Frame] = []
    for told in stack:
        if isinstance(told, Frame):
            found.append(told)
            continue
        home = told[:2]
        kind = _at_home.get(home)
        if kind is None:
            kind = _at_home[home] = getattr(import_module(home[0]), home[1])
        found.append(_put_back(kind, told[2], list(told[3:])))
    return found


@mypyc_attr(acyclic=True, free_list_len=1)
class WordFrame(Frame):
    """The frame of a word of a card that takes several steps.

    Attributes:
        context: what the word is about; its seat is the seat of the frame.
        word: the number of the word in the table.
        step: how many of its steps have begun.
        count: a counter for the use of the word.
        chosen: what has been chosen so far: a card, or a bitmask.
    """

    fields = ("word", "step", "context", "count", "chosen")
    __slots__ = fields
    procedure = "word"
    counts = {"word": "words"}

    def __init__(
        self, context: Context, word: int, step: int = 0, count: int = 0, chosen: int = 0, place: int = 0
    ) -> None:
        self.place = place
        self.seat = context.seat
        self.context = context
        self.word = word
        self.step = step
        self.count = count
        self.chosen = chosen

    def next_stage(self) -> int:
        """Move on to the next step of the word, and return the number of the one to carry out now, from 1."""
        self.step += 1
        return self.step

    def start_over(self) -> None:
        """Make the word continue with its first step."""
        self.step = 0

    def values(self) -> dict[str, Any]:
        values = super().values()
        del values["seat"]  # the context says it
        return {**values, "context": list(self.context.values())}

    def copy(self) -> WordFrame:
        return WordFrame(self.context, self.word, self.step, self.count, self.chosen, self.place)

    def as_context(self) -> Context:
        return self.context

    def card_behind(self) -> int:
        return self.context.card

    def cause(self, first_word: int) -> int:
        return first_word + self.word

    def step_back(self) -> None:
        self.step -= 1

    def __reduce__(self) -> tuple[Any, ...]:
        return WordFrame, (self.context, self.word, self.step, self.count, self.chosen, self.place)


F = TypeVar("F", bound=Frame)


def restored(kind: type[F], place: int, values: dict[str, Any]) -> F:
    """Return a frame from its saved fields.

    Args:
        kind: the class of the frame.
        place: its next step, as an index into the program of the table.
        values: the fields as `Frame.values` returned them.

    Raises:
        TypeError, ValueError: if they are not the fields of the kind.
    """
    if "context" in values:
        values = {**values, "context": Context(*values["context"])}
    return kind(**values, place=place)
