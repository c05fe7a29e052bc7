"""Compare the speed of the sources as they lie here with that of an older revision: `make bench-compare REV=abc123`.

Both are driven by the worker of today and play by turns, on one core, in many short pairs that do the same work;
what is compared is the processor time within a pair. The workers are started several times over, since how a process
happens to lie in memory makes a few per cent. Where a rule has changed in between, the two play different games.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import comb
from os import pathsep
from pathlib import Path

from contestants import COMPILED, GAMES, PURE, RANDOM, STEADY, Contestant, stormriver
from engines import Launch, compiled, declare, stormriver_environment
from figures import Answer
from machine import BENCH, ROOT, call, pin, revision, say
from tables import markdown
from workers import Worker, WorkerFailed

CERTAINTY = 0.95
LAUNCHES = 3
MIN_PAIRS = 6
"""With fewer, not even the lowest and highest value bound the median with such certainty."""


@dataclass(frozen=True)
class Figure:
    """Something that is compared: what is asked of the worker, under which load, and how it is told."""

    name: str
    ask: str
    load: str
    unit: str

    def seconds(self, answer: Answer) -> float:
        """What one of it took, in seconds."""
        took = answer["thinking"] if self.load == STEADY else answer["seconds"]
        return float(took / answer["count"])

    def told(self, seconds: float) -> str:
        """The time that one of it takes, as it is told."""
        if self.unit == "per second":
            return f"{1 / seconds:,.0f}"
        return f"{seconds * 1e3:.2f} ms" if self.unit == "ms" else f"{seconds * 1e6:.2f} µs"


FIGURES = (
    Figure("decisions/s", "play", RANDOM, "per second"),
    Figure("clone", "clone", RANDOM, "µs"),
    Figure("clone + answer", "answer", RANDOM, "µs"),
    Figure("a call of steady", "play", STEADY, "ms"),
)


@dataclass(frozen=True)
class Compared:
    """What the pairs of a figure have shown: seconds for one of it, old and new, pair by pair."""

    figure: Figure
    old: list[float]
    new: list[float]

    @property
    def ratios(self) -> list[float]:
        """How many times as fast the new one was, in each pair."""
        return [old / new for old, new in zip(self.old, self.new, strict=True)]

    def cells(self) -> list[str]:
        """Its row of the table, without the game."""
        low, high = median_interval(self.ratios)
        times = f"{statistics.median(self.ratios):.3f} ({low:.3f} to {high:.3f})"
        both = [self.figure.told(statistics.median(values)) for values in (self.old, self.new)]
        return [self.figure.name, *both, times, finding(low, high)]


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """The interval that holds the true median with 95 % certainty at least, however the values are spread.

    Each value lies below the median as a coin falls, so that of the values in order those are taken beyond which too
    few lie to be chance (the sign test's interval; W. Thompson 1936).

    Raises:
        ValueError: for fewer than `MIN_PAIRS` values.
    """
    count = len(values)
    if count < MIN_PAIRS:
        raise ValueError(f"an interval takes {MIN_PAIRS} values or more, not {count}")
    ordered, beyond, left_out = sorted(values), 0.0, 0
    while (beyond := beyond + comb(count, left_out) / 2**count) <= (1 - CERTAINTY) / 2:
        left_out += 1
    return ordered[left_out - 1], ordered[count - left_out]


def finding(low: float, high: float) -> str:
    """What an interval of the ratio says, in a word or two."""
    if low > 1:
        return "faster"
    return "slower" if high < 1 else "no difference seen"


# --- the two sides -----------------------------------------------------------


@contextmanager
def checked_out(wanted: str) -> Iterator[Path]:
    """Check a revision out into a worktree of its own, which is taken away afterwards."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / f"stormriver-{wanted}"
        call(
            ["git", "worktree", "add", "--quiet", "--detach", str(folder), wanted],
            f"{wanted} could not be checked out:",
        )
        try:
            yield folder
        finally:
            call(["git", "worktree", "remove", "--force", str(folder)], f"{folder} could not be removed:")


@dataclass(frozen=True)
class Side:
    """A checkout that is driven, in a build."""

    name: str  # of its revision
    sources: Path
    declared: Path  # a folder with what its project declares, such as its rulebooks
    build: str

    @classmethod
    def of(cls, name: str, checkout: Path, declared: Path, build: str) -> Side:
        """Make a checkout ready, which for the compiled build means to compile it."""
        declared.mkdir()
        declare(checkout, declared)
        return cls(name, compiled(checkout) if build == COMPILED else checkout / "src", declared, build)

    def launch(self, one: Contestant) -> Launch:
        """How its worker is started for a game."""
        settings = stormriver_environment(self.sources, self.build)
        settings["PYTHONPATH"] = f"{self.declared}{pathsep}{settings['PYTHONPATH']}"
        return Launch([sys.executable, str(BENCH / "worker_stormriver.py"), *one.args], settings)

    def worker(self, one: Contestant) -> Worker:
        """Start its worker for a game.

        Raises:
            WorkerFailed: if it cannot drive this revision, or another build of it runs.
        """
        worker = Worker(self.name, self.launch(one))
        if worker.told["build"] != self.build:
            worker.close()
            raise WorkerFailed(f"{self.name}: {worker.told['build']} runs, not {self.build}")
        return worker


def compare(
    old: Side, new: Side, one: Contestant, figures: Sequence[Figure], pairs: int, seconds: float
) -> list[Compared]:
    """Let both sides measure figures of a game by turns.

    Args:
        old: the side with the older revision.
        new: the other one.
        one: the game and the load.
        figures: what is compared, all under this load.
        pairs: how many pairs are measured of each, over all launches.
        seconds: how long a measurement takes, about.

    Raises:
        WorkerFailed: if one of them cannot be driven.
    """
    found = [Compared(figure, [], []) for figure in figures]
    with old.worker(one), new.worker(one) as worker:
        worker.lead_in()
        counts = [worker.count_for(figure.ask, seconds) for figure in figures]
    for launch in range(LAUNCHES):
        with old.worker(one) as a, new.worker(one) as b:
            a.lead_in()
            b.lead_in()
            for pair in range(launch, pairs, LAUNCHES):
                for compared, count in zip(found, counts, strict=True):
                    measure_pair(compared, a, b, count, old_first=pair % 2 == 0)
    return found


def measure_pair(compared: Compared, old: Worker, new: Worker, count: int, old_first: bool) -> None:
    """Measure a figure once on each side, over the same count; who begins changes from pair to pair."""
    turns = [(old, compared.old), (new, compared.new)]
    for worker, kept in turns if old_first else reversed(turns):
        kept.append(compared.figure.seconds(worker.ask(compared.figure.ask, count)))


# --- command line ------------------------------------------------------------


def parse() -> argparse.Namespace:
    """The options of the command line, checked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("revision", help="the older revision, as git knows it")
    parser.add_argument("--compiled", action="store_true", help="compile both, which takes minutes the first time")
    parser.add_argument("--games", default=",".join(GAMES), help="comma between")
    parser.add_argument("--pairs", type=int, default=30, help=f"of each figure, at least {MIN_PAIRS}")
    parser.add_argument("--seconds", type=float, default=0.1, help="a measurement")
    parser.add_argument("--core", type=int, help="the core to pin to (default: the last)")
    options = parser.parse_args()
    options.names = options.games.split(",")
    if unknown := set(options.names) - set(GAMES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    if options.pairs < MIN_PAIRS or options.seconds <= 0:
        parser.error(f"--pairs are at least {MIN_PAIRS}, and --seconds more than 0")
    return options


def main() -> None:
    """Compare, and print the table; it says so where the worker cannot drive a revision."""
    options = parse()
    build = COMPILED if options.compiled else PURE
    rows, failed = [], []
    with checked_out(options.revision) as checkout, tempfile.TemporaryDirectory() as place:
        old = Side.of(options.revision, checkout, Path(place) / "old", build)
        new = Side.of(revision(), ROOT, Path(place) / "new", build)
        pin(options.core)
        for game in options.names:
            for load in (RANDOM, STEADY):
                say(f"{game}, {load} ...")
                figures = [figure for figure in FIGURES if figure.load == load]
                try:
                    found = compare(old, new, stormriver(game, build, load), figures, options.pairs, options.seconds)
                except WorkerFailed as error:
                    failed.append(f"{game}, {load}: the worker of today cannot drive both. {error}")
                    continue
                rows += [[game, *compared.cells()] for compared in found]
    if rows:
        print(markdown(["game", "figure", old.name, new.name, "times as fast (95 %)", ""], rows, 2))
    print(f"\n{'Compiled' if options.compiled else 'Interpreted'}; {options.pairs} pairs, medians.", *failed, sep="\n")


if __name__ == "__main__":
    main()
