"""Wargames at the page: against the computer, two people at one device or far apart, looked back at, handed over."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from page.served import SEED
from page.test_access import violations
from page.test_company import asked_of, joined
from page.test_game import dice_are_checked, hash_at_the_start
from page.test_looking_back import play_on, played
from page.visitor import OPTION, PHONE, Visitor
from stormriver.presentation.facts import UNKNOWN

Visits = Callable[..., Visitor]

ALONE = [{"who": "me", "name": "Ann"}, {"who": "computer", "name": "Ben"}]
BOTH = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Ben"}]
SHORT: dict[str, Any] = {"preset": "wargame", "options": {"last_round": 1}}
SQUARE = ".world .space"
CURTAIN = "dialog[open] button.main"
PHASE = re.compile(r'"phase":"\w*"')
"""A phase that is called as a spell is."""


@pytest.mark.long
def test_a_short_wargame_is_played_from_the_lobby_to_its_end(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_label("Your name").fill("Ann")
    visitor.button("Set up a table of your own").click()
    page.get_by_role("radio", name="The Wargame").check()
    page.get_by_label("Name at seat 1").fill("Ann")
    page.locator("summary", has_text="House rules").click()
    page.get_by_label("Last round", exact=True).fill("1")
    visitor.button("Begin the game").click()
    visitor.asked()
    assert visitor.update["view"]["rulebook"] == "wargame"
    expect(page.locator(SQUARE)).to_have_count(64)
    assert visitor.play(visitor.take_advice) > 12
    expect(page.locator("#ending")).to_contain_text("won")
    assert visitor.update["view"]["over"] and visitor.update["view"]["turn"] == 2
    visitor.button("Replay").click()
    expect(page.locator(SQUARE)).to_have_count(64)


@pytest.mark.long
def test_two_people_at_one_device_see_only_their_own_hands(visitor: Visitor) -> None:
    page = visitor.page
    visitor.make(*BOTH, **SHORT)
    hands = set()
    for _ in range(1500):
        page.locator(".ask .option, #ending, dialog[open] button.main").first.wait_for()
        if page.locator("#ending").count():
            break
        if page.locator(CURTAIN).count():  # it goes only if somebody sits down
            page.locator(CURTAIN).click()
            expect(page.locator(CURTAIN)).to_have_count(0)
            continue
        view = visitor.update["view"]
        own, other = view["seats"][view["seat"]], view["seats"][1 - view["seat"]]
        assert {held["card"] for held in other["spells"]} <= {"?"}
        hands |= {(own["name"], held["card"]) for held in own["spells"]}
        page.evaluate("document.querySelector('.ask .option')?.click()")
        page.wait_for_timeout(30)
    expect(page.locator("#ending")).to_have_count(1)
    assert {name for name, _ in hands} == {"Ann", "Ben"}


@pytest.mark.long
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_axe_finds_nothing_at_a_wargame_and_squares_are_walked_by_keyboard(visits, size: str) -> None:
    visitor: Visitor = visits(drawn=True, **({"viewport": PHONE, "has_touch": True} if size == "phone" else {}))
    page = visitor.page
    visitor.make(*ALONE, **SHORT)
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["turn"] > 0)
    assert violations(page) == []
    page.locator(f'{SQUARE}[data-space="c3"]').focus()
    page.keyboard.press("ArrowDown")
    below = page.locator(f'{SQUARE}[data-space="c4"]')
    expect(below).to_be_focused()
    expect(below).to_have_accessible_name(re.compile("^C4, "))
    assert violations(page) == []
    page.get_by_role("button", name="Legend").click()
    assert violations(page) == []


@pytest.mark.long
def test_a_target_is_chosen_on_the_map(visitor: Visitor) -> None:
    visitor.make(*ALONE, **SHORT)
    visitor.play(visitor.take_advice, until=lambda: visitor.ask["kind"] == "place")
    option = visitor.ask["options"][0]
    version = visitor.update["version"]
    visitor.page.locator(f'{SQUARE}.target[data-space="{option["space"]}"]').click()
    visitor.wait_beyond(version)
    assert visitor.update["view"]["squares"][option["space"]]["unit"] is not None


class Onlooker:
    """Looks over one player's shoulder for spells of the other side that this player cannot have seen."""

    def __init__(self, mine: Visitor, other: Visitor) -> None:
        self._mine, self._other = mine, other
        self._known: set[str] = set()
        self._read = 0
        self.hidden: set[str] = set()

    def look(self) -> None:
        """Demand that nothing hidden has come to the player since, and that none of it is on the page."""
        view = self._mine.update["view"]
        self._known |= hand(view) | {card for pile in view["piles"].values() for card in pile["discards"]}
        self._known |= {chit for place in view["squares"].values() if place["unit"] for chit in place["unit"]["chits"]}
        secret = hand(self._other.update["view"]) - self._known
        heard = PHASE.sub("", "".join(self._mine.frames[self._read :]))
        self._read = len(self._mine.frames)
        shown = self._mine.page.content()
        for card in secret:
            assert f'"{card}"' not in heard and f"{card}#" not in heard, f"{card} was sent to the other side"
            assert f'"{card}"' not in shown and f":{card}" not in shown, f"{card} stands on the page of the other side"
        self.hidden |= secret


