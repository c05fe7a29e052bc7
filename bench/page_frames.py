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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from machine import ROOT, cpu_model, say
from tables import write_between
from targets import verdict

sys.path.insert(0, str(ROOT / "tests"))

from page.conftest import FLAGS, chromium
from page.served import Served
from page.visitor import AGAINST_ONE, Visitor, settled

DOCS = ROOT / "docs" / "performance" / "page.md"
RESULT = ROOT / "docs" / "results" / "page.json"
START, END = "<!-- page:start -->", "<!-- page:end -->"
MIN_ROUNDS = 3
TASK_MS, FRAME_MS = 50.0, 8.0
"""What a task may take, and the median frame."""
IDLE_MS = 0.5
"""A frame for which the thread did less is not counted: nothing has changed."""
CATEGORIES = ["toplevel", "cc,benchmark"]
PARTS = ["devtools.timeline"]
"""Tells of each task what is done in it, and takes time itself: where each call is written is looked up."""
FRAME = "ProxyMain::BeginMainFrame"
"""What the page's thread does for a frame when it is due; script that led to it has run before."""
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
READING_MS = 700
"""For so long somebody reads who plays by hand, before the pointer moves and before they click."""
HAND_STEPS = 20
"""A hand takes so many events of the pointer, which come once a frame, to get somewhere."""
BY_HAND = ("board", "wargame")
"""What is played by hand, and told of also as one trace with its opening: that of a game, for which the bounds are."""
NEXT = """() => {
  const next = document.querySelector('.spotlight .cover') ?? document.querySelector('.ask .option:not([disabled])')
  const { left, top, width, height } = next?.getBoundingClientRect() ?? {}
  return next && [left + width / 2, top + height / 2]
}"""
"""Where a hand clicks: on what is offered first."""
BOARD = """() => {
  const { left, top, width, height } = document.querySelector('section.board').getBoundingClientRect()
  return [left, top, width, height]
}"""
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
        raster: how long other threads turned what was recorded into pixels, in milliseconds.
    """

    def __init__(self, events: list[dict[str, Any]]) -> None:
        names = [event for event in events if event["name"] == "thread_name"]
        threads = {(one["pid"], one["tid"]) for one in names if one["args"]["name"] == "CrRendererMain"}
        processes = {process for process, _ in threads}
        own = sorted(
            (one for one in events if (one["pid"], one["tid"]) in threads and "ts" in one), key=lambda one: one["ts"]
        )
        whole = [one for one in own if one["ph"] == "X"]
        self.frames = [one["ts"] / 1e3 for one in whole if one["name"] == FRAME]
        self.raster = sum(
            one.get("tdur", 0) / 1e3
            for one in events
            if one["name"] == RASTER and one["ph"] == "X" and one["pid"] in processes
        )
        self.tasks = [
            Task(one["ts"] / 1e3, one["dur"] / 1e3, one.get("tdur", 0) / 1e3, parts_of(one, whole))
            for one in whole
            if one["name"].endswith("RunTask")
        ]

    def frame_work(self) -> list[float]:
        """Return how long the thread worked for each frame: for all that is done since the one before it."""
        work = [0.0] * len(self.frames)
        for task in self.tasks:
            at = bisect_left(self.frames, task.start)
            if at < len(work):
                work[at] += task.processor
        return work


def parts_of(task: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, float]:
    """Return what was done in a task that took long, in milliseconds by name."""
    if task.get("tdur", 0) < TASK_MS * 1e3:
        return {}
    found: dict[str, float] = {}
    for one in events:
        if task["ts"] <= one["ts"] < task["ts"] + task["dur"] and one is not task:
            found[one["name"]] = found.get(one["name"], 0) + one.get("tdur", 0) / 1e3
    return {name: round(ms, 1) for name, ms in sorted(found.items(), key=lambda item: -item[1])[:6] if ms > 1}


@contextmanager
def traced(browser: Browser, visitor: Visitor, slower: float, parts: bool) -> Iterator[list[Trace]]:
    """Trace what is done within, on a processor slowed so many times; with the `parts` of its tasks if wanted."""
    found: list[Trace] = []
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    browser.start_tracing(page=visitor.page, categories=CATEGORIES + PARTS * parts)
    yield found
    found.append(Trace(json.loads(browser.stop_tracing())["traceEvents"]))
    session.detach()


# --- measuring ------------------------------------------------------------


class Round:
    """One round: a visitor who opens, plays and moves, and the traces of it by what was done."""

    def __init__(self, browser: Browser, address: str, options: argparse.Namespace) -> None:
        self._browser, self._address, self._options = browser, address, options
        self._visitor = Visitor(browser.new_context(**settled({})), address, drawn=True)
        self._visitor.prefer(speed=1)
        self.traces: dict[str, Trace] = {}

    def measure(self) -> dict[str, Trace]:
        """Do all that is measured; return the traces."""
        board = self._table()
        self._play("front page", "/")
        self._play("board", f"/table/{board}")
        self._play("wargame", f"/table/{self._table(preset='wargame')}")
        self._play("replay", f"/replay/{board}")
        self._move("board", f"/table/{self._table()}")
        if self._wants("empty page"):
            self._visitor.page.goto(EMPTY)
            self._trace("empty page", "a word changed", lambda: self._run(CHANGES), MOVING_SECONDS)
        self._visitor.context.close()
        return self.traces

    def _play(self, name: str, path: str) -> None:
        """Open a page, and play what is played there."""
        if not self._wants(name):
            return
        seconds = self._options.seconds
        self._trace(name, "opened", lambda: self._go(path), OPENING_SECONDS)
        if name in BY_HAND:
            self._trace(name, "played", lambda: by_hand(self._visitor, seconds), 0)
        if path != "/":
            self._trace(name, "in haste" if name in BY_HAND else "played", lambda: self._run(PLAYS), seconds)

    def _move(self, name: str, path: str) -> None:
        """Open a page, let it come to rest, and move its board."""
        if not self._wants(name):
            return
        self._go(path)
        self._run(DISMISSES)
        self._visitor.page.wait_for_timeout(1000 * SETTLING_SECONDS)
        self._trace(name, "at rest", lambda: None, RESTING_SECONDS)
        self._trace(name, "moved", lambda: self._run(MOVES), MOVING_SECONDS)

    def _wants(self, name: str) -> bool:
        """Whether something is to be measured; if so, a tab is opened for it.

        In the one before, what that has left would be tidied up meanwhile.
        """
        wanted: bool = name.startswith(self._options.only)
        if wanted:
            self._visitor.page.close()
            self._visitor.page = self._visitor.context.new_page()
        return wanted

    def _trace(self, name: str, part: str, action: Callable[[], object], lasts: float) -> None:
        options = self._options
        with traced(self._browser, self._visitor, options.throttle, options.parts) as traces:
            action()
            self._visitor.page.wait_for_timeout(1000 * lasts)
        self.traces[f"{name}, {part}"] = traces[0]

    def _go(self, path: str) -> None:
        self._visitor.page.goto(f"{self._address}{path}", wait_until="commit")
        while not self._run(OPEN):
            self._visitor.page.wait_for_timeout(500)

    def _run(self, script: str) -> Any:
        return self._visitor.page.evaluate(script)

    def _table(self, **wanted: Any) -> str:
        table = {"seats": AGAINST_ONE, "name": "A table", "seed": SEED, **wanted}
        return str(self._visitor.post("tables", table)["table"])


def by_hand(visitor: Visitor, seconds: float) -> None:
    """Play for so long as people do: read, look at something on the board, and click what is offered first."""
    page, hand = visitor.page, Random(SEED)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        left, top, width, height = page.evaluate(BOARD)
        page.wait_for_timeout(READING_MS)
        page.mouse.move(left + hand.random() * width, top + hand.random() * height, steps=HAND_STEPS)
        page.wait_for_timeout(READING_MS)
        if where := page.evaluate(NEXT):
            page.mouse.move(*where, steps=HAND_STEPS)
            page.mouse.click(*where)


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
    frames = [
        [work for trace in traces for work in trace.frame_work() if work >= IDLE_MS] or [0.0] for traces in rounds
    ]
    tasks = [[task.processor for trace in traces for task in trace.tasks] or [0.0] for traces in rounds]
    return {
        "frames": round(statistics.median(sum(work >= IDLE_MS for work in one) for one in frames)),
        "frame_ms": round(statistics.median(statistics.median(one) for one in frames), 1),
        "frame_ms_p95": round(statistics.median(sorted(one)[int(len(one) * 0.95)] for one in frames), 1),
        "longest_ms": round(statistics.median(max(one) for one in tasks)),
        "long_tasks": statistics.median(sum(ms > TASK_MS for ms in one) for one in tasks),
        "raster_ms": round(statistics.median(sum(trace.raster for trace in traces) for traces in rounds)),
    }


def table_of(results: dict[str, Any]) -> str:
    """Return the figures as they stand in the docs."""
    lines = [
        "| stretch | frames | median frame, ms | 95 of 100 within, ms | longest, ms | over 50 ms | | raster, ms |",
        "|---|---:|---:|---:|---:|---:|---|---:|",
    ]
    for name, one in results["stretches"].items():
        met = verdict(one["frame_ms"] <= FRAME_MS and one["longest_ms"] <= TASK_MS)
        lines.append(
            f"| {name} | {one['frames']} | {one['frame_ms']} | {one['frame_ms_p95']} | {one['longest_ms']} "
            f"| {one['long_tasks']:g} | {met} | {one['raster_ms']} |"
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
    rounds = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            for number in range(options.rounds):
                rounds.append(Round(browser, server.address, options).measure())
                say(f"round {number + 1} of {options.rounds}")
                if options.parts:
                    tell(rounds[-1])
            browser.close()
        finally:
            server.kill()
    results = summary(rounds, options.throttle)
    text = table_of(results)
    print(text)
    if options.write:
        RESULT.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        write_between(DOCS, START, END, text)


def tell(traces: dict[str, Trace]) -> None:
    """Tell of each long task what was done in it."""
    for name, trace in traces.items():
        for task in trace.tasks:
            if task.processor > TASK_MS:
                say(f"  {name}: {task.processor:.0f} ms ({task.clock:.0f} on the clock): {task.parts}")


if __name__ == "__main__":
    main()
