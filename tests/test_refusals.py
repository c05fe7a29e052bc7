"""What a scenario refuses and offers, where it ends and what it need not name: none passes that proves nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stormriver.adventure.model import asks
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.scenario import Outcome, run
from stormriver.scenario.adventure.families import ANSWERS
from stormriver.scenario.families import SHARED
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import Run
from stormriver.scenario.wargame.families import ANSWERS as WARGAME_ANSWERS
from stormriver.wargame.model import asks as wargame_asks

FOLDER = Path(__file__).parent / "scenarios"

FIGHT = """\
title: The Bear is met on the Fields
game: {preset: revised4}
players:
  - {seat: ann, character: warrior, at: village, fate: 0}
  - {seat: ben, character: wizard, at: castle, spells: [alchemy]}
decks: {adventure: [bear]}
dice: [1, 4, 2, 1]
answers:
  - {ask: move, key: "to:fields_1"}
expect:
  ann: {trophies: [bear]}
  next: {seat: ben, ask: roll}
"""
MOVE = '{ask: move, key: "to:fields_1"}'


def of(*changes: tuple[str, str]) -> Outcome:
    """Run the fight with pieces of its text replaced."""
    text = FIGHT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return run(read_scenario(text, "file"))


def message(*changes: tuple[str, str]) -> str:
    """Run the fight with changes that must make it fail, and return what is said."""
    outcome = of(*changes)
    assert not outcome.passed and outcome.fault is None
    return outcome.message


# what is refused


def test_what_is_refused_is_looked_for_at_asks_that_pass_by_themselves() -> None:
    """The fight has a single option, so that no answer names it."""
    said = message((MOVE, '{ask: move, key: "to:fields_1", refused: fight}'))
    assert "line 9: answer 1 of 1" in said and "fight should not be on offer" in said
    assert "ann is asked 'fight'" in said


def test_what_is_refused_may_be_on_offer_from_the_next_answer_on() -> None:
    refused = "{ask: roll, key: roll, refused: [stay, %s]}\n  - " + MOVE
    assert of((MOVE, refused % '"use:sword"')).passed
    assert of((MOVE, refused.replace(", %s", ""))).passed
    fight = '{ask: move, key: "to:fields_1", refused: [%s]}\n  - {ask: fight, key: fight}'
    assert of((MOVE, fight % "evade")).passed is False, "no fight but the one that is answered"
    assert of((MOVE, fight % "ditch")).passed
    assert "space should not be on offer" in message((MOVE, fight % "space"))


def test_an_entry_that_only_refuses_holds_up_to_the_ask_of_the_next_answer() -> None:
    refused = MOVE + "\n  - {refused: %s}\n  - {ask: fight, key: fight}"
    assert "space should not be on offer" in message((MOVE, refused % "space"))
    assert "answer 2 of 2, {ask: fight, key: fight}: fight should not" in message((MOVE, refused % "fight"))
    assert of((MOVE, refused % "evade")).passed


def test_with_a_seat_only_its_asks_are_looked_at() -> None:
    refused = '{seat: ann, ask: roll, key: roll, refused: "use:bear"}\n  - ' + MOVE
    assert of((MOVE, refused.replace("use:bear", "ditch"))).passed is True
    bens = MOVE + "\n  - {seat: %s, ask: fight, key: fight, refused: ditch}"
    assert "proves nothing" in message((MOVE, bens % "ann"))


def test_what_could_never_be_on_offer_proves_nothing() -> None:
    said = message((MOVE, '{ask: move, key: "to:fields_1", refused: "yes"}'))
    assert "that yes is refused proves nothing: up to the next answer only 'move'" in said
    assert "which never offers it" in said


def test_a_card_that_lies_unseen_proves_nothing_unless_the_position_names_it() -> None:
    """Ben could cast any Spell at the roll, but not one that nobody can come upon."""
    refused = MOVE + '\n  - {seat: ben, ask: roll, refused: "cast:healing"}'
    assert "its card lies unseen in a deck, and the position does not name it" in message((MOVE, refused))
    assert of((MOVE, refused), ("decks: {", "decks: {spells: [healing], ")).passed
    assert of((MOVE, refused), ("spells: [alchemy]", "spells: [alchemy, healing]")).passed, "nobody is hurt"


def test_next_proves_what_it_refuses() -> None:
    assert of(("ask: roll}", "ask: roll, refused: ditch}")).passed
    assert "next: roll should not be on offer" in message(("ask: roll}", "ask: roll, refused: roll}"))
    assert "next: that evade is refused proves nothing" in message(("ask: roll}", "ask: roll, refused: evade}"))


REASONS = [
    ("rules/toad_keeps_spells", ", marks: {toad: 2}", "", "cast:healing"),
    ("spells/teleport_refused", ", cards: [poltergeist]", "", "cast:teleport"),
    ("spells/teleport_inner", "at: mines", "at: city", "cast:teleport"),
    ("characters/minstrel_charm_toad", ", marks: {toad: 2}", "", "leave, use:charm"),
    ("characters/sorceress_toad", ", marks: {toad: 2}", "", "psychic, use:beguile, use:take_follower"),
    ("city/jail/jail_no_spell_out", "at: jail, fate", "at: tavern, fate", "cast:teleport"),
    ("third/toad/casts_nothing", ", marks: {toad: 2}", "", "cast:teleport, cast:healing"),
]


@pytest.mark.parametrize(("name", "reason", "instead", "keys"), REASONS)
def test_without_the_reason_what_was_refused_is_on_offer(name: str, reason: str, instead: str, keys: str) -> None:
    """The positions lack nothing but the rule that forbids it: without that the first ask offers what is refused."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    assert run(read_scenario(text)).passed and text.count(reason) == 1
    outcome = run(read_scenario(re.sub("key: (walk|try)", "key: roll", text.replace(reason, instead))))
    assert f"{keys} should not be on offer" in outcome.message


