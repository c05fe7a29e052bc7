"""Who is measured: a game of an engine, the build of it and who plays; all as data."""

from __future__ import annotations

from dataclasses import dataclass

RANDOM, STEADY = "random", "steady"
PURE, COMPILED = "pure", "compiled"
STS = "sts_lightspeed"

GAMES = {
    "revised4": ("--preset", "revised4", "--seats", "4"),
    "third": ("--preset", "third", "--seats", "4"),
    "city": ("--preset", "revised4", "--packs", "city", "--seats", "4"),
    "wargame": ("--preset", "wargame", "--seats", "2"),
}
"""Stormriver's games, with the arguments of its worker."""


@dataclass(frozen=True)
class Contestant:
    """What is measured by one worker."""

    engine: str  # names the worker, and the virtual environment with its requirements
    game: str  # as the table calls it
    args: tuple[str, ...] = ()  # of the worker
    build: str = ""  # of Stormriver: pure or compiled
    load: str = RANDOM


def stormriver(game: str, build: str, load: str) -> Contestant:
    """One of Stormriver's games."""
    return Contestant("stormriver", game, (*GAMES[game], "--load", load), build, load)


CONTESTANTS = {
    **{f"{game}-{build}": stormriver(game, build, RANDOM) for game in GAMES for build in (PURE, COMPILED)},
    **{
        f"secure-{build}": Contestant(
            "stormriver", "revised4 (BLAKE2b)", (*GAMES["revised4"], "--dice", "blake2b"), build
        )
        for build in (PURE, COMPILED)
    },
    "catanatron": Contestant("catanatron", "settlers"),
    "backgammon": Contestant("open_spiel", "backgammon", ("--game", "backgammon")),
    "gin_rummy": Contestant("open_spiel", "gin_rummy", ("--game", "gin_rummy")),
    STS: Contestant(STS, "Slay the Spire"),
    **{f"{game}-{build}-steady": stormriver(game, build, STEADY) for game in GAMES for build in (PURE, COMPILED)},
}
"""All that can be measured, by their names; in this order they stand in the tables."""
