"""The Python interface: what is left out has a fitting default, and every wrong use is told in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

import stormriver
from stormriver.kernel.view import OMNISCIENT, ONLOOKER


@pytest.mark.slow
@pytest.mark.parametrize("preset", stormriver.presets())
def test_every_rulebook_can_be_played_with_nothing_said(preset: str) -> None:
    game = stormriver.new_game(preset, seed=1)
    assert game.ask is not None
    assert len(game.table.seats) == (2 if preset == "wargame" else 4)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"packs": "city"}, "Packs are a list of names, such as ['city'], not 'city'."),
        ({"packs": [1]}, "Packs are a list of names, such as ['city'], not [1]."),
        ({"packs": ["cty"]}, "No pack is called 'cty'; did you mean 'city'?"),
        ({"seats": "ann"}, "Seats are a number or a list of names, such as ['ann', 'ben'], not 'ann'."),
        ({"seats": [1, 2]}, "Seats are a number or a list of names, such as ['ann', 'ben'], not [1, 2]."),
        ({"seats": True}, "Seats are a number or a list of names, such as ['ann', 'ben'], not True."),
        ({"seats": -1}, "A game needs two seats or more, not -1."),
        ({"seed": "x"}, "A seed is a whole number, not 'x'."),
        ({"seed": 1.5}, "A seed is a whole number, not 1.5."),
        ({"seed": True}, "A seed is a whole number, not True."),
    ],
)
def test_a_wrong_set_up_is_told_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(stormriver.StormriverError) as told:
        stormriver.new_game("revised4", **given)
    assert str(told.value) == sentence


@pytest.mark.parametrize("seat", [2, 5, -3, "ann", 1.0, None])
def test_a_view_is_of_a_seat_that_is_there(seat: Any) -> None:
    game = stormriver.new_game("revised4", ["ann", "ben"], seed=1)
    with pytest.raises(stormriver.StormriverError) as told:
        game.view(seat)
    assert str(told.value) == f"There is no seat {seat!r}; a view is of a seat by its number: 0 ann, 1 ben."


def test_who_has_no_seat_can_view_all_the_same() -> None:
    game = stormriver.new_game("revised4", 2, seed=1)
    assert game.view(ONLOOKER).seat == ONLOOKER
    assert game.view(OMNISCIENT).seat == OMNISCIENT


def test_a_game_that_is_over_takes_no_answer_and_says_so() -> None:
    game = stormriver.new_game("revised4", 2, seed=1, options={"last_round": 1})
    while game.ask is not None:
        game.play(0)
    for answer in (lambda: game.play(0), lambda: game.clone().play(0), lambda: game.answer("roll")):
        with pytest.raises(stormriver.BadAnswer, match="The game is over; there is nothing to answer"):
            answer()
