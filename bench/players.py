"""Measure what a decision of the computer player `steady` takes, in processor time. Standard library only.

    python bench/players.py                       in the four games
    python bench/players.py --than ../old/src     the same decisions with other sources too, by turns
    python bench/players.py --sources build/o3    with an engine that `compile_engine.py --into build/o3` has compiled

The games are the same every time. With other sources both play the same game, a few decisions each by turns, so that
other work on the machine meets both alike; whether they choose alike is told as well.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

SOURCES = Path(__file__).resolve().parent.parent / "src"
GAMES: dict[str, dict[str, Any]] = {
    "revised4": {"preset": "revised4", "seats": 4},
    "third": {"preset": "third", "seats": 4},
    "revised4 + city": {"preset": "revised4", "seats": 4, "packs": ("city",)},
    "wargame": {"preset": "wargame", "seats": 2},
}
"""The arguments of `new_game`, by the name of the game."""
STRETCH = 40
"""So many decisions are made before it is the turn of the other sources."""
STRETCHES_A_GAME = 25
WARMING = 8
"""The first decisions of a game, which load modules; they are not counted."""


class Stretch(NamedTuple):
    """Some decisions of a game, one after the other.

    Attributes:
        seconds: what each took the player.
        views: the seconds that making their views took in all.
        keys: what was chosen.
    """

    seconds: list[float]
    views: float
    keys: list[str]


# --- playing ----------------------------------------------------------------


def play(name: str, seed: int) -> None:
    """Play a game of steady players: for each number that is read, make so many decisions and write a stretch."""
    import stormriver
    from stormriver.players import make

    game: Any = stormriver.new_game(seed=seed, log=False, **GAMES[name])
    game = getattr(game, "engine", game)  # older revisions hand out the engine's game itself
    players = [make("steady", seed * 10 + seat) for seat in range(GAMES[name]["seats"])]
    clock = time.process_time
    for line in sys.stdin:
        seconds, views, keys = [], 0.0, []
        while game.ask is not None and len(keys) < int(line):
            seat = game.ask.seat
            begun = clock()
            view = game.view(seat)
            ask = view.ask
            seen = clock()
            key = players[seat](view, ask)
            seconds.append(clock() - seen)
            views += seen - begun
            keys.append(key)
            game.play(ask.keys.index(key))
        print(json.dumps(Stretch(seconds, views, keys)), flush=True)


class Playing:
    """A game that is played by a process of its own, with some sources."""

    def __init__(self, sources: Path, name: str, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--play", name, str(seed)],
            env={**os.environ, "PYTHONPATH": str(sources)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def stretch(self, decisions: int) -> Stretch:
        """Return the next decisions, fewer at the end of the game."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{decisions}\n")
        self._process.stdin.flush()
        return Stretch(*json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


# --- comparing --------------------------------------------------------------


def stretches(name: str, sources: list[Path], least: int, first: int) -> list[list[Stretch]]:
    """Return at least so many stretches of a game with each of the sources, by turns."""
    found: list[list[Stretch]] = []
    seed = first
    while len(found) < least:
        playing = [Playing(one, name, seed) for one in sources]
        for one in playing:
            one.stretch(WARMING)
        for number in range(STRETCHES_A_GAME):
            turn = playing if number % 2 else playing[::-1]
            by_turns = {one: one.stretch(STRETCH) for one in turn}
            if len(found) == least or not all(one.seconds for one in by_turns.values()):
                break
            found.append([by_turns[one] for one in playing])
        for one in playing:
            one.end()
        seed += 1
    return found


def row(name: str, found: list[list[Stretch]]) -> str:
    """Return the figures of a game as a row of a table."""
    calls = [sorted(1000 * taken for stretch in of for taken in stretch.seconds) for of in zip(*found, strict=True)]
    means = [statistics.mean(all_) for all_ in calls]
    high = [statistics.quantiles(all_, n=20)[-1] for all_ in calls]
    view = 1000 * sum(of[0].views for of in found) / len(calls[0])
    cells = [name, f"{len(calls[0]):,}", f"{means[0]:.2f}", f"{high[0]:.1f}", f"{view:.2f}"]
    if len(calls) > 1:
        ratios = [sum(of[1].seconds) / sum(of[0].seconds) for of in found]
        least, middle, most = statistics.quantiles(ratios, n=4)
        alike = all(of[0].keys == of[1].keys for of in found)
        cells += [f"{means[1]:.2f}", f"{high[1]:.1f}", f"{middle:.2f} ({least:.2f} to {most:.2f})"]
        cells += [f"{high[1] / high[0]:.2f}", "yes" if alike else "**no**"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what a decision of the computer player takes.")
    parser.add_argument("--sources", type=Path, default=SOURCES, help="what is measured, a folder `src` or a build")
    parser.add_argument("--than", type=Path, help="other sources, a folder `src`, to compare with")
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES), help="which games")
    parser.add_argument("--stretches", type=int, default=50, help=f"how many times {STRETCH} decisions (at least 2)")
    parser.add_argument("--first", type=int, default=200, help="the seed of the first game")
    parser.add_argument("--play", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(asked.play[0], int(asked.play[1]))
        return
    sources = [asked.sources.resolve(), *([asked.than.resolve()] if asked.than else [])]
    heads = ["game", "calls", "ms a call", "95th percentile", "its view, ms"]
    heads += ["ms there", "95th there", "times faster (quartiles)", "at the 95th", "alike"] if asked.than else []
    print(f"| {' | '.join(heads)} |\n|---|{'---:|' * (len(heads) - 1)}")
    for name in asked.games:
        print(row(name, stretches(name, sources, max(2, asked.stretches), asked.first)), flush=True)


if __name__ == "__main__":
    main()
