"""Spells: gaining, holding and casting them (rules chapter `spells`)."""

from __future__ import annotations

from stormriver.adventure.model.columns import CASTS
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import SPELL
from stormriver.adventure.procedures.belongings import may_have, spell_limit, take
from stormriver.adventure.procedures.stats import find_marks, forbidden, form
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE


def hand(game: AdventureGame, seat: int) -> tuple[int, ...]:
    """Return the Spells of a seat."""
    return game.state.zones[game.table.hand + seat]


def room_for_spells(game: AdventureGame, seat: int) -> int:
    """Return how many more Spells a character may have (spells.gain)."""
    if form(game, seat) != NONE or forbidden(game, seat, "gain", SPELL):
        return 0
    return max(0, spell_limit(game, seat) - len(hand(game, seat)))


def draw_spells(game: AdventureGame, seat: int, count: int) -> int:
    """Let a seat draw up to `count` Spells, as far as there is room; return how many."""
    table = game.table
    wanted = min(count, room_for_spells(game, seat))
    drawn = 0
    while drawn < wanted:
        card = top(game, table.spell_deck)
        if card == NONE:
            break
        game.move_card(card, table.hand + seat, seat)
        drawn += 1
    return drawn


def may_come_to(game: AdventureGame, seat: int, card: int) -> bool:
    """Tell whether a character may have a card: a Spell if there is room for it."""
    if "spell" in game.table.cards[card].names:
        return room_for_spells(game, seat) > 0
    return game.table.is_belonging[card] and may_have(game, seat, card)


def come_to(game: AdventureGame, seat: int, card: int) -> None:
    """Let a character have a card: a Spell comes to their hand."""
    if "spell" in game.table.cards[card].names:
        game.move_card(card, game.table.hand + seat, seat)
    else:
        take(game, seat, card)


def take_back(game: AdventureGame, seat: int, card: int) -> None:
    """Return a Spell to the seat that has cast it; it may not be cast again in the turn under way."""
    table = game.table
    game.move_card(card, table.hand + seat, seat)
    game.mark(table.rule_marks.cast, seat, card + 1, TURN_END, seat)


def taken_back(game: AdventureGame, seat: int) -> list[int]:
    """Return the Spells that a seat has cast and taken back in the turn under way."""
    return [mark.amount - 1 for mark in find_marks(game, seat, game.table.rule_marks.cast)]


def top(game: AdventureGame, deck: int) -> int:
    """Return the top card of a deck, after shuffling the discards into it if it is empty; NONE if there is none."""
    table = game.table
    pile = table.deck_zone[deck]
    if not game.state.zones[pile]:
        discards = table.deck_discard[deck]
        if discards == pile or not game.state.zones[discards]:
            return NONE
        for card in game.state.zones[discards]:
            game.move_card(card, pile)
        game.shuffle(pile)
    return game.state.zones[pile][-1]


def may_still_cast(game: AdventureGame, seat: int) -> bool:
    """Tell whether a seat has not yet cast as many Spells as it may in the turn under way (spells.cast_limit).

    Known to all: it depends on how many Spells the seat held and has cast, not on which.
    """
    return game.state.seats[seat][CASTS] > 0 and form(game, seat) == NONE
