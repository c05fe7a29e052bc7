"""Random games under every preset, pack and option, each played once, with everything looked at in it.

`make test` plays as few as show each of these some times, `make test-long` the others, and `make soak` 20,000.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, product

import pytest

from stormriver.language.ruleset import Ruleset, packs_for, presets
from support.random_games import TIMES, Play, SetUp, covering, parameters, set_ups, traits, values, variants, wargames
from support.watches import SAMPLED, watches

PART = 4
"""`make soak` looks at so many times as many decisions of each game as are looked at here."""


GAMES = [*set_ups(), *wargames()]
CHOSEN = covering(GAMES, TIMES)


@pytest.mark.parametrize("set_up", parameters(CHOSEN, GAMES))
def test_a_random_game_keeps_all_promises(set_up: SetUp) -> None:
    """Copies, saves, log, asks, answers, undo, cards, counters, secrets, and the whole game played a second time."""
    play = Play(replace(set_up, checked=set_up.checked // PART))
    looked_at = play.run(*watches(play.game.table.rulebook.name, SAMPLED))
    assert looked_at > 0 or (play.game.ask is None and set_up.advanced)  # a short one may end while it is advanced


@pytest.mark.slow
def test_games_are_spread_over_all_set_ups() -> None:
    """Every preset is played by 2 to 6 seats with and without forced asks, and with each value of each option."""
    adventures = [game for game in CHOSEN if game.preset in presets("adventure")]
    wanted = set(product(presets("adventure"), range(2, 7), (True, False)))
    assert {(game.preset, game.seats, game.skip_forced) for game in adventures} == wanted
    for preset in presets():
        played = {pair for game in CHOSEN if game.preset == preset for pair in game.options}
        known = Ruleset(preset, {}, ()).options
        for pack in packs_for(preset):
            assert sum(game.preset == preset and game.packs == (pack,) for game in CHOSEN) >= TIMES
            known = known | Ruleset(preset, {}, (pack,)).options
        assert played >= {(name, value) for name, spec in known.items() for value in values(spec)}
        assert () in variants(preset)


def test_few_games_show_what_all_of_them_show_as_often_as_wanted() -> None:
    games = set_ups(120)
    shown = Counter(chain.from_iterable(map(traits, games)))
    chosen = covering(games, 2)
    assert len(chosen) < len(games)
    again = Counter(chain.from_iterable(map(traits, chosen)))
    assert all(again[trait] >= min(2, count) for trait, count in shown.items())
