"""No card is lost, no counter is made from nothing, and nothing of a character is left when he is gone."""

from __future__ import annotations

import pytest

from contract import cards_have_one_place, counters_are_conserved, limits_are_kept, marks_make_sense, seats_are_whole
from random_games import Play, SetUp, parameters


@pytest.mark.parametrize("set_up", parameters())
def test_nothing_is_lost_or_made(set_up: SetUp) -> None:
    """Cards, counters, coins, seats, marks and limits are in order at every decision."""
    play = Play(set_up, log=False)
    play.run(cards_have_one_place, counters_are_conserved, seats_are_whole, marks_make_sense, limits_are_kept)
