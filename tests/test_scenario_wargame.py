"""Scenarios of a wargame: what is refused in a file, how a position is built, and what can be expected of it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from stormriver.api import begin_game, table_for
from stormriver.kernel import events as kinds
from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.scenario import Outcome, cut, position_of, run
from stormriver.scenario.explanation import explain
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from stormriver.scenario.wargame.event_parts import KINDS, PARTS
from stormriver.scenario.wargame.expectation import SEAT_FACTS, SQUARE_FACTS, UNIT_FACTS
from stormriver.scenario.wargame.layout import plain_map
from stormriver.scenario.wargame.reading import KEYS, PLAYER_KEYS, SQUARE_KEYS
from stormriver.wargame.model.events import ROLES
from stormriver.wargame.model.table import WargameTable
from support.in_german import assert_german

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")

BASE = """\
title: The Ranger shoots at the Troll
game: {preset: wargame}
players:
  - {seat: ann, gold: 3, spells: [fireball]}
  - {seat: ben, skips: 1}
map:
  c3: {tile: forest, unit: ranger, items: [magic_belt]}
  d4: {tile: plains, unit: troll, wounds: 1, chits: [curse], block: 1, ruin: 2}
  e5: {unit: mercenary, owner: ben, disease: true, marks: {preserved: 1}}
turn: ann
phase: shooting
cups: {items: [horse]}
spent: {items: [wand]}
dice: [4, 4, 4, 1, 1, 1, 2]
answers:
  - "shoot:ranger"
  - "at:troll"
expect:
  ann: {gold: 3}
  at.d4: {wounds: 2}
  log: [{event: Compared, data: [18, 7]}, {event: Wounded, data: [troll, 1]}]
  next: none
"""


def of(*changes: tuple[str, str], text: str = BASE) -> Outcome:
    """Run the base scenario with pieces of its text replaced."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return run(read_scenario(text, "file"))


def test_base_passes() -> None:
    assert of() == Outcome("file", "The Ranger shoots at the Troll", True)


