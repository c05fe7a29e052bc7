"""Frames: the procedures under way, as data; and contexts: what a word of a card is about.

So a game can be saved, cloned and shown halfway through a card.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

NONE: Final = -1
"""No seat, no card, no space."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Context:
    """What a word is about. Never changed, only replaced, so that frames and clones share it.

    Attributes:
        seat: whose doing it is.
        card: the card that says it; NONE if none does.
        rival: the other seat.
        space: the space it is about.
        target: a chosen card or space, or what a roll is for.
        roll: what was rolled, with all that was added.
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
        """Return this very context; frames have to make one."""
        return self

    def seen_by(self, seat: int, card: int) -> Context:
        """Return the same as it is for a seat with a card of its own."""
        return Context(seat, card, self.rival, self.space, self.target, self.roll, self.natural)

    def of(self, seat: int) -> Context:
        """Return the same for another seat."""
        return Context(seat, self.card, self.rival, self.space, self.target, self.roll, self.natural)

    def facing(self, rival: int) -> Context:
        """Return the same about another seat."""
        return Context(self.seat, self.card, rival, self.space, self.target, self.roll, self.natural)

    def at(self, space: int) -> Context:
        """Return the same about another space."""
        return Context(self.seat, self.card, self.rival, space, self.target, self.roll, self.natural)

    def aimed(self, target: int) -> Context:
        """Return the same about another target."""
        return Context(self.seat, self.card, self.rival, self.space, target, self.roll, self.natural)

    def rolled(self, roll: int, natural: int) -> Context:
        """Return the same about another roll."""
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame:
    """One procedure under way. A rulebook has a kind for each of its procedures, with fields of their own.

    Attributes:
        place: its next step, by its place in the program of the table.
        seat: whom it is about.
    """

    __slots__ = ("place", "seat")

    procedure: ClassVar[str] = ""
    """The name of the procedure."""
    fields: ClassVar[tuple[str, ...]] = ("seat",)
    """What it holds, beside what the frames it is made from hold; the place is told apart."""
    counts: ClassVar[dict[str, str]] = {}
    """What those of its fields count that saves look up by name, see `numbering.Translation`."""

    def __init__(self, seat: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat

    def copy(self) -> Frame:
        """Return a copy that shares nothing with this frame that changes."""
        raise NotImplementedError(self.procedure)

    def as_context(self) -> Context:
        """Return what is going on, for the words that answer it."""
        return Context(self.seat)

    def card_behind(self) -> int:
        """Return the card that brings it about; NONE if none does."""
        return NONE

    def cause(self, first_word: int) -> int:
        """Return what is under way: the place of the step or, from `first_word` on, the number of a word."""
        return self.place - 1

    def step_back(self) -> None:
        """Let it carry out the step under way once more, e.g. to pose its ask again."""
        self.place -= 1

    def values(self) -> dict[str, Any]:
        """Return its fields by their names, the place left out; `restored` makes a frame of them again."""
        kinds = reversed(type(self).__mro__)
        return {name: getattr(self, name) for kind in kinds for name in vars(kind).get("fields", ())}

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
        return restored, (type(self), self.place, self.values())


@mypyc_attr(allow_interpreted_subclasses=True)
class WordFrame(Frame):
    """A word of a card that takes several steps.

    Attributes:
        context: what it is about; its seat is the seat of the frame.
        word: which word of the table.
        step: its next step, as the word numbers them.
        count: how many.
        chosen: what has been chosen so far: a card, or a set with a bit for each member.
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
        """Let the word go on with its next step, and return which one it carries out now, from 1."""
        self.step += 1
        return self.step

    def start_over(self) -> None:
        """Let the word go on with its first step."""
        self.step = 0

    def values(self) -> dict[str, Any]:
        values = super().values()
        del values["seat"]  # the context says it
        return {**values, "context": list(self.context.values())}

    def copy(self) -> WordFrame:
        return WordFrame(self.context, self.word, self.step, self.count, self.chosen)

    def as_context(self) -> Context:
        return self.context

    def card_behind(self) -> int:
        return self.context.card

    def cause(self, first_word: int) -> int:
        return first_word + self.word

    def step_back(self) -> None:
        self.step -= 1


F = TypeVar("F", bound=Frame)


def restored(kind: type[F], place: int, values: dict[str, Any]) -> F:
    """Return the frame of a kind whose fields `values` says, as `Frame.values` told them.

    Raises:
        TypeError, ValueError: if they are not the fields of the kind.
    """
    if "context" in values:
        values = {**values, "context": Context(*values["context"])}
    return kind(**values, place=place)
