"""What the page says in words: of options, in the log, at an end, of those who are away, and in German."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from page.test_company import asked_of, joined, turn_about
from page.visitor import OPTION, Visitor

LOGS: dict[str, tuple[list[str], list[str], str]] = {
    "bag_of_gold": (
        ["to:fields_4", "take:bag_of_gold"],
        ["Wren takes the Bag of Gold.", "The Bag of Gold is discarded.", "Wren gains 1 gold."],
        "gold.\nWren takes",
    ),
    "shield": (
        ["to:fields_4", "use:shield"],
        ["Wren loses the fight against the Ape.", "Wren uses the Shield."],
        "marked",
    ),
    "command_spell": ([], ["Wren casts the Command Spell."], "of the space"),
    "bear": (["to:fields_4"], ["Wren kills the Bear."], "trophy"),
}
"""Positions, with the answers of the first turn, what the log must say in this order, and what it must not."""


@pytest.mark.parametrize(
    "position", ["bag_of_gold", *(pytest.param(name, marks=pytest.mark.long) for name in list(LOGS)[1:])]
)
def test_the_log_tells_in_order_what_happened_and_nothing_that_only_the_rules_keep(
    visitor: Visitor, position: str
) -> None:
    keys, lines, not_said = LOGS[position]
    visitor.begin(position)
    for key in keys:
        visitor.page.locator(f'{OPTION}[data-key="{key}"]').click()
    turns = visitor.page.locator(".log section")
    expect(turns.nth(1)).to_contain_text("Turn 2")
    log = turns.first.locator("li").all_inner_texts()
    assert [line for line in log if line in lines] == lines
    assert not_said not in "\n".join(log)


@pytest.mark.long
def test_a_visit_that_cannot_be_paid_says_so(visitor: Visitor) -> None:
    visitor.begin("penniless")
    visitor.asked()
    visitor.choose("to:city")
    option = visitor.page.locator(OPTION)
    expect(option.filter(has_text="It costs 1 gold, and you have 0: nothing would come of it.")).to_have_count(1)
    expect(option.filter(has_text="Doctor")).to_contain_text("It costs 1 gold")
    expect(option.filter(has_text="Enchantress")).not_to_contain_text("come of it")


@pytest.mark.long
def test_one_turn_is_one_turn(visitor: Visitor) -> None:
    visitor.begin("killed_for_good")
    visitor.asked()
    visitor.choose("to:fields_4")
    expect(visitor.page.locator(".ending")).to_contain_text("1 turn in 1 round.")


@pytest.mark.long
def test_statistics_name_the_character_of_whoever_is_out(visitor: Visitor) -> None:
    visitor.make(seed=81, options={"bloodbath": True})
    visitor.asked()
    character = visitor.page.locator(".area .who button").first.inner_text()
    visitor.play(visitor.choose)
    assert visitor.update["view"]["seats"][0]["status"] == "out"
    visitor.go("/me")
    by_character = visitor.page.get_by_role("table", name="By character").locator("tbody th")
    expect(by_character).to_have_text([character])


def test_a_number_that_is_fixed_is_no_span(visitor: Visitor) -> None:
    visitor.go("/new")
    visitor.page.get_by_role("radio", name="The Wargame").check()
    expect(visitor.page.get_by_text("2 can play, no more and no fewer.")).to_be_visible()


def test_the_set_up_shows_whose_a_pack_is_what_others_may_do_with_it_and_what_it_is(visitor: Visitor) -> None:
    def offer(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        said = {"author": "Ann", "licence": "CC0-1.0", "about": "A mill, and who lives there."}
        for preset in found["presets"]:
            preset["packs"] = [{"id": "old_mill", "name": "Old Mill", "version": "1.0", **said}]
        route.fulfill(response=answer, json=found)

    visitor.page.route("**/api/catalogue*", offer)
    visitor.go("/new")
    packs = visitor.page.get_by_role("group", name="Packs of cards")
    expect(packs).to_contain_text("by Ann, licence CC0-1.0")
    expect(packs).to_contain_text("A mill, and who lives there.")
    packs.get_by_label("Old Mill").check()


@pytest.mark.long
def test_the_deal_befalls_nobody_and_who_has_just_left_has_not_been_away_for_no_time(visits) -> None:
    ann, ben = joined(visits)
    turn_about((ann, ben), 1)
    since = ben.page.locator(".ask summary").filter(has_text="What happened since you decided: 1 turn")
    expect(since).to_be_visible()
    expect(since).not_to_contain_text("befell")
    assert asked_of((ann, ben)) is ann
    ann.page.close()
    expect(ben.page.get_by_text("Ann has just left.").first).to_be_visible()


@pytest.mark.long
def test_craft_and_character_have_one_german_name_each(visits) -> None:
    visitor: Visitor = visits(locale="de-DE")
    page = visitor.page
    for path in ("/", "/about", "/cards"):
        visitor.go(path)
        page.wait_for_load_state("networkidle")
        visitor.wait(lambda: "Talent" in page.content(), path)
        assert "Geschick" not in page.content(), path
    visitor.begin("killed")
    visitor.asked()
    visitor.wait(lambda: "Talent" in page.content())
    assert "Geschick" not in page.content()
    visitor.choose("to:fields_4")
    expect(page.get_by_text("Dein Charakter ist tot: Mönch")).to_be_visible()
    expect(page.get_by_text("Du spielst mit einem neuen Charakter weiter.")).to_be_visible()


def test_lobby_and_rules_show_no_id_to_a_german_reader(visits) -> None:
    """Options, their words and chapters have names, and so have the levels of computer players."""
    visitor: Visitor = visits(locale="de-DE")
    page = visitor.page
    visitor.go("/new")
    page.locator("summary", has_text="Hausregeln").click()
    expect(page.get_by_label("Punkte an Trophäen", exact=True)).to_have_value("7")
    expect(page.get_by_label("Zaubersprüche nach Talent", exact=True)).to_contain_text("Tabelle")
    expect(page.get_by_label("Wer auf Platz 2 sitzt")).to_contain_text("Computer: Besonnen")
    visitor.go("/rules")
    chapters = page.get_by_role("navigation", name="Kapitel")
    for heading in ("Vorbereitung", "Geisteskampf", "Begleiter", "Auslegungen"):
        expect(chapters.get_by_role("link", name=heading)).to_be_visible()
    visitor.go("/join/nowhere")
    page.get_by_label("Name").fill("Ann")
    page.get_by_role("button", name="Hinsetzen").click()
    expect(page.get_by_text("Dieser Link führt ins Leere")).to_be_visible()
