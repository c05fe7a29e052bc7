"""Measure what copies of a game cost: clones, pickles, and 100,000 of each kept in memory.

Each game and build of the engine is measured in processes of their own, pinned to one core, by turns; what is told are
medians of the rounds.

    python bench/copies.py --write                            of the sources
    python bench/copies.py --write --compiled build/optimised  and of an engine compiled by
        python compile_engine.py --into build/optimised
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import os
import pickle
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import Any

from machine import ROOT, circumstances, pin, say
from method import SAMPLE_SEED, STATES
from tables import write_between
from targets import verdict

PAGE = ROOT / "docs" / "performance" / "copies.md"
RESULT = ROOT / "docs" / "results" / "copies.json"
START, END = "<!-- copies:start -->", "<!-- copies:end -->"
MIN_ROUNDS = 5
KEPT = 100_000
STRIDE = 25
MOST_DECISIONS = 3_000
"""Positions lie so many decisions apart; a game that goes on for longer than this is broken off."""

GAMES: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "revised4": ("revised4", 4, ()),
    "third": ("third", 4, ()),
    "city": ("revised4", 4, ("city",)),
    "wargame": ("wargame", 2, ()),
}
"""What is measured: preset, seats and packs."""

MOST_BYTES, MOST_PICKLE_US, MOST_CLONE_US = 4_096, 20, 1.5
"""The targets: a pickled state, the time of pickling it, and a clone by the compiled engine."""

Sample = dict[str, float]
Builds = dict[str, Path | None]
"""Builds of the engine by what they are called: the folder of a compiled one, None for the sources."""


# --- measuring, in a process of its own -----------------------------------


def positions_of(game: str) -> list[Any]:
    """Return positions of random games, each so many decisions after the one before, from the middle half of each game.

    Copies take no longer at one position than at the next, so few games do.
    """
    import stormriver  # only where the environment says which build it is

    preset, seats, packs = GAMES[game]
    found: list[Any] = []
    for seed in itertools.count(SAMPLE_SEED):
        draw = random.Random(seed).random
        one: Any = stormriver.new_game(preset, seats, seed, packs=packs, log=False)
        one = getattr(one, "engine", one)  # older revisions hand out the engine's game itself
        past: list[Any] = []
        while one.state.ask is not None and len(past) < MOST_DECISIONS:
            past.append(one.clone())
            one.play(int(draw() * len(one.state.ask.codes)))
        found += past[len(past) // 4 : len(past) * 3 // 4 : STRIDE]
        if len(found) >= STATES:
            break
    return found[:STATES]


def us_each(do: Callable[[Any], object], things: Iterable[Any], seconds: float) -> float:
    """Return the microseconds of processor time that a function takes for one of some things."""
    things = list(things)
    done, elapsed = 0, 0.0
    gc.collect()
    start = process_time()
    while elapsed < seconds:
        for one in things:
            do(one)
        done += len(things)
        elapsed = process_time() - start
    return elapsed / done * 1e6


def tracked(games: list[Any]) -> float:
    """Return how many objects of a clone the garbage collector follows."""
    gc.collect()
    gc.disable()
    before = len(gc.get_objects())
    clones = [game.clone() for game in games]
    after = len(gc.get_objects())
    gc.enable()
    return (after - before - 1) / len(clones)


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure_time(games: list[Any], seconds: float) -> Sample:
    """Return sizes, times and numbers of objects."""
    states = [game.state for game in games]
    pickled = [pickle.dumps(state) for state in states]
    return {
        "bytes_mean": statistics.mean(map(len, pickled)),
        "bytes_most": max(map(len, pickled)),
        "game_bytes_mean": statistics.mean(len(pickle.dumps(game)) for game in games),
        "dumps_us": us_each(pickle.dumps, states, seconds),
        "loads_us": us_each(pickle.loads, pickled, seconds),
        "clone_us": us_each(type(games[0]).clone, [game for game in games for _ in range(10)], seconds),
        "tracked": tracked(games),
    }


def measure_kept(games: list[Any], copied: Callable[[Any], object]) -> Sample:
    """Return what it takes to make and keep very many copies, and to have the collector look through them once."""
    gc.collect()
    before, start = resident(), process_time()
    kept = [copied(games[number % len(games)]) for number in range(KEPT)]
    made = process_time()
    megabytes = resident() - before
    start_collecting = process_time()
    gc.collect()
    collected = process_time() - start_collecting
    return {
        "megabytes": megabytes, "us": (made - start) / len(kept) * 1e6, "collection_ms": collected * 1e3,
    }  # fmt: skip


WHAT: dict[str, Callable[[list[Any], float], Sample]] = {
    "time": measure_time,
    "clones": lambda games, seconds: measure_kept(games, lambda game: game.clone()),
    "pickles": lambda games, seconds: measure_kept(games, lambda game: pickle.dumps(game.state)),
}
KEPT_AS = ("clones", "pickles")


def sample(game: str, file: Path) -> None:
    """Keep positions of a game in a file, the same for all builds."""
    file.write_bytes(pickle.dumps(positions_of(game)))


def measure(what: str, file: Path, seconds: float) -> Sample:
    """Measure one thing in this process."""
    return WHAT[what](pickle.loads(file.read_bytes()), seconds)


# --- rounds ---------------------------------------------------------------


def run_worker(build: Path | None, *words: object) -> str:
    """Run this file with a build of the engine, None for the sources, and return what it prints."""
    env = {**os.environ, "PYTHONHASHSEED": "0", "STORMRIVER_PURE": "" if build else "1"}
    env["PYTHONPATH"] = str(build or ROOT / "src")
    command = [sys.executable, __file__, *map(str, words)]
    done = subprocess.run(command, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr.strip()}")
    return done.stdout


def run_rounds(builds: Builds, game: str, positions: Path, options: argparse.Namespace) -> dict[str, Sample]:
    """Measure a game with all builds by turns; return medians by build. What is kept in memory is measured once."""
    rounds: dict[str, list[Sample]] = {build: [] for build in builds}

    def measured(build: str, what: str) -> Sample:
        found: Sample = json.loads(
            run_worker(builds[build], "--measure", what, positions, "--seconds", options.seconds)
        )
        return found

    for turn in range(options.rounds):
        for build in builds:
            rounds[build].append(measured(build, "time"))
            say(f"{game}, {build}, round {turn + 1}: a clone takes {rounds[build][-1]['clone_us']:.2f} µs")
    found = {}
    for build, runs in rounds.items():
        kept = {f"{what}_{key}": value for what in KEPT_AS for key, value in measured(build, what).items()}
        medians = {key: statistics.median(one[key] for one in runs) for key in runs[0]}
        found[build] = {key: round(value, 2) for key, value in (*medians.items(), *kept.items())}
    return found


def run_all(builds: Builds, options: argparse.Namespace) -> dict[str, dict[str, Sample]]:
    """Measure every game with all builds; return the figures by build and game."""
    found: dict[str, dict[str, Sample]] = {build: {} for build in builds}
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            positions = Path(folder) / game
            run_worker(None, "--sample", game, positions)
            for build, figures in run_rounds(builds, game, positions, options).items():
                found[build][game] = figures
    return found


# --- figures --------------------------------------------------------------

COLUMNS = (
    ("clone, µs", "clone_us", 2),
    ("objects the collector follows", "tracked", 1),
    ("100,000 clones, MB", "clones_megabytes", 0),
    ("a kept clone, µs", "clones_us", 1),
    ("collecting once, ms", "clones_collection_ms", 0),
    ("pickled state, bytes (most)", "bytes_mean", 0),
    ("pickle, µs", "dumps_us", 1),
    ("unpickle, µs", "loads_us", 1),
    ("100,000 pickles, MB", "pickles_megabytes", 0),
)


def table(results: dict[str, Any]) -> str:
    """Return the figures as they stand in the docs."""
    lines = ["| engine | game | " + " | ".join(title for title, _, _ in COLUMNS) + " |"]
    lines.append("|---|---|" + "---:|" * len(COLUMNS))
    for build, games in results["builds"].items():
        for game, one in games.items():
            cells = [f"{one[key]:,.{digits}f}" for _, key, digits in COLUMNS]
            cells[5] += f" ({one['bytes_most']:,.0f})"
            lines.append(f"| {build} | {game} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *notes(results)])


def notes(results: dict[str, Any]) -> list[str]:
    """Return where and how it was measured, and the targets."""
    every = [one for games in results["builds"].values() for one in games.values()]
    largest, longest = max(one["bytes_most"] for one in every), max(one["dumps_us"] for one in every)
    told = [
        f"Measured {results['date']}: Python {results['python']}, {results['system']}, {results['cpu']} "
        f"({results['cores']} cores), processor time. Medians of {results['rounds']} rounds over {STATES} mid-game "
        "positions.",
        "",
        f"A pickled state has at most {largest:,.0f} bytes ({verdict(largest <= MOST_BYTES)}: {MOST_BYTES:,}); "
        f"pickling takes at most {longest:.1f} µs ({verdict(longest < MOST_PICKLE_US)}: below {MOST_PICKLE_US}).",
    ]
    if "compiled" in results["builds"]:
        clone = results["builds"]["compiled"]["revised4"]["clone_us"]
        told[-1] += f" A clone of revised4, compiled: {clone:.2f} µs ({verdict(clone <= MOST_CLONE_US)}: at most 1.5)."
    return told


def summary(found: dict[str, dict[str, Sample]], options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures with what they are of, fit for JSON."""
    return {
        **circumstances(),
        "rounds": options.rounds,
        "builds": found,
    }


