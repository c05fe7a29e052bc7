"""Who somebody is, in a real browser: a name, sessions seen and ended, a forgotten password, a passkey."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from page.served import Served
from page.test_access import violations
from page.visitor import PHONE, Visitor

Visits = Callable[..., Visitor]
PASSWORD = "a long password"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def named(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that people know by a name, without which there are no passkeys."""
    server = Served(tmp_path_factory.mktemp("named"), name="localhost")
    server.start()
    yield server
    server.kill()


def at_home(visits: Visits, name: str, how: str = "accounts", address: str = "", **context: object) -> Visitor:
    """Return a new browser of somebody who has an account, at their own page."""
    found = visits(address, **context)
    found.post(how, {"name": name, "password": PASSWORD})
    found.go("/me")
    return found


def part(visitor: Visitor, title: str, folded: str) -> Locator:
    """Return a part of the page by its title, unfolded."""
    found = visitor.page.get_by_role("region", name=title)
    found.get_by_text(folded, exact=True).click()
    return found


def log_out(visitor: Visitor) -> None:
    """Log out, and open the form by which one comes in again."""
    visitor.button("Log out").click()
    visitor.page.get_by_role("radio", name="Log in").check()


@pytest.mark.slow
def test_one_sees_where_one_is_logged_in_and_logs_a_browser_out_from_another(visits: Visits) -> None:
    ann = at_home(visits, "Ann of two")
    phone = at_home(visits, "Ann of two", "login", viewport=PHONE)
    browsers = part(ann, "Where you are logged in", "Your browsers")
    expect(browsers.get_by_role("listitem")).to_have_count(2)
    here, there = browsers.get_by_role("listitem").all()
    expect(here).to_contain_text("Chrome, Linux (this one)")
    assert violations(ann.page) == []
    expect(here.get_by_role("button")).to_have_count(0)
    there.get_by_role("button").click()
    expect(browsers.get_by_role("listitem")).to_have_count(1)
    phone.go("/me")
    expect(phone.page.get_by_role("radio", name="Make an account")).to_be_visible()


@pytest.mark.slow
def test_one_logs_all_others_out_at_once(visits: Visits) -> None:
    ann = at_home(visits, "Ann of three")
    others = [at_home(visits, "Ann of three", "login") for _ in range(2)]
    browsers = part(ann, "Where you are logged in", "Your browsers")
    browsers.get_by_role("button", name="Log out all others").click()
    expect(browsers.get_by_role("listitem")).to_have_count(1)
    for other in others:
        other.go("/me")
        expect(other.page.get_by_role("radio", name="Make an account")).to_be_visible()


@pytest.mark.slow
def test_who_has_forgotten_the_password_comes_in_by_a_code_from_paper(visits: Visits) -> None:
    ann = at_home(visits, "Forgetful")
    codes = part(ann, "Recovery codes", "Your codes")
    expect(codes).to_contain_text("You have no codes.")
    codes.get_by_label("Your password").fill("not my password")
    codes.get_by_role("button", name="Make ten codes").click()
    expect(codes.get_by_role("alert")).to_contain_text("no account with that name and password")
    codes.get_by_label("Your password").fill(PASSWORD)
    codes.get_by_role("button", name="Make ten codes").click()
    paper = codes.get_by_label("The new codes, one a line").input_value().splitlines()
    assert len(paper) == 10
    assert violations(ann.page) == []
    ann.go("/me")
    expect(part(ann, "Recovery codes", "Your codes")).to_contain_text("10 codes are left")
    log_out(ann)
    ann.page.get_by_role("radio", name="I have a recovery code").check()
    assert violations(ann.page) == []
    ann.page.get_by_label("Name", exact=True).fill("Forgetful")
    ann.page.get_by_label("Recovery code", exact=True).fill(paper[3].lower())
    ann.page.get_by_label("New password").fill("another password")
    ann.button("Log in with the code").click()
    expect(ann.page.get_by_text("You are logged in as Forgetful.")).to_be_visible()
    expect(part(ann, "Recovery codes", "Your codes")).to_contain_text("9 codes are left")


@pytest.mark.long
def test_one_makes_a_passkey_and_signs_in_with_nothing_else(visits: Visits, named: Served) -> None:
    ann = at_home(visits, "Ann", address=named.address)
    tools = ann.context.new_cdp_session(ann.page)
    tools.send("WebAuthn.enable")
    device = tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    passkeys = part(ann, "Passkeys", "Your passkeys")
    passkeys.get_by_label("What is it called?").fill("This machine")
    passkeys.get_by_label("Your password").fill(PASSWORD)
    passkeys.get_by_role("button", name="Make a passkey").click()
    expect(passkeys.get_by_role("listitem")).to_contain_text("Never used.")
    passkeys.get_by_role("button", name="Rename the passkey “This machine”").click()
    passkeys.get_by_label("New name").fill("Desk")
    assert violations(ann.page) == []
    passkeys.get_by_role("button", name="Save").click()
    expect(passkeys.get_by_role("listitem")).to_contain_text("Desk")
    passkeys.get_by_label("What is it called?").fill("Once more")
    passkeys.get_by_label("Your password").fill(PASSWORD)
    passkeys.get_by_role("button", name="Make a passkey").click()
    expect(passkeys.get_by_role("alert")).to_contain_text("on that device already")
    log_out(ann)
    assert violations(ann.page) == []
    ann.button("Log in with a passkey").click()
    expect(ann.page.get_by_text("You are logged in as Ann.")).to_be_visible()
    passkeys = part(ann, "Passkeys", "Your passkeys")
    expect(passkeys.get_by_role("listitem")).to_contain_text("Last used")
    passkeys.get_by_role("button", name="Remove the passkey “Desk”").click()
    expect(passkeys.get_by_role("listitem")).to_have_count(0)
    log_out(ann)
    ann.button("Log in with a passkey").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("not one that is known here")
    tools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})


@pytest.mark.slow
def test_a_server_without_a_name_offers_no_passkeys(visits: Visits) -> None:
    ann = at_home(visits, "Nameless")
    expect(ann.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    ann.rest()
    expect(ann.page.get_by_role("heading", name="Passkeys")).to_have_count(0)
    log_out(ann)
    ann.rest()
    expect(ann.page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)


def test_a_name_that_is_proposed_stays_under_the_hand_of_whoever_changes_it(visitor: Visitor) -> None:
    held: list[Route] = []
    visitor.page.route("**/api/me", lambda route: held.append(route))
    visitor.go("/")
    name = visitor.page.get_by_label("Your name")
    proposed = name.input_value()
    name.select_text()
    with visitor.page.expect_response("**/api/me/tables"):
        held[0].fulfill(json={"name": "Mara", "account": "", "operator": False})
    visitor.rest()
    assert name.input_value() == proposed
    visitor.page.keyboard.type("Ann")
    assert name.input_value() == "Ann"
