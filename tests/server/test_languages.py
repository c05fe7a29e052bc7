"""Everybody at a table reads their own language: what is asked and told; books, lessons and the catalogue by HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from company import Page, house, until
from sites import quick_settings, site, told

from stormriver.server.languages import preferred
from stormriver.server.messages import Answer, Hello


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, de;q=0.3, en;q=0.5", "en"),
        ("xx;q=oops, de;q=0", "en"),
        (",;=,", "en"),
    ],
)
def test_a_browser_asks_for_what_it_wants_most(header: str, code: str) -> None:
    assert preferred(header) == code


async def read_in(page: Page, language: str) -> Any:
    """Return the whole update of a page in a language."""
    await page.send(Hello(language=language))
    return page.update


@pytest.mark.parametrize("preset", ["revised4", "wargame"])
def test_two_people_at_one_table_read_their_own_language(preset: str) -> None:
    async def test() -> None:
        async with house() as opened:
            table, ann, ben = await opened.two(preset=preset)
            await until(lambda: ann.asked or ben.asked)
            asked, other = (ann, ben) if ann.asked else (ben, ann)
            english = await read_in(asked, "en")
            await asked.send(Answer(table.session.version, english.view.ask.options[0].key))
            german, english = await read_in(asked, "de"), await read_in(other, "en")
            same = {one.number: one.text for one in english.told}
            both = [(one.text, same[one.number]) for one in german.told if one.number in same and one.text]
            assert both and all(mine != yours for mine, yours in both)

    asyncio.run(test())


def test_what_is_asked_and_offered_comes_in_the_language_of_the_page() -> None:
    async def test() -> None:
        async with house() as opened:
            _, ann, ben = await opened.two(preset="wargame")
            await until(lambda: ann.asked or ben.asked)
            asked = ann if ann.asked else ben
            english, german = (await read_in(asked, "en")).view.ask, (await read_in(asked, "de")).view.ask
            assert [option.key for option in german.options] == [option.key for option in english.options]
            assert "Where is the" in english.text and "Wohin wird" in german.text
            assert (await read_in(asked, "tlh")).view.ask == german  # what there is not changes nothing

    asyncio.run(test())


def test_readers_of_one_language_cost_one_rendering() -> None:
    async def test() -> None:
        async with house() as opened:
            table, _, _ = await opened.two()
            session, words, trail = table.session, table.audience.words, table.audience.trail
            words.clear()
            assert session.game is not None
            assert words.view(session.game, 0, "de") is words.view(session.game, 0, "de")
            assert words.told(session, 0, 0, "de", trail) is words.told(session, 0, 0, "de", trail)
            assert words.view(session.game, 0, "de") is not words.view(session.game, 0, "en")

    asyncio.run(test())


@pytest.mark.parametrize(
    ("header", "chosen", "said"),
    [
        ("de", "", "Nur 1 Talisman"),
        ("", "", "Only 1 Talisman"),
        ("de", "en", "Only 1 Talisman"),
        ("en", "de", "Nur 1 Talisman"),
    ],
)
def test_a_page_reads_what_its_browser_asks_for_unless_it_chooses(
    header: str, chosen: str, said: str, tmp_path: Path
) -> None:
    with site(quick_settings(tmp_path)) as ann:
        made = ann.make("me", "open")
        with ann.socket(made["table"], headers={"Accept-Language": header}) as socket:
            socket.send_json({"type": "hello", "language": chosen})
            options = told(socket, "table")["info"]["options"]
            assert said in " ".join(option["text"] for option in options if option["id"] == "bloodbath")


@pytest.mark.slow
def test_books_lessons_and_the_catalogue_come_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        for path in ("/api/books/wargame", "/api/books/revised4", "/api/tutorial", "/api/catalogue"):
            german, english, usual = (
                ann.get(path, headers={"Accept-Language": wanted}).json() for wanted in ("de", "en", "")
            )
            assert german != english == usual
