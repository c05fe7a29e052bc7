"""Secrets in what is shown and told of a game: no viewer can tell two worlds apart that differ in what is hidden.

As in `secrecy.py`, which asks the same of the engine's own views, each function raises Broken if one could.
"""

from __future__ import annotations

import random

import msgspec

from stormriver.kernel.game import Game
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.registry import presentation_of
from support.random_games import Broken, Check
from support.secrecy import dealt_anew, unknown_places

STEPS = 4
"""How many decisions two games are told side by side."""


def viewers(game: Game) -> tuple[int, ...]:
    """Return who may look at a game: an onlooker and every seat."""
    return (ONLOOKER, *range(len(game.state.seats)))


def shows_no_secret(game: Game, rng: random.Random) -> None:
    """No viewer can tell from what is shown whether cards unknown to them have changed places."""
    view_of = presentation_of(game.table).view_of
    public = view_of(game, ONLOOKER)
    for viewer in viewers(game):
        wanted = msgspec.json.encode(view_of(game, viewer, public))
        if msgspec.json.encode(view_of(dealt_anew(game, viewer, rng), viewer)) != wanted:
            raise Broken(f"the viewer {viewer} can tell two hidden worlds apart by a view")


def tells_no_secret(game: Game, rng: random.Random) -> None:
    """Two games that differ in what a viewer does not know are told to them alike, until it is shown to them."""
    if game.skip_forced:
        return  # who is asked may then depend on what is hidden
    showing = presentation_of(game.table)
    viewer = rng.randrange(ONLOOKER, len(game.state.seats))
    one, other = game.clone(), dealt_anew(game, viewer, rng, game.table.spell_deck)
    other.pose_again()
    trails = [showing.trail(world.table, world.state) for world in (one, other)]
    one.log, other.log = [], []
    for _ in range(STEPS):
        if one.ask is None or other.ask is None:
            return
        common = [key for key in one.ask.keys if key in other.ask.options]
        if not common:
            return
        hidden = unseen(one, viewer), unseen(other, viewer)
        key = rng.choice(common)
        one.play(one.ask.keys.index(key))
        other.play(other.ask.keys.index(key))
        if hidden != (unseen(one, viewer), unseen(other, viewer)):
            return
        stories = [
            showing.told(world.table, world.log or [], 0, viewer, trail)
            for world, trail in zip((one, other), trails, strict=True)
        ]
        if stories[0] != stories[1]:
            raise Broken(f"after {key!r} the viewer {viewer} is told {stories[0]}, in another world {stories[1]}")


def unseen(game: Game, viewer: int) -> set[int]:
    """Return the cards that a viewer does not know."""
    return {game.state.zones[zone][at] for places in unknown_places(game, viewer).values() for zone, at in places}


SHOWN: tuple[Check, ...] = (shows_no_secret, tells_no_secret)
"""What holds of what is shown and told at any decision."""
