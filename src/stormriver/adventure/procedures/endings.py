"""Cards that lie on the goal and say how the game is won there (rules chapter `endings`).

A deck that `lays` cards there names the option that says how: face up (`revealed`), face down until somebody reaches
the goal (`hidden`), or not at all. The hooks of such a card hold for all characters while it lies face up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model import events
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.terrain import terrain
from stormriver.kernel.state import NONE, State

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable
    from stormriver.language.grammar import Effect

FACE_UP: Final = "revealed"
FACE_DOWN: Final = "hidden"
NO_CARD: Final = "none"


def variant(table: AdventureTable) -> str:
    """Return how a card is laid on the goal: `revealed`, `hidden` or `none`."""
    return str(table.options[table.decks[table.ending_deck].lays]) if table.ending_deck != NONE else NO_CARD


def admitted(table: AdventureTable, card: int) -> bool:
    """Tell whether a card may lie on the goal in this game (endings.variants)."""
    variants = table.cards[card].variants
    how = variant(table)
    return how != NO_CARD and (not variants or how in variants)


def set_aside(table: AdventureTable, state: State) -> None:
    """Put the cards into the box that may not lie on the goal in this game."""
    if table.ending_deck == NONE:
        return
    zone = table.deck_zone[table.ending_deck]
    for card in state.zones[zone]:
        if not admitted(table, card):
            state.place[card] = table.box
            state.zones[table.box] = (*state.zones[table.box], card)
    state.zones[zone] = tuple(card for card in state.zones[zone] if state.place[card] == zone)


def lay(game: AdventureGame) -> None:
    """Lay the top card on the goal, face up or face down (endings.set_up)."""
    table = game.table
    pile = game.state.zones[table.deck_zone[table.ending_deck]] if table.ending_deck != NONE else ()
    if pile and table.summit != NONE:
        game.move_card(pile[-1], table.goal if variant(table) == FACE_UP else table.goal_covered)


def turn_up(game: AdventureGame, seat: int) -> None:
    """Who reaches the goal turns up the card that lies there face down (endings.turned_up)."""
    table = game.table
    for card in game.state.zones[table.goal_covered] if table.goal != NONE else ():
        game.move_card(card, table.goal, seat)
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
