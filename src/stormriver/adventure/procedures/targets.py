"""The seats and cards that words mean by `who` and the like."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.adventure.model.columns import DEAD, SPACE, STATUS
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ACTIVE,
    ALL_SEATS,
    ANY_OTHER,
    ANYONE,
    BESIDE,
    CASTER,
    CHOSEN_SPOT,
    CHOSEN_SPOTS,
    HERE,
    HERE_SPOT,
    HERE_SPOTS,
    NEARBY,
    NEXT,
    NOBODY,
    OTHERS,
    PREVIOUS,
    REGION,
    SPELL,
    TARGET,
    THAT,
    THIS,
    THIS_CARD_SPOT,
    YOU,
    Who,
)
from stormriver.adventure.procedures import endings
from stormriver.adventure.procedures.stats import NO_NAMES, forbidden, is_playing, playing, region
from stormriver.adventure.procedures.terrain import names_at
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import ALWAYS, ZERO, Condition, Value


def seats(game: AdventureGame, context: Context, who: Who) -> list[int]:
    """Return the seats that `who` means in a context, clockwise from the one whose turn it is.

    A Spell passes over those whom no Spell of others affects; its target was chosen with that in mind.
    """
    found = _meant(game, context, who)
    if who in (YOU, TARGET) or context.card == NONE or "spell" not in names_of(game, context.card):
        return found
    return [seat for seat in found if seat == context.seat or not forbidden(game, seat, "be_cast_at", SPELL)]


def _meant(game: AdventureGame, context: Context, who: Who) -> list[int]:
    if who == YOU:
        return [context.seat]
    if who == TARGET:
        return [context.rival] if context.rival != NONE else []
    if who == NOBODY:
        return []
    if who == ACTIVE:
        return [game.state.active] if is_playing(game, game.state.active) else []
    everyone = playing(game)
    if who in (ALL_SEATS, ANYONE):
        return everyone
    if who in (OTHERS, ANY_OTHER):
        return [seat for seat in everyone if seat != context.seat]
    if who in (REGION, NEARBY):
        here = region(game, context.seat)
        near = [seat for seat in everyone if region(game, seat) == here]
        return near if who == REGION else [seat for seat in near if seat != context.seat]
    if who == BESIDE:
        return others_here(game, context.seat)
    if who == CASTER:
        return _caster(game, context.card)
    if who in (NEXT, PREVIOUS):
        return _neighbour(game, context.seat, 1 if who == NEXT else -1)
    assert who == HERE
    row = game.state.seats
    return [seat for seat in everyone if row[seat][SPACE] == row[context.seat][SPACE]]


def _caster(game: AdventureGame, answer: int) -> list[int]:
    """Return who has cast the Spell that a card answers; that card may be a Spell being cast itself."""
    for below in reversed(game.state.frames):
        if isinstance(below, Cast) and (answer == NONE or below.card != answer):
            return [below.seat] if is_playing(game, below.seat) else []
    return []


def _neighbour(game: AdventureGame, seat: int, way: int) -> list[int]:
    """Return the next other character clockwise (a way of 1) or counterclockwise (-1), if there is one."""
    count = len(game.state.seats)
    for steps in range(1, count):
        other = (seat + way * steps) % count
        if is_playing(game, other):
            return [other]
    return []


def fitting(
    game: AdventureGame, context: Context, who: Who, condition: Condition, most: Value = ZERO, least: Value = ZERO
) -> list[int]:
    """Return those of the seats that `who` means for whom a condition holds and, if such are given, a number is the
    greatest or the smallest; several if it is the same for them."""
    found = seats(game, context, who)
    if condition is not ALWAYS:
        found = [seat for seat in found if condition.test(game, as_each(context, seat))]
    for value, sign in ((most, 1), (least, -1)):
        if value is not ZERO and found:
            numbers = [sign * value.of(game, as_each(context, seat)) for seat in found]
            found = [seat for seat, number in zip(found, numbers, strict=True) if number == max(numbers)]
    return found


def as_each(context: Context, seat: int) -> Context:
    """Return the context in which something is asked of, or done by, one of several seats; it faces who does it."""
    return Context(seat, context.card, context.seat, context.space, roll=context.roll)


def others_here(game: AdventureGame, seat: int) -> list[int]:
    """Return the other characters on a character's space that may be encountered."""
    space = game.state.seats[seat][SPACE]
    on_space = [other for other, row in enumerate(game.state.seats) if row[SPACE] == space and other != seat]
    if not on_space or not endings.meetings(game, space):
        return []
    return [other for other in playing(game) if other in on_space and not forbidden(game, other, "be_met")]


def awaited(game: AdventureGame) -> list[int]:
    """Return the seats that begin with a new character in their next turn."""
    return [seat for seat, row in enumerate(game.state.seats) if row[STATUS] == DEAD]


def one(game: AdventureGame, context: Context, who: Who) -> int:
    """Return the one seat that `who` means, or NONE if there is none on the board."""
    found = seats(game, context, who)
    return found[0] if found and is_playing(game, found[0]) else NONE


def the_card(context: Context, cards: frozenset[str]) -> int:
    """Return the card that `this` or `that` means in a context."""
    assert cards in (THIS, THAT)
    return context.card if cards == THIS else context.target


def spot_subject(game: AdventureGame, context: Context, spot: int) -> int:
    """Return what marks lie on: this card, or the space meant in a context."""
    if spot == THIS_CARD_SPOT:
        return game.table.subject_of_card(context.card)
    return game.table.subject_of_space(spot_space(game, context, spot))


def spot_space(game: AdventureGame, context: Context, spot: int) -> int:
    """Return the space meant in a context: a certain one, the one that was chosen, or where it is done."""
    if spot >= 0:
        return spot
    here = NONE if context.seat == NONE else game.state.seats[context.seat][SPACE]
    return context.space if spot == CHOSEN_SPOT or here == NONE else here


def spot_spaces(game: AdventureGame, context: Context, spots: frozenset[str]) -> list[int]:
    """Return the spaces that are meant: the one where it is done, the one that was chosen, or all of some names."""
    if spots in (HERE_SPOTS, CHOSEN_SPOTS):
        return [spot_space(game, context, HERE_SPOT if spots == HERE_SPOTS else CHOSEN_SPOT)]
    return [space for space in range(len(game.table.spaces)) if not spots.isdisjoint(names_at(game, space))]


def by_lot(game: AdventureGame, seat: int, cards: Sequence[int]) -> int:
    """Return one of a character's cards (at least one), drawn by lot; a single one needs no lot."""
    return cards[0] if len(cards) == 1 else cards[game.draw_lot(seat, len(cards))]


def names_of(game: AdventureGame, card: int) -> frozenset[str]:
    """Return the names of a card; none of a space, mark or rule that stands for one where hooks are asked."""
    return game.table.cards[card].names if card < game.table.space_source else NO_NAMES
