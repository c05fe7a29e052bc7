"""Accounts: browsers that are known as somebody are listed and logged out, and a recovery code is a way back in."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sites import Browser, closed_with, quick_settings, site, told, wait_until_open
from sqlalchemy import text

from stormriver.server.accounts import recovery
from stormriver.server.accounts.browser_names import browser_name
from stormriver.server.store import engine_for, hashed, migrate

ANN = {"name": "Ann", "password": "correct horse"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ENDED = (4403, "You have logged this browser out from another one; open the table again.")


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


def phone_of(ann: Browser) -> Browser:
    """Return another browser in which Ann has logged in."""
    phone = ann.another()
    phone.headers["User-Agent"] = FIREFOX
    assert phone.post("/api/login", json=ANN).status_code == 200
    return phone


# login sessions


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
            "Safari/537.36 Edg/140.0.0.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile "
            "Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15",
         "Safari, macOS"),
        ("python-httpx/0.28", ""),
        ("<script>alert(1)</script> Linux", "Linux"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_browser_is_called_as_people_call_it_and_nothing_else_of_it_is_kept(user_agent: str, name: str) -> None:
    assert browser_name(user_agent) == name


def test_who_has_come_by_no_cookie_has_no_session(ann: Browser) -> None:
    assert ann.get("/api/me/sessions").json() == ann.delete("/api/me/sessions").json() == []


def test_sessions_are_listed_with_this_one_first_and_say_what_browser_they_are(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone = phone_of(ann)
    here, there = phone.get("/api/me/sessions").json()
    assert (here["here"], here["browser"]) == (True, "Firefox, Linux")
    assert (there["here"], there["browser"]) == (False, "")
    assert here["created"] == here["used"] and here["id"] != there["id"]
    assert [one["id"] for one in ann.get("/api/me/sessions").json()] == [there["id"], here["id"]]
    assert here["id"] not in (phone.cookies["stormriver"], hashed(phone.cookies["stormriver"]))


def test_a_session_that_was_used_says_so_within_the_hour(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    with ann.lobby.database.store.engine.begin() as connection:
        connection.execute(text("UPDATE sessions SET used = :at, created = :at"), {"at": time.time() - 7200})
    (before,) = ann.get("/api/me/sessions").json()
    ann.get("/api/me")
    (after,) = ann.get("/api/me/sessions").json()
    assert after["used"] > before["used"] and after["created"] == before["created"]


def test_a_browser_is_logged_out_from_another_one_and_leaves_its_tables(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone = phone_of(ann)
    table = ann.make("me", "me")["table"]
    with ann.socket(table) as mine, phone.socket(table) as theirs:
        for socket in (mine, theirs):
            socket.send_json({"type": "hello"})
            told(socket, "update")
        here, there = ann.get("/api/me/sessions").json()
        assert ann.delete(f"/api/me/sessions/{there['id']}").json() == [here]
        closed = closed_with(theirs)
        mine.send_json({"type": "ping", "id": 7})
        assert told(mine, "pong")["id"] == 7
    assert (closed.code, closed.reason) == ENDED
    assert phone.get("/api/me").json()["account"] == "" and ann.get("/api/me").json()["account"] == "Ann"


def test_all_others_are_logged_out_at_once_and_this_one_stays(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone, tablet = phone_of(ann), phone_of(ann)
    with tablet.socket(ann.make("me", "me")["table"]) as socket:
        wait_until_open(socket)
        (left,) = ann.delete("/api/me/sessions").json()
        closed = closed_with(socket)
    assert (closed.code, closed.reason) == ENDED and left["here"]
    assert [browser.get("/api/me").json()["account"] for browser in (ann, phone, tablet)] == ["Ann", "", ""]


def test_nobody_ends_a_session_of_somebody_else(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    (mine,) = ann.get("/api/me/sessions").json()
    ben = ann.another()
    ben.post("/api/accounts", json=ANN | {"name": "Ben"})
    for session in (mine["id"], "nowhere"):
        for stranger in (ben, ann.another()):
            assert stranger.delete(f"/api/me/sessions/{session}").status_code == 404
    assert ann.get("/api/me").json()["account"] == "Ann"


def test_who_logs_out_leaves_the_tables_in_this_browser_alone(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    phone = phone_of(ann)
    table = ann.make("me", "me")["table"]
    with ann.socket(table) as mine, phone.socket(table) as theirs:
        for socket in (mine, theirs):
            socket.send_json({"type": "hello"})
            told(socket, "update")
        phone.post("/api/logout")
        assert closed_with(theirs).code == 4403
        mine.send_json({"type": "ping", "id": 7})
        assert told(mine, "pong")["id"] == 7


def test_sessions_of_an_older_server_can_be_told_apart(tmp_path: Path) -> None:
    engine = engine_for(f"sqlite:///{tmp_path}/test.db", 5)
    migrate(engine, "0009")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created) VALUES (1, 'Ann', 1)"))
        for token in ("here", "there"):
            told_of = {"hash": hashed(token), "now": time.time()}
            connection.execute(text("INSERT INTO sessions VALUES (:hash, 1, :now, :now)"), told_of)
    engine.dispose()
    with site(quick_settings(tmp_path)) as ann:
        ann.cookies.set("stormriver", "here")
        here, there = ann.get("/api/me/sessions").json()
        assert here["here"] and here["id"] != there["id"] and min(len(here["id"]), len(there["id"])) >= 12
        assert ann.delete(f"/api/me/sessions/{there['id']}").json() == [here]


# recovery codes


def codes_of(browser: Browser) -> list[str]:
    made = browser.post("/api/me/recovery-codes", json={"password": ANN["password"]})
    assert made.status_code == 201, made.text
    return list(made.json()["codes"])


def test_ten_codes_are_made_by_who_knows_the_password_and_told_once(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    assert ann.get("/api/me/recovery-codes").json() == {"left": 0, "made": ""}
    assert ann.post("/api/me/recovery-codes", json={"password": "wrong horse"}).status_code == 403
    codes = codes_of(ann)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)
    left = ann.get("/api/me/recovery-codes").json()
    assert left["left"] == 10 and left["made"]
    with ann.lobby.database.store.engine.connect() as connection:
        kept = {row[0] for row in connection.execute(text("SELECT code_hash FROM recovery_codes"))}
    assert kept == {hashed(code.replace("-", "")) for code in codes}


def test_a_code_lets_in_once_with_a_new_password_and_logs_all_others_out(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    code = codes_of(ann)[0]
    own = ann.make("me", "open")["table"]
    lost = ann.another()
    guest = lost.make("me", "open")["table"]
    given = {"name": "ann", "code": f" {code.lower().replace('-', ' ')} ", "new": "battery staple"}
    with ann.socket(own) as socket:
        wait_until_open(socket)
        assert lost.post("/api/login/recovery", json=given).json()["account"] == "Ann"
        assert closed_with(socket).code == 4403
    assert {line["id"] for line in lost.get("/api/me/tables").json()} == {own, guest}
    assert ann.get("/api/me").json()["account"] == ""
    assert ann.post("/api/login", json=ANN).status_code == 403
    assert ann.post("/api/login", json=ANN | {"password": "battery staple"}).status_code == 200
    assert ann.get("/api/me/recovery-codes").json()["left"] == 9
    again = ann.another().post("/api/login/recovery", json=given)
    assert (again.status_code, "recovery code" in again.json()["error"]) == (403, True)


def test_of_a_wrong_code_it_is_not_told_what_is_wrong_and_nothing_changes(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    codes = codes_of(ann)
    ann.another().post("/api/accounts", json=ANN | {"name": "Ben"})
    answers = [
        ann.another().post("/api/login/recovery", json={"name": name, "code": code, "new": "battery staple"})
        for name, code in (("Ann", "x"), ("Ann", ""), ("Nobody", codes[0]), ("Ben", codes[0]))
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.text for answer in answers}) == 1
    short = ann.another().post("/api/login/recovery", json={"name": "Ann", "code": codes[0], "new": "short"})
    assert (short.status_code, short.json()["where"]) == (400, "new")
    assert ann.get("/api/me/recovery-codes").json()["left"] == 10
    assert ann.post("/api/login", json=ANN).status_code == 200


def test_new_codes_make_those_from_before_worth_nothing(ann: Browser) -> None:
    ann.post("/api/accounts", json=ANN)
    old, new = codes_of(ann)[0], codes_of(ann)[0]
    for code, status in ((old, 403), (new, 200)):
        given = {"name": "Ann", "code": code, "new": "battery staple"}
        assert ann.another().post("/api/login/recovery", json=given).status_code == status


def test_letters_that_look_alike_are_one_in_a_code() -> None:
    assert recovery.plain("0o1i-Ll z") == "001111Z"


def test_who_has_no_account_has_nothing_to_recover(ann: Browser) -> None:
    ann.make("me", "open")
    assert ann.post("/api/me/recovery-codes", json={"password": ANN["password"]}).status_code == 403
    assert ann.get("/api/me/recovery-codes").json()["left"] == 0


@pytest.mark.parametrize(
    "path", ["login/recovery", "login/passkey", "login/passkey/options", "me/recovery-codes", "me/passkeys/options"]
)
def test_every_way_in_is_tried_as_rarely_as_a_password(tmp_path: Path, path: str) -> None:
    with site(quick_settings(tmp_path, rate_logins="2/hour")) as ann:
        answers = [ann.post(f"/api/{path}", json={}).status_code for _ in range(3)]
    assert 429 not in answers[:2] and answers[2] == 429
