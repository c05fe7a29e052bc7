"""`stormriver mcp`: an assistant plays a seat, looks rules and cards up, referees, and learns only what it may know."""

from __future__ import annotations

import asyncio
import random

import pytest
from mcp import Client

from stormriver.api import begin_game
from stormriver.cli.mcp.assistant import Assistant
from stormriver.cli.mcp.local_seat import LocalSeat
from stormriver.cli.session import LocalSession
from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation.registry import presentation_of
from support.assistants import over_stdio, played, refused, used
from support.secrecy import dealt_anew

SECRETIVE = 2
"""The seed of a game in which others hold Spells from the beginning."""
POSITION = """
title: A fight
game: {preset: revised4}
players:
  - {seat: ann, character: dwarf, at: cursed_glade, fate: 1, cards: [sword]}
  - {seat: ben, character: wizard}
turn: ann
"""


@pytest.mark.long
def test_an_assistant_plays_a_whole_game_over_stdio() -> None:
    async def play() -> None:
        async with over_stdio() as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {
                *("new_game", "look", "look_at_everything", "answer", "find_rules", "find_cards", "check_position"),
            }
            here = await used(client, "new_game", opponents=1, options={"last_round": 2})
            assert here["you"] == "ann" and here["your_seat"]["character"]
            assert "not on offer" in await refused(client, "answer", key="nonsense")
            here = await played(client, here)
            assert here["over"] and here["happened"]

    asyncio.run(play())


@pytest.mark.slow
def test_an_assistant_looks_rules_and_cards_up_and_referees() -> None:
    async def ask() -> None:
        async with Client(Assistant("1000/minute").server()) as client:
            (rule,) = await used(client, "find_rules", words="fate.reroll")
            assert rule["id"] == "fate.reroll" and rule["page"] == 6
            assert "speaks of 'xyzzy'" in await refused(client, "find_rules", words="xyzzy")
            (card,) = await used(client, "find_cards", words="dragon_king", preset="third")
            assert card["name"] == "Dragon King"
            assert len(await used(client, "find_cards", words="enemy")) == 13
            here = await used(client, "check_position", scenario=POSITION)
            assert here["asked"] == "Ann" and "roll" in [one["key"] for one in here["question"]["options"]]
            then = await used(client, "check_position", scenario=POSITION, answer="roll", dice=[3])
            assert "Ann rolls 3." in then["happened"]
            no = await used(client, "check_position", scenario=POSITION, answer="fight")
            assert "fight" in no["impossible"] and no["question"] == here["question"]
            wrong = await used(client, "check_position", scenario=POSITION.replace("dwarf", "dwrf"))
            assert "dwrf" in wrong["wrong"] and wrong["line"] == 5

    asyncio.run(ask())


def test_without_a_seat_nothing_is_answered_and_too_often_is_too_often() -> None:
    async def ask() -> None:
        async with Client(Assistant("2/minute").server()) as client:
            assert "You have no seat yet" in await refused(client, "answer", key="roll")
            assert "No preset is called 'chess'" in await refused(client, "new_game", preset="chess")
            assert "too often: 2 uses in 60 seconds" in await refused(client, "look")

    asyncio.run(ask())


def test_an_assistant_is_told_nothing_that_its_seat_does_not_know() -> None:
    """In two games that the seat cannot tell apart, though somebody who sees all can, it is told the same."""
    kinds = ["you", "random", "random"]
    seat = LocalSeat(LocalSession(begin_game("revised4", ["ann", "ben", "cleo"], seed=SECRETIVE), kinds, SECRETIVE))
    rng, different = random.Random(5), 0

    async def look() -> None:
        nonlocal different
        for _ in range(12):
            game = seat.session.game
            assert game.ask is not None
            whole, told = await seat.whole(), await seat.look()
            seat.session.game = dealt_anew(game, 0, rng)
            different += all_of(seat.session.game) != all_of(game)
            assert await seat.whole() == whole
            assert (await seat.look()).get("question") == told.get("question")
            seat.session.game = game
            await seat.answer(rng.choice(game.ask.keys))

    asyncio.run(look())
    assert different


def all_of(game: Game) -> object:
    """Return what somebody who sees everything sees of a game."""
    return presentation_of(game.table).view_of(game, OMNISCIENT, None, "en")
