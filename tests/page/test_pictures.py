"""The page shows the pictures of its book: of every space, of every figure's character, of every card that is read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.visitor import AGAINST_ONE, Visitor

pytestmark = pytest.mark.slow
IMAGES = "[...document.querySelectorAll('img')]"
BROKEN = f"() => {IMAGES}.filter((one) => one.complete && !one.naturalWidth).map((one) => one.src)"
DONE = f"() => {IMAGES}.every((one) => one.complete)"


def named(visitor: Visitor, address: str | None) -> str:
    """Return the name of a picture from the address at which the page fetches it."""
    assert address and "/api/pictures/" in address
    return address.partition("/api/pictures/")[2].partition("#")[0]


def test_spaces_figures_and_cards_are_shown_by_their_pictures(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.make(*AGAINST_ONE, seed=5)["table"]
    visitor.asked()
    book = page.evaluate("(path) => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/book")
    painted = [named(visitor, image.get_attribute("href")) for image in page.locator(".world image").all()]
    assert sorted(painted) == sorted(space["picture"] for space in book["spaces"].values())
    faces = [named(visitor, face.get_attribute("src")) for face in page.locator(".figure .face img").all()]
    seats = visitor.update["view"]["seats"]
    assert sorted(faces) == sorted(book["cards"][seat["character"]]["picture"] for seat in seats)
    expect(page.locator("img").first).to_be_visible()
    visitor.wait(lambda: page.evaluate(DONE))
    assert page.evaluate(BROKEN) == []
    visitor.go("/cards")
    art = page.locator("article .art img")
    expect(art.first).to_be_visible()
    assert {named(visitor, image.get_attribute("src")) for image in art.all()} <= {
        card["picture"] for card in book["cards"].values()
    }


def test_a_picture_that_is_not_there_would_be_noticed(visitor: Visitor) -> None:
    visitor.go("/cards")
    expect(visitor.page.locator("article .art img").first).to_be_visible()
    visitor.page.evaluate("() => { document.querySelector('article .art img').src = '/api/pictures/wolf.0000000000' }")
    visitor.wait(lambda: visitor.page.evaluate(BROKEN) != [])