def hand(view: dict[str, Any]) -> set[str]:
    """Return the spells that a viewer holds."""
    return {held["card"] for held in view["seats"][view["seat"]]["spells"]} - {UNKNOWN}


@pytest.mark.long
def test_two_people_far_apart_play_a_round_each_sees_their_own_hand_alone_and_the_dice_are_checked(
    visits: Visits, tmp_path: Path
) -> None:
    both = ann, ben = joined(visits, **SHORT)
    commitment = hash_at_the_start(ann)
    looks = Onlooker(ann, ben), Onlooker(ben, ann)
    for _ in range(900):
        ann.wait(lambda: ann.update["view"]["over"] or any(person.is_asked for person in both))
        if ann.update["view"]["over"]:
            break
        one = asked_of(both)
        version = one.update["version"]
        one.choose()
        for person in both:
            person.wait_beyond(version)
        for look in looks:
            look.look()
    assert min(len(look.hidden) for look in looks) > 2
    for person in both:
        expect(person.page.locator("#ending")).to_contain_text("won")
    dice_are_checked(ann, tmp_path, SEED, commitment)


def from_the_menu(person: Visitor, name: str) -> None:
    """Press a button of the table's menu."""
    person.button("Table").click()
    person.page.locator("dialog[open]").get_by_role("button", name=name).click()
    person.page.keyboard.press("Escape")


@pytest.mark.long
def test_a_side_is_handed_to_a_computer_which_plays_and_taken_back(visits: Visits) -> None:
    both = ann, ben = joined(visits, **SHORT)
    asked_of(both)
    from_the_menu(ann, "Let the computer play")
    version = ann.update["version"]
    while ann.update["version"] < version + 12:  # Ben is asked now and then, Ann never
        ben.wait(lambda: ben.page.locator(OPTION).count() > 0 or ann.update["version"] >= version + 12)
        expect(ann.page.locator(OPTION)).to_have_count(0)
        if ben.page.locator(OPTION).count():
            ben.choose()
    from_the_menu(ann, "Play on myself")
    for _ in range(60):
        one = asked_of(both)
        if one is ann:
            return
        one.choose()
    raise AssertionError("Ann is never asked again.")


