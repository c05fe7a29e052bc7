"""Measure how soon Stormriver is there, beside its budgets. Standard library only.

Each command is run as by somebody who has it installed, with its byte code written before. What is compared is
processor time, which other work on the machine hardly touches; the time on the clock is told as well.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from machine import ROOT, cpu_model, say
from tables import write_between
from targets import verdict

PAGE = ROOT / "docs" / "performance" / "startup.md"
RESULT = ROOT / "docs" / "results" / "startup.json"
BUDGETS = ROOT / "tests" / "budgets.toml"
START, END = "<!-- startup:start -->", "<!-- startup:end -->"
MIN_ROUNDS = 10
PROMPT = b"\n> "

COMMANDS = {
    "version": ("--version",),
    "first_question": ("play", "--terminal", "--seed", "1"),
    "thousand_cards": ("pack", "check", "thousand_cards"),
}
"""What is run, by the name of its budget; a game is broken off at its first question."""
DEED = "meet: {choose: {a: {heal: 1}, b: {gain: {gold: 1}}}}"
"""What each of the thousand cards does."""


class Taken(NamedTuple):
    """What one run has taken, in seconds."""

    processor: float
    clock: float


# --- measuring ------------------------------------------------------------


def taken(run: Callable[[], None]) -> Taken:
    """Return what a function takes that runs one other process and waits for its end."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run()
    clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Taken(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock)


def run_to_question(words: tuple[str, ...], folder: Path) -> None:
    """Run a command until it ends, or asks; Enter is typed at its first page."""
    # A fixed hash seed, and byte code of its own, whatever is set here.
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PYTHONPATH": str(ROOT / "src"), "PYTHONPYCACHEPREFIX": str(folder / "pyc"), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "stormriver", *words]
    with subprocess.Popen(
        command, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(b"\n")
        process.stdin.flush()
        shown = b""
        while not shown.endswith(PROMPT) and (more := os.read(process.stdout.fileno(), 65536)):
            shown += more
        asks = shown.endswith(PROMPT)
        if asks:
            process.kill()
    if process.returncode and not asks:
        raise SystemExit(f"{' '.join(words)} failed:\n{shown.decode(errors='replace')}")


def write_thousand_cards(folder: Path) -> None:
    """Write the pack of a thousand cards that is checked."""
    cards = (f"  - {{id: card_{number}, name: Card {number}, kind: stranger, {DEED}}}\n" for number in range(1000))
    folder.mkdir()
    (folder / "pack.yaml").write_text("language: 2\nname: Thousand Cards\n", encoding="utf-8")
    (folder / "cards.yaml").write_text("deck: adventure\ncards:\n" + "".join(cards), encoding="utf-8")


def measure(rounds: int) -> dict[str, list[Taken]]:
    """Run the commands by turns, after one run each that writes the byte code."""
    samples: dict[str, list[Taken]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as place:
        write_thousand_cards(Path(place, "thousand_cards"))
        for turn in range(rounds + 1):
            for name, words in COMMANDS.items():
                one = taken(lambda words=words: run_to_question(words, Path(place)))  # type: ignore[misc]
                if turn:
                    samples[name].append(one)
                    say(f"round {turn}: {name} {one.processor:.2f} s")
    return samples


# --- figures --------------------------------------------------------------


def summary(samples: dict[str, list[Taken]]) -> dict[str, Any]:
    """Return the medians with what they are of."""
    budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))["seconds"]
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "rounds": len(next(iter(samples.values()))),
        "commands": {
            name: {
                "command": " ".join(("stormriver", *COMMANDS[name])),
                "processor": round(statistics.median(one.processor for one in runs), 2),
                "clock": round(statistics.median(one.clock for one in runs), 2),
                "budget": budgets[name],
            }
            for name, runs in samples.items()
        },
    }


def table(results: dict[str, Any]) -> str:
    """Return the figures as they stand in the docs."""
    lines = ["| command | processor, s | on the clock, s | budget, s |", "|---|---:|---:|---|"]
    for one in results["commands"].values():
        met = verdict(one["processor"] <= one["budget"])
        lines.append(f"| `{one['command']}` | {one['processor']:.2f} | {one['clock']:.2f} | {one['budget']:g}: {met} |")
    lines += [
        "",
        f"Measured {results['date']}: Python {results['python']}, {results['system']}, {results['cpu']} "
        f"({results['cores']} cores). Medians of {results['rounds']} runs.",
    ]
    return "\n".join(lines)


# --- command line ---------------------------------------------------------


def main() -> None:
    """Measure the commands, print their times beside the budgets and, with `--write`, keep them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--write", action="store_true", help="keep the result, and put the table in the docs")
    options = parser.parse_args()
    if options.rounds < 1 or (options.write and options.rounds < MIN_ROUNDS):
        parser.error(f"--write needs at least {MIN_ROUNDS} rounds")
    results = summary(measure(options.rounds))
    text = table(results)
    print(text)
    if options.write:
        RESULT.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        write_between(PAGE, START, END, text)


if __name__ == "__main__":
    main()
