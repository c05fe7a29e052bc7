"""What is asked of many games: how they are set up, who plays them, and with which seeds."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

import stormriver
from stormriver import players
from stormriver.api import table_for
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.plugins import content_folders
from stormriver.kernel.table import Table
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import end_with_hint

PACKAGE = Path(stormriver.__file__).parent
DECIDING = ("kernel", "language", "adventure", "wargame", "estimates", "players", "api.py", "lab/simulation.py")
"""The folders and modules whose code decides how a game goes."""


class Experiment(Struct, frozen=True, kw_only=True):
    """Many games of one set-up.

    Attributes:
        preset: the rulebook.
        players: the kind of player in each seat, see `players.NAMES`.
        seed: the seed of the first game, for the engine and for its players; the others follow.
        games: how many seeds, at least 1.
        paired: whether each seed is played once for each way of moving the players on round the seats, so that every
            player meets the same chance in every seat.
        options: options of the rulebook that differ from its defaults.
        packs: further packs of cards, by name or folder.
        cap: after so many decisions a game is broken off, and nobody has won.
        pace: the seconds of a turn at a table, for games in minutes.
    """

    preset: str = "revised4"
    players: tuple[str, ...] = ("steady",) * 4
    seed: int = 0
    games: int = 100
    paired: bool = False
    options: dict[str, str | int | bool] = {}
    packs: tuple[str, ...] = ()
    cap: int = 20_000
    pace: int = 45

    @property
    def seeds(self) -> range:
        """The seeds to be played."""
        return range(self.seed, self.seed + self.games)

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """Who sits where in the games of each seed: one game, or one for each way of moving the players on."""
        moved = (self.players[by:] + self.players[:by] for by in range(len(self.players)))
        return list(dict.fromkeys(moved)) if self.paired else [self.players]

    def table(self) -> Table:
        """Return what the games share; StormriverError if they cannot be set up."""
        return table_for(self.preset, len(self.players), self.options, self.packs)

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            StormriverError: in one sentence, for an unknown player, preset, option or pack, or for numbers too small.
        """
        for name in self.players:
            if name not in players.NAMES:
                raise StormriverError(
                    "No player is called {name!r}{hint}", name=name, hint=end_with_hint(name, players.NAMES)
                )
        if self.games < 1 or self.cap < 1:
            raise StormriverError("An experiment has at least 1 seed, and its games at least 1 decision.")
        if self.paired and len(set(self.players)) == 1:
            raise StormriverError("Paired seats compare players, and here all are {name!r}.", name=self.players[0])
        self.table()

    def identity(self) -> dict[str, Any]:
        """Return all that decides how a game of a seed goes; of packs their content and not their place.

        How many seeds are played is left out: more of them go on with the same experiment.
        """
        facts = Ruleset(self.preset, self.options, self.packs).facts()
        return {
            "preset": self.preset,
            "players": list(self.players),
            "seed": self.seed,
            "paired": self.paired,
            "options": facts["options"],
            "packs": [Path(pack).resolve().name for pack in self.packs],
            "cap": self.cap,
            "hashes": facts["hashes"],
            "program": program_hash(),
        }

    @property
    def id(self) -> str:
        """A short hash of the identity."""
        return hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()[:12]


@cache
def program_hash() -> str:
    """Return a hash of the code that decides how games go, of rulebooks from other packages too."""
    roots = [PACKAGE / name for name in DECIDING]
    roots += [folder.parent for folder in content_folders() if folder.parent != PACKAGE]
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            digest.update(path.relative_to(root.parent).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
