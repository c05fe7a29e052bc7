"""No card is lost, no counter is made from nothing, and nothing of a character is left when he is gone."""

from __future__ import annotations

import pytest

from support.contract import IN_ORDER
from support.random_games import Play, SetUp, parameters, wargames


@pytest.mark.parametrize("set_up", [*parameters(), *parameters(wargames())])
def test_nothing_is_lost_or_made(set_up: SetUp) -> None:
    """Cards, counters, coins, seats, marks and limits are in order at every decision."""
    play = Play(set_up, log=False)
    play.run(*IN_ORDER[play.game.table.rulebook.name])
