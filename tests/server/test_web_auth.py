"""Authentication: cookies and accounts, what they bring along, and what they reveal to nobody."""

from __future__ import annotations

import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import argon2
import pytest
from sites import Browser, closed_with, quick_settings, site, told, wait_until_open
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from stormriver.language.message import message
from stormriver.server import auth
from stormriver.server.database import Database
from stormriver.server.requests import Person
from stormriver.server.store import PersonId, engine_for, migrate

HTTPS = "https://play.example.org"
ANN = {"name": "Ann", "password": "correct horse"}

NOBODY = {"name": "", "account": "", "operator": False}


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


def my_tables(browser: Browser) -> list[str]:
    return [line["id"] for line in browser.get("/api/me/tables").json()]


# the cookie


def test_who_only_looks_gets_no_cookie(ann: Browser) -> None:
    for path in ("/api/me", "/api/catalogue", "/api/tables", "/api/me/tables", "/api/me/statistics"):
        answer = ann.get(path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)


@pytest.mark.parametrize("origin", ["", "https://play.example.org"])
def test_the_cookie_is_read_by_no_script_and_sent_by_no_foreign_page(tmp_path: Path, origin: str) -> None:
    address = origin or "http://127.0.0.1:8000"
    with site(quick_settings(tmp_path, origin=origin), address) as ann:
        answer = ann.post("/api/tables", json={"seats": [{"who": "me"}] * 2})
    cookie = SimpleCookie(answer.headers["set-cookie"])["__Host-stormriver" if origin else "stormriver"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "lax", "/")
    assert bool(cookie["secure"]) == bool(origin)
    assert len(cookie.value) >= 43  # 256 bits


def test_the_cookie_brings_its_seats_back(ann: Browser) -> None:
    table = ann.make("me", "open")["table"]
    assert my_tables(ann) == [table]
    assert [seat["mine"] for seat in ann.get(f"/api/tables/{table}").json()["seats"]] == [True, False]


def test_a_made_up_cookie_is_nobody(ann: Browser) -> None:
    table = ann.make("me", "me")["table"]
    for token in ("", "x", "x" * 5000, "' OR 1=1 --", "\x7f"):
        stranger = ann.another()
        stranger.cookies.set("stormriver", token)
        assert stranger.get("/api/me").json() == NOBODY
        assert stranger.get(f"/api/tables/{table}").status_code == 403


def test_the_database_holds_no_token_and_no_password(ann: Browser, tmp_path: Path) -> None:
    ann.post("/api/accounts", json=ANN)
    token = ann.cookies["stormriver"]
    with ann.lobby.database.store.engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    kept = (tmp_path / "test.db").read_bytes()
    assert b"$argon2id$" in kept
    assert token.encode() not in kept and ANN["password"].encode() not in kept


def test_hashing_takes_the_effort_that_is_recommended() -> None:
    """By RFC 9106, for machines with little memory."""
    assert argon2.extract_parameters(auth.hashed_password("a password")) == argon2.profiles.RFC_9106_LOW_MEMORY


# nobody guesses a table


def test_the_id_of_a_table_gives_nothing(ann: Browser) -> None:
    table = ann.make("me", "open")["table"]
    stranger = ann.another()
    for path in ("", "/book", "/moments/0", "/record"):
        answer = stranger.get(f"/api/tables/{table}{path}")
        assert (answer.status_code, "link" in answer.json()["error"]) == (403, True), path
    assert stranger.post(f"/api/tables/{table}/play-on", json={"answers": 0}).status_code == 403


def test_tables_and_links_cannot_be_guessed(ann: Browser) -> None:
    made = [ann.make("me", "open") for _ in range(20)]
    assert len({table["table"] for table in made}) == 20
    secrets = {link.rpartition("/")[2] for table in made for link in (table["watch_link"], table["seat_links"]["1"])}
    assert len(secrets) == 40
    assert min(map(len, secrets)) >= 24  # 144 bits
    assert not any(table["table"] in link for table in made for link in (table["watch_link"], table["seat_links"]["1"]))


