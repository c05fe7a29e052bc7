"""Play many random games and carry out every check at every decision: `python tests/soak.py --games 20000`.

It stops at the first promise that is broken, says in which game and at which decision, and ends with 1.
`--only 123` plays the game 123 alone, and shows where in the engine it went wrong. The numbers of wargames begin at
1000000.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from contract import IN_ORDER, PROMISES, Folding, Refusals, same_again
from random_games import Play, set_up
from secrecy import SECRETS

EVERY = 5.0
"""Seconds between two lines of progress."""


def play(number: int) -> tuple[int, str, str]:
    """Play one game with all checks; return how many decisions were checked, what failed (or nothing), and where."""
    try:
        game = Play(set_up(number))
        table = game.game.table
        checked = game.run(*PROMISES, Folding(table, number), Refusals(), *IN_ORDER[table.rulebook], *SECRETS)
        same_again(game)
    except Exception as error:  # a broken promise, or the engine failed while nothing was checked
        report = str(error) if isinstance(error, AssertionError) else f"game {set_up(number)}: {error!r}"
        return 0, report, "".join(traceback.format_exception(error))
    return checked, "", ""


def played(numbers: Iterable[int], workers: int) -> Iterator[tuple[int, str, str]]:
    """Return what `play` returns for each game, in order, by one process or several."""
    if workers == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield from pool.map(play, numbers, chunksize=4)
        finally:
            pool.shutdown(cancel_futures=True)


def soak(first: int, games: int, workers: int, show: bool) -> int:
    """Play `games` games from the number `first`, telling how it goes; return 1 at the first failure, else 0."""
    began = told = time.monotonic()
    decisions = 0
    for done, (checked, report, trace) in enumerate(played(range(first, first + games), workers), 1):
        if report:
            print(f"\n{report}", file=sys.stderr)
            print(trace if show else "", end="", file=sys.stderr)
            return 1
        decisions += checked
        now = time.monotonic()
        if now - told > EVERY or done == games:
            told = now
            left = (now - began) / done * (games - done)
            print(f"{done} of {games} games, {decisions} decisions checked, {left:.0f} s left", flush=True)
    return 0


def main() -> int:
    """Read the command line and soak."""
    parser = argparse.ArgumentParser(description="Play random games and check every promise at every decision.")
    parser.add_argument("--games", type=int, default=300, help="how many games (default: 300)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default: 0)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play (default: 1)")
    parser.add_argument("--only", type=int, help="play this one game, and show where it fails")
    options = parser.parse_args()
    if options.only is not None:
        return soak(options.only, 1, 1, show=True)
    return soak(options.first, options.games, options.workers, show=False)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
