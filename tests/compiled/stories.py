"""All that happens in random games, so that two builds of the engine can be compared: `stories.py WORLD FIRST COUNT`.

A world is a preset with the packs added to it, `revised4+city`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator

import stormriver

MOST = 3000
"""After so many decisions a game is left as it stands."""


def story(world: str, seed: int) -> Iterator[str]:
    """Return what one game tells: each ask with the dice then, each event, and the save at the end."""
    preset, *packs = world.split("+")
    game = stormriver.new_game(preset, seed=seed, packs=packs)
    chance = random.Random(seed)
    told = 0
    for _ in range(MOST):
        log = game.log or []
        yield from (json.dumps(event.values()) for event in log[told:])
        told = len(log)
        ask = game.ask
        if ask is None:
            break
        yield json.dumps([ask.seat, ask.kind, ask.keys, ask.cause, ask.card, game.state.dice])
        game.play(chance.randrange(len(ask.codes)))
    yield game.save()


def digest(world: str, seed: int) -> str:
    """Return a digest of the story of a game."""
    found = hashlib.sha256()
    for line in story(world, seed):
        found.update(line.encode())
    return found.hexdigest()


if __name__ == "__main__":
    wanted, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    print(json.dumps([digest(wanted, seed) for seed in range(first, first + count)]))
