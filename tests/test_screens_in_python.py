"""`stormriver.text`: a game in words for programs, as the terminal says it."""

from __future__ import annotations

import pytest

import stormriver
from stormriver import text
from stormriver.kernel.view import ONLOOKER


@pytest.fixture(scope="module")
def game() -> stormriver.Game:
    """Return a game in which Ann has moved, and Ben has rolled."""
    game = stormriver.new_game("revised4", seats=["ann", "ben"], seed=2)
    game.answer("pass")
    game.answer("to:fields_4")
    while game.ask.seat == 0:
        game.answer(game.ask.keys[0])
    return game


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 34), (160, 50)])
@pytest.mark.parametrize("seat", ["ann", "ben", ONLOOKER])
def test_a_screen_fits_into_what_is_given(game: stormriver.Game, seat: str | int, width: int, height: int) -> None:
    lines = text.screen(game, seat, width, height).splitlines()
    assert len(lines) <= height and max(map(len, lines)) <= width
    assert any("Fields 4" in line for line in lines)


def test_who_is_asked_sees_the_question_and_the_others_the_news_alone(game: stormriver.Game) -> None:
    asked = text.screen(game, "ben", height=50)
    assert "Do you keep the roll?  [fate.reroll]" in asked and "  2  fate  Pay 1 fate to roll the die again." in asked
    assert "? help" not in asked
    for seat in ("ann", ONLOOKER):
        shown = text.screen(game, seat, height=50)
        assert "Do you keep the roll?" not in shown and "you are asked" not in shown
        assert "Ben rolls 1" in shown


def test_the_question_is_said_in_the_readers_language(game: stormriver.Game) -> None:
    assert text.question(game).splitlines() == [
        "Do you keep the roll?  [fate.reroll]",
        "You rolled 1. That leads to Fields 5 or Plains 3.",
        "  1  pass  Keep the roll.",
        "  2  fate  Pay 1 fate to roll the die again.",
    ]
    assert text.question(game, language="de").splitlines()[2] == "  1  pass  Den Wurf behalten."
    assert "Schicksal" in text.screen(game, "ben", language="de")


def test_a_seat_is_told_what_it_may_know_from_an_event_on(game: stormriver.Game) -> None:
    everything = text.told(game, "ben")
    assert everything[0] == "Ann is dealt a character."
    assert everything[-2:] == ["Ann draws the Bag of Gold.", "Ben rolls 1."]
    assert text.told(game, "ben", since=len(game.log) - 1) in (everything[-1:], [])
    assert text.told(game, "ben", since=len(game.log)) == []
    assert text.told(game.clone(), "ben") == []
    assert text.told(game, "ann", language="de")[-1] == "Ben würfelt 1."


def test_a_game_that_is_over_has_a_screen_and_no_question() -> None:
    game = stormriver.new_game("revised4", 2, seed=1, options={"last_round": 1})
    while not game.over:
        game.play(0)
    assert "Strength" in text.screen(game, 0)
    with pytest.raises(stormriver.BadAnswer, match="The game is over"):
        text.question(game)


def test_a_wargame_has_its_own_screen() -> None:
    game = stormriver.new_game("wargame", seed=1)
    assert text.question(game) in text.screen(game, game.ask.seat, height=60)