def test_the_entries_of_the_documentation_can_be_read() -> None:
    document = (FOLDER.parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    shown = re.search(r"```text\n([^`]*offered: leave[^`]*)```", document)
    assert shown is not None
    scenario = read_scenario(FIGHT.replace(f"  - {MOVE}\n", shown[1]))
    assert [len(entry.offered) for entry in scenario.answers] == [1, 0, 0] and scenario.refused == ("evade", "leave")


# what is offered


def test_what_must_be_on_offer() -> None:
    assert of((MOVE, '{ask: move, key: "to:fields_1", offered: "to:fields_6"}')).passed
    said = message((MOVE, '{ask: move, key: "to:fields_1", offered: ["to:fields_6", "to:city"]}'))
    assert "answer 1 of 1" in said and ": to:city should be on offer" in said
    assert of((MOVE, MOVE + "\n  - {ask: fight, offered: fight}")).passed, "it answers nothing"
    assert "evade should be on offer" in message((MOVE, MOVE + "\n  - {ask: fight, offered: evade}"))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{offered: fight}", "say at which ask it must be on offer"),
        ("{ask: fight, offered: fight, refused: fight}", "'fight' cannot be offered and refused as well"),
        ("{ask: fight, offered: fihgt}", "no answer begins with 'fihgt'; did you mean 'fight'?"),
        ("{ask: fight}", "or says what must be on offer"),
    ],
)
def test_mistakes_in_what_is_offered(entry: str, said: str) -> None:
    with pytest.raises(BadContent, match="file, line 10, at answers"):
        of((MOVE, MOVE + "\n  - " + entry))
    with pytest.raises(BadContent) as caught:
        of((MOVE, MOVE + "\n  - " + entry))
    assert said in str(caught.value)


# what is proposed instead of what is misspelt

