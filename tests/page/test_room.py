"""What fits where: short questions, previews beside the board, texts of any size, the bar of the phases."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.test_table import AGAINST_THREE
from page.visitor import AGAINST_ONE, LAPTOP, OPTION, PHONE, Visitor

CUT_OFF = """() => [...document.querySelectorAll('.ask *, header *, .column *')]
  .filter((each) => each.offsetWidth && each.scrollWidth > each.clientWidth + 1 && !each.closest('.hidden'))
  .filter((each) => getComputedStyle(each).overflowX !== 'visible')
  .filter((each) => getComputedStyle(each).textOverflow !== 'ellipsis')
  .map((each) => each.outerHTML.slice(0, 120))"""


ASKEW = """() => [...document.querySelectorAll('.ask .options li')]
  .map((one) => [one, one.querySelector('.option')].map((each) => each.getBoundingClientRect()))
  .filter(([row, option]) => Math.abs(row.top - option.top) > 1 || Math.abs(row.height - option.height) > 1).length"""
"""How many options stand higher or lower than their row."""
WIDTHS = """() => [...document.querySelectorAll('.ask .options > li')]
  .map((one) => one.getBoundingClientRect().width / parseFloat(getComputedStyle(document.documentElement).fontSize))"""
"""How wide each option is, in the size of the text of the page."""


def on_the_way_to_the_forest(visitor: Visitor) -> None:
    """Go on until it is asked where to move."""
    visitor.begin("forest")
    visitor.play(visitor.choose, until=lambda: any(one["key"] == "to:forest" for one in visitor.ask["options"]))


@pytest.mark.long
def test_options_with_and_without_a_digit_stand_in_even_rows(visitor: Visitor) -> None:
    visitor.make(*AGAINST_ONE, preset="wargame", seed=4)
    assert visitor.asked() and len(visitor.ask["options"]) > 9
    expect(visitor.page.locator(OPTION)).to_have_count(len(visitor.ask["options"]))
    assert visitor.page.evaluate(ASKEW) == 0


@pytest.mark.long
def test_many_long_answers_have_room_for_their_words(visitor: Visitor) -> None:
    visitor.begin("many_targets")
    assert visitor.asked()
    visitor.choose("shoot:poltergeist")
    expect(visitor.page.locator(OPTION)).to_have_count(7)
    assert max(len(one["text"]) for one in visitor.ask["options"]) > 28
    assert min(visitor.page.evaluate(WIDTHS)) >= 15


@pytest.mark.long
def test_a_question_is_short_and_its_die_table_has_cells_with_the_rolled_one_lit(
    visitor: Visitor,
) -> None:
    page = visitor.page
    on_the_way_to_the_forest(visitor)
    option = page.locator(f'{OPTION}[data-key="to:forest"]')
    expect(option.locator(".cells .row")).to_have_count(4)
    expect(option.locator(".detail")).to_have_count(0)
    visitor.button("All details").click()
    expect(option.locator(".detail")).to_contain_text("Roll a die.")
    option.click()
    visitor.play(visitor.choose, until=lambda: bool(visitor.ask["chances"]))
    expect(page.locator("#question")).to_have_text("Do you keep the roll?")
    rolled = visitor.ask["rolled"]
    follows = next(chance["text"] for chance in visitor.ask["chances"] if rolled in chance["rolls"])
    expect(page.locator("#situation")).to_contain_text(f"You rolled {rolled}.")
    expect(page.locator(".ask > .cells .lit")).to_have_count(1)
    expect(page.locator(".ask > .cells .lit")).to_contain_text(follows)


@pytest.mark.parametrize("size", [LAPTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_texts_are_as_large_as_wished_from_then_on_and_nothing_is_cut_off(visits, size: dict[str, int]) -> None:
    visitor: Visitor = visits(viewport=size)
    page = visitor.page
    on_the_way_to_the_forest(visitor)
    letters = "parseFloat(getComputedStyle(document.querySelector('#question')).fontSize)"
    usual = page.evaluate(letters)
    page.keyboard.press("m")
    page.get_by_label("Text size").select_option("huge")
    page.keyboard.press("Escape")
    visitor.wait(lambda: page.evaluate(letters) == pytest.approx(1.45 * usual))
    page.reload()
    visitor.asked()
    visitor.wait(lambda: page.evaluate(letters) == pytest.approx(1.45 * usual))
    visitor.rest()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.long
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_table_fills_the_window_and_never_scrolls_as_a_whole(visits, size: dict[str, int]) -> None:
    visitor: Visitor = visits(viewport=size)
    visitor.make(*AGAINST_THREE, seed=5, packs=["city"])
    visitor.play(visitor.take_advice, until=lambda: visitor.ask["kind"] == "move")
    expect(visitor.page.locator(f"{OPTION} .hidden").last).to_be_attached()  # the faces of dice, said aloud alone
    visitor.rest()
    assert visitor.page.evaluate("document.documentElement.scrollHeight") == size["height"]


@pytest.mark.long
def test_the_log_of_a_replay_stays_in_its_frame_on_a_phone(visits) -> None:
    visitor: Visitor = visits(viewport=PHONE)
    table = visitor.make(*AGAINST_ONE, seed=5)["table"]
    visitor.play(visitor.take_advice, until=lambda: len(visitor.log) > 40)
    visitor.go(f"/replay/{table}#60")
    frame = visitor.page.get_by_role("region", name="What happened")
    log = frame.locator("[data-scrolls]")

    def is_inside() -> bool:
        shown, around = log.bounding_box(), frame.bounding_box()
        assert shown and around
        return shown["height"] > 300 and shown["y"] + shown["height"] <= around["y"] + around["height"]

    visitor.wait(is_inside)


@pytest.mark.long
def test_what_is_pointed_at_is_shown_beside_the_board_and_never_over_itself(visitor: Visitor) -> None:
    page = visitor.page
    on_the_way_to_the_forest(visitor)
    chip, dock = page.locator(".column section section li button", has_text="Sword").first, page.locator(".dock")
    chip.hover()
    expect(dock).to_contain_text("Sword")
    page.locator('[data-space="castle"]').hover()
    expect(dock).to_contain_text("Castle")

    def is_beside() -> bool:
        column, board = page.locator(".column").bounding_box(), page.locator(".board").last.bounding_box()
        shown = dock.bounding_box()
        assert column and board and shown
        return column["x"] <= shown["x"] and shown["x"] + shown["width"] <= board["x"]

    visitor.wait(is_beside)


@pytest.mark.long
def test_the_phases_leave_room_for_whose_turn_it_is(visits) -> None:
    visitor: Visitor = visits(viewport={"width": 780, "height": 1024})
    visitor.context.add_init_script("localStorage.setItem('language', 'de')")
    visitor.begin("front")
    visitor.asked()
    bar = visitor.page.locator(".bar")

    def has_room() -> bool:
        turn, now = bar.locator("p").bounding_box(), bar.locator("li.now").bounding_box()
        first, around = bar.locator("li").first.bounding_box(), bar.bounding_box()
        assert turn and now and first and around
        return turn["x"] + turn["width"] <= first["x"] and now["x"] + now["width"] <= around["x"] + around["width"]

    visitor.wait(has_room)
