"""Long proofs: numbered tries, broken off at any time, that go on where they were and leave a result with its dates.

The result is also what a run goes on from. It tells of one stretch after another, each with the commit whose sources it
tried: a change does not undo what was tried before it, and no stretch claims more than it tried.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import stormriver
from support.layers import ENGINE, PACKAGE

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"

TOLD_EVERY = 5.0
"""Seconds between two lines that tell how far it has come."""
KEPT_EVERY = 1.0
"""Seconds between two writings of the result."""
INTERRUPTED = 130


@dataclass
class Found:
    """What came of one try.

    Attributes:
        sums: amounts to be added up over all tries, by name.
        measured: amounts of which each is kept, in whole numbers, by name.
        failure: what went wrong, in a sentence that says how to see it again; empty if nothing did.
        trace: where it went wrong.
    """

    sums: dict[str, int] = field(default_factory=dict)
    measured: dict[str, list[int]] = field(default_factory=dict)
    failure: str = ""
    trace: str = ""


@dataclass
class Stretch:
    """Tries one after the other, with the same sources.

    Attributes:
        date: of the last try.
        version, commit: what was tried; `sources` is a hash of it, which also sees what is not committed.
        first: the number of the first try.
        count: how many.
        seconds: how long they took.
        sums: the amounts of all of them, added up; `measured` those that are not.
    """

    date: str
    version: str
    commit: str
    sources: str
    first: int
    count: int = 0
    seconds: float = 0.0
    sums: dict[str, int] = field(default_factory=dict)
    measured: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Result:
    """How far a proof has come.

    Attributes:
        wanted: how many tries are to be made.
        stretches: those made so far, one after the other.
        failures: what the try after them broke, if it did.
    """

    wanted: int
    stretches: list[Stretch] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many tries have been made without a failure; also the number of the next one."""
        return sum(stretch.count for stretch in self.stretches)

    @property
    def sums(self) -> Counter[str]:
        """The amounts of all tries."""
        return sum((Counter(stretch.sums) for stretch in self.stretches), Counter())


@dataclass(frozen=True)
class Proof:
    """A long proof.

    Attributes:
        name: as in `make soak`; its result is docs/results/NAME.json.
        unit: what is counted, as in `120 games`.
        wanted: how many tries.
        attempt: makes the try of a number; a function of a module, so that another process can call it.
        sources: the files that decide how a try ends.
        alone: what `--only` does with a number instead, if that is more.
    """

    name: str
    unit: str
    wanted: int
    attempt: Callable[[int], Found]
    sources: Callable[[], Iterable[Path]]
    alone: Callable[[int], Found] | None = None


def read(file: Path, wanted: int) -> Result:
    """Return the result in a file; an empty one if there is none, SystemExit with a sentence if it cannot be read."""
    if not file.is_file():
        return Result(wanted)
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        stretches = [Stretch(**stretch) for stretch in told["stretches"]]
        return Result(wanted, stretches, told["failures"])
    except (ValueError, TypeError, KeyError) as error:
        raise SystemExit(f"{file} is no result of a proof ({error}); --anew begins a new one.") from error


