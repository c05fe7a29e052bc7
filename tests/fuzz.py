"""Damage content, saves and records by chance, and see that each is refused in a sentence or whole: `make fuzz`.

`--only 123` does the damage of one number and shows what came of it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from pathlib import Path

from support import proofs
from support.damaged import DAMAGES
from support.proofs import ROOT, Found, Proof

WANTED = 50_000
CHECKS = ("contract", "damaged", "mutations", "random_games")


def attempt(number: int) -> Found:
    """Do the damage of a number: each kind takes its turn."""
    damage = DAMAGES[number % len(DAMAGES)]

    def tried() -> dict[str, int]:
        damage(random.Random(number))
        return {damage.__name__: 1}

    return proofs.guarded(tried, f"{damage.__name__}, number {number}")


def sources() -> Iterable[Path]:
    """Return the engine, its content and the checks."""
    tests = ROOT / "tests"
    return [*proofs.engine_sources(), tests / "fuzz.py", *(tests / "support" / f"{name}.py" for name in CHECKS)]


FUZZ = Proof("fuzz", "damages", WANTED, attempt, sources)

if __name__ == "__main__":
    sys.exit(proofs.main(FUZZ))
