"""Several people at one table: online, at one device, agreeing to take back, looking on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.served import SEED, Served
from page.visitor import ENDING, OPTION, Visitor
from stormriver.kernel import questions
from stormriver.kernel.questions import die
from stormriver.presentation.facts import UNKNOWN

Visits = Callable[..., Visitor]
ME, OPEN, COMPUTER = {"who": "me", "name": "Ann"}, {"who": "open"}, {"who": "computer"}


def joined(visits: Visits, address: str = "", **wanted: object) -> tuple[Visitor, Visitor]:
    """Return Ann and Ben at one table: Ann made it, Ben has come by its link."""
    ann, ben = visits(address), visits(address)
    made = ann.make(ME, OPEN, **wanted)
    expect(ann.page.locator(".room")).to_contain_text("Waiting for players")
    ben.go(made["seat_links"]["1"])
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").click()
    for person in (ann, ben):
        person.page.locator(".ask").wait_for()
    return ann, ben


def turn_about(people: tuple[Visitor, ...], most: int, until: Callable[[], bool] = lambda: False) -> None:
    """Let whoever is asked answer, again and again."""
    for _ in range(most):
        one = asked_of(people)
        if until():
            return
        version = one.update["version"]
        one.choose()
        one.wait_beyond(version)


def asked_of(people: tuple[Visitor, ...]) -> Visitor:
    """Return who is asked, once somebody is."""
    found: list[Visitor] = []

    def look() -> bool:
        found[:] = [person for person in people if person.is_asked and person.page.locator(OPTION).count()]
        return bool(found)

    people[0].wait(look)
    return found[0]


@pytest.fixture
def own(built_page: None, tmp_path: Path) -> Iterator[Served]:
    """A server of one's own, to be killed."""
    server = Served(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.mark.long
def test_a_game_online_goes_on_after_the_server_was_killed_and_a_line_was_cut(visits: Visits, own: Served) -> None:
    both = ann, ben = joined(visits, own.address)
    turn_about(both, 12)
    all_is_shown(both)  # nothing may be kept and not shown yet

    own.kill()
    for person in both:
        expect(person.page.get_by_text("connecting again").first).to_be_visible()
    before = [(len(person.told), person.update["view"], person.page.locator(".log").inner_text()) for person in both]
    own.start()
    for person, (told, view, log) in zip(both, before, strict=True):
        expect(person.page.get_by_text("connecting again")).to_have_count(0)
        person.wait(partial(heard, person, told))
        assert person.update["view"] == view
        expect(person.page.locator(".log")).to_have_text(log, use_inner_text=True)
    turn_about(both, 6)

    turn_about(both, 30, until=lambda: ann.is_asked)
    ben.context.set_offline(True)
    ben.cut()
    expect(ben.page.get_by_text("connecting again").first).to_be_visible()
    turn_about((ann,), 1)
    assert ann.update["version"] > ben.update["version"]
    ben.context.set_offline(False)
    expect(ben.page.get_by_text("connecting again")).to_have_count(0)
    turn_about(both, 6)
    all_is_shown(both)
    for person in both:
        log, events = person.page.locator(".log").inner_text(), numbers(person, 0)
        begun = len(person.told)
        person.page.reload()
        expect(person.page.locator(".log")).to_have_text(log, use_inner_text=True)
        assert numbers(person, begun) == events


def all_is_shown(both: tuple[Visitor, Visitor]) -> None:
    """Wait until nothing goes on by itself any more, and both have been told and shown all of it."""
    one, other = both
    asked_of(both)
    one.wait(lambda: bool(one.update["version"] == other.update["version"]))
    for person in both:
        expect(person.page.locator(".log li").last).to_have_text(told_last(person))


def heard(person: Visitor, since: int) -> bool:
    """Tell whether somebody has been told how the table stands since some message."""
    return any(message["type"] in ("table", "update") for message in person.told[since:])


def told_last(person: Visitor) -> str:
    """Return the last line that somebody has been told."""
    updates = [message for message in person.told if message["type"] == "update"]
    return str([event["text"] for update in updates for event in update["told"] if event["text"]][-1])


def taken_back(person: Visitor) -> bool:
    """Tell whether something has just been taken back."""
    return bool(person.update["undone"] >= 0)


def numbers(person: Visitor, since: int) -> set[int]:
    """Return the numbers of the events that somebody has been told of since some message."""
    updates = [message for message in person.told[since:] if message["type"] == "update"]
    return {event["number"] for update in updates for event in update["told"]}


@pytest.mark.slow
def test_two_at_one_device_hand_it_over_behind_a_curtain(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(ME, {"who": "me", "name": "Ben"}, seed=4)
    handed = 0
    for _ in range(40):
        page.locator(f"{OPTION}, dialog[open]").first.wait_for()
        curtain = page.locator("dialog[open]")
        if curtain.count():
            name = visitor.update["view"]["seats"][visitor.ask["seat"]]["name"]
            expect(curtain.get_by_role("heading")).to_have_text(f"Hand over to {name}")
            assert not visitor.ask["options"]  # what is asked of the other is not even here yet
            page.keyboard.press("Escape")
            expect(curtain).to_be_visible()
            visitor.button(f"I am {name}: show me the table").click()
            expect(page.locator(".area h2")).to_contain_text(name)
            handed += 1
        else:
            visitor.choose()
        if handed == 3:
            return
    raise AssertionError("The device was never handed over.")


@pytest.mark.long
def test_what_has_told_nothing_is_taken_back_at_once(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(undo="free", seed=5)
    visitor.play(visitor.choose, until=lambda: visitor.update["taking"]["free"])
    before, taken = visitor.update, visitor.update["version"]
    assert before["taking"]["answers"] > 0
    visitor.button("Take back").click()
    visitor.wait(lambda: visitor.update["version"] > taken)
    assert visitor.update["undone"] >= 0
    visitor.wait(lambda: len(visitor.log) <= visitor.update["undone"])
    expect(page.locator(OPTION).first).to_be_visible()


@pytest.mark.long
def test_what_has_told_something_is_taken_back_only_with_consent(visits: Visits) -> None:
    both = ann, ben = joined(visits, undo="free")

    def may_propose() -> bool:
        return ann.update["taking"]["answers"] > 0 and not ann.update["taking"]["free"]

    turn_about(both, 40, until=may_propose)
    before = ann.update["version"]
    ann.button("Propose to take back").click()
    expect(ann.page.locator(".notice")).to_contain_text("Ann")
    ben.button("Decline").click()
    expect(ann.page.locator(".notice")).to_have_count(0)
    assert ann.update["version"] == before  # nothing has been taken back

    ann.button("Propose to take back").click()
    expect(ben.page.locator(".notice")).to_contain_text("Ann")
    ben.button("Agree").click()
    for person in both:
        person.wait(partial(taken_back, person))
        expect(person.page.locator(".notice")).to_have_count(0)
        assert person.update["version"] > before
        assert person.update["view"]["ask"]["seat"] == 0  # Ann decides anew


@pytest.mark.long
def test_an_onlooker_is_sent_and_shown_public_facts_only(visits: Visits) -> None:
    ann, eve = visits(), visits()
    made = ann.make(ME, COMPUTER, seed=7)
    eve.go(made["watch_link"])
    eve.page.locator(".ask").wait_for()
    seen, held_back = 0, set[str]()
    for _ in range(24):
        ann.asked()
        view = ann.update["view"]
        secret = {held["card"] for held in view["seats"][0]["spells"]} - {UNKNOWN}
        public = {held["card"] for place in view["spaces"].values() for held in place["cards"]}
        held_back |= secret - public
        assert not any(f'"{card}"' in frame for card in secret - public for frame in eve.frames[seen:])
        seen = len(eve.frames)
        ann.choose()
    assert seen > 40, "the onlooker was told next to nothing"
    assert held_back, "nobody ever held anything secret"
    eve.wait(lambda: eve.update["version"] >= ann.update["version"] - 1)
    assert all(message["view"]["seat"] == -1 for message in eve.told if message["type"] == "update")
    assert not any(
        message["view"]["ask"] and message["view"]["ask"]["options"]
        for message in eve.told
        if message["type"] == "update"
    )
    for body in eve.bodies:
        facts = json.loads(body)
        assert not isinstance(facts, dict) or not (facts.get("salt") or facts.get("seat_links"))
    expect(eve.page.locator(f"{OPTION}, {ENDING}, .area")).to_have_count(0)
    expect(eve.page.get_by_role("button", name="Take back")).to_have_count(0)


@pytest.mark.long
def test_a_question_put_to_the_die_is_answered_to_all_and_stands_in_the_replay(visits: Visits) -> None:
    ann, ben = joined(visits, preset="third")
    for person in (ann, ben):
        person.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("A yes-or-no question").fill("Does a Toad float?")
    ann.button("Ask the die").click()
    for person in (ann, ben):
        chat = person.page.locator(".chat")
        expect(chat).to_contain_text("Ann")
        expect(chat).to_contain_text(f"Does a Toad float? The die shows {die(questions.stream(SEED), 1)}:")
    ben.page.reload()
    ben.page.get_by_role("tab", name="Chat").click()
    expect(ben.page.locator(".chat")).to_contain_text("Does a Toad float?")
    began = ann.update["version"] - 1  # the beginning is the first change
    ben.go(f"/replay/{ben.page.url.rpartition('/')[2]}#{began}")
    expect(ben.page.get_by_role("heading", name="Asked of the die")).to_be_visible()


@pytest.mark.long
def test_where_no_die_answers_there_is_nothing_to_ask_it_with(visitor: Visitor) -> None:
    visitor.make(ME, COMPUTER, seed=5)
    visitor.page.get_by_role("tab", name="Chat").click()
    expect(visitor.page.get_by_label("Say something")).to_be_visible()
    expect(visitor.button("Ask the die")).to_have_count(0)


@pytest.mark.long
@pytest.mark.slow
def test_a_password_is_changed_and_all_browsers_are_logged_out_in_the_page(visits: Visits) -> None:
    ann, phone = visits(), visits()
    password, fresh = "correct horse", "battery staple"
    for person, how in ((ann, "Make an account"), (phone, "Log in")):
        person.go("/me")
        person.page.get_by_role("radio", name=how).check()
        person.page.get_by_label("Name", exact=True).fill("Ännchen" if person is ann else "ÄNNCHEN")
        person.page.get_by_label("Password").fill(password)
        person.page.get_by_role("button", name=how).click()
        expect(person.page.get_by_text("You are logged in as Ännchen")).to_be_visible()
    ann.page.locator("summary").get_by_text("Change the password").click()
    ann.page.get_by_label("Password until now").fill(password)
    ann.page.get_by_label("New password").fill(fresh)
    ann.page.get_by_role("button", name="Change the password").click()
    expect(ann.page.get_by_text("The password is changed")).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_role("radio", name="Log in")).to_be_visible()
    ann.page.get_by_role("button", name="Log out everywhere").click()
    expect(ann.page.get_by_role("radio", name="Log in")).to_be_visible()


@pytest.mark.slow
def test_a_seed_can_be_chosen_only_where_nobody_else_plays(visitor: Visitor) -> None:
    visitor.go("/new")
    visitor.page.locator("summary", has_text="Name, pace").click()
    seed = visitor.page.get_by_label("Seed")
    expect(seed).to_be_visible()
    seats = visitor.page.locator("fieldset").filter(has=visitor.page.get_by_role("heading", name="Who plays"))
    seats.locator("select").nth(1).select_option("open")
    expect(seed).to_have_count(0)


def test_a_host_fills_arranges_and_begins_while_a_guest_says_that_they_are_ready(visits: Visits) -> None:
    ann, ben = visits(), visits()
    rules = {"characters_to_choose": 3, "bloodbath": True}
    made = ann.make(ME, OPEN, OPEN, COMPUTER, start="host", name="Evening", options=rules)
    room, seats = ann.page.locator(".room"), ann.page.locator(".room ol > li")
    expect(room.get_by_role("img", name="The link to this seat as a QR code")).to_be_visible()
    expect(room).to_contain_text("Bloodbath: yes")
    ben.go(made["seat_links"]["2"])
    expect(ben.page.get_by_role("heading", name="Ann invites you")).to_be_visible()
    expect(ben.page.locator("form")).to_contain_text("Revised 4th Edition")
    expect(ben.page).to_have_title(re.compile("Ann invites you"))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").click()
    ben.button("I am ready").click()
    expect(seats.nth(2)).to_contain_text("ready")
    expect(ben.page.locator(".room").get_by_role("button", name="Begin")).to_have_count(0)
    ben.page.get_by_label("Say something").fill("Hello!")
    ben.button("Send").click()
    expect(room).to_contain_text("Hello!")
    ann.button("Move seat 3 up").click()
    expect(seats.nth(1)).to_contain_text("Ben")
    ann.button("Let a computer player take seat 3").click()
    expect(seats.nth(2)).to_contain_text("Computer player")
    ann.page.locator(".room ol > li").nth(2).get_by_role("button", name="Free").click()
    expect(seats.nth(2)).to_contain_text("An open seat")
    seats.nth(1).drag_to(seats.nth(0))
    expect(seats.nth(0)).to_contain_text("Ben")
    ann.button("Begin, with 1 more computer player").click()
    for person in (ann, ben):
        person.page.locator(".ask").wait_for()
    assert asked_of((ann, ben)) is ben
    assert [seat["name"] for seat in ben.update["view"]["seats"]][:2] == ["Ben", "Ann"]
    expect(ben.page.locator(".ask article")).to_have_count(3)  # characters side by side
    ben.choose()
    ben.wait(lambda: bool(ben.update["view"]["seats"][0]["character"]))
