"""Measures the study and the engine on the same slice, by turns in one run, and prints a table.

    .venv/bin/python bench/flat/measure.py --builds FOLDER --rounds 7 --seconds 1

It needs what `compile_engine.py` needs. What is compiled is kept in FOLDER, and compiled anew only if that is empty.
Each build runs in a process of its own, all of them on one core; a round lets each of them measure for some seconds of
processor time. Ratios are taken within a round, then their median.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COMPILED = ("cells", "opcodes", "state", "holdings", "asks", "encounters", "words", "machine")
"""The modules that run during play."""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify({modules!r}, opt_level="3", debug_level="0")
setup(name="flat", packages=[], ext_modules=modules)
"""
BUILDS = {
    "engine": "engine, interpreted",
    "engine-whole": "engine, interpreted, all of revised4",
    "engine-compiled": "engine, compiled",
    "study": "study, interpreted",
    "study-lists": "study, compiled, lists of `int`",
    "study-vectors": "study, compiled, `vec[i64]`",
}
AS_THEY_ARE = ("engine", "engine-whole", "study")
"""The builds for which nothing is compiled."""
LEAP = 7919
"""A prime, so that the seeds of players and games do not go hand in hand."""
STATES = 200
BATCH = 10


# building


def build_study(name: str, into: Path) -> None:
    """Compile the study; with vectors `cells_i64.py` takes the place of `cells.py`."""
    shutil.copytree(HERE, into / "flat", ignore=shutil.ignore_patterns("__pycache__"))
    if name == "study-vectors":
        shutil.copy(HERE / "cells_i64.py", into / "flat" / "cells.py")
    modules = [f"flat/{module}.py" for module in COMPILED]
    (into / "setup.py").write_text(SETUP.format(modules=modules), encoding="utf-8")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=into, check=True, env={**os.environ, "MYPYPATH": str(ROOT / "src")})


def built(name: str, folder: Path) -> Path:
    """Return the folder of a build, which is made if it is not there."""
    into = folder / name
    if not into.is_dir():
        into.mkdir(parents=True)
        try:
            if name == "engine-compiled":
                command = [sys.executable, str(ROOT / "compile_engine.py"), "--into", str(into)]
                subprocess.run(command, check=True, stdout=sys.stderr)
            else:
                build_study(name, into)
        except BaseException:
            shutil.rmtree(into)
            raise
    return into


def paths(name: str, folder: Path) -> list[Path]:
    """Return where a build finds its modules."""
    usual = [ROOT / "src", ROOT / "bench"]
    return usual if name in AS_THEY_ARE else [built(name, folder), *usual]


# measuring, in a process for each build