def write(file: Path, result: Result) -> None:
    """Write a result, so that the file is whole whenever it is looked at."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.write_text(f"{json.dumps(asdict(result), indent=2)}\n", encoding="utf-8")
    os.replace(unfinished, file)


def engine_sources() -> list[Path]:
    """Return the files of the engine and its content."""
    folders = [PACKAGE / name for name in (*ENGINE, "presentation", "content")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".yaml")]
    return sorted([*found, PACKAGE / "api.py"])


def _hash(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def commit() -> str:
    """Return which commit is checked out, and whether sources differ from it; `unknown` where there is no git."""
    try:
        name = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--", "src", "tests/*.py")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name} with changes" if changed else name


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _attempts(proof: Proof, numbers: Iterable[int], workers: int) -> Iterator[Found]:
    """Return what comes of each number, in order, by one process or several."""
    if workers == 1:
        yield from map(proof.attempt, numbers)
        return
    with ProcessPoolExecutor(workers, initializer=_ignore_ctrl_c) as pool:
        try:
            yield from pool.map(proof.attempt, numbers, chunksize=4)
        finally:
            pool.shutdown(cancel_futures=True)


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it goes to all processes; one is enough to end them


class Run:
    """One run of a proof, from where the last one ended."""

    def __init__(self, proof: Proof, result: Result, file: Path) -> None:
        self.proof, self.result, self.file = proof, result, file
        sources = _hash(proof.sources())
        last = result.stretches[-1] if result.stretches else None
        if last is None or last.sources != sources:
            last = Stretch(_today(), stormriver.__version__, commit(), sources, result.count)
        self.stretch = last
        self.before = last.seconds
        self.began = self.told = self.kept = time.monotonic()

    def go_on(self, workers: int) -> int:
        """Try until all is tried, or one fails; return 1 if one does."""
        result = self.result
        result.failures = []  # what failed is tried again
        first = result.count
        for found in _attempts(self.proof, range(first, result.wanted), workers):
            if found.failure:
                result.failures = [found.failure]
                self.keep()
                print(f"\n{found.failure}\n{found.trace}", file=sys.stderr)
                return 1
            self._add(found)
            self._tell(first)
        self.keep()
        return 0

    def _add(self, found: Found) -> None:
        if not self.stretch.count:
            self.result.stretches.append(self.stretch)
        self.stretch.count += 1
        self.stretch.sums = dict(Counter(self.stretch.sums) + Counter(found.sums))
        for name, amounts in found.measured.items():
            self.stretch.measured.setdefault(name, []).extend(amounts)

    def keep(self) -> None:
        """Write how far it has come."""
        self.kept = time.monotonic()
        self.stretch.seconds = round(self.before + self.kept - self.began, 1)
        self.stretch.date = _today()
        write(self.file, self.result)

    def _tell(self, first: int) -> None:
        now = time.monotonic()
        if now - self.kept > KEPT_EVERY:
            self.keep()
        if now - self.told > TOLD_EVERY or self.result.count == self.result.wanted:
            self.told = now
            left = (now - self.began) / (self.result.count - first) * (self.result.wanted - self.result.count)
            print(f"{self.result.count} of {self.result.wanted} {self.proof.unit}, {left:.0f} s left", flush=True)


def _today() -> str:
    return datetime.date.today().isoformat()


def main(proof: Proof, words: list[str] | None = None) -> int:
    """Read the command line, and go on with a proof; return the exit code."""
    parser = argparse.ArgumentParser(description=f"Go on with {proof.name}: {proof.wanted} {proof.unit}.")
    parser.add_argument("--wanted", type=int, default=proof.wanted, help=f"up to how many {proof.unit} in all")
    parser.add_argument("--workers", type=int, default=1, help="how many processes try (default: 1)")
    parser.add_argument("--only", type=int, help="make the try of this number alone, and show where it fails")
    parser.add_argument("--anew", action="store_true", help="forget what was tried before")
    parser.add_argument("--result", type=Path, default=RESULTS / f"{proof.name}.json", help="the file of the result")
    options = parser.parse_args(words)
    if options.only is not None:
        return _only(proof, options.only)
    result = Result(options.wanted) if options.anew else read(options.result, options.wanted)
    if result.count:
        print(f"It goes on after {result.count} {proof.unit}.", flush=True)
    run = Run(proof, result, options.result)
    before = signal.signal(signal.SIGTERM, _break_off)
    try:
        return run.go_on(options.workers)
    except KeyboardInterrupt:
        run.keep()
        print(f"Broken off after {result.count} {proof.unit}; the same command goes on there.", flush=True)
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGTERM, before)


def _only(proof: Proof, number: int) -> int:
    found = (proof.alone or proof.attempt)(number)
    print(found.failure or ", ".join(f"{amount} {name}" for name, amount in found.sums.items()))
    print(found.trace, end="")
    return 1 if found.failure else 0


def _break_off(number: int, frame: object) -> None:
    """End like Ctrl-C when asked to end."""
    raise KeyboardInterrupt


def guarded(attempt: Callable[[], dict[str, int] | Found], name: str) -> Found:
    """Return what comes of a try that may raise anything; `name` says which it was and how to see it again."""
    try:
        found = attempt()
        return found if isinstance(found, Found) else Found(found)
    except Exception as error:
        told = str(error) if isinstance(error, AssertionError) and str(error) else f"{type(error).__name__}: {error}"
        return Found(failure=f"{name}: {told}", trace="".join(traceback.format_exception(error)))
