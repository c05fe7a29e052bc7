"""Outlines: what an option is expected to change, read from the words of cards and spaces, with nothing carried out."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from stormriver.adventure.model import asks
from stormriver.api import begin_game
from stormriver.estimates.adventure import gaps as adventure_gaps
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.estimates import Estimates, fight_under_way
from stormriver.estimates.adventure.options import OPTION_READINGS
from stormriver.estimates.adventure.reader import READINGS
from stormriver.estimates.wargame import gaps as wargame_gaps
from stormriver.estimates.wargame.changes import Change
from stormriver.estimates.wargame.lookahead import Lookahead
from stormriver.estimates.wargame.reader import Reader as WargameReader
from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.language.control import Choose
from stormriver.language.grammar import Effect, Fixed, words
from stormriver.players.adventure.worth import Worth
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from stormriver.wargame.words.effects import DrawSpells, Gain
from support.deciding import at_ask

POSITION = """
title: A position to look ahead from
game: {preset: revised4}
players:
  - {seat: ann, %s}
  - {seat: ben, %s}
turn: ann
%s
"""


BEN = "character: elf, at: castle"


def game_at(ann: str, more: str = "", dice: tuple[int, ...] = (1, 1, 1, 1), ben: str = BEN) -> Game:
    """Return a game in which it is ann's turn, with these facts about the two and these dice to come."""
    game = build(read_scenario(POSITION % (ann, ben, more)))
    game.script = Script(dice=list(dice))
    game.run()
    return game


def expected(game: Game, key: str) -> Changes:
    """Return what an option of the pending ask is expected to change, small numbers left out."""
    assert game.ask is not None
    view = game.view(game.ask.seat)
    changes = Estimates(view, Worth(view)).option(view.ask.options[key])
    return {name: round(amount, 4) for name, amount in changes.items() if abs(amount) > 1e-9}


def test_a_table_counts_each_row_by_its_chance() -> None:
    """The Enchantress: a Toad on 1, Strength or Craft lost on 2 and 3, gained on 4 and 5, a Spell on 6."""
    ann = "character: thief, at: fields_3, fate: 0, strength: 4, craft: 4, gold: 0"
    game = at_ask(game_at(ann), "visit_one", "to:city")
    assert expected(game, "choose:enchantress") == {"form": 0.5, "estate": -0.1667, "spell": 0.1667}


def test_a_row_of_several_numbers_has_their_chances_together() -> None:
    """The Forest: the Brigand on 1, a turn missed on 2 and 3, nothing on 4 and 5, Craft on 6."""
    game = at_ask(game_at("character: troll, at: plains_4, fate: 0, strength: 20"), "encounter", "to:forest")
    assert expected(game, "space") == {"turn": -0.3333, "end": 0.3333, "craft": 0.1667}


def test_what_one_has_not_got_cannot_be_lost() -> None:
    """Without counters to lose only the gains of the Enchantress remain."""
    game = at_ask(game_at("character: thief, at: fields_3, fate: 0, gold: 0"), "visit_one", "to:city")
    changes = expected(game, "choose:enchantress")
    assert (changes["strength"], changes["craft"]) == (0.1667, 0.1667)


def test_a_choice_is_read_as_the_best() -> None:
    """Who needs lives at the Chapel would heal, not pray."""
    game = at_ask(game_at("character: priest, at: hills_1, fate: 0, lives: 1"), "encounter", "to:chapel")
    assert expected(game, "space") == {"life": 3.0}


def test_what_one_may_leave_is_never_read_as_a_loss() -> None:
    """Whoever has a Talisman and reads a quest as a burden need not take it."""
    ann = "character: thief, at: runes_2, fate: 0, cards: [talisman]"
    game = at_ask(game_at(ann), "encounter", "to:warlocks_cave")
    view = game.view(0)
    hater = Estimates(view, lambda changes: -100.0 * changes.get("quest", 0.0))
    assert hater.option(view.ask.options["space"]) == {}


