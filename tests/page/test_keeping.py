"""Tables are named and tidied away, replays have marks, and a moment becomes a picture."""

from __future__ import annotations

import base64
import struct
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from page.test_access import violations
from page.visitor import AGAINST_ONE, PHONE, SHORT, Visitor

A_SPACE = (530, 490, 660, 590)
"""Where a space in which nobody starts lies in the picture: left, top, right and bottom, in pixels."""
COLOURS = 300
"""What is painted there has more of them, or its picture has been lost."""


def row(visitor: Visitor, title: str) -> Locator:
    """Return the table of this title in the list."""
    return visitor.page.locator("li.panel", has=visitor.page.get_by_role("heading", name=title, exact=True))


def test_a_table_is_named_archived_taken_back_and_deleted(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(*AGAINST_ONE, name="", packs=["city"])
    visitor.asked()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann and a computer player")
    visitor.button("Table").click()
    page.get_by_label("Name of the table").fill("Rainy evening")
    visitor.button("Rename").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rainy evening")
    visitor.go("/me")
    mine = row(visitor, "Rainy evening")
    expect(mine).to_contain_text("Revised 4th Edition, The City")
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("button", name="Archive").click()
    expect(mine).to_be_hidden()
    page.get_by_text("Archive: 1 table").click()
    mine.get_by_role("button", name="Back to the list").click()
    expect(page.get_by_text("Archive:")).to_have_count(0)
    mine.get_by_role("button", name="Delete").click()
    expect(mine.get_by_role("alert")).to_contain_text("lost for good")
    assert violations(page) == []
    mine.get_by_role("button", name="No, keep it").click()
    mine.get_by_role("button", name="Delete").click()
    mine.get_by_role("button", name="Yes, delete it for everybody").click()
    expect(mine).to_have_count(0)
    expect(page.get_by_role("heading", name="Tables")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("size", [None, PHONE])
def test_the_marks_of_a_replay_say_what_they_are_and_lead_there(visits, size) -> None:
    visitor = visits(**({"viewport": size} if size else {}))
    page = visitor.page
    table = visitor.make(*AGAINST_ONE, seed=12, options=SHORT)["table"]
    visitor.asked()
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["round"] > 2)
    visitor.go(f"/replay/{table}")
    at, marks = (
        page.locator(".controls .at"),
        page.get_by_role("toolbar", name="Marks of the game").get_by_role("button"),
    )
    expect(marks.first).to_have_attribute("aria-label", "Round 1")
    found = visitor.context.request.get(f"{visitor.address}/api/tables/{table}/milestones").json()
    rounds = [mark["answers"] for mark in found if mark["kind"] == "round"]
    shown = marks.count()
    visitor.button("To the next mark").click()
    expect(at).to_contain_text(f"{next(mark['answers'] for mark in found if mark['answers'] > 0)} /")
    marks.last.click()
    expect(at).to_contain_text(f"{found[-1]['answers']} /")
    page.keyboard.press("Home")
    expect(marks.first).to_be_focused()
    expect(page.locator(".strip .note")).to_contain_text("Round 1")
    page.keyboard.press("Enter")
    expect(at).to_contain_text(f"{rounds[0]} /")
    assert violations(page) == []
    page.get_by_role("group", name="Which marks").get_by_role("button", name="Rounds").click()
    expect(marks).to_have_count(shown - len(rounds))


@pytest.mark.long
def test_a_moment_becomes_a_picture_that_is_made_in_the_page_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(*AGAINST_ONE)
    visitor.asked()
    visitor.button("Table").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    visitor.button("Picture of this moment").click()
    picture = page.get_by_role("img", name="The board and the seats: A table")
    picture.wait_for()
    png = base64.b64decode((picture.get_attribute("src") or "").partition(",")[2])
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (2400, 1650)
    assert set(asked) <= {"GET"} and len(png) > 100_000
    with Image.open(BytesIO(png)) as image:
        space = image.convert("RGB").crop(A_SPACE)
    assert len(space.getcolors(space.width * space.height) or []) > COLOURS
    expect(visitor.button("Save the picture")).to_have_attribute(
        "download", f"stormriver-{visitor.update['view']['turn']}.png"
    )
    assert violations(page) == []


def test_a_token_for_a_program_is_shown_once_and_revoked(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/me")
    page.get_by_text("Tokens for programs").click()
    page.get_by_label("What is it for?").fill("my bot")
    page.get_by_label("Make tables and packs").check()
    visitor.button("Make a token").click()
    shown = page.get_by_label("The new token").input_value()
    listed = page.locator("li", has_text="my bot")
    expect(listed).to_contain_text("May make tables and play. Never used.")
    assert violations(page) == []
    bearer = {"Authorization": f"Bearer {shown}"}
    assert visitor.context.request.get(f"{visitor.address}/api/me", headers=bearer).ok
    page.reload()
    page.get_by_text("Tokens for programs").click()
    expect(listed).to_contain_text("Last used")
    expect(page.get_by_label("The new token")).to_have_count(0)
    visitor.button("Revoke the token “my bot”").click()
    expect(listed).to_have_count(0)
    assert visitor.context.request.get(f"{visitor.address}/api/me", headers=bearer).status == 401
