"""Measure Stormriver side by side with its peers. Standard library only.

Each contestant runs in a virtual environment of its own, pinned to one core;
the contestants take turns (A B C, A B C, ...), so that a slow spell of the
machine falls on all of them, and the medians over the rounds are reported.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
RESULTS = BENCH / "results.json"
PAGE = ROOT / "docs" / "performance.md"
START, END = "<!-- bench:start -->", "<!-- bench:end -->"
MIN_ROUNDS = 5

Sample = dict[str, Any]


@dataclass(frozen=True)
class Contestant:
    """What is measured: a game of an engine, and the arguments of the engine's worker."""

    engine: str  # names the virtual environment and the requirements file
    game: str  # as the table calls it
    args: tuple[str, ...] = ()


CONTESTANTS = {
    "stormriver": Contestant("stormriver", "revised4"),
    "catanatron": Contestant("catanatron", "settlers"),
    "backgammon": Contestant("open_spiel", "backgammon", ("--game", "backgammon")),
    "gin_rummy": Contestant("open_spiel", "gin_rummy", ("--game", "gin_rummy")),
}

# column title, key of the medians, digits after the point
COLUMNS = (
    ("decisions/s", "decisions_per_second", 0),
    ("decisions/s, forced counted", "all_decisions_per_second", 0),
    ("games/s", "games_per_second", 1),
    ("decisions a game", "mean_decisions_per_game", 0),
    ("clone, µs", "clone_us", 1),
    ("clone + answer, µs", "clone_answer_us", 1),
)


# --- virtual environments -------------------------------------------------


def venv_of(engine: str) -> Path:
    """The folder of an engine's virtual environment."""
    return BENCH / f".venv-{engine}"


def python_of(engine: str) -> Path:
    """The interpreter of an engine's virtual environment."""
    windows = os.name == "nt"
    return venv_of(engine) / ("Scripts/python.exe" if windows else "bin/python")


def prepare(engine: str, fresh: bool) -> None:
    """Create the environment if it is missing or was made from other pins."""
    requirements = BENCH / f"requirements-{engine}.txt"
    stamp = venv_of(engine) / "requirements.stamp"
    wanted = f"{platform.python_version()}\n{requirements.read_text(encoding='utf-8')}"
    if not fresh and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    say(f"installing {engine} ...")
    shutil.rmtree(venv_of(engine), ignore_errors=True)
    call([sys.executable, "-m", "venv", str(venv_of(engine))], f"{engine}: no environment")
    pip = [str(python_of(engine)), "-m", "pip", "install", "--quiet"]
    call([*pip, "-r", str(requirements)], f"{engine}: the install failed")
    # Written last: an install that broke off is done again the next time.
    stamp.write_text(wanted, encoding="utf-8")


def call(command: list[str], complaint: str) -> str:
    """Run a command from the repository's root; its output, or the end of it all."""
    # A fixed hash seed, so that sets and with them the games come out the same.
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=env, text=True, encoding="utf-8", capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"{complaint}\n{done.stderr.strip()}")
    return done.stdout


def say(text: str) -> None:
    """Progress goes to stderr: stdout is the table."""
    print(text, file=sys.stderr, flush=True)


# --- measuring ------------------------------------------------------------


def pin(core: int | None) -> bool:
    """Bind this process to one core; the workers inherit it."""
    if not hasattr(os, "sched_setaffinity"):
        say("no pinning on this system: expect more noise")
        return False
    # The last core by default, as the first one often serves the interrupts.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0)) if core is None else core})
    return True


def run_worker(name: str, seconds: float, cap: int) -> Sample:
    """Run the worker of a contestant; what it measured in one round."""
    one = CONTESTANTS[name]
    command = [str(python_of(one.engine)), str(BENCH / f"worker_{one.engine}.py"), *one.args]
    command += ["--seconds", str(seconds), "--cap", str(cap)]
    output = call(command, f"{name}: the worker failed")
    sample: Sample = json.loads(output.splitlines()[-1])
    return sample


