"""Outlines: what an option is expected to change, read from the words of cards and spaces, with nothing carried out."""

from __future__ import annotations

import random
from itertools import product

import pytest

import stormriver
from stormriver.adventure.model import asks
from stormriver.adventure.outline.options import OUTLOOKS, UNREAD
from stormriver.adventure.outline.reader import READINGS
from stormriver.adventure.view import Changes
from stormriver.kernel.game import Game, Script
from stormriver.language.grammar import Effect, words
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
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


def outlook(game: Game, key: str) -> Changes:
    """Return what an option of the pending ask is expected to change, small numbers left out."""
    assert game.ask is not None
    view = game.view(game.ask.seat)
    changes = view.outlook(view.ask.options[key])
    return {name: round(amount, 4) for name, amount in changes.items() if abs(amount) > 1e-9}


def test_a_table_counts_each_row_by_its_chance() -> None:
    """The Enchantress: a Toad on 1, Strength or Craft lost on 2 and 3, gained on 4 and 5, a Spell on 6."""
    ann = "character: thief, at: fields_3, fate: 0, strength: 4, craft: 4, gold: 0"
    game = at_ask(game_at(ann), "visit_one", "to:city")
    assert outlook(game, "choose:enchantress") == {"form": 0.5, "estate": -0.1667, "spell": 0.1667}


def test_a_row_of_several_numbers_has_their_chances_together() -> None:
    """The Forest: the Brigand on 1, a turn missed on 2 and 3, nothing on 4 and 5, Craft on 6."""
    game = at_ask(game_at("character: troll, at: plains_4, fate: 0, strength: 20"), "encounter", "to:forest")
    assert outlook(game, "space") == {"turn": -0.3333, "end": 0.3333, "craft": 0.1667}


def test_what_one_has_not_got_cannot_be_lost() -> None:
    """Without counters to lose only the gains of the Enchantress remain."""
    game = at_ask(game_at("character: thief, at: fields_3, fate: 0, gold: 0"), "visit_one", "to:city")
    changes = outlook(game, "choose:enchantress")
    assert (changes["strength"], changes["craft"]) == (0.1667, 0.1667)


def test_a_choice_is_read_as_the_best() -> None:
    """Who needs lives at the Chapel would heal, not pray."""
    game = at_ask(game_at("character: priest, at: hills_1, fate: 0, lives: 1"), "encounter", "to:chapel")
    assert outlook(game, "space") == {"life": 3.0}


def test_what_one_may_leave_is_never_read_as_a_loss() -> None:
    """Whoever has a Talisman and reads a quest as a burden need not take it."""
    ann = "character: thief, at: runes_2, fate: 0, cards: [talisman]"
    game = at_ask(game_at(ann), "encounter", "to:warlocks_cave")
    view = game.view(0)
    hater = view.reader(lambda changes: -100.0 * changes.get("quest", 0.0))
    assert view.outlook(view.ask.options["space"], hater) == {}


def test_a_fight_is_read_by_its_odds() -> None:
    """The troll, 6, beats the lion, 3, unless he rolls 1 or 2 against a 5 or 6 or the like."""
    game = at_ask(game_at("character: troll, at: crags, fate: 0", "spaces: {plains_1: [lion]}"), "fight", "to:plains_1")
    odds = game.view(0).fight()
    assert odds is not None
    changes = outlook(game, "fight")
    assert changes["trophy.strength"] == pytest.approx(3 * odds.win, abs=1e-3)
    assert changes["life"] == pytest.approx(-odds.lose, abs=1e-3)
    assert changes["end"] == pytest.approx(odds.lose + odds.draw, abs=1e-3)


def test_who_may_evade_is_taken_to_evade_what_is_too_strong() -> None:
    """The elf in the Woods passes the dragon by and takes the ring; elsewhere it would cost lives."""
    spaces = "spaces: {woods_2: [dragon, ring], fields_3: [dragon]}"
    ann, ben = "character: elf, at: %s, fate: 0", "character: thief, at: castle"
    woods = at_ask(game_at(ann % "plains_1", spaces, ben=ben), "encounter", "to:woods_2")
    fields = at_ask(game_at(ann % "woods_2", spaces, ben=ben), "encounter", "to:fields_3")
    assert outlook(woods, "space") == {"evade": 1.0, "object": 1.0, "strength": 1.0, "craft": 1.0}
    assert outlook(fields, "space")["life"] < -0.5


def test_the_last_life_is_death() -> None:
    game = at_ask(
        game_at("character: thief, at: crags, fate: 0, lives: 1", "spaces: {plains_1: [dragon]}"),
        "fight",
        "to:plains_1",
    )
    changes = outlook(game, "fight")
    assert changes["death"] == -changes["life"] > 0.5