def test_a_fight_is_read_by_its_odds() -> None:
    """The troll, 6, beats the lion, 3, unless it rolls 1 or 2 against a 5 or 6 or the like."""
    game = at_ask(game_at("character: troll, at: crags, fate: 0", "spaces: {plains_1: [lion]}"), "fight", "to:plains_1")
    odds = fight_under_way(game.view(0))
    assert odds is not None
    changes = expected(game, "fight")
    assert changes["trophy.strength"] == pytest.approx(3 * odds.win, abs=1e-3)
    assert changes["life"] == pytest.approx(-odds.lose, abs=1e-3)
    assert changes["end"] == pytest.approx(odds.lose + odds.draw, abs=1e-3)


def test_who_may_evade_is_taken_to_evade_what_is_too_strong() -> None:
    """The elf in the Woods passes the dragon by and takes the ring; elsewhere it would cost lives."""
    spaces = "spaces: {woods_2: [dragon, ring], fields_3: [dragon]}"
    ann, ben = "character: elf, at: %s, fate: 0", "character: thief, at: castle"
    woods = at_ask(game_at(ann % "plains_1", spaces, ben=ben), "encounter", "to:woods_2")
    fields = at_ask(game_at(ann % "woods_2", spaces, ben=ben), "encounter", "to:fields_3")
    assert expected(woods, "space") == {"evade": 1.0, "object": 1.0, "strength": 1.0, "craft": 1.0}
    assert expected(fields, "space")["life"] < -0.5


def test_the_last_life_is_death() -> None:
    game = at_ask(
        game_at("character: thief, at: crags, fate: 0, lives: 1", "spaces: {plains_1: [dragon]}"),
        "fight",
        "to:plains_1",
    )
    changes = expected(game, "fight")
    assert changes["death"] == -changes["life"] > 0.5


def test_armour_saves_a_part_of_the_life() -> None:
    bare = game_at("character: thief, at: crags, fate: 0", "spaces: {plains_1: [dragon]}")
    armed = game_at("character: thief, at: crags, fate: 0, cards: [armour]", "spaces: {plains_1: [dragon]}")
    lost = [expected(at_ask(game, "fight", "to:plains_1"), "fight")["life"] for game in (bare, armed)]
    assert lost[1] == pytest.approx(lost[0] / 2, abs=1e-3)


def test_having_a_card_is_read_from_its_hooks() -> None:
    ann = "character: thief, at: fields_3, fate: 0"
    game = at_ask(game_at(ann, "spaces: {fields_4: [unicorn, ring, sword, talisman]}"), "take", "to:fields_4")
    assert expected(game, "take:unicorn") == {"follower": 1.0, "strength": 1.0, "craft": 1.0}
    assert expected(game, "take:ring") == {"object": 1.0, "strength": 1.0, "craft": 1.0}
    assert expected(game, "take:sword") == {"object": 1.0, "battle": 1.0}
    assert expected(game, "take:talisman") == {"object": 1.0, "key": 1.0}
    assert expected(game, "done") == {}


def test_a_second_weapon_adds_nothing() -> None:
    ann = "character: thief, at: fields_3, fate: 0, cards: [axe]"
    game = at_ask(game_at(ann, "spaces: {fields_4: [sword]}"), "take", "to:fields_4")
    assert "battle" not in expected(game, "take:sword")


def test_a_second_encounter_follows_only_if_the_first_is_survived() -> None:
    """Behind the dragon lies a ring; the chance to take it is the chance to beat the dragon."""
    alone = game_at("character: thief, at: crags, fate: 0", "spaces: {plains_1: [ring]}")
    guarded = game_at("character: thief, at: crags, fate: 0", "spaces: {plains_1: [ring, dragon]}")
    free = expected(at_ask(alone, "encounter", "to:plains_1"), "space")["object"]
    barred = expected(at_ask(guarded, "encounter", "to:plains_1"), "space")["object"]
    assert free == 1.0
    assert 0.0 < barred < 0.2


def test_fate_is_read_as_the_difference_it_makes() -> None:
    """A 1 at the Forest brings the Brigand; rolled again it may be better, and costs fate."""
    game = at_ask(game_at("character: thief, at: plains_4, fate: 1", dice=(1, 1)), "rolled", "to:forest")
    changes = expected(game, "fate")
    assert changes["fate"] < -0.5
    assert changes["craft"] == pytest.approx(1 / 6, abs=1e-3)
    assert changes["turn"] == pytest.approx(-2 / 6, abs=1e-3)


