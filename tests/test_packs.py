"""What a pack may bring beside its cards: kinds, decks, options, gates, and other packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.words.decks import Delve
from stormriver.api import begin_game, table_for
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.frames import Context
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import Run, run
from stormriver.wargame.model.table import WargameTable
from support.in_german import assert_german
from support.random_games import Play, SetUp
from support.watches import ALWAYS, watches

MILL = """
name: The mill
for: [revised4]
kinds:
  - {id: miller, name: Miller, order: 4, is: [visited]}
decks:
  - {id: millers, name: Miller deck}
options:
  grinding: {default: false, text: "Whether the mill grinds.", rule: encounter.choice}
"""
BOARD = """
regions:
  - {id: mill, name: Mill}
spaces:
  - {id: mill_yard, name: Mill Yard, region: mill, at: [0, 0], next: [mill_yard]}
gates:
  - {from: tavern, to: mill_yard, pass: enter}
"""
CARDS = """
deck: millers
cards:
  - {id: old_miller, name: Old Miller, kind: miller, meet: {gain: {gold: 1}}}
"""


def pack(folder: Path, **files: str) -> str:
    """Write a pack and return its path; its `pack.yaml` says in which language it is written."""
    folder.mkdir(parents=True, exist_ok=True)
    if "pack" in files:
        files["pack"] += "\nlanguage: 2\n"
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return str(folder)


def table(*packs: str, preset: str = "revised4", **options: object) -> AdventureTable:
    """Return the table of a preset with packs."""
    found = table_for(preset, 2, options, packs)
    assert isinstance(found, AdventureTable)
    return found


@pytest.mark.slow
def test_a_pack_brings_kinds_decks_options_and_gates(tmp_path: Path) -> None:
    """All of them are there as if the preset had named them."""
    found = table(pack(tmp_path / "mill", pack=MILL, board=BOARD, cards=CARDS), grinding=True)
    assert "miller" in found.kinds
    assert "millers" in [deck.id for deck in found.decks]
    assert found.options["grinding"] is True
    tavern = next(space for space in found.spaces if space.id == "tavern")
    assert [gate.to for gate in tavern.gates] == ["mill_yard"]
    assert not any(space.gates for space in table().spaces if space.id == "tavern")


def test_a_pack_for_a_preset_serves_those_that_extend_it(tmp_path: Path) -> None:
    """What is for Revised 4th Edition can be added to the reference manual's variant."""
    assert "miller" in table(pack(tmp_path / "mill", pack=MILL, cards=CARDS), preset="reference").kinds


def test_companions_come_along_once_and_first(tmp_path: Path) -> None:
    """A pack that needs another brings it."""
    mill = pack(tmp_path / "mill", pack=MILL, board=BOARD, cards=CARDS)
    brook = pack(
        tmp_path / "brook",
        pack="name: The brook\nwith: [mill]",
        gates="gates:\n  - {from: mill_yard, to: city, pass: enter}",
    )
    yard = next(space for space in table(brook, mill).spaces if space.id == "mill_yard")
    assert [gate.to for gate in yard.gates] == ["city"]


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"pack": "name: X\nfor: [wargame]", "cards": CARDS}, "The pack mill is for wargame, not for revised4."),
        ({"pack": MILL + "numbers: {strength: {default: 1, text: x}}"}, "'strength' is there already"),
        ({"pack": MILL.replace("grinding", "trophy_points")}, "the preset has an option 'trophy_points' already"),
        ({"pack": "name: X\nspells: 3"}, "unknown key 'spells'"),
        ({"pack": MILL, "board": BOARD.replace("from: tavern, ", "")}, "give `from:`"),
        ({"pack": MILL, "board": BOARD.replace("from: tavern", "from: tavren")}, "did you mean 'tavern'"),
        ({"pack": MILL, "board": BOARD.replace("to: mill_yard", "to: mill_yrad")}, "did you mean 'mill_yard'"),
    ],
)
def test_what_is_wrong_in_a_pack_is_said_with_its_place(files: dict[str, str], sentence: str, tmp_path: Path) -> None:
    """One sentence."""
    with pytest.raises(StormriverError, match=sentence):
        table(pack(tmp_path / "mill", **{"cards": CARDS, **files}))


