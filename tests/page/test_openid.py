"""Signing in with an OpenID provider, in a real browser: there and back, refused, and in the place of a password."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from identity_provider import NAME, IdentityProvider
from page.served import Served
from page.test_access import violations
from page.visitor import PHONE, Visitor

Visits = Callable[..., Visitor]
BUTTON = f"Sign in with {NAME}"


@pytest.fixture(scope="module")
def provider() -> Iterator[IdentityProvider]:
    with IdentityProvider() as found:
        yield found


@pytest.fixture(scope="module")
def club(built_page: None, provider: IdentityProvider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose people sign in at the provider."""
    settings = provider.settings()
    words = [word for name, value in settings.items() for word in (f"--{name.replace('_', '-')}", value)]
    server = Served(tmp_path_factory.mktemp("club"), name="localhost", words=words)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def comes(visits: Visits, club: Served, provider: IdentityProvider) -> Visits:
    """Returns a new visitor of that server, who may be sent to the provider."""

    def come(**context: object) -> Visitor:
        found = visits(club.address, **context)
        found.elsewhere = (provider.issuer,)
        found.go("/me")
        return found

    return come


def through(visitor: Visitor, button: str, who: str) -> None:
    """Press what leads to the provider, and there what somebody does."""
    visitor.button(button).click()
    expect(visitor.page.get_by_role("heading", name=NAME)).to_be_visible()
    visitor.page.get_by_role("link", name=who).click()


def signed_in(visitor: Visitor, who: str) -> Visitor:
    through(visitor, BUTTON, f"I am {who}")
    expect(visitor.page.get_by_text("You are logged in as ")).to_be_visible()
    return visitor


@pytest.mark.slow
def test_one_signs_in_with_an_account_from_elsewhere_and_comes_again_by_another_device(
    comes: Visits, club: Served
) -> None:
    ann = comes()
    expect(ann.button(BUTTON)).to_be_visible()
    assert violations(ann.page) == []
    through(ann, BUTTON, "I am ann")
    expect(ann.page.get_by_text("You are logged in as ann.")).to_be_visible()
    assert ann.page.url == f"{club.address}/me"  # and nothing of what came back stands in the address
    expect(
        ann.page.get_by_role("region", name=BUTTON.replace("Sign", "Signing")).get_by_role("listitem")
    ).to_contain_text("ann")
    assert violations(ann.page) == []
    phone = signed_in(comes(viewport=PHONE), "ann")
    expect(phone.page.get_by_text("You are logged in as ann.")).to_be_visible()
    assert violations(phone.page) == []


@pytest.mark.slow
def test_who_breaks_it_off_there_is_told_so_and_can_begin_again(comes: Visits) -> None:
    ben = comes()
    through(ben, BUTTON, "Break it off")
    expect(ben.page.get_by_role("alert")).to_contain_text("The Club has let nobody sign in")
    assert violations(ben.page) == []
    assert "?" not in ben.page.url
    ben.page.get_by_role("main").get_by_role("link", name="My games").click()
    through(ben, BUTTON, "I am ben")
    expect(ben.page.get_by_text("You are logged in as Ben.")).to_be_visible()


@pytest.mark.long
def test_the_provider_stands_for_a_password_until_there_is_one(comes: Visits) -> None:
    ann = signed_in(comes(), "ann")
    recovery = ann.page.get_by_role("region", name="Recovery codes")
    recovery.get_by_text("Your codes", exact=True).click()
    recovery.get_by_role("button", name="Make ten codes").click()
    expect(recovery.get_by_role("alert")).to_contain_text("have The Club confirm first that it is you.")
    assert violations(ann.page) == []
    recovery.get_by_role("button", name="Confirm with The Club").click()
    ann.page.get_by_role("link", name="I am ann").click()
    recovery.get_by_text("Your codes", exact=True).click()
    expect(recovery).to_contain_text("The Club has just confirmed that it is you")
    recovery.get_by_role("button", name="Make ten codes").click()
    expect(recovery.get_by_label("The new codes, one a line")).to_be_visible()
    account = ann.page.get_by_role("region", name="Account", exact=True)
    account.get_by_text("Choose a password").first.click()
    account.get_by_label("New password").fill("a password at last")
    account.get_by_role("button", name="Choose a password").click()
    expect(account).to_contain_text("The password is changed")
    expect(account.get_by_text("Change the password").first).to_be_visible()
    identities = ann.page.get_by_role("region", name="Signing in with The Club")
    identities.get_by_role("button", name="Remove").click()
    expect(identities.get_by_role("listitem")).to_have_count(0)
    identities.get_by_text("Add another way in").click()
    identities.get_by_label("Your password").fill("a password at last")
    through(ann, "Sign in with The Club too", "I am ann")
    expect(identities.get_by_role("listitem")).to_have_count(1)
