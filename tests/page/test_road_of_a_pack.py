"""The whole road of a pack: begun, changed, checked, packed, handed out, installed, and met by a friend at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page.served import Served
from page.test_company import asked_of
from page.visitor import Visitor
from stormriver.language.packs import VARIABLE
from support.web_folder import handed_out
from test_cli import well

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
def installed(built_page: None, author: Path) -> Iterator[Served]:
    """A server of somebody who has installed the pack of another from a web folder."""
    write()
    share()
    server = Served(author.parent / "player")
    server.start()
    yield server
    server.kill()


def write() -> None:
    """Begin a pack and change a card of it, until it checks clean and its scenarios hold."""
    well('pack new "Old Mill" --yes --author "Mill Hand"')
    cards = Path("old_mill/cards.yaml")
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("strength: 3, copies: 2", "strength: 2, copies: 90"), encoding="utf-8")
    print(well("pack check old_mill").out)
    print(well("pack test old_mill").out)


def share() -> None:
    """Pack it, list it in an index, and install it from there by its address."""
    well("pack build old_mill --to shared")
    well("pack index shared")
    with handed_out(Path("shared")) as address:
        assert well("pack install old_mill --from", address).out.startswith("Old Mill 0.1 is installed")
    Path("old_mill").rename("elsewhere")


def open_table(page: Page) -> None:
    """Tick the pack, leave the second seat open, and open the table."""
    page.get_by_role("checkbox", name="Old Mill").check()
    page.get_by_label("Who sits at seat 2").select_option("open")
    page.screenshot(path="/tmp/pp/new.png")


@pytest.mark.long
def test_a_card_written_by_one_person_is_met_in_the_browser_of_another(installed: Served, visits) -> None:
    ann, ben = visits(installed.address), visits(installed.address)
    ann.go("/new")
    open_table(ann.page)