def run_rounds(names: list[str], options: argparse.Namespace) -> dict[str, list[Sample]]:
    """Run all contestants by turns; what each measured in every round."""
    samples: dict[str, list[Sample]] = {name: [] for name in names}
    for turn in range(1, options.rounds + 1):
        for name in names:
            sample = run_worker(name, options.seconds, options.cap)
            samples[name].append(sample)
            say(f"round {turn}: {name} {sample['decisions_per_second']:,.0f} decisions/s")
    return samples


# --- figures --------------------------------------------------------------


def median(samples: list[Sample], key: str) -> float | None:
    """Median of a figure over the rounds; None where a round has none."""
    values = [sample[key] for sample in samples]
    return None if None in values else statistics.median(values)


def spread(samples: list[Sample]) -> float:
    """How far apart the rounds lie: highest less lowest, over the median."""
    speeds = [sample["decisions_per_second"] for sample in samples]
    return float((max(speeds) - min(speeds)) / statistics.median(speeds))


def ratio(mine: list[Sample], theirs: list[Sample], their_key: str) -> float:
    """Median over the rounds of the ratio within a round.

    The two were measured moments apart, so what slows the machine cancels out.
    """
    pairs = zip(mine, theirs, strict=True)
    quotients = [float(a["decisions_per_second"] / b[their_key]) for a, b in pairs]
    return statistics.median(quotients)


def summary(samples: dict[str, list[Sample]], options: argparse.Namespace) -> dict[str, Any]:
    """Everything that is kept of a run, fit for JSON: where, how, and the figures."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "pinned": options.pinned,
        "rounds": options.rounds,
        "seconds": options.seconds,
        "cap": options.cap,
        "contestants": {name: figures(name, runs) for name, runs in samples.items()},
        "ratios": ratios(samples),
    }


def figures(name: str, samples: list[Sample]) -> dict[str, Any]:
    """The medians of one contestant, with what they are of."""
    return {
        "engine": CONTESTANTS[name].engine,
        "game": CONTESTANTS[name].game,
        "version": samples[0]["version"],
        "seats": samples[0]["seats"],
        "medians": {key: median(samples, key) for _, key, _ in COLUMNS},
        "spread": spread(samples),
        "capped_games": sum(sample["capped_games"] for sample in samples),
        "games": sum(sample["games"] for sample in samples),
        "samples": samples,
    }


def ratios(samples: dict[str, list[Sample]]) -> dict[str, float]:
    """How many times as fast Stormriver is as catanatron, forced asks left out and counted; empty without either."""
    mine, theirs = samples.get("stormriver"), samples.get("catanatron")
    if not mine or not theirs:
        return {}
    return {
        "stormriver_to_catanatron": ratio(mine, theirs, "decisions_per_second"),
        "stormriver_to_catanatron_forced_counted": ratio(mine, theirs, "all_decisions_per_second"),
    }


def cpu_model() -> str:
    """The processor's name; platform.processor() is empty on many Linux systems."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


# --- the table ------------------------------------------------------------


