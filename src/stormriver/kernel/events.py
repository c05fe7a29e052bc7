"""Events: what has happened. Changing events change the state, telling events only report.

Every change of a state goes through one of the changing events, so folding the events of a log
over the first state gives the last one without applying any rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stormriver.kernel.state import EVERYBODY, NONE, Mark, State


class Event:
    """One line of the log: what happened, to whom, the numbers, and the step or word that caused it.

    Steps and words share one numbering, that of their table: see `Table.rule` and `Table.word_of`.
    """

    __slots__ = ("kind", "seat", "data", "cause", "card")

    def __init__(self, kind: str, seat: int, data: tuple[int, ...], cause: int, card: int) -> None:
        self.kind = kind
        self.seat = seat
        self.data = data
        self.cause = cause
        self.card = card

    def values(self) -> list[object]:
        """Return the event as a list fit for JSON."""
        return [self.kind, self.seat, list(self.data), self.cause, self.card]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event)
            and self.data == other.data
            and self.seat == other.seat
            and self.kind == other.kind
            and self.cause == other.cause
            and self.card == other.card
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, self.data))

    def __repr__(self) -> str:
        return f"Event({self.kind}, seat={self.seat}, {self.data})"


# Changing events: name, and what their data are.
TURN: Final = "TurnBegan"  # turn number
CHANGED: Final = "Changed"  # column, difference
SET: Final = "Set"  # column, value
CARD: Final = "CardMoved"  # card, zone, position
SHUFFLED: Final = "Shuffled"  # zone, then the cards at its top that were shuffled (often all), in their new order
MARKED: Final = "Marked"  # the six numbers of the mark
UNMARKED: Final = "Unmarked"  # the six numbers of the mark
LEARNED: Final = "Learned"  # card
RESULT: Final = "GameEnded"  # winners, one bit each

# Telling events that the kernel itself writes.
ROLLED: Final = "Rolled"  # the dice
LOT: Final = "DrawnByLot"  # which one, from 1, and of how many
RULES: Final = "RulesChanged"  # none: from here on other packs or rules than before are played with
CUT_SHORT: Final = "CutShort"  # which bound of the budget was passed, and how much that is; see `kernel.budget`
ANSWERED: Final = "Answered"  # option code as its position among the options, and the kind's name is in the ask


SHAPES: Final[dict[str, tuple[str, ...]]] = {
    TURN: ("",),
    CHANGED: ("columns", ""),
    SET: ("columns", ""),
    CARD: ("cards", "zones", ""),
    MARKED: ("marks", "subjects", "", "", "", ""),
    UNMARKED: ("marks", "subjects", "", "", "", ""),
    LEARNED: ("cards",),
    RESULT: ("",),
    LOT: ("", ""),
    ANSWERED: ("",),
    RULES: (),
    CUT_SHORT: ("", ""),
}
"""By kind of event of the kernel, what each of its numbers indexes; the empty text is a plain number."""


def shape_of(kind: str, data: Sequence[int]) -> tuple[str, ...]:
    """Return what each number of an event indexes; the empty text for plain numbers and kinds unknown to the kernel."""
    shape = SHAPES.get(kind, ())
    if kind == SHUFFLED:
        shape = ("zones", *("cards",) * (len(data) - 1))
    return (*shape, *("",) * (len(data) - len(shape)))


def dice_of(event: Event) -> tuple[int, ...]:
    """Return the random numbers that an event reports, in order; for shuffles none."""
    if event.kind == ROLLED:
        return event.data
    return event.data[:1] if event.kind == LOT else ()


def fold(state: State, event: Event) -> None:
    """Apply a changing event to `state`; a telling one does nothing."""
    change = _FOLDS.get(event.kind)
    if change is not None:
        change(state, event.seat, event.data)


def begin_turn(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Set the number of the turn and the seat whose turn it is."""
    state.turn = data[0]
    state.active = seat


def change(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Add the difference to the column of the seat."""
    state.put(seat, data[0], state.seats[seat][data[0]] + data[1])


def assign(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Set the column of the seat to the value."""
    state.put(seat, data[0], data[1])


def move_card(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Take the card from its zone and put it at `position` of the new one (NONE: last, the top of a deck)."""
    card, zone, position = data
    zones = state.zones
    old = state.place[card]
    if old != NONE:
        cards = zones[old]
        if cards[-1] == card:  # such as the top of a deck
            zones[old] = cards[:-1]
        else:
            at = cards.index(card)
            zones[old] = cards[:at] + cards[at + 1 :]
    cards = zones[zone]
    zones[zone] = cards + (card,) if position == NONE else cards[:position] + (card,) + cards[position:]
    state.place[card] = zone
    if state.known:
        state.known.pop(card, None)


def shuffle(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Put the cards on top of the zone into the order given; nobody knows them any more."""
    zone, order = data[0], data[1:]
    cards = state.zones[zone]
    state.zones[zone] = (*cards[: len(cards) - len(order)], *order)
    for card in order:
        state.known.pop(card, None)


def mark(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Put the mark on."""
    state.marks = state.marks.plus(Mark(*data))


def unmark(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Take the mark off; ValueError if it is not there."""
    state.marks = state.marks.minus(Mark(*data))


def learn(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Note that the seat (NONE: everybody) knows where the card lies."""
    card = data[0]
    state.known[card] = state.known.get(card, 0) | (EVERYBODY if seat == NONE else 1 << seat)


def end(state: State, seat: int, data: tuple[int, ...]) -> None:
    """Set the winners, which ends the game."""
    state.result = data[0]


_FOLDS: Final = {
    TURN: begin_turn,
    CHANGED: change,
    SET: assign,
    CARD: move_card,
    SHUFFLED: shuffle,
    MARKED: mark,
    UNMARKED: unmark,
    LEARNED: learn,
    RESULT: end,
}
