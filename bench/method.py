"""The measuring method, shared by every worker so that it is the same for all.

A worker brings five functions for its engine; what is counted and timed, and on which states, is decided here and
nowhere else (`worker_sts_lightspeed.cpp`, whose engine Python cannot drive, says the same in C++). A worker is asked
by lines such as `play 5000`, and answers each with a line of JSON. Times are processor time, so that other work on
the machine hardly touches them.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Generic, TypeVar

State = TypeVar("State")
Draw = Callable[[], float]
Clock = Callable[[], float]

WARM_UP = 10
"""Games before anything is measured: imports, caches, and the mean length of a game."""
CAP = 5_000
"""The decisions after which a game is left as it stands; some random games would never end."""
STATES = 200
"""Many, as the time an answer takes has a long tail: with 50 it depended on which states they happened to be."""
APART = 200
"""The most decisions between two states that are copied; they are drawn from 1 on."""
SAMPLE_CAP = 1_000
"""The decisions after which a game gives no more states, so that endless ones do not give all."""
SAMPLE_SEED = 1_000_000
"""The copied states come from games of their own."""
BATCH = 10
"""Copies of one state before going on to the next."""
MOST_BYTES = 1_000_000_000
"""The memory after which no more copies are kept."""


@dataclass(slots=True)
class Played:
    """How far a game was played on."""

    decisions: int  # choices among two options or more
    forced: int  # asks with a single option
    finished: bool  # False: stopped before the next real choice
    thinking: float = 0.0  # seconds that players took who do more than draw a number


@dataclass(frozen=True)
class Engine(Generic[State]):
    """What a worker brings."""

    name: str
    version: str
    seats: int
    start: Callable[[int], State]  # a new game, from its seed
    # (state, draw, most): play on by numbers drawn from 0 to 1, and stop before a real choice once `most` are made
    play: Callable[[State, Draw, int], Played]
    clone: Callable[[State], State]
    options: Callable[[State], Sequence[Any]]  # of a state's ask, in whatever form `answer` takes them
    answer: Callable[[State, Any], object]  # take that option, and have the next ask's options computed
    skips_forced: bool = False  # whether it answers forced asks by itself, so that none can be counted
    build: str = ""  # which build of it runs, where there are several


class Course(Generic[State]):
    """Random games one after the other, each played to its end or to a cap, and stopped anywhere on the way."""

    def __init__(self, engine: Engine[State], seed: int, cap: int = CAP) -> None:
        """Begin with the game of a seed; the next games have the next seeds."""
        self.engine, self.cap = engine, cap
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a game."""
        self.seed, self.draw = seed, random.Random(seed).random
        self.state, self.made = self.engine.start(seed), 0

    def play_on(self, most: int) -> Played:
        """Play so many decisions, in as many games as it takes."""
        total = Played(0, 0, False)
        while total.decisions < most:
            if self.made >= self.cap:
                self.begin(self.seed + 1)
            one = self.engine.play(self.state, self.draw, min(most - total.decisions, self.cap - self.made))
            self.made += one.decisions
            total.decisions += one.decisions
            total.forced += one.forced
            total.thinking += one.thinking
            if one.finished:
                self.begin(self.seed + 1)
        return total


def warm_up(engine: Engine[Any]) -> dict[str, float]:
    """Play a few games; their mean length in decisions, and how many of them were cut off at the cap."""
    games = [engine.play(engine.start(seed), random.Random(seed).random, CAP) for seed in range(1, WARM_UP + 1)]
    return {
        "decisions_a_game": sum(game.decisions for game in games) / WARM_UP,
        "capped_games": sum(not game.finished for game in games),
        "games": WARM_UP,
    }


def sample_states(engine: Engine[State]) -> list[State]:
    """States of random games, as many decisions apart as are drawn evenly up to `APART`, each before a real choice."""
    rng = random.Random(SAMPLE_SEED)
    course = Course(engine, SAMPLE_SEED, SAMPLE_CAP)
    states: list[State] = []
    while len(states) < STATES:
        course.play_on(rng.randint(1, APART))
        state = engine.clone(course.state)
        # As far as its next real choice; a game that has none left gives no state.
        if not engine.play(state, course.draw, 0).finished:
            states.append(state)
    return states


class Meter(Generic[State]):
    """What is asked of a worker: each returns what was done, and the seconds of processor time it took."""

    def __init__(self, engine: Engine[State], clock: Clock = process_time) -> None:
        """Make ready; the games that are played begin with seed 1."""
        self.engine, self.clock = engine, clock
        self.course = Course(engine, 1)
        self._states: list[State] = []

    @property
    def states(self) -> list[State]:
        """The states that are copied, found when they are wanted first."""
        self._states = self._states or sample_states(self.engine)
        return self._states

    def play(self, count: int) -> dict[str, float | None]:
        """Play on for so many real decisions, from where the last call stopped."""
        gc.collect()
        start = self.clock()
        played = self.course.play_on(count)
        seconds = self.clock() - start
        forced = None if self.engine.skips_forced else played.forced
        return {"count": played.decisions, "seconds": seconds, "forced": forced, "thinking": played.thinking}

    def clone(self, count: int) -> dict[str, float | None]:
        """Copy states, at least so many times, and free the copies."""
        clone, batch = self.engine.clone, range(BATCH)
        states = self._walk(count)
        gc.collect()
        start = self.clock()
        for state in states:
            for _ in batch:
                clone(state)
        return {"count": len(states) * BATCH, "seconds": self.clock() - start}

    def answer(self, count: int) -> dict[str, float | None]:
        """Copy a state, take a random option, have the next ones computed; at least so many times."""
        clone, answer = self.engine.clone, self.engine.answer
        rng = random.Random(SAMPLE_SEED)
        # Drawn before the clock starts: the draw is no part of what is measured.
        plan = [(state, rng.choices(self.engine.options(state), k=BATCH)) for state in self._walk(count)]
        gc.collect()
        start = self.clock()
        for state, picks in plan:
            for pick in picks:
                answer(clone(state), pick)
        return {"count": len(plan) * BATCH, "seconds": self.clock() - start}

    def memory(self, count: int) -> dict[str, float | None]:
        """Keep so many copies, or as many as `MOST_BYTES` hold; the resident memory that they take, in bytes."""
        clone, kept = self.engine.clone, list[State]()
        states = self.states
        gc.collect()
        before = resident()
        while len(kept) < count and resident() - before < MOST_BYTES:
            kept += [clone(state) for state in states]
        gc.collect()
        return {"count": len(kept), "bytes": resident() - before}

    def _walk(self, count: int) -> list[State]:
        """The states in turn, until each with its batch makes `count`."""
        states = self.states
        return [states[number % len(states)] for number in range(-(-count // BATCH))]


def resident() -> int:
    """The resident memory of this process, in bytes; known on Linux alone."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def serve(engine: Engine[Any], lines: Iterable[str] = sys.stdin) -> None:
    """Answer the lines that the bench writes, each a figure and a count; the first line tells what engine it is."""
    told = {"name": engine.name, "version": engine.version, "seats": engine.seats, "build": engine.build}
    print(json.dumps(told), flush=True)
    meter = Meter(engine)
    ways: dict[str, Callable[[int], dict[str, Any]]] = {
        "warm_up": lambda count: warm_up(engine),
        "play": meter.play,
        "clone": meter.clone,
        "answer": meter.answer,
        "memory": meter.memory,
    }
    for line in lines:
        figure, count = line.split()
        print(json.dumps(ways[figure](int(count))), flush=True)