BOX = "name: My box\nfor: [third]\nwithout: [{}]\n"
CARD = "{{id: {}, name: From the box, kind: event, meet: {{gain: {{gold: 1}}}}, provenance: printed}}"


def boxed(folder: Path, without: str, **files: str) -> AdventureTable:
    """Return the table of the 3rd Edition with a pack that puts its own in place of something."""
    return table(pack(folder / "box", pack=BOX.format(without), **files), preset="third")


def printed(found: AdventureTable) -> list[str]:
    """Return the ids of the cards and spaces that come from the box."""
    things = [(card.id, card.provenance) for card in found.definitions]
    things += [(space.id, space.provenance) for space in found.spaces]
    return [name for name, provenance in things if provenance == "printed"]


@pytest.mark.slow
def test_a_pack_puts_its_cards_in_place_of_ours(tmp_path: Path) -> None:
    """As many as were there, under the same id."""
    plain = table(preset="third")
    found = boxed(tmp_path, "cutpurse", cards=f"deck: adventure\ncards: [{CARD.format('cutpurse')}]")
    assert printed(found) == ["cutpurse"]
    assert len(found.cards) == len(plain.cards)
    assert next(card.name for card in found.definitions if card.id == "cutpurse") == "From the box"


@pytest.mark.slow
def test_a_pack_puts_a_character_and_a_space_in_place_of_ours(tmp_path: Path) -> None:
    """Those who are next to the space stay so."""
    people = "characters: [{id: wizard, name: W, alignment: evil, start: crags, strength: 1, craft: 6, life: 3,\n"
    people += "  provenance: printed}]"
    place = "spaces: [{id: crags, name: Crags, region: outer, at: [2, 6], next: [plains_2, fields_2], draw: 3,\n"
    found = boxed(tmp_path, "wizard, crags", people=people, board=f"{place}  provenance: printed}}]")
    assert printed(found) == ["wizard", "crags"]
    assert next(space.draw for space in found.spaces if space.id == "crags") == 3
    assert len(found.spaces) == len(table(preset="third").spaces)


@pytest.mark.slow
def test_a_pack_puts_a_whole_deck_in_place_of_ours(tmp_path: Path) -> None:
    """Nothing of the old one is left, and the other decks are as they were."""
    king = "{id: dragon_king, name: King, kind: guard, meet: {fight: King, strength: 9, won: win}, provenance: printed}"
    found = boxed(tmp_path, "tower", cards=f"deck: tower\ncards: [{king}]")
    plain = table(preset="third")
    number = [deck.id for deck in found.decks].index("tower")
    assert found.backs.count(number) == 1 < plain.backs.count(number)
    assert len(found.cards) - 1 == len(plain.cards) - plain.backs.count(number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("without", "sentence"),
    [
        ("cutpurze", "at without.0.: there is no card, space or deck 'cutpurze' to leave out; did you mean 'cutpurse'"),
        ("broadsword", "no card is called 'broadsword'"),
        ("crags", "no space is called 'crags'"),
        ("tower", "no card is called 'dragon_king'"),
    ],
)
def test_what_others_speak_of_cannot_be_left_out(without: str, sentence: str, tmp_path: Path) -> None:
    """Nor can what is not there."""
    with pytest.raises(StormriverError, match=sentence):
        boxed(tmp_path, without, cards=f"deck: adventure\ncards: [{CARD.format('gift')}]")


