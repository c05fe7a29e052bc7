"""Figures that roam: cards that stand on the board for themselves, move by a rule of their own and come upon people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.frames import Encounter
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import lay
from stormriver.adventure.procedures.stats import playing
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE, State
from stormriver.language.grammar import NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable


def set_out(table: AdventureTable, state: State) -> None:
    """Put the figures that have a start on their spaces, before anything has happened."""
    for card in table.figures:
        start = int(table.cards[card].start)
        if start != NONE:
            deck, space = state.place[card], table.lying + start
            state.zones[deck] = tuple([other for other in state.zones[deck] if other != card])
            state.zones[space] = (*state.zones[space], card)
            state.place[card] = space


def standing(game: AdventureGame, card: int) -> int:
    """Return the space on which a figure stands; NONE if it is not on the board."""
    table, zone = game.table, game.state.place[card]
    return zone - table.lying if table.is_lying(zone) else NONE


def may_come(game: AdventureGame, card: int) -> bool:
    """Tell whether a figure is on the board, or in a deck, on a discard pile or in the box; nobody has it."""
    table, zone = game.table, game.state.place[card]
    return table.is_lying(zone) or zone in (table.deck_zone[table.backs[card]], table.discard_of[card], table.box)


def move(game: AdventureGame, card: int, space: int, seat: int) -> None:
    """Move a figure to a space, where it comes upon each character, the one whose turn it is first.

    An encounter under way goes on without it.

    Args:
        game: the game.
        card: the figure.
        space: where it comes to.
        seat: who moves it.
    """
    table = game.table
    comes = table.cards[card].comes
    lay(game, card, space, seat)
    events.CARD_PLACED.tell(game, seat, card, space)
    for below in game.state.frames:
        if isinstance(below, Encounter) and (comes is not NOTHING or below.space != space):
            below.met |= 1 << card
    if comes is NOTHING:
        return
    there = [other for other in playing(game) if game.state.seats[other][SPACE] == space]
    for other in reversed(there):  # what is pushed last is carried out first
        if game.state.frames:
            comes.run(game, Context(other, card, space=space))


def steps_towards(table: AdventureTable, start: int, ends: frozenset[int], count: int) -> int:
    """Return the space to which so many steps on a shortest way lead to the nearest of some spaces, or to it itself."""
    if start in ends:
        return start
    before = {start: NONE}
    reached = [start]
    while reached:
        onward: list[int] = []
        for space in reached:
            for following in (*table.next[space], *[gate.beyond for gate in table.gates[space]]):
                if following not in before:
                    before[following] = space
                    onward.append(following)
        found = [space for space in onward if space in ends]
        if found:
            return _along(before, found[0], count)
        reached = onward
    return start


def _along(before: dict[int, int], end: int, count: int) -> int:
    """Return the space so many steps from the start of a way that is known from its end."""
    way = [end]
    while before[way[-1]] != NONE:
        way.append(before[way[-1]])
    way.reverse()
    return way[min(count, len(way) - 1)]
