"""Building a game from the position of a scenario."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.scenario.files import Scenario


def build(scenario: Scenario) -> Game:
    """Return a game in the position of a scenario, before anything has happened in it.

    Raises:
        BadContent: with file and line, for what cannot be, such as a card named more often than it exists.
    """
    return scenario.rulebook.build(scenario.position)
