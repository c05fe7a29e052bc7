"""The audience of a table: all who only look on are sent the same bytes, which are made and encoded once."""

from __future__ import annotations

import pytest
from company import House, Page, in_a_house

from stormriver.server import broadcast
from stormriver.server.messages import Hello, Say, ToPage

ONLOOKERS = 5


async def _onlookers(opened: House, table, count: int = ONLOOKERS) -> list[Page]:
    pages = []
    for number in range(count):
        person = opened.person(f"Onlooker {number}")
        await opened.lobby.watch(table.session.setup.watch_secret, person)
        pages.append(await Page(table, person).hello())
    await table.settle()
    return pages


def _sent_since(page: Page, before: int) -> list[ToPage]:
    return page.received[before:]


@in_a_house
async def test_onlookers_are_sent_equal_bytes(opened: House) -> None:
    table, ann, ben = await opened.two()
    pages = await _onlookers(opened, table)
    before = [len(page.received) for page in pages]
    await (ann if ann.asked else ben).answer()
    texts = [
        [table.audience.text(message) for message in _sent_since(page, start)]
        for page, start in zip(pages, before, strict=True)
    ]
    assert texts[0] and all(text == texts[0] for text in texts)
    assert texts[0] == [broadcast.encoded(message) for message in _sent_since(pages[0], before[0])]


@in_a_house
async def test_what_all_onlookers_are_sent_is_encoded_once(opened: House) -> None:
    table, ann, ben = await opened.two()
    pages = await _onlookers(opened, table)
    counted: list[ToPage] = []
    before = [len(page.received) for page in pages]
    with pytest.MonkeyPatch.context() as patched:
        really = broadcast.encoded

        def counting(message: ToPage) -> str:
            counted.append(message)
            return really(message)

        patched.setattr(broadcast, "encoded", counting)
        await (ann if ann.asked else ben).answer()
        sent = [message for page, start in zip(pages, before, strict=True) for message in _sent_since(page, start)]
        for message in sent:
            table.audience.text(message)
    assert len(sent) == ONLOOKERS * len(counted) > 0


@in_a_house
async def test_a_line_of_chat_is_made_once_for_everybody(opened: House) -> None:
    table, ann, _ = await opened.two()
    pages = await _onlookers(opened, table)
    await ann.send(Say("Good luck!"))
    first, *others = [page.received[-1] for page in [ann, *pages]]
    assert all(other is first for other in others)


@in_a_house
async def test_whoever_has_a_part_in_the_table_is_told_their_own(opened: House) -> None:
    """The maker without a seat, who may delete the table, is no mere onlooker; nor is a page that begins anew."""
    table, maker = await opened.table("open", "computer")
    ann = opened.person()
    await opened.lobby.join(table.session.seating[0].secret or "", "Ann", ann)
    player, host = await Page(table, ann).hello(), await Page(table, maker).hello()
    (onlooker,) = await _onlookers(opened, table, 1)
    await player.answer()
    assert (host.info.host, onlooker.info.host) == (True, False)
    assert host.update is not onlooker.update
    await onlooker.send(Hello())
    assert onlooker.update.told != host.update.told