TOWER = """
regions:
  - {id: tower, name: Tower, deck: purchase}
spaces:
  - {id: hall, name: Hall, region: tower, at: [0, 0], draw: 1, next: [stair], gates: [{to: cellar, last: true}]}
  - {id: stair, name: Stair, region: tower, at: [0, 1], next: [hall]}
  - {id: cellar, name: Cellar, region: tower, at: [1, 0], next: [hall], visit: {confine: dungeon}}
  - id: dungeon
    name: Dungeon
    region: tower
    at: [1, 1]
    next: [hall]
    meetings: false
    stay: {roll: {1-5: nothing, 6: {teleport: stair, released: true}}}
    forbid: {leave: dungeon, enter: dungeon}
"""


def played(
    folder: Path, at: str, answers: str, expect: str, dice: str = "[]", spells: str = "[]", decks: str = "{}"
) -> None:
    """Run a scenario in the tower."""
    path = pack(folder / "tower", pack="name: Tower", board=TOWER)
    text = f"""
title: In the tower
game: {{preset: revised4, packs: ['{path}']}}
players:
  - {{seat: ann, character: wizard, at: {at}, spells: {spells}}}
  - {{seat: ben, character: dwarf, at: chapel}}
dice: {dice}
decks: {decks}
answers: {answers}
expect: {expect}
"""
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message


def test_a_move_ends_behind_a_last_gate_and_a_region_has_its_deck(tmp_path: Path) -> None:
    """What is left of the move is lost there; a card is drawn from the deck of the Region."""
    played(tmp_path, "stair", "[roll, {ask: move, key: 'to:cellar'}]", "{ann: {at: dungeon}, next: {seat: ben}}", "[5]")
    played(tmp_path, "stair", "[roll, 'to:hall', done]", "{space.hall: [axe]}", "[1]", "[]", "{purchase: [axe]}")


def test_a_move_does_not_come_back_through_the_gate_it_began_behind(tmp_path: Path) -> None:
    """From the cellar one comes to the hall, and not into the cellar again."""
    played(
        tmp_path, "cellar", "[roll, {ask: move, key: 'to:stair', refused: ['to:cellar']}]", "{ann: {at: stair}}", "[2]"
    )


def test_who_is_held_rolls_instead_of_moving(tmp_path: Path) -> None:
    """The prisoner stays until the table frees them, then encounters where they come to; no Spell carries them off."""
    played(tmp_path, "dungeon", "[try]", "{ann: {at: dungeon}, next: {seat: ben}}", "[3]")
    played(tmp_path, "dungeon", "[try]", "{ann: {at: stair}, next: {seat: ann, ask: encounter}}", "[6]")
    held = "[{seat: ann, refused: ['cast:teleport', roll], key: try}]"
    played(tmp_path, "dungeon", held, "{ann: {at: dungeon}}", "[2]", "[teleport]")


MARKET = """
regions:
  - {id: market, name: Market}
spaces:
  - {id: door, name: Door, region: market, at: [1, 0], next: [GOAL]}
  - {id: stall, name: Stall, region: market, at: [0, 0], next: [door], keeps: true, first: {lay_on: 2, from: purchase},
     visit: {pay: 1, for: pick_up, up_to: all, must: true}}
  - {id: booth, name: Booth, region: market, at: [0, 1], next: [door], keeps: true, visit:
     {choose: {pawn: {put_on: object, for: 1}, swap: [{put_on: object}, {pick_up: all}]}}}
  - {id: board, name: Board, region: market, at: [0, 2], next: [door],
     visit: {stake: 3, least: 1, do:
       {roll: {1-3: nothing, 4-6: [{gain: {gold: staked}}, {gain: {gold: staked}}]}, plus: staked}}}
  - {id: shelf, name: Shelf, region: market, at: [0, 3], next: [door],
     visit: {fetch: any, from: [adventure, purchase], count: 2}}
  - {id: counter, name: Counter, region: market, at: [0, 4], next: [door],
     visit: {shop: {sword: 1, axe: 9}, must: true}}
"""