# --- command line ---------------------------------------------------------


def main() -> None:
    """Measure, print the table and, with `--write`, keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--seconds", type=float, default=0.5, help="per measurement")
    parser.add_argument("--core", type=int, help="the core to pin to (default: the last)")
    parser.add_argument("--compiled", type=Path, help="a folder with a compiled engine, measured as well")
    parser.add_argument("--write", action="store_true", help="keep the result, and put the table in the docs")
    parser.add_argument("--sample", nargs=2, metavar=("GAME", "FILE"), help="keep positions of a game in a file")
    parser.add_argument("--measure", nargs=2, metavar=("WHAT", "FILE"), help="measure one thing at such positions")
    options = parser.parse_args()
    if options.sample:
        return sample(options.sample[0], Path(options.sample[1]))
    if options.measure:
        print(json.dumps(measure(options.measure[0], Path(options.measure[1]), options.seconds)))
        return None
    if options.rounds < 1 or (options.write and options.rounds < MIN_ROUNDS):
        parser.error(f"--write needs at least {MIN_ROUNDS} rounds")
    pin(options.core)
    builds: Builds = {"plain Python": None}
    if options.compiled:
        builds["compiled"] = options.compiled.resolve()
    results = summary(run_all(builds, options), options)
    text = table(results)
    print(text)
    if options.write:
        RESULT.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        write_between(PAGE, START, END, text)
    return None


if __name__ == "__main__":
    main()
