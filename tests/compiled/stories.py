"""All that happens in games, so that two builds of the engine can be compared: `stories.py WORLD FIRST COUNT PLAYER`.

A world is a preset with the packs added to it, `revised4+city`; the player is `steady`, or `random`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator

from stormriver.api import begin_game
from stormriver.players import make

MOST = 3000
"""After so many decisions a game is left as it stands."""


def story(world: str, seed: int, player: str = "random") -> Iterator[str]:
    """Return what a game tells: each ask with the dice then, each event, and the save at the end."""
    preset, *packs = world.split("+")
    game = begin_game(preset, seed=seed, packs=packs)
    chance = random.Random(seed)
    players = [make(player, seed + seat) for seat in range(len(game.table.seats))]
    told = 0
    for _ in range(MOST):
        log = game.log or []
        yield from (json.dumps(event.values()) for event in log[told:])
        told = len(log)
        ask = game.ask
        if ask is None:
            break
        yield json.dumps([ask.seat, ask.kind, ask.keys, ask.cause, ask.card, game.state.dice])
        if player == "random":  # the fast way, without keys and views
            game.play(chance.randrange(len(ask.codes)))
        else:
            game.play(ask.keys.index(players[ask.seat](game.view(ask.seat), ask)))
    yield game.save()


def digest(world: str, seed: int, player: str = "random") -> str:
    """Return a digest of the story of a game."""
    found = hashlib.sha256()
    for line in story(world, seed, player):
        found.update(line.encode())
    return found.hexdigest()


if __name__ == "__main__":
    wanted, first, count, by = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    print(json.dumps([digest(wanted, seed, by) for seed in range(first, first + count)]))
