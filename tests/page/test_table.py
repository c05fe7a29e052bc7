"""What a table shows and when: nothing ahead of the dice, nothing that stays where it is done with."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest
from playwright.sync_api import expect

from page.visitor import AGAINST_ONE, OPTION, Visitor

AGAINST_THREE = [{"who": "me", "name": "Ann"}, *[{"who": "computer", "level": "steady"}] * 3]
WATCH = """() => {
  globalThis.moments = []
  const text = (where) => document.querySelector(where)?.innerText ?? ''
  const all = (where) => [...document.querySelectorAll(where)]
  const look = () => {
    const heads = all('.log section h3')
    const drawn = all('.log li').filter((line) => / draws the /.test(line.textContent)).length
    const moment = {
      told: /Turn.*/.exec(heads.at(-1)?.innerText)?.[0] ?? '', head: text('header .turn'), drawn,
      onTurn: text('details.active .name') || text('.area.active h2'), left: parseInt(text('.piles li:first-child b')),
      figures: Object.fromEntries(all('.figure[data-space]').map((one) => [one.dataset.of, one.dataset.space])),
      panels: Object.fromEntries(all('details:has(.character)').map((one) => [
        one.querySelector('.name').firstChild.textContent,
        one.querySelector('.character').innerText.split(' · ')[1] ?? '',
      ])),
    }
    if (JSON.stringify(moment) !== JSON.stringify(globalThis.moments.at(-1))) globalThis.moments.push(moment)
    requestAnimationFrame(look)
  }
  look()
}"""
NOTE = """(where) => {
  globalThis.noted = []
  new MutationObserver(() => {
    const text = document.querySelector(where)?.innerText ?? ''
    if (text && text !== globalThis.noted.at(-1)) globalThis.noted.push(text)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}"""
"""Note each text that something shows, however short."""
MOMENT, CAPTION = ".moment.grave h2", ".stage .caption"
NOTHING_OVER_IT = """(sheet) => {
  const { x, y, width, height } = sheet.getBoundingClientRect()
  return sheet.contains(document.elementFromPoint(x + width / 2, y + height - 4))
}"""
END_IN_SIGHT = """() => {
  const panel = document.querySelector('.log').closest('[role=tabpanel]')
  return panel.scrollHeight - panel.scrollTop - panel.clientHeight
}"""


def watched(visitor: Visitor) -> None:
    """Let what happens be played, if fast."""
    visitor.go("/")
    visitor.page.evaluate("localStorage.setItem('settings', JSON.stringify({ speed: 0.06 }))")


def noted(visitor: Visitor) -> list[str]:
    """Return what has been noted."""
    found: list[str] = visitor.page.evaluate("globalThis.noted")
    return found


@pytest.mark.long
def test_header_panels_and_decks_are_never_ahead_of_the_log_while_computers_play(visitor: Visitor) -> None:
    """What is told of a turn, whose it is, and how many cards are left, is told by all parts of the page together."""
    watched(visitor)
    table = visitor.make(*AGAINST_THREE, seed=4)["table"]
    visitor.asked()
    visitor.page.evaluate(WATCH)
    visitor.play(visitor.choose, until=lambda: bool(visitor.update["view"]["turn"] > 8))
    moments: list[dict[str, Any]] = [
        moment for moment in visitor.page.evaluate("globalThis.moments") if moment["told"].startswith("Turn ")
    ]
    assert len({moment["told"] for moment in moments}) > 5 and len({moment["left"] for moment in moments}) > 2
    for moment in moments:
        turn, name = moment["told"].removeprefix("Turn ").split(": ")
        assert moment["head"].startswith(f"Turn {turn},") and moment["head"].endswith(name), moment
        assert name.casefold() in moment["onTurn"].casefold(), moment
    been: dict[str, set[str]] = {}
    book = visitor.page.evaluate("(path) => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/book")
    names = {space: of["name"] for space, of in book["spaces"].items()}
    for moment in moments:
        for name, space in moment["figures"].items():
            been.setdefault(name, set()).add(names[space])
        for name, told in moment["panels"].items():
            assert not told or told in been[name], f"the panel has {name} at {told} before the figure is there"
    assert sum(map(len, been.values())) > 8
    # A card lies before it is told to be drawn, so the deck is at most the cards of one draw ahead of the log.
    whole = moments[0]["left"] + moments[0]["drawn"]
    assert all(0 <= whole - moment["left"] - moment["drawn"] <= 1 for moment in moments)


@pytest.mark.long
def test_the_log_keeps_its_newest_line_in_sight_whatever_room_the_question_takes(visitor: Visitor) -> None:
    visitor.make(*AGAINST_THREE, seed=6)
    sizes = set()

    def look() -> None:
        visitor.wait(lambda: bool(visitor.page.evaluate(END_IN_SIGHT) < 2))
        sizes.add(visitor.page.locator(".log").evaluate("log => log.closest('[role=tabpanel]').clientHeight"))
        visitor.choose()

    visitor.play(
        look, until=lambda: bool(visitor.update["view"]["turn"] > 16)
    )  # the first turns are not shown any more
    assert len(sizes) > 3
    # whoever scrolls up to read is left where they are
    visitor.page.locator(".log li").last.hover()
    visitor.page.mouse.wheel(0, -300)
    visitor.wait(lambda: bool(visitor.page.evaluate(END_IN_SIGHT) > 200))
    version = visitor.update["version"]
    visitor.choose()
    visitor.wait_beyond(version)
    visitor.asked()
    assert visitor.page.evaluate(END_IN_SIGHT) > 200


def test_a_death_is_announced_and_told_before_one_plays_on_with_a_new_character(visitor: Visitor) -> None:
    page = visitor.page
    watched(visitor)
    visitor.begin("killed")
    visitor.asked()
    page.evaluate(NOTE, MOMENT)
    visitor.choose("to:fields_4")
    fallen = page.locator(".ask").get_by_role("status").filter(has_text="Your Monk has been killed")
    expect(fallen).to_contain_text("Wren loses the fight against the Dragon.")
    expect(fallen).to_contain_text("You go on with a new character.")
    visitor.wait(lambda: noted(visitor) == ["Your Monk has been killed"])
    visitor.asked()
    expect(fallen).to_be_visible()
    visitor.choose()
    expect(fallen).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_deal_is_not_played_to_whoever_wants_no_movement(visits, motion: str) -> None:
    visitor: Visitor = visits(reduced_motion=motion)
    watched(visitor)
    visitor.context.add_init_script(f"({NOTE})({CAPTION!r})")
    visitor.make(seed=11, options={"characters_to_choose": 2})
    visitor.asked()
    visitor.choose()
    visitor.play(visitor.choose, until=lambda: bool(visitor.update["view"]["turn"]))
    assert visitor.update["view"]["turn"] == 1 and visitor.ask["seat"] == 0
    deal = list(takewhile(lambda text: "Turn 1" not in text, noted(visitor)))
    assert bool(deal) is (motion != "reduce")


def test_hurrying_on_answers_also_what_must_be_decided_and_says_so(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("attacked")
    keys = iter(["to:woods_1", "done"])
    forward = page.get_by_role("button", name="To my next turn")

    def hurried() -> int:
        """Press F; returns how often it has had an effect."""
        page.keyboard.press("f")
        page.evaluate("1")  # what has been pressed has been sent
        return visitor.sent.count("order")

    visitor.asked()
    assert visitor.ask["kind"] == "move" and hurried() == 0
    visitor.play(lambda: visitor.choose(next(keys)), until=lambda: bool(visitor.update["view"]["active"]))
    visitor.wait(lambda: bool(visitor.ask and visitor.ask["kind"] == "evade"))
    visitor.asked()
    expect(forward).to_be_visible()
    assert hurried() == 1
    expect(page.locator(".obeyed")).to_be_visible()
    expect(page.locator(".obeyed")).to_contain_text("a question that had to be answered, as a computer player would")


@pytest.mark.long
def test_a_card_that_is_looked_at_goes_with_the_option_that_showed_it(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("setting_out")
    keys = iter(["to:plains_2", "space"])
    visitor.play(lambda: visitor.choose(next(keys)), until=lambda: visitor.ask["kind"] == "take")
    page.locator('[data-key="take:magic_belt"]').hover()
    expect(page.locator(".dock")).to_be_visible()
    page.wait_for_timeout(260)  # what is pressed at once was meant for the question before
    page.keyboard.press("2")
    expect(page.locator('[data-key="take:magic_belt"]')).to_have_count(0)
    expect(page.locator(".dock")).to_have_count(0)


@pytest.mark.long
def test_who_learns_is_called_by_name_and_reads_the_odds_before_a_forced_fight(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_label("Your name").fill("Wren")
    visitor.go("/tutorial")
    visitor.page.evaluate("localStorage.setItem('name', 'Wren')")
    page.get_by_role("button", name="Begin: A fight").click()
    keys = iter(["to:woods_3", "space"])
    visitor.play(lambda: visitor.choose(next(keys)), until=lambda: visitor.ask["kind"] == "fight")
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator(".ask .odds").first).to_contain_text("Win")
    expect(page.locator('.ask [data-key="fight"]')).to_be_visible()
    expect(page.locator("#my-area")).to_contain_text("Wren")
    expect(page.locator(".log")).to_contain_text("Wren rolls 2.")


def test_what_rewinds_a_round_is_asked_about_first_and_can_be_done_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("bag_of_gold")
    for key in ("to:fields_4", "take:bag_of_gold"):
        page.locator(f'{OPTION}[data-key="{key}"]').click()
    expect(page.locator("header .turn")).to_contain_text("Turn 3")
    visitor.asked()
    before = visitor.update
    visitor.button("Take back").click()
    sure = page.get_by_role("alert")
    expect(sure).to_contain_text(f"{before['taking']['answers']} answers")
    visitor.button("No, leave it").click()
    expect(sure).to_have_count(0)
    assert visitor.update["version"] == before["version"]
    page.keyboard.press("u")
    visitor.button("Yes, take it back").click()
    visitor.wait_beyond(before["version"])
    taken = visitor.update
    assert taken["view"]["turn"] < before["view"]["turn"] or taken["view"] != before["view"]
    visitor.button("Redo").click()
    visitor.wait_beyond(taken["version"])
    visitor.asked()
    visitor.wait(lambda: bool(visitor.update["view"]["ask"] == before["view"]["ask"]))
    assert visitor.update["view"]["seats"] == before["view"]["seats"]
    expect(visitor.button("Redo")).to_have_count(0)


@pytest.mark.long
def test_escape_closes_the_legend_which_is_called_so_and_wholly_in_sight(visits) -> None:
    visitor: Visitor = visits(drawn=True, viewport={"width": 1366, "height": 768})
    page = visitor.page
    visitor.make(seed=5, packs=["city"])
    visitor.asked()
    visitor.button("Legend").click()
    legend = page.get_by_role("region", name="Legend")
    expect(legend.get_by_role("heading")).to_have_text("Legend")

    def is_in_sight() -> bool:
        inside, around = legend.bounding_box(), page.locator(".board").last.bounding_box()
        assert inside and around
        return inside["y"] >= around["y"] and inside["y"] + inside["height"] <= around["y"] + around["height"]

    visitor.wait(is_in_sight)
    visitor.wait(lambda: bool(legend.evaluate(NOTHING_OVER_IT)))
    page.locator("h1").click()
    page.keyboard.press("Escape")
    expect(legend).to_have_count(0)


@pytest.mark.long
def test_a_note_opens_beside_the_board_only_where_the_pointer_has_moved_to(visits) -> None:
    visitor: Visitor = visits(drawn=True)
    page = visitor.page
    visitor.make(seed=5)
    visitor.asked()
    castle = page.locator('[data-space="castle"]')
    castle.hover()  # which waits until it lies still
    box = castle.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.go("/")
    page.mouse.move(*middle)
    visitor.button("Play now").press("Enter")  # the board comes under a pointer that lies still
    visitor.asked()
    page.wait_for_timeout(260)  # what is pressed at once was meant for the question before
    page.keyboard.press("1")
    visitor.wait(lambda: visitor.is_asked and visitor.ask["kind"] != "character")
    visitor.asked()
    page.wait_for_timeout(600)  # longer than a pointer has to rest
    expect(page.locator(".dock .note")).to_have_count(0)
    page.mouse.move(middle[0] + 3, middle[1] + 3)
    expect(page.locator(".dock .note")).to_contain_text("Castle")
    page.mouse.move(2, 2)
    expect(page.locator(".dock .note")).to_have_count(0)


ZOOMED = """async () => {
  const [spaces, around] = ['.spaces', '.board .window'].map((where) => document.querySelector(where))
  const scale = () => spaces.style.getPropertyValue('--k')
  const found = [scale()]
  around.dispatchEvent(new WheelEvent('wheel', { deltaY: -120, bubbles: true, cancelable: true }))
  await new Promise(requestAnimationFrame)
  return [...found, scale(), around.closest('.board').matches('.zooming')]
}"""
"""Turn a wheel over the board: the scale of names before and right after it, and whether it is zooming."""


def test_names_on_the_board_are_set_for_a_new_scale_once_it_is_at_rest(visitor: Visitor) -> None:
    page = visitor.page
    page.clock.install()
    visitor.make(*AGAINST_ONE, seed=4)
    visitor.asked()
    page.locator(".space").last.wait_for()
    page.clock.fast_forward(1000)
    before, after, zooming = page.evaluate(ZOOMED)
    assert (after, zooming) == (before, True)
    page.clock.fast_forward(1000)
    expect(page.locator(".board.zooming")).to_have_count(0)
    assert page.locator(".spaces").evaluate("(one) => one.style.getPropertyValue('--k')") != before
