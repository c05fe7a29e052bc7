"""Every role in front of the page: a host, a person, an operator, and somebody who is none of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Locator, expect

from page.served import Served
from page.test_access import violations
from page.test_company import joined
from page.visitor import PHONE, Visitor
from stormriver.server.moderation.facts import Deed

Visits = Callable[..., Visitor]
PASSWORD = "a long password"
DEEDS = get_args(Deed)


def administer(served: Served, *words: str) -> None:
    """Run `stormriver admin` on the database of a server that runs."""
    subprocess.run([sys.executable, "-m", "stormriver", "admin", *words, "--database", served.database], check=True)


def operator(visits: Visits, served: Served, name: str, **context: object) -> Visitor:
    """Return an operator of the server."""
    found = visits(**context)
    found.post("accounts", {"name": name, "password": PASSWORD})
    administer(served, "grant", name)
    return found


def act(entry: Locator, word: str, why: str = "", whom: str = "") -> None:
    """Do what a button of an entry says, and say yes when asked whether that is meant."""
    expect(entry.get_by_label("Why (noted with it)")).to_have_count(0)  # what was done before is done
    entry.get_by_role("button", name=f"{word}: {whom}").click()
    entry.get_by_label("Why (noted with it)").fill(why)
    entry.get_by_role("button", name=word, exact=True).click()


def searched(operator: Visitor, tab: str, label: str, letters: str) -> Locator:
    """Return the entries of a part of the operators' page that a search finds."""
    operator.page.get_by_role("tab", name=tab).click()
    operator.page.get_by_label(label).fill(letters)
    operator.button("Search").click()
    return operator.page.locator("li.panel", has_text=letters)


def said(speaker: Visitor, *others: Visitor, line: str) -> None:
    """Let somebody say something at their table, where others have the chat open, too."""
    for person in (speaker, *others):
        person.page.get_by_role("tab", name="Chat").click()
    speaker.page.get_by_label("Say something").fill(line)
    speaker.button("Send").click()


def refused(visitor: Visitor) -> None:
    """See that somebody is refused at the page for operators, finds no way there, and can do nothing of it."""
    visitor.go("/admin")
    expect(visitor.page.get_by_text("for the operators of this server")).to_be_visible()
    expect(visitor.page.get_by_role("tab")).to_have_count(0)
    for what in DEEDS:
        answer = visitor.context.request.post(
            f"{visitor.address}/api/admin/acts",
            data={"what": what, "person": 1, "table": "none", "report": 1},
            headers={"Origin": visitor.address},
        )
        assert answer.status == 403, what
    visitor.go("/me")
    expect(visitor.button("Delete me")).to_be_visible()
    expect(visitor.button("Operators")).to_have_count(0)


@pytest.mark.long
def test_a_host_mutes_somebody_and_shows_them_out(visits: Visits) -> None:
    ann, ben = joined(visits)
    said(ben, ann, line="You are slow!")
    expect(ann.page.locator(".chat li")).to_contain_text("You are slow!")
    ann.button("More about this line of Ben").click()
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
    assert violations(ann.page) == []
    ann.button("Yes, show out").click()
    expect(ben.page.get_by_text("have been shown out")).to_be_visible()
    expect(ann.button("Show out: Ben")).to_have_count(0)


@pytest.mark.long
def test_what_somebody_reports_is_seen_to_by_an_operator(visits: Visits, served: Served) -> None:
    ann, ben = joined(visits, name="Rainy evening")
    sue = operator(visits, served, "Sue")
    said(ann, ben, line="Go home!")
    ben.button("More about this line of Ann").click()
    expect(ben.button("Mute")).to_have_count(0)
    ben.button("Report this line").click()
    ben.page.get_by_label("Why?").fill("Rude")
    assert violations(ben.page) == []
    ben.button("Report").click()
    expect(ben.page.get_by_text("will see it")).to_be_visible()
    sue.go("/me")
    sue.button("Operators").click()
    expect(sue.page.get_by_text("Tables in memory")).to_be_visible()
    sue.page.get_by_role("tab", name="Reports").click()
    report = sue.page.locator("li.panel", has_text="Go home!")
    expect(report).to_contain_text("Ann said at “Rainy evening”")
    expect(report).to_contain_text("Rude")
    for word in ("Mute", "Show out", "Ban", "Delete table", "Done"):
        expect(report.get_by_role("button", name=f"{word}:")).to_be_visible()
    report.get_by_role("button", name="Ban:").click()
    assert violations(sue.page) == []
    report.get_by_role("button", name="No", exact=True).click()
    act(report, "Mute", "After a warning")
    act(report, "Show out")
    expect(ann.page.get_by_text("have been shown out")).to_be_visible()
    act(report, "Done")
    expect(report).to_have_count(0)
    sue.page.get_by_label("Those that are done").check()
    expect(report).to_contain_text("done")
    sue.page.get_by_role("tab", name="History").click()
    expect(sue.page.get_by_role("row", name="After a warning")).to_contain_text("Sue")
    assert violations(sue.page) == []


