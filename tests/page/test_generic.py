"""A game of a rulebook that brings no page of its own: its facts stand in a list, and all else is as at any table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.served import Served
from page.visitor import AGAINST_ONE, Visitor

OUTSIDE = Path(__file__).resolve().parents[1] / "rulebooks"


@pytest.fixture
def racing(built_page: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server of one's own, where the race of `tests/rulebooks` is installed."""
    monkeypatch.setenv("PYTHONPATH", str(OUTSIDE), prepend=":")
    server = Served(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.mark.long
def test_a_game_shown_as_plain_facts_is_played_to_its_end_and_looked_back_at(
    visits: Callable[..., Visitor], racing: Served
) -> None:
    ann = visits(racing.address)
    made = ann.make(*AGAINST_ONE, preset="race")
    page = ann.page
    expect(page.get_by_role("heading", name="The Race")).to_be_visible()
    expect(page.locator(".area")).to_contain_text("hand")
    expect(page.locator("dl").filter(has_text="goal").first).to_contain_text("20")
    ann.play(ann.choose)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator(".log")).to_contain_text("wins.")
    ann.go(f"/replay/{made['table']}")
    expect(page.locator(".panel").filter(has_text="goal").first).to_be_visible()
