"""Laying the map, filling the cups, drawing and deploying both forces (rules chapter `setup`)."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.state import Frame
from stormriver.wargame.model.columns import EVIL, GOOD, NEUTRAL, SIDES
from stormriver.wargame.model.procedures import PLACE, TURN
from stormriver.wargame.procedures.chits import DEPLOYING, HOLD, INTO_HAND, PUT_IN_PLAY, draw


def lay_map(game: Game, frame: Frame) -> None:
    """Lay the tiles of each region in its rows by chance (setup.map)."""
    table = game.table
    for side in (*SIDES, NEUTRAL):
        cup = table.cup[f"{side}_tiles"]
        game.shuffle(cup)
        for square in table.spaces:
            if square.side == side:
                game.move_card(game.state.zones[cup][-1], table.tiles + square.number)


def fill_cups(game: Game, frame: Frame) -> None:
    """Mix the chits in their cups (setup.cups)."""
    for name, zone in game.table.cup.items():
        if not name.endswith("_tiles"):
            game.shuffle(zone)


# In the steps below what is pushed last is carried out first: Good before Evil.


def muster(game: Game, frame: Frame) -> None:
    """Each side draws its units (setup.units)."""
    numbers = game.table.numbers
    for seat in (EVIL, GOOD):
        draw(game, seat, "neutral_units", numbers["neutral_units"], HOLD)
        draw(game, seat, f"{SIDES[seat]}_units", numbers["units"], HOLD)


def deploy(game: Game, frame: Frame) -> None:
    """Good deploys its units in its region, then Evil (setup.deploy)."""
    for seat in (EVIL, GOOD):
        for card in reversed(game.state.zones[game.table.drawn + seat]):
            game.push(Frame(PLACE, seat, card=card, flags=DEPLOYING))


def hand_out(game: Game, frame: Frame) -> None:
    """Each side draws items and stacks them, and draws spells (setup.items, setup.spells)."""
    numbers = game.table.numbers
    for seat in (EVIL, GOOD):
        draw(game, seat, "spells", numbers["spells"], INTO_HAND)
    for seat in (EVIL, GOOD):
        draw(game, seat, "items", numbers["items"], PUT_IN_PLAY)


def first_turn(game: Game, frame: Frame) -> None:
    """Evil has the first turn (setup.first_turn)."""
    game.state.frames.pop()
    game.push(Frame(TURN, EVIL))


STEPS = (
    ("setup.map", lay_map),
    ("setup.cups", fill_cups),
    ("setup.units", muster),
    ("setup.deploy", deploy),
    ("setup.items", hand_out),
    ("setup.first_turn", first_turn),
)
