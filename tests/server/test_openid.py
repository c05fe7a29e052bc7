"""Entering an account by an OpenID provider: only by who was sent from this browser, as the provider has signed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
from joserfc.jwk import ECKey, OctKey, RSAKey
from sites import Browser, closed_with, quick_settings, site, wait_until_open
from sqlalchemy import text

from identity_provider import CLIENT, NAME, SECRET, IdentityProvider
from stormriver.kernel.errors import StormriverError
from stormriver.server.accounts import openid_provider
from stormriver.server.accounts.identities import LOGIN_SECONDS, MOST_IDENTITIES, known_as
from stormriver.server.accounts.login_sessions import CONFIRMED_SECONDS
from stormriver.server.settings import Settings, settings_of

HTTPS = "https://play.example.org"
PASSWORD = "correct horse"
ANN = {"name": "Ann", "password": PASSWORD}
LATE = "That took too long, or was answered already; please begin again."
REFUSED = "The Club has not said who you are, or not in a way that could be trusted; please begin again."
AWAY = "The Club cannot be reached, or does not answer as an OpenID provider does; please try again later."
OTHER_BROWSER = "This did not begin in this browser; please begin again."
UNCONFIRMED = "Your account has no password; have The Club confirm first that it is you."
SOMEBODY_ELSE = "Somebody else has signed in there than whose account this is."
NOT_ANEW = "It was not made sure anew that it is you; please sign out there, and begin again."
CLAIMS = [
    "iss",
    "sub",
    "aud",
    "exp",
    "iat",
    "nbf",
    "nonce",
    "azp",
    "auth_time",
    "at_hash",
    "amr",
    "name",
    "preferred_username",
]
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text(), max_size=2), st.just({"a": []})
)
LAST = "You could not sign in any more: choose a password first."


@pytest.fixture
def provider() -> Iterator[IdentityProvider]:
    with IdentityProvider() as found:
        yield found


@pytest.fixture
def guest(tmp_path: Path, provider: IdentityProvider) -> Iterator[Browser]:
    """A browser of somebody who has no account, at a server whose people sign in at the provider."""
    with site(quick_settings(tmp_path, origin=HTTPS, **provider.settings()), HTTPS) as found:
        yield found


def sent(browser: Browser, path: str = "/api/login/openid", **given: str) -> str:
    """Return where a browser is sent to."""
    answer = browser.post(path, json=given)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["url"])


def back(browser: Browser, answer: dict[str, str]) -> Any:
    return browser.post("/api/login/openid/answer", json=answer)


def through(
    browser: Browser, provider: IdentityProvider, who: str = "ann", path: str = "/api/login/openid", **given: str
) -> Any:
    """Send a browser to the provider, and return the answer when it is back."""
    return back(browser, provider.come_back(sent(browser, path, **given), who))


def signed_in(browser: Browser, provider: IdentityProvider, who: str = "ann") -> Browser:
    answer = through(browser, provider, who)
    assert answer.status_code == 200, answer.text
    return browser


def refused(answer: Any, sentence: str, status: int = 403) -> None:
    assert (answer.status_code, answer.json()["error"]) == (status, sentence)
    assert "set-cookie" not in answer.headers


def disbelieved(answer: Any) -> None:
    """The provider has said something untrue, or nothing that makes sense."""
    told = {REFUSED: 403, AWAY: 503}
    assert told.get(answer.json().get("error")) == answer.status_code, answer.text
    assert "set-cookie" not in answer.headers


def ways_in(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = browser.get("/api/me/ways-in").json()
    return found


def count(browser: Browser, table: str) -> int:
    with browser.lobby.database.store.engine.connect() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def change(browser: Browser, statement: str) -> None:
    with browser.lobby.database.store.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount


# as it should be


def test_who_comes_for_the_first_time_has_an_account_and_keeps_their_tables(
    guest: Browser, provider: IdentityProvider
) -> None:
    assert guest.get("/api/accounts").json() == {"accounts": True, "passkeys": True, "provider": NAME}
    table = guest.make("me", "open")["table"]
    before = dict(guest.cookies)
    with guest.socket(table) as socket:
        wait_until_open(socket)
        answer = through(guest, provider)
        assert closed_with(socket).reason.startswith("You have logged in")
    assert answer.json()["account"] == "ann"
    assert guest.cookies["__Host-stormriver"] != before["__Host-stormriver"]
    assert "__Host-stormriver-openid" not in guest.cookies
    assert [line["id"] for line in guest.get("/api/me/tables").json()] == [table]
    (mine,) = ways_in(guest)["identities"]
    assert (mine["issuer"], mine["name"]) == (provider.issuer, "ann")
    old = guest.another()
    old.cookies.set("__Host-stormriver", before["__Host-stormriver"])
    assert old.get("/api/me").json()["account"] == ""


def test_who_comes_again_enters_the_same_account_and_brings_what_the_browser_had(
    guest: Browser, provider: IdentityProvider
) -> None:
    table = signed_in(guest, provider).make("me", "open")["table"]
    phone = guest.another()
    other = phone.make("me", "open")["table"]
    assert signed_in(phone, provider).get("/api/me").json()["account"] == "ann"
    assert {line["id"] for line in phone.get("/api/me/tables").json()} == {table, other}
    assert len(guest.get("/api/me/sessions").json()) == 2
    assert signed_in(guest.another(), provider, "ben").get("/api/me").json()["account"] == "Ben"


def test_who_has_come_by_nothing_before_is_somebody_new(guest: Browser, provider: IdentityProvider) -> None:
    assert not guest.cookies
    assert signed_in(guest, provider).get("/api/me").json()["account"] == "ann"
    assert count(guest, "people") == 1


def test_the_provider_is_asked_for_no_more_than_is_needed(guest: Browser, provider: IdentityProvider) -> None:
    wanted = provider.wanted(sent(guest))
    assert wanted["redirect_uri"] == f"{HTTPS}/signed-in"
    assert wanted["scope"] == "openid profile" and "max_age" not in wanted
    again = provider.wanted(sent(guest))
    assert not {wanted[name] for name in ("state", "nonce", "code_challenge")} & set(again.values())
    (cookie,) = [one for one in guest.cookies.jar if one.name == "__Host-stormriver-openid"]
    assert cookie.secure and cookie.expires is not None and cookie.expires <= time.time() + LOGIN_SECONDS + 1


def test_what_the_provider_says_of_itself_is_asked_once(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    signed_in(guest.another(), provider, "ben")
    assert sorted(provider.asked) == ["/.well-known/openid-configuration", "/keys", "/token", "/token"]


def test_names_that_are_told_apart_are_asked_for(guest: Browser, provider: IdentityProvider) -> None:
    provider.names_apart, provider.userinfo = True, {"nickname": None, "zoneinfo": 7}  # what it likes beside them
    assert signed_in(guest, provider).get("/api/me").json()["account"] == "ann"


@pytest.mark.parametrize("methods", [["client_secret_post"], ["client_secret_basic"], ["private_key_jwt"]])
def test_the_secret_is_told_as_the_provider_wants_it(
    guest: Browser, provider: IdentityProvider, methods: list[str]
) -> None:
    provider.metadata["token_endpoint_auth_methods_supported"] = methods
    if methods == ["private_key_jwt"]:
        refused(through(guest, provider), REFUSED)
    else:
        signed_in(guest, provider)


def test_a_server_without_a_secret_proves_itself_by_the_verifier(tmp_path: Path, provider: IdentityProvider) -> None:
    provider.metadata["token_endpoint_auth_methods_supported"] = ["none"]
    settings = quick_settings(tmp_path, origin=HTTPS, **provider.settings(openid_secret=""))
    with site(settings, HTTPS) as public:
        signed_in(public, provider)


@pytest.mark.parametrize("algorithm", ["ES256", "PS256"])
def test_a_provider_signs_as_it_likes_and_may_have_a_new_key(
    guest: Browser, provider: IdentityProvider, algorithm: str
) -> None:
    signed_in(guest, provider)
    key = ECKey.generate_key("P-256", auto_kid=True) if algorithm == "ES256" else RSAKey.generate_key(auto_kid=True)
    provider.key, provider.algorithm = key, algorithm
    foreign = {"kty": "AKP", "alg": "ML-DSA-65", "kid": "of-tomorrow"}
    provider.published = [foreign, dict(provider.key.as_dict(private=False))]
    signed_in(guest.another(), provider, "ben")


def test_a_server_of_which_others_make_no_accounts_knows_those_of_the_provider(
    tmp_path: Path, provider: IdentityProvider
) -> None:
    with site(quick_settings(tmp_path, origin=HTTPS, accounts=False, **provider.settings()), HTTPS) as school:
        assert school.post("/api/accounts", json=ANN).status_code == 403
        assert signed_in(school, provider).get("/api/me").json()["account"] == "ann"


# what somebody is called


def test_nobody_enters_an_account_by_being_called_so(guest: Browser, provider: IdentityProvider) -> None:
    owner = guest.another()
    owner.post("/api/accounts", json={"name": "Ann", "password": PASSWORD})
    owner.make("me", "open")
    assert signed_in(guest, provider).get("/api/me").json()["account"] == "ann 2"
    assert guest.get("/api/me/tables").json() == []
    assert guest.another().post("/api/login", json=ANN).status_code == 200


def test_who_is_logged_in_and_comes_by_an_identity_nobody_has_gets_another_account(
    guest: Browser, provider: IdentityProvider
) -> None:
    guest.post("/api/accounts", json={"name": "Owner", "password": PASSWORD})
    guest.make("me", "open")
    assert signed_in(guest, provider).get("/api/me").json()["account"] == "ann"
    assert guest.get("/api/me/tables").json() == []


@pytest.mark.parametrize(
    ("names", "name"),
    [
        (("ann",), "ann"),
        ((), "Player"),
        (("", "  ", "A\u202eB", "<b>", "Good"), "Good"),
        (("A name that is far too long for a table",), "A name that is far too l"),
        (("  Ann \n Archer ",), "Ann Archer"),
    ],
)
def test_a_name_is_made_fit_for_a_table(names: tuple[str, ...], name: str) -> None:
    assert known_as(names) == name


def test_many_of_one_name_are_told_apart(guest: Browser, provider: IdentityProvider) -> None:
    names = []
    for number in range(12):
        provider.claims = {"sub": f"subject {number}", "preferred_username": "A name that is far too long"}
        names.append(signed_in(guest.another(), provider).get("/api/me").json()["account"])
    assert names[:3] == ["A name that is far too l", "A name that is far too 2", "A name that is far too 3"]
    assert len({name.casefold() for name in names}) == 12 and max(map(len, names)) <= 24


# refused: how it came back


def test_who_brings_what_another_browser_was_given_is_nobody(guest: Browser, provider: IdentityProvider) -> None:
    victim = guest.another()
    answer = provider.come_back(sent(guest))
    refused(back(victim, answer), OTHER_BROWSER)
    sent(victim)
    refused(back(victim, answer), OTHER_BROWSER)
    assert count(guest, "people") == 0
    assert back(guest, answer).status_code == 200


def test_an_answer_is_good_once_and_for_ten_minutes(guest: Browser, provider: IdentityProvider) -> None:
    url = sent(guest)
    cookie = guest.cookies["__Host-stormriver-openid"]
    assert back(guest, provider.come_back(url)).status_code == 200
    guest.cookies.set("__Host-stormriver-openid", cookie)
    refused(back(guest, provider.come_back(url)), LATE)
    phone = guest.another()
    late = f"UPDATE openid_logins SET created = created - {LOGIN_SECONDS + 1}"
    answer = provider.come_back(sent(phone))
    change(guest, late)
    refused(back(phone, answer), LATE)
    sent(phone)
    change(guest, late)
    sent(phone)
    assert count(guest, "openid_logins") == 1  # those who have been away for too long are gone


def test_who_breaks_it_off_is_told_so_and_may_begin_again(guest: Browser, provider: IdentityProvider) -> None:
    state = provider.wanted(sent(guest))["state"]
    answer = back(guest, {"state": state, "error": "access_denied"})
    refused(answer, "The Club has let nobody sign in: it was broken off there, or is not allowed.", 409)
    assert "/token" not in provider.asked
    refused(back(guest, {"state": state, "error": "access_denied"}), LATE)
    signed_in(guest, provider)


def test_an_answer_of_another_provider_is_none(guest: Browser, provider: IdentityProvider) -> None:
    answer = provider.come_back(sent(guest)) | {"iss": "https://evil.example"}
    assert back(guest, answer).status_code == 409
    assert "/token" not in provider.asked


def test_a_code_that_the_provider_does_not_know_is_refused(guest: Browser, provider: IdentityProvider) -> None:
    for code in ("", "made up", "x" * 4096):
        refused(back(guest, provider.come_back(sent(guest)) | {"code": code}), REFUSED)


def test_a_code_of_somebody_else_is_worth_nothing_without_their_verifier(
    guest: Browser, provider: IdentityProvider
) -> None:
    stolen = provider.come_back(sent(guest.another()), "ben")["code"]
    refused(back(guest, provider.come_back(sent(guest)) | {"code": stolen}), REFUSED)


# refused: what the provider says


UNTRUE: list[dict[str, Any]] = [
    {"iss": "https://evil.example"},
    {"iss": None},
    {"aud": "another client"},
    {"aud": ["another client"]},
    {"aud": "another client", "azp": CLIENT},
    {"aud": ["stormriver", "another client"], "azp": "another client"},
    {"aud": None},
    {"exp": 1_700_000_000},
    {"exp": None},
    {"iat": 9_000_000_000},
    {"iat": None},
    {"nonce": "of another login"},
    {"nonce": None},
    {"sub": None},
    {"sub": ""},
    {"sub": 7},
    {"at_hash": "AAAA"},
    {"auth_time": "yesterday"},
]


def test_a_token_that_is_not_about_this_login_is_refused(guest: Browser, provider: IdentityProvider) -> None:
    for claims in UNTRUE:
        provider.claims = claims
        disbelieved(through(guest, provider))
    assert count(guest, "people") == count(guest, "identities") == 0


def test_a_token_that_nobody_has_signed_is_refused(guest: Browser, provider: IdentityProvider) -> None:
    provider.algorithm = "none"
    refused(through(guest, provider), REFUSED)


def test_a_token_that_we_could_have_signed_ourselves_is_refused(guest: Browser, provider: IdentityProvider) -> None:
    provider.key, provider.algorithm = OctKey.import_key(SECRET), "HS256"
    provider.published.append(dict(provider.key.as_dict(private=True), kid="ours"))
    provider.header = {"kid": "ours"}
    refused(through(guest, provider), REFUSED)


def test_a_token_that_somebody_else_has_signed_is_refused(guest: Browser, provider: IdentityProvider) -> None:
    published = provider.key.kid
    provider.key = RSAKey.generate_key(2048)
    provider.header = {"kid": published}
    refused(through(guest, provider), REFUSED)
    provider.header = {"kid": "not published"}
    refused(through(guest, provider), REFUSED)


def test_a_provider_that_says_of_itself_what_cannot_be_is_none(guest: Browser, provider: IdentityProvider) -> None:
    for metadata in (
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://id.example.org/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": None},
    ):
        provider.metadata = metadata
        refused(guest.post("/api/login/openid", json={}), AWAY, 503)


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token", "/userinfo"])
def test_a_provider_that_answers_nonsense_is_none(guest: Browser, provider: IdentityProvider, path: str) -> None:
    provider.names_apart = True
    for body in (b"", b"<html>", b"[]", b'{"keys": 7}', b"\xff"):
        provider.answers[path] = body
        answer = guest.post("/api/login/openid", json={})
        if answer.status_code == 200:
            answer = back(guest, provider.come_back(answer.json()["url"]))
        refused(answer, AWAY, 503)
    provider.answers.clear()
    signed_in(guest, provider)


def test_a_token_that_is_none_is_refused(guest: Browser, provider: IdentityProvider) -> None:
    for token in ("", "a.b.c", "e30.e30.e30", "....", "\ud83d"):
        provider.answers["/token"] = json.dumps(
            {"access_token": "x", "token_type": "Bearer", "id_token": token}
        ).encode()
        disbelieved(through(guest, provider))
    provider.answers["/token"] = b'{"access_token": "x", "expires_at": []}'
    disbelieved(through(guest, provider))


@pytest.mark.slow
@hypothesis.settings(max_examples=30, suppress_health_check=list(hypothesis.HealthCheck), deadline=None, database=None)
@hypothesis.given(
    claims=st.dictionaries(st.sampled_from(CLAIMS), VALUES, min_size=1),
    header=st.dictionaries(st.sampled_from(["kid", "typ", "crit", "cty"]), VALUES),
)
def test_whatever_a_provider_signs_it_is_believed_or_refused(
    guest: Browser, provider: IdentityProvider, claims: dict[str, Any], header: dict[str, Any]
) -> None:
    provider.claims, provider.header = claims, {"kid": provider.key.kid} | header
    answer = through(guest.another(), provider)
    if answer.status_code == 200:
        assert answer.json()["account"]
    else:
        disbelieved(answer)


def test_names_of_somebody_else_are_not_taken(guest: Browser, provider: IdentityProvider) -> None:
    provider.names_apart, provider.userinfo = True, {"sub": "subject-of-ben"}
    refused(through(guest, provider), AWAY, 503)


def test_a_provider_that_is_away_is_told_and_tables_go_on(tmp_path: Path) -> None:
    with IdentityProvider() as gone:
        settings = quick_settings(tmp_path, origin=HTTPS, **gone.settings())
    with site(settings, HTTPS) as guest:
        refused(guest.post("/api/login/openid", json={}), AWAY, 503)
        assert guest.make("me", "computer")


def test_a_provider_that_does_not_answer_is_waited_for_no_longer_than_it_may_take(
    guest: Browser, provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = sent(guest)
    provider.gate.clear()
    began = time.monotonic()
    with monkeypatch.context() as quick:
        quick.setattr(openid_provider, "SECONDS", 0.2)
        refused(back(guest, provider.come_back(url)), AWAY, 503)
    assert time.monotonic() - began < openid_provider.SECONDS
    provider.gate.set()
    signed_in(guest, provider)


# one way in more


def test_who_has_a_password_adds_an_identity_and_enters_by_either(guest: Browser, provider: IdentityProvider) -> None:
    guest.post("/api/accounts", json=ANN)
    wrong = guest.post("/api/me/identities", json={"password": "wrong horse"})
    refused(wrong, "There is no account with that name and password.")
    answer = through(guest, provider, path="/api/me/identities", password=PASSWORD)
    assert answer.json()["account"] == "Ann"
    found = ways_in(guest)
    assert (found["password"], [one["name"] for one in found["identities"]]) == (True, ["ann"])
    phone = guest.another()
    assert signed_in(phone, provider).get("/api/me").json()["account"] == "Ann"
    assert guest.another().post("/api/login", json=ANN).status_code == 200


def test_an_identity_enters_one_account(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    other = guest.another()
    other.post("/api/accounts", json={"name": "Other", "password": PASSWORD})
    answer = through(other, provider, path="/api/me/identities", password=PASSWORD)
    refused(answer, "This already signs somebody in here.", 409)
    assert ways_in(other)["identities"] == []
    assert signed_in(guest.another(), provider).get("/api/me").json()["account"] == "ann"


def test_nobody_adds_an_identity_to_an_account_that_is_logged_out_meanwhile(
    guest: Browser, provider: IdentityProvider
) -> None:
    guest.post("/api/accounts", json=ANN)
    url = sent(guest, "/api/me/identities", password=PASSWORD)
    guest.post("/api/logout")
    refused(back(guest, provider.come_back(url)), OTHER_BROWSER)
    url = sent_by_owner(guest, provider)
    guest.post("/api/logout")
    guest.post("/api/accounts", json={"name": "Other", "password": PASSWORD})
    refused(back(guest, provider.come_back(url)), OTHER_BROWSER)
    assert count(guest, "identities") == 0


def sent_by_owner(guest: Browser, provider: IdentityProvider) -> str:
    guest.post("/api/login", json=ANN)
    return sent(guest, "/api/me/identities", password=PASSWORD)


def test_an_account_has_not_more_identities_than_anybody_needs(guest: Browser, provider: IdentityProvider) -> None:
    guest.post("/api/accounts", json=ANN)
    for number in range(MOST_IDENTITIES):
        provider.claims = {"sub": f"subject {number}"}
        assert through(guest, provider, path="/api/me/identities", password=PASSWORD).status_code == 200
    provider.claims = {"sub": "one more"}
    answer = through(guest, provider, path="/api/me/identities", password=PASSWORD)
    refused(answer, "You have 10 of these already; remove one first.", 409)


def test_an_identity_is_removed_unless_it_is_the_last_way_in(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    (mine,) = ways_in(guest)["identities"]
    refused(guest.delete(f"/api/me/identities/{mine['id']}"), LAST, 409)
    assert ways_in(guest)["identities"] == [mine]
    through(guest, provider, path="/api/me/confirmation")
    guest.post("/api/password", json={"password": "", "new": "a password now"})
    assert guest.delete(f"/api/me/identities/{mine['id']}").json()["identities"] == []
    assert signed_in(guest.another(), provider).get("/api/me").json()["account"] == "ann 2"


def test_nobody_removes_an_identity_of_somebody_else(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    (mine,) = ways_in(guest)["identities"]
    other = signed_in(guest.another(), provider, "ben")
    for browser in (other, guest.another()):
        refused(browser.delete(f"/api/me/identities/{mine['id']}"), "You do not sign in by that.", 404)
    assert ways_in(guest)["identities"] == [mine]


# an account without a password


def test_an_account_without_a_password_is_entered_by_none(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    # The last one is that against which a password is checked where there is none.
    for password in (" " * 8, "subject-of-ann", "the password of nobody"):
        answer = guest.another().post("/api/login", json={"name": "ann", "password": password})
        refused(answer, "There is no account with that name and password.")


GUARDED = [
    ("/api/me/recovery-codes", {"password": ""}, 201),
    ("/api/me/passkeys/options", {"password": ""}, 200),
    ("/api/me/identities", {"password": ""}, 200),
    ("/api/password", {"password": "", "new": "a password now"}, 200),
    ("/api/me/deletion", {"password": ""}, 200),
]


@pytest.mark.parametrize(("path", "given", "status"), GUARDED, ids=[path for path, *_ in GUARDED])
def test_what_needs_a_password_needs_the_provider_where_there_is_none(
    guest: Browser, provider: IdentityProvider, path: str, given: dict[str, str], status: int
) -> None:
    signed_in(guest, provider)
    refused(guest.post(path, json=given), UNCONFIRMED)
    provider.signed_in = time.time()
    assert through(guest, provider, path="/api/me/confirmation").status_code == 200
    assert CONFIRMED_SECONDS - 5 <= ways_in(guest)["confirmed"] <= CONFIRMED_SECONDS
    change(guest, f"UPDATE sessions SET confirmed = confirmed - {CONFIRMED_SECONDS}")
    refused(guest.post(path, json=given), UNCONFIRMED)
    through(guest, provider, path="/api/me/confirmation")
    assert guest.post(path, json=given).status_code == status


def test_a_confirmation_asks_for_a_new_proof_and_takes_no_old_one(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    url = sent(guest, "/api/me/confirmation")
    assert provider.wanted(url)["max_age"] == "0"
    provider.signed_in = time.time() - CONFIRMED_SECONDS - 60
    refused(back(guest, provider.come_back(url)), NOT_ANEW)
    assert ways_in(guest)["confirmed"] == 0
    provider.signed_in = time.time() + 3600  # whose clock is wrong does not confirm for longer
    assert through(guest, provider, path="/api/me/confirmation").status_code == 200
    assert ways_in(guest)["confirmed"] <= CONFIRMED_SECONDS


def test_nobody_confirms_for_somebody_else(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    signed_in(guest.another(), provider, "ben")
    refused(through(guest, provider, "ben", path="/api/me/confirmation"), SOMEBODY_ELSE)
    assert ways_in(guest)["confirmed"] == 0
    stranger = guest.another().post("/api/me/confirmation", json={})
    refused(stranger, "You have no account here, and so no password.")


def test_who_has_just_proved_who_they_are_is_not_asked_again_and_who_came_silently_is(
    guest: Browser, provider: IdentityProvider
) -> None:
    signed_in(guest, provider)
    assert ways_in(guest)["confirmed"] == 0
    provider.signed_in = time.time() - 60
    phone = signed_in(guest.another(), provider)
    assert 0 < ways_in(phone)["confirmed"] <= CONFIRMED_SECONDS - 60
    assert ways_in(guest)["confirmed"] == 0


def test_a_confirmation_does_for_an_account_with_a_password_too(guest: Browser, provider: IdentityProvider) -> None:
    guest.post("/api/accounts", json=ANN)
    through(guest, provider, path="/api/me/identities", password=PASSWORD)
    refused(
        guest.post("/api/me/recovery-codes", json={"password": ""}), "There is no account with that name and password."
    )
    through(guest, provider, path="/api/me/confirmation")
    assert guest.post("/api/me/recovery-codes", json={"password": ""}).status_code == 201


def test_an_account_without_a_password_is_nobodys_to_change_once_the_provider_is_gone(
    tmp_path: Path, provider: IdentityProvider
) -> None:
    with site(quick_settings(tmp_path, origin=HTTPS, **provider.settings()), HTTPS) as ann:
        token = signed_in(ann, provider).cookies["__Host-stormriver"]
    with site(quick_settings(tmp_path, origin=HTTPS), HTTPS) as ann:
        ann.cookies.set("__Host-stormriver", token)
        assert ann.get("/api/me").json()["account"] == "ann"
        answer = ann.post("/api/me/recovery-codes", json={"password": "whatever"})
        refused(answer, "There is no account with that name and password.")


# what is kept


def test_what_is_kept_of_an_identity_is_told_to_its_person_and_goes_with_them(
    guest: Browser, provider: IdentityProvider
) -> None:
    signed_in(guest, provider)
    sent(guest, "/api/me/confirmation")
    kept = guest.get("/api/me/data")
    (row,) = kept.json()["rows"]["identities.person"]
    assert (row["issuer"], row["subject"], row["name"]) == (provider.issuer, "subject-of-ann", "ann")
    assert set(kept.json()["rows"]["openid_logins.person"][0]) == {"purpose", "person", "created"}
    through(guest, provider, path="/api/me/confirmation")
    assert guest.post("/api/me/deletion", json={"password": ""}).status_code == 200
    assert count(guest, "identities") == count(guest, "people") == 0
    assert signed_in(guest.another(), provider).get("/api/me").json()["account"] == "ann"


def test_of_a_login_the_database_has_nothing_that_it_could_be_ended_with(
    guest: Browser, provider: IdentityProvider
) -> None:
    answer = provider.come_back(sent(guest))
    with guest.lobby.database.store.engine.connect() as connection:
        (row,) = connection.execute(text("SELECT * FROM openid_logins")).all()
    assert answer["state"] not in str(row) and answer["code"] not in str(row)


def test_no_program_signs_in_or_adds_a_way_in(guest: Browser, provider: IdentityProvider) -> None:
    signed_in(guest, provider)
    made = guest.post("/api/me/tokens", json={"name": "Bot", "scopes": ["play", "create"]}).json()
    program = guest.another()
    program.headers["Authorization"] = f"Bearer {made['token']}"
    for method, path in (
        ("GET", "/api/me/ways-in"), ("POST", "/api/login/openid"), ("POST", "/api/login/openid/answer"),
        ("POST", "/api/me/confirmation"), ("POST", "/api/me/identities"), ("DELETE", "/api/me/identities/x"),
    ):  # fmt: skip
        assert program.request(method, path, json={} if method == "POST" else None).status_code == 403, path


# how it is set up


def test_where_there_is_no_provider_nobody_is_sent_anywhere(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as guest:
        assert guest.get("/api/accounts").json()["provider"] == ""
        guest.post("/api/accounts", json=ANN)
        for path, given in (
            ("/api/login/openid", {}), ("/api/me/confirmation", {}), ("/api/me/identities", {"password": PASSWORD}),
            ("/api/login/openid/answer", {"state": ""}),
        ):  # fmt: skip
            refused(guest.post(path, json=given), "This server has no OpenID provider.")


def test_every_way_to_the_provider_is_gone_as_rarely_as_a_password_is_tried(
    tmp_path: Path, provider: IdentityProvider
) -> None:
    settings = quick_settings(tmp_path, origin=HTTPS, rate_logins="3/minute", **provider.settings())
    with site(settings, HTTPS) as guest:
        answers = [guest.post(path, json={"state": "x"} if "answer" in path else {}).status_code for path in (
            "/api/login/openid", "/api/login/openid/answer", "/api/me/confirmation", "/api/login/openid",
        )]  # fmt: skip
        assert answers[:3] == [200, 403, 403] and answers[3] == 429


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"openid_issuer": "http://id.example.org"}, "is an address of HTTPS"),
        ({"openid_issuer": "id.example.org"}, "--openid-issuer is an address of HTTPS such as"),
        ({"openid_issuer": "https://["}, "is an address of HTTPS"),
        ({"openid_issuer": "https://id.example.org", "openid_client": "x"}, "`--openid-issuer` needs"),
        ({"openid_issuer": "https://id.example.org", "origin": HTTPS}, "and `--origin`, to which people come back"),
    ],
)
def test_settings_that_cannot_be_are_told(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(StormriverError, match=sentence):
        settings_of(given, {})


def test_a_provider_is_called_by_its_host_if_nobody_has_named_it() -> None:
    def called(**changed: str) -> str:
        return settings_of({"openid_client": "x", "origin": HTTPS, **changed}, {}).provider

    assert called(openid_issuer="https://id.example.org/realms/club") == "id.example.org"
    assert called(openid_issuer="https://id.example.org", openid_name=NAME) == NAME
    assert called() == Settings().provider == ""