def test_links_of_seats_are_told_to_the_one_who_made_the_table_only(ann: Browser) -> None:
    made = ann.make("me", "open", "open")
    ben = ann.another()
    assert ben.post("/api" + made["seat_links"]["1"], json={"name": "Ben"}).json()["seat"] == 1
    assert ben.get(f"/api/tables/{made['table']}").json()["seat_links"] == {}
    assert set(ann.get(f"/api/tables/{made['table']}").json()["seat_links"]) == {"2"}


def test_an_open_seat_is_taken_once(ann: Browser) -> None:
    link = "/api" + ann.make("me", "open")["seat_links"]["1"]
    ben, cleo = ann.another(), ann.another()
    assert ben.post(link, json={"name": "Ben"}).status_code == 200
    answer = cleo.post(link, json={"name": "Cleo"})
    assert answer.status_code in (404, 409)
    assert my_tables(cleo) == []


def test_an_onlooker_comes_by_the_link_and_has_no_seat(ann: Browser) -> None:
    made = ann.make("me", "me")
    ben = ann.another()
    assert ben.post("/api" + made["watch_link"]).json() == {"table": made["table"], "seat": -1}
    info = ben.get(f"/api/tables/{made['table']}").json()
    assert (info["seed"], info["salt"], info["seat_links"]) == ("", "", {})
    assert not any(seat["mine"] for seat in info["seats"])


# accounts


def test_an_account_brings_the_seats_to_another_device(ann: Browser) -> None:
    table = ann.make("me", "me")["table"]
    assert ann.post("/api/accounts", json=ANN).json()["account"] == "Ann"
    phone = ann.another()
    assert phone.post("/api/login", json=ANN).json()["account"] == "Ann"
    assert my_tables(phone) == [table]
    assert all(seat["mine"] for seat in phone.get(f"/api/tables/{table}").json()["seats"])
    assert phone.cookies["stormriver"] != ann.cookies["stormriver"]


