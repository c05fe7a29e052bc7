"""Every role in front of the page: a host, a person, an operator, and somebody who is none of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.served import Served
from page.test_access import violations
from page.test_company import joined
from page.visitor import PHONE, Visitor

Visits = Callable[..., Visitor]
PASSWORD = "a long password"


def administer(served: Served, *words: str) -> None:
    """Run `stormriver admin` on the database of a server that runs."""
    subprocess.run([sys.executable, "-m", "stormriver", "admin", *words, "--database", served.database], check=True)


def operator(visits: Visits, served: Served, name: str, **context: object) -> Visitor:
    """Return an operator of the server."""
    found = visits(**context)
    found.post("accounts", {"name": name, "password": PASSWORD})
    administer(served, "grant", name)
    return found


@pytest.mark.long
def test_a_host_mutes_somebody_and_shows_them_out(visits: Visits) -> None:
    ann, ben = joined(visits)
    for person in (ann, ben):
        person.page.keyboard.press("c")
    ben.page.get_by_label("Say something").fill("You are slow!")
    ben.button("Send").click()
    expect(ann.page.locator(".chat li")).to_contain_text("You are slow!")
    ann.button("More about this line of Ben").click()
    # look: line
    assert violations(ann.page) == []
    ann.button("Mute").click()
    for person in (ann, ben):
        expect(person.page.locator(".chat li")).to_contain_text("muted by the host")
    ben.page.get_by_label("Say something").fill("Slow!")
    ben.button("Send").click()
    expect(ben.page.get_by_text("lets nobody read what you say here")).to_be_visible()
    ann.button("Table").click()
    ann.button("Let speak: Ben").click()
    expect(ann.button("Mute: Ben")).to_be_visible()
    ann.button("Show out: Ben").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("Ben leaves for good")
    # look: menu
    assert violations(ann.page) == []
    ann.button("Yes, show out").click()
    expect(ben.page.get_by_text("has shown you out")).to_be_visible()
    expect(ann.button("Show out: Ben")).to_have_count(0)


@pytest.mark.long
def test_what_somebody_reports_is_seen_to_by_an_operator(visits: Visits, served: Served) -> None:
    ann, ben = joined(visits, name="Rainy evening")
    sue = operator(visits, served, "Sue")
    for person in (ann, ben):
        person.page.keyboard.press("c")
    ann.page.get_by_label("Say something").fill("Go home!")
    ann.button("Send").click()
    ben.button("More about this line of Ann").click()
    expect(ben.button("Mute")).to_have_count(0)
    ben.button("Report this line").click()
    ben.page.get_by_label("Why?").fill("Rude")
    assert violations(ben.page) == []
    ben.button("Report").click()
    expect(ben.page.get_by_text("will see it")).to_be_visible()
    ben.go("/admin")
    expect(ben.page.get_by_text("for the operators of this server")).to_be_visible()
    page = sue.page
    sue.go("/me")
    sue.button("Operators").click()
    expect(page.get_by_text("Tables in memory")).to_be_visible()
    # look: load
    page.get_by_role("tab", name="Reports").click()
    report = page.locator("li.panel", has_text="Go home!")
    expect(report).to_contain_text("Ann said at “Rainy evening”")
    expect(report).to_contain_text("Rude")
    report.get_by_role("button", name="Ban").click()
    page.get_by_label("Why (noted with it)").fill("After a warning")
    # look: reports
    assert violations(page) == []
    report.get_by_role("button", name="Ban", exact=True).click()
    expect(ann.page.get_by_text("has banned you")).to_be_visible()
    report.get_by_role("button", name="Done").click()
    report.get_by_role("button", name="Done", exact=True).click()
    expect(report).to_have_count(0)
    page.get_by_role("tab", name="Tables").click()
    page.get_by_label("Name of the table").fill("rainy")
    sue.button("Search").click()
    table = page.locator("li.panel", has_text="Rainy evening")
    expect(page.locator("li.panel")).to_have_count(1)
    # look: tables
    assert violations(page) == []
    table.get_by_role("button", name="End").click()
    table.get_by_role("button", name="End", exact=True).click()
    expect(table).to_contain_text("Stopped")
    page.get_by_role("tab", name="People").click()
    page.get_by_label("Name, account").fill("ann")
    sue.button("Search").click()
    somebody = page.locator("li.panel", has_text="banned")
    expect(somebody.first).to_contain_text("Ann")
    # look: people
    assert violations(page) == []
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("row", name="After a warning")).to_contain_text("Sue")
    # look: acts
    assert violations(page) == []


@pytest.mark.long
def test_an_operator_on_a_phone_finds_all_in_german(visits: Visits, served: Served) -> None:
    uta = operator(visits, served, "Uta", viewport=PHONE, has_touch=True, locale="de-DE")
    uta.make(name="Regenabend")
    uta.go("/admin")
    for tab in ("Meldungen", "Tische", "Leute", "Verlauf", "Last"):
        uta.page.get_by_role("tab", name=tab).click()
        uta.rest()
        # look: phone
        assert violations(uta.page) == []
        assert uta.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_somebody_downloads_what_is_kept_of_them_and_deletes_themselves(visits: Visits) -> None:
    ann, ben = joined(visits)
    ann.post("accounts", {"name": "Ann of the data", "password": PASSWORD})
    page = ann.page
    ann.go("/me")
    with page.expect_download() as download:
        ann.button("Download").click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert (kept["account"], len(kept["rows"]["seats.person"])) == ("Ann of the data", 1)
    ann.button("Delete me").click()
    # look: me
    assert violations(page) == []
    page.get_by_role("textbox", name="Your password").fill("another password")
    ann.button("Yes, delete me").click()
    expect(page.get_by_role("alert").last).to_contain_text("There is no account")
    page.get_by_role("textbox", name="Your password").fill(PASSWORD)
    ann.button("Yes, delete me").click()
    expect(page.get_by_text("You have no tables yet")).to_be_visible()
    expect(ben.page.get_by_text("Somebody").first).to_be_visible()
    expect(ben.page.get_by_text("Ann", exact=True)).to_have_count(0)
