"""Who somebody is: cookies and accounts, what they bring along, and what they tell nobody."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from sites import Browser, quick_settings, site
from sqlalchemy import text

ANN = {"name": "Ann", "password": "correct horse"}


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
    cookie = SimpleCookie(answer.headers["set-cookie"])["stormriver"]
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
        assert stranger.get("/api/me").json() == {"name": "", "account": ""}
        assert stranger.get(f"/api/tables/{table}").status_code == 403


def test_the_database_holds_no_token_and_no_password(ann: Browser, tmp_path: Path) -> None:
    ann.post("/api/accounts", json=ANN)
    token = ann.cookies["stormriver"]
    with ann.hall.store.engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    kept = (tmp_path / "test.db").read_bytes()
    assert b"$argon2id$" in kept
    assert token.encode() not in kept and ANN["password"].encode() not in kept


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
    assert ann.post("/api/logout", json={}).json() == {"name": "", "account": ""}
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