def test_fate_costs_one_where_it_can_change_nothing() -> None:
    """Against two dragons no die saves the druid: rolled again it is lost all the same."""
    ann = "character: druid, at: crags, fate: 1, lives: 4"
    game = at_ask(game_at(ann, "spaces: {plains_1: [dragon, dragon]}", dice=(1, 1, 6)), "fate", "to:plains_1")
    assert expected(game, "fate") == {"fate": -1.0}
    assert expected(game, "pass") == {}


def test_a_gate_is_read_by_the_chance_to_pass() -> None:
    """Two dice against Craft 7 or Strength 4: opened in 21 of 36 cases, and the move ends on either side."""
    ann = "character: wizard, at: castle, fate: 0, craft: 7"
    game = at_ask(game_at(ann, dice=(2,)), "move")
    changes = expected(game, "cross:plain_of_peril")
    assert changes["stop:plain_of_peril"] == pytest.approx(21 / 36, abs=1e-3)
    assert changes["stop:portal_of_power"] == pytest.approx(15 / 36, abs=1e-3)


def test_of_several_creatures_the_likelier_one_is_the_better_to_single_out() -> None:
    """Half of the dice are more than the Bear's 3, a third are more than the Serpent's 4."""
    game = game_at("character: minstrel, at: city, fate: 0", "spaces: {fields_4: [bear, serpent]}")
    at_ask(game, "which", "to:fields_4", "use:charm")
    assert expected(game, "card:bear")["follower"] == pytest.approx(1 / 2, abs=1e-3)
    assert expected(game, "card:serpent")["follower"] == pytest.approx(1 / 3, abs=1e-3)


def test_trophies_are_exchanged_with_the_least_waste() -> None:
    """Of 4, 3 and 6 points the 4 and the 3 go."""
    ann = "character: troll, at: crags, fate: 0, trophies: [serpent, bear, giant]"
    game = at_ask(game_at(ann), "exchange")
    assert expected(game, "strength") == {"strength": 1.0, "trophy.strength": -7.0}
    game.answer("strength")
    assert expected(game, "hand_in:giant")["trophy.strength"] < -7
    assert expected(game, "hand_in:bear") == {"strength": 1.0, "trophy.strength": -7.0}


HOARD = """\
deck: adventure
cards:
  - {id: giver, name: Giver, kind: stranger, meet: {lay_out: sword, on: here}}
  - {id: hider, name: Hider, kind: stranger, meet: {lay_out: sword, on: [crags, chapel]}}
  - {id: digger, name: Digger, kind: stranger, meet: {lay_out: any, from: hoard, count: 2, on: here}}
  - {id: chest, name: Chest, kind: stranger, deck: hoard, meet: {gain: {gold: 3}}}
  - {id: trap, name: Trap, kind: stranger, deck: hoard, meet: {lose: {gold: 1}}}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "changes"),
    [
        ("giver", {"object": 1.0, "battle": 1.0}),
        ("hider", {"object": 1.0, "battle": 1.0}),  # on each of two spaces, where one of two comes first
        ("digger", {"gold": 2.0}),  # two of +3 and -1
    ],
)
def test_what_is_laid_out_is_met_there(card: str, changes: Changes, tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(HOARD)
    (tmp_path / "pack.yaml").write_text("language: 2\ndecks: [{id: hoard, name: Hoard}]\n")
    ann = "character: thief, at: city, fate: 0, gold: 5"
    text = POSITION.replace("preset: revised4", f"preset: revised4, packs: [{tmp_path}]")
    game = build(read_scenario(text % (ann, BEN, f"spaces: {{fields_4: [{card}]}}")))
    game.script = Script(dice=[1, 1])
    game.run()
    assert expected(at_ask(game, "encounter", "to:fields_4"), "space") == pytest.approx(changes)


GREETING = """\
deck: spells
cards:
  - {id: greeting, name: Greeting, kind: spell, cast: {at: meet}, effect: {gain: {gold: 3}}}
