"""Games that begin in the position of a scenario."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stormriver.kernel.facade import Game
from stormriver.kernel.game import Game as Engine
from stormriver.kernel.script import Script
from stormriver.scenario.files import Scenario, read_scenario


def build(scenario: Scenario) -> Engine:
    """Return a game in the position of a scenario, before anything has happened in it.

    Raises:
        BadContent: with file and line, for what cannot be, such as a card named more often than it exists.
    """
    return scenario.rulebook.build(scenario.position)


def game_at(text: str, dice: Iterable[int] = ()) -> Game[Any]:
    """Return the game that begins in a position, at its first ask.

    Args:
        text: a scenario; only its position counts, see `docs/scenarios.md`.
        dice: what the dice show from then on, one after the other; all that follow fall by chance if none is given.

    Raises:
        BadContent: with the line, for what cannot be.
    """
    game, told = build(read_scenario(text)), list(dice)
    game.script = Script(dice=told) if told else None
    game.run()
    return Game(game)