MISSPELT = [
    ("{ask: move, refused: fihgt}", "'fihgt'; known here: cross, ditch, stay, to, turn_back"),
    ("{ask: move, refused: 'too:xyz'}", "'too'; did you mean 'to'?"),
    ("{ask: move, refused: 'tp:xyz'}", "'tp'; known here: cross, ditch, stay, to, turn_back"),
    ("{ask: move, refused: 'to:xyz'}", "'to' is not said of 'xyz'; known here: black_knight, castle, chapel, "),
    ("{refused: figth}", "'figth'; did you mean 'fight'?"),
    ("{ask: move, offered: rol}", "'rol'; known here: cross, ditch, stay"),
    ("{ask: target, key: 'at:dragn'}", "'at' is not said of 'dragn'; known here: ann, ben"),
    (
        "{ask: window, key: 'cast:swrod'}",
        "'cast' is not said of 'swrod'; known here: acquisition, alchemy, ",
    ),
    ("'cast:heling'", "'cast' is not said of 'heling'; did you mean 'healing'?"),
    ("{ask: fight, refused: 'weapon:figth'}", "'weapon' is not said of 'figth'; known here: "),
    ("{ask: encounter, key: 'character:wizad'}", "'character' is not said of 'wizad'; known here: ann, ben"),
    ("{ask: roll, key: 'ditch:vilage'}", "'ditch' is not said of 'vilage'; known here: "),
    ("{ask: deck, key: 'deck:spels'}", "'deck' is not said of 'spels'; did you mean 'spells'?"),
    ("{ask: fetch, key: 'top:wond'}", "'top' is not said of 'wond'; known here: "),
    ("'shot:bear'", "no answer begins with 'shot'; known here: at, attack, back, "),
]


@pytest.mark.parametrize(("entry", "said"), MISSPELT)
def test_only_what_such_asks_may_offer_is_proposed(entry: str, said: str) -> None:
    """The wargame has verbs of its own, and says some of other things: none of that is proposed here."""
    with pytest.raises(BadContent) as caught:
        of((MOVE, MOVE + "\n  - " + entry))
    assert said in str(caught.value)


def test_what_is_next_is_proposed_by_its_ask() -> None:
    with pytest.raises(BadContent, match="'evad'; known here: cast, ditch, roll, roll_two, "):
        of(("ask: roll}", "ask: roll, refused: evad}"))


# the end

NEXT = "  next: {seat: ben, ask: roll}\n"
STAY = [("decks: {adventure: [bear]}", "decks: {adventure: [bag_of_gold]}"), ("dice: [1, 4, 2, 1]", "dice: [1]")]
TAKEN = ("  ann: {trophies: [bear]}\n", "  ann: {at: fields_1}\n")


def test_a_file_that_ends_in_the_middle_of_a_turn_says_so() -> None:
    said = message(*STAY, TAKEN, (NEXT, ""))
    assert "it stops in the middle of a turn; expect `next: {seat: ann, ask: take}` if that is right" in said
    assert of(*STAY, TAKEN, (NEXT, "  next: {seat: ann, ask: take}\n")).passed
    assert of(*STAY, TAKEN, (NEXT, "open: true\n")).passed


def test_the_end_of_a_turn_needs_no_word() -> None:
    assert of((NEXT, "")).passed


def test_an_end_is_not_said_and_left_open() -> None:
    with pytest.raises(BadContent, match="at open: it is not left open where it ends: `next` says it"):
        of((NEXT, NEXT + "open: true\n"))


# what goes without saying


def test_what_is_free_forces_no_answer() -> None:
    """Neither a Sword that could be ditched nor a Spell that could be cast makes the roll and the space be named."""
    rich = ("at: village, fate: 0}", "at: village, fate: 0, craft: 4, cards: [sword], spells: [hex]}")
    assert of(rich).passed
    kinds: dict[str, list[str]] = {}

    def look(game: Game, ask: Ask, key: str, given: bool) -> None:
        kinds[ask.kind] = ask.keys

    asked = Run(read_scenario(FIGHT.replace(*rich)), look)
    assert asked.outcome().passed
    assert "ditch" in kinds["roll"] and "cast:hex" in kinds["roll"] and "ditch" in kinds["encounter"]


def test_a_choice_between_two_ways_is_still_to_be_made() -> None:
    here = ("at: castle, spells: [alchemy]}", "at: fields_1, spells: [alchemy]}")
    assert "a turn" not in message(here) and "ann is asked 'encounter'" in message(here)


# the families of asks


def test_every_kind_of_ask_has_its_family() -> None:
    assert ANSWERS.keys() | SHARED.keys() == asks.KINDS
    assert WARGAME_ANSWERS.keys() | SHARED.keys() == wargame_asks.KINDS
