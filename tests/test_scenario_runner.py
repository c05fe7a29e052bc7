"""The scenario runner itself: what it refuses and how it says so, what it passes by itself, and what it cuts out."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
import yaml

from stormriver.adventure.model.events import ROLES
from stormriver.api import begin_game
from stormriver.kernel import events as kinds
from stormriver.kernel.errors import BadAnswer, BadContent, StormriverError
from stormriver.kernel.game import Game
from stormriver.language import source
from stormriver.language.unreadable import why_unreadable
from stormriver.scenario import Outcome, cut, explain_file, position_of, run, run_file
from stormriver.scenario.adventure.event_parts import KINDS
from stormriver.scenario.adventure.expectation import SEAT_FACTS
from stormriver.scenario.adventure.reading import KEYS as POSITION_KEYS
from stormriver.scenario.adventure.reading import PLAYER_KEYS
from stormriver.scenario.files import KEYS, read_scenario
from stormriver.scenario.position import build
from support.in_german import assert_german
from support.tables import table_of

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "tests" / "scenarios" / "examples"

BASE = """\
title: The Bear is met on the Fields
cite: nowhere
game: {preset: revised4}
players:
  - {seat: ann, character: warrior, at: village, fate: 0}
  - {seat: ben, character: dwarf}
spaces: {hills_1: [wolf]}
decks: {adventure: [bear]}
turn: ann
dice: [1, 4, 2, 1]
answers:
  - {ask: move, key: "to:fields_1"}
  - {ask: fight, key: fight}
expect:
  ann: {at: fields_1, trophies: [bear], lives: 5}
  space.fields_1: []
  log: [Rolled, {event: Compared, data: [8, 4]}, EnemyKilled]
  next: {seat: ben, ask: roll}
"""


def of(*changes: tuple[str, str], text: str = BASE) -> Outcome:
    """Run the base scenario with pieces of its text replaced."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return run(read_scenario(text, "file"))


def message(*changes: tuple[str, str]) -> str:
    """Run the base scenario with changes that must make it fail, and return what is said."""
    outcome = of(*changes)
    assert not outcome.passed
    assert outcome.fault is None
    return outcome.message


def test_base_passes() -> None:
    assert of() == Outcome("file", "The Bear is met on the Fields", True)


# what is wrong in a file

