"""The engine keeps its promises at every decision of 300 random games, under every preset and option."""

from __future__ import annotations

import ast
from itertools import product

import pytest

import stormriver
from contract import (
    Folding,
    Refusals,
    answer_can_be_taken_back,
    ask_can_be_read,
    ask_is_posed_again,
    clone_is_equal_and_apart,
    options_work,
    same_again,
    same_in_silence,
    save_comes_back,
)
from layers import ENGINE, modules
from random_games import Play, SetUp, parameters, set_ups, slots, values, variants
from stormriver.adventure.ruleset import Ruleset
from stormriver.kernel.errors import BadAnswer


@pytest.mark.parametrize("set_up", parameters())
def test_promises_at_every_decision(set_up: SetUp) -> None:
    """Clone, save, log, asks, answers and undo at every decision, and the whole game played a second time."""
    play = Play(set_up)
    play.run(
        clone_is_equal_and_apart,
        save_comes_back,
        ask_is_posed_again,
        ask_can_be_read,
        Folding(play.game.table, set_up.number),
        options_work,
        Refusals(),
        answer_can_be_taken_back,
    )
    same_again(play)
    same_in_silence(play)


def test_games_are_spread_over_all_set_ups() -> None:
    """Every preset is played by 2 to 6 seats with and without forced asks, and with each value of each option."""
    games = set_ups()
    assert len(games) >= 300
    wanted = set(product(stormriver.presets(), range(2, 7), (True, False)))
    assert {(game.preset, game.seats, game.skip_forced) for game in games} == wanted
    for preset in stormriver.presets():
        played = {pair for game in games if game.preset == preset for pair in game.options}
        known = Ruleset(preset, {}, ()).options
        assert played >= {(name, value) for name, spec in known.items() for value in values(spec)}
        assert () in variants(preset)


@pytest.mark.slow
def test_games_meet_every_kind_of_ask() -> None:
    """Among the decisions looked at is each kind of ask that the engine poses, and games are played to their end."""
    met: set[str] = set()
    ended = 0
    for set_up in set_ups():
        play = Play(set_up, log=False)
        for _ in play.decisions():
            assert play.game.ask is not None
            met.add(play.game.ask.kind)
        ended += play.game.ask is None
    assert kinds_of_asks() - met == set()
    assert ended > 20


def kinds_of_asks() -> set[str]:
    """Return the kinds of asks that the code poses: the second argument of each `game.pose(...)`."""
    calls = [
        node
        for module in modules(*ENGINE)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pose"
    ]
    texts = [node for call in calls for node in _results(call.args[1]) if isinstance(node, ast.Constant)]
    return {str(node.value) for node in texts}


def _results(node: ast.expr) -> list[ast.expr]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


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
