"""Impossible positions: those that no game can reach, though every name and number in them is valid by itself."""

from __future__ import annotations

from stormriver.adventure.model.columns import CRAFT, SPACE, STRENGTH
from stormriver.adventure.procedures.lives import summit_reached
from stormriver.adventure.procedures.stats import form
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.scenario.adventure.reading import Player

GAINED = 3
"""How much Strength or Craft a character may have gained while having another form, which lasts a few turns."""


def check_possible(game: Game, players: tuple[Player, ...]) -> None:
    """Refuse a position that no game can reach: BadContent, with file and line."""
    for player in players:
        if player.character is not None:
            _check_place(game, player)
            _check_form(game, player)


def _check_place(game: Game, player: Player) -> None:
    """Who stands on the goal has reached it, which the position must say."""
    table = game.table
    if game.state.seats[player.seat][SPACE] == table.summit != NONE and not summit_reached(game):
        space = table.spaces[table.summit]
        player.node.fail(
            "somebody is at {name}, which nobody has reached; say `marks: {{{id}: {{summit_reached: 1}}}}`",
            name=space.name,
            id=space.id,
        )


def _check_form(game: Game, player: Player) -> None:
    """What a character has won before does not count in another form, and there is no time to win much in it."""
    table, kind = game.table, form(game, player.seat)
    for column in (STRENGTH, CRAFT) if kind != NONE else ():
        gained = game.state.seats[player.seat][column]
        if gained > GAINED:
            player.columns[column].fail(
                "a {name} cannot have gained {gained} in its few turns", name=table.marks[kind].name, gained=gained
            )