def test_armour_saves_a_part_of_the_life() -> None:
    bare = game_at("character: thief, at: crags, fate: 0", "spaces: {plains_1: [dragon]}")
    armed = game_at("character: thief, at: crags, fate: 0, cards: [armour]", "spaces: {plains_1: [dragon]}")
    lost = [outlook(at_ask(game, "fight", "to:plains_1"), "fight")["life"] for game in (bare, armed)]
    assert lost[1] == pytest.approx(lost[0] / 2, abs=1e-3)


def test_having_a_card_is_read_from_its_hooks() -> None:
    ann = "character: thief, at: fields_3, fate: 0"
    game = at_ask(game_at(ann, "spaces: {fields_4: [unicorn, ring, sword, talisman]}"), "take", "to:fields_4")
    assert outlook(game, "take:unicorn") == {"follower": 1.0, "strength": 1.0, "craft": 1.0}
    assert outlook(game, "take:ring") == {"object": 1.0, "strength": 1.0, "craft": 1.0}
    assert outlook(game, "take:sword") == {"object": 1.0, "battle": 1.0}
    assert outlook(game, "take:talisman") == {"object": 1.0, "key": 1.0}
    assert outlook(game, "done") == {}


def test_a_second_weapon_adds_nothing() -> None:
    ann = "character: thief, at: fields_3, fate: 0, cards: [axe]"
    game = at_ask(game_at(ann, "spaces: {fields_4: [sword]}"), "take", "to:fields_4")
    assert "battle" not in outlook(game, "take:sword")


def test_a_second_encounter_follows_only_if_the_first_is_survived() -> None:
    """Behind the dragon lies a ring; the chance to take it is the chance to beat the dragon."""
    alone = game_at("character: thief, at: crags, fate: 0", "spaces: {plains_1: [ring]}")
    guarded = game_at("character: thief, at: crags, fate: 0", "spaces: {plains_1: [ring, dragon]}")
    free = outlook(at_ask(alone, "encounter", "to:plains_1"), "space")["object"]
    barred = outlook(at_ask(guarded, "encounter", "to:plains_1"), "space")["object"]
    assert free == 1.0
    assert 0.0 < barred < 0.2


def test_fate_is_read_as_the_difference_it_makes() -> None:
    """A 1 at the Forest brings the Brigand; rolled again it may be better, and costs fate."""
    game = at_ask(game_at("character: thief, at: plains_4, fate: 1", dice=(1, 1)), "rolled", "to:forest")
    changes = outlook(game, "fate")
    assert changes["fate"] < -0.5
    assert changes["craft"] == pytest.approx(1 / 6, abs=1e-3)
    assert changes["turn"] == pytest.approx(-2 / 6, abs=1e-3)


def test_fate_costs_one_where_it_can_change_nothing() -> None:
    """Against two dragons no die saves the druid: rolled again it is lost all the same."""
    ann = "character: druid, at: crags, fate: 1, lives: 4"
    game = at_ask(game_at(ann, "spaces: {plains_1: [dragon, dragon]}", dice=(1, 1, 6)), "fate", "to:plains_1")
    assert outlook(game, "fate") == {"fate": -1.0}
    assert outlook(game, "pass") == {}


def test_a_gate_is_read_by_the_chance_to_pass() -> None:
    """Two dice against Craft 7 or Strength 4: opened in 21 of 36 cases, and the move ends on either side."""
    ann = "character: wizard, at: castle, fate: 0, craft: 7"
    game = at_ask(game_at(ann, dice=(2,)), "move")
    changes = outlook(game, "cross:plain_of_peril")
    assert changes["stop:plain_of_peril"] == pytest.approx(21 / 36, abs=1e-3)
    assert changes["stop:portal_of_power"] == pytest.approx(15 / 36, abs=1e-3)


def test_of_several_creatures_the_likelier_one_is_the_better_to_single_out() -> None:
    """Half of the dice are more than the Bear's 3, a third are more than the Serpent's 4."""
    game = game_at("character: minstrel, at: city, fate: 0", "spaces: {fields_4: [bear, serpent]}")
    at_ask(game, "which", "to:fields_4", "use:charm")
    assert outlook(game, "card:bear")["follower"] == pytest.approx(1 / 2, abs=1e-3)
    assert outlook(game, "card:serpent")["follower"] == pytest.approx(1 / 3, abs=1e-3)


def test_trophies_are_exchanged_with_the_least_waste() -> None:
    """Of 4, 3 and 6 points the 4 and the 3 go."""
    ann = "character: troll, at: crags, fate: 0, trophies: [serpent, bear, giant]"
    game = at_ask(game_at(ann), "exchange")
    assert outlook(game, "strength") == {"strength": 1.0, "trophy.strength": -7.0}
    game.answer("strength")
    assert outlook(game, "hand_in:giant")["trophy.strength"] < -7
    assert outlook(game, "hand_in:bear") == {"strength": 1.0, "trophy.strength": -7.0}


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
    assert outlook(game, "space") == {"experience": 5.0}


