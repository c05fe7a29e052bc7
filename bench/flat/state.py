"""The state of the study: one row of cells and the generator; and what moves cards and writes the log.

Every number of a game lies in the same row: registers, the rows of the seats, the stack, the options asked, and zones
as chains (each card names the card before and behind it). So a copy is one copy of the row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from flat.cells import advance, copied, filled, number
from flat.opcodes import Program

if TYPE_CHECKING:
    from flat.cells import Cells, Int

# registers
PC: Final = 0  # the next instruction
DEPTH: Final = 1  # how many addresses lie on the stack
TURN: Final = 2  # turns begun so far
SEAT: Final = 3  # whose turn it is, or who begins with a new character
STOPPED: Final = 4  # 1 once the rest of the turn falls away
WINNERS: Final = 5  # one bit a seat, once the game is over
ASK: Final = 6  # the instruction that asks
COUNT: Final = 7  # of the options; 0 if nobody is asked
ANSWER: Final = 8  # the option last chosen
ROUNDS: Final = 9
ROLL: Final = 10  # the die last rolled
MISSES: Final = 11  # 1 if this turn is missed
MET: Final = 12  # cards met on the space, one bit each
GOLD_OFFERED: Final = 13
CARD: Final = 14  # the card under way; NONE for a space
GROUP: Final = 15  # cards met together, one bit each
POWER: Final = 16  # of a creature that is no card; 0 in a fight with cards
PSYCHIC: Final = 17
ATTACK: Final = 18  # the dice of the attack, and the one behind it for a second die
SECOND: Final = 19
DEFENCE: Final = 20
OUTCOME: Final = 21
LOSER: Final = 22  # who is about to lose lives
LIVES: Final = 23  # how many
OFFERED: Final = 24  # cards that may be taken, one bit each
TAKES_GOLD: Final = 25
COLUMN: Final = 26  # of the counters that trophies are exchanged for
POINTS: Final = 27
HANDED_IN: Final = 28  # trophies, one bit each
WHO: Final = 29  # the seat that a word is about
EACH: Final = 30  # seats that a word is still to be carried out for, one bit each
LEFT: Final = 31  # how many cards were left behind this turn
LOSS_CARD: Final = 32  # the card by which lives are lost
ASK_CARD: Final = 33  # the card that an ask is about
REGISTERS: Final = 36

COLUMNS: Final = 16
SEATS: Final = REGISTERS
MOST_SEATS: Final = 6
STACK: Final = SEATS + MOST_SEATS * COLUMNS
MOST_CALLS: Final = 8
OPTIONS: Final = STACK + MOST_CALLS
MOST_OPTIONS: Final = 32
LEAVINGS: Final = OPTIONS + MOST_OPTIONS  # what was left behind this turn: card, and who left it
MOST_LEAVINGS: Final = 32
GOLD_ON: Final = LEAVINGS + 2 * MOST_LEAVINGS  # by space
MOST_SPACES: Final = 50
PLACE: Final = GOLD_ON + MOST_SPACES  # the zone of each card
MOST_CARDS: Final = 72
BEFORE: Final = PLACE + MOST_CARDS  # the card below in the same zone
BEHIND: Final = BEFORE + MOST_CARDS  # the card above in the same zone
FIRST: Final = BEHIND + MOST_CARDS  # the lowest card of each zone
MOST_ZONES: Final = 84
LAST: Final = FIRST + MOST_ZONES  # the highest
SIZE: Final = LAST + MOST_ZONES

NONE: Final = -1

# columns of a seat, as `adventure.model.columns` has them
LIFE: Final = 0
FATE: Final = 1
GOLD: Final = 2
STRENGTH: Final = 3
CRAFT: Final = 4
SPACE: Final = 5
CHARACTER: Final = 6
ALIGNMENT: Final = 7
STATUS: Final = 8
MISSED: Final = 9
CASTS: Final = 11

PLAYING: Final = 0
DEAD: Final = 1
OUT: Final = 2

Line = tuple[str, int, tuple[int, ...], int, int]
"""An event: kind, seat, data, cause, card; as `kernel.events.Event` has them."""


@final
class Game:
    """A game of the study.

    Attributes:
        program: what all games share: code, cards, ways.
        cells: the state.
        dice: the generator of chance.
        log: the events so far; None for a game that writes none.
    """

    __slots__ = ("program", "cells", "dice", "log")

    def __init__(self, program: Program, cells: Cells, dice: Int, log: list[Line] | None) -> None:
        self.program = program
        self.cells = cells
        self.dice = dice
        self.log = log

    def clone(self) -> Game:
        """Return a copy without a log."""
        return Game(self.program, copied(self.cells), self.dice, None)

    def tell(self, kind: str, seat: Int, data: tuple[int, ...], cause: Int, card: Int = NONE) -> None:
        """Write an event; `cause` is a step by its constant in `opcodes.py`, or the number of a word in the table."""
        if self.log is not None:
            at = self.program.causes[cause] if cause < len(self.program.causes) else cause
            self.log.append((kind, int(seat), data, int(at), int(card)))


def new_game(program: Program, dice: Int, log: list[Line] | None = None) -> Game:
    """Return a game before its first instruction; the generator stands at `dice`."""
    cells = filled([0] * SIZE)
    at: Int = 0
    while at < MOST_ZONES:
        cells[FIRST + at] = cells[LAST + at] = NONE
        at += 1
    card: Int = 0
    while card < program.cards:
        append_card(cells, card, program.first_zone[card])
        card += 1
    seat: Int = 0
    while seat < program.seats:
        row = SEATS + seat * COLUMNS
        cells[row + SPACE] = cells[row + CHARACTER] = NONE
        seat += 1
    return Game(program, cells, dice, log)


# numbers


def bit(at: Int) -> Int:
    """Return the number with one bit set, 0 to 61; mypyc 2.4.1 would shift a plain 1 as a number of 32 bits."""
    return 0x2000000000000000 >> (61 - at)


# seats


def column(cells: Cells, seat: Int, number: Int) -> Int:
    """Return a column of a seat."""
    return cells[SEATS + seat * COLUMNS + number]


def is_playing(cells: Cells, seat: Int) -> bool:
    """Tell whether a seat has a character on the board."""
    return cells[SEATS + seat * COLUMNS + CHARACTER] != NONE


def change(game: Game, seat: Int, number: Int, difference: Int, cause: Int, card: Int = NONE) -> None:
    """Add to a column of a seat; a difference of 0 is no event."""
    if difference != 0:
        game.cells[SEATS + seat * COLUMNS + number] += difference
        if game.log is not None:
            game.tell("Changed", seat, (int(number), int(difference)), cause, card)


def assign(game: Game, seat: Int, number: Int, value: Int, cause: Int) -> None:
    """Set a column of a seat; the value it has already is no event."""
    at = SEATS + seat * COLUMNS + number
    if game.cells[at] != value:
        game.cells[at] = value
        if game.log is not None:
            game.tell("Set", seat, (int(number), int(value)), cause)


# chance


def roll(game: Game, seat: Int, cause: Int, card: Int = NONE) -> Int:
    """Return a die rolled for a seat, 1 to 6."""
    game.dice = advance(game.dice)
    die = number(game.dice, 6) + 1
    if game.log is not None:
        game.tell("Rolled", seat, (int(die),), cause, card)
    return die


def shuffle(game: Game, zone: Int, cause: Int) -> None:
    """Shuffle the cards of a zone."""
    cells = game.cells
    order: list[int] = []
    card = cells[FIRST + zone]
    while card != NONE:
        order.append(int(card))
        card = cells[BEHIND + card]
    last: Int = len(order) - 1
    while last > 0:
        game.dice = advance(game.dice)
        other = number(game.dice, last + 1)
        order[last], order[other] = order[other], order[last]
        last -= 1
    cells[FIRST + zone] = cells[LAST + zone] = NONE
    for one in order:
        append_card(cells, one, zone)
    if game.log is not None:
        game.tell("Shuffled", NONE, (int(zone), *order), cause)


# zones


def append_card(cells: Cells, card: Int, zone: Int) -> None:
    """Put a card that lies nowhere on top of a zone."""
    last = cells[LAST + zone]
    cells[PLACE + card] = zone
    cells[BEFORE + card] = last
    cells[BEHIND + card] = NONE
    cells[LAST + zone] = card
    if last == NONE:
        cells[FIRST + zone] = card
    else:
        cells[BEHIND + last] = card


def move_card(game: Game, card: Int, zone: Int, seat: Int, cause: Int, about: Int = NONE) -> None:
    """Move a card on top of a zone, as `seat` does; `about` is the card behind it, for the log."""
    cells = game.cells
    old = cells[PLACE + card]
    below = cells[BEFORE + card]
    above = cells[BEHIND + card]
    if below == NONE:
        cells[FIRST + old] = above
    else:
        cells[BEHIND + below] = above
    if above == NONE:
        cells[LAST + old] = below
    else:
        cells[BEFORE + above] = below
    append_card(cells, card, zone)
    if game.log is not None:
        game.tell("CardMoved", seat, (int(card), int(zone), NONE), cause, about)


def count_cards(cells: Cells, zone: Int) -> Int:
    """Return how many cards lie in a zone."""
    found: Int = 0
    card = cells[FIRST + zone]
    while card != NONE:
        found += 1
        card = cells[BEHIND + card]
    return found


# calls


def called(cells: Cells, to: Int, back: Int) -> Int:
    """Note where to go on after what begins at `to`, and return that."""
    cells[STACK + cells[DEPTH]] = back
    cells[DEPTH] += 1
    return to
