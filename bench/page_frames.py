"""Measure how smoothly the page goes on while a game is played: `python bench/page_frames.py`.

A real server, a real Chromium whose processor is slowed, and its own trace: how long the tasks of the page's thread
take, and how much of them belongs to each frame: its script, styles, layout, the recording of what is painted, and
handing that over. Opened and played are a seeded game on the board, one of the wargame, and a replay that plays by
itself, all at the usual pace; the board is also left alone, and moved about by a wheel. Played is once as people do,
who read, look at something on the board, move the pointer to an answer and click; and once in haste, with three clicks
a second. What any frame costs is told by an empty page on which a word changes. What counts is the thread's own
processor time, which other work on the machine touches little.

What other threads take to turn the recording into pixels is told beside it: with a graphics card, that does it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from devtools import POLL_SECONDS, Chromium, Tab
from machine import ROOT, cpu_model, say
from tables import write_between
from targets import verdict

sys.path.insert(0, str(ROOT / "tests"))

from page.conftest import chromium
from page.served import Served
from page.visitor import AGAINST_ONE, LAPTOP

DOCS = ROOT / "docs" / "performance" / "page.md"
RESULT = ROOT / "docs" / "results" / "page.json"
START, END = "<!-- page:start -->", "<!-- page:end -->"
MIN_ROUNDS = 3
TASK_MS, FRAME_MS = 50.0, 8.0
"""What a task may take, and the median frame."""
IDLE_MS = 0.5
"""A frame for which the thread did less is not counted: nothing has changed."""
CATEGORIES = ["toplevel", "cc", "benchmark"]
PARTS = ["devtools.timeline"]
"""Tells of each task what is done in it, and takes time itself: where each call is written is looked up."""
FRAME = "ProxyMain::BeginMainFrame"
"""What the page's thread does for a frame when it is due; script that led to it has run before."""
DRAWN = "ProxyMain::BeginMainFrame::commit"
"""In the midst of a frame, if anything to be seen has changed: it is handed over."""
RASTER = "RasterTask"
"""What other threads do to turn what was recorded into pixels."""
SEED = 4
OPENING_SECONDS, MOVING_SECONDS, RESTING_SECONDS = 3, 5, 4
SETTLING_SECONDS = 12
"""After so long a table of which nothing is wanted has come to rest."""
EMPTY = "data:text/html,<p>A word"
CHANGES = """let times = 0
const change = () => {
  document.querySelector('p').textContent = times++
  setTimeout(() => requestAnimationFrame(change), 50)
}
change()"""
"""The least that a frame can change, for what any frame costs the browser: nothing else is on that page."""
BEFORE, AFTER = "a word changed, before", "a word changed"
"""An empty page is measured before and after all else of a round: it tells how busy the machine is otherwise."""
READING_SECONDS = 0.7
"""For so long somebody reads who plays by hand, before the pointer moves and before they click."""
BY_HAND = ("board", "wargame")
"""What is played by hand, and told of also as one trace with its opening: that of a game, for which the bounds are."""
NEXT = """(() => {
  const next = document.querySelector('.spotlight .on button') ?? document.querySelector('.ask .option:not([disabled])')
  const { left, top, width, height } = next?.getBoundingClientRect() ?? {}
  return next && [left + width / 2, top + height / 2]
})()"""
"""Where a hand clicks: on what is offered first."""
BOARD = """(() => {
  const { left, top, width, height } = document.querySelector('section.board').getBoundingClientRect()
  return [left, top, width, height]
})()"""
"""Where the board is."""
PLAYS = """setInterval(() => {
  const next = document.querySelector('.spotlight .cover') ?? document.querySelector('.ask .option:not([disabled])')
  if (next) next.click()
  const replay = document.querySelector('.controls button.main:not([disabled])')
  if (replay && !globalThis.playing) { globalThis.playing = true; replay.click() }
}, 300)"""
"""Plays on in haste by a click of what is offered first; a replay, once it has been started, plays by itself."""
MOVES = """let turned = 0, last = 0
const turn = (now) => {
  requestAnimationFrame(turn)
  if (now - last < 50) return
  last = now
  const on = document.querySelector('section.board .window')
  const { left, top, width, height } = on.getBoundingClientRect()
  const at = { bubbles: true, cancelable: true, clientX: left + width / 3, clientY: top + height / 3 }
  on.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: Math.floor(turned++ / 12) % 2 ? 60 : -60 }))
}
turn(0)"""
"""Turns a wheel over the board, nearer and farther, once a frame as a browser does it."""
DISMISSES = "document.querySelector('.spotlight .cover')?.click()"
"""Goes on from what is told on coming."""
BARE = "/healthz"
"""An address of the server that is none of its pages: all that pages consist of is yet to come."""
SETTINGS = {"speed": 1}
MAKES = """(async () => {
  const how = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: %s }
  const { table } = await (await fetch('/api/tables', how)).json()
  return table
})()"""
"""Makes a table, and tells its id."""
TOLD = "document.querySelector('.log')?.textContent"
"""What the log of a game tells."""
OPEN = "!!document.querySelector('.option, .spotlight .cover, .controls, form')"
"""Whether what was opened is there."""