def at_market(folder: Path, goal: str, answers: str, expect: str, dice: str = "1") -> None:
    """Run a scenario at the market: through the door to the goal."""
    path = pack(folder / goal, pack="name: Market", board=MARKET.replace("GOAL", goal))
    text = f"""
title: At the market
game: {{preset: revised4, packs: ['{path}']}}
players:
  - {{seat: ann, character: dwarf, at: door, gold: 3, cards: [axe]}}
  - {{seat: ben, character: monk, at: chapel}}
dice: [{dice}]
decks: {{purchase: [sword, helmet], adventure: [magic_belt, ring]}}
answers: [roll, 'to:{goal}', space, {answers}]
expect: {expect}
"""
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message


def test_cards_lie_on_a_space_apart_from_those_that_are_met(tmp_path: Path) -> None:
    """They are laid there, bought one by one, and one at least."""
    answers = "{key: 'buy:1', refused: ['buy:0']}, 'take:helmet'"
    at_market(tmp_path, "stall", answers, "{ann: {cards: [axe, helmet], gold: 2}, space.stall: []}")


def test_belongings_are_put_on_a_space_and_taken_from_it(tmp_path: Path) -> None:
    """For gold, or in exchange for what lies there."""
    at_market(tmp_path, "booth", "'choose:pawn', 'put:axe'", "{ann: {cards: [], gold: 4}}")
    at_market(tmp_path, "booth", "'choose:swap', 'put:axe'", "{ann: {cards: [axe]}}")


def test_gold_is_staked_on_a_roll(tmp_path: Path) -> None:
    """What was paid is added to the roll, and here paid back double."""
    answers = "{key: 'pay:3', refused: ['pay:0', 'pay:4']}"
    at_market(tmp_path, "board", answers, "{ann: {gold: 6}}", "1, 2")
    at_market(tmp_path, "board", "'pay:1'", "{ann: {gold: 2}}", "1, 2")


def test_cards_are_fetched_from_several_decks(tmp_path: Path) -> None:
    """Of one's choice from an open deck, the top one of a face-down one; which it is shows only then."""
    answers = "{key: 'top:adventure', refused: ['take:magic_belt']}, {key: 'take:sword'}"
    at_market(tmp_path, "shelf", answers, "{ann: {cards: [axe, magic_belt, sword]}}")


def test_a_shop_may_insist_on_one_purchase(tmp_path: Path) -> None:
    """Whoever can afford something buys one thing at least, and then may leave."""
    answers = "{key: 'buy:sword', refused: [done]}, done"
    at_market(tmp_path, "counter", answers, "{ann: {cards: [axe, sword], gold: 2}}")


RING = """
regions:
  - {id: ring, name: Ring}
spaces:
  - {id: first, name: First, region: ring, at: [0, 0], next: [second], visit: {teleport: {along: 2}}}
  - {id: second, name: Second, region: ring, at: [0, 1], next: [third], visit: {teleport: {against: 1}}}
  - {id: third, name: Third, region: ring, at: [1, 1], next: [first]}
  - {id: side, name: Side, region: ring, at: [2, 1], next: [third], visit: {roll: {1-6: {teleport: {against: rolled}}}}}
  - {id: porch, name: Porch, region: ring, at: [3, 1], next: [GOAL]}
"""


@pytest.mark.parametrize(
    ("goal", "dice", "way"),
    [
        ("first", "1", ["third"]),
        ("second", "1", ["first", "third"]),
        ("side", "1, 2", ["second", "first", "third"]),
        ("side", "1, 1", ["third"]),
    ],
)
def test_one_is_moved_along_the_arrows_or_against_them(goal: str, dice: str, way: list[str], tmp_path: Path) -> None:
    """From beside the ring the first step leads onto it; where one comes to, one encounters the space."""
    path = pack(tmp_path / "ring", pack="name: Ring", board=RING.replace("GOAL", goal))
    text = f"""
title: Round the ring
game: {{preset: revised4, packs: ['{path}']}}
players:
  - {{seat: ann, character: dwarf, at: porch}}
  - {{seat: ben, character: monk, at: chapel}}
dice: [{dice}]
answers: [roll, 'to:{goal}', space]
expect: {{log: [{", ".join(f"{{event: Teleported, data: {space}}}" for space in way)}]}}
"""
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message


