"""Replays and lessons."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.visitor import OPTION, Visitor
from stormriver.scenario.lessons import lessons

LESSONS = list(lessons())


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


@pytest.mark.slow
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
    whole = page.locator(".log li").count()
    visitor.button("One step back").click()
    expect(at).to_have_text(f"{last - 1} / {last}")
    visitor.button("To the turn before").click()
    expect(at).not_to_have_text(f"{last - 1} / {last}")
    moment.fill("5")
    expect(at).to_have_text(f"5 / {last}")
    fewer = page.locator(".log li").count()
    assert fewer < whole

    link = page.url
    assert link.endswith("#5")
    visitor.go("/about")
    visitor.go(link)
    expect(at).to_have_text(f"5 / {last}")

    page.get_by_role("button", name="Play", exact=True).click()
    expect(at).to_have_text(f"{last} / {last}", timeout=60_000)
    moment.fill("5")
    expect(at).to_have_text(f"5 / {last}")
    play_on(visitor, table)
    expect(page.locator(".log, .ask").first).to_be_visible()
    visitor.play(visitor.choose, most=4, until=lambda: visitor.update["version"] > 2)
    assert visitor.update["view"]["seat"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [{"width": 1366, "height": 820}, {"width": 390, "height": 844}], ids=["laptop", "phone"]
)
def test_two_lessons_are_followed_to_their_ends_by_the_guide_alone(visits, size) -> None:
    visitor: Visitor = visits(viewport=size)
    page = visitor.page
    visitor.go("/tutorial")
    page.get_by_role("button", name="Begin:").first.click()
    for lesson in range(2):
        page.wait_for_url("**/table/*")
        guide = page.get_by_role("complementary", name="Guide")
        expect(guide).to_contain_text("/")
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
            page.wait_for_function("table => location.href !== table", arg=table)
    visitor.go("/tutorial")
    expect(page.get_by_text("finished")).to_have_count(2)


def guided(visitor: Visitor, step: dict[str, str]) -> None:
    """Read what the guide says of what is asked, and follow it."""
    page, version = visitor.page, visitor.update["version"]
    guide = page.get_by_role("complementary", name="Guide")
    expect(guide.locator("p").filter(has_text=step["say"].strip())).to_be_visible()
    assert visitor.ask["kind"] == step["ask"]
    advised = page.locator(f"{OPTION}.advised")
    expect(advised).to_have_attribute("data-key", step["highlight"])
    advised.click()
    visitor.wait_beyond(version)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_speaks_of_what_is_asked_and_leaves_nothing_open(visitor: Visitor, lesson: str) -> None:
    visitor.begin(lesson)
    turn = visitor.update["view"]["turn"]
    for step in visitor.context.request.get(f"{visitor.address}/api/tutorial").json()[LESSONS.index(lesson)]["steps"]:
        if step["ask"]:
            guided(visitor, step)
    expect(visitor.page.get_by_role("link", name="All lessons")).to_be_visible()
    # what is asked from now on belongs to another turn
    visitor.wait(lambda: bool(visitor.update["view"]["over"] or visitor.update["view"]["turn"] > turn))
