"""Stormriver: the revised game, four random players."""

from __future__ import annotations

import random
from importlib.metadata import version
from typing import Any

import stormriver
from method import Engine, Played, arguments, report

RULES = "revised4"
SEATS = 4


def new_game(seed: int) -> Any:
    """A game of the measured set-up, without a log."""
    return stormriver.new_game(RULES, seats=SEATS, seed=seed, log=False)


def play(seed: int, cap: int) -> Played[Any]:
    """Play one random game to its end or the cap."""
    rng = random.Random(seed).random
    game = new_game(seed)
    decisions = forced = 0
    while (ask := game.ask) is not None:
        count = len(ask.codes)
        if count > 1:
            if decisions == cap:
                return Played(game, decisions, forced, False)
            decisions += 1
        else:
            forced += 1
        game.play(int(rng() * count))
    return Played(game, decisions, forced, True)


def options(game: Any) -> range:
    """Stormriver takes an option by its number."""
    return range(len(game.ask.codes))


def answer(game: Any, index: int) -> int:
    """Read the next options too: an engine that computes them late pays here."""
    game.play(index)
    ask = game.ask
    return 0 if ask is None else len(ask.codes)


def main() -> None:
    """Measure Stormriver and print the worker's line."""
    engine = Engine(
        name="stormriver",
        version=version("stormriver"),
        seats=SEATS,
        play=play,
        # the plain method, as for the peers: a wrapper would cost a call
        clone=type(new_game(1)).clone,
        options=options,
        answer=answer,
        skips_forced=True,
    )
    report(engine, arguments().parse_args())


if __name__ == "__main__":
    main()