def test_what_a_browser_had_goes_to_the_account_at_login(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone = ann.another()
    table = phone.make("me", "me")["table"]
    phone.post("/api/login", json=ANN)
    assert my_tables(ann) == my_tables(phone) == [table]
    assert all(seat["mine"] for seat in ann.get(f"/api/tables/{table}").json()["seats"])


@pytest.mark.slow
def test_who_logs_in_from_another_account_gives_nothing_away(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    table = ann.make("me", "me")["table"]
    ben = ann.another()
    ben.post("/api/accounts", json={"name": "Ben", "password": "battery staple"})
    ann.post("/api/login", json={"name": "Ben", "password": "battery staple"})
    assert my_tables(ann) == my_tables(ben) == []
    ann.post("/api/login", json=ANN)
    assert my_tables(ann) == [table]


def test_after_logging_out_the_cookie_is_worth_nothing(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    token = ann.cookies["stormriver"]
    assert ann.post("/api/logout", json={}).json() == NOBODY
    assert "stormriver" not in ann.cookies
    thief = ann.another()
    thief.cookies.set("stormriver", token)
    assert thief.get("/api/me").json()["account"] == ""


def test_it_is_not_told_whether_the_name_or_the_password_is_wrong(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    stranger = ann.another()
    wrong = [ANN | {"password": "wrong password"}, {"name": "Nobody", "password": "wrong password"}]
    answers = [stranger.post("/api/login", json=given) for given in wrong]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].json() == answers[1].json()
    assert "stormriver" not in stranger.cookies


def test_a_name_is_one_account_however_it_is_capitalised(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    ben = ann.another()
    answer = ben.post("/api/accounts", json=ANN | {"name": "ANN"})
    assert (answer.status_code, answer.json()["where"]) == (400, "name")
    assert "already" in answer.json()["error"]
    assert ben.post("/api/login", json=ANN | {"name": "aNN"}).json()["account"] == "Ann"


def test_nobody_has_two_accounts_at_once(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    answer = ann.post("/api/accounts", json={"name": "Bea", "password": "battery staple"})
    assert answer.status_code == 403
    assert ann.get("/api/me").json()["account"] == "Ann"


def test_a_server_may_do_without_accounts(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, accounts="false")) as ann:
        answer = ann.post("/api/accounts", json=ANN)
    assert (answer.status_code, answer.json()["error"]) == (403, "This server keeps no accounts.")


# names with any letters


@pytest.mark.parametrize(
    ("made", "typed"), [("Ärger", "ärger"), ("ärger", "ÄRGER"), ("Ñandú", "ñANDÚ"), ("STRASSE", "straße"), ("Ǆ", "ǆ")]
)
def test_an_account_is_found_whatever_letters_and_capitals_its_name_has(ann: Browser, made: str, typed: str) -> None:
    assert ann.post("/api/accounts", json=ANN | {"name": made}).json()["account"] == made
    ben = ann.another()
    assert ben.post("/api/accounts", json=ANN | {"name": typed}).json()["where"] == "name"
    for name in (made, typed):
        assert ben.post("/api/login", json=ANN | {"name": name}).json()["account"] == made


@pytest.mark.slow
def test_accounts_of_an_older_server_are_found_by_any_letters_and_none_is_lost(tmp_path: Path) -> None:
    """The older one could make `Ärger` beside `ärger`, and only the second could log in: it keeps the name."""
    engine = engine_for(f"sqlite:///{tmp_path}/test.db", 5)
    migrate(engine, "0001")
    with engine.begin() as connection:
        rows = enumerate(("Ärger", "ärger", "Öl", "Ann", None), 1)
        for number, name in rows:
            told = {"id": number, "account": name, "password": auth.hashed_password(f"password {number}")}
            connection.execute(text("INSERT INTO people VALUES (:id, 'x', :account, :password, 1)"), told)
        connection.execute(text("INSERT INTO sessions VALUES ('x', 1, :now)"), {"now": time.time()})
    engine.dispose()
    with site(quick_settings(tmp_path)) as ann:
        found = {
            (name, number): ann.post("/api/login", json={"name": name, "password": f"password {number}"}).json()
            for name, number in (("ÄRGER", 2), ("Ärger 2", 1), ("öl", 3), ("ANN", 4))
        }
    assert [person["account"] for person in found.values()] == ["ärger", "Ärger 2", "Öl", "Ann"]


def test_a_password_is_changed_by_who_knows_the_old_one_and_other_browsers_are_logged_out(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone = ann.another()
    phone.post("/api/login", json=ANN)
    wrong = ann.post("/api/password", json={"password": "wrong horse", "new": "battery staple"})
    assert (wrong.status_code, wrong.json()["where"]) == (403, "")
    assert phone.get("/api/me").json()["account"] == "Ann"
    changed = ann.post("/api/password", json={"password": ANN["password"], "new": "battery staple"})
    assert changed.json()["account"] == ann.get("/api/me").json()["account"] == "Ann"
    assert phone.get("/api/me").json()["account"] == ""
    assert phone.post("/api/login", json=ANN).status_code == 403
    assert phone.post("/api/login", json=ANN | {"password": "battery staple"}).status_code == 200


def test_who_has_no_account_has_no_password_to_change(ann: Browser) -> None:
    answer = ann.post("/api/password", json={"password": ANN["password"], "new": "battery staple"})
    assert (answer.status_code, "account" in answer.json()["error"]) == (403, True)


# sessions


def with_token(browser: Browser, token: str) -> Browser:
    """Return somebody else's browser that has come by a token."""
    thief = browser.another()
    thief.cookies.set("stormriver", token)
    return thief


@pytest.mark.parametrize("path", ["accounts", "login"])
def test_a_token_from_before_is_worth_nothing_afterwards(ann: Browser, path: str) -> None:
    """Whoever had planted it in the browser would be logged in as well."""
    ann.another().post("/api/accounts", json=ANN | {"name": "Ben"})
    table = ann.make("me", "open")["table"]
    planted = ann.cookies["stormriver"]
    account = "Ann" if path == "accounts" else "Ben"
    assert ann.post(f"/api/{path}", json=ANN | {"name": account}).json()["account"] == account
    assert my_tables(ann) == [table] and ann.cookies["stormriver"] != planted
    thief = with_token(ann, planted)
    assert thief.get("/api/me").json()["account"] == "" and my_tables(thief) == []


def test_who_logs_out_everywhere_is_known_nowhere_and_leaves_the_tables(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone = ann.another()
    phone.post("/api/login", json=ANN)
    table = phone.make("me", "me")["table"]
    with phone.socket(table) as socket:
        socket.send_text('{"type":"hello"}')
        told(socket, "table")
        assert ann.post("/api/logout/everywhere").json() == NOBODY
        with pytest.raises(WebSocketDisconnect) as closed:
            for _ in range(100):
                socket.receive_text()
        assert closed.value.code == 4403
    for browser in (ann, phone):
        assert browser.get("/api/me").json()["account"] == ""
    assert phone.get(f"/api/tables/{table}").status_code == 403
    assert ann.post("/api/login", json=ANN).status_code == 200


LOGGED_OUT = (4403, "You have logged out, or changed the password; open the table again.")
LOGGED_IN = (4403, "You have logged in, or made an account; open the table again.")


@pytest.mark.parametrize("path", ["logout/everywhere", "password"])
def test_a_socket_that_is_closed_says_why(ann: Browser, path: str) -> None:
    ann.post("/api/accounts", json=ANN)
    with ann.socket(ann.make("me", "me")["table"]) as socket:
        wait_until_open(socket)
        ann.post(f"/api/{path}", json={"password": ANN["password"], "new": "battery staple"})
        closed = closed_with(socket)
    assert (closed.code, closed.reason) == LOGGED_OUT


def test_a_socket_that_opens_while_somebody_logs_out_is_to_come_anew(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def meanwhile(database: Database, person: PersonId | None) -> Person:
        assert person is not None
        ann.lobby.dismiss(person, message("server.account.logged_out"))
        return await auth.person_facts(database, person)

    monkeypatch.setattr("stormriver.server.socket.person_facts", meanwhile)
    with ann.socket(ann.make("me", "me")["table"]) as socket:
        assert closed_with(socket).code == 1013


def test_a_socket_of_a_guest_is_closed_when_they_make_an_account(ann: Browser) -> None:
    """Whoever had planted the token in the browser would sit in the account's seats as long as the socket lasts."""
    table = ann.make("me", "me")["table"]
    with with_token(ann, ann.cookies["stormriver"]).socket(table) as socket:
        socket.send_json({"type": "hello"})
        told(socket, "update")
        assert ann.post("/api/accounts", json=ANN).status_code == 201
        closed = closed_with(socket)
    assert (closed.code, closed.reason) == LOGGED_IN
    assert my_tables(ann) == [table]


def test_a_socket_of_a_guest_is_closed_when_they_log_in_and_those_of_the_account_stay(ann: Browser) -> None:
    phone = ann.another()
    phone.post("/api/accounts", json=ANN)
    table, own = ann.make("me", "me")["table"], phone.make("me", "me")["table"]
    with (
        with_token(ann, ann.cookies["stormriver"]).socket(table) as planted,
        with_token(ann, phone.cookies["stormriver"]).socket(own) as other,
    ):
        for socket in (planted, other):
            socket.send_json({"type": "hello"})
            told(socket, "update")
        assert ann.post("/api/login", json=ANN).status_code == 200
        closed = closed_with(planted)
        other.send_json({"type": "ping", "id": 7})
        assert told(other, "pong")["id"] == 7
    assert (closed.code, closed.reason) == LOGGED_IN
    assert set(my_tables(ann)) == {table, own}


def test_a_browser_that_has_not_come_for_a_year_is_forgotten(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)

    def last_used(days_ago: float) -> None:
        with ann.lobby.database.store.engine.begin() as connection:
            connection.execute(text("UPDATE sessions SET used = :at"), {"at": time.time() - days_ago * 24 * 3600})

    last_used(364)
    seen = ann.get("/api/me")
    assert seen.json()["account"] == "Ann" and "Max-Age=31536000" in seen.headers["set-cookie"]
    assert "set-cookie" not in ann.get("/api/me").headers  # once an hour is enough
    last_used(364)
    ann.get("/api/me")
    last_used(366)
    assert ann.get("/api/me").json()["account"] == ""
    ann.another().make("me", "me")
    with ann.lobby.database.store.engine.begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM sessions")) == 1  # and its row is gone


def test_behind_https_no_neighbour_can_plant_a_cookie(tmp_path: Path) -> None:
    """A cookie whose name begins so can be set by this very host over HTTPS only, and for all of its addresses."""
    with site(quick_settings(tmp_path, origin=HTTPS), HTTPS) as ann:
        ann.make("me", "me")
        assert list(ann.cookies) == ["__Host-stormriver"]
        token = ann.cookies["__Host-stormriver"]
        assert with_token(ann, token).get("/api/me").json()["name"] == ""
        assert ann.get("/api/me").json()["name"] == "Ann"
        gone = ann.post("/api/logout").headers["set-cookie"]
    assert gone.startswith('__Host-stormriver=""') and "Secure" in gone and "Path=/" in gone


# names that deceive


DECEPTIVE = (
    *("A\x1b[31m", "A\x7f", "A\x9b1m", "A\u202enn", "A\u2066n"),
    *("A\u200bnn", "A\ufeffnn", "A\u2028n", "A\xadnn", "\u3164"),
)


@pytest.mark.slow
@pytest.mark.parametrize("name", DECEPTIVE, ids=ascii)
def test_a_name_has_no_escapes_no_direction_marks_and_nothing_invisible(ann: Browser, name: str) -> None:
    link = "/api" + ann.make("me", "open")["seat_links"]["1"]
    tries = {
        "/api/accounts": ANN | {"name": name},
        "/api/tables": {"seats": [{"who": "me", "name": name}, {"who": "me"}]},
        link: {"name": name},
    }
    for path, body in tries.items():
        answer = ann.another().post(path, json=body)
        assert answer.status_code == 400, path
        assert "name" in answer.json()["where"] and answer.json()["error"].isprintable()
    named = ann.post("/api/tables", json={"seats": [{"who": "me"}] * 2, "name": name})
    assert (named.status_code, named.json()["where"]) == (400, "name")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Ännchen", "Жанна", "愛子", "Zoë 2", "O'Hara-Smith", "🐉", "نور"])
def test_a_name_has_any_letters(ann: Browser, name: str) -> None:
    assert ann.post("/api/accounts", json=ANN | {"name": name}).json()["account"] == name


# what fails


def test_a_request_that_fails_leaves_nobody_behind(ann: Browser) -> None:
    before = rows(ann)
    stranger = ann.another()
    for path, body in (
        ("watch/" + "x" * 24, {}),
        ("join/" + "x" * 24, {"name": "Ann"}),
        ("tables", {"preset": "nowhere", "seats": [{}, {}]}),
        ("tables", {"seats": 7}),
        ("tutorial/nothing", {}),
        ("accounts", {"name": "A\x1b", "password": "correct horse"}),
    ):
        assert stranger.post(f"/api/{path}", json=body).status_code in (400, 404)
    assert rows(ann) == before and "stormriver" not in stranger.cookies


def rows(browser: Browser) -> tuple[int, int]:
    """Return how many people and sessions there are."""
    with browser.lobby.database.store.engine.connect() as connection:
        counts = [connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("people", "sessions")]
    return counts[0], counts[1]


def test_a_row_that_cannot_be_read_is_left_out_of_lists(ann: Browser) -> None:
    whole, broken = (ann.make("me", "open", listed=True)["table"] for _ in range(2))
    with ann.lobby.database.store.engine.begin() as connection:
        for column, value in (("line", "{"), ("outcome", '{"rounds":"x"}')):
            change = text(f"UPDATE tables SET {column} = :value WHERE id = :id")
            connection.execute(change, {"value": value, "id": broken})
    assert my_tables(ann) == [line["id"] for line in ann.get("/api/tables").json()] == [whole]
    assert ann.get("/api/me/statistics").json()["played"] == 0