def number(value: float | None, digits: int) -> str:
    """A figure as the table shows it; a dash for none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def table(results: dict[str, Any]) -> str:
    """The Markdown table of a run."""
    titles = ["engine", "game", "seats", *(title for title, _, _ in COLUMNS)]
    lines = ["| " + " | ".join(titles) + " |", "|---|---|" + "---:|" * (len(titles) - 2)]
    for one in results["contestants"].values():
        cells = [f"{one['engine']} {one['version']}", one["game"], str(one["seats"])]
        cells += [number(one["medians"][key], digits) for _, key, digits in COLUMNS]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def notes(results: dict[str, Any]) -> str:
    """The paragraphs below the table: where and how it was measured, and where Stormriver stands."""
    widest = max(one["spread"] for one in results["contestants"].values())
    pinned = "pinned to one core" if results["pinned"] else "not pinned"
    lines = [
        f"Measured {results['date']}: Python {results['python']}, {results['system']}, "
        f"{results['cpu']} ({results['cores']} cores), {pinned}. Medians of "
        f"{results['rounds']} rounds, {results['seconds']:g} s a measurement; decisions/s "
        f"differed by at most {widest:.0%} between an engine's rounds."
    ]
    lines += [capped(name, one, results["cap"]) for name, one in results["contestants"].items()]
    lines += targets(results)
    return "\n\n".join(line for line in lines if line)


def capped(name: str, one: dict[str, Any], cap: int) -> str:
    """The sentence on games that were stopped at the cap; empty if none was."""
    if not one["capped_games"]:
        return ""
    return f"{name}: {one['capped_games']} of {one['games']} games were cut off at {cap} decisions."


def targets(results: dict[str, Any]) -> list[str]:
    """Where Stormriver stands. A statement, never a failure: machines differ."""
    if not results["ratios"]:
        return []
    plain, forced = results["ratios"].values()
    mine = results["contestants"]["stormriver"]["medians"]
    return [
        f"Against catanatron: {plain:.2f} x its decisions a second, forced asks counted for "
        f"neither ({verdict(plain >= 2)}: at least 2 x); {forced:.2f} x with catanatron's "
        "forced ones counted.",
        f"Clone: {mine['clone_us']:.1f} µs ({verdict(mine['clone_us'] <= 5)}: at most 5 µs). "
        f"Clone, answer and options: {mine['clone_answer_us']:.1f} µs "
        f"({verdict(mine['clone_answer_us'] <= 20)}: at most 20 µs).",
    ]


def verdict(met: bool) -> str:
    """The words for a target that was met or missed."""
    return "target met" if met else "target missed"


def write_between(path: Path, start: str, end: str, text: str) -> None:
    """Put a text between two markers of a page."""
    page = path.read_text(encoding="utf-8")
    if start not in page or end not in page:
        raise SystemExit(f"{path.relative_to(ROOT)}: the markers {start} and {end} are missing")
    before, rest = page.split(start, 1)
    after = rest.split(end, 1)[1]
    path.write_text(f"{before}{start}\n\n{text}\n\n{end}{after}", encoding="utf-8")


# --- command line ---------------------------------------------------------


def parse() -> argparse.Namespace:
    """The options of the command line, checked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--seconds", type=float, default=3.0, help="per measurement")
    parser.add_argument("--cap", type=int, default=20_000, help="decisions a game may last")
    parser.add_argument("--only", default=",".join(CONTESTANTS), help="names, comma between")
    parser.add_argument("--core", type=int, help="the core to pin to (default: the last)")
    parser.add_argument("--fresh", action="store_true", help="install everything anew")
    parser.add_argument("--write", action="store_true", help="put the table in the docs")
    options = parser.parse_args()
    options.names = options.only.split(",")
    if unknown := set(options.names) - set(CONTESTANTS):
        parser.error(f"no such contestant: {', '.join(sorted(unknown))}")
    if options.rounds < 1 or (options.write and options.rounds < MIN_ROUNDS):
        parser.error(f"--write needs at least {MIN_ROUNDS} rounds")
    return options


def main() -> None:
    """Measure the contestants that the command line names, and print or write the table."""
    options = parse()
    # Not the order of --only: a table should read the same every time.
    names = [name for name in CONTESTANTS if name in options.names]
    for engine in dict.fromkeys(CONTESTANTS[name].engine for name in names):
        prepare(engine, options.fresh)
    # After the installs, which may as well use every core.
    options.pinned = pin(options.core)
    results = summary(run_rounds(names, options), options)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    text = f"{table(results)}\n\n{notes(results)}"
    print(text)
    if options.write:
        write_between(PAGE, START, END, text)


if __name__ == "__main__":
    main()
