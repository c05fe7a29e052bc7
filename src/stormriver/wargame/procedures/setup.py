"""Laying the map, filling the cups, drawing and deploying both forces (rules chapter `setup`)."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.program import Steps
from stormriver.wargame.model.columns import EVIL, GOOD, NEUTRAL, SIDES
from stormriver.wargame.model.frames import HOLD, INTO_HAND, PUT_IN_PLAY, Place, Setup
from stormriver.wargame.model.phases import Turn
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.chits import draw


def lay_map(game: WargameGame, frame: Setup) -> None:
    """Lay the tiles of each region in its rows by chance (setup.map)."""
    table = game.table
    for side in (*SIDES, NEUTRAL):
        cup = table.cup[f"{side}_tiles"]
        game.shuffle(cup)
        for square in table.spaces:
            if square.side == side:
                game.move_card(game.state.zones[cup][-1], table.tiles + square.number)


def fill_cups(game: WargameGame, frame: Setup) -> None:
    """Mix the chits in their cups (setup.cups)."""
    mix_cups(game)


def mix_cups(game: WargameGame) -> None:
    """Mix the chits in all cups but those of the tiles."""
    for name, zone in game.table.cup.items():
        if not name.endswith("_tiles"):
            game.shuffle(zone)


# In the steps below what is pushed last is carried out first: Good before Evil.


def muster(game: WargameGame, frame: Setup) -> None:
    """Each side draws its units (setup.units)."""
    numbers = game.table.numbers
    for seat in (EVIL, GOOD):
        draw(game, seat, "neutral_units", numbers["neutral_units"], HOLD)
        draw(game, seat, f"{SIDES[seat]}_units", numbers["units"], HOLD)


def deploy(game: WargameGame, frame: Setup) -> None:
    """Good deploys its units in its region, then Evil (setup.deploy)."""
    for seat in (EVIL, GOOD):
        for card in reversed(game.state.zones[game.table.drawn + seat]):
            game.push(Place(seat, card, deploying=True))


def hand_out(game: WargameGame, frame: Setup) -> None:
    """Each side draws items and stacks them, and draws spells (setup.items, setup.spells)."""
    numbers = game.table.numbers
    for seat in (EVIL, GOOD):
        draw(game, seat, "spells", numbers["spells"], INTO_HAND)
    for seat in (EVIL, GOOD):
        draw(game, seat, "items", numbers["items"], PUT_IN_PLAY)


def first_turn(game: WargameGame, frame: Setup) -> None:
    """Evil has the first turn (setup.first_turn)."""
    game.state.frames.pop()
    game.push(Turn(EVIL))


STEPS: Final[Steps] = (
    ("setup.map", lay_map),
    ("setup.cups", fill_cups),
    ("setup.units", muster),
    ("setup.deploy", deploy),
    ("setup.items", hand_out),
    ("setup.first_turn", first_turn),
)
