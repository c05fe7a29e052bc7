"""Stormriver: any preset, played by `random` or by `steady`; by the public API, so that it drives old revisions too."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

import stormriver
from method import Draw, Engine, Played, serve


def play_random(game: Any, draw: Draw, most: int) -> Played:
    """Play on at random, to the end of the game or a number of decisions."""
    decisions = forced = 0
    while (ask := game.ask) is not None:
        count = len(ask.codes)
        if count > 1:
            if decisions == most:
                return Played(decisions, forced, False)
            decisions += 1
        else:
            forced += 1
        game.play(int(draw() * count))
    return Played(decisions, forced, True)


def options(game: Any) -> range:
    """Stormriver takes an option by its number."""
    return range(len(game.ask.codes))


def answer(game: Any, index: int) -> int:
    """Read the next options too: an engine that computes them late pays here."""
    game.play(index)
    ask = game.ask
    return 0 if ask is None else len(ask.codes)


class SteadyGame:
    """A game with a steady player in each seat, who is shown a view as any player is."""

    def __init__(self, game: Any, seats: int, seed: int) -> None:
        """Seat the players; the seed settles which of equal options they take."""
        make = import_module("stormriver.players").make
        self.game = game
        self.players = [make("steady", random.Random(f"{seed} {seat}").getrandbits(32)) for seat in range(seats)]

    def choose(self) -> int:
        """Return the number of the option that the seat takes which is asked: one call of steady, with its view."""
        view = self.game.view(self.game.ask.seat)
        return int(view.ask.keys.index(self.players[view.ask.seat](view, view.ask)))


def play_steady(state: SteadyGame, draw: Draw, most: int) -> Played:
    """Play on by the steady players, and time them."""
    game, decisions, forced, thinking = state.game, 0, 0, 0.0
    while (ask := game.ask) is not None:
        if len(ask.codes) > 1:
            if decisions == most:
                return Played(decisions, forced, False, thinking)
            decisions += 1
        else:
            forced += 1
        start = process_time()
        index = state.choose()
        thinking += process_time() - start
        game.play(index)
    return Played(decisions, forced, True, thinking)


def starter(preset: str, packs: tuple[str, ...], seats: int, dice: str) -> Callable[[int], Any]:
    """Return what begins a game of a set-up from a seed, without a log, with the dice of a generator if named."""
    # Revisions before packs are asked for none.
    set_up: dict[str, Any] = {"seats": seats, "log": False, **({"packs": packs} if packs else {})}
    begin: Callable[..., Any] = stormriver.new_game
    if dice:  # programs cannot choose one, the layers of the project can
        begin, set_up = import_module("stormriver.api").begin_game, {**set_up, "dice": dice}

    def start(seed: int) -> Any:
        game = begin(preset, seed=seed, **set_up)
        return getattr(game, "engine", game)  # older revisions hand out the engine's game itself

    return start


def build() -> str:
    """Which build of the engine runs: pure or compiled."""
    place = str(import_module("stormriver.kernel.state").__file__)
    return "pure" if place.endswith(".py") else "compiled"


def engine(preset: str, packs: tuple[str, ...], seats: int, load: str, dice: str = "") -> Engine[Any]:
    """Return what is measured of a set-up under a load, `random` or `steady`, with the dice of a generator."""
    start = starter(preset, packs, seats, dice)
    steady = load == "steady"
    return Engine(
        name="stormriver",
        version=getattr(stormriver, "__version__", "unknown"),
        seats=seats,
        start=(lambda seed: SteadyGame(start(seed), seats, seed)) if steady else start,
        play=play_steady if steady else play_random,
        # the plain method, as for the peers: a wrapper would cost a call
        clone=type(start(1)).clone,
        options=options,
        answer=answer,
        skips_forced=True,
        build=build(),
    )


def main() -> None:
    """Serve the set-up that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", required=True)
    parser.add_argument("--packs", default="", help="comma between")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--load", choices=("random", "steady"), default="random")
    parser.add_argument("--dice", default="", help="the name of a generator")
    asked = parser.parse_args()
    serve(engine(asked.preset, tuple(filter(None, asked.packs.split(","))), asked.seats, asked.load, asked.dice))


if __name__ == "__main__":
    main()
