"""Tell in the docs where the time goes: of a decision of random play, a clone, a clone with its answer, a pickle.

    python bench/profiles.py --write

The sources are profiled by cProfile with processor time, each figure by a process of its own, by turns; what is told
are sums over the rounds. A profiler makes calls dearer than they are, so shares are told, and no times.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pickle
import pstats
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from contestants import GAMES, PURE
from engines import stormriver_environment
from machine import ROOT, call, circumstances, pin, say
from method import Meter
from tables import markdown, write_between
from worker_stormriver import engine

PAGE = ROOT / "docs" / "performance" / "profile.md"
START, END = "<!-- profile:start -->", "<!-- profile:end -->"
LEAD_IN = 1_000
COUNTS = {"play": 2_000, "clone": 20_000, "answer": 3_000, "pickle": 5_000}
"""How many of each figure are profiled in a round."""
JOBS = (("play", "revised4"), ("play", "city"), ("clone", "revised4"), ("answer", "revised4"), ("pickle", "revised4"))
MIN_ROUNDS = 5
ROWS = 14
"""How many functions a table names."""
LEAST = 0.01
"""The share of the time below which nothing is told of a function or part."""
LOOP = "game._go_on"
"""The function that carries out the steps, one after the other."""
PARTS = {
    "rulebook": "settling seats: limits, masks",
    "program": "words of cards, spaces and rules",
    "copy": "the copy",
    "loop": "calling the steps",
    "rest": "all else, the bench too",
}
"""What parts are called that are not the steps of a module of `procedures/`."""


@dataclass
class Profile:
    """What a profile has found, by the names of functions and of parts.

    Attributes:
        count: how many decisions or copies it is of.
        calls: how often each function was called.
        own: the seconds spent in each function itself.
        entries: how often each part was entered: the steps of a module, a copy.
        parts: the seconds spent in each part, with all that is called from there.
    """

    count: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    entries: Counter[str] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)

    def add(self, other: dict[str, Any]) -> None:
        """Add another profile of the same figure, as it was written."""
        self.count += other["count"]
        for name in ("calls", "own", "entries", "parts"):
            getattr(self, name).update(other[name])

    @property
    def each(self) -> float:
        """The seconds that one decision or copy took, all in all."""
        return sum(self.own.values()) / self.count


# --- one profile, in a process of its own ---------------------------------


def pickle_states(meter: Meter[Any], count: int) -> dict[str, float | None]:
    """Pickle so many states."""
    states = [game.state for game in meter.states]
    for number in range(count):
        pickle.dumps(states[number % len(states)])
    return {"count": count}


FIGURES: dict[str, Callable[[Meter[Any], int], dict[str, float | None]]] = {
    "play": Meter.play, "clone": Meter.clone, "answer": Meter.answer, "pickle": pickle_states,
}  # fmt: skip


def meter_of(game: str) -> Meter[Any]:
    """Return what plays and copies a game of the bench."""
    words = GAMES[game]
    told = dict(zip(words[::2], words[1::2], strict=True))
    packs = tuple(filter(None, told.get("--packs", "").split(",")))
    return Meter(engine(told["--preset"], packs, int(told["--seats"]), "random"))


def name_of(function: tuple[str, int, str]) -> str:
    """Return what a function is called: its module and its name; one of the interpreter's by its plain name."""
    file, _, name = function
    if file != "~":
        return f"{Path(file).stem}.{name}"
    method = re.match(r"<method '(\w+)' of '([\w.]+)'", name)
    plain = re.sub(r"<built-in method (?:builtins\.)?|>| of type object at 0x\w+", "", name)
    return f"{method[2]}.{method[1]}" if method else plain


def profile(figure: str, game: str, count: int) -> Profile:
    """Profile so many of a figure of a game in this process, after a while that fills the caches."""
    meter = meter_of(game)
    FIGURES[figure](meter, LEAD_IN)
    profiler = cProfile.Profile(process_time)
    profiler.runcall(FIGURES[figure], meter, count)
    found = Profile(count)
    stats: Any = pstats.Stats(profiler)
    for function, (_, calls, own, whole, callers) in stats.stats.items():
        name = name_of(function)
        if name == "gc.collect":  # what the bench does before it measures
            continue
        found.calls[name] += calls
        found.own[name] += own
        if name == "game.clone":
            found.entries["copy"] += calls
            found.parts["copy"] += whole
        for caller, (entries, _, _, spent) in callers.items():
            if name_of(caller) == LOOP and "." in name:  # none of the interpreter's
                part = name.partition(".")[0]
                found.entries[part] += entries
                found.parts[part] += spent
    found.entries["loop"], found.parts["loop"] = found.calls[LOOP], found.own[LOOP]
    found.parts["rest"] = sum(found.own.values()) - sum(found.parts.values())
    return found


# --- rounds ---------------------------------------------------------------