def test_experience_is_exchanged_at_the_price_of_the_option() -> None:
    game = third_at("character: minotaur, at: village, gold: 0, experience: 8")
    changes = outlook(game, "experience_craft")
    assert (changes["craft"], changes["experience"]) == (1.0, -7.0)


def test_a_deck_worked_through_is_read_in_every_order() -> None:
    """Before the King none of the two guards comes in a third of all orders, both in a third, each alone in a sixth."""
    game = at_ask(third_at(STRONG), "encounter", "roll", "cross:wizards_tower")
    gargoyle, death, king = chances_in_the_tower()
    chance = king * (1 / 3 + gargoyle / 6 + death / 6 + gargoyle * death / 3)
    assert outlook(game, "space")["win"] == pytest.approx(chance, abs=1e-3)


def test_a_card_that_comes_last_is_read_behind_the_others() -> None:
    """With the King on the board one of four other cards comes before him, of which two are guards."""
    game = at_ask(third_at(STRONG, options="tower: board"), "encounter", "roll", "cross:wizards_tower")
    gargoyle, death, king = chances_in_the_tower()
    assert outlook(game, "space")["win"] == pytest.approx(king * (2 + gargoyle + death) / 4, abs=1e-3)


def test_what_is_done_to_a_fight_of_others_is_read_by_who_may_win_by_it() -> None:
    """With equal Strength 15 of 36 throws win; with 3 less it is 3."""
    game = third_at(STRONG, "shuffled: {tower: [dragon_king]}", "character: elf, at: castle, spells: [weakness]")
    at_ask(game, "window", "roll", "cross:wizards_tower", "space", "choose:battle", "fight")
    assert outlook(game, "cast:weakness")["rival.win"] == pytest.approx(-12 / 36, abs=1e-3)


@pytest.mark.parametrize(("spell", "chance"), [("weakness", 30 / 36), ("finger_of_death", 1.0)])
def test_a_spell_at_the_creature_one_fights_is_read_with_what_its_defeat_brings(spell: str, chance: float) -> None:
    """With 3 more 30 of 36 throws win; what is slain is defeated."""
    ann = f"character: elf, at: causeway, gold: 0, craft: 12, cards: [talisman], spells: [{spell}]"
    game = third_at(ann, "shuffled: {tower: [dragon_king]}", "character: dwarf, at: castle")
    at_ask(game, "fight", "roll", "cross:wizards_tower", "space", "choose:psychic")
    assert outlook(game, f"cast:{spell}")["win"] == pytest.approx(chance, abs=1e-3)


def test_a_gate_behind_which_no_move_goes_on_leads_there_from_afar() -> None:
    game = third_at("character: minotaur, at: wilderness_2, gold: 0, cards: [talisman]")
    game.script = Script(dice=[5])
    at_ask(game, "move", "roll")
    assert outlook(game, "cross:wizards_tower") == {"at:wizards_tower": 1.0}


def test_what_an_option_of_another_seat_would_change_is_not_told() -> None:
    game = stormriver.new_game("revised4", seats=2, seed=3)
    assert game.ask is not None
    other = 1 - game.ask.seat
    assert game.view(other).ask.options == {}


def test_every_word_of_the_language_has_a_reading() -> None:
    """A word without one is read as the mean of its parts, which is rarely what it means."""
    stormriver.new_game("revised4")
    assert [name for name, word in words(Effect, "adventure").items() if word not in READINGS] == []


@pytest.mark.parametrize(
    ("preset", "seed"), [("revised4", 0), ("revised4", 1), ("revised4", 2), ("third", 0), ("third", 1)]
)
def test_looking_ahead_leaves_everything_as_it_was(preset: str, seed: int) -> None:
    """All options of 300 random decisions are read, and neither the game nor the view has changed."""
    rng = random.Random(seed)
    game = stormriver.new_game(preset, seats=4, seed=seed, log=False)
    for _ in range(300):
        ask = game.ask
        if ask is None:
            break
        view = game.view(ask.seat)
        before = facts(view.game)
        for option in view.ask.options.values():
            changes = view.outlook(option)
            assert all(isinstance(amount, float | int) for amount in changes.values()), option
        assert facts(view.game) == before
        game.play(rng.randrange(len(ask.codes)))


def facts(game: Game) -> list[object]:
    """Return all that a reading could have changed."""
    state = game.state
    marks = sorted(mark.values() for mark in state.marks)
    frames = [frame.copy() for frame in state.frames]
    return [[row[:] for row in state.seats], list(state.zones), list(state.place), marks, frames, list(state.known)]


def test_every_kind_of_ask_is_read_or_left_unread() -> None:
    """On purpose: a kind that is forgotten would be answered by chance."""
    assert OUTLOOKS.keys() | UNREAD == asks.KINDS and not OUTLOOKS.keys() & UNREAD
