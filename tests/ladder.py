"""Play every two kinds of computer players against each other under every rulebook: `python tests/ladder.py`.

Two of a kind play against two of the other, or one against one where there are two seats, and change seats from game to
game; so a share of the wins above a half is what one kind plays better. `--only 123` plays the game 123 alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from stormriver import players
from stormriver.api import begin_game, usual_seats
from stormriver.lab.simulation import play_out
from stormriver.language.ruleset import presets
from support import proofs
from support.layers import PACKAGE
from support.proofs import ROOT, Found, Proof

WANTED = 1_000
CAP = 30_000
"""After so many decisions a game is broken off, and nobody has won."""

PAIRS = [
    (preset, pair)
    for preset in (*presets("adventure"), *presets("wargame"))
    for pair in combinations(sorted(players.NAMES, reverse=True), 2)
]


def attempt(number: int) -> Found:
    """Play one game: every pair of players under every rulebook takes its turn."""
    preset, (one, other) = PAIRS[number % len(PAIRS)]
    game_number = number // len(PAIRS)
    kinds = ([one, other] if game_number % 2 == 0 else [other, one]) * (usual_seats(preset, ()) // 2)

    def played() -> dict[str, int]:
        game = begin_game(preset, len(kinds), game_number, log=False)
        outcome = play_out(game, kinds, game_number, CAP)
        winners = {kinds[outcome.seats.index(seat)] for seat in outcome.winners}
        heading = f"{preset}: {one} against {other}"
        return {f"{heading}: {' and '.join(sorted(winners)) or 'nobody'} won": 1}

    return proofs.guarded(played, f"the game {number}, {' '.join(kinds)} under {preset}")


def sources() -> Iterable[Path]:
    """Return the engine, its content and the players."""
    own = [path for name in ("players", "estimates") for path in (PACKAGE / name).rglob("*.py")]
    return [*proofs.engine_sources(), *own, ROOT / "tests" / "ladder.py"]


LADDER = Proof("ladder", "games", WANTED, attempt, sources)

if __name__ == "__main__":
    sys.exit(proofs.main(LADDER))