class Worker:
    """What a build is measured by: how to begin a game, play at random, copy and answer."""

    def __init__(self, name: str) -> None:
        self.inside: Callable[[Any, int], int] | None = None
        if name.startswith("engine"):
            self._engine(whole=name == "engine-whole")
        else:
            self._study()
        self.states = [self.stopped(1_000_000 + number) for number in range(STATES)]
        chance = random.Random(1)
        self.plan = [(state, [int(chance.random() * self.count(state)) for _ in range(BATCH)]) for state in self.states]
        self.seed = 0

    def _engine(self, whole: bool) -> None:
        from flat.compare import PACK, PRESET, SEATS
        from stormriver.api import begin_game

        packs = [] if whole else [PACK]
        self.new: Callable[[int], Any] = lambda seed: begin_game(PRESET, seats=SEATS, seed=seed, packs=packs, log=False)
        self.play: Callable[[Any, int], None] = type(self.new(1)).play  # the plain method: a wrapper would cost a call
        self.clone: Callable[[Any], Any] = type(self.new(1)).clone
        self.count: Callable[[Any], int] = lambda game: 0 if game.ask is None else len(game.ask.codes)
        self.run_game = self.engine_run

    def _study(self) -> None:
        from flat import compare, machine, state

        code = compare.program()
        at = state.COUNT
        self.new = lambda seed: compare.flat_game(code, seed, log=False)
        self.play = machine.play
        self.clone = state.Game.clone
        self.count = lambda game: game.cells[at]
        self.inside = lambda game, seed: machine.play_at_random(game, seed * LEAP, 1 << 30)
        self.run_game = self.study_run

    def engine_run(self, game: Any, rng: Callable[[], float]) -> int:
        """Play a game of the engine to its end; return how many decisions it took."""
        made = 0
        while (ask := game.ask) is not None:
            game.play(int(rng() * len(ask.codes)))
            made += 1
        return made

    def study_run(self, game: Any, rng: Callable[[], float]) -> int:
        """Play a game of the study to its end; return how many decisions it took."""
        made = 0
        play, count = self.play, self.count
        while options := count(game):
            play(game, int(rng() * options))
            made += 1
        return made

    def stopped(self, seed: int) -> Any:
        """Return a game in its middle."""
        game = self.new(seed)
        chance = random.Random(seed)
        for _ in range(chance.randrange(100, 300)):
            before = self.clone(game)
            self.play(game, int(chance.random() * self.count(game)))
            if not self.count(game):
                return before
        return game

    def decisions(self, seconds: float, play: Callable[[Any, int], int]) -> float:
        """Return how many decisions a second are made, setting games up included."""
        gc.collect()
        made, begun = 0, process_time()
        while (spent := process_time() - begun) < seconds:
            self.seed += 1
            made += play(self.new(self.seed), self.seed)
        return made / spent

    def microseconds(self, seconds: float, answering: bool) -> float:
        """Return how long a clone takes, its being freed included; with one answer, and its options, if wished."""
        gc.collect()
        clone, play, count = self.clone, self.play, self.count
        done, begun = 0, process_time()
        while (spent := process_time() - begun) < seconds:
            for state, picks in self.plan:
                if answering:
                    for pick in picks:
                        copy = clone(state)
                        play(copy, pick)
                        count(copy)
                else:
                    for _ in picks:
                        clone(state)
            done += STATES * BATCH
        return spent / done * 1e6

    def measured(self, seconds: float) -> dict[str, float]:
        """Return all figures of a round."""
        found = {
            "decisions": self.decisions(seconds, lambda game, seed: self.run_game(game, random.Random(seed).random)),
            "clone": self.microseconds(seconds / 2, answering=False),
            "clone_answer": self.microseconds(seconds / 2, answering=True),
        }
        if self.inside is not None:
            found["inside"] = self.decisions(seconds, self.inside)
        return found


def work(name: str) -> None:
    """Measure whenever a line with a number of seconds comes in, and write a line of figures."""
    worker = Worker(name)
    for line in sys.stdin:
        print(json.dumps(worker.measured(float(line))), flush=True)


# the run


def begin(name: str, folder: Path) -> subprocess.Popen[str]:
    """Start the process of a build."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths(name, folder)))}
    env.pop("STORMRIVER_PURE", None)
    if name != "engine-compiled":
        env["STORMRIVER_PURE"] = "1"
    command = [sys.executable, "-m", "flat.measure", "--worker", name]
    return subprocess.Popen(command, env=env, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def a_round(workers: dict[str, subprocess.Popen[str]], seconds: float) -> dict[str, dict[str, float]]:
    """Let each build measure, one after the other."""
    found = {}
    for name, worker in workers.items():
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(f"{seconds}\n")
        worker.stdin.flush()
        found[name] = json.loads(worker.stdout.readline())
    return found


def table(rounds: list[dict[str, dict[str, float]]]) -> str:
    """Return the medians as a table in Markdown; ratios are those of decisions to the interpreted engine's."""
    lines = [
        "| build | decisions/s | to the interpreted engine | by a loop of its own | clone, µs | clone + answer, µs |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name in rounds[0]:

        def median(key: str, name: str = name) -> float:
            return statistics.median(found[name][key] for found in rounds)

        ratio = statistics.median(found[name]["decisions"] / found["engine"]["decisions"] for found in rounds)
        inside = f"{median('inside'):,.0f}" if "inside" in rounds[0][name] else "–"
        lines.append(
            f"| {BUILDS[name]} | {median('decisions'):,.0f} | {ratio:.1f} | {inside} |"
            f" {median('clone'):.2f} | {median('clone_answer'):.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Build what is missing, measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--builds", type=Path, default=ROOT / "build" / "flat", help="a folder for what is compiled")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time, per figure")
    parser.add_argument("--only", nargs="*", default=list(BUILDS), choices=BUILDS)
    parser.add_argument("--worker", choices=BUILDS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work(asked.worker)
        return
    folder = asked.builds.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    workers = {name: begin(name, folder) for name in ["engine", *[name for name in asked.only if name != "engine"]]}
    print(table([a_round(workers, asked.seconds) for _ in range(asked.rounds)]))
    for worker in workers.values():
        assert worker.stdin is not None
        worker.stdin.close()
        worker.wait()


if __name__ == "__main__":
    main()