"""


@pytest.mark.slow
def test_a_spell_to_be_cast_at_whom_one_meets_is_one_of_the_choices(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(GREETING)
    (tmp_path / "pack.yaml").write_text("language: 2\n")
    ann = "character: wizard, at: city, fate: 0, spells: [greeting]"
    text = POSITION.replace("preset: revised4", f"preset: revised4, packs: [{tmp_path}]")
    game = build(read_scenario(text % (ann, "character: troll, at: fields_4", "")))
    game.script = Script(dice=[1, 1])
    game.run()
    game = at_ask(game, "encounter", "to:fields_4")
    assert expected(game, "character:ben") == {"gold": 3.0, "spell": -1.0}


# the 3rd Edition


def third_at(ann: str, more: str = "", ben: str = BEN, options: str = "") -> Game:
    """Return such a game of the 3rd Edition, with options if wanted, in which the first roll is a 1."""
    text = POSITION.replace("preset: revised4", f"preset: third, options: {{{options}}}")
    game = build(read_scenario(text % (ann, ben, more)))
    game.script = Script(dice=[1])
    game.run()
    return game


STRONG = "character: minotaur, at: causeway, gold: 0, strength: 12, cards: [talisman]"


def chances_in_the_tower() -> tuple[float, float, float]:
    """Return the chances of Strength 12 against the Gargoyle, Death and the King, by counting all throws."""
    die = range(1, 7)
    four = list(product(die, die, die, die))
    gargoyle = sum(12 + own > 3 + one + other + its for own, its, one, other in four) / len(four)
    death = sum(own + more > its + other for own, more, its, other in four) / len(four)
    return gargoyle, death, sum(own > its for own, its in product(die, die)) / 36


def test_a_creature_beaten_is_worth_its_experience() -> None:
    """Strength 12 always beats an Ogre's 5."""
    game = third_at("character: minotaur, at: village, gold: 0, strength: 12", "spaces: {fields_1: [ogre]}")
    at_ask(game, "encounter", "roll", "to:fields_1")
    assert expected(game, "space") == {"experience": 5.0}


def test_experience_is_exchanged_at_the_price_of_the_option() -> None:
    game = third_at("character: minotaur, at: village, gold: 0, experience: 8")
    changes = expected(game, "experience_craft")
    assert (changes["craft"], changes["experience"]) == (1.0, -7.0)


def test_a_deck_worked_through_is_read_in_every_order() -> None:
    """Before the King none of the two guards comes in a third of all orders, both in a third, each alone in a sixth."""
    game = at_ask(third_at(STRONG), "encounter", "roll", "cross:wizards_tower")
    gargoyle, death, king = chances_in_the_tower()
    chance = king * (1 / 3 + gargoyle / 6 + death / 6 + gargoyle * death / 3)
    assert expected(game, "space")["win"] == pytest.approx(chance, abs=1e-3)


@pytest.mark.slow
def test_a_card_that_comes_last_is_read_behind_the_others() -> None:
    """With the King on the board one of four other cards comes before the King, of which two are guards."""
    game = at_ask(third_at(STRONG, options="tower: board"), "encounter", "roll", "cross:wizards_tower")
    gargoyle, death, king = chances_in_the_tower()
    assert expected(game, "space")["win"] == pytest.approx(king * (2 + gargoyle + death) / 4, abs=1e-3)


def test_what_is_done_to_a_fight_of_others_is_read_by_who_may_win_by_it() -> None:
    """With equal Strength 15 of 36 throws win; with 3 less it is 3."""
    game = third_at(STRONG, "shuffled: {tower: [dragon_king]}", "character: elf, at: castle, spells: [weakness]")
    at_ask(game, "window", "roll", "cross:wizards_tower", "space", "choose:battle", "fight")
    assert expected(game, "cast:weakness")["rival.win"] == pytest.approx(-12 / 36, abs=1e-3)


