"""Play many random games and carry out every check at every decision: `python tests/soak.py --games 20000`.

It stops at the first promise that is broken, says in which game and at which decision, and ends with 1.
`--only 123` plays the game 123 alone, and shows where in the engine it went wrong. The numbers of wargames begin at
1000000.

With `--progress FILE` it can be broken off at any time, by Ctrl-C or killed, and goes on with the game it was at. It
begins anew when the engine, its content or the checks have changed. `--result FILE` writes what has come of it.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from support import soak_progress
from support.random_games import Play, set_up
from support.soak_progress import Progress
from support.watches import ALWAYS, IN_SOAK, Rates, watches

EVERY = 5.0
"""Seconds between two lines of progress."""
INTERRUPTED = 130


def play(number: int, rates: Rates = IN_SOAK) -> tuple[int, str, str]:
    """Play one game with all checks; return how many decisions were checked, what failed (or nothing), and where."""
    try:
        game = Play(set_up(number))
        checked = game.run(*watches(game.game.table.rulebook.name, rates))
    except Exception as error:  # a broken promise, or the engine failed while nothing was checked
        report = str(error) if isinstance(error, AssertionError) else f"game {set_up(number)}: {error!r}"
        return 0, report, "".join(traceback.format_exception(error))
    return checked, "", ""


def played(numbers: Iterable[int], workers: int, rates: Rates) -> Iterator[tuple[int, str, str]]:
    """Return what `play` returns for each game, in order, by one process or several."""
    if workers == 1:
        yield from (play(number, rates) for number in numbers)
        return
    with ProcessPoolExecutor(workers, initializer=_ignore_ctrl_c) as pool:
        try:
            yield from pool.map(play, numbers, repeat(rates), chunksize=4)
        finally:
            pool.shutdown(cancel_futures=True)


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it goes to all processes; one is enough to end them


def soak(progress: Progress, games: int, workers: int, kept: Path | None = None, only: bool = False) -> int:
    """Play until `games` games have been played, telling how it goes; return 1 at the first failure, else 0.

    A game that is played alone is looked at with every check at every decision, and shows where it fails.
    """
    rates = ALWAYS if only else IN_SOAK
    began = told = time.monotonic()
    before, spent = progress.games, progress.seconds
    for checked, report, trace in played(range(progress.first + before, progress.first + games), workers, rates):
        now = time.monotonic()
        progress.seconds = spent + now - began
        if report:
            progress.failures = [report]
            print(f"\n{report}", file=sys.stderr)
            print(trace if only else "", end="", file=sys.stderr)
        else:
            progress.games += 1
            progress.decisions += checked
        if kept is not None:
            soak_progress.keep(kept, progress)
        if report:
            return 1
        if now - told > EVERY or progress.games == games:
            told = now
            left = (now - began) / (progress.games - before) * (games - progress.games)
            print(f"{progress.games} of {games} games, {progress.decisions} decisions checked, {left:.0f} s left",
                  flush=True)  # fmt: skip
    return 0


def run(options: argparse.Namespace) -> int:
    """Soak as the command line says, from where it was broken off."""
    progress, sentence = Progress("", options.first), ""
    if options.progress is not None:
        progress, sentence = soak_progress.resumed(options.progress, options.first)
    print(sentence, end="\n" if sentence else "", flush=True)
    try:
        code = soak(progress, options.games, options.workers, options.progress)
    except KeyboardInterrupt:
        print(f"Broken off after {progress.games} games; the same command goes on there.", flush=True)
        code = INTERRUPTED
    if options.result is not None and not soak_progress.tell(options.result, progress, options.games):
        print(f"{options.result} tells of more games than that, and stays as it is.")
    return code


def main(words: list[str] | None = None) -> int:
    """Read the command line and soak."""
    parser = argparse.ArgumentParser(description="Play random games and check every promise at every decision.")
    parser.add_argument("--games", type=int, default=300, help="how many games (default: 300)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default: 0)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play (default: 1)")
    parser.add_argument("--only", type=int, help="play this one game, and show where it fails")
    parser.add_argument("--progress", type=Path, help="a file that keeps how far it has come")
    parser.add_argument("--result", type=Path, help="a file that tells the result, with its date")
    options = parser.parse_args(words)
    if options.only is not None:
        return soak(Progress("", options.only), 1, 1, only=True)
    return run(options)


def break_off(number: int, frame: object) -> None:
    """End like Ctrl-C when asked to end."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, break_off)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
