"""The seats and cards that words mean by `who` and the like."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.adventure.model.columns import DEAD, SPACE, STATUS
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ACTIVE,
    ALL_SEATS,
    ANY_OTHER,
    ANYONE,
    BESIDE,
    HERE,
    NEARBY,
    NOBODY,
    OTHERS,
    REGION,
    TARGET,
    THAT,
    THIS,
    YOU,
    Who,
)
from stormriver.adventure.procedures import endings
from stormriver.adventure.procedures.spells import SPELL
from stormriver.adventure.procedures.stats import NO_NAMES, forbidden, is_playing, playing, region
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


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
    assert who == HERE
    row = game.state.seats
    return [seat for seat in everyone if row[seat][SPACE] == row[context.seat][SPACE]]


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


def by_lot(game: AdventureGame, seat: int, cards: Sequence[int]) -> int:
    """Return one of a character's cards (at least one), drawn by lot; a single one needs no lot."""
    return cards[0] if len(cards) == 1 else cards[game.draw_lot(seat, len(cards))]


def names_of(game: AdventureGame, card: int) -> frozenset[str]:
    """Return the names of a card; none of a space, mark or rule that stands for one where hooks are asked."""
    return game.table.cards[card].names if card < game.table.space_source else NO_NAMES
