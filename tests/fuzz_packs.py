"""Write packs by chance as a stranger might, and see that each is refused with its place or played: `make fuzz`.

`--only 123` tries the pack of one number and shows what came of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from support import pack_fuzz, proofs
from support.proofs import ROOT, Found, Proof

WANTED = 20_000
CHECKS = ("contract", "crossing", "mutations", "pack_fuzz", "pack_writer")


def attempt(number: int) -> Found:
    """Try the pack of a number."""
    return proofs.guarded(lambda: pack_fuzz.attempt(number), f"pack number {number}")


def sources() -> Iterable[Path]:
    """Return the engine, its content, the board of six spaces and the checks."""
    tests = ROOT / "tests"
    board = sorted((tests / "support" / "content").rglob("*.yaml"))
    checks = (tests / "support" / f"{name}.py" for name in CHECKS)
    return [*proofs.engine_sources(), tests / "fuzz_packs.py", *checks, *board]


PACKS = Proof("packs", "packs", WANTED, attempt, sources)

if __name__ == "__main__":
    sys.exit(proofs.main(PACKS))
