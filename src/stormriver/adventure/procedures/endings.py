"""Cards that lie on the goal and say how the game is won there (rules chapter `endings`).

A deck that `lays` cards there names the option that says how: face up (`revealed`), face down until somebody reaches
the goal (`hidden`), not at all (`none`), or which card of it, by its id. Of all decks that are played with one card
lies there. Its hooks hold for all characters while it lies face up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model import events
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import lay_for_all
from stormriver.adventure.procedures.terrain import terrain
from stormriver.kernel.state import NONE, State

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable
    from stormriver.language.grammar import Effect

FACE_UP: Final = "revealed"
FACE_DOWN: Final = "hidden"
NO_CARD: Final = "none"


def variant(table: AdventureTable, deck: int) -> str:
    """Return how a card of a deck is laid on the goal: `revealed`, `hidden`, `none`, or which card lies face up."""
    return str(table.options[table.decks[deck].lays])


def is_played(table: AdventureTable) -> bool:
    """Tell whether a card lies on the goal in this game."""
    return any(variant(table, deck) != NO_CARD for deck in table.ending_decks)


def admitted(table: AdventureTable, card: int) -> bool:
    """Tell whether a card may lie on the goal in this game (endings.variants)."""
    variants = table.cards[card].variants
    how = variant(table, table.backs[card])
    if how in (FACE_UP, FACE_DOWN):
        return not variants or how in variants
    return how == table.cards[card].id


def set_aside(table: AdventureTable, state: State) -> None:
    """Put the cards into the box that may not lie on the goal in this game."""
    for deck in table.ending_decks:
        zone = table.deck_zone[deck]
        for card in state.zones[zone]:
            if not admitted(table, card):
                state.place[card] = table.box
                state.zones[table.box] = (*state.zones[table.box], card)
        state.zones[zone] = tuple([card for card in state.zones[zone] if state.place[card] == zone])


def lay(game: AdventureGame) -> None:
    """Lay the top card on the goal, face up or face down; of several decks one by lot (endings.set_up)."""
    table = game.table
    piles = [game.state.zones[table.deck_zone[deck]] for deck in table.ending_decks]
    tops = [pile[-1] for pile in piles for _ in pile]  # each card of any deck is as likely
    if tops and table.summit != NONE:
        top = tops[game.draw_lot(NONE, len(tops))] if len(set(tops)) > 1 else tops[0]
        lay_for_all(game, top, where(table, top))


def where(table: AdventureTable, card: int) -> int:
    """Return the zone where a card lies on the goal: face up or face down."""
    return table.goal_covered if variant(table, table.backs[card]) == FACE_DOWN else table.goal


def turn_up(game: AdventureGame, seat: int) -> None:
    """Who reaches the goal turns up the card that lies there face down (endings.turned_up)."""
    table = game.table
    for card in game.state.zones[table.goal_covered] if table.goal != NONE else ():
        lay_for_all(game, card, table.goal, seat)
        events.ENDING_TURNED_UP.tell(game, seat, card)


def ending(game: AdventureGame, space: int) -> int:
    """Return the card that lies face up on a space that is the goal; NONE if there is none."""
    table = game.table
    cards = game.state.zones[table.goal] if table.goal != NONE and space == table.summit else ()
    return cards[0] if cards else NONE


def demand(game: AdventureGame, space: int) -> tuple[Effect, int]:
    """Return the effect of visiting a space, and the card it stands on: one on the goal comes before the space
    (endings.encounter)."""
    table = game.table
    card = ending(game, space)
    if card == NONE:
        over = terrain(game, space) if table.terrains else None
        return table.spaces[space].visit if over is None else over.visit, NONE
    return table.cards[card].meet, card


def meetings(game: AdventureGame, space: int) -> bool:
    """Tell whether characters encounter each other on a space (endings.encounter)."""
    table = game.table
    card = ending(game, space)
    return table.spaces[space].meetings if card == NONE else table.cards[card].company
