"""Whole games at the page, from the front page to the Crown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.test_faces import has_a_face
from page.test_stage import read, to_the_board
from page.visitor import ADVISED, LAPTOP, PHONE, Visitor

SHORT_GAME = 12
"""The seed of a game that is over soon."""


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of `stormriver` as it stands on the page."""
    assert command[0] == "stormriver"
    start = [sys.executable, "-c", "from stormriver.cli.app import main; main()"]
    return subprocess.run([*start, *command[1:]], cwd=folder, capture_output=True, text=True, check=False)


def set_up_a_short_game(ann: Visitor) -> None:
    """From the front page: a table for two with house rules that make the game short."""
    page = ann.page
    ann.go("/")
    page.get_by_label("Your name").fill("Ann")
    ann.button("Set up a table of your own").click()
    page.get_by_label("Name at seat 1").fill("Ann")
    ann.button("Remove seat 4").click()
    ann.button("Remove seat 3").click()
    page.locator("summary", has_text="House rules").click()
    page.get_by_role("switch", name="Sudden death").check()
    page.get_by_role("switch", name="Starting bonus").check()
    page.get_by_label("Portal", exact=True).select_option("die")
    page.get_by_label("Trophy points", exact=True).fill("1")
    page.locator("summary", has_text="Name, pace").click()
    page.get_by_label("Seed", exact=True).fill(str(SHORT_GAME))
    ann.button("Begin the game").click()
    page.locator(".ask").wait_for()


def hash_at_the_start(visitor: Visitor) -> str:
    """Return what the table shows of its seed before the end."""
    visitor.button("Table").click()
    visitor.page.get_by_text("Fair dice").click()
    shown = visitor.page.locator("dialog code").inner_text()
    visitor.page.keyboard.press("Escape")
    return shown


def dice_are_checked(visitor: Visitor, folder: Path, seed: int, commitment: str) -> None:
    """At the end: download the record, and check it by the command that stands there; another seed is found out."""
    page = visitor.page
    page.get_by_text("Check the dice").click()
    expect(page.locator(".ending pre")).to_be_visible()
    told, salt, told_commitment = page.locator(".ending dd").all_inner_texts()
    assert told == str(seed) and salt and told_commitment == commitment
    with page.expect_download() as download:
        visitor.button("Download the record").click()
    download.value.save_as(folder / download.value.suggested_filename)
    command = page.locator(".ending pre").inner_text().split()
    checked = run(command, folder)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "every die and shuffle follows from it" in checked.stdout
    assert "what was committed to at the table before the game began" in checked.stdout
    command[command.index("--seed") + 1] = str(seed + 1)
    assert run(command, folder).returncode != 0


@pytest.mark.slow
def test_the_first_minute_is_one_click_and_two_answers(visitor: Visitor) -> None:
    """Nothing is filled in, and what happens is shown at the pace at which it is shown to everybody at first."""
    visitor.watch_pointer()
    read(visitor)
    visitor.go("/")
    visitor.button("Play now").click()
    for _ in range(2):
        to_the_board(visitor)
        version = visitor.update["version"]
        visitor.choose()
        visitor.wait_beyond(version)
    assert visitor.sent.count("answer") == 2 and visitor.pointed() == 1 + 2
    view = next(one for one in visitor.told if one["type"] == "update" and one["version"] > version)["view"]
    assert view["turn"] == 1 and all(seat["character"] and seat["space"] for seat in view["seats"])


