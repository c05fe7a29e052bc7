"""The state of a game: slotted records and lists of small integers, nothing that points back.

Everything in it is a number: a seat, a card, a zone, a space. What a number means is kept in the
shared `Table`. So a clone copies a few short lists, and any state can be saved at any decision.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from struct import Struct
from sys import byteorder
from typing import Any, Final, overload

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from stormriver.kernel.ask import Posed, posed_there
from stormriver.kernel.frames import NONE as NONE
from stormriver.kernel.frames import Frame, packed, unpacked
from stormriver.kernel.marks import NEVER
from stormriver.kernel.packed_columns import places_of, row_of

OMNISCIENT: Final = -2
"""A viewer from whom nothing is hidden but the dice to come, e.g. of a game that is over."""
EVERYBODY: Final = 1 << 30
"""The bit in `State.known` that stands for everybody: all have seen where the card was put."""

MARK: Final = Struct("<hhihhh")
"""A mark in the pickle of a state: its six numbers."""
KIND_BITS: Final = 32
"""How many bits `Marks.kinds` has: few enough for a small number."""

# Why what remains of an encounter falls away (State.interrupt).
GOING_ON: Final = 0
MOVED: Final = 1
OVER: Final = 2


@mypyc_attr(acyclic=True, free_list_len=1)  # nothing in it points back: compiled, the collector need not follow it
class Mark:
    """Something temporary: the kind of mark, what it lies on, how much, and when it ends. Immutable."""

    __slots__ = ("kind", "subject", "amount", "tick", "owner", "left", "_packed")

    def __init__(self, kind: int, subject: int, amount: int, tick: int, owner: int, left: int) -> None:
        self.kind = kind
        self.subject = subject  # a source number: a seat, card or space (see Table.sources)
        self.amount = amount
        self.tick = tick  # which moment counts it down (see marks.py)
        self.owner = owner  # whose turns are counted
        self.left = left  # how many such moments it still lasts
        self._packed = b""  # once somebody has pickled it

    def values(self) -> tuple[int, ...]:
        """Return the mark as integers, in the order of its slots."""
        return (self.kind, self.subject, self.amount, self.tick, self.owner, self.left)

    def packed(self) -> bytes:
        """Return the mark for the pickle of a state; made only once, as a mark goes from state to state."""
        if not self._packed:
            self._packed = MARK.pack(*self.values())
        return self._packed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mark) and self.kind == other.kind and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __reduce__(self) -> tuple[Any, ...]:
        return Mark, self.values()


class Marks(Sequence[Mark]):
    """The marks of a state in the order in which they were put on. Immutable, so clones share them.

    Attributes:
        all: the marks.
        on: the same by subject, for each seat, card and space that bears any.
        ticks: a bitmask of the moments at which any of them is counted down (see marks.py).
        kinds: the bits of their kinds, see `bit_of_kind`.
    """

    __slots__ = ("all", "on", "ticks", "kinds", "_packed")

    def __init__(self, marks: tuple[Mark, ...], on: dict[int, tuple[Mark, ...]], ticks: int, kinds: int) -> None:
        """Take what `marks_of` finds out about any marks."""
        self.all = marks
        self.on = on
        self.ticks = ticks
        self.kinds = kinds
        self._packed = b""  # once somebody has pickled them

    def plus(self, mark: Mark) -> Marks:
        """Return these marks and another."""
        on = self.on.copy()
        on[mark.subject] = (*on.get(mark.subject, ()), mark)
        ticks = self.ticks if mark.tick == NEVER else self.ticks | 1 << mark.tick
        return Marks((*self.all, mark), on, ticks, self.kinds | bit_of_kind(mark.kind))

    def minus(self, mark: Mark) -> Marks:
        """Return these marks without the first that equals `mark`; ValueError if none does."""
        at = _index_of(self.all, mark)
        left = self.all[:at] + self.all[at + 1 :]
        on = self.on.copy()
        others = on[mark.subject]
        if len(others) > 1:
            at = _index_of(others, mark)
            on[mark.subject] = others[:at] + others[at + 1 :]
        else:
            del on[mark.subject]
        ticks, kinds = self.ticks, self.kinds
        if mark.tick != NEVER and not _any_ticks(left, mark.tick):
            ticks &= ~(1 << mark.tick)
        if not _any_of_kind(left, mark.kind):
            kinds &= ~bit_of_kind(mark.kind)
        return Marks(left, on, ticks, kinds)

    def packed(self) -> bytes:
        """Return the marks for the pickle of a state; made only once, as states share them."""
        if not self._packed:
            self._packed = b"".join([mark.packed() for mark in self.all])
        return self._packed

    @overload
    def __getitem__(self, at: int) -> Mark: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Mark, ...]: ...
    def __getitem__(self, at: int | slice) -> Mark | tuple[Mark, ...]:
        return self.all[at]

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Mark]:
        return iter(self.all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marks) and self.all == other.all

    def __hash__(self) -> int:
        return hash(self.all)

    def __reduce__(self) -> tuple[Any, ...]:
        return _marked, tuple([mark.values() for mark in self.all])


def marks_of(marks: Iterable[Mark]) -> Marks:
    """Return some marks as a state holds them."""
    found = tuple(marks)
    on: dict[int, tuple[Mark, ...]] = {}
    for mark in found:
        on[mark.subject] = (*on.get(mark.subject, ()), mark)
    return Marks(found, on, _ticks(found), _kinds(found))


def _marked(*values: tuple[int, ...]) -> Marks:
    """Return the marks that were pickled."""
    return marks_of([Mark(*one) for one in values])


def bit_of_kind(kind: int) -> int:
    """Return the bit of a kind of mark in `Marks.kinds`; some kinds share one, so that the bits stay a small number."""
    return 1 << (kind % KIND_BITS)


def _kinds(marks: tuple[Mark, ...]) -> int:
    kinds = 0
    for mark in marks:
        kinds |= bit_of_kind(mark.kind)
    return kinds


def _any_of_kind(marks: tuple[Mark, ...], kind: int) -> bool:
    """Tell whether any of the marks has the bit of a kind."""
    for mark in marks:  # noqa: SIM110, without a generator
        if mark.kind % KIND_BITS == kind % KIND_BITS:
            return True
    return False


def _any_ticks(marks: tuple[Mark, ...], tick: int) -> bool:
    """Tell whether any of the marks is counted down at a moment."""
    for mark in marks:  # noqa: SIM110, without a generator
        if mark.tick == tick:
            return True
    return False


def _index_of(marks: tuple[Mark, ...], mark: Mark) -> int:
    """Return the index of a mark; most others lie on something else, which is sooner seen than that they differ."""
    for at, other in enumerate(marks):
        if other.subject == mark.subject and other == mark:
            return at
    raise ValueError(f"{mark.values()} is not among the marks")


def _ticks(marks: tuple[Mark, ...]) -> int:
    ticks = 0
    for mark in marks:
        if mark.tick != NEVER:
            ticks |= 1 << mark.tick
    return ticks


@mypyc_attr(acyclic=True, free_list_len=1)
class State:
    """All that can differ between two games at the same table."""

    __slots__ = (
        "turn", "active", "interrupt", "unsettled", "dice", "answer", "returned", "result",
        "ask", "frames", "seats", "zones", "place", "known", "marks", "asked", "key",
    )  # fmt: skip

    def __init__(
        self, seats: list[vec[i64]], zones: list[tuple[int, ...]], place: vec[i16], known: dict[int, int],
        marks: Marks, frames: list[Frame], ask: Posed | None = None, turn: int = 0, active: int = 0,
        interrupt: int = GOING_ON, unsettled: int = 0, dice: int = 0, answer: int = NONE,
        returned: tuple[int, ...] = (), result: int = 0, asked: int = 0, key: bytes = b"",
    ) -> None:  # fmt: skip
        """Take what the state holds; as many arguments as there are slots, since a copy with them is the quickest."""
        self.seats = seats  # a row a seat, columns as the rulebook names them; see `put`
        self.zones = zones  # the cards of each zone, in order; decks from the bottom up
        self.place = place  # the zone of each card
        self.known = known  # by hidden card who knows it, one bit a seat, and one for everybody
        self.marks = marks
        self.frames = frames
        self.ask = ask
        self.turn = turn  # turns begun so far
        self.active = active  # whose turn it is
        self.interrupt = interrupt
        self.unsettled = unsettled  # seats whose limits must be looked at, one bit each
        self.dice = dice  # the generator of chance,
        self.key = key  # and its key, empty for the fast one, see `kernel.dice`
        self.answer = answer  # the option last chosen
        self.returned = returned  # what the procedure that ended last hands to the one below
        self.result = result  # the winners, one bit each, once the game is over
        self.asked = asked  # questions answered in this turn, see `kernel.budget`

    def clone(self) -> State:
        """Return a copy that shares only what is never changed (asks, marks, tuples)."""
        return State(
            self.seats[:], self.zones[:], self.place[:], self.known.copy(), self.marks,
            [frame.copy() for frame in self.frames], self.ask, self.turn, self.active, self.interrupt, self.unsettled,
            self.dice, self.answer, self.returned, self.result, self.asked, self.key,
        )  # fmt: skip

    def put(self, seat: int, column: int, value: int) -> None:
        """Put a number into a column of a seat. No row is ever changed: clones share it, and the seat gets another."""
        row = self.seats[seat][:]
        row[column] = value
        self.seats[seat] = row

    def __reduce__(self) -> tuple[Any, ...]:
        return _put_back, (
            self.turn, self.active, self.interrupt, self.unsettled, self.dice, self.answer, self.returned, self.result,
            None if self.ask is None else self.ask.told(), packed(self.frames),
            [tuple(row) for row in self.seats], self.zones, byteorder, bytes(self.place), self.known,
            self.marks.packed(), self.asked, self.key,
        )  # fmt: skip


def _put_back(
    turn: int, active: int, interrupt: int, unsettled: int, dice: int, answer: int, returned: tuple[int, ...],
    result: int, ask: tuple[Any, ...] | None, frames: list[Any], seats: list[tuple[int, ...]],
    zones: list[tuple[int, ...]], order: str, place: bytes, known: dict[int, int], marks: bytes, asked: int, key: bytes,
) -> State:  # fmt: skip
    """Return the state that was pickled, from what its slots held."""
    there = array("h", place)
    if order != byteorder:
        there.byteswap()
    rows = [row_of(row) for row in seats]
    return State(
        rows, zones, places_of(there), known, _marked(*MARK.iter_unpack(marks)), unpacked(frames),
        None if ask is None else posed_there(*ask), turn, active, interrupt, unsettled, dice, answer, returned, result,
        asked, key,
    )  # fmt: skip
