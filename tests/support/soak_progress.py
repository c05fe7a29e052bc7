"""How far a long run of random games has come: kept after each game, tied to what was checked, told when it ends."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path

import stormriver
from support.layers import ENGINE, PACKAGE

ROOT = Path(__file__).resolve().parents[2]
CHECKS = ("advanced", "contract", "random_games", "secrecy", "shown", "watches", "wargame_order")
"""The modules beside this one that play and check."""


@dataclass
class Progress:
    """How far a run has come.

    Attributes:
        sources: a hash of what is checked and of what checks it.
        first: the number of the first game.
        games: how many games have kept all promises, one after the other from the first.
        decisions: at how many decisions they were looked at.
        seconds: how long that took.
        failures: what the game after them broke, if it did.
    """

    sources: str
    first: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


def sources() -> str:
    """Return a hash of the engine, its content and the checks: a change of any may change any game."""
    digest = hashlib.sha256()
    for path in _files():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files() -> list[Path]:
    folders = [PACKAGE / name for name in (*ENGINE, "presentation", "content")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".yaml")]
    return sorted([*found, PACKAGE / "api.py", *_checks()])


def _checks() -> list[Path]:
    tests = ROOT / "tests"
    return [tests / "soak.py", *(tests / "support" / f"{name}.py" for name in CHECKS)]


def resumed(file: Path, first: int) -> tuple[Progress, str]:
    """Return where a run goes on, and a sentence about it; anew if there is none, or another thing was checked."""
    anew = Progress(sources(), first)
    if not file.is_file():
        return anew, ""
    try:
        before = Progress(**json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, TypeError):
        return anew, f"{file} is no progress of a soak; it begins anew."
    if before.first != first:
        return anew, f"{file} is of games from number {before.first}; it begins anew from {first}."
    if before.sources != anew.sources:
        return anew, f"The engine, its content or the checks have changed since {before.games} games; it begins anew."
    before.failures = []  # the game that failed is played again
    return before, f"It goes on after {before.games} games." if before.games else ""


def written(file: Path, facts: object) -> None:
    """Write facts as JSON, so that the file is whole whenever it is looked at."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.write_text(f"{json.dumps(facts, indent=2)}\n", encoding="utf-8")
    os.replace(unfinished, file)


def keep(file: Path, progress: Progress) -> None:
    """Keep how far a run has come."""
    written(file, asdict(progress))


def tell(file: Path, progress: Progress, wanted: int) -> bool:
    """Write the dated result of a run, and return whether it was.

    A run that has kept all promises does not take the place of one that did so for more games.
    """
    before = json.loads(file.read_text(encoding="utf-8"))["games"] if file.is_file() else 0
    if not progress.failures and progress.games < before:
        return False
    result = {
        "date": datetime.date.today().isoformat(),
        "version": stormriver.__version__,
        "commit": commit(),
        "first": progress.first,
        "games": progress.games,
        "wanted": wanted,
        "decisions": progress.decisions,
        "hours": round(progress.seconds / 3600, 2),
        "failures": progress.failures,
    }
    written(file, result)
    return True


def commit() -> str:
    """Return which commit is checked, and whether sources differ from it; `unknown` where there is no git."""
    try:
        name = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--", "src", "tests/*.py")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name} with changes" if changed else name


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
