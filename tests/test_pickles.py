"""Pickles: games, states, asks and views go to another process as few bytes, and on from there as they would here."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import pickletools
import random
import sys
from array import array
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stormriver.adventure.words.dice import DIE
from stormriver.api import begin_game, table_for
from stormriver.kernel import ask as asks
from stormriver.kernel import pickles, plugins
from stormriver.kernel.ask import NUMBER, AskKind, Posed
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import Numbering, names
from stormriver.kernel.script import Script
from stormriver.language import ruleset
from support.random_games import demand_alike, demand_equal, slots

WORLDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("revised4", ()), ("third", ()), ("revised4", ("city",)), ("wargame", ()),
)  # fmt: skip
MOST_BYTES = 4_096
"""Of a pickled state."""
OUTSIDE = Path(__file__).parent / "rulebooks"


def played(preset: str, packs: tuple[str, ...] = (), seed: int = 1, decisions: int = 150) -> Game:
    """Return a game in which so many random answers were given."""
    game = begin_game(preset, seed=seed, packs=packs, log=False)
    play_on(game, seed, decisions)
    return game


def play_on(game: Game, seed: int, decisions: int = 60) -> None:
    """Give random answers, the same to equal games."""
    chance = random.Random(seed)
    for _ in range(decisions):
        if game.ask is not None:
            game.play(chance.randrange(len(game.ask.codes)))


@cache
def positions(preset: str, packs: tuple[str, ...]) -> tuple[Game, ...]:
    """Return games at random decisions; nobody may change them."""
    return tuple(played(preset, packs, seed, 30 * seed) for seed in range(1, 7))


def imported(pickled: bytes) -> set[str]:
    """Return the modules from which a pickle takes something."""
    strings: list[str] = []
    found: set[str] = set()
    for opcode, argument, _ in pickletools.genops(pickled):
        if isinstance(argument, str):
            strings.append(argument)
        if opcode.name == "STACK_GLOBAL":
            found.update(text for text in strings if text.startswith(("stormriver", "builtins", "copyreg")))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "packs"), WORLDS)
def test_a_pickled_game_goes_on_as_it_would_have(preset: str, packs: tuple[str, ...]) -> None:
    """That it does at every decision of random games is a promise of the contract; here it goes on for long."""
    for game in positions(preset, packs)[::5]:
        again, here = pickle.loads(pickle.dumps(game)), game.clone()
        assert again.table is game.table
        for one in (again, here):
            play_on(one, 7)
        demand_alike(again.state, here.state, "a pickled game goes on otherwise")
        assert again.save() == here.save()


@pytest.mark.parametrize(("preset", "packs"), WORLDS)
def test_a_pickled_state_has_at_most_4_kb_and_a_game_little_more(preset: str, packs: tuple[str, ...]) -> None:
    for game in positions(preset, packs):
        assert len(pickle.dumps(game.state)) <= MOST_BYTES
        assert len(pickle.dumps(game)) <= MOST_BYTES + 1_500


@pytest.mark.parametrize(("preset", "packs"), WORLDS)
def test_nothing_of_the_table_is_in_a_pickle(preset: str, packs: tuple[str, ...]) -> None:
    """Neither a card nor a word, and no class but those of states; of a table only how it was set up."""
    for game in positions(preset, packs):
        state, whole = pickle.dumps(game.state), pickle.dumps(game)
        of_state = {"stormriver.kernel.ask", "stormriver.kernel.frames", "stormriver.kernel.state"}
        assert {name for name in imported(state) if ".model." not in name} <= of_state
        assert {name for name in imported(whole) if ".model." not in name} <= {
            *of_state, "stormriver.kernel.game", "stormriver.kernel.pickles",
        }  # fmt: skip
        assert not [card.name for card in game.table.cards if card.name.encode() in whole]
        assert len(whole) < len(state) + 1_500


def test_a_table_in_an_ask_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is how it once was: an ask took the whole table along."""
    game = played("revised4")
    monkeypatch.setattr(Posed, "told", lambda posed: (posed.seat, posed.kind, [], 0, 0, game.table))
    assert "stormriver.kernel.pickles" in imported(pickle.dumps(game.state))


def test_many_games_name_their_table_once() -> None:
    games = [played("revised4", seed=seed) for seed in range(1, 5)]
    sizes = [len(pickle.dumps(game)) for game in games]
    assert len(pickle.dumps(games)) < sum(sizes) - 3 * 500
    assert len({id(game.table) for game in pickle.loads(pickle.dumps(games))}) == 1


def test_a_pickled_game_is_what_a_clone_is() -> None:
    """It has no log and takes nothing back; who wants these saves the game."""
    game = begin_game("revised4", seats=["eve", "joe"], seed=3, skip_forced=False)
    game.answer(game.ask.keys[0])  # type: ignore[union-attr]
    game.script = Script([1, 2])
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (again.log, again.history, again.script, again.revealed) == (None, (), None, 0)
        assert again.table is game.table and again.table.seats == ("eve", "joe")
        assert (again.header, again.skip_forced) == (game.header, False)
        demand_alike(again.state, game.state, "a pickled game comes back otherwise")


def test_a_pickle_from_a_machine_that_orders_bytes_the_other_way_is_read() -> None:
    state = played("revised4").state
    other = {"little": "big", "big": "little"}[sys.byteorder]
    place = array("h", state.place)
    place.byteswap()
    put_back, told = state.__reduce__()
    swapped: dict[object, object] = {sys.byteorder: other, bytes(state.place): place.tobytes()}
    again = put_back(*[swapped.get(one, one) if isinstance(one, str | bytes) else one for one in told])
    assert list(again.place) == list(state.place) != list(place)


