"""What the server refuses, proposes and answers is said in the language of whoever reads it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from company import House, Page, house, in_a_house, rest
from sites import quick_settings, site, told

from stormriver import players, server
from stormriver.kernel.errors import StormriverError
from stormriver.language.catalogue import languages
from stormriver.language.message import sentence_of
from stormriver.language.rendering import language
from stormriver.server import problems
from stormriver.server.errors import NotFound
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import (
    Agree,
    Answer,
    FromPage,
    HandOver,
    Hello,
    Order,
    Pause,
    Put,
    Redo,
    Rematch,
    Resign,
    Say,
    Sit,
    TakeBack,
    Undo,
)
from stormriver.server.updates import taking_of
from test_rendering import outside

pytestmark = pytest.mark.slow

GERMAN = {"Accept-Language": "de"}
REFUSED: tuple[FromPage, ...] = (
    Answer(9999, "x"), Sit(7), Undo(), Redo(), Agree(True), HandOver(1, "nobody"), HandOver(9), HandOver(2),
    TakeBack(2), TakeBack(1), Order(drop=7), Order(add="x"), Pause(False), Rematch(), Resign(2), Resign(9),
    Say(" "), Put("Why?"),
)  # fmt: skip
"""Messages of a page that cannot be carried out when a game has just begun."""
NAMES = (*players.NAMES, "revised4", "options", "packs", "seats", "seat", "undo", "trophy_points", "sudden_death",
         "answers", "city_characters", "city_endings", "city", "frontier", "third", "wargame", "reference")  # fmt: skip
"""Names of fields, options and files, which are of no language."""


def foreign(text: str) -> str:
    """Return the letters of a refusal that no catalogue has said, names and what was sent apart."""
    return outside(re.sub(rf"'[^']*'|\b(Ann|Ben|Alda|{'|'.join(NAMES)})\b", "", text))


async def both(opened: House, **wanted: Any) -> tuple[LiveTable, Page, Page]:
    """Return a table of an English and a German reader."""
    table, ann, ben = await opened.two(**wanted)
    await rest(table)
    await ben.send(Hello(language="de"))
    return table, ann, ben


@in_a_house
async def test_two_readers_of_different_languages_read_one_refusal(opened: House) -> None:
    _, ann, ben = await both(opened)
    for message in (Say(" "), Rematch(), Agree(True)):
        english, german = await ann.refused(message), await ben.refused(message)
        assert english != german, message
    assert await ann.refused(Sit(5)) == "That seat is not yours."
    assert await ben.refused(Sit(5)) == "Das ist nicht dein Platz."


@in_a_house
async def test_two_readers_read_one_proposal(opened: House) -> None:
    table, ann, ben = await both(opened, undo="consent", preset="wargame")
    asked, other = (ann, ben) if ann.asked else (ben, ann)
    await asked.answer()
    name, reader = table.session.seating[asked.connection.seat].name, table.session.seating[other.connection.seat].name
    reasons = [taking_of(table.session, asked.connection.seat, code).reason for code in ("en", "de")]
    assert reasons == [f"{reader} must agree", f"{reader} muss zustimmen"]
    await asked.send(Undo())
    assert ann.info.proposal.text == f"{name} would take back the last decision."
    assert ben.info.proposal.text == f"{name} möchte die letzte Entscheidung zurücknehmen."


@in_a_house
async def test_standing_orders_are_told_in_the_language_of_the_page(opened: House) -> None:
    table, ann, ben = await both(opened)
    first = "at the start of your turn, before you move: never leave anything behind"
    assert ann.update.orders[0] == first
    assert ben.update.orders[0] == "zu Beginn deines Zuges, bevor du dich bewegst: nie etwas zurücklassen"
    table.session.obeyed[0] = ["roll|at the start of your turn, before you move", "in your turn"]
    assert table.session.declined(0, "de")[1] == "in your turn"  # as journals of earlier versions have it
    assert table.session.declined(0) == [first.partition(":")[0], "in your turn"]


# nothing is said past the catalogue: of a refusal no letter stands outside the signs, names and what was sent apart


def test_no_refusal_at_a_table_is_said_past_the_catalogue(signs: str) -> None:
    async def run() -> None:
        async with house() as opened:
            table, ann, ben = await opened.two("computer")
            await rest(table)
            for page in (ann, ben):
                page.connection.language = signs
                said = [await page.refused(message) for message in REFUSED]
                assert list(filter(foreign, said)) == []

    asyncio.run(run())


def test_no_text_of_a_table_is_said_past_the_catalogue(signs: str) -> None:
    async def run() -> None:
        async with house() as opened:
            table, ann, ben = await opened.two(undo="consent", preset="wargame")
            asked = ann if ann.asked else ben
            await asked.answer()
            await asked.send(Undo())
            info = table.info(asked.person, signs)
            assert info.proposal is not None
            said = [info.proposal.text, taking_of(table.session, asked.connection.seat, signs).reason]
            assert all(said) and list(filter(foreign, said)) == []

    asyncio.run(run())


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("GET", "/api/nowhere", None),
        ("PUT", "/api/tables", None),
        ("GET", "/api/tables/none", None),
        ("GET", "/api/books/revise4", None),
        ("GET", "/api/books/revised4?packs=town", None),
        ("GET", "/api/books/revised4?options=trophy_points", None),
        ("GET", "/api/books/revised4?options=trophy_point=3", None),
        ("GET", "/api/books/revised4?options=trophy_points=many", None),
        ("GET", "/api/books/revised4?options=trophy_points=99", None),
        ("GET", "/api/books/revised4?options=sudden_death=9", None),
        ("GET", "/api/tables/none/moments/x", None),
        ("POST", "/api/tables", None),
        ("POST", "/api/tables", "[" * 10_000),
        ("POST", "/api/tables", '{"seats": 1}'),
        ("POST", "/api/tables", '{"seat": []}'),
        ("POST", "/api/tables", '{"undo": "never"}'),
        ("POST", "/api/tables", '{"preset": "revise4", "seats": [{"who": "me"}, {"who": "computer"}]}'),
        ("POST", "/api/tables", '{"packs": ["town"], "seats": [{"who": "me"}, {"who": "computer"}]}'),
        ("POST", "/api/tables", '{"seats": [{"who": "me"}]}'),
        ("POST", "/api/tables", '{"seed": 3, "seats": [{"who": "me"}, {"who": "open"}]}'),
        ("POST", "/api/tables", '{"seats": [{"who": "me"}, {"who": "computer", "level": "nobody"}]}'),
        ("POST", "/api/tables", '{"name": "<>", "seats": [{"who": "me"}, {"who": "computer"}]}'),
        ("POST", "/api/tutorial/none", "{}"),
        ("POST", "/api/join/none", '{"name": "Ann"}'),
        ("POST", "/api/login", '{"name": "Ann", "password": "12345678"}'),
        ("POST", "/api/password", '{"password": "12345678", "new": "87654321"}'),
    ],
)
def test_no_refused_request_is_answered_past_the_catalogue(
    method: str, path: str, sent: str | None, signs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problems, "language_of", lambda request: signs)
    with site(quick_settings(tmp_path)) as ann:
        headers = {} if sent is None else {"Content-Type": "application/json"}
        answer = ann.request(method, path, content=sent, headers=headers)
        assert answer.status_code in range(400, 500)
        error = answer.json()["error"]
        assert error.count("⟦") and not foreign(error), error


def test_a_request_is_refused_in_the_language_that_it_asks_for(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        english, german = (ann.get("/api/tables/none", headers=wanted).json() for wanted in ({}, GERMAN))
        assert (english["error"], german["error"]) == ("There is no such table.", "Diesen Tisch gibt es nicht.")
        with ann.socket("none", headers=GERMAN) as socket:
            assert told(socket, "refused")["error"] == "Diesen Tisch gibt es nicht."


def test_a_message_that_cannot_be_read_is_refused_in_the_language_of_the_page(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        made = ann.make("me", "open")
        with ann.socket(made["table"]) as socket:
            socket.send_json({"type": "sit"})
            assert told(socket, "refused")["error"] == "The field seat is missing."
            socket.send_json({"type": "hello", "language": "de"})
            told(socket, "table")
            socket.send_json({"type": "sit"})
            assert told(socket, "refused")["error"] == "Das Feld seat fehlt."


def test_an_error_is_written_in_english_until_somebody_reads_it() -> None:
    error = NotFound("server.lobby.no_table")
    assert str(error) == "There is no such table." and sentence_of(error, "de") == "Diesen Tisch gibt es nicht."
    assert sentence_of(StormriverError("Plain."), "de") == "Plain."


def test_every_message_of_an_error_is_in_the_catalogue() -> None:
    """Whatever key of a room of the server stands in its code, all languages have."""
    files = Path(server.__file__).parent.glob("*.py")
    named = {key for file in files for key in re.findall(r'"((?:server|ruleset)\.[a-z_.]+[a-z])"', file.read_text())}
    for code in languages():
        known = language(code).catalogue.sections["messages"]
        groups = {key.rpartition(".")[0] for key in known}
        assert sorted(named - known.keys() - groups) == []
