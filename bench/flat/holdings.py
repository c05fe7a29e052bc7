"""What seats have: numbers folded from their cards, counters from a limited stock, things left behind, lives lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flat import opcodes as op
from flat.state import (
    ALIGNMENT,
    BEHIND,
    CASTS,
    CHARACTER,
    CRAFT,
    DEAD,
    FATE,
    FIRST,
    GOLD,
    GOLD_ON,
    LEAVINGS,
    LEFT,
    LIFE,
    LIVES,
    LOSER,
    LOSS_CARD,
    MISSED,
    MOST_SPACES,
    NONE,
    SEAT,
    SPACE,
    STATUS,
    STOPPED,
    STRENGTH,
    Game,
    assign,
    change,
    column,
    is_playing,
    move_card,
)

if TYPE_CHECKING:
    from flat.cells import Int

TURN_END: Final = 1  # the moment at which marks of what was left behind end, see `kernel.marks`


def held(game: Game, seat: Int, fact: Int) -> Int:
    """Return what a character and their belongings add to a number."""
    cells = game.cells
    facts = game.program.facts
    found = facts[column(cells, seat, CHARACTER) * op.FACTS + fact]
    card = cells[FIRST + game.program.play + seat]
    while card != NONE:
        found += facts[card * op.FACTS + fact]
        card = cells[BEHIND + card]
    return found


def stat(game: Game, seat: Int, number: Int) -> Int:
    """Return a character's Strength or Craft (the column of its counters) with all that adds to it."""
    craft = number - STRENGTH
    printed = game.program.facts[column(game.cells, seat, CHARACTER) * op.FACTS + op.F_STRENGTH + craft]
    return printed + column(game.cells, seat, number) + held(game, seat, op.F_ADDS_STRENGTH + craft)


def surplus(game: Game, seat: Int) -> Int:
    """Return how many Objects a character has above what they may carry."""
    cells = game.cells
    facts = game.program.facts
    found = 0 - game.program.carry
    card = cells[FIRST + game.program.play + seat]
    while card != NONE:
        found += facts[card * op.FACTS + op.F_IS_BURDEN] - facts[card * op.FACTS + op.F_ADDS_CARRY]
        card = cells[BEHIND + card]
    return found


def worth(game: Game, seat: Int, number: Int) -> Int:
    """Return the points of a character's trophies for Strength or Craft."""
    cells = game.cells
    fact = op.F_STRENGTH + number - STRENGTH
    found: Int = 0
    card = cells[FIRST + game.program.trophies + seat]
    while card != NONE:
        found += game.program.facts[card * op.FACTS + fact]
        card = cells[BEHIND + card]
    return found


# counters


def stock_left(game: Game, number: Int, seat: Int, wanted: Int) -> Int:
    """Return how many of `wanted` counters a seat could still take; large ones stand for five (see `fortune.py`)."""
    cells = game.cells
    program = game.program
    small, large = program.stock[2 * number], program.stock[2 * number + 1]
    used: Int = 0
    fives: Int = 0
    other: Int = 0
    while other < program.seats:
        points = column(cells, other, number)
        used += points
        fives += points // 5
        other += 1
    if number == GOLD:
        space: Int = 0
        while space < MOST_SPACES:
            used += cells[GOLD_ON + space]
            space += 1
    if used + wanted <= small:
        return wanted
    own = column(cells, seat, number)
    fives -= own // 5
    found: Int = 0
    while found < wanted:
        changed = fives + (own + found + 1) // 5
        if used + found + 1 - 5 * (changed if changed < large else large) > small:
            return found
        found += 1
    return found


def gain(game: Game, seat: Int, number: Int, wanted: Int, cause: Int, card: Int = NONE) -> Int:
    """Give a seat counters, as far as the stock goes; return how many."""
    if wanted <= 0:
        return 0
    found = stock_left(game, number, seat, wanted)
    change(game, seat, number, found, cause, card)
    return found


# leaving things behind


def may_take(game: Game, seat: Int, card: Int) -> bool:
    """Tell whether a character may have a card and has not left it behind this turn."""
    return not was_left_by(game, seat, card) and (
        game.program.facts[card * op.FACTS + op.F_NOT_FOR] >> column(game.cells, seat, ALIGNMENT) & 1 == 0
    )


