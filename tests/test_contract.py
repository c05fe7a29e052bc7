"""The engine keeps its promises at every decision of 300 random games, under every preset and option."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import stormriver
from stormriver.adventure.model import asks as adventure_asks
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import BadAnswer
from stormriver.kernel.game import Game
from stormriver.language.ruleset import Ruleset, packs_for, presets
from stormriver.scenario.files import read
from stormriver.scenario.run import Run
from stormriver.wargame.model import asks as war_asks
from support.contract import IN_ORDER, PROMISES, Folding, Refusals, same_again, same_in_silence
from support.random_games import (
    Play,
    SetUp,
    Tour,
    parameters,
    set_ups,
    slots,
    stops,
    values,
    variants,
    wargames,
    worlds,
)
from support.secrecy import SECRETS

SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize("set_up", [*parameters(), *parameters(wargames())])
def test_promises_at_every_decision(set_up: SetUp) -> None:
    """Clone, save, log, asks, answers and undo at every decision, and the whole game played a second time."""
    play = Play(set_up)
    play.run(*PROMISES, Folding(play.game.table, set_up.number), Refusals())
    same_again(play)
    same_in_silence(play)


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


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "packs"), worlds())
def test_promises_at_every_card_and_space(preset: str, packs: tuple[str, ...]) -> None:
    """A rich character meets each card and visits each space; every promise holds at the decisions that follow."""
    for number, stop in enumerate(stops(preset, packs)):
        tour = Tour(preset, number, stop, packs)
        for _ in tour.decisions():
            tour.check(*PROMISES, *IN_ORDER["adventure"], *SECRETS)


@pytest.mark.slow
def test_promises_at_every_kind_of_ask() -> None:
    """Each kind of ask that is declared is looked at in the games, seldom ones where a scenario comes to them."""
    seldom = set(adventure_asks.KINDS | war_asks.KINDS) - kinds_met()
    rng = random.Random(1)

    def look(game: Game, ask: Ask, key: str, told: bool) -> None:
        if ask.kind in seldom:
            for check in (*PROMISES, *IN_ORDER[game.table.rulebook.name], *SECRETS):
                clone = game.clone()
                clone.header = game.table.rulebook.header(game.table, 1, game.skip_forced)  # a position has none
                check(clone, rng)
            seldom.remove(ask.kind)

    for file in sorted(SCENARIOS.rglob("*.yaml")):
        outcome = Run(read(file), look).outcome()
        assert outcome.passed, outcome.message
    assert seldom == set(), "these kinds of asks are never met"


def kinds_met() -> set[str]:
    """Return the kinds of asks among the decisions of the random games that are looked at."""
    met: set[str] = set()
    for set_up in (*set_ups(), *wargames()):
        play = Play(set_up, log=False)
        for _ in play.decisions():
            assert play.game.ask is not None
            met.add(play.game.ask.kind)
    return met


def test_undo_leads_all_the_way_back() -> None:
    """After 60 answers each of the 60 positions before can be reached again, at once and one by one."""
    game = stormriver.new_game("revised4", seats=3, seed=5)
    before = [slots(game.state)]
    logged = [len(game.log or [])]
    for number in range(60):
        assert game.ask is not None
        game.answer(game.ask.keys[number % len(game.ask.keys)])
        before.append(slots(game.state))
        logged.append(len(game.log or []))
    game.undo(20)
    assert (slots(game.state), len(game.log or [])) == (before[40], logged[40])
    for number in reversed(range(40)):
        game.undo()
        assert (slots(game.state), len(game.log or [])) == (before[number], logged[number])
    with pytest.raises(BadAnswer, match=r"^Cannot take back 1 answers; 0 were given\.$"):
        game.undo()


def test_a_game_that_is_over_takes_no_answer() -> None:
    """Once there is a winner nothing is asked, and any answer is refused in one sentence."""
    play = Play(next(game for game in set_ups() if ("last_round", 2) in game.options and not game.unchecked))
    play.run()
    assert play.game.ask is None
    assert play.game.result
    with pytest.raises(BadAnswer, match=r"^The game is over; there is nothing to answer with 'pass'\.$"):
        play.game.answer("pass")
