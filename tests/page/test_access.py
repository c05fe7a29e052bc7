"""The page for everybody: axe finds nothing, whatever the theme and the size; German; calm; on a phone."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from page.visitor import AGAINST_ONE, LAPTOP, OPTION, PHONE, Visitor

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const shown = (nodes) => nodes.slice(0, 3).map((node) => node.html).join(' | ')
  const said = ({ violations }) => violations.map(({ id, nodes }) => `${id}: ${shown(nodes)}`)
  const look = (more) => axe.run(document, { resultTypes: ['violations'], preload: false, ...more }).then(said)
  const root = document.documentElement, theme = root.dataset.theme, sheets = document.adoptedStyleSheets, found = []
  const at_once = new CSSStyleSheet() // a colour half-way to another one is none of ours
  at_once.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets = [...sheets, at_once]
  const arrived = (moving) => moving.effect.getComputedTiming().endTime < Infinity && moving.finish()
  document.getAnimations().forEach(arrived)
  root.dataset.theme = 'day'
  found.push(...(await look({})))
  root.dataset.theme = 'night'
  found.push(...(await look({ runOnly: ['color-contrast'] })).map((line) => `by night, ${line}`))
  root.dataset.theme = theme
  document.adoptedStyleSheets = sheets
  return found
}"""
NOT_THERE = ["/join/nobody-has-this-link", "/watch/nobody-has-this-link", "/nowhere"]
BOOKS = ["/cards", "/characters", "/spaces", "/rules"]
ROUTES = [
    "/",
    "/new",
    "/tutorial",
    "/analysis",
    "/workshop",
    *BOOKS,
    "/help",
    "/me",
    "/settings",
    "/about",
    "/admin",
    *NOT_THERE,
]
AT_A_TABLE = {"table", "replay"}
"""What is looked at in each of its states."""
SIZES = {"laptop": LAPTOP, "phone": PHONE}
everywhere = pytest.mark.parametrize("size", ["laptop", "phone"])


