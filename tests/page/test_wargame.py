"""Whole wargames at the page: from the front page against the computer, and two people at one device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.test_access import violations
from page.visitor import PHONE, Visitor

ALONE = [{"who": "me", "name": "Ann"}, {"who": "computer", "name": "Ben"}]
BOTH = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Ben"}]
SHORT = {"preset": "wargame", "options": {"last_round": 1}, "seed": 7}
SQUARE = ".world .space"
TAKE_OVER = (
    "(() => { const next = document.querySelector('dialog[open] button.main'); next?.click(); return !!next })()"
)
"""Sits down if the device has been handed over; the curtain goes by itself where the table has answered meanwhile."""


@pytest.mark.slow
def test_a_short_wargame_is_played_from_the_lobby_to_its_end(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_label("Your name").fill("Ann")
    visitor.button("Set up a table of your own").click()
    page.get_by_label("Rulebook").select_option("wargame")
    page.get_by_label("Name at seat 1").fill("Ann")
    page.get_by_label("Last round", exact=True).fill("1")
    visitor.button("Make the table").click()
    visitor.asked()
    assert visitor.update["view"]["rulebook"] == "wargame"
    expect(page.locator(SQUARE)).to_have_count(64)
    assert visitor.play(visitor.take_advice) > 12
    expect(page.locator("#ending")).to_contain_text("won")
    assert visitor.update["view"]["over"] and visitor.update["view"]["turn"] == 2
    visitor.button("Replay").click()
    expect(page.locator(SQUARE)).to_have_count(64)


@pytest.mark.slow
def test_two_people_at_one_device_see_only_their_own_hands(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(*BOTH, **SHORT)
    hands = set()
    for _ in range(1500):
        page.locator(".ask .option, #ending, dialog[open] button.main").first.wait_for()
        if page.locator("#ending").count():
            break
        if page.evaluate(TAKE_OVER):
            page.wait_for_timeout(30)
            continue
        view = visitor.update["view"]
        own, other = view["seats"][view["seat"]], view["seats"][1 - view["seat"]]
        assert {held["card"] for held in other["spells"]} <= {"?"}
        hands |= {(own["name"], held["card"]) for held in own["spells"]}
        page.evaluate("document.querySelector('.ask .option')?.click()")
        page.wait_for_timeout(30)
    assert page.locator("#ending").count() == 1
    assert {name for name, _ in hands} == {"Ann", "Ben"}


@pytest.mark.slow
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_axe_finds_nothing_at_a_wargame_and_squares_are_walked_by_keyboard(visits, size: str) -> None:
    visitor: Visitor = visits(viewport=PHONE, has_touch=True) if size == "phone" else visits()
    page = visitor.page
    visitor.make(*ALONE, **SHORT)
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["turn"] > 0)
    assert violations(page) == []
    page.locator(f'{SQUARE}[data-space="c3"]').focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.space") == "c4"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("C4, ")
    assert violations(page) == []
    page.get_by_role("button", name="Legend").click()
    assert violations(page) == []


@pytest.mark.slow
def test_a_target_is_chosen_on_the_map(visitor: Visitor) -> None:
    visitor.make(*ALONE, **SHORT)
    visitor.play(visitor.take_advice, until=lambda: visitor.ask["kind"] == "place")
    option = visitor.ask["options"][0]
    version = visitor.update["version"]
    visitor.page.locator(f'{SQUARE}.target[data-space="{option["space"]}"]').click()
    visitor.wait_beyond(version)
    assert visitor.update["view"]["squares"][option["space"]]["unit"] is not None
