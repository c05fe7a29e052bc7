"""Cross every word with every place on a board of six spaces, and see that each is refused or played: `make fuzz`.

`--only 123` tries the crossing of one number and shows what came of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from support import crossing, proofs
from support.proofs import ROOT, Found, Proof

WANTED = 56_000
"""How many are tried: each once, the first ones again with other dice."""


def attempt(number: int) -> Found:
    """Try the crossing of a number."""
    everything = crossing.crossings()
    one = everything[number % len(everything)]
    return proofs.guarded(lambda: {crossing.attempt(one, number): 1}, f"{one}, number {number}")


def sources() -> Iterable[Path]:
    """Return the engine, its content, and the board of six spaces."""
    tests = ROOT / "tests"
    board = sorted((tests / "support" / "content").rglob("*.yaml"))
    return [*proofs.engine_sources(), tests / "cross.py", tests / "support" / "crossing.py", *board]


CROSSING = Proof("crossing", "crossings", WANTED, attempt, sources)

if __name__ == "__main__":
    sys.exit(proofs.main(CROSSING))
