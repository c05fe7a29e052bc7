"""The memo of a wargame's position: with copies and undo too it holds nothing but what would be found out anew."""

from __future__ import annotations

import random

import pytest

from stormriver.api import begin_game
from stormriver.estimates.wargame.lookahead import Lookahead, Supposition
from stormriver.kernel.game import Game
from stormriver.wargame.procedures.forces import all_units
from support import faults
from support.random_games import Broken
from support.wargame_order import memo_holds

DECISIONS = 150


def play_on(game: Game, rng: random.Random, decisions: int) -> None:
    """Answer at random so many times."""
    for _ in range(decisions):
        assert game.ask is not None
        game.play(rng.randrange(len(game.ask.codes)))


def advanced(seed: int, rng: random.Random) -> Game:
    """Return a wargame in which both sides have deployed and some turns have been played."""
    game = begin_game("wargame", seats=2, seed=seed)
    play_on(game, rng, DECISIONS)
    return game


def answer_and_take_back(seed: int) -> None:
    """Answer at random, take answers back, and look at the memo each time."""
    rng = random.Random(seed)
    game = advanced(seed, rng)
    for _ in range(40):
        assert game.ask is not None
        game.answer(rng.choice(game.ask.keys))
        if rng.random() < 0.5:
            game.undo()
            memo_holds(game, rng)


def test_nothing_is_remembered_of_answers_that_are_taken_back() -> None:
    answer_and_take_back(1)


def test_a_memo_that_outlives_an_undo_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.memo_that_outlives_an_undo(monkeypatch)
    with pytest.raises(Broken, match="is remembered as"):
        answer_and_take_back(1)


@pytest.mark.slow
def test_copies_share_a_memo_only_while_they_share_the_position() -> None:
    """A copy begins with all that is known; whichever goes on, neither learns from the other what does not hold."""
    rng = random.Random(2)
    game = advanced(2, rng)
    shared = parted = 0
    for _ in range(30):
        copy = game.clone()
        shared += copy.memo is game.memo
        for other in rng.sample((copy, game), 2):
            play_on(other, rng, 3)
            memo_holds(game, rng)
            memo_holds(copy, rng)
        parted += copy.memo is not game.memo
    assert shared == 30 and parted > 10


def suppose(seed: int) -> None:
    """Suppose units elsewhere, and items with them, in views that share their memos with the game."""
    rng = random.Random(seed)
    game = advanced(seed, rng)
    for _ in range(20):
        view = game.view(0)
        assert view.game.memo is game.memo and view.game.lasting is game.lasting
        look, unit = Lookahead(view.game), rng.choice(all_units(view.game))
        with look.at(unit, rng.randrange(len(game.table.spaces))):
            look.foes(unit)
            look.reach(unit)
        with look.stacked(rng.choice(list(game.table.item)), unit):
            look.reach(unit)
        memo_holds(game, rng)
        play_on(game, rng, 3)


def test_what_is_supposed_is_not_remembered() -> None:
    suppose(3)


def test_a_supposition_that_is_remembered_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Supposition, "keep_apart", lambda *about, **more: None)
    with pytest.raises(Broken, match="is remembered as"):
        suppose(3)
