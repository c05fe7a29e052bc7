"""Moderation over HTTP and by the command line: each refusal, each role."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sites import Browser, quick_settings, site, told
from typer.testing import CliRunner

from stormriver.cli.app import app
from stormriver.server.moderation import moderation
from stormriver.server.moderation.facts import ActWanted
from stormriver.server.moderation.routes import MODERATION

PASSWORD = "a long password"
READ = [one.path for one in MODERATION if one.path.startswith("/api/admin") and one.method == "GET"]


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


def account(browser: Browser, name: str) -> int:
    """Make an account, and return the person's number."""
    assert browser.post("/api/accounts", json={"name": name, "password": PASSWORD}).status_code == 201
    return int(browser.lobby.database.store.account(name).id)


def operator(browser: Browser, name: str = "Sue") -> Browser:
    """Return the browser of an operator."""
    found = browser.another()
    number = account(found, name)
    app: Any = found.app
    assert found.portal is not None
    found.portal.call(app.state.moderation.act, None, ActWanted("grant", person=number))
    return found


@pytest.mark.slow
def test_nobody_but_operators_sees_or_does_what_is_theirs(ann: Browser) -> None:
    person, sue = ann.another(), operator(ann)
    account(person, "Bob")
    for browser in (ann, person):
        for path in READ:
            answer = browser.get(path)
            assert (answer.status_code, answer.json()["error"]) == (403, "This is for the operators of this server.")
        assert browser.post("/api/admin/acts", json={"what": "ban", "person": 1}).status_code == 403
        assert not browser.get("/api/me").json()["operator"]
    assert sue.get("/api/me").json()["operator"]
    for path in READ:
        assert sue.get(path).status_code == 200, path
    assert sue.post("/api/admin/acts", json={"what": "crown", "person": 1}).status_code in (400, 422)
    assert sue.post("/api/admin/acts", json={"what": "ban"}).json()["where"] == "person"
    assert sue.post("/api/admin/acts", json={"what": "ban", "person": 4711}).status_code == 404


@pytest.mark.long
def test_the_load_is_told_in_the_reader_s_sentences(ann: Browser) -> None:
    sue = operator(ann)
    ann.make("me", "computer")
    said = sue.get("/api/admin", headers={"Accept-Language": "de"}).json()
    assert "Tische in der Datenbank: 1; davon im Spiel: 1." in said["sentences"]
    assert said["reports"] == 0 and any(
        "Tables in memory: 1" in one for one in sue.get("/api/admin").json()["sentences"]
    )


@pytest.mark.long
def test_who_is_banned_makes_joins_and_watches_nothing_but_has_their_data(ann: Browser) -> None:
    sue, bob = operator(ann), ann.another()
    number = account(bob, "Bob")
    made = ann.make("me", "open", listed=True)
    assert sue.post("/api/admin/acts", json={"what": "ban", "person": number, "why": "Spam"}).status_code == 201
    for path, body in (
        ("/api/tables", {"seats": [{"who": "me"}], "name": "Bob"}),
        (f"/api{made['seat_links']['1']}", {"name": "Bob"}),
        (f"/api{made['watch_link']}", {}),
    ):
        answer = bob.post(path, json=body)
        assert (answer.status_code, "banned you" in answer.text) == (403, True), path
    with bob.socket(made["table"]) as socket:
        assert "banned you" in socket.receive_text()
    assert bob.get("/api/me/data").json()["account"] == "Bob"
    assert bob.post("/api/me/deletion", json={"password": PASSWORD}).status_code == 200
    (act,) = [act for act in sue.get("/api/admin/acts").json() if act["what"] == "ban"]
    assert (act["operator"], act["whom"], act["why"]) == ("Sue", f"Somebody ({number})", "Spam")


@pytest.mark.long
def test_an_account_is_deleted_with_its_password_alone_and_its_cookie_is_worth_nothing(ann: Browser) -> None:
    account(ann, "Ann")
    assert ann.post("/api/me/deletion", json={"password": "another one"}).status_code == 403
    ann.make("me", "computer")
    assert ann.post("/api/me/deletion", json={"password": PASSWORD}).json()["account"] == ""
    assert ann.post("/api/login", json={"name": "Ann", "password": PASSWORD}).status_code == 403
    assert ann.get("/api/me/tables").json() == [] and ann.get("/api/me/data").json()["rows"] == {}
    assert operator(ann).get("/api/admin/people?search=ann").json() == []
    nobody = ann.another()
    assert nobody.post("/api/me/deletion", json={}).status_code == 200
    assert nobody.get("/api/me/data").json() == {"name": "", "account": "", "rows": {}, "said": {}}


@pytest.mark.long
def test_reports_come_from_those_who_are_there_and_not_too_often(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, rate_reports="2/hour")) as ann:
        table = ann.make("me", "computer")["table"]
        wanted = {"table": table, "reason": "Odd", "seat": 0}
        assert ann.another("10.0.0.2").post("/api/reports", json=wanted).status_code == 403
        assert ann.post("/api/reports", json={**wanted, "reason": ""}).status_code in (400, 422)
        assert ann.post("/api/reports", json=wanted).status_code == 201
        assert ann.post("/api/reports", json=wanted).status_code == 429


@pytest.mark.long
def test_who_looks_on_and_is_shown_out_is_told_so_by_their_page(ann: Browser) -> None:
    made, eve = ann.make("me", "computer"), ann.another()
    eve.post(f"/api{made['watch_link']}", json={})
    with ann.socket(made["table"]) as host, eve.socket(made["table"]) as looking:
        for socket in (host, looking):
            socket.send_json({"type": "hello", "id": 1})
            told(socket, "table")
        host.send_json({"type": "kick", "id": 2})
        while (message := looking.receive())["type"] != "websocket.close":
            pass
        assert message["reason"] == "You have been shown out of this table."
    assert eve.get(f"/api/tables/{made['table']}").status_code == 403


# by the command line


def run(*words: str) -> tuple[int, str]:
    """Run `stormriver admin`, and return its exit code and what it says."""
    said = CliRunner().invoke(app, ["admin", *words])
    return said.exit_code, said.output


@pytest.mark.long
def test_the_command_line_acts_at_a_server_that_runs_and_at_one_that_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "LOOK_SECONDS", 0.01)
    settings = quick_settings(tmp_path)
    monkeypatch.setenv("STORMRIVER_DATABASE", settings.database)
    with site(settings) as ann:
        number = account(ann, "Ann")
        with monkeypatch.context() as unlucky:
            unlucky.setattr(secrets, "token_urlsafe", lambda size: "-L" + secrets.token_hex(size))
            table = ann.make("me", "computer", name="Ann")["table"]
        assert run("grant", "ann", "--why", "The first") == (0, "It is done.\n")
        assert ann.get("/api/admin").status_code == 200
        assert run("delete-table", "none") == (2, "That could not be done: There is no such table.\n")
    assert run("end-table", table) == (0, "It is done.\n")
    assert run("ban", str(number)) == (0, "It is done.\n")
    assert run("ban", "nobody")[1] == "There is no account and no number 'nobody'.\n"
    assert "stopped" in run("tables")[1] and "The first" in run("acts")[1]
    assert run("people", "--operators")[1].splitlines()[1].startswith(f"{number} ")
    assert "Tables in the database: 1" in run("load")[1]
    assert '"reports": 0' in run("load", "--json")[1] and run("reports", "--json")[1] == "[]\n"
