"""`scenario keys`: what it tells of asks, their keys and who is asked is so in games."""

from __future__ import annotations

import pytest

from stormriver.kernel import ask as asks
from stormriver.scenario.files import rulebook_named
from stormriver.scenario.option_keys import WORDS, Asked, all_asked
from support.random_games import Play, set_up
from test_cli import say, well


def form(code: int) -> str:
    """Return how the key of an option looks."""
    verb, kind, _ = asks.verb_of(code)
    return verb if kind == asks.NOTHING else f"{verb}:{WORDS[kind]}"


def contradiction(told: Asked, ask: asks.Ask, active: int) -> str:
    """Return what an ask shows that is not told; nothing if all is."""
    forms = {form(code) for code in ask.codes} - {*told.answers, *told.free}
    if forms:
        return f"{ask.kind} offers {', '.join(sorted(forms))}"
    wrong = {"whose turn it is": ask.seat != active, "another seat": ask.seat == active}
    return f"{ask.kind} is not asked of {told.who}" if wrong.get(told.who) else ""


@pytest.mark.slow
@pytest.mark.parametrize("number", [*range(0, 40, 4), *range(1_000_000, 1_000_004)])
def test_what_is_told_of_asks_is_so_in_games(number: int) -> None:
    play = Play(set_up(number))
    table = play.game.table
    known = {one.kind: one for one in all_asked(rulebook_named(table.rulebook.name), table)}
    found = set()
    for _ in play.decisions():
        ask = play.game.ask
        if ask is not None:
            found.add(contradiction(known[ask.kind], ask, play.game.state.active))
    assert found - {""} == set()


def test_a_contradiction_is_found() -> None:
    play = Play(set_up(1))
    ask = next(play.game.ask for _ in play.decisions() if play.game.ask is not None and play.game.ask.kind == "rolled")
    told = Asked("rolled", "", "whose turn it is", ("fate",), ())
    assert contradiction(told, ask, ask.seat) == "rolled offers pass"
    told = Asked("rolled", "", "whose turn it is", ("fate", "pass"), ())
    assert contradiction(told, ask, ask.seat + 1) == "rolled is not asked of whose turn it is"
    assert contradiction(told, ask, ask.seat) == ""


def test_keys_are_listed_by_kind_of_ask() -> None:
    assert well("scenario keys move").out.splitlines() == [
        "move: Where do you move? (asked of whose turn it is)",
        "  cross:SPACE, stay, to:SPACE, turn_back",
        "  besides: ditch, ditch:CARD",
    ]
    everything = well("scenario keys").out
    assert everything.count("(asked of ") > 50
    assert "window: Do you want to cast or use something now?" in well("scenario keys --preset wargame").out
    facts = well("scenario keys evade --json").json
    assert facts[0]["who"] == "another seat" and "stand" in facts[0]["answers"]


def test_a_kind_of_ask_that_there_is_not_is_told() -> None:
    assert say("scenario keys mvoe").err == "No ask is called 'mvoe'; did you mean 'move'?\n"
    assert say("scenario keys zzz").err == "No ask is called 'zzz'; leave it out to list all.\n"