class Task(NamedTuple):
    """One task of the page's thread, in milliseconds; `parts` are the longest things done in it."""

    start: float
    clock: float
    processor: float
    parts: dict[str, float]


# --- tracing --------------------------------------------------------------


class Trace:
    """The tasks of the page's thread in a stretch of time, and when it was asked for frames.

    Attributes:
        drawn: the frames at which anything to be seen has changed.
        raster: how long other threads turned what was recorded into pixels, in milliseconds.
    """

    def __init__(self, events: list[dict[str, Any]]) -> None:
        thread = busiest(events)
        own = sorted(
            (one for one in events if (one["pid"], one["tid"]) == thread and "ts" in one), key=lambda one: one["ts"]
        )
        whole = [one for one in own if one["ph"] == "X"]
        self.frames = [one["ts"] / 1e3 for one in whole if one["name"] == FRAME]
        handed = [one["ts"] / 1e3 for one in whole if one["name"] == DRAWN]
        begun = {bisect_left(self.frames, at) - 1 for at in handed}
        self.drawn = [at for number, at in enumerate(self.frames) if number in begun]
        self.raster = sum(
            one.get("tdur", 0) / 1e3
            for one in events
            if one["name"] == RASTER and one["ph"] == "X" and one["pid"] == thread[0]
        )
        self.tasks = [
            Task(one["ts"] / 1e3, one["dur"] / 1e3, one.get("tdur", 0) / 1e3, parts_of(one, whole))
            for one in whole
            if one["name"].endswith("RunTask")
        ]

    def frame_work(self, drawn: bool = False) -> list[float]:
        """Return how long the thread worked for each frame, or each drawn one: for all that is done since the last."""
        frames = self.drawn if drawn else self.frames
        work = [0.0] * len(frames)
        for task in self.tasks:
            at = bisect_left(frames, task.start)
            if at < len(work):
                work[at] += task.processor
        return [ms for ms in work if ms >= IDLE_MS]


def busiest(events: list[dict[str, Any]]) -> tuple[int, int]:
    """Return the process and thread of the page: a browser has others ready for pages to come."""
    names = [event for event in events if event["name"] == "thread_name"]
    work = {(one["pid"], one["tid"]): 0.0 for one in names if one["args"]["name"] == "CrRendererMain"}
    for one in events:
        if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in work:
            work[one["pid"], one["tid"]] += one.get("tdur", 0)
    return max(work, key=lambda thread: work[thread])


def parts_of(task: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, float]:
    """Return what was done in a task that took long, in milliseconds by name."""
    if task.get("tdur", 0) < TASK_MS * 1e3:
        return {}
    found: dict[str, float] = {}
    for one in events:
        if task["ts"] <= one["ts"] < task["ts"] + task["dur"] and one is not task:
            found[one["name"]] = found.get(one["name"], 0) + one.get("tdur", 0) / 1e3
    return {name: round(ms, 1) for name, ms in sorted(found.items(), key=lambda item: -item[1])[:6] if ms > 1}


# --- measuring ------------------------------------------------------------