def violations(page: Page) -> list[str]:
    """Return what axe has to say about the page as it is, and of its colours by night."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(RUN)
    return found


class Axe:
    """Looks at a page in one state after the other.

    Attributes:
        looked: what was found in each state.
    """

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.looked: dict[str, list[str]] = {}

    def look(self, state: str) -> None:
        """Look at the page as it is, once it has come to rest."""
        self.visitor.rest()
        self.looked[state] = violations(self.visitor.page)

    @property
    def found(self) -> dict[str, list[str]]:
        """What is wrong, by state."""
        return {state: lines for state, lines in self.looked.items() if lines}


def test_axe_finds_what_is_wrong(visitor: Visitor) -> None:
    visitor.go("/about")
    expect(visitor.page.locator("main h1").first).to_be_visible()
    assert violations(visitor.page) == []
    visitor.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<input><img src=\"/icon.svg\">')"
    )
    assert [line.split(":")[0] for line in violations(visitor.page)] == ["image-alt", "label"]


def test_every_page_there_is_is_looked_at() -> None:
    pages = (Path(__file__).resolve().parents[2] / "web" / "src" / "pages" / "routes.ts").read_text()
    names = re.findall(r"^  '?(\w*)'?: '\w+',$", pages.partition("const PAGES = {")[2].partition("}")[0], re.MULTILINE)
    assert len(names) > 10
    assert {route.split("/")[1] for route in ROUTES} - {"nowhere"} | AT_A_TABLE == set(names)


def test_axe_finds_nothing_where_everybody_begins(visits) -> None:
    visitor: Visitor = visits(drawn=True)
    visitor.go("/")
    expect(visitor.page.locator("main h1").first).to_be_visible()
    assert violations(visitor.page) == []
    visitor.make(*AGAINST_ONE, seed=9)
    visitor.asked()
    assert violations(visitor.page) == []


@pytest.mark.long
@everywhere
def test_axe_finds_nothing_on_any_page(visits, size: str) -> None:
    visitor: Visitor = visits(drawn=True, viewport=SIZES[size], has_touch=size == "phone")
    found = {}
    for route in ROUTES:
        visitor.go(route)
        expect(visitor.page.locator("main h1").first).to_be_visible()
        expect(visitor.page.locator("main > p[role=status]")).to_have_count(0)
        found[route] = violations(visitor.page)
    assert {route: lines for route, lines in found.items() if lines} == {}


@pytest.mark.long
@everywhere
def test_axe_finds_nothing_at_a_table(visits, size: str) -> None:
    visitor: Visitor = visits(drawn=True, viewport=SIZES[size], has_touch=size == "phone")
    page, axe = visitor.page, Axe(visitor)
    waiting = visitor.make(AGAINST_ONE[0], {"who": "open"}, {"who": "open"}, start="host")["table"]
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    axe.look("waiting room")
    visitor.make(*AGAINST_ONE, seed=9, options={"characters_to_choose": 3})
    visitor.asked()
    axe.look("characters side by side")
    visitor.make({"who": "me", "name": "Ann"}, {"who": "me", "name": "Ben"})
    page.locator("dialog[open]").wait_for()
    axe.look("curtain")
    table = visitor.make(*AGAINST_ONE, seed=9, options={"last_round": 2})["table"]
    visitor.asked()
    axe.look("question")
    page.keyboard.press("h")
    page.locator(f"{OPTION}.advised").wait_for()
    axe.look("advice")
    for key in "?m":
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        axe.look(f"sheet of {key}")
        page.keyboard.press("Escape")
    for key in "oslc":
        page.keyboard.press(key)
        axe.look(f"panel of {key}")
        page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("r")
    axe.look("rule")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    visitor.play(visitor.choose, until=lambda: visitor.ask["kind"] == "move")
    axe.look("targets on the board")
    visitor.play(visitor.choose, until=visitor.sees_odds)
    axe.look("odds or the end")
    visitor.play(visitor.choose)
    axe.look("ending")
    visitor.go(f"/replay/{table}")
    page.get_by_label("Moment of the game").fill("10")
    axe.look("replay")
    assert waiting != table
    assert axe.found == {}


@pytest.mark.long
@everywhere
def test_axe_finds_nothing_in_a_set_up_whose_parts_are_all_open(visits, size: str) -> None:
    visitor: Visitor = visits(drawn=True, viewport=SIZES[size], has_touch=size == "phone")
    page, axe = visitor.page, Axe(visitor)
    visitor.go("/new")
    games = page.get_by_role("group", name="Which game").get_by_role("radio")
    expect(games.first).to_be_checked()
    for game in range(games.count()):
        games.nth(game).check()
        page.get_by_role("group", name="How long").get_by_role("radio").last.check()
        for part in page.locator("form > details:not([open]) > summary").all()[::-1]:
            part.click()
        axe.look(str(game))
    assert len(axe.looked) > 2
    assert page.locator("form > details[open]").count() > 1
    assert axe.found == {}


@pytest.mark.long
@everywhere
def test_axe_finds_nothing_in_a_lesson_and_the_course_of_a_wargame(visits, size: str) -> None:
    visitor: Visitor = visits(drawn=True, viewport=SIZES[size], has_touch=size == "phone")
    page, axe = visitor.page, Axe(visitor)
    for lesson in ("moving", "quests"):
        visitor.begin(lesson)
        visitor.asked()
        axe.look(lesson)
    visitor.make(*AGAINST_ONE, preset="wargame", seed=5, options={"last_round": 1})
    visitor.play(visitor.take_advice)
    axe.look("ending")
    visitor.button("How the game went").click()
    expect(page.get_by_role("dialog").get_by_role("img").first).to_be_visible()
    axe.look("course")
    assert axe.found == {}


def test_the_page_speaks_german_once_that_is_chosen(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(seed=10)
    visitor.asked()
    page.keyboard.press("m")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")  # the page has begun anew
    expect(visitor.button("Zurücknehmen")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_label("Sprache")).to_have_value("de")
    page.reload()
    expect(visitor.button("Zurücknehmen")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", pytest.param("no-preference", marks=pytest.mark.long)])
def test_movement_is_spared_where_that_is_wished(visits, motion: str) -> None:
    visitor: Visitor = visits(drawn=True, reduced_motion=motion)
    page = visitor.page
    visitor.make(seed=11)
    visitor.play(visitor.choose, until=lambda: visitor.ask["kind"] == "move")
    page.evaluate("localStorage.setItem('settings', JSON.stringify({ speed: 2 }))")
    page.reload()  # now, as who one is would wait to be read if it came while one looks
    visitor.asked()
    page.evaluate(
        """Object.assign(globalThis, { longest: 0, captions: 0 })
        const look = () => {
          const lengths = document.getAnimations().map((each) => Number(each.effect.getTiming().duration))
          globalThis.longest = Math.max(globalThis.longest, ...lengths)
          globalThis.captions += document.querySelectorAll('.stage .caption').length
          requestAnimationFrame(look)
        }
        look()"""
    )
    told = len(visitor.log)
    visitor.choose(visitor.ask["options"][0]["key"])
    visitor.wait_in_page("globalThis.captions > 0")  # seen at a frame: on a busy machine it may be gone when looked for
    if motion == "reduce":
        visitor.wait(lambda: len(visitor.log) > told)  # the move has been shown
        assert page.evaluate("globalThis.longest") <= 1
    else:
        visitor.wait_in_page("globalThis.longest > 100")


ENDLESS = "document.getAnimations().filter((each) => each.effect.getTiming().iterations === Infinity).length"
"""How much of a page moves for as long as it is open."""


@pytest.mark.long
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_ever(visits, motion: str) -> None:
    """It would cost whoever sees it their calm, and their battery."""
    visitor: Visitor = visits(reduced_motion=motion)
    visitor.prefer(speed=1)
    page = visitor.page
    visitor.go("/")
    expect(page.locator("svg.landscape")).to_be_visible()
    visitor.wait_in_page(f"{ENDLESS} === 0")
    visitor.make(seed=11)
    visitor.asked()
    visitor.rest()
    visitor.wait_in_page(f"{ENDLESS} === 0")


NARROWEST = "Math.min(...[...document.querySelectorAll('.target')].map((each) => each.getBoundingClientRect().width))"
"""How wide the narrowest target on the board is."""


def fits(box: FloatRect | None) -> bool:
    """Tell whether something is on a phone's screen from side to side, and begins well above its lower edge."""
    return (
        box is not None
        and box["x"] >= 0
        and box["x"] + box["width"] <= PHONE["width"]
        and box["y"] + 40 <= PHONE["height"]
    )


def test_a_phone_shows_board_question_and_answers_without_scrolling_aside(visits) -> None:
    visitor: Visitor = visits(drawn=True, viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.page
    visitor.make({"who": "me", "name": "Ann"}, *[{"who": "computer"}] * 3, seed=12)
    visitor.play(lambda: page.locator(OPTION).first.tap(), until=lambda: visitor.ask["kind"] == "move")
    expect(page.locator(".target").first).to_be_visible()
    visitor.wait_in_page("document.documentElement.scrollWidth <= innerWidth")
    for part in map(page.locator, (".board", "#question", OPTION)):
        visitor.wait(partial(lambda one: fits(one.first.bounding_box()), part), f"{part} is not all in sight.")
    # the board glides to where one may go
    visitor.wait(lambda: page.evaluate(NARROWEST) >= 40, "A target is too small for a finger.")
    page.locator(".target").first.tap()
    before = visitor.update["version"]
    page.locator(".note.pinned button:not(.close)").first.tap()
    visitor.wait(lambda: visitor.update["version"] > before)
