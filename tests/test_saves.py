"""A damaged save is refused whole, with one sentence; never does it end in another error or in half a game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stormriver
from contract import cards_have_one_place
from mutations import at, damage, noise, paths
from random_games import FIRST_WARGAME, Play, set_up
from stormriver.kernel import saves
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.game import Script
from stormriver.kernel.state import Frame
from stormriver.scenario.files import read
from stormriver.scenario.position import build

WORDS = ("turn", "active", "seats", "zones", "revised4", "reference", "ann", "portal", "die", "x", "")
NUMBERS = (-1000, -2, -1, 0, 1, 2, 5, 7, 30, 200, 10**6, 2**63, 10**30)

chances = st.integers(0, 2**32).map(random.Random)


@lru_cache(maxsize=1)
def texts() -> tuple[str, ...]:
    """Return saves of several games, halfway through all kinds of things, every other one with some of its log."""
    found = []
    for number in (0, 1, 3, 5, 8, 14, 23, 31, FIRST_WARGAME + 1, FIRST_WARGAME + 2):
        play = Play(set_up(number))
        for decision in play.decisions():
            if decision % 17 == 0:
                game = play.game.clone()
                assert play.game.log is not None
                game.log = play.game.log[-10:] if decision % 2 else None
                found.append(game.save())
    return tuple(found)


def refusal(text: str) -> str:
    """Return the sentence with which a text is refused as a save; empty if it is loaded."""
    try:
        game = stormriver.load(text)
    except BadRecord as error:
        said = str(error)
        assert said[:1].isupper() and "\n" not in said, said
        return said
    cards_have_one_place(game, random.Random(0))
    assert (game.ask is None) == (not game.state.frames)
    assert stormriver.load(game.save()).save() == game.save()
    return ""


def sealed(data: dict[str, Any]) -> str:
    """Return a save with its digest made anew, as somebody would who changes one on purpose."""
    data = {key: value for key, value in data.items() if key != "digest"}
    return json.dumps({**data, "digest": saves.digest(data)}, separators=(",", ":"))


def in_order(text: str) -> str:
    """Return what a JSON text says, its keys in order and nothing between its values; ValueError if it says nothing."""
    return json.dumps(json.loads(text), sort_keys=True)


# damage by accident


@settings(max_examples=200)
@given(rng=chances)
def test_changed_text_is_refused(rng: random.Random) -> None:
    """A character or line changed, left out, put in, moved or doubled; white space between the values does no harm."""
    text = rng.choice(texts())
    changed = noise(text, rng)
    try:
        same = in_order(changed) == in_order(text)
    except ValueError:
        same = False
    assert (refusal(changed) == "") == same


@settings(max_examples=200)
@given(rng=chances)
def test_changed_number_is_refused(rng: random.Random) -> None:
    """One number of a state that is another one: it may be a possible game, but it is not the one that was saved."""
    data = json.loads(rng.choice(texts()))
    numbers = [path for path in paths(data["state"]) if isinstance(at(data["state"], path), int)]
    path = rng.choice(numbers)
    parent = at(data["state"], path[:-1])
    parent[path[-1]] = rng.choice([number for number in NUMBERS if number != parent[path[-1]]])
    assert refusal(json.dumps(data))


@settings(max_examples=200)
@given(rng=chances, key=st.sampled_from(["state", "header", "log", "asks", ""]))
def test_changed_structure_is_refused(rng: random.Random, key: str) -> None:
    """Keys, lists and values that are missing, doubled, misspelt, nested or of another kind."""
    text = rng.choice(texts())
    data = json.loads(text)
    if key:
        data[key] = damage(data[key], rng, WORDS)
    else:
        data = damage(data, rng, WORDS)
    changed = json.dumps(data)
    assert (refusal(changed) == "") == (in_order(changed) == in_order(text))


@settings(max_examples=100)
@given(text=st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_refused(text: str) -> None:
    """What never was a save."""
    assert refusal(text) == "This is no save: it is not JSON." or refusal(text).startswith(
        "This is no save in the format"
    )


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "null", "[1]", '"x"', "9" * 5000, "NaN", '{"format":1}'])
def test_other_json_is_refused(text: str) -> None:
    """JSON that is something else."""
    assert refusal(text).startswith("This is no save")


def test_nesting_that_can_just_be_read_is_refused() -> None:
    """Lists in lists, up to where Python gives up: some can be read, but not be written for the digest."""
    for depth in range(400, 1100):
        text = '{"format":"stormriver-save-1","header":' + "[" * depth + "]" * depth + "}"
        assert refusal(text), f"loaded with {depth} brackets"


def test_a_part_of_a_save_is_refused() -> None:
    """A file that was written only in part, wherever it breaks off."""
    text = texts()[0]
    for length in range(0, len(text), 7):
        assert refusal(text[:length]) == "This is no save: it is not JSON."


# damage on purpose


@settings(max_examples=200)
@given(rng=chances, key=st.sampled_from(["state", "header", "log", "asks"]))
def test_changed_and_sealed_save_is_refused_or_whole(rng: random.Random, key: str) -> None:
    """Where the digest was made anew as well, what is loaded is a whole game all the same, or it is refused."""
    data = json.loads(rng.choice(texts()))
    data[key] = damage(data[key], rng, WORDS)
    refusal(sealed(data))


def test_move_longer_than_any_dice_say_is_loaded_at_once() -> None:
    game = stormriver.new_game("revised4", 2, 3, log=False)
    while game.ask is not None and game.ask.kind != "move":
        game.play(0)
    data = json.loads(game.save())
    data["state"]["frames"][-1][Frame.__slots__.index("amount")] = 1 << 60
    loaded = stormriver.load(sealed(data))
    assert loaded.ask is not None
    assert loaded.ask.kind == "move"


MISTAKES = {
    "other cards": (("state", "zones", 0), [], "In the save a card is missing or lies in two places."),
    "other zones": (("state", "zones"), [], "The save has other zones than the game."),
    "other seats": (("state", "seats"), [], "The save has other seats than its header says."),
    "seat on turn": (("state", "active"), 9, "The save names a seat that the game has not."),
    "text for a number": (("state", "turn"), "3", "The save has something else than a whole number in its turn."),
    "truth for a number": (("state", "dice"), True, "The save has something else than a whole number in its dice."),
    "nothing under way": (("state", "frames"), [], "The save waits for an answer but has nothing under way."),
    "not asked": (("asks",), False, "The save has something under way but waits for no answer."),
    "other knowledge": (("state", "known"), [], "The save knows other cards than the packs hold."),
    "other packs": (("header", "hashes"), {}, "The save was made with other packs than the ones that are here now."),
    "no preset": (("header", "preset"), None, "The save does not say how its game was set up."),
    "unknown preset": (
        ("header", "preset"),
        "revizd4",
        "The save cannot be set up again: No preset is called 'revizd4'; did you mean 'revised4'?",
    ),
    "no state": (("state",), None, "The save lacks its header or its state."),
    "another format": (("format",), "stormriver-save-0", "This is no save in the format stormriver-save-1."),
}
"""What of a save is replaced, by what, and how the save is refused."""


@pytest.mark.parametrize(("path", "value", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_mistake_is_named(path: tuple[str | int, ...], value: object, message: str) -> None:
    """What is wrong with a save is said in one sentence."""
    data = json.loads(texts()[0])
    at(data, path[:-1])[path[-1]] = value
    assert refusal(sealed(data)) == message


def test_a_refused_save_leaves_the_game_alone() -> None:
    """A game that is under way does not notice that a save was refused."""
    game = stormriver.new_game("revised4", seats=2, seed=4)
    text = game.save()
    with pytest.raises(BadRecord):
        stormriver.load(text[:-5])
    assert game.save() == text


def test_the_log_is_saved_and_comes_back() -> None:
    """A save says whether there is a log, and all of it."""
    play = Play(set_up(1))
    play.run()
    loaded = stormriver.load(play.game.save())
    assert loaded.log == play.game.log
    silent = play.game.clone()
    assert stormriver.load(silent.save()).log is None


ELSEWHERE = """
import sys
from stormriver.kernel.ask import verb
for number in range(9):
    verb(f"other{number}")  # as if other modules had been imported first
import stormriver
game = stormriver.load(sys.stdin.read())
game.answer("stand")
print(game.ask.kind)
"""
"""A program that goes on with a game in which somebody may evade an ability, and tells what is asked next."""


def test_a_save_holds_nothing_that_differs_from_process_to_process() -> None:
    """What somebody has chosen to use is kept while the other says whether they evade it."""
    game = build(read(Path(__file__).parent / "scenarios" / "characters" / "thief_steal.yaml"))
    game.script = Script([1])
    game.run()
    for key in ("roll", "to:fields_4", "character:ben", "use:steal"):
        while game.ask is not None and key not in game.ask.keys:
            game.answer("pass")
        game.answer(key)
    assert game.ask is not None and game.ask.kind == "evade"
    game.header = game.table.rulebook.header(game.table, 0, game.skip_forced)
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=game.save(), text=True, capture_output=True)
    assert (done.stdout.strip(), done.stderr) == ("take_from", "")