def profile_all(rounds: int) -> dict[tuple[str, str], Profile]:
    """Profile all figures by turns, each in a process of its own."""
    environment = {**os.environ, **stormriver_environment(ROOT / "src", PURE), "PYTHONHASHSEED": "0"}
    found = {job: Profile() for job in JOBS}
    for turn in range(1, rounds + 1):
        for job in JOBS:
            say(f"round {turn}: {' '.join(job)}")
            told = call([sys.executable, __file__, "--one", *job], f"{job}: no profile", environment=environment)
            found[job].add(json.loads(told))
    return found


# --- tables ---------------------------------------------------------------


def row(one: Profile, counts: Counter[str], spent: Counter[str], name: str) -> list[str]:
    """Return how often something was done for one decision or copy, and its share of the time."""
    return [f"{counts[name] / one.count:.2f}", f"{spent[name] / one.count / one.each:.1%}"]


def functions_table(one: Profile, each: str) -> str:
    """Return the functions that took most time themselves."""
    most = [name for name, spent in one.own.most_common(ROWS) if spent / one.count >= LEAST * one.each]
    rows = [[f"`{name}`", *row(one, one.calls, one.own, name)] for name in most]
    return markdown(["function itself", f"calls a {each}", "share"], rows, 1)


def parts_table(one: Profile, each: str) -> str:
    """Return the parts with all that is called from them, the dearest first."""
    most = [name for name, spent in one.parts.most_common() if spent / one.count >= LEAST * one.each]
    rows = [[PARTS.get(name, f"`{name}`"), *row(one, one.entries, one.parts, name)] for name in most]
    return markdown(["part, with all it calls", f"times a {each}", "share"], rows, 1)


def beside_table(base: Profile, other: Profile, kind: str, titles: list[str]) -> str:
    """Return what one game does beside another, what makes its decisions longer first.

    Args:
        base: the profile of the game that the other one is compared with.
        other: that of the other game.
        kind: `own` for functions themselves, `parts` for parts with all they call.
        titles: what the columns are called.
    """
    counts = {"own": "calls", "parts": "entries"}[kind]
    first, second = getattr(base, kind), getattr(other, kind)
    longer = {name: (second[name] / other.count - first[name] / base.count) / base.each for name in {*first, *second}}
    most = sorted(longer, key=lambda name: (-longer[name], name))[:ROWS]
    rows = [
        [
            PARTS.get(name, f"`{name}`"),
            *row(base, getattr(base, counts), first, name),
            *row(other, getattr(other, counts), second, name),
            f"{longer[name]:+.1%}",
        ]
        for name in most
    ]
    told = sum(longer[name] for name in most)
    rows.append(["all others", "", "", "", "", f"{other.each / base.each - 1 - told:+.1%}"])
    return markdown(titles, rows, 1)


def page(found: dict[tuple[str, str], Profile], where: dict[str, Any], rounds: int) -> str:
    """Return all that stands between the markers of the page."""
    base, city = found["play", "revised4"], found["play", "city"]
    columns = ["revised4: times a decision", "share", "city: times", "share", "a decision is longer by"]
    return "\n\n".join(
        [
            f"Profiled {where['date']} at revision {where['revision']}: Python {where['python']}, {where['system']}, "
            f"{where['cpu']} ({where['cores']} cores). Sums of {rounds} rounds by turns.",
            "### A decision in the City, beside one in revised4",
            f"{calls_each(base):.0f} calls of functions in revised4, {calls_each(city):.0f} in the City; "
            f"{city.each / base.each:.2f} times the time.",
            beside_table(base, city, "parts", ["steps of, with all they call", *columns]),
            beside_table(base, city, "own", ["function itself", *columns]),
            "### A clone, its answer and the next options (revised4)",
            f"{calls_each(found['answer', 'revised4']):.0f} calls.",
            parts_table(found["answer", "revised4"], "clone"),
            functions_table(found["answer", "revised4"], "clone"),
            "### A clone (revised4)",
            functions_table(found["clone", "revised4"], "clone"),
            "### A pickled state (revised4)",
            functions_table(found["pickle", "revised4"], "pickle"),
        ]
    )


def calls_each(one: Profile) -> float:
    """Return how many functions are called for one decision or copy."""
    return sum(one.calls.values()) / one.count


# --- command line ---------------------------------------------------------


def main() -> None:
    """Profile, print the tables and, with `--write`, put them in the docs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--core", type=int, help="the core to pin to (default: the last)")
    parser.add_argument("--write", action="store_true", help="put the tables in the docs")
    parser.add_argument("--one", nargs=2, metavar=("FIGURE", "GAME"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        figure, game = options.one
        print(json.dumps(vars(profile(figure, game, COUNTS[figure]))))
        return
    if options.rounds < 1 or (options.write and options.rounds < MIN_ROUNDS):
        parser.error(f"--rounds are above 0, and --write needs at least {MIN_ROUNDS}")
    where = circumstances()  # before anything is written, which would make the revision a changed one
    pin(options.core)
    text = page(profile_all(options.rounds), where, options.rounds)
    print(text)
    if options.write:
        write_between(PAGE, START, END, text)


if __name__ == "__main__":
    main()
