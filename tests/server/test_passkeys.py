"""Passkeys: made by who knows the password, shown to sign in, and refused whenever anything about them is not right."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from authenticator import PRESENT, Authenticator, altered, with_a_bit_turned
from sites import Browser, quick_settings, site
from sqlalchemy import text

from stormriver.server.accounts.passkeys import CHALLENGE_SECONDS
from stormriver.server.settings import Settings

HTTPS = "https://play.example.org"
ANN = {"name": "Ann", "password": "correct horse"}
LATE = "That took too long, or was answered already; please begin again."
REFUSED = "This passkey is not one that is known here, or its answer is not good."


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    """Ann, with an account at a server with a name."""
    with site(quick_settings(tmp_path, origin=HTTPS), HTTPS) as found:
        found.post("/api/accounts", json=ANN)
        yield found


@pytest.fixture
def key() -> Authenticator:
    return Authenticator(HTTPS)


def asked_to_make(browser: Browser) -> dict[str, Any]:
    asked = browser.post("/api/me/passkeys/options", json={"password": ANN["password"]})
    assert asked.status_code == 200, asked.text
    return dict(asked.json()["options"])


def asked_to_sign_in(browser: Browser) -> dict[str, Any]:
    return dict(browser.post("/api/login/passkey/options").json()["options"])


def made(browser: Browser, credential: dict[str, Any], name: str = "My key") -> Any:
    return browser.post("/api/me/passkeys", json={"name": name, "credential": credential})


def shown(browser: Browser, credential: dict[str, Any]) -> Any:
    return browser.post("/api/login/passkey", json={"credential": credential})


def with_passkey(browser: Browser, key: Authenticator) -> Browser:
    """Let somebody have a passkey."""
    answer = made(browser, key.make(asked_to_make(browser)))
    assert answer.status_code == 201, answer.text
    return browser


def refused(answer: Any, sentence: str) -> None:
    assert (answer.status_code, answer.json()["error"]) == (403, sentence)
    assert "set-cookie" not in answer.headers


# as it should be


def test_a_passkey_is_made_listed_and_signs_in_without_a_name(ann: Browser, key: Authenticator) -> None:
    table = ann.make("me", "open")["table"]
    with_passkey(ann, key)
    (mine,) = ann.get("/api/me/passkeys").json()
    assert (mine["name"], mine["used"]) == ("My key", "")
    phone = ann.another()
    guest = phone.make("me", "open")["table"]
    assert shown(phone, key.sign(asked_to_sign_in(phone))).json()["account"] == "Ann"
    assert {line["id"] for line in phone.get("/api/me/tables").json()} == {table, guest}
    assert ann.get("/api/me/passkeys").json()[0]["used"]
    assert len(ann.get("/api/me/sessions").json()) == 2
    assert shown(ann.another(), key.sign(asked_to_sign_in(ann))).status_code == 200


def test_the_browser_is_asked_for_a_key_that_knows_whose_it_is_and_that_is_not_there_yet(
    ann: Browser, key: Authenticator
) -> None:
    options = asked_to_make(with_passkey(ann, key))
    assert options["rp"] == {"id": "play.example.org", "name": "Stormriver"}
    assert options["user"]["name"] == "Ann" and options["attestation"] == "none"
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert [one["id"] for one in options["excludeCredentials"]] == [key.make(options)["id"]]
    sign_in = asked_to_sign_in(ann)
    assert (sign_in["rpId"], sign_in["userVerification"]) == ("play.example.org", "required")
    assert not sign_in.get("allowCredentials") and sign_in["challenge"] != options["challenge"]


def test_a_passkey_is_given_another_name_and_removed(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    (mine,) = ann.get("/api/me/passkeys").json()
    assert ann.post(f"/api/me/passkeys/{mine['id']}", json={"name": "Blue key"}).json()[0]["name"] == "Blue key"
    assert ann.post(f"/api/me/passkeys/{mine['id']}", json={"name": "A\u202eB"}).status_code == 400
    assert ann.delete(f"/api/me/passkeys/{mine['id']}").json() == []
    refused(shown(ann.another(), key.sign(asked_to_sign_in(ann))), REFUSED)


def test_a_key_that_does_not_count_signs_in_again_and_again(ann: Browser, key: Authenticator) -> None:
    key.counter = 0
    with_passkey(ann, key)
    for _ in range(2):
        key.counter = -1
        assert shown(ann.another(), key.sign(asked_to_sign_in(ann))).status_code == 200


# refused when it is made


def test_only_who_knows_the_password_has_a_passkey_made(ann: Browser) -> None:
    assert ann.post("/api/me/passkeys/options", json={"password": "wrong horse"}).status_code == 403
    assert ann.another().post("/api/me/passkeys/options", json={"password": ANN["password"]}).status_code == 403


def test_a_passkey_of_another_page_is_not_kept(ann: Browser) -> None:
    refused(made(ann, Authenticator("https://play.example.com").make(asked_to_make(ann))), REFUSED)
    options = asked_to_make(ann)
    foreign = options | {"rp": {"id": "example.com"}}
    refused(made(ann, Authenticator(HTTPS).make(foreign)), REFUSED)
    assert ann.get("/api/me/passkeys").json() == []


def test_a_passkey_that_does_not_make_sure_who_it_is_is_not_kept(ann: Browser, key: Authenticator) -> None:
    key.flags = PRESENT
    refused(made(ann, key.make(asked_to_make(ann))), REFUSED)


def test_a_challenge_makes_one_passkey_and_only_that_of_who_asked(ann: Browser, key: Authenticator) -> None:
    ben = ann.another()
    ben.post("/api/accounts", json=ANN | {"name": "Ben"})
    credential = key.make(asked_to_make(ann))
    refused(made(ben, credential), LATE)
    assert made(ann.another(), credential).status_code == 403
    assert made(ann, credential).status_code == 201
    refused(made(ann, credential), LATE)
    assert ben.get("/api/me/passkeys").json() == []


def test_a_challenge_to_sign_in_makes_no_passkey_and_the_other_way_round(ann: Browser, key: Authenticator) -> None:
    to_sign_in = asked_to_sign_in(ann)
    refused(made(ann, key.make(asked_to_make(ann) | {"challenge": to_sign_in["challenge"]})), LATE)
    with_passkey(ann, key)
    to_make = asked_to_make(ann)
    refused(shown(ann.another(), key.sign(to_sign_in | {"challenge": to_make["challenge"]})), LATE)


@pytest.mark.slow
def test_a_passkey_is_kept_once_and_no_more_than_twenty(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    again = made(ann, key.make(asked_to_make(ann)))
    assert (again.status_code, again.json()["error"]) == (409, "This passkey is kept already.")
    for _ in range(19):
        with_passkey(ann, Authenticator(HTTPS))
    assert made(ann, Authenticator(HTTPS).make(asked_to_make(ann))).status_code == 409


# refused when it is shown


def test_a_passkey_shown_to_another_page_lets_nobody_in(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    key.origin = "https://play.example.org.evil.example"
    refused(shown(ann.another(), key.sign(asked_to_sign_in(ann))), REFUSED)
    key.origin = HTTPS
    refused(shown(ann.another(), key.sign(asked_to_sign_in(ann) | {"rpId": "example.com"})), REFUSED)


def test_what_was_signed_once_is_worth_nothing_a_second_time(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    signed = key.sign(asked_to_sign_in(ann))
    assert shown(ann.another(), signed).status_code == 200
    refused(shown(ann.another(), signed), LATE)


def test_a_challenge_of_ones_own_is_none(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    refused(shown(ann.another(), key.sign(asked_to_sign_in(ann) | {"challenge": "c" * 86})), LATE)


def test_a_challenge_is_good_for_five_minutes(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    asked_to_sign_in(ann)  # which nobody goes on with
    signed = key.sign(asked_to_sign_in(ann))
    with ann.lobby.database.store.engine.begin() as connection:
        then = {"at": time.time() - CHALLENGE_SECONDS - 1}
        connection.execute(text("UPDATE challenges SET created = :at"), then)
    refused(shown(ann.another(), signed), LATE)
    asked_to_sign_in(ann)
    with ann.lobby.database.store.engine.begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM challenges")) == 1  # old ones are gone


def test_a_counter_that_goes_back_tells_a_copy(ann: Browser, key: Authenticator) -> None:
    key.counter = 7
    with_passkey(ann, key)
    assert shown(ann.another(), key.sign(asked_to_sign_in(ann))).status_code == 200
    for counter in (7, 6, -1):  # one more is said with the signature
        key.counter = counter
        refused(shown(ann.another(), key.sign(asked_to_sign_in(ann))), REFUSED)
    key.counter = 8
    assert shown(ann.another(), key.sign(asked_to_sign_in(ann))).status_code == 200


def test_whoever_does_not_make_sure_who_it_is_lets_nobody_in(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    key.flags = PRESENT
    refused(shown(ann.another(), key.sign(asked_to_sign_in(ann))), REFUSED)


def test_what_was_altered_or_signed_by_another_key_lets_nobody_in(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    for part in ("signature", "authenticatorData"):
        signed = key.sign(asked_to_sign_in(ann))
        refused(shown(ann.another(), altered(signed, **{part: with_a_bit_turned(signed["response"][part])})), REFUSED)
    other = Authenticator(HTTPS)
    refused(shown(ann.another(), other.sign(asked_to_sign_in(ann))), REFUSED)
    other.id = key.id
    refused(shown(ann.another(), other.sign(asked_to_sign_in(ann))), REFUSED)


def test_somebody_else_s_passkey_is_neither_seen_nor_named_nor_removed(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    (mine,) = ann.get("/api/me/passkeys").json()
    ben = ann.another()
    ben.post("/api/accounts", json=ANN | {"name": "Ben"})
    for stranger in (ben, ann.another()):
        assert stranger.get("/api/me/passkeys").json() == []
        assert stranger.post(f"/api/me/passkeys/{mine['id']}", json={"name": "Ben's"}).status_code == 404
        assert stranger.delete(f"/api/me/passkeys/{mine['id']}").status_code == 404
    assert ann.get("/api/me/passkeys").json() == [mine]


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": {}},
        {"response": {"clientDataJSON": 7}},
        {"response": {"clientDataJSON": "e30"}},
        {"response": {"clientDataJSON": "W10"}},
        {"response": {"clientDataJSON": "_" * 1000}},
        {"id": 7, "response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOjd9"}},
    ],
)
def test_what_is_no_answer_of_an_authenticator_is_refused_in_a_sentence(
    ann: Browser, credential: dict[str, Any]
) -> None:
    for answer in (shown(ann.another(), credential), made(ann, credential)):
        assert answer.status_code == 403 and answer.json()["error"] in (REFUSED, LATE)


def test_half_an_answer_to_a_good_challenge_is_refused_in_a_sentence(ann: Browser, key: Authenticator) -> None:
    with_passkey(ann, key)
    for wrong in ("", "AA", "oA", "_" * 500):
        refused(shown(ann.another(), altered(key.sign(asked_to_sign_in(ann)), authenticatorData=wrong)), REFUSED)
        refused(made(ann, altered(key.make(asked_to_make(ann)), attestationObject=wrong)), REFUSED)


# where there are any


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (HTTPS, "play.example.org"),
        ("https://play.example.org:8443", "play.example.org"),
        ("http://localhost:8000", "localhost"),
        ("http://play.example.org", ""),
        ("https://192.0.2.7", ""),
        ("https://[2001:db8::7]", ""),
        ("", ""),
    ],
)
def test_there_are_passkeys_where_browsers_know_them(origin: str, host: str) -> None:
    assert Settings(origin=origin).passkeys == host


def test_a_server_without_a_name_says_that_it_has_none(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        ann.post("/api/accounts", json=ANN)
        assert ann.get("/api/accounts").json() == {"accounts": True, "passkeys": False, "provider": ""}
        for path, body in (
            ("login/passkey/options", {}),
            ("login/passkey", {"credential": {}}),
            ("me/passkeys/options", {"password": ANN["password"]}),
            ("me/passkeys", {"name": "Key", "credential": {}}),
        ):
            answer = ann.post(f"/api/{path}", json=body)
            assert (answer.status_code, "no passkeys" in answer.json()["error"]) == (403, True), path
    with site(quick_settings(tmp_path, origin=HTTPS, accounts="false"), HTTPS) as ann:
        assert ann.get("/api/accounts").json() == {"accounts": False, "passkeys": True, "provider": ""}
