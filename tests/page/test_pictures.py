"""The page shows the pictures of its book: of every space, of every figure's character, of every card that is read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page.visitor import AGAINST_ONE, Visitor

pytestmark = pytest.mark.slow
IMAGES = "[...document.querySelectorAll('img')]"
BROKEN = f"() => {IMAGES}.filter((one) => one.complete && !one.naturalWidth).map((one) => one.src)"
ANSWERS = 60
NODES = """() => {
  const walk = document.createTreeWalker(document)
  let nodes = 1
  while (walk.nextNode()) nodes += 1
  return nodes
}"""
"""How many nodes the document has."""
MOST_KEPT = 2.5
"""For each of them the browser may keep so many: templates of what is drawn are nodes too."""
NAMES = "(all) => all.map((one) => one.dataset.picture)"
APART = """async () => {
  const pixels = async (address, side) => {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = new OffscreenCanvas(side, side).getContext('2d')
    canvas.drawImage(image, 0, 0, side, side)
    return canvas.getImageData(0, 0, side, side).data
  }
  const apart = {}
  for (const one of document.querySelectorAll('[data-picture]')) {
    const bitmap = one.getAttribute('href') ?? one.src
    const side = one instanceof HTMLImageElement && one.naturalWidth < 200 ? 128 : 384
    const drawing = `/api/pictures/${one.dataset.picture}${side < 200 ? '#close' : ''}`
    if (!bitmap.startsWith('blob:')) return { [drawing]: 'no bitmap' }
    const [ours, theirs] = [await pixels(bitmap, side), await pixels(drawing, side)]
    apart[drawing] = ours.reduce((sum, value, at) => sum + Math.abs(value - theirs[at]), 0) / ours.length
  }
  return apart
}"""
"""How far the bitmap of each picture is from what the browser itself makes of the drawing, of 255."""
MOST_APART = 0.5
"""Edges are smoothed a little otherwise."""


def names(visitor: Visitor, where: str) -> list[str]:
    """Return the names of the pictures that are shown somewhere, by the names by which the page fetches them."""
    found: list[str] = visitor.page.locator(where).evaluate_all(NAMES)
    return sorted(found)


def test_spaces_figures_and_cards_are_shown_by_their_pictures(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.make(*AGAINST_ONE, seed=5)["table"]
    visitor.asked()
    book = page.evaluate("(path) => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/book")
    painted = sorted(space["picture"] for space in book["spaces"].values())
    visitor.wait(lambda: names(visitor, ".world image") == painted)
    faces = sorted(book["cards"][seat["character"]]["picture"] for seat in visitor.update["view"]["seats"])
    visitor.wait(lambda: names(visitor, ".figure .face img") == faces)
    expect(page.locator("img").first).to_be_visible()
    visitor.see_pictures()
    assert page.evaluate(BROKEN) == []
    visitor.go("/cards")
    art = "article .art img"
    expect(page.locator(art).first).to_be_visible()
    assert set(names(visitor, art)) <= {card["picture"] for card in book["cards"].values()}


@pytest.mark.parametrize("game", [{}, {"preset": "wargame"}], ids=["board", "wargame"])
def test_pictures_are_drawn_as_the_browser_itself_would(visitor: Visitor, game: dict[str, str]) -> None:
    """A worker draws them, which has no documents: it reads what they consist of for itself."""
    visitor.make(*AGAINST_ONE, seed=5, **game)
    visitor.asked()
    visitor.rest()
    visitor.see_pictures()
    apart = visitor.page.evaluate(APART)
    assert len(apart) > 20
    assert {drawing: by for drawing, by in apart.items() if by == "no bitmap" or by > MOST_APART} == {}


@pytest.mark.long
def test_what_has_gone_from_the_page_goes_from_memory(visitor: Visitor) -> None:
    """Questions, cards and lines come and go for hours: whatever holds on to one of them fills the memory."""
    visitor.make(*AGAINST_ONE, seed=5)
    for _ in range(ANSWERS):
        assert visitor.asked()
        visitor.choose()
    visitor.rest()
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    kept = session.send("Memory.getDOMCounters")["nodes"]
    assert kept < MOST_KEPT * visitor.page.evaluate(NODES)


@pytest.mark.long
def test_a_picture_that_is_not_there_would_be_noticed(visitor: Visitor) -> None:
    visitor.go("/cards")
    expect(visitor.page.locator("article .art img").first).to_have_attribute("src", re.compile("^blob:"))
    visitor.page.evaluate("() => { document.querySelector('article .art img').src = '/api/pictures/wolf.0000000000' }")
    visitor.wait(lambda: visitor.page.evaluate(BROKEN) != [])


@pytest.mark.long
def test_a_browser_that_cannot_draw_them_shows_the_drawings_themselves(visitor: Visitor) -> None:
    visitor.page.route("**/drawing-worker*", lambda route: route.abort())
    visitor.make(*AGAINST_ONE, seed=5)
    visitor.asked()
    visitor.see_pictures()
    assert visitor.page.locator(".figure .face img").first.get_attribute("src").startswith("/api/pictures/")  # type: ignore[union-attr]
    assert visitor.page.evaluate(BROKEN) == []