WRONG = [
    ("title: The Bear", "titel: The Bear", "line 1, at titel: unknown key 'titel'; did you mean 'title'?"),
    ("title: The Bear is met on the Fields\n", "", "line 1: the key 'title' is missing"),
    ("preset: revised4", "preset: revised5", "line 3, at game: No preset is called 'revised5'"),
    ("preset: revised4", "preset: revised4, pack: []", "line 3, at game.pack: unknown key 'pack'"),
    ("{preset: revised4}", "{packs: []}", "line 3, at game: the key 'preset' is missing"),
    ("preset: revised4", "preset: revised4, options: {fate: 1}", "line 3, at game: No option is called 'fate'"),
    ("preset: revised4", "preset: revised4, options: {trophy_points: 99}", "trophy_points is from 1 to 20, not 99"),
    ("preset: revised4", "preset: revised4, options: {portal: [die]}", "expected a plain value, found a list"),
    ("  - {seat: ben, character: dwarf}\n", "", "line 5, at players: The preset revised4 is for 2 to 6 seats, not 1"),
    ("seat: ben, character: dwarf}", "seat: ann, character: dwarf}", "Every seat needs a name of its own"),
    ("{seat: ben, character: dwarf}", "{character: dwarf}", "line 6, at players[1]: the key 'seat' is missing"),
    ("seat: ben, character", "seat: next, character", "a seat cannot be called 'next'"),
    ("character: dwarf", "charakter: dwarf", "line 6, at players[1].charakter: unknown key 'charakter'"),
    (", character: dwarf", "", "line 6, at players[1]: the key 'character' is missing; write `character: none`"),
    ("character: dwarf", "character: dwarv", "no character is called 'dwarv'; did you mean 'dwarf'?"),
    ("character: dwarf", "character: bear", "no character is called 'bear'"),
    ("character: dwarf", "character: warrior", "there is only 1 of 'warrior', all named before"),
    ("character: dwarf", "character: none, gold: 1", "a player without a character has nothing else"),
    ("character: dwarf", "character: dwarf, in_game: false", "a player who is out of the game has no character"),
    ("at: village", "at: vilage", "line 5, at players[0].at: no space is called 'vilage'; did you mean 'village'?"),
    ("fate: 0", "fate: -1", "line 5, at players[0].fate: -1 is not from 0 to 1000"),
    ("fate: 0", "fate: none", "expected a whole number, found 'none'"),
    ("fate: 0", "strength: 3", "line 5, at players[0].strength: 3 is not from 4 to 1000"),
    ("fate: 0", "lives: 0", "0 is not from 1 to 1000"),
    ("fate: 0", "gold: 31", "line 5, at players[0]: the position has more gold counters than there are"),
    ("fate: 0", "alignment: bad", "no alignment is called 'bad'"),
    ("fate: 0", "cards: [sord]", "line 5, at players[0].cards[0]: no card is called 'sord'; did you mean 'sword'?"),
    ("fate: 0", "cards: sword", "expected a list, found 'sword'"),
    ("fate: 0", "cards: [hex]", "'hex' is no Object or Follower"),
    ("fate: 0", "cards: [{card: sword, deck: spells}]", "there are only 0 of 'sword', all named before"),
    ("fate: 0", "cards: [{card: sword, mark: {}}]", "unknown key 'mark'"),
    ("fate: 0", "cards: [{deck: adventure}]", "the key 'card' is missing"),
    ("fate: 0", "cards: [holy_lance, holy_lance]", "there is only 1 of 'holy_lance', all named before"),
    ("fate: 0", "cards: [runesword], alignment: good", "this character may not have 'runesword' now"),
    ("fate: 0", "marks: {toad: 1}, cards: [sword]", "this character may not have 'sword' now"),
    ("fate: 0", "spells: [sword]", "'sword' is no Spell"),
    ("fate: 0", "trophies: [sword]", "'sword' is no Enemy"),
    ("fate: 0", "marks: {tod: 1}", "no mark is called 'tod'; did you mean 'toad'?"),
    ("fate: 0", "marks: {quest: {turns: 2}}", "say with `until:` at which moment its turns are counted"),
    ("fate: 0", "marks: {quest: {until: noon}}", "no moment is called 'noon'"),
    ("fate: 0", "marks: {quest: {until: fight_end}}", "no moment is called 'fight_end'"),
    ("fate: 0", "marks: {quest: {by: cleo}}", "no seat is called 'cleo'"),
    ("hills_1", "hills", "line 7, at spaces.hills: no space is called 'hills'"),
    ("[wolf]", "[wolves]", "line 7, at spaces.hills_1[0]: no card is called 'wolves'; did you mean 'wolf'?"),
    ("[wolf]", "[wolf, wolf]", "there is only 1 of 'wolf', all named before"),
    ("[wolf]", "[warrior]", "'warrior' is a character card"),
    ("turn: ann\n", "gold: {hills: 1}\n", "no space is called 'hills'"),
    ("turn: ann\n", "gold: {hills_1: 0}\n", "0 is not from 1 to 1000"),
    ("decks: {adventure", "decks: {adventures", "no deck is called 'adventures'; did you mean 'adventure'?"),
    ("decks: {adventure: [bear]}", "decks: {adventure: [hex]}", "'hex' does not belong to the deck 'adventure'"),
    ("decks: {adventure", "decks: {characters", "characters are given to the players, not to a deck"),
    ("turn: ann\n", "discards: {purchase: [sword]}\n", "the deck 'purchase' has no discard pile"),
    ("turn: ann\n", "marks: {nowhere: {rounds: 1}}\n", "no space is called 'nowhere'"),
    ("turn: ann", "turn: anna", "line 9, at turn: no seat is called 'anna'; did you mean 'ann'?"),
    ("dice: [1,", "dice: [7,", "line 10, at dice[0]: 7 is not from 1 to 6"),
    ("dice: [1,", "dice: [one,", "expected a whole number, found 'one'"),
    ("turn: ann\n", "shuffled: {advent: [wolf]}\n", "no deck is called 'advent'"),
    ("turn: ann\n", "strict: yes\n", "expected true or false, found 'yes'"),
    ("ask: move", "asks: move", "line 12, at answers[0].asks: unknown key 'asks'; did you mean 'ask'?"),
    ("ask: move", "ask: mover", "no ask is called 'mover'; did you mean 'move'?"),
    ('key: "to:fields_1"', "seat: ben", "line 12, at answers[0]: an answer gives a key, or says"),
    ('"to:fields_1"', "fields_1", "no answer begins with 'fields_1'"),
    ('"to:fields_1"', '"to:field"', "'to' is not said of 'field'; did you mean"),
    ('"to:fields_1"', "to", "'to' says of what: write to: and a name behind it"),
    ("key: fight", "key: fight, refused: evaded", "no answer begins with 'evaded'; did you mean 'evade'?"),
    ("key: fight", "key: fight, refused: fight", "'fight' cannot be the answer and refused as well"),
    ("key: fight", "key: fight, seat: cleo", "no seat is called 'cleo'"),
    ("at: fields_1", "att: fields_1", "line 15, at expect.ann.att: no fact of a seat is called 'att'"),
    ("at: fields_1", "at: field_1", "'field_1' is unknown here; did you mean 'fields_1'?"),
    ("lives: 5", "lives: five", "expected a whole number, found 'five'"),
    ("lives: 5", "in_game: 1", "expected true or false, found 1"),
    ("lives: 5", "marks: {frog: 1}", "no mark is called 'frog'"),
    ("lives: 5", "marks: {}", "an empty mapping says nothing"),
    ("trophies: [bear]", "trophies: [baer]", "no card is called 'baer'; did you mean 'bear'?"),
    ("  ann: {at", "  anna: {at", "nothing that can be expected is called 'anna'; did you mean 'ann'?"),
    ("space.fields_1", "space.field", "no space is called 'field'"),
    ("space.fields_1: []", "deck.advent: 3", "no deck is called 'advent'"),
    ("space.fields_1: []", "discard.purchase: 3", "the deck 'purchase' has no discard pile"),
    ("space.fields_1", "spaces.fields_1", "nothing that can be expected is called 'spaces.fields_1'"),
    ("space.fields_1: []", "result: [cleo]", "no seat is called 'cleo'"),
    ("[Rolled,", "[Rold,", "no event is called 'Rold'; did you mean 'Rolled'?"),
    ("event: Compared", "kind: Compared", "unknown key 'kind'"),
    ("next: {seat: ben, ask: roll}", "next: {seat: ben, question: roll}", "unknown key 'question'"),
    ("next: {seat: ben, ask: roll}", "next: {}", "say whose ask it is"),
    ("next: {seat: ben, ask: roll}", "next: {ask: rol}", "no ask is called 'rol'; did you mean 'roll'?"),
    ("turn: ann\n", "turn: ann\nturn: ben\n", "the key 'turn' stands here twice"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_mistakes_in_files(old: str, new: str, said: str) -> None:
    with pytest.raises(BadContent) as caught:
        of((old, new))
    assert str(caught.value).startswith("file, line ")
    assert said in str(caught.value)
    assert_german(caught.value)


def test_missing_file() -> None:
    with pytest.raises(BadContent, match="cannot be read"):
        run_file(EXAMPLES / "nowhere.yaml")


# what fails

UNREADABLE = [
    ("a: {b: 1\nc: 2\n", 2, "a comma or } is missing before this; its { stands in line 1"),
    ("a: [1, 2\nb: 3\n", 2, "a comma or ] is missing before this; its [ stands in line 1"),
    ("a:\n\tb: 1\n", 2, "a tab stands here; indent with blanks"),
    ("a: @x\n", 1, "a text cannot begin with @; put it in quotes"),
    ("a: *\n", 1, "a text cannot begin with *; put it in quotes"),
    ("a: !<\n", 1, "a text cannot begin with !; put it in quotes"),
    ("title: The Bear: met\n", 1, "a colon stands here that makes no key; put the text in quotes, or indent"),
    ('a: 1\nb: "never closed\nc: 1\n', 2, "the quotation mark that opens a text here is never closed"),
    ('a: "\\q"\n', 1, "in double quotes a \\ is written \\\\; or use single quotes"),
    ("a: 1\nfoo\nb: 2\n", 2, "a colon is missing behind what should be a key"),
    ("a:\n    b: 1\n  c: 2\n", 3, "this is no key of the mapping that begins in line 1; look at its indentation"),
    ("a:\n  - 1\n  b: 2\n", 3, "this is no item of the list that begins in line 2; begin it with a dash"),
    ("a: |x\n b\n", 1, "behind | or > nothing more stands in its line"),
    ("a: 1\nb: \x01\n", 2, "a control character stands here, which no text holds"),
    ("a: \ud800\n", 1, "a c"),
]


@pytest.mark.parametrize("loader", [source.LOADER, yaml.SafeLoader], ids=["fast", "plain"])
@pytest.mark.parametrize(("text", "line", "said"), UNREADABLE, ids=[said for _, _, said in UNREADABLE])
def test_what_is_no_yaml_is_told_in_our_words(
    loader: object, text: str, line: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "LOADER", loader)
    with pytest.raises(BadContent) as caught:
        read_scenario(text, "file")
    assert str(caught.value).startswith(f"file, line {line}: {said}")


def test_what_is_no_yaml_for_another_reason_is_told_with_its_column() -> None:
    mark = yaml.Mark("file", 0, 0, 2, "", 0)
    odd = yaml.MarkedYAMLError("while doing something new", mark, "found something new", mark)
    assert why_unreadable("", odd) == (1, "this is not valid YAML, from column 3 on")
    assert why_unreadable("", yaml.YAMLError("odd")) == (1, "this is not valid YAML")


def test_a_file_that_is_no_text_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "file.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadContent, match=r"line 1: cannot be read, as it is not a text in UTF-8$"):
        run_file(tmp_path / "file.yaml")
    with pytest.raises(BadContent, match=r"line 1: cannot be read \(no such file or directory\)$"):
        run_file(tmp_path / "none.yaml")


FAILS = [
    ("lives: 5", "lives: 4", "line 15: ann.lives: expected 4, found 5"),
    ("at: fields_1", "at: village", "line 15: ann.at: expected village, found fields_1"),
    ("[bear], lives", "[], lives", "line 15: ann.trophies: expected [], found [bear]"),
    ("trophies: [bear]", "trophies: 2", "line 15: ann.trophies (how many): expected 2, found 1"),
    ("lives: 5", "strength: 5", "ann.strength: expected 5, found 4"),
    ("lives: 5", "marks: {toad: 1}", "ann.marks.toad: expected 1, found 0"),
    ("lives: 5", "in_game: false", "ann.in_game: expected false, found true"),
    ("space.fields_1: []", "space.fields_1: [bear]", "line 16: space.fields_1: expected [bear], found []"),
    ("space.fields_1: []", "space.hills_1: []", "line 16: space.hills_1: expected [], found [wolf]"),
    ("space.fields_1: []", "gold.hills_1: 1", "line 16: gold.hills_1: expected 1, found 0"),
    ("space.fields_1: []", "discard.adventure: [bear]", "discard.adventure: expected [bear], found []"),
    ("space.fields_1: []", "deck.adventure: 3", "line 16: deck.adventure (how many): expected 3, found 102"),
    ("space.fields_1: []", "result: [ann]", "line 16: result: expected [ann], found []"),
    ("space.fields_1: []", "turn: ann", "line 16: turn: expected ann, found ben"),
    ("data: [8, 4]", "data: [8, 5]", "{event: Compared, data: [8, 5]} did not happen, or not in this order; of"),
    ("EnemyKilled]", "EnemyKilled, Compared]", "line 17: log: Compared did not happen, or not in this order"),
    ("EnemyKilled]", "{event: EnemyKilled, seat: ben}]", "log: {event: EnemyKilled, seat: ben} did not happen"),
    ("next: {seat: ben, ask: roll}", "next: none", "next: the game should be over, but it is not"),
    ("seat: ben, ask: roll}", "seat: ann, ask: roll}", "line 18: next: expected {seat: ann, ask: roll}"),
    ("seat: ben, ask: roll}", "seat: ben, options: [roll, pass]}", "next: expected {seat: ben, options: [roll, pass]}"),
    ("ask: roll}", "ask: roll, offers: pass}", "line 18: next: expected {seat: ben, ask: roll, offers: pass}"),
    ("ask: roll}", "ask: roll, refused: roll}", "line 18: next: roll should not be on offer"),
    ("dice: [1, 4, 2, 1]", "dice: [1, 4, 2]", "dice: one too few, a further die was rolled"),
    ("dice: [1, 4, 2, 1]", "dice: [1, 4, 2, 1, 6]", "dice: 6 left over"),
    ("turn: ann\n", "turn: ann\nshuffled: {adventure: [wolf]}\n", "deck.adventure was not shuffled"),
    ("turn: ann", "turn: ben", 'answer 1 of 2, {ask: move, key: "to:fields_1"} does not fit the ask'),
    ("key: fight", "key: evade", "line 13: answer 2 of 2, {ask: fight, key: evade} does not fit the ask"),
    (
        "key: fight",
        'key: fight, refused: "to:village"',
        'answer 2 of 2, {ask: fight, key: fight, refused: "to:village"}: that',
    ),
    ("ask: move, key", "ask: move, refused: 'to:fields_6', key", "to:fields_6 should not be on offer"),
    ("- {ask: fight", "- {refused: fight}\n  - {ask: fight", "answer 2 of 2, {ask: fight, key: fight}: fight should"),
    ("- {ask: fight", "- {ask: move, refused: evade}\n  - {ask: fight", "waiting: line 13: answer 2 of 3, {ask: move"),
    ("- {ask: fight", "- {ask: encounter, refused: space}\n  - {ask: fight", "space should not be on offer"),
    ("key: fight}", "key: fight}\n  - {refused: roll}", "refused at the end: roll should not be on offer"),
    ("turn: ann", "strict: true", 'line 12: answer 1 of 2, {ask: move, key: "to:fields_1"} does not fit the ask'),
]


@pytest.mark.parametrize(("old", "new", "said"), FAILS)
def test_failures(old: str, new: str, said: str) -> None:
    text = message((old, new))
    assert text.startswith("file: The Bear is met on the Fields\n")
    assert said in text
    assert re.search(r"\n  (pending|under way): ", text)


SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.mark.slow
def test_what_is_refused_at_the_end_is_refused_at_every_ask_that_is_passed_after_it() -> None:
    text = (SCENARIOS / "city/enemies/clockwork_dragon_no_talisman.yaml").read_text(encoding="utf-8")
    assert run(read_scenario(text)).passed
    outcome = run(read_scenario(re.sub("  - .seat: cleo.*\n", "", text)))  # two Talismans more are left
    assert "refused at the end: use:clockwork_dragon should not be on offer" in outcome.message


def test_where_nothing_is_asked_any_more_nothing_can_be_refused() -> None:
    text = (SCENARIOS / "wargame/rulings/bow_crown_wand.yaml").read_text(encoding="utf-8")
    more = text.replace('"at:troll"]', '"at:troll", {refused: pass}]')
    assert run(read_scenario(text)).passed and more != text
    assert "refused at the end: nothing was asked any more" in run(read_scenario(more)).message


def test_report_names_the_pending_ask_and_its_options() -> None:
    text = message(("key: fight", "key: evade"))
    assert "pending: ann is asked 'fight' (battle.evade); the options are fight" in text


def test_report_names_the_answer_that_waits() -> None:
    text = message(("dice: [1, 4, 2, 1]", "dice: []"))
    assert "under way: 'roll'; ann is asked 'roll'" in text
    assert 'waiting: line 12: answer 1 of 2, {ask: move, key: "to:fields_1"}' in text


def test_hint_when_own_strength_is_taken_for_all_of_it() -> None:
    asked = ("- {ask: move", "- roll\n  - {ask: move"), ("- {ask: fight", "- space\n  - {ask: fight")
    text = message(("fate: 0", "fate: 0, cards: [magic_belt]"), ("lives: 5", "strength: 5"), *asked)
    assert "expected 5, found 4 (full_strength, with all that adds to it, is 5)" in text


def test_an_error_of_the_engine_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game, index: int) -> None:
        raise ZeroDivisionError("no reason")

    monkeypatch.setattr(Game, "play", broken)
    outcome = of()
    assert not outcome.passed
    assert isinstance(outcome.fault, ZeroDivisionError)
    assert "the engine failed: ZeroDivisionError: no reason in test_scenario_runner.py" in outcome.message


# what is passed by itself

QUIET = """\
title: Nobody says anything
game: {preset: revised4}
players:
  - {seat: ann, character: warrior, at: village, fate: 1}
  - {seat: ben, character: dwarf}
dice: [1]
answers: [roll]
expect:
  next: {seat: ann, ask: move, options: ["to:fields_1", "to:fields_6"]}
"""


def test_a_pass_is_given_unless_the_file_answers() -> None:
    assert of(text=QUIET).passed
    told = QUIET.replace("answers: [roll]", "answers: [roll, fate]").replace("dice: [1]", "dice: [1, 1]")
    assert of(text=told).passed


def test_without_answers_nobody_rolls() -> None:
    still = QUIET.replace("dice: [1]\n", "").replace("answers: [roll]\n", "").replace("ask: move", "ask: roll")
    assert of(text=re.sub(r", options.*\]", "", still)).passed


def test_strict_passes_nothing() -> None:
    assert not of(text=QUIET + "strict: true\n").passed
    assert of(text=(QUIET + "strict: true\n").replace("[roll]", "[roll, pass]")).passed


def test_next_stops_where_it_says() -> None:
    """Neither a pass nor an only option is taken at the ask that the file waits for."""
    assert of(text=re.sub("next: .*", "next: {ask: rolled}", QUIET)).passed


# positions

POSITION = """\
title: A position with everything in it
game: {preset: revised4, options: {trophy_points: 6}}
players:
  - {seat: ann, character: wizard, at: oasis, strength: 4, craft: 7, lives: 2, fate: 1, gold: 5,
     spells: [nullify, random], cards: [{card: sword, deck: purchase}, mule], trophies: [bear, wraith], alignment: good,
     marks: {wizards_offer: 1}, missed_turns: 1, extra_turns: 1}
  - {seat: ben, character: troll, marks: {toad: 2, aside_strength: 3}}
  - {seat: cleo, character: none}
  - {seat: dan, character: none, in_game: false}
spaces:
  ruins: [imp, magic_stream]
  forest: [{card: pool_of_life, marks: {held_life: 1}}]
  woods_1: [{card: hex, marks: {lingering: {turns: 2, until: own_turn_start, by: ben}}}]
gold: {oasis: 3}
decks: {adventure: [wolf, ape], spells: [healing], purchase: [shield]}
discards: {adventure: [lion, serpent]}
marks: {crown_of_command: {summit_reached: 1}}
turn: ben
expect:
  ann: {at: oasis, region: middle, strength: 4, craft: 7, full_strength: 4, battle_strength: 5, lives: 2, fate: 1,
        gold: 5, spells: [random, nullify], cards: 2, objects: [sword], followers: [mule], trophies: [wraith, bear],
        strength_trophies: 3, craft_trophies: 5, alignment: good, marks: {wizards_offer: 1, toad: 0}, missed_turns: 1,
        extra_turns: 1, in_game: true, playing: true, character: wizard, psychic_craft: 7, spell_limit: 3}
  ben: {at: crags, strength: 1, craft: 1, gold: 0, cards: [], marks: {toad: {amount: 1, turns: 2}}}
  cleo: {character: none, at: none, region: none, in_game: true, playing: false}
  dan: {in_game: false}
  space.ruins: [imp, magic_stream]
  space.woods_1: 1
  gold.oasis: 3
  deck.adventure: [wolf, ape]
  deck.spells: 21
  deck.purchase: [shield]
  discard.adventure: [serpent, lion]
  result: none
  turn: ben
"""


def test_a_position_is_as_the_file_says() -> None:
    outcome = run(read_scenario(POSITION))
    assert outcome.passed, outcome.message


def test_each_card_is_in_one_place() -> None:
    state = build(read_scenario(POSITION)).state
    assert sorted(card for zone in state.zones for card in zone) == list(range(len(state.place)))
    assert all(card in state.zones[state.place[card]] for card in range(len(state.place)))


def test_what_is_left_out_is_as_at_the_start_of_a_game() -> None:
    game = build(read_scenario(BASE.replace("fate: 0", "lives: 3").replace("dwarf", "wizard")))
    ann, ben = game.view(0).seats
    card = table_of(game).cards[game.state.seats[1][6]]
    assert (ann.lives, ann.fate, ann.strength) == (3, 1, 4)
    assert (ben.lives, ben.fate, ben.gold, ben.alignment) == (card.life, card.fate, card.gold, card.alignment)
    assert ben.space == table_of(game).spaces[card.start].id
    assert len(ben.spells) == card.spells


def test_cards_laid_down_hold_their_counters() -> None:
    text = BASE.replace("[wolf]", "[pool_of_life]")
    table = table_of(build(read_scenario(text)))
    pool = next(number for number, card in enumerate(table.cards) if card.id == "pool_of_life")

    def held(text: str) -> list[int]:
        marks = build(read_scenario(text)).state.marks
        return [mark.amount for mark in marks if mark.subject == table.subject_of_card(pool)]

    assert held(text) == [4]
    assert held(text.replace("[pool_of_life]", "[{card: pool_of_life, marks: {held_life: 1}}]")) == [1]
    assert held(text.replace("[pool_of_life]", "[{card: pool_of_life, marks: {held_life: 0}}]")) == []


def test_the_same_file_gives_the_same_game() -> None:
    first, second = build(read_scenario(BASE)).state, build(read_scenario(BASE)).state
    assert (first.zones, first.dice, first.seats) == (second.zones, second.dice, second.seats)


# cutting


def played(seed: int, decisions: int, **options: object) -> tuple[Game, Game, list[str]]:
    """Return a random game at its start and at its end, and the answers in between."""
    game = begin_game("revised4", seats=3, seed=seed, skip_forced=bool(seed % 2), **options)  # type: ignore[arg-type]
    start, keys, chance = game.clone(), [], random.Random(seed)
    for _ in range(decisions):
        if game.ask is None:
            break
        keys.append(chance.choice(game.ask.keys))
        game.answer(keys[-1])
    return start, game, keys


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_what_is_cut_out_of_a_game_passes(seed: int) -> None:
    start, game, keys = played(seed, 40 + seed * 9)
    text = cut(start, keys, "A turn")
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message
    assert outcome.title == "A turn"
    assert cut(game, title="A turn") == text, "a game's own history gives the same scenario"


def test_the_first_turn_can_be_cut_out() -> None:
    game = begin_game("revised4", seats=2, seed=3)
    text = cut(game, [game.ask.keys[0]] if game.ask else [])
    assert run(read_scenario(text)).passed


def test_a_cut_with_seats_that_no_scenario_can_name() -> None:
    game = begin_game("revised4", seats=["Ann B.", "next"], seed=3)
    chance = random.Random(1)
    for _ in range(60):
        if game.ask is not None:
            game.answer(chance.choice(game.ask.keys))
    text = cut(game)
    assert "seat: seat1" in text
    assert run(read_scenario(text)).passed


def test_what_cannot_be_cut_out() -> None:
    start, game, keys = played(5, 30)
    with pytest.raises(BadAnswer, match="'fly' is not on offer"):
        cut(start, [*keys, "fly"])
    with pytest.raises(StormriverError, match="has no history"):
        cut(start)
    ask = game.ask
    assert ask is not None
    with pytest.raises(StormriverError, match="No turn begins before"):
        cut(game.clone(), [ask.keys[0]])


def test_a_cut_that_does_not_repeat_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    start, _, keys = played(5, 30)
    monkeypatch.setattr("stormriver.scenario.excerpt.run", lambda scenario: Outcome("", "", False))
    with pytest.raises(StormriverError, match="cannot be cut out"):
        cut(start, keys)


@pytest.mark.parametrize("seed", range(8))
def test_a_position_in_writing_is_that_position(seed: int) -> None:
    _, game, _ = played(seed, 150)
    text = position_of(game, "Where they stand", cards=None)
    again = build(read_scenario(text))
    assert position_of(again, "Where they stand", cards=None) == text
    table = table_of(game)
    decks = [table.deck_zone[deck] for deck in range(len(table.decks)) if deck != table.character_deck]
    for zone in (*decks, *table.deck_discard[:2], *range(table.lying, table.play + 3)):
        told = [[table.cards[card].id for card in g.state.zones[zone]] for g in (game, again)]
        if zone not in table.stocks:
            assert told[0] == told[1], table.zones[zone].name


# explaining


def test_explaining_tells_asks_answers_and_events() -> None:
    text = explain_file(EXAMPLES / "imp_and_dwarf.yaml")
    assert text.startswith("The Imp carries the Dwarf off")
    assert "ann is asked 'move' (movement.full_count); the options are to:chasm, to:hidden_valley" in text
    assert "answer: to:hidden_valley\n" in text
    assert "answer: pass (not in the file)" in text
    assert "Ann is carried to the Ruins." in text
    assert text.endswith("All that was expected holds.")


def test_explaining_a_failure_says_why(tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(BASE.replace("lives: 5", "lives: 4"), encoding="utf-8")
    assert "ann.lives: expected 4, found 5" in explain_file(file)


# what the engine tells


def test_every_event_of_the_engine_can_be_expected() -> None:
    assert set(ROLES) <= KINDS and {kinds.CARD, kinds.ROLLED, kinds.LOT} <= KINDS


# the documentation

DOCUMENT = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_example_of_the_documentation_passes() -> None:
    example = re.search(r"```yaml\n(.*?)```", DOCUMENT, re.S)
    assert example is not None
    outcome = run(read_scenario(example[1], "docs/scenarios.md"))
    assert outcome.passed, outcome.message


def test_the_python_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.yaml").write_text(BASE, encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT, re.S)
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, "docs/scenarios.md", "exec"), {})


@pytest.mark.parametrize("names", [KEYS, POSITION_KEYS, PLAYER_KEYS, (*SEAT_FACTS, "marks"), KINDS - {"Answered"}])
def test_the_documentation_names_everything(names: tuple[str, ...]) -> None:
    assert [name for name in names if f"`{name}`" not in DOCUMENT] == []
