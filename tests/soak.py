"""Play many random games and carry out every check at every decision: `python tests/soak.py`, or `make soak`.

It stops at the first promise that is broken, and says in which game and at which decision. `--only 123` plays the game
123 alone with every check at every decision, and shows where it goes wrong. The numbers of wargames begin at 1000000.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from support import proofs
from support.proofs import ROOT, Found, Proof
from support.random_games import FIRST_WARGAME, Play, set_up
from support.watches import ALWAYS, SAMPLED, Rates, watches

GAMES = 20_000
WARGAME_EVERY = 10
"""One game in so many is a wargame."""
CHECKS = ("advanced", "contract", "random_games", "secrecy", "shown", "watches", "wargame_order")
"""The modules of `support` that play and check."""


def game_of(number: int) -> int:
    """Return the number of the game that is played at a try."""
    return FIRST_WARGAME + number // WARGAME_EVERY if number % WARGAME_EVERY == 0 else number


def play(number: int, rates: Rates = SAMPLED) -> dict[str, int]:
    """Play one game with all checks, and return at how many decisions they were carried out."""
    game = Play(set_up(number))
    return {"decisions": game.run(*watches(game.game.table.rulebook.name, rates))}


def attempt(number: int) -> Found:
    """Play the game of a try."""
    return proofs.guarded(lambda: play(game_of(number)), f"game {game_of(number)}")


def alone(number: int) -> Found:
    """Play a game with every check at every decision."""
    return proofs.guarded(lambda: play(number, ALWAYS), f"game {number}")


def sources() -> Iterable[Path]:
    """Return the engine, its content and the checks: a change of any may change any game."""
    tests = ROOT / "tests"
    return [*proofs.engine_sources(), tests / "soak.py", *(tests / "support" / f"{name}.py" for name in CHECKS)]


SOAK = Proof("soak", "games", GAMES, attempt, sources, alone)

if __name__ == "__main__":
    sys.exit(proofs.main(SOAK))
