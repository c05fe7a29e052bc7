"""What one is asked: the switch beside a card, full control, and where to move as one question with the roll."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page.test_access import violations
from page.visitor import Visitor

MOST_CLICKS = 2.5
"""How many a round takes at most; 2.1 on the average over 62 games."""
LIVE = {"kind": "live", "limit": 120}


def test_a_switch_beside_a_card_says_when_to_be_asked(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("attacked")
    visitor.asked()
    switch = page.get_by_role("button", name="Immobility: asked when it concerns me")
    switch.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Immobility: asked always")).to_be_visible()
    page.get_by_text("What am I asked?").click()
    assert violations(page) == []
    expect(page.get_by_role("combobox", name="Immobility")).to_have_value("always")
    page.get_by_role("combobox", name="Immobility").select_option("never")
    visitor.wait(lambda: visitor.update["stops"].get("immobility") == "never")


@pytest.mark.long
def test_full_control_by_a_button_and_as_long_as_a_key_is_held(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("attacked")
    visitor.asked()
    full = page.get_by_role("button", name="Ask me everything")
    full.click()
    expect(full).to_have_attribute("aria-pressed", "true")
    full.click()
    expect(full).to_have_attribute("aria-pressed", "false")
    page.keyboard.down("x")
    expect(full).to_have_attribute("aria-pressed", "true")
    page.keyboard.up("x")
    expect(full).to_have_attribute("aria-pressed", "false")


def test_where_to_move_is_one_question_with_the_roll(visitor: Visitor) -> None:
    visitor.make(seed=11)
    visitor.asked()
    visitor.play(visitor.choose, until=lambda: bool(visitor.update["leading"]))
    again = visitor.page.locator('.ask [data-key="fate"]')
    expect(again).to_be_visible()
    space = next(option["key"] for option in visitor.ask["options"] if option["key"].startswith("to:"))
    clicks, now = visitor.sent.count("answer"), visitor.update["view"]["round"]
    visitor.choose(space)
    visitor.wait(lambda: visitor.update["view"]["round"] > now)
    assert visitor.sent.count("answer") == clicks + 1
    me = visitor.update["view"]["seats"][0]
    assert space.startswith(f"to:{me['space']}")


@pytest.mark.long
def test_a_round_takes_as_few_clicks_as_there_are_questions_for_a_person(visitor: Visitor) -> None:
    """One click an answer, whatever that answers; see `bench/attention.py` for how many there are over whole games."""
    rounds = 12
    visitor.make(seed=3)
    visitor.asked()
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["round"] > rounds)
    clicks = visitor.sent.count("answer")
    decided = visitor.update["version"]
    assert rounds / 2 < clicks < MOST_CLICKS * rounds < decided / 2, (clicks, decided)


@pytest.mark.long
def test_a_sealed_moment_says_how_long_it_goes_on_and_what_is_chosen(visitor: Visitor) -> None:
    visitor.make(preset="wargame", seed=7, pace={**LIVE, "sealed": 60})
    visitor.page.get_by_role("button", name="Ask me everything").click()
    visitor.play(visitor.choose, until=lambda: visitor.update["sealed"] > 0 and visitor.is_asked)
    timer = visitor.page.get_by_role("timer")
    expect(timer).to_contain_text(re.compile(r"ends in \d+ s.*choosing nothing is a pass"))
    key = visitor.ask["options"][-1]["key"]
    visitor.page.locator(f'.ask [data-key="{key}"]').click()
    expect(timer).to_contain_text(f"Chosen: {visitor.ask['options'][-1]['text']}")
    assert violations(visitor.page) == []