WRONG = [
    ("map:", "mapp:", "line 7, at mapp: unknown key 'mapp'; did you mean 'map'?"),
    ("map:", "spaces:", "line 7, at spaces: unknown key 'spaces'"),
    ("  - {seat: ben, skips: 1}\n", "", "line 4, at players: The preset wargame is for 2 seats, not 1"),
    ("skips: 1", "skip: 1", "line 5, at players[1].skip: unknown key 'skip'; did you mean 'skips'?"),
    ("seat: ben", "seat: spent", "a seat cannot be called 'spent'"),
    ("gold: 3, ", "gold: -1, ", "line 4, at players[0].gold: -1 is not from 0 to 1000"),
    ("[fireball]", "[horse]", "line 4, at players[0].spells[0]: no spell is called 'horse'"),
    ("[fireball]", "[fireball, fireball]", "there is only 1 of 'fireball', all named before"),
    ("[fireball]", "[curse]", "there is only 1 of 'curse', all named before"),
    ("c3:", "c9:", "line 7, at map.c9: no space is called 'c9'"),
    ("tile: forest", "tile: forrest", "line 7, at map.c3.tile: no tile is called 'forrest'; did you mean 'forest'?"),
    ("tile: forest", "tile: castle", "'castle' does not lie here: this square is of the neutral region"),
    ("tile: forest", "tile: city", ""),
    ("e5: {", "e5: {tile: city, ", ""),
    ("tile: plains", "tile: city", ""),
    ("tile: forest", "tile: maze", ""),
    ("unit: ranger", "unit: rangers", "no unit is called 'rangers'; did you mean 'ranger'?"),
    ("unit: ranger", "unit: troll", "there is only 1 of 'troll', all named before"),
    ("unit: ranger", "unit: unicorn", "line 7, at map.c3.items[0]: 'unicorn' may not carry 'magic_belt'"),
    ("unit: ranger", "owner: ann", "line 7, at map.c3.items: there is no unit here; name it with `unit:`"),
    ("owner: ben, ", "", "line 9, at map.e5.unit: 'mercenary' is neutral; say with `owner:` who controls it"),
    ("owner: ben", "owner: cleo", "no seat is called 'cleo'"),
    ("unit: troll", "unit: troll, owner: ann", "line 8, at map.d4.owner: 'troll' is evil, which nobody else controls"),
    ("wounds: 1", "wounds: 3", "line 8, at map.d4: 3 wounds kill 'troll'"),
    ("chits: [curse]", "chits: [toads]", "no spell is called 'toads'; did you mean 'toad'?"),
    ("chits: [curse]", "chits: [scry]", "'scry' is no curse or boon"),
    ("chits: [curse]", "chits: [{chits: curse}]", "unknown key 'chits'; did you mean 'chit'?"),
    ("[magic_belt]", "[magic_belt, magic_bow, rune_sword]", "'ranger' may not carry 'rune_sword'"),
    ("[magic_belt]", "[magic_bow, holy_lance]", "'ranger' may not carry 'holy_lance'"),
    ("block: 1", "block: none", "expected a whole number, found 'none'"),
    ("disease: true", "disease: 1", "expected true or false, found 1"),
    ("preserved: 1", "preserve: 1", "no mark is called 'preserve'; did you mean 'preserved'?"),
    ("preserved: 1", "wound: 1", "'wound' is not said among the marks"),
    ("preserved: 1", "preserved: {until: never}", "a mark lies until turn_end or own_turn_start, not 'never'"),
    ("preserved: 1", "preserved: {until: own_turn_start}", "say with `by:` whose turn is meant"),
    ("phase: shooting", "phase: shoot", "no phase is called 'shoot'; did you mean 'shooting'?"),
    ("phase: shooting", "phase: [battles, shooting]", "line 11, at phase: phases stand in their order: time, magic"),
    ("phase: shooting", "phase: []", "phases stand in their order"),
    ("phase: shooting", "phase: setup", "at the setup of a game there is no map"),
    ("cups: {items", "cups: {item", "no cup is called 'item'; did you mean 'items'?"),
    ("[horse]", "[troll]", "line 12, at cups.items[0]: 'troll' does not belong to the cup 'items'"),
    ("cups: {items: [horse]}", "cups: {good_tiles: [castle]}", "tiles lie on the map"),
    ("[wand]", "[horse]", "there is only 1 of 'horse', all named before"),
    ("spent: {items: [wand]}", "shuffled: {hand.cleo: [toad]}", "no cup is called 'hand.cleo'"),
    ('"at:troll"', '"at:trol"', "'at' is not said of 'trol'"),
    ('"at:troll"', '{ask: targets, key: "at:troll"}', "no ask is called 'targets'; did you mean 'target'?"),
    ("ann: {gold", "ann: {golds", "no fact of a seat is called 'golds'; did you mean 'gold'?"),
    ("at.d4", "at.d9", "no space is called 'd9'"),
    ("at.d4", "space.d4", "nothing that can be expected is called 'space.d4'"),
    ("{wounds: 2}", "{wound: 2}", "no fact of a square is called 'wound'; did you mean 'wounds'?"),
    ("{wounds: 2}", "{has: flying}", "no ability is called 'flying'"),
    ("{wounds: 2}", "{owner: cleo}", "no seat is called 'cleo'"),
    ("at.d4: {wounds: 2}", "cup.items: [hors]", "no card is called 'hors'; did you mean 'horse'?"),
    ("event: Wounded", "event: Wound", "no event is called 'Wound'; did you mean 'Wounded'?"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_mistakes_in_files(old: str, new: str, said: str) -> None:
    """Each is refused with file and line; where nothing is said, the change makes no mistake."""
    if not said:
        assert build(read_scenario(BASE.replace(old, new))).state.frames
        return
    with pytest.raises(BadContent) as caught:
        of((old, new))
    assert str(caught.value).startswith("file, line ")
    assert said in str(caught.value)
    assert_german(caught.value)


def test_a_tile_lies_as_often_as_there_are_copies() -> None:
    with pytest.raises(BadContent, match="there is only 1 of 'city', all named before"):
        of(("tile: forest", "tile: city"), ("tile: plains", "tile: city"))


FAILS = [
    ("gold: 3}\n  at", "gold: 4}\n  at", "line 19: ann.gold: expected 4, found 3"),
    ("{wounds: 2}", "{wounds: 1}", "line 20: at.d4.wounds: expected 1, found 2"),
    ("{wounds: 2}", "{strength: 6}", "at.d4.strength: expected 6, found 3"),
    ("{wounds: 2}", "{unit: none}", "at.d4.unit: expected none, found troll"),
    ("{wounds: 2}", "{has: [fly, regenerate]}", "at.d4.has: expected [fly, regenerate], found [regenerate]"),
    ("{wounds: 2}", "{lacks: regenerate}", "at.d4.lacks: expected [], found [regenerate]"),
    ("{wounds: 2}", "{chits: []}", "at.d4.chits: expected [], found [curse]"),
    ("{wounds: 2}", "{marks: {acted: 1}}", "at.d4.marks.acted: expected 1, found 0"),
    ("{wounds: 2}", "{owner: ann}", "at.d4.owner: expected ann, found ben"),
    ("at.d4: {wounds: 2}", "at.d5: {wounds: 2}", "at.d5.wounds: expected 2, found none"),
    ("at.d4: {wounds: 2}", "cup.items: [wand]", "cup.items: expected [wand], found [horse]"),
    ("at.d4: {wounds: 2}", "spent.items: 0", "spent.items (how many): expected 0, found 1"),
    ("next: none", "next: {ask: shooter}", "next: an ask was expected, but the game is over"),
    ("phase: shooting", "phase: [shooting, recruiting]", "dice: one too few, a further die was rolled"),
]


@pytest.mark.parametrize(("old", "new", "said"), FAILS)
def test_failures(old: str, new: str, said: str) -> None:
    outcome = of((old, new))
    assert not outcome.passed and outcome.fault is None
    assert said in outcome.message


POSITION = """\
title: A position with everything in it
game: {preset: wargame, options: {last_round: 9}}
players:
  - {seat: ann, gold: 3, skips: 1, spells: [fireball, toad]}
  - {seat: ben, gold: 1, spells: [scry], marks: {darkness: 1}}
map:
  a1: {tile: castle}
  c3: {tile: crags, unit: knight, wounds: 1, disease: true, items: [magic_sword, magic_shield], chits: [blessing],
       marks: {moved: 1, slowed: {until: own_turn_start, by: ben}}}
  d3: {unit: enchanter, owner: ben, items: [{chit: crystal_ball, marks: {fated: 1}}],
       chits: [{chit: evil_eye, by: ann}]}
  h8: {unit: dragon, wounds: 3, block: 3, ruin: 1}
cups: {items: [horse, wand], good_units: [king]}
spent: {spells: [scrolls_are_no_spell]}
turn: ben
expect:
  ann: {gold: 3, skips: 1, spells: [toad, fireball], units: [knight], points: 0, magic_users: 0, hand_limit: 4,
        drawn: [], holds_goals: false}
  ben: {gold: 1, spells: 1, units: 2, points: 1, magic_users: 1, marks: {darkness: 1}}
  at.a1: {tile: castle, unit: none}
  at.b1: {tile: temple}
  at.c3: {tile: crags, unit: knight, owner: ann, wounds: 1, limit: 3, disease: true, strength: 0, save: 3, steps: 1,
          items: [magic_shield, magic_sword], chits: [blessing], marks: {moved: 1, slowed: 1}, lacks: [fly, ranged]}
  at.d3: {unit: enchanter, owner: ben, items: 1, chits: [evil_eye], strength: 2, has: fate}
  at.h8: {wounds: 3, limit: 4, block: 3, ruin: 1, has: [fly, tough, large]}
  cup.items: [horse, wand]
  cup.good_units: 29
  spent.spells: [lightning_bolt]
  turn: ben
  result: none
  next: {seat: ben, ask: window}
"""


def position() -> str:
    """Return the position, with its spent spell."""
    return POSITION.replace("scrolls_are_no_spell", "lightning_bolt")


def test_a_position_is_as_the_file_says() -> None:
    game = build(read_scenario(position()))
    failures = read_scenario(re.sub("  next: .*\n", "", position())).expect.failures(game)
    assert failures == []


def test_only_spells_lie_among_spent_spells() -> None:
    with pytest.raises(BadContent, match="'scrolls' does not belong to the cup 'spells'"):
        read_scenario(POSITION.replace("scrolls_are_no_spell", "scrolls"))


def test_each_chit_is_in_one_place() -> None:
    state = build(read_scenario(position())).state
    assert sorted(card for zone in state.zones for card in zone) == list(range(len(state.place)))
    assert all(card in state.zones[state.place[card]] for card in range(len(state.place)))


def test_phases_are_played_one_after_the_other_and_then_no_more() -> None:
    """Nothing is rolled for the phases between and after them."""
    text = BASE.replace("phase: shooting", "phase: [time, shooting]").replace("dice: [", "dice: [3, ")
    assert of(text=text.replace("d4: {wounds", "d4: {block: 0, ruin: 1, wounds")).passed


def test_without_a_phase_turns_follow_each_other() -> None:
    """From the start of the turn, with all its dice, to the ask that the file waits for."""
    text = """\
title: Ben skips their turn
game: {preset: wargame}
players: [{seat: ann}, {seat: ben, skips: 1}]
map: {c3: {tile: plains, unit: knight}, f6: {tile: plains, unit: troll}}
turn: ann
dice: [1, 1]
answers: [{ask: quest, key: pass}, {ask: moves, key: pass}]
expect:
  ann: {gold: 2}
  ben: {skips: 0}
  log: [{event: TurnBegan, seat: ann}, {event: TurnSkipped, seat: ben}, {event: TurnBegan, seat: ann, data: 3}]
  next: {seat: ann, ask: quest, offers: "send:knight"}
"""
    assert of(text=text).passed
    assert "one too few" in of(('  next: {seat: ann, ask: quest, offers: "send:knight"}\n', ""), text=text).message


def test_a_game_from_its_beginning_with_told_tiles_and_chits() -> None:
    text = """\
title: Good deploys first
game: {preset: wargame}
players: [{seat: ann}, {seat: ben}]
phase: setup
shuffled:
  good_tiles: [castle, chapel]
  good_units: [king, priest, monk, knight, healer, unicorn, gnomes, elf]
  neutral_units: [genie]
answers: ["on:a2"]
strict: true
expect:
  at.a1: {tile: castle}
  at.b1: {tile: chapel}
  at.a2: {unit: king}
  next: {seat: ann, ask: place, refused: "on:a2", offers: ["on:b2", "on:h1"]}
"""
    assert of(text=text).passed


def test_explaining_tells_asks_answers_and_events() -> None:
    text = explain(read_scenario(BASE))
    assert "ann is asked 'target' (shooting.adjacent); the options are at:troll" in text
    assert "The Troll takes 1 wound." in text
    assert text.endswith("Nothing is pending any more.\nAll that was expected holds.")


# from games to scenarios


def played(seed: int, decisions: int) -> tuple[Game, Game, list[str]]:
    """Return a random game at its start and at its end, and the answers in between."""
    game = begin_game("wargame", 2, seed, skip_forced=bool(seed % 2))
    start, chance = game.clone(), random.Random(seed)
    keys: list[str] = []
    while game.ask is not None and len(keys) < decisions:
        keys.append(chance.choice(game.ask.keys))
        game.answer(keys[-1])
    return start, game, keys


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_what_is_cut_out_of_a_game_passes(seed: int) -> None:
    start, game, keys = played(seed, 60 + seed * 30)
    text = cut(start, keys, "A turn")
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message
    assert cut(game, title="A turn") == text, "a game's own history gives the same scenario"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_position_in_writing_is_that_position(seed: int) -> None:
    _, game, _ = played(seed, 300)
    while game.ask is not None and game.ask.kind != "moves":  # no chit is being drawn or cast
        game.answer(game.ask.keys[0])
    text = position_of(game, cards=None)
    again = build(read_scenario(text))
    assert position_of(again, cards=None) == text
    ids = [chit.id for chit in game.table.cards]
    for number, zone in enumerate(game.table.zones):
        told = [[ids[card] for card in one.state.zones[number]] for one in (game, again)]
        if zone.name.startswith("on."):  # items and chits of a stack are written apart
            told = [sorted(names) for names in told]
        assert told[0] == told[1], zone.name


# the documentation


def test_the_example_of_the_documentation_passes() -> None:
    examples = re.findall(r"```yaml\n(.*?)```", DOCUMENT, re.S)
    outcome = run(read_scenario(examples[1], "docs/scenarios.md"))
    assert outcome.passed, outcome.message


def test_the_documentation_shows_the_plain_map() -> None:
    table = table_for("wargame", 2)
    assert isinstance(table, WargameTable)
    tiles = [f"`{table.cards[tile].id}`" for tile in plain_map(table)]
    for row in range(8):
        assert f"| {row + 1} | {' | '.join(tiles[row * 8 : row * 8 + 8])} |" in DOCUMENT


@pytest.mark.parametrize("names", [KEYS, PLAYER_KEYS, SQUARE_KEYS, SEAT_FACTS, SQUARE_FACTS, UNIT_FACTS, KINDS])
def test_the_documentation_names_everything(names: tuple[str, ...]) -> None:
    assert [name for name in names if f"`{name}`" not in DOCUMENT and name != "Answered"] == []


def test_every_event_of_the_engine_can_be_expected() -> None:
    assert set(ROLES) <= PARTS.keys() and {kinds.CARD, kinds.ROLLED} <= KINDS