@pytest.mark.long
def test_an_operator_shows_people_out_of_tables_ends_them_and_deletes_them(visits: Visits, served: Served) -> None:
    ann, ben = joined(visits, name="Windy evening")
    sue = operator(visits, served, "Sigrid")
    sue.make({"who": "me", "name": "Sue"}, {"who": "me", "name": "Sigrid"}, name="One before the screen")
    sue.go("/admin")
    alone = searched(sue, "Tables", "Name of the table", "screen")
    expect(alone.get_by_role("button", name="Show out:")).to_have_count(1)
    tables = searched(sue, "Tables", "Name of the table", "windy")
    expect(tables).to_have_count(1)
    expect(tables).to_contain_text("Under way")
    assert violations(sue.page) == []
    act(tables, "Show out", whom="Ann")
    expect(ann.page.get_by_text("have been shown out")).to_be_visible()
    expect(tables.get_by_role("button", name="Show out: Ann")).to_have_count(0)
    act(tables, "End")
    expect(tables).to_contain_text("Stopped")
    expect(ben.page.get_by_text("has ended this game").first).to_be_visible()
    expect(tables.get_by_role("button", name="End:")).to_have_count(0)
    act(tables, "Delete table")
    expect(tables).to_have_count(0)
    expect(ben.page.get_by_text("has been deleted")).to_be_visible()


@pytest.mark.long
def test_an_operator_mutes_bans_and_deletes_people(visits: Visits, served: Served) -> None:
    _, ben = joined(visits, name="Foggy evening")
    ben.post("accounts", {"name": "Benedict", "password": PASSWORD})
    sue = operator(visits, served, "Susan")
    sue.go("/admin")
    people = searched(sue, "People", "Name, account", "benedict")
    act(people, "Mute")
    expect(people.get_by_text("muted")).to_be_visible()
    ben.page.reload()
    said(ben, line="Is anybody here?")
    expect(ben.page.get_by_text("lets nobody read what you say")).to_be_visible()
    act(people, "Let speak")
    expect(people.get_by_text("muted")).to_have_count(0)
    act(people, "Ban")
    expect(people.get_by_text("banned")).to_be_visible()
    expect(ben.page.get_by_text("has banned you")).to_be_visible()
    assert violations(sue.page) == []
    act(people, "Let in again")
    expect(people.get_by_text("banned")).to_have_count(0)
    act(people, "Delete")
    expect(people).to_have_count(0)
    ben.go("/me")
    expect(ben.page.get_by_text("You have no tables yet")).to_be_visible()


@pytest.mark.long
def test_somebody_is_made_an_operator_and_unmade_and_nobody_unmakes_themselves(visits: Visits, served: Served) -> None:
    bob = visits()
    bob.post("accounts", {"name": "Bob", "password": PASSWORD})
    sue = operator(visits, served, "Suzette")
    sue.go("/admin")
    people = searched(sue, "People", "Name, account", "bob")
    act(people, "Make operator")
    expect(people.get_by_text("operator", exact=True)).to_be_visible()
    bob.go("/admin")
    themselves = searched(bob, "People", "Name, account", "bob")
    act(themselves, "No operator any more")
    expect(themselves.get_by_text("to themselves")).to_be_visible()
    assert violations(bob.page) == []
    act(people, "No operator any more")
    expect(people.get_by_text("operator", exact=True)).to_have_count(0)
    bob.page.get_by_role("tab", name="History").click()
    refused(bob)


@pytest.mark.long
def test_who_is_no_operator_finds_nothing_of_theirs(visits: Visits) -> None:
    """Whether host, guest, onlooker or somebody unknown; and beside the host nobody sees the host's own buttons."""
    ann, ben, eve = visits(), visits(), visits()
    made = ann.make({"who": "me", "name": "Ann"}, {"who": "open"})
    ben.go(made["seat_links"]["1"])
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").click()
    eve.go(made["watch_link"])
    for person in (ann, ben, eve):
        person.page.locator(".ask, #others").first.wait_for()
        person.button("Table").click()
        hosting = person.page.get_by_role("dialog").get_by_role("button", name="Show out")
        expect(hosting).to_have_count(2 if person is ann else 0)
    for person in (ann, ben, eve, visits()):
        refused(person)


@pytest.mark.long
def test_an_operator_on_a_phone_finds_all_in_german(visits: Visits, served: Served) -> None:
    uta = operator(visits, served, "Uta", viewport=PHONE, has_touch=True, locale="de-DE")
    uta.make(name="Regenabend")
    uta.go("/admin")
    for tab in ("Meldungen", "Tische", "Leute", "Verlauf", "Last"):
        uta.page.get_by_role("tab", name=tab).click()
        uta.rest()
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
    assert violations(page) == []
    page.get_by_role("textbox", name="Your password").fill("another password")
    ann.button("Yes, delete me").click()
    expect(page.get_by_role("alert").last).to_contain_text("There is no account")
    page.get_by_role("textbox", name="Your password").fill(PASSWORD)
    ann.button("Yes, delete me").click()
    expect(page.get_by_text("You have no tables yet")).to_be_visible()
    expect(ben.page.get_by_text("Somebody").first).to_be_visible()
    expect(ben.page.get_by_text("Ann", exact=True)).to_have_count(0)
