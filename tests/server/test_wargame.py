"""A wargame at a table of the server: played by two, secret, taken back, looked back at, given up.

PYTEST_DONT_REWRITE: to spell out how two whole games differ takes minutes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from company import House, Page, ask_everything, house, play, rest, until
from test_wire_secrecy import Suspicious, look_into

from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.wargame.facts import WarBook, WarView
from stormriver.server import replay
from stormriver.server.messages import Entrust, HandOver, Hint, Hinted, Resign, Sit, TakeBack, Undo, Update
from stormriver.server.requests import Pace
from stormriver.server.seat_snapshot import snapshot_of, view_from
from support.random_games import Broken

SHORT = {"last_round": 1}


def at_home(test: Callable[[House], Awaitable[None]]) -> None:
    """Run a test in a house of its own."""

    async def run() -> None:
        async with house() as opened:
            await test(opened)

    asyncio.run(run())


async def begun(opened: House, **wanted: object) -> tuple[object, Page, Page]:
    """Return a table of two people at which a wargame is played."""
    return await opened.two(preset="wargame", **wanted)


@pytest.mark.slow
def test_two_people_play_to_the_end_and_no_page_is_sent_a_spell_that_its_side_may_not_know() -> None:
    async def test(opened: House) -> None:
        table, ann = await opened.table("me", "open", preset="wargame", options=SHORT)
        ben, onlooker = opened.person(), opened.person()
        await opened.lobby.join(table.session.seating[1].secret or "", "Ben", ben)
        await opened.lobby.watch(table.session.setup.watch_secret, onlooker)
        pages = [Suspicious(table, person).watch() for person in (ann, ben, onlooker)]
        for page in pages:
            await page.hello()
        await ask_everything(*pages[:2])
        await play(table, *pages, answers=2000)
        assert table.session.over and min(page.looked for page in pages) > 50
        assert isinstance(pages[2].update.view, WarView) and pages[2].update.view.result
        assert table.session.setup.wanted.preset == "wargame" and isinstance(await table.book(ann), WarBook)
        found = await table.past.moment(ann, 5)
        assert isinstance(found.view, WarView) and found.answers == 5 and found.told
        await table.past.record(ann)

    at_home(test)


def test_that_look_finds_a_hand_that_is_shown_to_the_other_side() -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await begun(opened)
        await until(lambda: ann.asked or ben.asked)
        game = table.session.game  # type: ignore[attr-defined]
        spell = game.state.zones[game.table.cup["spells"]][-1]
        game.move_card(spell, game.table.hand + 1, 1)
        view = presentation_of(game.table).view_of(game, OMNISCIENT)
        update = msgspec.structs.replace(ann.update, view=msgspec.structs.replace(view, seat=0))
        with pytest.raises(Broken, match="is named to 0"):
            look_into(table, 0, update)  # type: ignore[arg-type]

    at_home(test)


def test_a_decision_is_taken_back_and_a_hint_given() -> None:
    async def test(opened: House) -> None:
        _table, ann, ben = await begun(opened)
        await until(lambda: ann.asked or ben.asked)
        asked = ann if ann.asked else ben
        before = asked.update.view
        hinted = [one for one in await asked.send(Hint()) if isinstance(one, Hinted)]
        await until(lambda: hinted or any(isinstance(one, Hinted) for one in asked.received))
        advice = asked.last(Hinted).advice
        assert before.ask is not None
        assert {one.key for one in advice} == {option.key for option in before.ask.options}
        await asked.answer(advice[0].key)
        await asked.send(Undo())
        assert asked.last(Update).view == before

    at_home(test)


def test_placing_an_army_is_entrusted_at_one_word_and_taken_back_by_one() -> None:
    async def test(opened: House) -> None:
        table, person = await opened.table("me:Ann", "computer", preset="wargame")
        ann = await Page(table, person).hello()
        await until(lambda: ann.asked)
        before = ann.update.view
        assert ann.update.entrust and before.ask is not None and before.ask.kind == "place"
        await ann.send(Entrust())
        await until(lambda: ann.asked and ann.update.view.ask.kind != "place")  # type: ignore[union-attr]
        assert isinstance(ann.update.view, WarView) and ann.update.view.seats[0].units == 12
        await ann.send(Undo())
        assert ann.update.view == before

    at_home(test)


def test_what_must_be_decided_by_oneself_is_not_entrusted() -> None:
    async def test(opened: House) -> None:
        table, person = await opened.table("me:Ann", "computer")
        ann = await Page(table, person).hello()
        await until(lambda: ann.asked)
        assert not ann.update.entrust and "yourself" in await ann.refused(Entrust())

    at_home(test)


def test_who_gives_up_has_lost_and_the_journal_says_so() -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await begun(opened)
        await until(lambda: ann.asked or ben.asked)
        await (ann if ann.asked else ben).answer()
        await ben.send(Resign(1))
        assert table.session.over and ann.update.view.over  # type: ignore[attr-defined]
        assert ann.update.view.result == ("Ann",)
        kept = opened.kept(table.id)  # type: ignore[attr-defined]
        assert kept.over and kept.game is not None and kept.game.result == ["Ann"]

    at_home(test)


@pytest.mark.slow
def test_the_device_is_handed_over_only_to_decide_something() -> None:
    async def test(opened: House) -> None:
        table, ann = await opened.table("me:Ann", "me:Ben", preset="wargame", options=SHORT)
        page = await Page(table, ann).hello()
        for seat in (1, 0):
            await page.send(Sit(seat))
            await ask_everything(page)
        handed = forced = 0
        while not table.session.over and handed < 20:
            await rest(table)
            ask, seat = table.session.game.ask, page.update.view.seat  # type: ignore[union-attr]
            if ask is not None and ask.seat != seat:
                assert page.update.hand_to == ask.seat
                await page.send(Sit(ask.seat))
                handed += 1
            assert page.update.hand_to == -1
            await page.answer()
        for update in (one for one in page.received if isinstance(one, Update)):
            view = update.view
            forced += view.ask is not None and view.ask.seat != view.seat and update.hand_to == -1
        assert handed == 20 and forced > 5

    at_home(test)


@pytest.mark.slow
def test_a_side_that_is_away_is_handed_over_after_the_limit_and_not_before() -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await begun(opened, pace=Pace("live", 60))
        while not ben.asked:
            await until(lambda: ann.asked or ben.asked)
            if ann.asked:
                await ann.answer()
        table.disconnect(ben.connection)  # type: ignore[attr-defined]
        opened.time.seconds += 59
        assert "59 of 60 seconds" in await ann.refused(HandOver(1))
        opened.time.seconds += 2
        version = ann.update.version
        await ann.send(HandOver(1))
        await until(lambda: ann.asked and ann.update.version > version)
        assert ann.info.seats[1].level == "steady"
        again = await Page(table, ben.person).hello()  # type: ignore[arg-type]
        await again.send(TakeBack(1))
        assert ann.info.seats[1].level == ""

    at_home(test)


@pytest.mark.slow
def test_computers_play_and_what_they_are_told_is_what_a_seat_sees() -> None:
    async def test(opened: House) -> None:
        table, maker = await opened.table("computer", "computer", preset="wargame", options=SHORT)
        await Page(table, maker).hello()
        await until(lambda: table.session.version > 30)
        game = replay.set_up(table.session)
        assert game.rulebook.name == "wargame"

    at_home(test)


def test_what_a_computer_is_shown_of_a_wargame_goes_to_its_process_whole() -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await begun(opened)
        await rest(table)  # type: ignore[arg-type]
        game = table.session.game  # type: ignore[attr-defined]
        view = game.view(game.ask.seat)
        there = view_from(msgspec.json.decode(msgspec.json.encode(snapshot_of(game)), type=type(snapshot_of(game))))
        assert there.facts() == view.facts()
        assert [ann, ben]

    at_home(test)
