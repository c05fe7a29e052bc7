"""Sealed moments: what may use something hidden takes equally long, whoever is asked and whatever they choose."""

from __future__ import annotations

import asyncio

import pytest
from company import House, Page, ask_everything, in_a_house, rest, until

from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Answer, Hello, Pause
from stormriver.server.requests import Pace


async def hidden(opened: House) -> tuple[LiveTable, Page, Page]:
    """Return a table at which somebody may use what they hide, in a moment of a second, and the pages: theirs first."""
    table, ann, ben = await opened.two(preset="wargame")
    await ask_everything(ann, ben)
    while True:
        await rest(table)
        page, other = (ann, ben) if ann.asked else (ben, ann)
        assert page.update.view.ask is not None
        if page.update.view.ask.kind == "window" and len(page.update.view.ask.options) > 1:
            break
        await page.answer()
    table.session.setup.wanted.pace = Pace("live", 120, sealed=1)
    table.moved.set()
    for each in (page, other):
        await each.send(Hello())
    return table, page, other


@pytest.mark.slow
@in_a_house
async def test_what_is_chosen_in_a_sealed_moment_counts_when_it_ends(opened: House) -> None:
    table, page, other = await hidden(opened)
    assert page.update.sealed == other.update.sealed == 1 and page.update.chosen == ""
    decided, update = len(table.session.decisions), page.update
    assert update.view.ask is not None
    last, first = (option.key for option in update.view.ask.options[:2])
    heard = len(other.received)
    for key in (first, last):
        await page.send(Answer(update.version, key))
        assert page.update.chosen == key
    assert len(table.session.decisions) == decided and len(other.received) == heard
    await until(lambda: len(table.session.decisions) > decided)
    assert (table.session.decisions[decided].key, table.session.decisions[decided].by) == (last, "person")
    await until(lambda: page.update.version > update.version)
    assert page.update.chosen == ""


@pytest.mark.slow
@in_a_house
async def test_nothing_chosen_in_a_sealed_moment_is_a_pass(opened: House) -> None:
    table, page, other = await hidden(opened)
    decided = len(table.session.decisions)
    await page.refused(Answer(page.update.version, "no such thing"))
    await until(lambda: len(table.session.decisions) > decided)
    answered = table.session.decisions[decided]
    assert (answered.passed, answered.by) == (True, "order")
    assert other.update.chosen == ""


@pytest.mark.slow
@in_a_house
async def test_what_is_passed_by_itself_takes_as_long(opened: House) -> None:
    table, page, _ = await hidden(opened)
    session, seat = table.session, page.connection.seat
    decided = len(session.decisions)
    session.attend(seat, {"all": "never"}, full=False)  # now the table would answer by itself, at once
    await asyncio.sleep(0.5)
    assert len(session.decisions) == decided
    await until(lambda: len(session.decisions) > decided)
    assert session.decisions[decided].by == "order"


@pytest.mark.slow
@in_a_house
async def test_a_sealed_moment_does_not_run_while_the_table_is_paused(opened: House) -> None:
    table, page, _ = await hidden(opened)
    decided = len(table.session.decisions)
    await page.send(Pause(on=True))
    assert page.update.sealed == 0
    await asyncio.sleep(1.2)
    assert len(table.session.decisions) == decided
    await page.send(Pause(on=False))
    await until(lambda: len(table.session.decisions) > decided)
