"""The whole road of a pack: begun, changed, checked, packed, handed out, installed, and met by a friend at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.served import Served
from page.test_company import turn_about
from page.visitor import Visitor
from stormriver.language.packs import VARIABLE, installed_folder
from support.web_folder import handed_out
from test_cli import well
from workshop.conftest import rewrite

BOAR = "Thicket Boar"


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which somebody works who has no pack yet."""
    for name in ("author", "player"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "player" / "data"))
    monkeypatch.chdir(tmp_path / "author")
    return tmp_path / "author"


@pytest.fixture
def installed(built_page: None, author: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server of somebody who has installed the pack of another from a web folder."""
    write()
    share()
    monkeypatch.setenv(VARIABLE, str(installed_folder()))
    server = Served(author.parent / "player")
    server.start()
    yield server
    server.kill()


def write() -> None:
    """Begin a pack and change a card of it, so that it is weaker and met soon; it checks clean, and its tests hold."""
    well('pack new "Old Mill" --yes --author "Mill Hand"')
    rewrite(Path("old_mill/cards.yaml"), "strength: 3, copies: 2", "strength: 2, copies: 500")
    assert "4 scenarios and examples hold." in well("pack check old_mill").out
    assert "100 % of 3 cards and spaces reached." in well("pack test old_mill").out


def share() -> None:
    """Pack it, list it in an index, and install it from there by its address."""
    well("pack build old_mill --to shared")
    well("pack index shared")
    with handed_out(Path("shared")) as address:
        assert well("pack install old_mill --from", address).out.startswith("Old Mill 0.1 is installed")
    Path("old_mill").rename("elsewhere")


def open_table(ann: Visitor) -> str:
    """Let somebody tick the pack and open a table for two; return the link to the other seat."""
    page = ann.page
    ann.go("/new")
    page.get_by_role("checkbox", name="Old Mill").check()
    page.get_by_label("Who sits at seat 2").select_option("open")
    for seat in (4, 3):
        ann.button(f"Remove seat {seat}").click()
    ann.button("Open the lobby").click()
    page.wait_for_url("**/table/*")
    made = ann.context.request.get(f"{ann.address}/api/tables/{page.url.rpartition('/')[2]}").json()
    return str(made["seat_links"]["1"])


def sit_down(ben: Visitor, link: str) -> None:
    """Let somebody come by a link, see what is played and by whom it is, and sit down."""
    ben.go(link)
    expect(ben.page.locator("form")).to_contain_text("Old Mill 0.1 by Mill Hand, licence CC0-1.0")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").click()


@pytest.mark.long
def test_a_card_written_by_one_person_is_met_in_the_browser_of_another(installed: Served, visits) -> None:
    ann, ben = visits(installed.address), visits(installed.address)
    sit_down(ben, open_table(ann))
    ann.button("Begin the game").click()
    for person in (ann, ben):
        person.page.locator(".ask").wait_for()
    trophy, dock = ben.page.locator(".column button", has_text=BOAR), ben.page.locator(".dock")
    turn_about((ann, ben), most=40, until=lambda: trophy.count() > 0)
    assert f"Ben draws the {BOAR}." in ben.log
    trophy.first.hover()
    expect(dock).to_contain_text("Attacks with Strength 2.")
    ben.wait_in_page("document.querySelector('.dock img').naturalWidth > 1")
