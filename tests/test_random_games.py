"""Each of 360 random games is played once, and everything is looked at in it, under every preset and option."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from stormriver.language.ruleset import Ruleset, packs_for, presets
from support.random_games import Play, SetUp, parameters, set_ups, values, variants, wargames
from support.watches import SAMPLED, watches

PART = 4
"""`make soak` looks at so many times as many decisions of each game as are looked at here."""


@pytest.mark.parametrize("set_up", [*parameters(), *parameters(wargames())])
def test_a_random_game_keeps_all_promises(set_up: SetUp) -> None:
    """Copies, saves, log, asks, answers, undo, cards, counters, secrets, and the whole game played a second time."""
    play = Play(replace(set_up, checked=set_up.checked // PART))
    assert play.run(*watches(play.game.table.rulebook.name, SAMPLED)) > 0


def test_games_are_spread_over_all_set_ups() -> None:
    """Every preset is played by 2 to 6 seats with and without forced asks, and with each value of each option."""
    games = set_ups()
    assert len(games) >= 300
    wanted = set(product(presets("adventure"), range(2, 7), (True, False)))
    assert {(game.preset, game.seats, game.skip_forced) for game in games} == wanted
    for preset in presets("adventure"):
        played = {pair for game in games if game.preset == preset for pair in game.options}
        known = Ruleset(preset, {}, ()).options
        for pack in packs_for(preset):
            assert sum(game.preset == preset and game.packs == (pack,) for game in games) > len(games) // 25
            known = known | Ruleset(preset, {}, (pack,)).options
        assert played >= {(name, value) for name, spec in known.items() for value in values(spec)}
        assert () in variants(preset)
