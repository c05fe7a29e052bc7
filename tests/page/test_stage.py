"""What the stage shows large: cards, fights and moments; and that nothing is ahead of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from page.test_access import violations
from page.test_table import AGAINST_THREE
from page.visitor import AGAINST_ONE, LAPTOP, PHONE, SHORT, Visitor

HOUR = 3_600_000
WATCH = """() => {
  globalThis.seen = []
  globalThis.ahead = []
  const look = () => {
    const spot = document.querySelector('.spotlight')
    const at = spot?.dataset.event === undefined ? -1 : Number(spot.dataset.event)
    const logged = Math.max(-1, ...[...document.querySelectorAll('.log li')].map((line) => Number(line.dataset.event)))
    if (at >= 0 && logged >= at) globalThis.ahead.push([at, logged])
    const name = spot?.querySelector('.card h2')?.innerText
    if (name && at >= 0) {
      const line = spot.querySelector('.line')?.innerText ?? ''
      const found = { at, name, line, held: !!spot.querySelector('.cover') }
      if (globalThis.seen.at(-1)?.at !== at) globalThis.seen.push(found)
    }
    requestAnimationFrame(look)
  }
  look()
}"""
"""Note at every frame the card that is shown large, and where the log is ahead of what is shown."""


def read(visitor: Visitor, speed: float = 1) -> None:
    """Let what happens be played at a pace at which one reads."""
    visitor.go("/")
    visitor.page.evaluate(f"localStorage.setItem('settings', JSON.stringify({{ speed: {speed} }}))")


def held(visitor: Visitor) -> Locator:
    """Return what is pressed to go on from what is held; it covers the board."""
    return visitor.page.locator(".spotlight .cover")


def card_of(visitor: Visitor) -> Locator:
    """Return the name of the card that is shown large."""
    return visitor.page.locator(".spotlight .card h2").last


def told(visitor: Visitor) -> list[dict[str, Any]]:
    """Return every event that has come."""
    return [event for message in visitor.told if message["type"] == "update" for event in message["told"]]


def to_the_board(visitor: Visitor) -> None:
    """Go on from whatever is held until something is asked."""
    visitor.wait(lambda: held(visitor).count() > 0 or visitor.page.locator(".ask .option").count() > 0)
    while held(visitor).count():
        visitor.page.keyboard.press("Space")
        visitor.wait(lambda: held(visitor).count() > 0 or visitor.page.locator(".ask .option").count() > 0)


@pytest.mark.parametrize(
    ("motion", "size"),
    [("no-preference", LAPTOP), pytest.param("reduce", PHONE, marks=pytest.mark.long)],
    ids=["laptop", "phone"],
)
def test_a_card_turned_up_in_ones_own_turn_is_held_until_it_is_dismissed(
    visits, motion: str, size: dict[str, int]
) -> None:
    visitor: Visitor = visits(reduced_motion=motion, viewport=size)
    page = visitor.page
    page.clock.install()
    read(visitor)
    visitor.begin("bag_of_gold")
    to_the_board(visitor)
    page.clock.fast_forward(HOUR)
    visitor.choose("to:fields_4")
    while not held(visitor).count():
        page.clock.run_for(500)
    expect(card_of(visitor)).to_have_text("Bag of Gold")
    page.clock.run_for(HOUR // 100)
    expect(page.locator(".spotlight").get_by_role("status")).to_contain_text("Wren draws the Bag of Gold.")
    expect(page.locator(".spotlight img").first).to_be_visible()
    assert "Wren draws the Bag of Gold." not in visitor.log
    moving = "Math.max(0, ...document.getAnimations().map((each) => Number(each.effect.getTiming().duration)))"
    assert motion != "reduce" or page.evaluate(moving) <= 1
    assert violations(page) == []
    page.keyboard.press("Escape" if motion == "reduce" else "Space")
    expect(held(visitor)).to_have_count(0)
    while not page.locator(".ask .option").count():
        page.clock.run_for(500)
    expect(page.locator(".ask .face img")).to_have_count(1)  # no question without a face


@pytest.mark.long
def test_cards_of_others_pass_by_themselves_and_neither_log_nor_panels_are_ahead_of_the_stage(visitor: Visitor) -> None:
    page = visitor.page
    read(visitor, 0.5)
    visitor.make(*AGAINST_THREE, seed=4)
    page.evaluate(WATCH)
    to_the_board(visitor)
    for _ in range(40):
        to_the_board(visitor)
        if visitor.update["view"]["turn"] > 5:
            break
        version = visitor.update["version"]
        visitor.choose()
        visitor.wait_beyond(version)
    seen = page.evaluate("globalThis.seen")
    public = {event["number"]: event for event in told(visitor)}
    others = [card for card in seen if public[card["at"]]["seat"] != 0]
    assert len(others) > 1 and not any(card["held"] for card in others)
    own = [card for card in seen if public[card["at"]]["kind"] == "CardDrawn" and public[card["at"]]["seat"] == 0]
    assert own and all(card["held"] for card in own)
    assert all(public[card["at"]]["card"] != "?" and card["line"] == public[card["at"]]["text"] for card in others)
    assert page.evaluate("globalThis.ahead") == []


@pytest.mark.long
def test_a_fight_stands_side_by_side_with_the_totals_of_its_event_until_its_outcome_is_seen(visitor: Visitor) -> None:
    page = visitor.page
    read(visitor)
    visitor.begin("shield")
    to_the_board(visitor)
    visitor.choose("to:fields_4")
    panel = page.locator(".spotlight article").filter(has=page.locator(".totals"))
    panel.wait_for()
    compared = next(event for event in told(visitor) if event["kind"] == "Compared")["versus"]
    totals = [side["total"] for side in compared["sides"]]
    expect(panel.locator(".totals b")).to_have_text([str(total) for total in totals])
    assert str(totals[0]) in next(event["text"] for event in told(visitor) if event["kind"] == "Compared")
    for side, shown in zip(compared["sides"], panel.locator("section").all(), strict=True):
        assert sum(part["amount"] for part in side["parts"]) in (0, side["points"])
        assert side["points"] + sum(side["dice"]) == side["total"]
        expect(shown.locator(".points b")).to_have_text(str(side["points"]))
        expect(shown.locator("img")).to_have_count(1)
    expect(panel).to_contain_text("+1 Runesword")
    held(visitor).wait_for()
    expect(panel).to_contain_text("Wren loses the fight against the Ape.")
    assert "Wren loses the fight against the Ape." not in visitor.log
    assert violations(page) == []
    held(visitor).click()
    to_the_board(visitor)
    expect(page.locator(".log li").filter(has_text="Wren loses the fight against the Ape.")).to_have_count(1)


@pytest.mark.long
def test_ones_character_its_death_and_the_next_one_each_have_the_stage(visitor: Visitor) -> None:
    page = visitor.page
    read(visitor)
    visitor.make(seed=4)
    expect(page.locator(".spotlight")).to_contain_text("You are: ")
    expect(page.locator(".spotlight")).to_contain_text("Starts at")
    page.keyboard.press("Escape")
    expect(held(visitor)).to_have_count(0)
    visitor.begin("killed")
    to_the_board(visitor)
    visitor.choose("to:fields_4")
    for said in ("Wren loses the fight against the Dragon.", "Your Monk has been killed", "You go on as: "):
        expect(page.locator(".spotlight")).to_contain_text(said)
        held(visitor).wait_for()
        assert violations(page) == []
        if said.startswith("You go on"):
            expect(page.locator(".spotlight")).to_contain_text("Starts at")
        page.keyboard.press("Space")


@pytest.mark.long
def test_whoever_comes_to_the_goal_has_the_stage(visitor: Visitor) -> None:
    read(visitor)
    visitor.begin("before_the_goal")
    to_the_board(visitor)
    visitor.choose("to:crown_of_command")
    moment = visitor.page.locator(".moment")
    expect(moment).to_contain_text("Wren has reached the Crown of Command.")
    expect(moment.locator("img")).to_have_count(2)
    expect(held(visitor)).to_have_count(1)


@pytest.mark.long
def test_the_course_of_a_game_is_told_at_its_end_and_its_turning_points_open_in_the_replay(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.make(*AGAINST_ONE, seed=12, options=SHORT)["table"]
    visitor.asked()
    timeline = f"{visitor.address}/api/tables/{table}/timeline"
    assert visitor.context.request.get(timeline).status == 403
    visitor.play(visitor.take_advice)
    expect(page.get_by_role("dialog")).to_have_count(0)  # whoever plays at once is not kept
    visitor.button("How the game went").click()
    course = page.get_by_role("dialog")
    expect(course.get_by_role("img", name="Strength")).to_be_visible()
    expect(course.locator("figure")).to_have_count(3)
    facts = visitor.context.request.get(timeline).json()
    dice = [die for event in told(visitor) if event["seat"] == 0 for die in event["dice"]]
    own = facts["courses"][0]
    assert (own["dice"], own["pips"], own["expected"]) == (len(dice), sum(dice), 3.5 * len(dice))
    assert own["curves"]["life"][-1] == visitor.update["view"]["seats"][0]["lives"]
    assert own["curves"]["strength"][-1] == visitor.update["view"]["seats"][0]["strength"]["total"]
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(course).to_have_count(0)
    visitor.button("How the game went").click()
    point = next(each for each in facts["turning_points"] if each["kind"] == "SummitReached")
    course.get_by_role("link").filter(has_text=point["text"]).click()
    expect(page.locator(".controls .at")).to_contain_text(f"{point['answers']} /")
    expect(page.locator("div.log")).to_contain_text(point["text"])


@pytest.mark.long
def test_a_battle_of_the_wargame_stands_side_by_side_and_only_its_outcome_waits(visitor: Visitor) -> None:
    page = visitor.page
    read(visitor)
    visitor.begin("battle")
    visitor.asked()
    visitor.choose("attack:knight")
    panel = page.locator(".spotlight article").filter(has=page.locator(".totals"))
    held(visitor).wait_for()
    expect(panel).to_contain_text("The Goblins are killed.")
    compared = next(event for event in told(visitor) if event["kind"] == "Compared")["versus"]
    expect(panel.locator(".totals b")).to_have_text([str(side["total"]) for side in compared["sides"]])
    for side, shown in zip(compared["sides"], panel.locator("section").all(), strict=True):
        assert sum(part["amount"] for part in side["parts"]) == side["points"]
        assert side["points"] + sum(side["dice"]) == side["total"]
        expect(shown.locator("img")).to_have_count(1)
    expect(panel).to_contain_text("+2 Enchanted Axe")
    assert "The Goblins are killed." not in visitor.log
    assert violations(page) == []
    held(visitor).click()
    expect(page.locator(".log li").filter(has_text="The Goblins are killed.")).to_have_count(1)