class Round:
    """One round: somebody who opens, plays and moves, and the traces of it by what was done."""

    def __init__(self, browser: Chromium, address: str, options: argparse.Namespace) -> None:
        self._browser, self._address, self._options = browser, address, options
        self._visitor = browser.visitor()
        self._tab = browser.tab(self._visitor)
        self._tab.go(f"{address}{BARE}")
        self._run(f"localStorage.setItem('settings', '{json.dumps(SETTINGS)}')")
        self.traces: dict[str, Trace] = {}

    def measure(self) -> dict[str, Trace]:
        """Do all that is measured; return the traces."""
        board, war, other = self._table(), self._table(preset="wargame"), self._table()
        self._empty(BEFORE)
        self._play("front page", "/")
        self._play("board", f"/table/{board}")
        self._play("wargame", f"/table/{war}")
        self._play("replay", f"/replay/{board}")
        self._move("board", f"/table/{other}")
        self._empty(AFTER)
        self._tab.close()
        return self.traces

    def _empty(self, when: str) -> None:
        """Measure what any frame costs, on a page with nothing else."""
        if self._wants("empty page"):
            self._tab.go(EMPTY)
            self._trace("empty page", when, lambda: self._run(CHANGES), MOVING_SECONDS)

    def _play(self, name: str, path: str) -> None:
        """Open a page, and play what is played there."""
        if not self._wants(name):
            return
        seconds = self._options.seconds
        self._trace(name, "opened", lambda: self._go(path), OPENING_SECONDS)
        if name in BY_HAND:
            self._game(name, "played", lambda: by_hand(self._tab, seconds), 0)
        if path != "/":
            self._game(name, "in haste" if name in BY_HAND else "played", lambda: self._run(PLAYS), seconds)

    def _game(self, name: str, part: str, action: Callable[[], object], lasts: float) -> None:
        """Trace how a game goes on; it is an error if it does not."""
        before = self._run(TOLD)
        self._trace(name, part, action, lasts)
        if self._run(TOLD) == before:
            raise SystemExit(f"{name}, {part}: the game has not gone on")

    def _move(self, name: str, path: str) -> None:
        """Open a page, let it come to rest, and move its board."""
        if not self._wants(name):
            return
        self._go(path)
        self._run(DISMISSES)
        time.sleep(SETTLING_SECONDS)
        self._trace(name, "at rest", lambda: None, RESTING_SECONDS)
        self._trace(name, "moved", lambda: self._run(MOVES), MOVING_SECONDS)

    def _wants(self, name: str) -> bool:
        """Whether something is to be measured; if so, a tab is opened for it.

        In the one before, what that has left would be tidied up meanwhile.
        """
        wanted: bool = name.startswith(self._options.only)
        if wanted:
            self._tab.close()
            self._tab = self._browser.tab(self._visitor)
        return wanted

    def _trace(self, name: str, part: str, action: Callable[[], object], lasts: float) -> None:
        """Trace something, on a processor slowed so many times."""
        self._tab.send("Emulation.setCPUThrottlingRate", rate=self._options.throttle)
        with self._browser.traced(CATEGORIES + PARTS * self._options.parts) as events:
            action()
            time.sleep(lasts)
        self._tab.send("Emulation.setCPUThrottlingRate", rate=1)
        self.traces[f"{name}, {part}"] = Trace(events)

    def _go(self, path: str) -> None:
        self._tab.go(f"{self._address}{path}")
        while not self._run(OPEN):
            time.sleep(POLL_SECONDS)

    def _run(self, script: str) -> Any:
        return self._tab.run(script)

    def _table(self, **wanted: Any) -> str:
        table = {"seats": AGAINST_ONE, "name": "A table", "seed": SEED, **wanted}
        return str(self._run(MAKES % json.dumps(json.dumps(table))))


def by_hand(tab: Tab, seconds: float) -> None:
    """Play for so long as people do: read, look at something on the board, and click what is offered first."""
    hand = Random(SEED)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        left, top, width, height = tab.run(BOARD)
        time.sleep(READING_SECONDS)
        tab.move((left + hand.random() * width, top + hand.random() * height))
        time.sleep(READING_SECONDS)
        if where := tab.run(NEXT):
            tab.move((where[0], where[1]))
            tab.click()


