"""The Python interface: what is left out has a fitting default, and every wrong use is told in one sentence."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast, get_args

import pytest

import stormriver
from stormriver import adventure, api, records, wargame
from stormriver.api import begin_game
from stormriver.kernel.deprecation import warn_deprecated
from stormriver.kernel.plugins import RULEBOOKS, declared
from stormriver.kernel.view import OMNISCIENT, ONLOOKER
from stormriver.language.ruleset import presets
from stormriver.scenario import cut, game_at, position_of
from support.documents import ROOT

OF_A_GAME = {
    "seats", "turn", "over", "ask", "result", "log", "can_undo_freely", "script",
    "answer", "play", "undo", "clone", "view", "save", "engine",
}  # fmt: skip
"""The names that a game has for those who program."""


def small_game(**more: Any) -> stormriver.Game[adventure.View]:
    return stormriver.new_game("revised4", ["ann", "ben"], seed=2, **more)


# names


def test_a_game_has_about_a_dozen_names_all_documented() -> None:
    assert {name for name in dir(small_game()) if not name.startswith("_")} == OF_A_GAME
    undocumented = [name for name in OF_A_GAME - {"engine"} if not getattr(stormriver.Game, name).__doc__]
    assert undocumented == []


def test_every_name_of_the_package_is_there_and_documented() -> None:
    for name in stormriver.__all__:
        assert getattr(stormriver, name).__doc__
    assert set(stormriver.__all__) < set(dir(stormriver))
    with pytest.raises(AttributeError, match="new_gmae"):
        stormriver.new_gmae  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_its_modules_are_there_without_being_imported_by_name() -> None:
    told = "import stormriver; print(stormriver.records.read.__name__, stormriver.text.screen.__name__)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "read screen\n"


def test_type_checkers_know_the_views_of_every_preset_of_ours() -> None:
    for rulebook, known in (("adventure", api.Adventures), ("wargame", api.Wargames)):
        assert set(get_args(known)) == set(presets(rulebook))
    assert {"adventure", "wargame"} <= set(declared(RULEBOOKS))


# what has moved


def test_what_is_the_engines_is_still_a_games_for_a_version_and_warns() -> None:
    game = small_game()
    with pytest.warns(DeprecationWarning, match="Game.state will be gone in the next version; use Game.engine.state"):
        assert game.state is game.engine.state  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="stat2"):
        game.stat2  # type: ignore[attr-defined]  # noqa: B018


def test_what_was_once_in_the_package_is_found_and_warns_where_it_is_used() -> None:
    with pytest.warns(
        DeprecationWarning, match="stormriver.table_for will be gone .* use stormriver.api.table_for"
    ) as w:
        assert stormriver.table_for is api.table_for  # type: ignore[attr-defined]
    assert w[0].filename == __file__


def test_a_warning_names_the_line_that_uses_the_old_name() -> None:
    def old() -> None:
        warn_deprecated("old", "new")

    with pytest.warns(DeprecationWarning, match="old will be gone in the next version; use new instead.") as told:
        old()
    assert told[0].filename == __file__


# setting up


@pytest.mark.slow
@pytest.mark.parametrize("preset", stormriver.presets())
def test_every_rulebook_can_be_played_with_nothing_said(preset: str) -> None:
    game = stormriver.new_game(preset, seed=1)
    assert not game.over
    assert len(game.seats) == (2 if preset == "wargame" else 4)


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


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda game: game.undo(0), "Cannot take back 0 answers; 1 were given."),
        (lambda game: game.undo(-1), "Cannot take back -1 answers; 1 were given."),
        (lambda game: game.engine.undo(0), "Cannot take back 0 answers; 1 were given."),
        (lambda game: game.play(-1), "There is no option at -1; they go from 0 to 1."),
        (lambda game: game.play(2), "There is no option at 2; they go from 0 to 1."),
        (lambda game: game.view(0).guess("x"), "A seed is a whole number, not 'x'."),
        (lambda game: game.view(0).on_space("forrest"), "There is no space 'forrest'; did you mean 'forest'?"),
        (lambda game: game.view(0).gold_on("citty"), "There is no space 'citty'; did you mean 'city'?"),
        (lambda game: game.view(0).zone("deck.spel"), "There is no zone 'deck.spel'; did you mean 'deck.spells'?"),
        (lambda game: game.view(-1).me, "An onlooker has no seat."),
        (lambda game: stormriver.load(cast(Any, None)), "A save is a text, as `Game.save` returns it, not None."),
    ],
)
def test_wrong_use_is_told_in_one_sentence_and_changes_nothing(wrong: Callable[[Any], Any], sentence: str) -> None:
    game = small_game()
    game.answer("pass")
    before = game.save()
    with pytest.raises(stormriver.StormriverError) as told:
        wrong(game)
    assert (str(told.value), game.save()) == (sentence, before)


def test_what_programs_print_says_what_it_is() -> None:
    game = small_game()
    assert repr(game.engine) == "<the engine's Game, turn 1: ann is asked 'rolled'>"
    assert repr(game.ask.options["fate"]) == "Option('fate': Pay 1 fate to roll the die again.)"
    record = records.read(records.write(game))
    assert repr(record) == f"<Record of revised4, ann, ben: 0 answers, {len(game.log)} events>"


# seats


@pytest.mark.parametrize(("seat", "number"), [(0, 0), ("ann", 0), (1, 1), ("ben", 1), (-1, ONLOOKER)])
def test_a_seat_is_given_by_its_number_or_its_name(seat: int | str, number: int) -> None:
    game = small_game()
    assert game.view(seat).seat == game.engine.view(seat).seat == number


def test_a_view_finds_a_seat_by_its_number_or_its_name() -> None:
    view = small_game().view("ben")
    assert view.me.name == view.seat_of("ben").name == view.seat_of(1).name == "ben"
    with pytest.raises(stormriver.StormriverError, match="An onlooker has no seat"):
        view.seat_of(-1)


@pytest.mark.parametrize("seat", [2, 5, -3, "zoe", 1.0, None, True])
def test_a_view_is_of_a_seat_that_is_there(seat: Any) -> None:
    with pytest.raises(stormriver.StormriverError) as told:
        small_game().view(seat)
    assert str(told.value) == f"There is no seat {seat!r}; the seats are 0 ann, 1 ben."


def test_a_misspelt_seat_is_told_with_the_one_that_is_meant() -> None:
    with pytest.raises(stormriver.StormriverError) as told:
        small_game().view("anne")
    assert str(told.value) == "There is no seat 'anne'; did you mean 'ann'?"


def test_who_has_no_seat_can_view_all_the_same() -> None:
    game = small_game()
    assert game.view(ONLOOKER).seat == ONLOOKER
    assert game.view(OMNISCIENT).seat == OMNISCIENT


# playing


def test_a_game_that_is_over_says_so_asks_nothing_and_takes_no_answer() -> None:
    game = small_game(options={"last_round": 1})
    while not game.over:
        game.play(0)
    with pytest.raises(stormriver.BadAnswer, match="The game is over, and nobody is asked anything"):
        game.ask  # noqa: B018
    for answer in (lambda: game.play(0), lambda: game.clone().play(0), lambda: game.answer("roll")):
        with pytest.raises(stormriver.BadAnswer, match="The game is over; there is nothing to answer"):
            answer()
    assert repr(game).startswith("<Game of revised4, turn 2: over, won by ")


def test_a_copy_goes_on_by_itself() -> None:
    game = small_game()
    for another in (game.clone(), copy.copy(game), copy.deepcopy(game)):
        assert another.ask == game.ask
        another.play(0)
        assert another.ask != game.ask
        assert isinstance(another, stormriver.Game) and not another.log and game.log


def test_a_game_is_the_same_in_a_pickle_and_in_a_save() -> None:
    game = small_game()
    for again in (pickle.loads(pickle.dumps(game)), stormriver.load(game.save())):
        assert isinstance(again, stormriver.Game)
        assert again.ask == game.ask


def test_dice_can_be_told() -> None:
    game = small_game()
    game.script = stormriver.Script(dice=[6])
    game.answer("fate")
    assert [event.data for event in game.log if event.kind == "Rolled"][-1] == (6,)


# guesses


def test_a_guess_deals_anew_what_is_hidden_and_has_dice_of_its_own() -> None:
    game = small_game()
    view = game.view("ann")
    deck = next(n for n, zone in enumerate(game.engine.table.zones) if zone.name == "deck.adventure")
    true = game.engine.state
    guessed = [view.guess(seed).engine.state for seed in range(4)]
    assert all(sorted(one.zones[deck]) == sorted(true.zones[deck]) for one in guessed)
    assert len({one.zones[deck] for one in [true, *guessed]}) == 5
    assert len({one.dice for one in [true, *guessed]}) == 5
    assert view.guess(1).engine.state.zones == guessed[1].zones


def test_a_guess_is_at_the_same_ask_and_can_be_played_and_saved() -> None:
    game = small_game()
    guess = game.view("ann").guess(seed=1)
    assert isinstance(guess, stormriver.Game)
    assert guess.ask.keys == game.ask.keys
    assert guess.view("ann").facts() == game.view("ann").facts()
    while not guess.over and guess.turn < 6:
        guess.play(0)
    assert stormriver.load(guess.save()).ask == guess.ask


def test_a_guess_keeps_what_others_have_shown() -> None:
    game = begin_game("revised4", 2, seed=1)
    card = game.state.zones[next(n for n, zone in enumerate(game.table.zones) if zone.name == "deck.adventure")][-1]
    game.learn(0, card)
    place = [game.view("ann").guess(seed).engine.state.place[card] for seed in range(8)]
    tops = [game.view(0).guess(seed).engine.state.zones[place[0]][-1] for seed in range(8)]
    assert tops == [card] * 8
    assert [game.view(1).guess(seed).engine.state.zones[place[0]][-1] for seed in range(8)] != [card] * 8


def test_a_wargame_is_guessed_too() -> None:
    game = stormriver.new_game("wargame", seed=1)
    guess = game.view(game.ask.seat).guess(2)
    assert guess.ask.keys == game.ask.keys
    assert isinstance(guess.view(0), wargame.View)


# shown


def test_games_and_views_say_what_they_are() -> None:
    game = small_game()
    assert repr(game) == "<Game of revised4, turn 1: ann is asked 'rolled'>"
    assert repr(game.view("ben")) == "<View of ben, turn 1>"
    assert repr(game.view(-1)) == "<View of an onlooker, turn 1>"
    assert repr(game.view("ben").seats[0]) == "<Seat ann in the <View of ben, turn 1>>"


def test_a_notebook_shows_the_question_and_the_seats() -> None:
    game = stormriver.new_game("revised4", ["<i>ann", "ben"], seed=2)
    shown = game._repr_html_()
    assert "<code>pass</code>" in shown and "fate.reroll" in shown and "<i>" not in shown
    seats = game.view("ben")._repr_html_()
    assert "assassin" in seats and "&lt;i&gt;ann" in seats and "<i>" not in seats


# records and positions


def test_a_record_is_written_read_replayed_and_verified() -> None:
    game = small_game()
    for _ in range(12):
        game.answer(game.ask.keys[0])
    record = records.read(records.write(game))
    assert records.replay(record).log == game.log
    assert sum(event.kind == "Answered" for event in records.replay(record, answers=5).log) == 5
    records.verify(record, seed=2)
    with pytest.raises(stormriver.BadRecord, match="The seed 3 is not the one"):
        records.verify(record, seed=3)
    with pytest.raises(stormriver.BadRecord, match="A game without a log has no record"):
        records.write(game.clone())


def test_a_scenario_begins_a_game_and_a_game_gives_a_scenario() -> None:
    game = small_game()
    for _ in range(12):
        game.answer(game.ask.keys[0])
    assert position_of(game) == position_of(game.engine)
    assert cut(game, title="A turn").startswith('title: "A turn"\n')
    begun = game_at((ROOT / "tests/scenarios/examples/wizard_and_giant.yaml").read_text(encoding="utf-8"), dice=[1])
    assert not begun.over
    assert json.loads(begun.save())["format"].startswith("stormriver-save")
