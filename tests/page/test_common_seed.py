"""Pages take part in the seed of the dice by themselves, and say who has drawn it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.served import CODE, Served
from page.visitor import Visitor

Visits = Callable[..., Visitor]


@pytest.fixture
def fair(built_page: None, tmp_path: Path) -> Iterator[Served]:
    """A server whose tables have their dice as at any server."""
    server = Served(tmp_path, code=CODE)
    server.start()
    yield server
    server.kill()


def drawn_by(visitor: Visitor) -> str:
    """Return what the menu of the table says of the dice."""
    visitor.button("Table").click()
    visitor.page.get_by_text("Fair dice").click()
    return visitor.page.locator("dialog details[open]").inner_text()


def test_one_click_begins_a_game_whose_seed_this_browser_has_drawn_too(visits: Visits, fair: Served) -> None:
    ann = visits(fair.address)
    ann.go("/")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.button("Play now").click()
    ann.page.locator(".ask").wait_for()
    assert "drawn by the server and Ann:" in drawn_by(ann)


@pytest.mark.long
def test_all_who_sit_there_draw_the_seed_and_who_tells_nothing_is_named(visits: Visits, fair: Served) -> None:
    ann, ben, cleo = visits(fair.address), visits(fair.address), visits(fair.address)
    made = ann.make({"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "open"}, start="host")
    for visitor, name, seat in ((ben, "Ben", "1"), (cleo, "Cleo", "2")):
        visitor.go(made["seat_links"][seat])
        visitor.page.get_by_label("Your name").fill(name)
        visitor.button("Sit down").click()
        expect(ann.page.locator(".room")).to_contain_text(name)
    facts = f"{fair.address}/api/tables/{made['table']}"
    ann.wait(lambda: len(ann.context.request.get(facts).json()["nonce_hashes"]) == 3)
    cleo.page.evaluate("localStorage.removeItem('nonces')")
    ann.button("Begin the game").click()
    for visitor in (ann, ben, cleo):
        visitor.page.locator(".ask, #others").first.wait_for()
        said = drawn_by(visitor)
        assert "drawn by the server and Ann and Ben:" in said and "in time: Cleo" in said
