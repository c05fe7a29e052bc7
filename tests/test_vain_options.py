"""Futile options are marked as such before they are chosen: at the page and in the terminal alike."""

from __future__ import annotations

import pytest

from stormriver.adventure.model.perils import Die
from stormriver.api import begin_game
from stormriver.cli.screen.adventure.asides import aside
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.adventure.asking import ask_of
from stormriver.presentation.facts import Option
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build

POSITION = """
title: Somebody comes to the Village
game: {preset: revised4}
players:
  - {seat: ann, character: assassin, at: fields_6, gold: %d, lives: %d}
  - {seat: ben, character: elf, at: castle}
turn: ann
"""


def in_the_village(gold: int, lives: int = 3) -> Game:
    """Return a game in which ann, of 4 lives at best, is asked whom to visit."""
    game = build(read_scenario(POSITION % (gold, lives)))
    game.script = Script(dice=[1])
    game.run()
    for key in ("roll", "pass", "to:village", "space", "visit"):
        if game.ask is not None and key in game.ask.keys:
            game.answer(key)
    assert game.ask is not None and game.ask.kind == "visit_one"
    return game


def options(game: Game) -> dict[str, Option]:
    ask = ask_of(game.view(0))
    assert ask is not None
    return {option.key: option for option in ask.options}


@pytest.mark.parametrize(
    ("gold", "lives", "blacksmith", "healer"),
    [
        (0, 3, "The cheapest costs 2 gold, and you have 0", "It costs 1 gold, and you have 0"),
        (1, 3, "The cheapest costs 2 gold, and you have 1", ""),
        (2, 3, "", ""),
        (5, 4, "", "Nothing would come of it now"),
    ],
)
def test_a_visit_that_cannot_be_paid_or_is_of_no_use_says_so(
    gold: int, lives: int, blacksmith: str, healer: str
) -> None:
    game = in_the_village(gold, lives)
    found = options(game)
    for key, reason in (("choose:blacksmith", blacksmith), ("choose:healer", healer), ("choose:mystic", "")):
        assert found[key].vain.startswith(reason) and bool(found[key].vain) == bool(reason), key
        assert game.ask is not None
        assert aside(game.view(0), game.ask.options[key]) == found[key].vain


@pytest.mark.parametrize(("gold", "key"), [(0, "choose:blacksmith"), (0, "choose:healer"), (1, "choose:blacksmith")])
def test_what_is_told_to_be_vain_changes_nothing(gold: int, key: str) -> None:
    game = in_the_village(gold)
    before = game.view(0).me
    game.answer(key)
    after = game.view(0).me
    assert (before.gold, before.lives, len(before.cards)) == (after.gold, after.lives, len(after.cards))
    assert game.ask is None or game.ask.kind not in ("shop", "buy")


def test_a_seat_that_is_out_is_counted_with_the_character_it_played_last() -> None:
    game = begin_game("revised4", seats=2, seed=3, options={"bloodbath": True})
    roles = presentation_of(game.table).roles
    first = roles(presentation_of(game.table).view_of(game, ONLOOKER), game)
    assert all(first)
    kill(game, 1)
    view = presentation_of(game.table).view_of(game, ONLOOKER)
    assert (view.seats[1].status, view.seats[1].character) == ("out", "")
    assert roles(view, game) == first


def kill(game: Game, seat: int) -> None:
    """Let a seat's character be killed at whatever is asked."""
    game.state.ask = None
    game.push(Die(seat))
    game.run()
