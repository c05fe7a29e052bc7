"""The board for questions: positions from nothing or a game, asked about, played on, taken back, shared, saved."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page.test_looking_back import played
from page.visitor import ADVISED, AGAINST_ONE, OPTION, Visitor
from stormriver.scenario.run import run_file

ARROW = """title: An arrow from a diagonal square
game: {preset: wargame}
players:
  - {seat: ann}
  - {seat: ben}
map:
  c3: {unit: ranger}
  d4: {unit: troll, wounds: 1}
phase: shooting
strict: true
"""


def option(page: Page, key: str) -> None:
    """Choose an option once the question that offers it is there."""
    page.locator(f'{OPTION}[data-key="{key}"]').click()


def says(page: Page, words: str) -> None:
    """Wait until the text of the scenario says something."""
    expect(page.locator("#scenario")).to_have_value(re.compile(re.escape(words)))


def next_dice(page: Page, *dice: int) -> None:
    """Choose what the next dice show."""
    for die in dice:
        page.get_by_role("button", name=f"The next die shows {die}").click()


def saved(page: Page, folder: Path) -> Path:
    """Save the position, and return the file that has been downloaded."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a scenario").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def text_in(address: str) -> str:
    """Return the text of the scenario that an address holds."""
    packed = address.partition("#")[2]
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS).decode()


def place(page: Page, seat: int, character: str, space: str) -> None:
    """Give a seat of the form a character and a space."""
    form = page.locator(".form fieldset").nth(seat)
    form.get_by_label("Character").select_option(label=character)
    expect(form.get_by_label("Character").locator("option:checked")).to_have_text(character)
    form.get_by_label("Stands at").select_option(label=space)


def test_a_position_from_nothing_is_asked_about_and_saved_as_a_scenario_that_passes(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    visitor.go("/analysis")
    expect(page.locator(OPTION)).to_have_count(1)
    place(page, 0, "Dwarf", "Fields 1")
    place(page, 1, "Wizard", "Fields 6")
    says(page, "{seat: ben, character: wizard, at: fields_6}")
    next_dice(page, 2)
    option(page, "roll")
    option(page, "pass")
    option(page, "to:fields_6")
    option(page, "character:ben")
    expect(page.locator(".ask")).to_contain_text("%")  # the odds of the attack
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(ADVISED)).to_be_visible()
    given = page.locator(".course ol li")
    expect(given).to_have_count(4)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(given).to_have_count(3)
    option(page, "character:ben")
    expect(given).to_have_count(4)
    outcome = run_file(saved(page, tmp_path))
    assert outcome.passed, outcome.message
    page.get_by_role("button", name="Take back answer 1 and all after it").click()
    expect(given).to_have_count(0)
    next_dice(page, 5)
    option(page, "roll")
    says(page, "dice: [5]")


@pytest.mark.long
def test_a_link_opens_the_same_position_elsewhere(visits) -> None:
    ann, ben = visits(), visits()
    ann.go("/analysis")
    next_dice(ann.page, 4)
    option(ann.page, "roll")
    option(ann.page, "pass")
    ann.page.locator(f'{OPTION}[data-key^="to:"]').first.wait_for()
    offered = ann.page.locator(OPTION).all_inner_texts()
    text = ann.page.locator("#scenario").input_value()
    ann.wait(lambda: text_in(ann.page.url) == text, "The address does not hold the position.")
    ben.go(ann.page.url)
    expect(ben.page.locator(OPTION)).to_have_text(offered, use_inner_text=True)
    expect(ben.page.locator("#scenario")).to_have_value(text)
    ben.go("/about")
    ben.go("/analysis#no-such-thing")
    expect(ben.page.get_by_text("This link holds no position")).to_be_visible()
    expect(ben.page.locator(OPTION)).to_have_count(1)


def test_a_mistake_in_the_text_is_told_with_its_line(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/analysis")
    expect(page.locator(OPTION)).to_have_count(1)
    text = page.locator("#scenario")
    right = text.input_value()
    text.fill(right.replace("seat: ben", "seat: ben, at: vilage"))
    expect(page.get_by_role("alert")).to_contain_text("line 5")
    expect(page.get_by_role("alert")).to_contain_text("did you mean 'village'?")
    expect(page.locator(".text li.bad")).to_have_text("5")
    expect(page.get_by_role("button", name="Save as a scenario")).to_be_disabled()
    expect(page.locator(OPTION)).to_have_count(0)
    text.fill(right.replace("seat: ben", "seat: ben, at: village"))
    expect(page.locator(OPTION)).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".form fieldset").nth(1).get_by_label("Stands at").locator("option:checked")).to_have_text(
        "Village"
    )


@pytest.mark.long
def test_a_moment_of_a_game_is_taken_along_from_its_replay(visitor: Visitor) -> None:
    page = visitor.page
    table = played(visitor, 6)
    visitor.go(f"/replay/{table}#4")
    page.get_by_role("button", name="Ask about this moment").click()
    page.wait_for_url("**/analysis#*")
    expect(page.locator("#scenario")).not_to_have_value("")
    expect(page.locator(OPTION).first).to_be_visible()
    expect(page.locator(".form fieldset")).to_have_count(len(AGAINST_ONE))


@pytest.mark.long
def test_a_wargame_is_asked_about_as_well(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.go("/analysis")
    expect(page.locator(OPTION)).to_have_count(1)
    page.locator("#scenario").fill(ARROW)
    option(page, "shoot:ranger")
    expect(page.locator(".ask")).to_contain_text("%")
    c3 = page.locator(".form fieldset").filter(has_text="C3")
    c3.get_by_label("Items").fill("Magic Belt")
    c3.get_by_label("Items").press("Enter")
    says(page, "[magic_belt]")
    next_dice(page, 6, 6, 6, 1, 1, 1, 6)
    option(page, "at:troll")
    expect(
        page.get_by_role("heading", name="Nothing is asked any more").or_(page.locator(OPTION).first)
    ).to_be_visible()
    outcome = run_file(saved(page, tmp_path))
    assert outcome.passed, outcome.message