def summary(rounds: list[dict[str, Trace]], slower: float) -> dict[str, Any]:
    """Return the medians of the rounds with what they are of."""
    stretches = {name: figures([[one[name]] for one in rounds]) for name in rounds[0]}
    games = [name for name in BY_HAND if f"{name}, played" in rounds[0]]
    whole = {
        f"{name}, opened and played": figures([[one[f"{name}, opened"], one[f"{name}, played"]] for one in rounds])
        for name in games
    }
    return {
        "date": date.today().isoformat(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "slower": slower,
        "rounds": len(rounds),
        "bounds": {"task_ms": TASK_MS, "frame_ms": FRAME_MS},
        "stretches": whole | stretches,
    }


def figures(rounds: list[list[Trace]]) -> dict[str, float]:
    """Return the figures of a stretch, or of several as one: medians of the rounds."""
    frames = [[work for trace in traces for work in trace.frame_work()] for traces in rounds]
    drawn = [[work for trace in traces for work in trace.frame_work(drawn=True)] for traces in rounds]
    tasks = [[task.processor for trace in traces for task in trace.tasks] or [0.0] for traces in rounds]
    return {
        "frames": round(statistics.median(len(one) for one in frames)),
        "frame_ms": round(statistics.median(statistics.median(one or [0.0]) for one in frames), 1),
        "frame_ms_p95": round(statistics.median(sorted(one or [0.0])[int(len(one) * 0.95)] for one in frames), 1),
        "drawn": round(statistics.median(len(one) for one in drawn)),
        "drawn_ms": round(statistics.median(statistics.median(one or [0.0]) for one in drawn), 1),
        "longest_ms": round(statistics.median(max(one) for one in tasks)),
        "long_tasks": statistics.median(sum(ms > TASK_MS for ms in one) for one in tasks),
        "raster_ms": round(statistics.median(sum(trace.raster for trace in traces) for traces in rounds)),
    }


def table_of(results: dict[str, Any]) -> str:
    """Return the figures as they stand in the docs."""
    lines = [
        "| stretch | frames | median frame, ms | 95 of 100 within, ms | drawn | median, ms "
        "| longest task, ms | over 50 ms | | raster, ms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---|---:|",
    ]
    for name, one in results["stretches"].items():
        met = verdict(one["frame_ms"] <= FRAME_MS and one["longest_ms"] <= TASK_MS)
        lines.append(
            f"| {name} | {one['frames']} | {one['frame_ms']} | {one['frame_ms_p95']} | {one['drawn']} "
            f"| {one['drawn_ms']} | {one['longest_ms']} | {one['long_tasks']:g} | {met} | {one['raster_ms']} |"
        )
    lines += [
        "",
        f"Measured {results['date']}: {results['system']}, {results['cpu']} ({results['cores']} cores), slowed "
        f"{results['slower']:g} times. Medians of {results['rounds']} rounds.",
    ]
    return "\n".join(lines)


# --- command line ---------------------------------------------------------


def main() -> None:
    """Measure, print the figures beside the bounds and, with `--write`, keep them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--seconds", type=float, default=20, help="how long is played in each stretch")
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower the processor is made")
    parser.add_argument("--only", default="", help="measure only what is called so: `board`")
    parser.add_argument("--parts", action="store_true", help="tell what is done in each long task")
    parser.add_argument("--write", action="store_true", help="keep the result, and put the table in the docs")
    options = parser.parse_args()
    if options.rounds < 1 or (options.write and (options.rounds < MIN_ROUNDS or options.parts)):
        parser.error(f"--write needs at least {MIN_ROUNDS} rounds, and no --parts")
    rounds = measured(options)
    results = summary(rounds, options.throttle)
    text = table_of(results)
    print(text)
    if options.write:
        RESULT.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        write_between(DOCS, START, END, text)


def measured(options: argparse.Namespace) -> list[dict[str, Trace]]:
    """Measure as many rounds as wished, one after the other."""
    rounds: list[dict[str, Trace]] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Served(Path(folder))
        server.start()
        browser = Chromium(chromium(), Path(folder) / "profile", (LAPTOP["width"], LAPTOP["height"]))
        try:
            for number in range(options.rounds):
                rounds.append(Round(browser, server.address, options).measure())
                say(f"round {number + 1} of {options.rounds}")
                if options.parts:
                    tell(rounds[-1])
        finally:
            browser.close()
            server.kill()
    return rounds


def tell(traces: dict[str, Trace]) -> None:
    """Tell of each long task what was done in it."""
    for name, trace in traces.items():
        for task in trace.tasks:
            if task.processor > TASK_MS:
                say(f"  {name}: {task.processor:.0f} ms ({task.clock:.0f} on the clock): {task.parts}")


if __name__ == "__main__":
    main()
