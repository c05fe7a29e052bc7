"""The machine fails under the server: each fault is a sentence, and once it is over everything goes on.

Handles that run out and requests that are half sent are in `test_connection_limits.py`, a database that hangs is in
`test_database.py`.
"""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from company import House, facts, in_a_house, play, rest, same
from limits.storage import memory
from remote import Remote, Server
from sites import Browser, quick_settings, site, told
from sqlalchemy import Float, Integer, LargeBinary, String, Text, event, func, insert, select, update
from sqlalchemy.schema import Table

from stormriver.kernel.errors import StormriverError
from stormriver.server.models import Model
from stormriver.server.security import RateLimits
from stormriver.server.store import Store

SILENT = "The database does not answer just now; please try again in a moment."
NOT_STORED = "What was done could not be stored; the table stands where it stood. Please try again."
DAMAGED = "What is kept of this table is damaged; whoever runs the server may have it in a backup."
A_DAY = 24 * 3600.0


# the database


@contextmanager
def locked(ann: Browser) -> Iterator[None]:
    """Let another process have the database to itself."""
    other = sqlite3.connect(ann.lobby.database.store.engine.url.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@contextmanager
def read_only(ann: Browser) -> Iterator[None]:
    """Let nobody write to the database, as on a disk that the system has mounted anew after an error."""
    engine = ann.lobby.database.store.engine

    def refuse(connection: Any, cursor: Any, *_: Any) -> None:
        cursor.connection.execute("PRAGMA query_only=ON")

    def allow(connection: Any, cursor: Any, *_: Any) -> None:
        cursor.connection.execute("PRAGMA query_only=OFF")

    event.listen(engine, "before_cursor_execute", refuse)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", refuse)
        event.listen(engine, "before_cursor_execute", allow)


@pytest.mark.parametrize("fault", [locked, read_only])
def test_what_cannot_be_written_is_refused_in_a_sentence_and_goes_on_afterwards(
    fault: Callable[[Browser], AbstractContextManager[None]], tmp_path: Path
) -> None:
    with site(quick_settings(tmp_path, database_seconds=0.3)) as ann:
        table = ann.make("me", "me")["table"]
        with ann.socket(table) as socket:
            socket.send_json({"type": "hello"})
            told(socket, "update")
            with fault(ann):
                socket.send_json({"type": "say", "text": "Is anybody there?", "id": 5})
                assert refused(socket, 5) in (SILENT, NOT_STORED)
                socket.send_json({"type": "ping", "id": 6})
                assert told(socket, "pong")["id"] == 6
                answer = ann.post("/api/tables", json={"seats": [{"who": "me"}] * 2})
                assert (answer.status_code, answer.json()["error"]) == (503, SILENT)
                assert ann.get(f"/api/tables/{table}").status_code in (200, 503)
            again = said(socket, "There you are.")
            assert again["text"] == "There you are."
        assert ann.make("me", "me")["table"] != table


def said(socket: Any, text: str) -> dict[str, Any]:
    """Say something until it is heard: a table that could not write looks first what is kept."""
    for number in range(100, 200):
        socket.send_json({"type": "say", "text": text, "id": number})
        while (heard := json.loads(socket.receive_text()))["type"] not in ("said", "refused"):
            pass
        if heard["type"] == "said" and heard["text"] == text:
            return dict(heard)
    raise AssertionError("nothing was heard")


def refused(socket: Any, number: int) -> str:
    """Return why a message was refused."""
    while (heard := json.loads(socket.receive_text()))["type"] != "refused" or heard["id"] != number:
        assert heard.get("id") != number, heard
    return str(heard["error"])


def test_a_disk_that_is_full_refuses_in_a_sentence_and_has_lost_nothing_once_there_is_room(tmp_path: Path) -> None:
    """Full is played by a limit on the length of files: writing beyond fails as on a disk with no room."""

    async def run() -> None:
        with server.browser() as browser:
            made = browser.post("/api/tables", json={"seats": [{"who": "me"}] * 2, "name": "Ann"}).json()
            page = Remote(server, made["table"], browser.cookies)
            await page.hello()
            await heard(page, "update")
            let_files_have(server, 4096)
            await page.say(type="say", text="Is there room?", id=5)
            assert (await heard(page, "refused"))["error"] == NOT_STORED
            await page.say(type="ping", id=6)
            assert (await heard(page, "pong"))["id"] == 6
            assert browser.get("/").status_code == 200
            assert browser.post("/api/tables", json={"seats": [{"who": "me"}] * 2}).status_code == 503
            let_files_have(server, resource.RLIM_INFINITY)
            await until_said(page, "There is.")
            assert browser.post("/api/tables", json={"seats": [{"who": "me"}] * 2}).status_code == 201
            await page.close()
            store = Store(server.settings["database"])
            lines = [line.entry for line in store.table(made["table"]).lines]
            store.close()
            assert [line.text for line in lines if hasattr(line, "text")] == ["There is."]

    server, errors = Server(tmp_path, thinkers=0), tmp_path / "errors"
    with errors.open("wb") as stream:
        server.start(stderr=stream)
        try:
            asyncio.run(asyncio.wait_for(run(), 60))
        finally:
            server.kill()
    assert "Traceback" not in errors.read_text()


def let_files_have(server: Server, most: int) -> None:
    """Let no file of a server's process grow beyond so many bytes."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


async def heard(page: Remote, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while (message := await page.hear())["type"] != kind:
        pass
    return message


async def until_said(page: Remote, text: str) -> None:
    """Say something until it is heard."""
    while True:
        await page.say(type="say", text=text)
        while (message := await page.hear())["type"] not in ("said", "refused"):
            pass
        if message["type"] == "said":
            assert message["text"] == text
            return


def test_a_database_in_a_folder_that_nobody_may_write_to_is_told_when_the_server_starts(tmp_path: Path) -> None:
    missing = f"sqlite:///file:{tmp_path}/tables.db?mode=ro&uri=true"
    with pytest.raises(StormriverError, match="cannot be opened: unable to open database file"):
        Store(missing)
    assert not Path("file:").exists(), "an address is no folder"


# the clock


@pytest.mark.parametrize("by", [-A_DAY, 400 * A_DAY])
def test_a_clock_that_is_set_back_or_forward_changes_nothing_at_a_table(by: float) -> None:
    @in_a_house
    async def run(opened: House) -> None:
        table, ann, ben = await opened.two()
        await play(table, ann, ben, answers=10)
        await rest(table)
        opened.time.seconds += by
        for page in (ann, ben):
            assert (await page.hello()).update.since >= 0
        await play(table, ann, ben, answers=20)
        await rest(table)
        assert table.session.state == "playing"
        same(facts(opened.kept(table.id)), facts(table.session))

    run()


def test_a_clock_that_is_set_back_shuts_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [1_000_000.0]
    monkeypatch.setattr(memory.time, "time", lambda: seconds[0])
    rates = RateLimits(quick_settings(tmp_path, rate_logins="3/minute"))
    for _ in range(3):
        rates.count("logins", "10.0.0.1")
    seconds[0] -= A_DAY
    rates.count("logins", "10.0.0.1")


# rows that say nothing


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str], list[str]]:
    """Return a folder with the database of a site, Ann's cookies, and the ids of a table of Ann's and one of Ben's."""
    folder = tmp_path_factory.mktemp("site")
    with site(quick_settings(folder, webhooks=True, webhooks_private=True)) as ann:
        tables = [browser.make("me", "me", listed=True)["table"] for browser in (ann, ann.another())]
        ann.post("/api/accounts", json={"name": "Ann", "password": "a long password"})
        ann.post("/api/me/tokens", json={"name": "bot"})
        ann.post("/api/me/webhooks", json={"url": "http://127.0.0.1:9/told"})
        ann.post(f"/api/me/tables/{tables[0]}", json={"place": "archive"})
        return folder, dict(ann.cookies), tables


JUNK = {Text: '{"junk": [“', Float: 1e300, Integer: -7, LargeBinary: b"junk", String: "junk"}
OF_A_TABLE = {"tables": "id", "journal": "table", "seats": "table"}
"""The tables of the database whose rows belong to one table of the game, and the column that names it."""
LISTS = ("/api/me", "/api/me/tables", "/api/tables", "/api/me/statistics", "/api/me/tokens", "/api/me/webhooks")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(Model.metadata.tables))
def test_junk_in_a_row_breaks_nothing_else(
    name: str, played: tuple[Path, dict[str, str], list[str]], tmp_path: Path
) -> None:
    folder, cookies, (mine, other) = played
    rows = Model.metadata.tables[name]
    for column in rows.columns:
        if column.primary_key or column.foreign_keys or column.unique or column.name == "account_key":
            continue
        shutil.copy(folder / "test.db", tmp_path / "test.db")
        put_junk(tmp_path, rows, column.name, mine)
        with site(quick_settings(tmp_path, webhooks=True)) as ann:
            ann.cookies.update(cookies)
            where = f"{name}.{column.name}"
            for path in (*LISTS, f"/api/tables/{other}"):
                answer = ann.get(path)
                assert answer.status_code in (200, 403), (where, path, answer.text)
            for path in ("", "/book", "/moments/0"):
                answer = ann.get(f"/api/tables/{mine}{path}")
                assert answer.status_code < 500 or answer.json()["error"] == DAMAGED, (where, path, answer.text)


def put_junk(folder: Path, rows: Table, column: str, mine: str) -> None:
    """Write junk into a column, of one table's rows where they belong to one; into a new row if there is none."""
    store = Store(f"sqlite:///{folder}/test.db")
    junk = {one.name: next((junk for kind, junk in JUNK.items() if isinstance(one.type, kind)), 1) for one in rows.c}
    change = update(rows).values({column: junk[column]})
    if rows.name in OF_A_TABLE:
        change = change.where(rows.c[OF_A_TABLE[rows.name]] == mine)
    with store.engine.begin() as connection:
        if not connection.execute(change).rowcount:
            owners = {one.name: next(iter(one.foreign_keys)).column for one in rows.c if one.foreign_keys}
            refers = {name: connection.scalar(select(func.min(owner))) for name, owner in owners.items()}
            refers |= {"table": mine} if "table" in owners else {}
            connection.execute(insert(rows).values({**junk, **refers}))
    store.close()
