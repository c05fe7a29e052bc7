"""The database hangs, is slow, or belongs to another server: nobody is blocked, nothing is lost, and it is said."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from company import House, Page, facts, in_a_house, play, rest, same, until
from hanging import PATIENCE, asked_on_the_loop, hanging
from sites import Browser, quick_settings, site, told
from starlette.websockets import WebSocketDisconnect

from stormriver.kernel.errors import StormriverError
from stormriver.server.autoplay import automatic_answer
from stormriver.server.cluster.leases import Lease, LeaseLost
from stormriver.server.database_lock import DatabaseInUse
from stormriver.server.errors import Unavailable
from stormriver.server.journal_writer import Batch
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Answer, Refused, Resign, Said, Say, Undo, Update
from stormriver.server.store import Store, Stored

SILENT = "The database does not answer just now; please try again in a moment."


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


# never on the event loop


@pytest.mark.slow
def test_the_event_loop_never_asks_the_database_itself(ann: Browser) -> None:
    with asked_on_the_loop(ann.lobby.database.store.engine) as found:
        made = ann.make("me", "open", listed=True)
        ben = ann.another()
        ben.post("/api" + made["seat_links"]["1"], json={"name": "Ben"})
        ann.another().post("/api" + made["watch_link"])
        with ann.socket(made["table"]) as socket:
            socket.send_json({"type": "hello"})
            told(socket, "update")
            socket.send_json({"type": "say", "text": "Hello"})
            told(socket, "said")
        for path in ("/healthz", "/api/me", "/api/me/tables", "/api/me/statistics", "/api/tables"):
            assert ann.get(path).status_code == 200
        for path in ("", "/book", "/moments/0"):
            assert ann.get(f"/api/tables/{made['table']}{path}").status_code == 200
        account = {"name": "Ann", "password": "a long password"}
        assert ann.post("/api/accounts", json=account).status_code == 201
        assert ben.post("/api/login", json=account).status_code == 200
        changed = {"password": account["password"], "new": "another password"}
        assert ben.post("/api/password", json=changed).status_code == 200
        assert ben.post("/api/logout").status_code == 200
        assert ann.post("/api/logout/everywhere").status_code == 200
        assert ann.another().post("/api/join/nowhere", json={"name": "Cleo"}).status_code == 404
    assert found == []


@in_a_house
async def test_that_check_finds_a_call_on_the_event_loop(opened: House) -> None:
    with asked_on_the_loop(opened.store.engine) as found:
        opened.store.person(opened.person())
        await opened.database.ask(Store.person, 1)
    assert len(found) >= 2


# a database that hangs


@pytest.mark.slow
def test_while_the_database_hangs_the_server_lives_and_says_that_it_is_not_ready(ann: Browser) -> None:
    with hanging(ann.lobby.database):
        begun = time.monotonic()
        assert ann.get("/healthz/live").json()["status"] == "ok"
        assert ann.get("/api/catalogue").status_code == 200
        for path in ("/healthz", "/healthz/ready", "/api/tables"):
            answer = ann.get(path)
            assert (answer.status_code, answer.json()["error"]) == (503, SILENT)
        assert time.monotonic() - begun < 10
    assert ann.get("/healthz").json()["status"] == "ok"


@pytest.mark.slow
def test_while_the_database_hangs_pings_are_answered_and_answers_refused(ann: Browser) -> None:
    table = ann.make("me", "me")["table"]
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        session = ann.lobby.live[table].session
        update = told(socket, "update")
        while update["version"] < session.version or automatic_answer(session) is not None:
            update = told(socket, "update")
        version, ask = session.version, session.game.ask
        with hanging(ann.lobby.database):
            socket.send_json({"type": "sit", "seat": ask.seat})
            socket.send_json({"type": "answer", "version": version, "key": ask.keys[0], "id": 5})
            socket.send_json({"type": "ping", "id": 6})
            *before, refused = _until_refused(socket)
            assert 6 in [message["id"] for message in before if message["type"] == "pong"]
            assert (refused["id"], refused["error"]) == (5, SILENT)
        update = told(socket, "update")
        while update["version"] <= version:
            update = told(socket, "update")
        assert ann.lobby.live[table].session.decisions[0].key


@pytest.mark.slow
def test_a_socket_that_comes_while_the_database_hangs_is_told_to_come_again(ann: Browser) -> None:
    """Closed as one that may not come, it would not connect anew by itself."""
    table = ann.make("me", "me")["table"]
    with hanging(ann.lobby.database), ann.socket(table) as socket:
        assert told_of_refusal(socket) == SILENT
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_text()
    assert (end.value.code, end.value.reason) == (1013, SILENT)
    with ann.socket(table) as again:
        again.send_json({"type": "hello"})
        assert told(again, "table")["info"]["id"] == table


def told_of_refusal(socket: Any) -> str:
    """Return what the next message refuses."""
    message = json.loads(socket.receive_text())
    assert message["type"] == "refused"
    return str(message["error"])


def _until_refused(socket: Any) -> list[dict[str, Any]]:
    """Return what is told, up to the first thing that is refused."""
    found: list[dict[str, Any]] = [{"type": ""}]
    while found[-1]["type"] != "refused":
        found.append(json.loads(socket.receive_text()))
    return found


@pytest.mark.slow
@in_a_house
async def test_what_the_database_kept_late_is_shown_once_it_answers(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    asked = ann if ann.asked else ben
    version = table.session.version
    ask = asked.update.view.ask
    assert ask is not None
    with hanging(opened.database):
        await asked.send(Answer(version, ask.options[0].key))
        assert asked.last(Refused).error == SILENT
        await ben.send(Say("Is anybody there?"))
        assert ben.last(Refused).error == SILENT
        assert not any(isinstance(got, Said) for got in ann.received)
    await until(lambda: ann.update.version > version and ben.update.version > version)
    await rest(table)
    same(facts(opened.kept(table.id)), facts(table.session))
    await ben.send(Say("There you are."))
    assert ann.last(Said).text == "There you are."


@pytest.mark.slow
@in_a_house
async def test_what_was_not_begun_when_the_database_hung_never_happens(opened: House) -> None:
    (first, ann, _), (second, cleo, dan) = await opened.two(), await opened.two()
    await asyncio.gather(rest(first), rest(second))
    before = facts(second.session)
    with hanging(opened.database):
        under_way = asyncio.create_task(ann.send(Say("First")))
        await asyncio.sleep(PATIENCE / 3)
        await asyncio.gather(under_way, cleo.send(Say("Second")))
        assert cleo.last(Refused).error == SILENT
    await until(lambda: not (first.adrift or second.adrift))
    assert [kept.entry.text for kept in opened.kept(first.id).said] == ["First"]  # type: ignore[union-attr]
    same(facts(opened.kept(second.id)), before)
    await dan.send(Say("Third"))
    assert [kept.entry.text for kept in opened.kept(second.id).said] == ["Third"]  # type: ignore[union-attr]


@in_a_house
async def test_what_fails_once_nobody_waits_for_it_any_more_is_no_fault_of_the_loop(opened: House) -> None:
    """Be it that the database took too long, or that whoever asked has gone."""
    table, _ = await opened.table("me:Ann", "open")
    told: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["message"]))
    database, lost = opened.database, Batch(table.id, Lease("another server", 1), [], {}, state="over")
    with hanging(database):
        gone = asyncio.create_task(database.keep(lost))
        asked = asyncio.create_task(database.ask(Store.table, "none"))
        await asyncio.sleep(PATIENCE / 3)
        for task in (gone, asked):
            task.cancel()
        with pytest.raises(Unavailable):
            await database.keep(lost)
        with pytest.raises(Unavailable):
            await database.ask(Store.table, "none")
    with pytest.raises(LeaseLost):
        await database.keep(lost)
    del gone, asked, task
    await asyncio.sleep(0)
    gc.collect()
    assert told == []


class Tardy:
    """An database that says for a while that the database does not answer, be it to what was kept all the same."""

    def __init__(self, opened: House, keeps: bool) -> None:
        self.database = opened.database
        self.keeps = keeps
        self._keep, self._table = self.database.keep, self.database.table
        self.database.keep = self.keep  # type: ignore[method-assign]

    async def keep(self, batch: Batch) -> None:
        if self.keeps:
            await self._keep(batch)
        raise Unavailable("server.silent")

    def tell_nothing(self) -> None:
        """Do not tell either what is kept."""
        self.database.table = self.table  # type: ignore[method-assign]

    async def table(self, table: str) -> Stored:
        raise Unavailable("server.silent")

    def answer(self) -> None:
        """Be there again."""
        self.database.keep, self.database.table = self._keep, self._table  # type: ignore[method-assign]


@in_a_house
async def test_what_is_kept_after_all_is_carried_out_and_not_told_as_lost(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    asked, other = (ann, ben) if ann.asked else (ben, ann)
    version = table.session.version
    ask = asked.update.view.ask
    assert ask is not None
    tardy = Tardy(opened, keeps=True)
    sent = await asked.send(Answer(version, ask.options[0].key, id=5))
    assert [got.id for got in sent if isinstance(got, Update)] == [5]
    assert not any(isinstance(got, Refused) for got in sent)
    assert other.update.version == version + 1
    tardy.answer()
    await rest(table)
    same(facts(opened.kept(table.id)), facts(table.session))


@pytest.mark.parametrize("tells", [True, False])
def test_an_undo_that_is_kept_late_cuts_the_log_of_everybody(tells: bool) -> None:
    @in_a_house
    async def run(opened: House) -> None:
        table, ann, ben = await opened.two(undo="free")
        await until_free(table, ann, ben)
        told_before = len(table.session.log)
        tardy = Tardy(opened, keeps=True)
        if not tells:
            tardy.tell_nothing()
        version = table.session.version
        sent = await ann.send(Undo())
        assert any(isinstance(got, Refused) for got in sent) != tells
        tardy.answer()
        await until(lambda: all(page.update.version > version for page in (ann, ben)))
        cut = table.session.cuts[-1].events
        for page in (ann, ben):
            [undone] = [got for got in page.received if isinstance(got, Update) and got.undone >= 0]
            assert undone.undone == cut < told_before and all(one.number >= cut for one in undone.told)
        same(facts(opened.kept(table.id)), facts(table.session))

    run()


async def until_free(table: LiveTable, ann: Page, ben: Page) -> None:
    """Play until Ann may take their last decision back at will."""
    for _ in range(200):
        await until(lambda: ann.asked or ben.asked)
        page = ann if ann.asked else ben
        await page.answer()
        await rest(table)
        if ann.update.taking.free:
            return
    raise AssertionError("that never came about")


@pytest.mark.slow
@in_a_house
async def test_after_an_undo_that_was_lost_nothing_is_told_twice(opened: House) -> None:
    table, person = await opened.table("me:Ann", "computer")
    ann = await Page(table, person).hello()
    await play(table, ann, answers=40)
    await until(lambda: ann.asked)
    tardy = Tardy(opened, keeps=False)
    logged, count = len(table.session.log), len(ann.received)
    assert "could not be stored" in await ann.refused(Undo())
    tardy.answer()
    await ann.answer()
    await until(lambda: ann.asked)
    updates = [got for got in ann.received[count:] if isinstance(got, Update)]
    assert updates and {update.undone for update in updates} == {-1}
    assert all(one.number >= logged for update in updates for one in update.told)


@pytest.mark.slow
@in_a_house
async def test_nobody_is_told_that_they_have_a_seat_which_is_not_kept(opened: House) -> None:
    table, _ = await opened.table("me:Ann", "open")
    secret, ben = table.session.seating[1].secret or "", opened.person()
    tardy = Tardy(opened, keeps=False)
    tardy.tell_nothing()
    for _ in range(2):
        with pytest.raises(Unavailable):
            await opened.lobby.join(secret, "Ben", ben)
    tardy.answer()
    await until(lambda: not table.adrift)
    assert table.session.seating[1].who == opened.kept(table.id).seating[1].who == "open"
    assert (await opened.lobby.join(secret, "Ben", ben)).seat == 1
    assert opened.kept(table.id).seating[1].person == ben


@pytest.mark.slow
@in_a_house
async def test_who_takes_a_seat_at_a_table_that_comes_back_has_it(opened: House) -> None:
    table, person = await opened.table("me:Ann", "open")
    ann, ben = await Page(table, person).hello(), opened.person()
    tardy = Tardy(opened, keeps=False)
    tardy.tell_nothing()
    await ann.send(Say("Hello"))
    assert ann.last(Refused).error == SILENT and table.adrift
    await asyncio.sleep(0.05)  # the table has tried by itself to come back, and rests
    tardy.answer()
    joined = await opened.lobby.join(table.session.seating[1].secret or "", "Ben", ben)
    await rest(table)
    assert (joined.seat, opened.kept(table.id).seating[1].person) == (1, ben)
    same(facts(opened.kept(table.id)), facts(table.session))


@in_a_house
async def test_a_table_whose_beginning_is_kept_late_begins(opened: House) -> None:
    person, tardy = opened.person(), Tardy(opened, keeps=True)
    tardy.tell_nothing()
    with pytest.raises(Unavailable):
        await opened.table("me", "computer", person=person)
    tardy.answer()
    [table] = opened.lobby.live.values()
    page = await Page(table, person).hello()
    await until(lambda: page.asked)


@in_a_house
async def test_an_end_that_is_not_kept_tells_no_seed(opened: House) -> None:
    table, ann, ben = await opened.two(preset="wargame")
    await rest(table)
    tardy = Tardy(opened, keeps=False)
    tardy.tell_nothing()
    assert any(isinstance(got, Refused) for got in await ben.send(Resign(1)))
    assert table.session.over and table.adrift
    with pytest.raises(Unavailable):
        await table.settled_info(ann.person)
    tardy.answer()
    info = await table.settled_info(ann.person)
    assert (info.state, info.seed, info.salt) == ("playing", "", "")


@pytest.mark.slow
@in_a_house
async def test_a_table_that_waits_for_the_database_holds_up_no_other_work(opened: House) -> None:
    with hanging(opened.database), pytest.raises(Unavailable):
        await asyncio.gather(*(opened.lobby.tables_of(1) for _ in range(50)))
    assert await opened.lobby.tables_of(1) == []


# two servers


def test_a_second_server_on_a_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    first = Store(url, alone=True)
    with pytest.raises(DatabaseInUse, match=rf"^Another server uses the database {tmp_path}/tables\.db: end "):
        Store(url, alone=True)
    Store(url).close()  # to read it is no harm
    first.close()
    Store(url, alone=True).close()


@pytest.mark.slow
def test_the_claim_of_a_server_that_was_killed_is_void(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    code = (
        "import sys; from stormriver.server.store import Store; s = Store(sys.argv[1], alone=True); print(1); input()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-uc", code, url], stdin=pipe, stdout=pipe) as other:
        assert other.stdout is not None and other.stdout.readline() == b"1\n"
        with pytest.raises(DatabaseInUse):
            Store(url, alone=True)
        other.kill()
        other.wait()
        Store(url, alone=True).close()


def test_serve_leaves_with_the_sentence_if_another_server_has_the_database(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from stormriver.cli.app import app

    url = f"sqlite:///{tmp_path}/tables.db"
    first = Store(url, alone=True)
    said = CliRunner().invoke(app, ["serve", "--port", "0", "--database", url])
    first.close()
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.splitlines()[-1].startswith("Another server uses the database")
    assert "Traceback" not in said.stderr


def test_a_claim_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.db.lock").mkdir()
    with pytest.raises(StormriverError, match=r"tables\.db\.lock cannot be written: unable to open"):
        Store(f"sqlite:///{tmp_path}/tables.db", alone=True)
