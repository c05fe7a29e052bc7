"""What a character gains, loses, heals and replenishes; and the stockpiles, which are limited."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import FATE, GOLD, LIFE
from stormriver.adventure.model.perils import LoseLives
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.procedures.belongings import left_by
from stormriver.adventure.procedures.stats import find_marks, form, marks_on, total, value
from stormriver.kernel.state import NONE, Mark

MOST_HELD: Final = 10_000
"""How many counters of a kind a character can have, at most, however much a card multiplies them."""


def in_use(game: AdventureGame, column: int) -> list[int]:
    """Return how many counters of a kind lie in each place that holds any: seats, cards, spaces, under toads."""
    table = game.table
    places = [row[column] for row in game.state.seats]
    for mark in game.state.marks:
        if table.mark_columns[mark.kind] == column:
            places.append(mark.amount)
    return places


def stock_left(game: AdventureGame, column: int, seat: int = 0, wanted: int = 1 << 10) -> int:
    """Return how many of `wanted` counters a character could still take (golden.limited_resources).

    Large counters stand for five points, and whoever can change five small ones for a large one
    must; so the small ones in use are the points that no large one stands for. A game without such
    counters has none of them.
    """
    table = game.table
    if column not in table.stock:
        return 0
    stock = table.stock[column]
    if not table.options["limited_supply"] or stock[0] == NONE:
        return wanted
    places = in_use(game, column)
    found = 0
    while found < wanted:
        places[seat] += 1
        if small_in_use(places, stock[1]) > stock[0]:
            break
        found += 1
    return found


def small_in_use(places: list[int], large: int) -> int:
    """Return how many small counters lie in places with these points, `large` large ones existing."""
    return sum(places) - (5 * min(large, sum(points // 5 for points in places)) if large else 0)


def gain(game: AdventureGame, seat: int, column: int, amount: int) -> int:
    """Give a character up to `amount` counters, as far as the stockpile goes; return how many.

    Where lives end at the value of the character, more of them are not gained (attributes.gain_lives).
    """
    if column == LIFE and not game.table.options["lives_above_value"]:
        amount = min(amount, missing(game, seat, LIFE))
    amount = min(amount, MOST_HELD - game.state.seats[seat][column])
    if amount <= 0:
        return 0
    amount = stock_left(game, column, seat, amount)
    game.change(seat, column, amount)
    return amount


def lose(game: AdventureGame, seat: int, column: int, amount: int) -> int:
    """Take up to `amount` counters from a character (not lives, see lose_lives); return how many."""
    amount = min(amount, game.state.seats[seat][column])
    if amount > 0:
        game.change(seat, column, -amount)
    return max(amount, 0)


def heal(game: AdventureGame, seat: int, column: int, amount: int) -> int:
    """Restore lives or fate, never above the value of the character; return how many."""
    missing = value(game, seat, column) - game.state.seats[seat][column]
    return gain(game, seat, column, min(amount, missing))


def missing(game: AdventureGame, seat: int, column: int) -> int:
    """Return how many lives or fate tokens a character could get back."""
    return max(0, value(game, seat, column) - game.state.seats[seat][column])


def reduced(game: AdventureGame, seat: int, price: int) -> int:
    """Return the price of a card for a buyer; a reduction never lowers it below 1 gold."""
    table = game.table
    if table.DISCOUNT == NONE or price <= 1:
        return price
    return max(1, price - total(game, seat, table.DISCOUNT))


def due(game: AdventureGame, seat: int, gold: int, paid: int = 0) -> int:
    """Return the gold that a seat has to give for a charge, after `paid` was charged on the same occasion.

    A reduction for sums of 2 gold and more applies once to all that is paid on one occasion.
    """
    table = game.table
    if table.REBATE == NONE:
        return gold
    off = total(game, seat, table.REBATE)
    return gold - (off if paid + gold >= 2 else 0) + (off if paid >= 2 else 0)


def lose_lives(
    game: AdventureGame, seat: int, amount: int, card: int = NONE, rival: int = NONE, space: int = NONE, by: int = 0
) -> None:
    """Let a character be about to lose lives; armour, Spells and other answers come first."""
    if amount > 0:
        game.push(LoseLives(seat, amount, card, rival, space, by))


def counters_on(game: AdventureGame, subject: int, column: int) -> tuple[Mark, ...]:
    """Return the counters of a kind, or the gold, that lie on a card or space."""
    return find_marks(game, subject, kind_on(game.table, subject, column))


def kind_on(table: AdventureTable, subject: int, column: int) -> int:
    """Return the kind of mark that counters are on a card or space, NONE if they never lie there; gold lies loose."""
    if column == GOLD and subject >= table.subject_of_space(0):
        return table.rule_marks.loose_gold
    return table.held_marks.get(column, NONE)


def lay_counters(game: AdventureGame, subject: int, column: int, amount: int) -> None:
    """Lay counters or gold on a card or space, beside what lies there."""
    if amount > 0:
        for mark in counters_on(game, subject, column):
            game.unmark(mark)
            amount += mark.amount
        game.mark(kind_on(game.table, subject, column), subject, amount)


def gold_on(game: AdventureGame, space: int) -> int:
    """Return how much gold lies on a space."""
    table = game.table
    return marks_on(game, table.subject_of_space(space), table.rule_marks.loose_gold)


def lay_gold(game: AdventureGame, space: int, amount: int) -> None:
    """Lay gold on a space; from some spaces it comes to lie elsewhere."""
    if amount > 0:
        table = game.table
        floor = int(table.spaces[space].floor)
        space = space if floor == NONE else floor
        amount += take_loose_gold(game, space)
        game.mark(table.rule_marks.loose_gold, table.subject_of_space(space), amount)


def take_loose_gold(game: AdventureGame, space: int) -> int:
    """Take all gold off a space and return how much it was."""
    table = game.table
    found = find_marks(game, table.subject_of_space(space), table.rule_marks.loose_gold)
    for mark in found:
        game.unmark(mark)
    return sum(mark.amount for mark in found)


def gold_to_take(game: AdventureGame, seat: int, space: int) -> int:
    """Return how much of the gold on a space a character may take: none of what they left there this turn.

    Rule: objects.no_take_back.
    """
    return max(0, gold_on(game, space) - left_by(game, seat, game.table.subject_of_space(space)))


def pick_up_gold(game: AdventureGame, seat: int, space: int) -> int:
    """Take the gold that a character may take off a space and return how much it was."""
    found = gold_to_take(game, seat, space)
    lay_gold(game, space, take_loose_gold(game, space) - found)
    return found


def can_carry_gold(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character may have gold; another form may not."""
    return form(game, seat) == NONE


__all__ = ["FATE", "GOLD", "LIFE", "gain", "heal", "lose", "lose_lives", "missing", "stock_left"]
