"""The measuring method, shared by every worker so that it is the same for all.

A worker brings four functions for its engine; what is timed, for how long and
on which states is decided here and nowhere else.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

State = TypeVar("State")

# Many, as the time an answer takes has a long tail (catanatron's longest road):
# with 50 the figure depended on which states they happened to be.
STATES = 200
BATCH = 10  # clones of one state before going on to the next
WARM_UP = 20  # games before the clock counts: imports, caches
SAMPLE_SEED = 1_000_000  # the cloned states come from games of their own


@dataclass(slots=True)
class Played(Generic[State]):
    """A game as far as it was played."""

    state: State
    decisions: int  # choices among two options or more
    forced: int  # asks with a single option
    finished: bool  # False: stopped at the cap, before a real choice


@dataclass(frozen=True)
class Engine(Generic[State]):
    """What a worker brings."""

    name: str
    version: str
    seats: int
    # (seed, cap): play at random; at the cap, stop before the next real choice
    play: Callable[[int, int], Played[State]]
    clone: Callable[[State], State]
    # the options of a state's ask, in whatever form `answer` takes them
    options: Callable[[State], Sequence[Any]]
    # (state, option): take that option and have the next ask's options computed
    answer: Callable[[State, Any], object]
    # True where the engine answers forced asks by itself, so none can be counted
    skips_forced: bool = False


@dataclass(slots=True)
class Throughput:
    """What was played in a time: whole games, with their decisions, forced asks and those stopped at the cap."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    capped: int = 0
    elapsed: float = 0.0


def warm_up(engine: Engine[Any], cap: int) -> float:
    """Play a few games; their mean length in decisions.

    A fixed number of games, so that the length, and with it the states that
    are cloned, is the same in every round whatever the machine's speed.
    """
    return sum(engine.play(seed, cap).decisions for seed in range(1, WARM_UP + 1)) / WARM_UP


def play_for(engine: Engine[Any], seconds: float, cap: int) -> Throughput:
    """Play whole games until the time is up.

    The last game is played to its end and its time counted, so that games a
    second is exact and not cut off to a whole number.
    """
    total = Throughput()
    gc.collect()
    start = perf_counter()
    while total.elapsed < seconds:
        total.games += 1
        played = engine.play(total.games, cap)
        total.decisions += played.decisions
        total.forced += played.forced
        total.capped += not played.finished
        total.elapsed = perf_counter() - start
    return total


def sample_states(engine: Engine[State], mean_length: float) -> list[State]:
    """Mid-game states, each from a game of its own.

    A game is stopped at a decision drawn evenly from the middle half of the
    mean length; games that end before it are passed over.
    """
    rng = random.Random(SAMPLE_SEED)
    states: list[State] = []
    for attempt in range(STATES * 20):
        stop = max(1, int(mean_length * rng.uniform(0.25, 0.75)))
        played = engine.play(SAMPLE_SEED + attempt, stop)
        if not played.finished:
            states.append(played.state)
        if len(states) == STATES:
            return states
    raise RuntimeError(f"{engine.name}: found only {len(states)} mid-game states")


def clone_us(engine: Engine[State], states: list[State], seconds: float) -> float:
    """Microseconds a clone takes, freeing it included."""
    clone, batch = engine.clone, range(BATCH)
    clones, elapsed = 0, 0.0
    gc.collect()
    start = perf_counter()
    while elapsed < seconds:
        for state in states:
            for _ in batch:
                clone(state)
        clones += len(states) * BATCH
        elapsed = perf_counter() - start
    return elapsed / clones * 1e6


def clone_answer_us(engine: Engine[State], states: list[State], seconds: float) -> float:
    """Microseconds for a clone, one random option taken, the next ones computed."""
    clone, answer = engine.clone, engine.answer
    rng = random.Random(SAMPLE_SEED)
    # Drawn before the clock starts: the draw is no part of what is measured.
    plan = [(state, rng.choices(engine.options(state), k=BATCH)) for state in states]
    steps, elapsed = 0, 0.0
    gc.collect()
    start = perf_counter()
    while elapsed < seconds:
        for state, picks in plan:
            for pick in picks:
                answer(clone(state), pick)
        steps += len(plan) * BATCH
        elapsed = perf_counter() - start
    return elapsed / steps * 1e6


def measure(engine: Engine[Any], seconds: float, cap: int) -> dict[str, object]:
    """Everything the table needs about one engine."""
    length = warm_up(engine, cap)
    speed = play_for(engine, seconds, cap)
    states = sample_states(engine, length)
    everything = speed.decisions + speed.forced
    return {
        "name": engine.name,
        "version": engine.version,
        "seats": engine.seats,
        "decisions_per_second": speed.decisions / speed.elapsed,
        "all_decisions_per_second": None if engine.skips_forced else everything / speed.elapsed,
        "games_per_second": speed.games / speed.elapsed,
        "mean_decisions_per_game": speed.decisions / speed.games,
        "games": speed.games,
        "capped_games": speed.capped,
        "clone_us": clone_us(engine, states, seconds / 2),
        "clone_answer_us": clone_answer_us(engine, states, seconds / 2),
    }


def arguments() -> argparse.ArgumentParser:
    """The options every worker takes."""
    parser = argparse.ArgumentParser(description="Measure one engine; print one JSON line.")
    parser.add_argument("--seconds", type=float, default=3.0, help="per measurement")
    parser.add_argument("--cap", type=int, default=20_000, help="decisions a game may last")
    return parser


def report(engine: Engine[Any], options: argparse.Namespace) -> None:
    """Measure and print the worker's one line."""
    print(json.dumps(measure(engine, options.seconds, options.cap)))
