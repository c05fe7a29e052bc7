"""Replays and lessons."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page.test_access import violations
from page.visitor import LAPTOP, OPTION, PHONE, Visitor


def played(visitor: Visitor, answers: int = 8, **wanted: object) -> str:
    """Return a table at which so many answers have been given."""
    table: str = visitor.make(**{"seed": 8, **wanted})["table"]
    visitor.play(visitor.choose, most=answers + 1, until=lambda: visitor.update["version"] > answers)
    return table


def play_on(visitor: Visitor, table: str) -> None:
    """Play on from the moment that the replay of a table shows, at a table of its own."""
    page = visitor.page
    page.get_by_text("Play on from here").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/table/*")
    assert table not in page.url


@pytest.mark.long
def test_a_game_is_told_again_step_by_step_and_played_on_from_any_moment(visitor: Visitor) -> None:
    page = visitor.page
    table = played(visitor)
    visitor.go(f"/replay/{table}")
    moment = page.get_by_label("Moment of the game")
    at = page.locator(".controls .at")
    expect(at).to_contain_text("0 /")
    last = int(at.inner_text().split("/")[1])
    assert last >= 8

    visitor.button("One step on").click()
    expect(at).to_have_text(f"1 / {last}")
    moment.fill(str(last))
    expect(at).to_have_text(f"{last} / {last}")
    expect(page.locator(".log li").last).to_be_visible()
    visitor.rest()
    whole = page.locator(".log li").count()
    visitor.button("One step back").click()
    expect(at).to_have_text(f"{last - 1} / {last}")
    visitor.button("To the turn before").click()
    expect(at).not_to_have_text(f"{last - 1} / {last}")
    moment.fill("5")
    expect(at).to_have_text(f"5 / {last}")
    visitor.wait(lambda: page.locator(".log li").count() < whole)

    expect(page).to_have_url(re.compile("#5$"))
    link = page.url
    visitor.go("/about")
    visitor.go(link)
    expect(at).to_have_text(f"5 / {last}")

    page.get_by_role("button", name="Play", exact=True).click()
    expect(at).to_have_text(f"{last} / {last}")
    moment.fill("5")
    expect(at).to_have_text(f"5 / {last}")
    play_on(visitor, table)
    expect(page.locator(".log, .ask").first).to_be_visible()
    visitor.play(visitor.choose, most=4, until=lambda: visitor.update["version"] > 2)
    assert visitor.update["view"]["seat"] == 0


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_two_lessons_are_followed_to_their_ends_by_the_guide_alone(visits, size) -> None:
    visitor: Visitor = visits(viewport=size)
    page = visitor.page
    visitor.go("/tutorial")
    page.get_by_role("button", name="Begin:").first.click()
    for lesson in range(2):
        page.wait_for_url("**/table/*")
        table = page.url
        done = visitor.button("Next lesson")
        page.locator(f"{OPTION}.advised").or_(done).first.wait_for()
        for _ in range(20):
            page.locator(f"{OPTION}.advised").or_(done).first.wait_for()
            if done.count():
                break
            version = visitor.update["version"]
            page.locator(f"{OPTION}.advised").click()
            visitor.wait_beyond(version)
        expect(done).to_be_visible()
        if lesson == 0:
            done.click()
            expect(page).not_to_have_url(table)
    visitor.go("/tutorial")
    expect(page.get_by_text("finished")).to_have_count(2)


def box(visitor: Visitor, selector: str) -> dict[str, float]:
    """Return where something is on the screen."""
    found: dict[str, float] = visitor.page.locator(selector).evaluate("(one) => one.getBoundingClientRect().toJSON()")
    return found


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("lesson", ["the_gate", "attacking"])
def test_the_guide_stands_beside_what_it_speaks_of_and_covers_none_of_it(visits, size, lesson: str) -> None:
    visitor: Visitor = visits(viewport=size)
    page = visitor.page
    visitor.begin(lesson)
    taught, on = page.locator("#taught"), page.get_by_role("button", name="Go on", exact=True)
    guide = page.get_by_role("complementary", name="Guide")
    pointed = 0
    visitor.rest()  # what it speaks of is there
    while True:
        page.locator(f"{OPTION}.advised, #taught").first.wait_for()
        for n, saying in enumerate(visitor.update["guide"]["said"]):
            if n:
                on.click()
            expect(guide.get_by_role("status")).to_have_text(saying["text"])
            if page.locator(".anchor").count():
                visitor.wait(lambda: not overlap(box(visitor, ".anchor"), box(visitor, "aside")))
                pointed += 1
        if taught.count():
            break
        version = visitor.update["version"]
        page.locator(f"{OPTION}.advised").click()
        visitor.wait_beyond(version)
    assert pointed >= 3
    expect(page.locator(OPTION)).to_have_count(0)
    assert violations(page) == []