@pytest.mark.long
def test_a_wargame_is_looked_back_at_and_played_on_from_there(visitor: Visitor) -> None:
    page = visitor.page
    table = played(visitor, 14, seats=ALONE, **SHORT)
    units = sum(place["unit"] is not None for place in visitor.update["view"]["squares"].values())
    visitor.go(f"/replay/{table}#6")
    expect(page.locator(SQUARE)).to_have_count(64)
    visitor.wait(lambda: 0 < page.locator(".world .unit").count() < units)
    play_on(visitor, table)
    visitor.play(visitor.choose, most=4, until=lambda: visitor.update["version"] > 2)
    view = visitor.update["view"]
    assert view["rulebook"] == "wargame" and view["seat"] == 0


@pytest.mark.long
def test_an_army_stands_after_a_few_clicks_and_a_turn_takes_twenty_of_somebody_who_knows_the_map(
    visitor: Visitor,
) -> None:
    visitor.watch_pointer()
    visitor.make(*ALONE, **SHORT)
    commander = Commander(visitor)
    visitor.play(commander.answer, until=lambda: visitor.update["view"]["turn"] > 0)
    assert visitor.pointed() < 5 and visitor.update["view"]["seats"][0]["units"] == 12
    visitor.play(commander.answer, until=lambda: visitor.update["view"]["active"] == 0)
    before = visitor.pointed()
    visitor.play(commander.answer)
    assert commander.dragged > 0 and 3 < visitor.pointed() - before <= 20