def test_shuffling_the_top_of_a_deck_leaves_the_rest_in_order() -> None:
    """What a card puts on a deck is shuffled by itself."""
    game = begin_game("revised4", seats=2, seed=1, packs=["city"])
    pile = next(n for n, zone in enumerate(game.table.zones) if zone.name == "deck.adventure")
    before = game.state.zones[pile]
    game.shuffle(pile, 8)
    after = game.state.zones[pile]
    assert after[:-8] == before[:-8]
    assert after[-8:] != before[-8:]
    assert sorted(after) == sorted(before)


# packs of chits for the wargame

CHITS = {
    "pack": "name: Chits\nfor: [wargame]\nwithout: [farms, shrine, dragon, items]",
    "tiles": "tiles: [{id: mill, name: Mill, side: good, copies: 3, gives: {gold: 1}}]",
    "items": "items:\n  - {id: lamp, name: Lamp}\n  - {id: tonic, name: Tonic, at: own, use: relieve, copies: 2}",
}

SPELL = "spells: [{{id: gust, name: Gust, at: phase, {}}}]"


def chits(folder: Path, **files: str) -> WargameTable:
    """Return the table of the wargame with a pack."""
    found = table_for("wargame", 2, {}, [pack(folder / "chits", **files)])
    assert isinstance(found, WargameTable)
    return found


