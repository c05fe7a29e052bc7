"""What one is asked: the switch beside a card, full control, and where to move as one question with the roll."""

from __future__ import annotations

from playwright.sync_api import expect

from page.test_access import violations
from page.visitor import Visitor


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
    visitor.play(visitor.choose, until=lambda: bool(visitor.update["further"]))
    again = visitor.page.locator('.ask [data-key="fate"]')
    expect(again).to_be_visible()
    space = next(option["key"] for option in visitor.ask["options"] if option["key"].startswith("to:"))
    version = visitor.update["version"]
    visitor.choose(space)
    visitor.wait_beyond(version + 1)
    expect(visitor.page.locator('.ask [data-key="fate"]')).to_have_count(0)