class Commander:
    """Plays by gestures: one for each unit that moves or strikes, and one word for all that can be entrusted."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self.dragged = 0

    def answer(self) -> None:
        """Answer what is asked."""
        visitor = self._visitor
        if not visitor.is_asked:
            visitor.page.wait_for_timeout(20)
            return
        version, update = visitor.update["version"], visitor.update
        if update["entrust"]:
            visitor.page.locator(".entrust button").click()
            visitor.wait(lambda: not visitor.update["entrust"])
        elif pairs := [pair for pair in update["view"]["pairs"] if not pair["card"]]:
            self._drag(pairs[-1])
        else:
            visitor.choose()
        visitor.wait_beyond(version)

    def _drag(self, pair: dict[str, Any]) -> None:
        square(self._visitor, pair["source"]).drag_to(square(self._visitor, pair["target"]))
        self.dragged += 1


def square(visitor: Visitor, id: str) -> Locator:
    """Return a square of the map."""
    return visitor.page.locator(f'{SQUARE}[data-space="{id}"]')


@pytest.mark.slow
def test_a_unit_shows_its_reach_moves_by_a_click_each_and_all_moves_are_taken_back_at_once(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("front")
    visitor.asked()
    before = visitor.update["view"]["squares"]
    assert visitor.ask["situation"].startswith("Movement Phase. Moves left: 3 of 3.")
    square(visitor, "b4").hover()
    expect(page.locator("circle.reach")).to_have_count(len(before["b4"]["unit"]["reach"]))
    expect(page.locator("rect.threat")).to_have_count(len(before["b4"]["unit"]["threat"]))
    expect(page.locator(".dock")).to_contain_text("Warrior")
    for source, target in (("b4", "b5"), ("d4", "d5")):
        version = visitor.update["version"]
        square(visitor, source).click()
        square(visitor, target).click()
        visitor.wait_beyond(version)
        visitor.asked()
    assert visitor.update["view"]["squares"]["d5"]["unit"]["card"] == "paladin"
    assert visitor.ask["situation"].startswith("Movement Phase. Moves left: 1 of 3.")
    visitor.button("Take back all").click()
    visitor.wait(lambda: bool(visitor.update["view"]["squares"] == before))


@pytest.mark.long
@pytest.mark.slow
def test_arrows_show_who_may_strike_whom_and_a_foe_that_one_alone_can_strike_is_attacked_by_a_click(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.begin("clash")
    visitor.asked()
    pairs = visitor.update["view"]["pairs"]
    assert len(pairs) == 4 and all(0 < one["chance"] < 1 for one in pairs)
    expect(page.locator("g.attack.faint")).to_have_count(4)
    square(visitor, "d4").click()
    expect(page.locator("g.attack:not(.faint)")).to_have_count(2)
    square(visitor, "d5").click()
    visitor.wait(
        lambda: bool(visitor.update["view"]["arrow"]) or visitor.update["view"]["squares"]["d5"]["unit"] is None
    )
    expect(page.locator(".log")).to_contain_text("attacks the Orc")


@pytest.mark.long
def test_the_unit_that_is_asked_about_is_framed_and_its_picture_is_seen(visits: Visits) -> None:
    visitor = visits(drawn=True)
    visitor.begin("many_targets")
    visitor.asked()
    visitor.choose("shoot:poltergeist")
    picture = visitor.page.locator(".unit.acting img")
    visitor.see_pictures()
    assert commonest(picture.screenshot()) < 0.5


def commonest(picture: bytes) -> float:
    """Return which part of a picture its commonest colour takes."""
    with Image.open(BytesIO(picture)) as image:
        colours = image.convert("RGB").getcolors(image.width * image.height)
        assert colours is not None
        return max(number for number, _ in colours) / (image.width * image.height)


@pytest.mark.long
@pytest.mark.slow
def test_a_spell_its_caster_and_its_target_are_one_gesture_on_the_map(visitor: Visitor) -> None:
    visitor.begin("casting")
    visitor.asked()
    version = visitor.update["version"]
    square(visitor, "h3").click()
    note = visitor.page.get_by_role("dialog").locator('[data-key^="cast:curse by:"]')
    expect(note.first).to_contain_text("Curse")
    assert visitor.update["version"] == version, "a click alone casts nothing"
    note.first.click()
    visitor.wait_beyond(version + 2)
    expect(visitor.page.locator(".log")).to_contain_text("Curse")


@pytest.mark.slow
def test_a_spell_is_cast_by_dragging_from_who_casts_to_its_target(visitor: Visitor) -> None:
    visitor.begin("casting")
    visitor.asked()
    version = visitor.update["version"]
    visitor.choose("cast:curse")
    visitor.wait(lambda: visitor.is_asked and visitor.ask["kind"] == "caster")
    version = visitor.update["version"]
    square(visitor, "e3").drag_to(square(visitor, "h3"))
    visitor.wait_beyond(version + 1)
    expect(visitor.page.locator(".log")).to_contain_text("Curse")
    assert visitor.ask["kind"] != "aim"


@pytest.mark.long
@pytest.mark.slow
def test_the_squares_of_a_spell_are_marked_on_the_map_unmarked_and_confirmed_at_once(visitor: Visitor) -> None:
    page = visitor.page
    visitor.begin("covering")
    visitor.asked()
    square(visitor, "c3").click()
    page.get_by_role("dialog").locator('[data-key="cast:electrical_storm by:wizard on:c3"]').click()
    visitor.wait(lambda: visitor.is_asked and visitor.ask["kind"] == "cover")
    version = visitor.update["version"]
    status = page.get_by_role("status").filter(has_text="Mark up to 3 spaces")
    expect(status).to_contain_text("Marked: 0.")
    for id in ("b3", "a3"):
        square(visitor, id).click()
    square(visitor, "a4").focus()
    page.keyboard.press("Enter")
    expect(square(visitor, "a4")).to_have_attribute("aria-pressed", "true")
    expect(status).to_contain_text("Marked: 3.")
    expect(page.locator(f"{SQUARE}.target")).to_have_count(3)
    assert violations(page) == []
    square(visitor, "a3").click()  # a4 touches nothing else
    expect(page.locator(f"{SQUARE}.covered")).to_have_count(2)
    expect(page.locator(f"{OPTION}[data-key=done]")).to_contain_text("Cover the space marked")
    assert visitor.update["version"] == version, "nothing is answered yet"
    visitor.choose("done")
    visitor.wait(lambda: bool(visitor.ask["kind"] == "volley"))
    assert {option["space"] for option in visitor.ask["options"]} == {"b3", "c3"}