def test_a_pack_puts_its_chits_in_place_of_ours(tmp_path: Path) -> None:
    """By their ids, or all chits of a cup; what is not named stays."""
    found = chits(tmp_path, **CHITS)
    plain = table_for("wargame", 2)
    known = {card.id for card in found.cards}
    assert not known & {"farms", "shrine", "dragon", "wand"}
    assert [card.id for card in found.cards if card.deck == "items"] == ["lamp", "tonic", "tonic"]
    assert sum(card.deck == "good_tiles" for card in found.cards) == 16
    assert {card.id for card in plain.cards if card.deck == "spells"} <= known


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"pack": "name: X\nkinds: []"}, "chits/pack.yaml, line 2, at kinds: the preset wargame has no kinds to"),
        ({"pack": "name: X\ncomponents: {}"}, "chits/pack.yaml, line 2, at components: the preset wargame has no"),
        ({"pack": "name: X\nnumbers: {purse: 3}"}, "chits/pack.yaml, line 2, at numbers.purse: unknown key 'purse'"),
        (
            {"pack": "name: X\nwithout: dragoon"},
            "chits/pack.yaml, line 2, at without: there is no chit or cup 'dragoon' to leave out",
        ),
        ({"pack": "name: X\nwithout: [castle]"}, "no tile is called 'castle'"),
        (
            {"pack": "name: X\nwithout: [wand, farms, genie]"},
            "chits/pack.yaml, line 2, at without.1.: the map has 16 spaces for good tiles, not 14",
        ),
        (
            {"tiles": "tiles:\n  - {id: mill, name: Mill, side: good}\n  - {id: bog, name: Bog, side: evil}"},
            "chits/tiles.yaml, line 2, at tiles.0.: the map has 16 spaces for good tiles, not 17; leave others out",
        ),
        ({"items": "items: [{id: lamp, name: Lamp, copies: 0}]"}, "at least one copy"),
        ({"items": "items: [{id: lamp, name: Lamp}, {id: lamp, name: Lamp}]"}, "a second item is called 'lamp'"),
        (
            {"items": "items: [{id: lamp, name: Lamp, at: own, use: {shoot: 3}}]"},
            "'shoot' needs a square that it is aimed at, which is not given here; it may stand in spells whose",
        ),
        ({"spells": SPELL.format("effect: relieve")}, "'relieve' needs a unit that it is aimed at"),
        ({"spells": SPELL.format("target: unit, effect: reflect")}, "'reflect' needs a spell that it is aimed at"),
        ({"spells": SPELL.format("lasts: boon")}, "a boon stays with a unit, and this is not aimed at one"),
        ({"spells": SPELL.format("effect: {if: questing, then: skip}")}, "'questing' needs a unit that bears it"),
        ({"spells": SPELL.format("side: evl, effect: skip")}, "a side is good, evil, neutral, not 'evl'; did you"),
        ({"abilities": "abilities: [{id: dour, name: Dour, gives: {strength: 1}}]"}, "give `text:`"),
        ({"items": "items: [{id: lamp, name: Lamp, names: [wand]}]"}, "unknown key 'names'"),
        ({"items": "items: [{id: lamp, name: Lamp, gives: {leaps: montains}}]"}, "no thing is called 'montains'"),
        ({"marks": "marks: [{id: fog, name: Fog, forbids: moves}]"}, "a mark forbids move, attack, not 'moves'"),
        (
            {"tiles": "tiles: [{id: bog, name: Bog, side: evil, spares: flies}]"},
            "no ability is called 'flies'; known here",
        ),
        ({"spells": SPELL.format("target: unit, effect: {dispel: curze}")}, "dispels curse, boon, item, not 'curze'"),
        ({"cards": CARDS}, "chits/cards.yaml, line 2, at deck: unknown key 'deck'"),
    ],
)
def test_what_the_wargame_does_not_know_is_refused_with_its_place(
    files: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    """One sentence; the map needs a tile for each of its spaces, and a space for each tile."""
    with pytest.raises(StormriverError, match=sentence) as refused:
        chits(tmp_path, **{"items": CHITS["items"], **files})
    assert_german(refused.value)


PLAYED = {
    "pack": "name: Played\nfor: [wargame]\nwithout: [farms, plains]",
    "tiles": "tiles:\n  - {id: mill, name: Mill, side: good, copies: 2, gives: {to: near, heals: 1}}\n"
    "  - {id: bog, name: Bog, side: neutral, copies: 7, mires: 2}",
    "units": "units: [{id: wolves, name: Wolves, side: neutral, type: monster, strength: 3, copies: 9}]",
    "items": "items:\n  - {id: tonic, name: Tonic, at: any, use: relieve, copies: 9}\n"
    "  - {id: harp, name: Harp, at: own, use: {choose: {gold: {gain: 2}, lore: {draw_spells: 1}}}, copies: 9}",
    "spells": "spells:\n"
    "  - {id: gust, name: Gust, at: any, target: unit, effect: {may: {teleport: any}}, copies: 9}\n"
    "  - {id: hail, name: Hail, at: shooting, target: square, covers: 3, effect: [{lay: block}, {shoot: 2}],\n"
    "     copies: 9}",
}


def scene(folder: Path, text: str) -> str:
    """Return what is wrong with how a scenario of the wargame with a pack goes; nothing if it goes as it says."""
    return run(read_scenario(text.replace("PACK", pack(folder / "played", **PLAYED)))).message


TONIC = """
title: A tonic takes a wound off its bearer
game: {preset: wargame, packs: ["PACK"]}
players: [{seat: ann}, {seat: ben}]
map:
  g3: {tile: crags, unit: healer, items: [tonic], wounds: 1}
turn: ann
phase: magic
answers: ["use:tonic", "wound"]
expect:
  at.g3: {tile: crags, unit: healer, items: [], wounds: 0}
  spent.items: [tonic]
  next: none
"""


def test_an_item_does_what_it_does_to_its_bearer(tmp_path: Path) -> None:
    """It is offered while that would do something, and not before."""
    assert scene(tmp_path, TONIC) == ""
    assert "use:tonic" in scene(tmp_path / "well", TONIC.replace(", wounds: 1", ""))


HARPS = """
title: Of two harps one is played
game: {preset: wargame, packs: ["PACK"]}
players: [{seat: ann, spells: [gust, gust]}, {seat: ben}]
map:
  g3: {tile: bog, unit: priest, items: [harp, harp]}
  g4: {tile: bog, unit: wolves, owner: ben}
turn: ann
phase: magic
answers: ["use:harp", "choose:gold", "cast:gust", "by:priest", "at:wolves"]
expect:
  ann: {gold: 2}
  at.g3: {unit: priest, items: [harp]}
  next: {ask: may}
"""


def test_choices_of_a_pack_are_told_and_its_copies_can_be_named(tmp_path: Path) -> None:
    """As often as there are copies."""
    files = pack(tmp_path / "played", **PLAYED)
    played = Run(read_scenario(HARPS.replace("PACK", files)))
    assert played.outcome().message == ""
    ask = played.game.ask
    assert ask is not None
    assert (ask.text, ask.options["yes"].text) == ("Do you want this?", "Yes. Move it to any empty space.")
    played = Run(
        read_scenario(HARPS.replace("PACK", files).partition(', "choose')[0] + "]\nexpect: {next: {ask: choose}}")
    )
    assert played.outcome().message == ""
    ask = played.game.ask
    assert ask is not None
    assert [option.text for option in ask.options.values()] == ["Gain 2 gold.", "Draw 1 spell."]
    with pytest.raises(StormriverError, match="there are only 9 of 'harp', all named before"):
        scene(tmp_path / "many", HARPS.replace("[harp, harp]", f"[{', '.join(['harp'] * 10)}]"))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.long) for number in (0, 2, 3))])
