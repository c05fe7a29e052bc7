"""API tokens: what opens to them and what does not, who is told what of them, and when they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sites import Browser, browser, quick_settings, site, told
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from stormriver.server import openapi
from stormriver.server.routes import OPERATIONS

ANN = {"name": "Ann", "password": "correct horse"}


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with site(quick_settings(tmp_path_factory.mktemp("site"))) as found:
        yield found


def token_of(person: Browser, *scopes: str) -> dict[str, Any]:
    """Return a new token of a person."""
    made = person.post("/api/me/tokens", json={"name": "my bot", "scopes": list(scopes) or ["play", "create"]})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def program(person: Browser, token: str) -> Browser:
    """Return a program at the same site, which has a token, and neither a cookie nor an origin."""
    found = browser(person.app, str(person.base_url))
    found.portal = person.portal
    del found.headers["Origin"]
    found.headers["Authorization"] = f"Bearer {token}"
    return found


# what it opens


def test_a_program_makes_a_table_in_its_persons_name_and_plays_there(ann: Browser) -> None:
    person = ann.another()
    bot = program(person, token_of(person)["token"])
    made = bot.post("/api/tables", json={"seats": [{"who": "me"}, {"who": "open"}], "name": "Ann"})
    assert made.status_code == 201 and "set-cookie" not in made.headers
    table = made.json()["table"]
    assert [line["id"] for line in person.get("/api/me/tables").json()] == [table]
    joined = ann.another().post("/api" + made.json()["seat_links"]["1"], json={"name": "Ben"})
    assert joined.status_code == 200
    with bot.socket(table) as line:
        line.send_json({"type": "hello"})
        update = told(line, "update")
        line.send_json({"type": "say", "text": "Hello!"})
        assert told(line, "said")["text"] == "Hello!"
    assert update["view"]["seat"] == 0


def test_a_token_to_watch_shows_what_is_ones_own_and_changes_nothing(ann: Browser) -> None:
    person = ann.another()
    made = person.make("me", "open")
    looker = program(person, token_of(person, "watch")["token"])
    assert looker.get(f"/api/tables/{made['table']}").json()["seats"][0]["mine"]
    for path, body in (
        ("/api/tables", {"seats": [{"who": "me"}] * 2}),
        (f"/api{made['seat_links']['1']}", {"name": "B"}),
    ):
        answer = looker.post(path, json=body)
        assert (answer.status_code, "lacks the scope" in answer.json()["error"]) == (403, True)
    with looker.socket(made["table"]) as line:
        line.send_json({"type": "hello"})
        assert told(line, "table")["info"]["seats"][0]["mine"]
        for message in ({"type": "say", "text": "Hello!"}, {"type": "start", "fill": True}):
            line.send_json({**message, "id": 7})
            while (refused := line.receive_json())["type"] != "refused":
                pass
            assert refused == {
                "type": "refused",
                "error": "This API token may not do that: it lacks the scope play.",
                "id": 7,
            }


def test_what_concerns_accounts_opens_to_no_token(ann: Browser) -> None:
    person = ann.another()
    made = token_of(person, "watch", "play", "create")
    bot = program(person, made["token"])
    for method, path, body in (
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", {"name": "another"}),
        ("DELETE", f"/api/me/tokens/{made['known']['id']}", None),
        ("POST", "/api/accounts", ANN),
        ("POST", "/api/login", ANN),
        ("POST", "/api/password", {"password": "x", "new": "correct horse"}),
        ("POST", "/api/logout/everywhere", None),
    ):
        answer = bot.request(method, path, json=body)
        assert (answer.status_code, "No API token reaches this" in answer.json()["error"]) == (403, True), path


def test_every_address_says_to_which_scope_it_opens() -> None:
    paths = openapi.document(OPERATIONS)["paths"]
    assert paths["/api/tables"]["post"]["security"] == [{}, {"cookie": []}, {"token": ["create"]}]
    assert paths["/api/tables"]["get"]["security"][-1] == {"token": ["watch"]}
    closed = {path for path, methods in paths.items() for one in methods.values() if len(one["security"]) == 2}
    assert closed == {
        *("/api/accounts", "/api/login", "/api/password", "/api/logout", "/api/logout/everywhere"),
        *("/api/login/recovery", "/api/login/passkey", "/api/login/passkey/options"),
        *("/api/login/openid", "/api/login/openid/answer", "/api/me/ways-in", "/api/me/confirmation"),
        *("/api/me/identities", "/api/me/identities/{identity}"),
        *("/api/me/sessions", "/api/me/sessions/{session}", "/api/me/recovery-codes"),
        *("/api/me/passkeys", "/api/me/passkeys/options", "/api/me/passkeys/{passkey}"),
        *("/api/me/tokens", "/api/me/tokens/{token}", "/api/me/data", "/api/me/deletion", "/api/reports"),
        *(f"/api/admin{what}" for what in ("", "/tables", "/people", "/reports", "/acts")),
    }


# what it does not


def test_an_unknown_token_is_refused_whatever_cookie_comes_with_it(ann: Browser) -> None:
    person = ann.another()
    table = person.make("me", "me")["table"]
    for token in ("", "x", "stormriver_" + "x" * 43):
        person.headers["Authorization"] = f"Bearer {token}"
        answer = person.get("/api/me")
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert person.post("/api/tables", json={}).status_code == 401
        with pytest.raises(WebSocketDisconnect) as closed, person.socket(table) as line:
            while True:
                line.receive_text()
        assert closed.value.code == 4403


def test_without_a_token_the_origin_is_still_needed(ann: Browser) -> None:
    stranger = ann.another()
    del stranger.headers["Origin"]
    for header in ({}, {"Authorization": "Basic eDp5"}, {"Authorization": "stormriver_x"}):
        assert stranger.post("/api/tables", json={}, headers=header).status_code == 403


def test_a_token_has_a_rate_of_its_own(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, rate_token="3/minute")) as person:
        one, other = (program(person, token_of(person)["token"]) for _ in range(2))
        assert [one.get("/api/me").status_code for _ in range(4)] == [200, 200, 200, 429]
        table = other.post("/api/tables", json={"seats": [{"who": "me"}] * 2}).json()["table"]
        with other.socket(table) as line:
            line.send_json({"type": "hello"})
            line.send_json({"type": "ping", "id": 9})
            while (last := line.receive_json())["type"] not in ("refused", "pong"):
                pass
        assert last["type"] == "refused" and "3" in last["error"]


# who is told what


def test_a_token_is_told_once_and_kept_as_its_hash(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as person:
        made = token_of(person)
        assert person.get("/api/me/tokens").json() == [made["known"]]
        assert made["known"]["used"] == "" and made["known"]["scopes"] == ["create", "play"]
        assert person.another().get("/api/me/tokens").json() == []
        program(person, made["token"]).get("/api/me")
        assert person.get("/api/me/tokens").json()[0]["used"] >= made["known"]["created"]
        with person.lobby.database.store.engine.connect() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        assert made["token"].encode() not in (tmp_path / "test.db").read_bytes()


def test_a_person_has_so_many_tokens_and_no_more(ann: Browser) -> None:
    person = ann.another()
    for _ in range(20):
        last = token_of(person)
    assert person.post("/api/me/tokens", json={"name": "one too many"}).status_code == 409
    person.delete(f"/api/me/tokens/{last['known']['id']}")
    token_of(person)


# when it ends


def test_a_revoked_token_is_nobodys_and_its_sockets_are_closed_but_no_others(ann: Browser) -> None:
    person = ann.another()
    table = person.make("me", "me")["table"]
    made = token_of(person)
    bot = program(person, made["token"])
    with person.socket(table) as mine:
        mine.send_json({"type": "hello"})
        with pytest.raises(WebSocketDisconnect) as closed, bot.socket(table) as line:
            line.send_json({"type": "hello"})
            told(line, "update")
            assert ann.another().delete(f"/api/me/tokens/{made['known']['id']}").status_code == 404
            assert person.delete(f"/api/me/tokens/{made['known']['id']}").json() == []
            while True:
                line.receive_text()
        assert (closed.value.code, closed.value.reason) == (4403, "This API token has been revoked.")
        mine.send_json({"type": "ping", "id": 3})
        told(mine, "pong")
    assert bot.get("/api/me").status_code == 401


@pytest.mark.parametrize("deed", ["logout/everywhere", "accounts"])
def test_whoever_ends_all_their_sessions_ends_their_tokens(ann: Browser, deed: str) -> None:
    person = ann.another()
    bot = program(person, token_of(person)["token"])
    assert person.post(f"/api/{deed}", json={**ANN, "name": "Cleo"} if deed == "accounts" else None).status_code < 300
    assert bot.get("/api/me").status_code == 401


def test_what_one_browser_had_goes_to_the_account_with_its_tokens(ann: Browser) -> None:
    owner, other = ann.another(), ann.another()
    owner.post("/api/accounts", json={**ANN, "name": "Dora"})
    bot = program(other, token_of(other)["token"])
    assert other.post("/api/login", json={**ANN, "name": "Dora"}).status_code == 200
    assert bot.get("/api/me").json()["account"] == "Dora"