@pytest.mark.long
def test_a_whole_game_is_played_from_the_lobby_to_the_crown_and_its_dice_are_checked(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    set_up_a_short_game(visitor)
    visitor.asked()
    commitment = hash_at_the_start(visitor)

    def answer() -> None:
        has_a_face(visitor)
        visitor.take_advice()

    assert visitor.play(answer) > 20
    expect(page.locator("#ending")).to_contain_text("won")
    assert visitor.update["view"]["over"] and len(visitor.update["view"]["result"]) == 1
    winner = next(seat for seat in visitor.update["view"]["seats"] if seat["name"] in visitor.update["view"]["result"])
    assert winner["space"] == "crown_of_command"

    dice_are_checked(visitor, tmp_path, SHORT_GAME, commitment)


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard_alone(visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.watch_pointer()
    visitor.go("/")
    expect(page.get_by_label("Your name")).to_be_visible()
    visitor.tab_to("Set up a table of your own")
    keys.press("Enter")
    for seat in (4, 3):
        visitor.tab_to(f"Remove seat {seat}")
        keys.press("Enter")
    visitor.tab_to("Name at seat 1")
    keys.press("ControlOrMeta+a")
    keys.type("Ann")
    visitor.tab_to("House rules none")
    keys.press("Enter")
    visitor.tab_to("Last round")
    keys.press("ControlOrMeta+a")
    keys.type("4")
    visitor.tab_to("Begin the game")
    keys.press("Enter")

    def answer() -> None:
        """Ask for a hint, and press the number that stands before the option."""
        advised = page.locator(ADVISED)
        if not visitor.advised():
            return
        digit = advised.locator("kbd").inner_text()
        if not digit:  # it is among the next nine
            keys.press("0")
            return
        page.wait_for_timeout(260)  # what is pressed at once was meant for the question before
        keys.press(digit)
        expect(advised).to_have_count(0)

    assert visitor.play(answer) > 4
    keys.press("q")
    visitor.tab_to("Replay")
    keys.press("Enter")
    expect(page.get_by_label("Moment of the game")).to_be_visible()
    assert visitor.pointed() == 0


def test_the_board_is_walked_and_chosen_from_by_keyboard(visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.make(seed=5)
    visitor.play(visitor.choose, until=lambda: visitor.ask["kind"] == "move")
    target = next(option["space"] for option in visitor.ask["options"] if option["space"])
    keys.press("b")
    for _ in range(60):
        keys.press("Tab")
        if page.evaluate("document.activeElement?.dataset.space") == target:
            break
    space = page.locator(f'[data-space="{target}"]')
    expect(space).to_be_focused()
    expect(page.locator(".dock .note")).to_be_visible()
    before = visitor.update["version"]
    keys.press("Enter")
    visitor.wait_beyond(before)
    gone_on = [told for told in visitor.told if told["type"] == "update" and told["version"] > before]
    assert gone_on[0]["view"]["seats"][0]["space"] == target


EVERYTHING = {"packs": ["city", "city_characters", "city_endings"], "options": {"ending": "hidden"}}


@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, pytest.param(PHONE, marks=pytest.mark.long)], ids=["laptop", "phone"])
def test_decks_of_packs_are_named_and_a_card_face_down_on_the_goal_is_seen(visits, size: dict[str, int]) -> None:
    visitor: Visitor = visits(viewport=size)
    page = visitor.page
    visitor.make(seed=5, **EVERYTHING)
    visitor.asked()
    goal = page.locator('[data-space="crown_of_command"]')
    expect(goal).to_have_accessible_name("Crown of Command, Inner Region. 1 card here: a hidden card.")
    expect(goal.locator(".card.covered")).to_have_count(1)
    piles = page.get_by_role("list", name="Decks").get_by_role("listitem")
    expect(piles.filter(has_text="Wanted Poster deck: ")).to_have_count(1)

    def are_apart() -> bool:
        last, tool = piles.last.bounding_box(), visitor.button("Zoom in").bounding_box()
        assert last and tool
        return last["x"] + last["width"] <= tool["x"] or last["y"] >= tool["y"] + tool["height"]

    visitor.wait(are_apart, "The decks cover the buttons.")
    expect(piles.last.locator("small")).to_be_visible(visible=size is LAPTOP)
    visitor.button("Legend").click()
    expect(page.get_by_role("region", name="Legend")).to_contain_text("Wanted Poster deck: ")