def test_games_with_a_pack_of_chits_keep_all_promises(number: int, tmp_path: Path) -> None:
    """Whatever is drawn, laid, cast and used is that of the pack as often as not."""
    packs = (pack(tmp_path / "played", **PLAYED),)
    play = Play(SetUp(number, "wargame", packs, 2, (), number % 2 == 0, 150 * number, False, 12))
    play.run(*watches("wargame", ALWAYS))


@pytest.mark.slow
def test_a_card_that_is_put_back_into_its_deck_bears_no_mark() -> None:
    """Where the cards of a deck are met one by one, what is left lies hidden again; found by crossing all words."""
    found = table_for("third", 2, {"tower": "board"})
    assert isinstance(found, AdventureTable)
    game = begin_game("third", 2, 1, {"tower": "board"})
    delve = next(word for word in found.words if isinstance(word, Delve))
    pile = next(
        number for number, zone in enumerate(found.zones) if zone.name == f"deck.{found.decks[delve.from_deck].id}"
    )
    card, space = game.state.zones[pile][-1], 3
    game.move_card(card, found.lying + space)
    game.mark(found.rule_marks.ditched, found.subject_of_card(card), 1)
    delve._put_back(game, Context(0, space=space), pile)
    assert game.state.place[card] == pile
    assert not game.state.marks.on.get(found.subject_of_card(card))


@pytest.mark.slow
def test_a_mark_that_puts_itself_on_is_called_by_its_name(tmp_path: Path) -> None:
    """Alone or by way of another one; found by packs written by chance."""
    marks = """
      - {id: chain, name: Chain, replace: {stand_off: enemy, do: {join: chain}}}
      - {id: hot, name: Hot, act: {at: free, do: {mark: cold}}}
      - {id: cold, name: Cold, act: {at: free, do: {mark: hot}}}
    """
    cards = "deck: adventure\ncards: [{id: well, name: Well, kind: place, meet: [{join: chain}, {mark: hot}]}]\n"
    found = table(pack(tmp_path / "marks", cards=cards, marks=f"marks:{marks}", pack=""))
    said = found.says(next(card for card in found.definitions if card.id == "well"))
    assert "Chain" in said and "Hot" in said