def was_left_by(game: Game, seat: Int, card: Int) -> bool:
    """Tell whether a seat has left a card behind this turn."""
    cells = game.cells
    at: Int = 0
    while at < cells[LEFT]:
        if cells[LEAVINGS + 2 * at] == card and cells[LEAVINGS + 2 * at + 1] == seat:
            return True
        at += 1
    return False


def leave_card(game: Game, seat: Int, card: Int, cause: Int) -> None:
    """Leave a card on the space; who does so may not take it back this turn."""
    cells = game.cells
    move_card(game, card, game.program.lying + column(cells, seat, SPACE), seat, cause)
    cells[LEAVINGS + 2 * cells[LEFT]] = card
    cells[LEAVINGS + 2 * cells[LEFT] + 1] = seat
    cells[LEFT] += 1
    if game.log is not None:
        data = (int(game.program.left_mark), int(game.program.seats + card), 1, TURN_END, int(seat), 1)
        game.tell("Marked", seat, data, cause)


def discard(game: Game, card: Int, seat: Int, cause: Int, about: Int = NONE) -> None:
    """Put a card on its discard pile."""
    move_card(game, card, game.program.facts[card * op.FACTS + op.F_DISCARD], seat, cause, about)


def take_gold(game: Game, space: Int, cause: Int) -> Int:
    """Take the gold off a space, and return how much it was."""
    cells = game.cells
    found = cells[GOLD_ON + space]
    if found > 0:
        cells[GOLD_ON + space] = 0
        if game.log is not None:
            game.tell("Unmarked", NONE, gold_mark(game, space, found), cause)
    return found


def lay_gold(game: Game, space: Int, amount: Int, cause: Int) -> None:
    """Lay gold on a space, beside what lies there."""
    if amount > 0:
        laid = amount + take_gold(game, space, cause)
        game.cells[GOLD_ON + space] = laid
        if game.log is not None:
            game.tell("Marked", NONE, gold_mark(game, space, laid), cause)


def gold_mark(game: Game, space: Int, amount: Int) -> tuple[int, ...]:
    """Return what the log says of gold on a space."""
    return (int(game.program.gold_mark), int(game.program.mark_spaces + space), int(amount), 0, NONE, 1)


# lives


def lose_lives(game: Game) -> None:
    """The lives are lost; who has none left is killed at once."""
    cells = game.cells
    seat = cells[LOSER]
    life = column(cells, seat, LIFE)
    lost = cells[LIVES] if cells[LIVES] < life else life
    if lost <= 0 or not is_playing(cells, seat):
        return
    change(game, seat, LIFE, 0 - lost, op.LIVES_LOST, cells[LOSS_CARD])
    if life == lost:
        die(game, seat)


def die(game: Game, seat: Int) -> None:
    """A character is killed: trophies are discarded, belongings and gold lie on the space, counters go back."""
    cells = game.cells
    program = game.program
    if game.log is not None:
        game.tell("CharacterKilled", seat, (NONE,), op.GIVEN_BACK)
    while cells[FIRST + program.trophies + seat] != NONE:
        discard(game, cells[FIRST + program.trophies + seat], seat, op.GIVEN_BACK)
    while cells[FIRST + program.play + seat] != NONE:
        leave_card(game, seat, cells[FIRST + program.play + seat], op.ESTATE_LEFT)
    gold = column(cells, seat, GOLD)
    change(game, seat, GOLD, 0 - gold, op.ESTATE_LEFT)
    lay_gold(game, column(cells, seat, SPACE), gold, op.ESTATE_LEFT)
    for number in (FATE, STRENGTH, CRAFT):
        change(game, seat, number, 0 - column(cells, seat, number), op.BOARD_LEFT)
    assign(game, seat, MISSED, 0, op.BOARD_LEFT)
    assign(game, seat, CASTS, 0, op.BOARD_LEFT)
    move_card(game, column(cells, seat, CHARACTER), program.box, seat, op.BOARD_LEFT)
    assign(game, seat, CHARACTER, NONE, op.BOARD_LEFT)
    assign(game, seat, SPACE, NONE, op.BOARD_LEFT)
    assign(game, seat, STATUS, DEAD, op.BOARD_LEFT)
    if seat == cells[SEAT]:
        cells[STOPPED] = 1
