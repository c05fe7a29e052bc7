"""The workshop: a pack is begun, mended, looked at, tried out at a table, and what happened there is kept as a test."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page.test_access import violations
from page.visitor import Visitor

STARTED = 150_000
"""Within how many milliseconds the first table with a stranger's pack is there, whose process has to start."""


def begin(visitor: Visitor, name: str = "Old Mill") -> None:
    """Begin a pack and wait until it has been looked at."""
    page = visitor.page
    visitor.go("/workshop")
    page.get_by_label("What it is called").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/workshop/*")
    settled(page)


def settled(page: Page) -> None:
    """Wait until the server has looked at all that was typed."""
    expect(page.locator(".bench")).to_have_attribute("data-settled", "true")


def open_card(page: Page, name: str) -> None:
    """Put the cursor of the editor on a card."""
    page.get_by_role("navigation", name="Files and cards").get_by_role("button", name=name).click()
    expect(page.locator(".cm-content")).to_be_focused()


@pytest.mark.long
def test_a_pack_is_written_mended_looked_at_and_tried_at_a_table(visitor: Visitor) -> None:
    page = visitor.page
    begin(visitor)
    open_card(page, "Thicket Boar")
    preview = page.locator("[data-card=old_mill_boar]")
    expect(preview).to_contain_text("Attacks with Strength 3.")
    page.keyboard.press("Home")
    page.keyboard.insert_text("- {id: owl, name: Pale Owl, kind: animl, strength: 2}\n  ")
    fault = page.get_by_role("alert")
    expect(fault).to_contain_text("cards.yaml, line 5")
    expect(fault).to_contain_text("did you mean 'animal'?")
    expect(page.locator(".cm-lintRange-error")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Try this card")).to_be_disabled()
    page.keyboard.press("ArrowUp")
    for _ in "- {id: owl, name: Pale Owl, kind: anim":
        page.keyboard.press("ArrowRight")
    page.keyboard.insert_text("a")
    settled(page)
    expect(fault).to_have_count(0)
    owl = page.locator("[data-card=owl]")
    expect(owl.locator("[lang=en]")).to_contain_text("Attacks with Strength 2.")
    expect(owl.locator("[lang=de]")).to_contain_text("Stärke")
    visitor.wait_in_page("document.querySelector('[data-card] img').naturalWidth > 1")  # its picture is there
    owl.get_by_role("button", name="Try this card").click()
    page.wait_for_url("**/table/*", timeout=STARTED)
    visitor.wait(lambda: bool(visitor.update))
    while "Pale Owl" not in "".join(visitor.frames):
        visitor.wait(lambda: visitor.is_asked)
        version, options = visitor.update["version"], visitor.ask["options"]
        visitor.choose(next((option for option in options if "Draw" in option["text"]), options[0])["key"])
        visitor.wait_beyond(version)
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Make a test of what just happened").click()
    expect(page.get_by_text("The pack has a new test now")).to_be_visible()
    page.get_by_role("link", name="Back to the workshop").click()
    settled(page)
    page.get_by_role("button", name="Run the tests").click()
    expect(page.get_by_text("5 of 5 tests hold.")).to_be_visible()


def test_a_pack_that_one_has_already_is_brought_in_and_mended(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    with zipfile.ZipFile(tmp_path / "bells-1.0.stormpack", "w") as file:
        file.writestr("bells/pack.yaml", "language: 2\nid: bells\nname: Bells\n")
        file.writestr("bells/cards.yaml", "deck: adventure\ncards:\n  - {id: rope, name: Rope, kind: objct}\n")
    visitor.go("/workshop")
    page.get_by_label("Bring in a file").set_input_files(tmp_path / "bells-1.0.stormpack")
    page.wait_for_url("**/workshop/*")
    settled(page)
    expect(page.get_by_role("alert")).to_contain_text("cards.yaml, line 3")
    visitor.go("/workshop")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "pack.yaml").write_text("language: 2\nid: bells\n", encoding="utf-8")
    page.get_by_label("Bring in a folder").set_input_files(tmp_path / "notes")
    expect(page.get_by_role("alert")).to_contain_text("A pack 'bells' is there already")


@pytest.mark.long
@pytest.mark.parametrize("width", [1366, 390])
def test_the_bench_is_for_everybody_whole_and_with_a_mistake(visits, width: int) -> None:
    visitor = visits(viewport={"width": width, "height": 844})
    page = visitor.page
    begin(visitor)
    assert violations(page) == []
    open_card(page, "Thicket Boar")
    page.keyboard.insert_text("nonsense: ")
    expect(page.get_by_role("alert")).to_be_visible()
    settled(page)
    assert violations(page) == []
    visitor.wait_in_page("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_the_editor_proposes_words_and_tells_what_they_do(visitor: Visitor) -> None:
    page = visitor.page
    with page.expect_response("**/api/workshop/schemas/**") as words:
        begin(visitor)
    words.value.finished()
    open_card(page, "Quiet Spring")
    page.keyboard.press("End")
    page.keyboard.insert_text("\n    aligne")
    page.keyboard.press("Backspace")
    page.keyboard.type("n")
    page.keyboard.press("Control+Space")
    expect(page.get_by_role("option", name="alignment")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_text("heal", exact=True).first.hover()
    expect(page.locator(".cm-told")).to_be_visible()


@pytest.mark.long
def test_a_guest_sees_whose_packs_a_table_plays_with_and_what_they_say(visits) -> None:
    ann, ben = visits(), visits()
    begin(ann)
    ann.page.get_by_role("button", name="Open a table").click()
    ann.page.wait_for_url("**/table/*", timeout=STARTED)
    link = ann.context.request.get(f"{ann.address}/api/tables/{ann.page.url.rpartition('/')[2]}").json()["seat_links"]
    ben.go(next(iter(link.values())))
    expect(ben.page.get_by_text("licence CC0-1.0")).to_be_visible()
    ben.page.get_by_text("The cards of these packs").click()
    expect(ben.page.get_by_text("Attacks with Strength 3.")).to_be_visible()


@pytest.mark.long
def test_a_balance_is_played_while_a_bar_tells_how_far_it_is(visitor: Visitor) -> None:
    page = visitor.page
    begin(visitor)
    page.get_by_text("Balance", exact=True).click()
    page.get_by_label("Games").fill("60")
    page.get_by_role("button", name="Play them").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Break off").click()
    expect(page.get_by_role("button", name="Play them")).to_be_enabled()