@pytest.mark.parametrize(("preset", "packs"), WORLDS)
def test_asks_views_and_tables_can_be_pickled(preset: str, packs: tuple[str, ...]) -> None:
    game = played(preset, packs)
    ask = game.ask
    assert ask is not None
    again = pickle.loads(pickle.dumps(ask))
    assert (again, again.keys, again.text, again.rule) == (ask, ask.keys, ask.text, ask.rule)
    option = ask.options[ask.keys[0]]
    assert pickle.loads(pickle.dumps(option)).text == option.text
    view = game.view(ask.seat)
    assert pickle.loads(pickle.dumps(view)).facts() == view.facts()
    assert pickle.loads(pickle.dumps(game.table)) is game.table


def test_a_table_that_numbers_cards_otherwise_is_found_again() -> None:
    """A game from an old save may have its cards in another order: a pickle of it must not mix them up."""
    usual = table_for("revised4")
    cards = names(usual)["cards"]
    other = table_for("revised4", numbering=Numbering({"cards": [*cards[1:], cards[0]]}))
    assert names(other)["cards"] != cards
    again = pickle.loads(pickle.dumps(other))
    assert names(again) == names(other) and pickle.loads(pickle.dumps(again)) is again
    assert pickles.numbering_of(usual) == {} and pickles.numbering_of(other)["cards"] == names(other)["cards"]


# verbs have other numbers in another process


def test_options_are_the_same_where_verbs_have_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    posed = Posed(1, AskKind("die"), [asks.PASS, DIE | 3, DIE | 5], 6, 7, {DIE | 5: 8})
    pickled = pickle.dumps(posed)
    monkeypatch.setattr(asks, "_verbs", [("other", 0), ("die", NUMBER)])
    monkeypatch.setattr(asks, "_numbers", {("other", 0): 0, ("die", NUMBER): 1})
    again = pickle.loads(pickled)
    assert [asks.verb_of(code) for code in again.codes] == [("pass", 0, 0), ("die", NUMBER, 3), ("die", NUMBER, 5)]
    assert again.amounts == {again.codes[2]: 8} and again.codes != posed.codes


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the race, a rulebook from outside, installed for a while."""
    found = (plugins.declared, plugins.plugin, plugins.content_folders, plugins.rulebook_in, ruleset.read_preset)
    monkeypatch.syspath_prepend(str(OUTSIDE))
    for one in found:
        one.cache_clear()
    yield
    monkeypatch.undo()
    for one in found:
        one.cache_clear()


def go_on_elsewhere(line: Any) -> None:
    """Play on with the games that come, in another process, and send back what they have come to, as saves."""
    asks.verb("a verb")  # so that all others have other numbers here
    asks.verb("another verb")
    for pickled in iter(line.recv_bytes, b""):
        game = pickle.loads(pickled)
        play_on(game, 5)
        line.send((game.save(), game.ask and game.ask.keys, pickle.dumps(game)))


@pytest.mark.slow
def test_games_go_on_in_another_process(race: None) -> None:
    """In one that knows nothing yet, of a rulebook from outside too; and they come back from there."""
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=go_on_elsewhere, args=(far,), daemon=True)
    process.start()
    far.close()
    for preset, packs in (*WORLDS, ("race", ())):
        game = played(preset, packs, seed=4)
        near.send_bytes(pickle.dumps(game))
        save, keys, pickled = near.recv()
        play_on(game, 5)
        assert (save, keys) == (game.save(), game.ask and game.ask.keys)
        again = pickle.loads(pickled)  # the last answer, which nothing reads any more, has another number there
        demand_equal(slots(again.state), slots(game.state), "a game came back otherwise", ("answer",))
    near.send_bytes(b"")
    process.join(20)
    assert process.exitcode == 0


# where the same table is not to be had


def refusal(pickled: bytes) -> str:
    """Return with what a pickle is refused."""
    with pytest.raises(BadRecord) as told:
        pickle.loads(pickled)
    return str(told.value)


def test_other_cards_are_refused() -> None:
    game = played("revised4", ("city",))
    content = dict(game.table.facts()["hashes"])["city"]
    other = pickle.dumps(game).replace(content.encode(), content[::-1].encode())
    assert refusal(other) == "The pickle was made with another content than here of: city."


def test_a_pack_that_has_gone_is_refused(ring: str) -> None:
    pickled = pickle.dumps(played("revised4", (ring,)))
    gone = pickled.replace(ring.encode(), (ring[:-1] + "k").encode())
    assert refusal(gone).startswith("The game in the pickle cannot be set up here: ")


def test_a_rulebook_that_is_not_there_is_refused() -> None:
    pickled = pickle.dumps(played("wargame")).replace(b"\x07wargame", b"\x07gamewar")
    assert refusal(pickled) == "The pickle holds a game by the rulebook 'gamewar', which is not installed here."


def test_other_steps_are_refused() -> None:
    game = played("third")
    numbers = pickles.hash_of_numbers(game.table)
    refused = refusal(pickle.dumps(game).replace(numbers.encode(), numbers[::-1].encode()))
    assert refused.startswith("The pickle was made by another version of Stormriver")


def test_a_copy_of_a_table_is_a_table_of_its_own() -> None:
    table = table_for("revised4", 2)
    other = copy.copy(table)
    other.words = []
    assert table.words and other.cards is table.cards