@pytest.mark.parametrize(("spell", "chance"), [("weakness", 30 / 36), ("finger_of_death", 1.0)])
def test_a_spell_at_the_creature_one_fights_is_read_with_what_its_defeat_brings(spell: str, chance: float) -> None:
    """With 3 more 30 of 36 throws win; what is slain is defeated."""
    ann = f"character: elf, at: causeway, gold: 0, craft: 12, cards: [talisman], spells: [{spell}]"
    game = third_at(ann, "shuffled: {tower: [dragon_king]}", "character: dwarf, at: castle")
    at_ask(game, "fight", "roll", "cross:wizards_tower", "space", "choose:psychic")
    assert expected(game, f"cast:{spell}")["win"] == pytest.approx(chance, abs=1e-3)


def test_a_gate_behind_which_no_move_goes_on_leads_there_from_afar() -> None:
    game = third_at("character: minotaur, at: wilderness_2, gold: 0, cards: [talisman]")
    game.script = Script(dice=[5])
    at_ask(game, "move", "roll")
    assert expected(game, "cross:wizards_tower") == {"at:wizards_tower": 1.0}


def test_what_an_option_of_another_seat_would_change_is_not_told() -> None:
    game = begin_game("revised4", seats=2, seed=3)
    assert game.ask is not None
    other = 1 - game.ask.seat
    assert game.view(other).ask.options == {}


def test_a_word_without_a_reading_is_the_mean_of_its_parts_and_a_listed_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player still plays it, and the documentation names it."""
    game = at_ask(game_at("character: priest, at: hills_1, fate: 0, lives: 1"), "encounter", "to:chapel")
    before = expected(game, "space")
    choice = words(Effect, "adventure")["choose"]
    assert adventure_gaps.words_without_reading() == []
    monkeypatch.delitem(READINGS, choice)
    changes = expected(game, "space")
    assert before == {"life": 3.0}  # the best is to heal, the other choice a prayer with a life in one case of six
    assert changes.pop("life") == pytest.approx(1.5 + 1 / 12, abs=1e-3)
    assert all(0 < amount < 0.5 for amount in changes.values())
    assert adventure_gaps.words_without_reading() == ["choose"]


def test_a_word_of_chits_without_a_reading_is_the_mean_of_its_parts() -> None:
    game = begin_game("wargame", seed=1)
    assert "choose" in wargame_gaps.words_without_reading()
    gold, spell = Gain(), DrawSpells()
    gold.gold, spell.count = Fixed(3), Fixed(1)
    word = Choose()
    word.choices = {0: gold, 1: spell}
    reader = WargameReader(Lookahead(game), lambda change: 0.0, lambda unit: {})
    assert reader.read(word, Context(0), []) == [Change("gold", 0, 1.5), Change("spell", 0, 0.5)]
    assert reader.read(gold, Context(0), []) == [Change("gold", 0, 3)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "seed"), [("revised4", 0), ("revised4", 1), ("revised4", 2), ("third", 0), ("third", 1)]
)
def test_looking_ahead_leaves_everything_as_it_was(preset: str, seed: int) -> None:
    """All options of 300 random decisions are read, and neither the game nor the view has changed."""
    rng = random.Random(seed)
    game = begin_game(preset, seats=4, seed=seed, log=False)
    for _ in range(300):
        ask = game.ask
        if ask is None:
            break
        view = game.view(ask.seat)
        before = facts(view.game)
        for option in view.ask.options.values():
            changes = Estimates(view, Worth(view)).option(option)
            assert all(isinstance(amount, float | int) for amount in changes.values()), option
        assert facts(view.game) == before
        game.play(rng.randrange(len(ask.codes)))


def facts(game: Game) -> list[object]:
    """Return all that a reading could have changed."""
    state = game.state
    marks = sorted(mark.values() for mark in state.marks)
    frames = [frame.copy() for frame in state.frames]
    return [list(state.seats), list(state.zones), list(state.place), marks, frames, dict(state.known)]


def test_readings_are_of_asks_that_there_are() -> None:
    """A kind that is renamed is not left behind; one without a reading is a listed gap."""
    assert OPTION_READINGS.keys() <= asks.KINDS
    assert set(adventure_gaps.asks_without_reading()) == asks.KINDS - OPTION_READINGS.keys()
