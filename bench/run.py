"""Measure Stormriver side by side with its peers: `make bench`.

Each contestant is a worker of its own, pinned with all others to one core. They take turns (A B C, A B C, ...), so
that a slow spell of the machine falls on all of them, and the medians over the rounds are reported.
"""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from chart import chart
from contestants import CONTESTANTS, RANDOM, STS
from engines import Launch, launch
from figures import figures, medians, spread
from history import add_line
from machine import BENCH, ROOT, circumstances, pin, say
from tables import page, write_between
from workers import Worker, WorkerFailed

RESULTS = BENCH / "results.json"
HISTORY = BENCH / "history.jsonl"
PAGE = ROOT / "docs" / "performance" / "README.md"
CHART = ROOT / "docs" / "img" / "bench.svg"
START, END = "<!-- bench:start -->", "<!-- bench:end -->"
MIN_ROUNDS = 5
KEPT = 20_000
"""How many copies are kept for the memory that one takes."""
SHARES = {"play": 1.0, "clone": 0.5, "answer": 0.5}
"""What share of `--seconds` each figure is given in a round."""


class Running:
    """A contestant at work: its worker, and what it has measured."""

    def __init__(self, worker: Worker, seconds: float) -> None:
        """Warm it up, and find out how much it does in the time that is given."""
        self.name, self.worker = worker.name, worker
        self.random = CONTESTANTS[self.name].load == RANDOM
        shares = SHARES if self.random else {"play": SHARES["play"]}
        worker.lead_in()
        self.about: dict[str, Any] = worker.ask("warm_up") if self.random else {}
        self.counts = {figure: worker.count_for(figure, seconds * share) for figure, share in shares.items()}
        self.rounds: list[dict[str, float | None]] = []

    def measure(self) -> None:
        """Take a turn."""
        self.rounds.append(figures({figure: self.worker.ask(figure, count) for figure, count in self.counts.items()}))

    def summary(self) -> dict[str, Any]:
        """What is kept of it, fit for JSON; the memory is measured now, as it is dear."""
        one, told = CONTESTANTS[self.name], self.worker.told
        if self.random:
            kept = self.worker.ask("memory", KEPT)
            self.about["kept_bytes"] = kept["bytes"] / kept["count"]
        return {
            "engine": one.engine,
            "game": one.game,
            "build": one.build,
            "load": one.load,
            "version": told["version"],
            "seats": told["seats"],
            **self.about,
            "medians": medians(self.rounds),
            "spread": spread(self.rounds),
            "rounds": self.rounds,
        }


def measure(launches: dict[str, Launch], rounds: int, seconds: float) -> dict[str, Any]:
    """Start all workers and let them measure by turns; what is kept of each contestant.

    Args:
        launches: how the worker of each contestant is started, by its name.
        rounds: how many turns each has.
        seconds: how long a turn plays, about; copying takes as long again.
    """
    with ExitStack() as running:
        at_work = []
        for name, start in launches.items():
            say(f"{name} warms up")
            worker = running.enter_context(Worker(name, start))
            if worker.told["build"] != CONTESTANTS[name].build:
                raise SystemExit(f"{name}: {worker.told['build']} runs, not {CONTESTANTS[name].build}")
            at_work.append(Running(worker, seconds))
        for turn in range(1, rounds + 1):
            for one in at_work:
                one.measure()
                say(f"round {turn}: {one.name} {one.rounds[-1]['decisions_per_second']:,.0f} decisions/s")
        return {one.name: one.summary() for one in at_work}


def write(results: dict[str, Any]) -> None:
    """Keep a run: in full, as a line of the history, and as table and chart of the docs."""
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    add_line(HISTORY, results)
    CHART.write_text(chart(results), encoding="utf-8")
    write_between(PAGE, START, END, page(results))


def parse() -> argparse.Namespace:
    """The options of the command line, checked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--seconds", type=float, default=1.0, help="that each plays in a round")
    parser.add_argument("--only", help=f"names, comma between, of {', '.join(CONTESTANTS)}")
    parser.add_argument("--sts", type=Path, help="a folder with the sources of sts_lightspeed, which is built then")
    parser.add_argument("--core", type=int, help="the core to pin to (default: the last)")
    parser.add_argument("--write", action="store_true", help="keep the result, and put it in the docs")
    options = parser.parse_args()
    wanted = set(options.only.split(",")) if options.only else set(CONTESTANTS) - ({STS} if not options.sts else set())
    if unknown := wanted - set(CONTESTANTS):
        parser.error(f"no such contestant: {', '.join(sorted(unknown))}")
    if STS in wanted and not options.sts:
        parser.error(f"{STS} needs --sts, the folder of its sources")
    if options.rounds < 1 or options.seconds <= 0 or (options.write and options.rounds < MIN_ROUNDS):
        parser.error(f"--rounds and --seconds are above 0, and --write needs at least {MIN_ROUNDS} rounds")
    # Not the order of --only: a table should read the same every time.
    options.names = [name for name in CONTESTANTS if name in wanted]
    return options


def main() -> None:
    """Measure the contestants that the command line names, and print or write the tables."""
    options = parse()
    where = circumstances()  # before anything is written, which would make the revision a changed one
    sts = options.sts.resolve() if options.sts else None
    launches = {name: launch(CONTESTANTS[name], sts) for name in options.names}
    # After installing and compiling, which may as well use every core.
    pinned = pin(options.core)
    try:
        found = measure(launches, options.rounds, options.seconds)
    except WorkerFailed as error:
        raise SystemExit(f"a worker failed. {error}") from None
    how = {"pinned": pinned, "rounds": options.rounds, "seconds": options.seconds}
    results = {**where, **how, "contestants": found}
    print(page(results))
    if options.write:
        write(results)


if __name__ == "__main__":
    main()
