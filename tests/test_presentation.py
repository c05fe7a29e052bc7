"""What is shown of a game: complete, the same as the engine says, and never more than the viewer may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from stormriver import players
from stormriver.adventure.analysis.fights import supposed_duel
from stormriver.adventure.model.columns import CASTS
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.programs import KINDS
from stormriver.adventure.view import View as Sight
from stormriver.api import begin_game, table_for
from stormriver.art.compose import picture
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.kernel.view import OMNISCIENT, ONLOOKER
from stormriver.language.rendering import language
from stormriver.language.ruleset import presets
from stormriver.presentation.adventure.advice import advice
from stormriver.presentation.adventure.book import book_of
from stormriver.presentation.adventure.build_view import view_of, views_of
from stormriver.presentation.adventure.event_feed import Trail, told
from stormriver.presentation.adventure.facts import Book, View
from stormriver.presentation.facts import UNKNOWN, Advice, Ask, Option, Told
from stormriver.presentation.wargame.build_view import view_of as war_view_of
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.shown import viewers
from support.tables import table_of

PRESETS = presets("adventure")
SCENARIOS = Path(__file__).parent / "scenarios"


def table(preset: str = "revised4") -> AdventureTable:
    found = table_for(preset)
    assert isinstance(found, AdventureTable)
    return found


def random_games(seeds: Sequence[int], decisions: int, every: int, seats: int = 3) -> list[Game]:
    """Return games of all presets, played by chance, as they stood at every so many of their first decisions."""
    found = []
    for seed in seeds:
        game = begin_game(PRESETS[seed % len(PRESETS)], seats, seed=seed, skip_forced=seed % 2 == 0)
        rng = random.Random(seed)
        for decision in range(decisions):
            if game.ask is None:
                break
            if decision % every == 0:
                found.append(copied(game))
            game.play(rng.randrange(len(game.ask.codes)))
    return found


def played(seed: int, decisions: int) -> Game:
    """Return a game after so many answers given by chance, with its log."""
    return random_games([seed], decisions + 1, decisions)[-1]


def copied(game: Game) -> Game:
    other = game.clone()
    other.log = list(game.log or [])
    return other


def everything_told(game: Game, viewer: int) -> tuple[Told, ...]:
    return told(table_of(game), game.log or [], 0, viewer, Trail(table_of(game)))


# the book


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_the_book_holds_every_space_card_mark_and_option_with_its_words(preset: str) -> None:
    known = table(preset)
    book = book_of(known)
    assert set(book.spaces) == {space.id for space in known.spaces}
    assert set(book.cards) == {card.id for card in known.definitions}
    assert set(book.decks) == {deck.id for deck in known.decks}
    assert [choice.id for choice in book.options] == list(known.options)
    assert all(card.text and card.kind_name and card.provenance for card in book.cards.values())
    assert sum(card.copies for card in book.cards.values()) == len(known.cards)
    for card in book.cards.values():
        assert (card.kind == "character") == bool(card.abilities) == bool(card.alignment)
        assert all(ability.text for ability in card.abilities)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_spaces_of_the_book_lie_apart_on_their_map_and_lead_to_each_other(preset: str) -> None:
    book = book_of(table(preset))
    maps = {found.id: found for found in book.maps}
    assert len({(space.map, space.at) for space in book.spaces.values()}) == len(book.spaces)
    for space in book.spaces.values():
        assert space.region in {region.id for region in maps[space.map].regions}
        assert space.at[0] < maps[space.map].rows and space.at[1] < maps[space.map].columns
        assert {*space.next, *(gate.to for gate in space.gates)} <= set(book.spaces)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_that_is_cited_stands_in_the_book(preset: str) -> None:
    known = table(preset)
    book = book_of(known)
    cited = {word.rule for word in known.words} | {choice.rule for choice in book.options if choice.rule}
    assert cited <= set(book.rules)
    assert all(rule.title and rule.text and rule.chapter for rule in book.rules.values())


def test_a_book_comes_back_from_json() -> None:
    book = book_of(table())
    assert msgspec.json.decode(msgspec.json.encode(book), type=Book) == book


# views


@pytest.mark.slow
def test_views_of_whole_games_come_back_from_json_and_agree_with_the_engine() -> None:
    looked_at = 0
    for game in random_games(range(6), 700, 23):
        for viewer, view in zip(viewers(game), views_of(game, viewers(game)), strict=True):
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            agrees(Sight(game, viewer), view)
            looked_at += 1
    assert looked_at > 500


def agrees(sight: Sight, view: View) -> None:
    """Demand that a view says what the engine says."""
    assert (view.seat, view.turn, view.active) == (sight.seat, sight.turn, sight.active.number)
    for seat, shown in zip(sight.seats, view.seats, strict=True):
        assert [card.card for card in shown.spells] == seat.spells
        assert [card.card for card in shown.cards] == seat.cards
        if not seat.playing:
            continue
        assert (shown.space, shown.lives, shown.gold) == (seat.space, seat.lives, seat.gold)
        assert (shown.strength.total, shown.craft.total) == (seat.strength, seat.craft)
        for points in (shown.strength, shown.craft, shown.battle, shown.psychic):
            assert points.total == sum(part.amount for part in points.parts)
    for space in view.spaces:
        assert [card.card for card in view.spaces[space].cards] == sight.on_space(space)
        assert view.spaces[space].gold == sight.gold_on(space)
    bare = {space.id for space in table_of(sight.game).spaces} - set(view.spaces)
    assert not any(sight.on_space(space) or sight.gold_on(space) for space in bare)
    assert len(view.stack) == len(sight.game.state.frames) and all(pending.text for pending in view.stack)


@pytest.mark.slow
def test_an_ask_is_shown_whole_to_whoever_is_asked_and_to_others_only_its_heading() -> None:
    asked = 0
    for game in random_games(range(4), 400, 7):
        assert game.ask is not None
        for viewer, view in zip(viewers(game), views_of(game, viewers(game)), strict=True):
            assert view.ask is not None
            if viewer != game.ask.seat:
                assert view.ask == Ask(game.ask.seat, game.ask.kind, game.ask.rule)
                continue
            assert [option.key for option in view.ask.options] == game.ask.keys
            assert all(option.text for option in view.ask.options) and view.ask.text
            asked += 1
    assert asked > 150


@pytest.mark.slow
def test_chances_of_an_option_add_up_to_one_and_are_told_in_words() -> None:
    seen = 0
    for game in random_games(range(8), 400, 5):
        assert game.ask is not None
        ask = view_of(game, game.ask.seat).ask
        assert ask is not None
        for option in ask.options:
            if option.chances:
                assert sum(chance.likelihood for chance in option.chances) == pytest.approx(1)
                assert all(chance.text for chance in option.chances)
                seen += 1
    assert seen > 15


@pytest.mark.slow
def test_odds_of_attacking_a_character_are_those_of_the_engine() -> None:
    seen = 0
    for game in random_games(range(10), 400, 2):
        ask = game.ask
        assert ask is not None
        if ask.kind != "encounter":
            continue
        sight = game.view(ask.seat)
        for option in shown_ask(game).options:
            if option.key.startswith("character:"):
                exact = supposed_duel(sight.game, ask.seat, option.seat, space=sight.me.place).odds()
                assert option.odds is not None
                found = option.odds
                assert (found.win, found.draw, found.lose, found.win_with_fate) == pytest.approx(
                    (exact.win, exact.draw, exact.lose, exact.win_with_fate)
                )
                seen += 1
    assert seen > 5


def shown_ask(game: Game) -> Ask:
    """Return the pending ask as it is shown to whoever is asked."""
    assert game.ask is not None
    found = view_of(game, game.ask.seat).ask
    assert found is not None
    return found


@pytest.mark.slow
def test_of_a_finished_game_everything_may_be_shown() -> None:
    game = next(game for game in random_games(range(9), 300, 50) if any(hands_of(game)))
    view = view_of(game, OMNISCIENT)
    assert [[card.card for card in seat.spells] for seat in view.seats] == hands_of(game)
    assert view.ask is not None and view.ask.options


def hands_of(game: Game) -> list[list[str]]:
    first = table_of(game).hand
    hands = game.state.zones[first : first + len(game.state.seats)]
    return [[game.table.cards[card].id for card in hand] for hand in hands]


# secrets


@pytest.mark.slow
def test_a_card_that_goes_where_a_viewer_does_not_see_it_is_neither_named_nor_shown_to_them() -> None:
    hidden = 0
    for game in (played(seed, 700) for seed in range(8)):
        log = game.log or []
        for viewer in viewers(game):
            for one in everything_told(game, viewer):
                event = log[one.number]
                if event.kind in (kinds.CARD, kinds.LEARNED) and not may_know(game, event, viewer):
                    assert one.card in ("", UNKNOWN)
                    assert game.table.cards[event.data[0]].name not in one.text
                    hidden += 1
    assert hidden > 50


def may_know(game: Game, event: Event, viewer: int) -> bool:
    if event.kind == kinds.LEARNED:
        return event.seat == viewer
    return game.table.sees(game.state, viewer, event.data[1])


@pytest.mark.slow
def test_which_option_was_chosen_and_marks_of_the_rules_are_told_to_nobody() -> None:
    for game in (played(seed, 300) for seed in (1, 2)):
        for viewer in (*viewers(game), OMNISCIENT):
            found = {one.kind for one in everything_told(game, viewer)}
            assert kinds.ANSWERED not in found and kinds.ROLLED in found


# what has happened


@pytest.mark.slow
def test_counters_that_are_told_add_up_to_what_everybody_has() -> None:
    for game in (played(seed, 600) for seed in range(4)):
        gained: dict[tuple[int, str], int] = {}
        for one in everything_told(game, ONLOOKER):
            if one.kind == kinds.CHANGED:
                gained[one.seat, one.name] = gained.get((one.seat, one.name), 0) + one.amount
        for number, row in enumerate(game.state.seats):
            for name, column in table_of(game).counters.items():
                assert gained.get((number, name), 0) == row[column]


@pytest.mark.slow
def test_a_figure_walks_from_space_to_space_from_where_it_was() -> None:
    steps = 0
    for game in (played(seed, 600) for seed in range(6)):
        book, at = book_of(table_of(game)), dict[int, str]()
        for one in everything_told(game, ONLOOKER):
            if one.kind == "CharacterKilled":
                del at[one.seat]
            if not one.path:
                continue
            assert one.seat not in at or one.path[0] == at[one.seat] or len(one.path) == 1
            at[one.seat] = one.path[-1]
            if one.kind == "Moved":
                gates = {(space, gate.to) for space, found in book.spaces.items() for gate in found.gates}
                for here, there in pairwise(one.path):
                    assert there in book.spaces[here].next or (here, there) in gates
                    steps += 1
        spaces = {number: seat.space for number, seat in enumerate(view_of(game, ONLOOKER).seats)}
        assert all(spaces[number] in ("", space) for number, space in at.items())
    assert steps > 200


@pytest.mark.slow
def test_every_card_is_told_from_where_it_lay_to_where_it_lies() -> None:
    for game in (played(seed, 500) for seed in range(4)):
        names = [zone.name for zone in game.table.zones]
        at = {card: names[zone] for card, zone in enumerate(game.table.new_state(0).place)}
        for one in everything_told(game, OMNISCIENT):
            if one.kind == kinds.CARD:
                card = (game.log or [])[one.number].data[0]
                assert (one.source, one.card) == (at[card], game.table.cards[card].id)
                at[card] = one.target
        assert at == {card: names[zone] for card, zone in enumerate(game.state.place)}


@pytest.mark.slow
def test_a_trail_follows_a_game_whose_answers_were_taken_back() -> None:
    game = begin_game("revised4", 2, seed=4)
    trail = Trail(table_of(game))
    rng = random.Random(1)
    for _ in range(60):
        for _ in range(6):
            if game.ask is not None:
                game.answer(rng.choice(game.ask.keys))
        found = told(table_of(game), game.log or [], 0, 0, trail)
        assert found == everything_told(game, 0)
        game.undo(rng.randrange(1, 4))


@pytest.mark.slow
def test_what_is_told_comes_back_from_json_and_names_rules_of_the_book() -> None:
    for game in (played(seed, 500) for seed in range(4)):
        rules = book_of(table_of(game)).rules
        for viewer in viewers(game):
            found = everything_told(game, viewer)
            assert msgspec.json.decode(msgspec.json.encode(found), type=tuple[Told, ...]) == found
            assert {one.rule for one in found} - {""} <= set(rules)
            assert [one.number for one in found] == sorted({one.number for one in found})


@pytest.mark.slow
def test_only_what_is_new_is_told() -> None:
    game = played(2, 300)
    log, known = game.log or [], table_of(game)
    all_of_it = everything_told(game, 1)
    assert all_of_it[0].number == 0
    for start in (0, 1, len(log) // 2, len(log) - 1, len(log)):
        assert told(known, log, start, 1, Trail(known)) == tuple(one for one in all_of_it if one.number >= start)


# what is not on offer, and why


def position(players: str, answers: Sequence[str] = (), dice: Sequence[int] = (), more: str = "") -> Game:
    """Return a game of ann (and ben, an elf at the castle) in which ann has given some answers in their turn."""
    text = f"""
title: A position
game: {{preset: revised4}}
players:
  - {{seat: ann, {players}}}
  - {{seat: ben, character: elf, at: castle, fate: 0}}
turn: ann
{more}
"""
    return answered(text, answers, dice)


def answered(text: str, answers: Sequence[str] = (), dice: Sequence[int] = ()) -> Game:
    """Return the game of a scenario file's text after some answers, what comes before them passed."""
    game = build(read_scenario(text))
    game.log = []
    game.script = Script(dice=list(dice))
    game.run()
    for key in answers:
        pass_until(game, key)
        game.answer(key)
    return game


def pass_until(game: Game, key: str) -> None:
    """Leave be what is asked before an answer is on offer."""
    while game.ask is not None and key not in game.ask.keys:
        game.answer("pass")


def reasons(game: Game) -> dict[str, str]:
    return {missing.card or missing.thing: missing.reason for missing in shown_ask(game).missing}


WITH_SPELL = "character: wizard, at: fields_1, fate: 0, spells: [{spell}]"


def test_a_spell_at_the_wrong_moment_says_when_it_may_be_cast() -> None:
    game = position(WITH_SPELL.format(spell="alchemy"), ["roll", "to:village"], [1])
    pass_until(game, "space")
    assert reasons(game)["alchemy"] == "It may be cast at the start of your turn."


def test_a_spell_without_a_target_says_so() -> None:
    assert reasons(position(WITH_SPELL.format(spell="destruction")))["destruction"] == (
        "There is nobody and nothing to cast it on."
    )


def test_what_is_on_offer_is_not_missing() -> None:
    game = position(WITH_SPELL.format(spell="teleport"))
    assert game.ask is not None and "cast:teleport" in game.ask.keys
    assert "teleport" not in reasons(game)


def test_who_has_cast_as_many_spells_as_they_may_is_told() -> None:
    game = position(WITH_SPELL.format(spell="teleport"))
    game.set(0, CASTS, 0)
    game.pose_again()
    assert reasons(game)["teleport"] == "You have cast as many Spells in this turn as you may."


def test_armour_says_that_it_is_for_a_life_about_to_be_lost() -> None:
    game = position("character: warrior, at: fields_1, fate: 0, cards: [shield]")
    assert reasons(game)["shield"] == "It may be used when you are about to lose a life."


ARMOURED = """
title: somebody in full Armour is beaten
game: {preset: third}
players:
  - {seat: ann, character: dwarf, at: city, gold: 0, cards: [armour, shield, helmet]}
  - {seat: ben, character: skaven, at: chapel}
spaces: {fields_4: [giant]}
turn: ann
"""


def test_armour_that_has_failed_says_that_it_may_not_be_used_again() -> None:
    game = answered(ARMOURED, ["roll", "to:fields_4", "space", "fight", "use:shield"], [1, 1, 1, 4])
    found = reasons(game)
    assert found["shield"] == "It may not be used any more in this fight."
    assert "armour" not in found and "helmet" not in found


def fighting(more: str) -> Game:
    """Return a game in which ann meets a Bear."""
    answers, lying = ["roll", "to:fields_1", "space"], "spaces: {fields_1: [bear]}"
    game = position(f"character: warrior, at: village, fate: 0, {more}", answers, [1], lying)
    assert game.ask is not None and game.ask.kind == "fight"
    return game


def test_what_is_for_another_creature_says_for_which() -> None:
    assert reasons(fighting("cards: [cross]"))["cross"] == "It may be used only if you are fighting a Spirit."


def test_what_cannot_be_paid_says_its_price() -> None:
    assert reasons(fighting("gold: 0, cards: [mercenary]"))["mercenary"] == "It costs 1 gold, and you have 0."


def test_what_has_been_used_says_so() -> None:
    game = position("character: druid, at: fields_1, fate: 0", ["use:change_alignment", "choose:good"])
    assert reasons(game)["Change of alignment"] == "You have used it in this turn already."


def test_a_space_that_forbids_the_use_of_something_is_named() -> None:
    game = position("character: warrior, at: cursed_glade, fate: 0, cards: [potion_of_strength]")
    assert reasons(game)["potion_of_strength"] == "It may not be used: the Cursed Glade forbids it."


def test_what_lies_there_but_cannot_be_taken_says_why() -> None:
    lying = "spaces: {fields_1: [mule, holy_lance]}"
    game = position("character: ghoul, at: village, fate: 0", ["roll", "to:fields_1", "space"], [1], lying)
    found = reasons(game)
    assert game.ask is not None and game.ask.kind == "take"
    assert found["holy_lance"] == "Evil characters may not have it."
    assert "mule" not in found


def test_what_is_for_sale_but_too_dear_says_its_price() -> None:
    to_the_smith = ["roll", "to:village", "space", "visit", "choose:blacksmith"]
    found = reasons(position("character: warrior, at: fields_1, fate: 0, gold: 2", to_the_smith, [1]))
    assert found["armour"] == "It costs 4 gold, and you have 2."
    assert "sword" not in found


def test_in_another_form_there_are_neither_abilities_nor_spells() -> None:
    game = position("character: druid, at: fields_1, fate: 0, spells: [alchemy], marks: {toad: 2}")
    found = reasons(game)
    assert found["Change of alignment"] == "Turned into a Toad, you have no special abilities."
    assert found["alchemy"] == "While you are marked “Toad” you may not cast Spells."


def test_an_ability_for_other_dice_says_for_which() -> None:
    game = position("character: dwarf, at: fields_1, fate: 1", ["roll"], [2])
    assert game.ask is not None and game.ask.kind == "rolled"
    assert reasons(game)["At home in the Cave"] == "It is for dice that you roll at the Cave."


def test_a_moment_that_cards_call_by_one_name_is_told_one_by_one() -> None:
    game = position("character: warrior, at: fields_1, fate: 1, cards: [alchemist, sword]", ["roll"], [2])
    assert reasons(game)["alchemist"].startswith("It may be used in your turn: at its start")


# odds before one commits


def test_the_odds_of_a_move_are_those_of_the_fight_it_leads_to() -> None:
    game = position("character: sorceress, at: village, fate: 0", ["roll"], [1], "spaces: {fields_1: [bear]}")
    pass_until(game, "to:fields_1")
    before = option(game, "to:fields_1").odds
    game.answer("to:fields_1")
    pass_until(game, "space")
    game.answer("space")
    assert before is not None and before == option(game, "fight").odds
    assert before.against == "the Bear" and before.lead == -1
    assert (before.win, before.draw, before.lose) == pytest.approx((10 / 36, 5 / 36, 21 / 36))


def test_the_odds_at_a_gate_are_those_against_who_guards_it() -> None:
    game = position("character: warrior, at: woods_1, fate: 0", ["roll"], [2])
    pass_until(game, "cross:hills_3")
    found = option(game, "cross:hills_3").odds
    assert found is not None and (found.against, found.lead) == ("the Sentinel", -5)


def test_the_odds_with_help_are_those_of_the_fight_once_it_has_been_called_in() -> None:
    game = fighting("gold: 1, cards: [mercenary]")
    before, helped = option(game, "fight").odds, option(game, "use:mercenary").odds
    game.answer("use:mercenary")
    after = option(game, "fight").odds
    assert before is not None and helped is not None
    assert helped == after and helped.lead == before.lead + 3


@pytest.mark.parametrize(("cards", "lead", "draw", "lose"), [("[]", -1, 0, 26 / 36), ("[bow]", 0, 6 / 36, 15 / 36)])
def test_a_stand_off_with_who_wins_them_is_lost_unless_one_would_win_it_too(
    cards: str, lead: int, draw: float, lose: float
) -> None:
    text = f"""
title: A Troll, Strength 6
game: {{preset: third}}
players:
  - {{seat: ann, character: minotaur, at: city, cards: {cards}}}
  - {{seat: ben, character: monk}}
spaces: {{fields_4: [troll]}}
"""
    found = option(answered(text, ["roll", "to:fields_4", "space"], [1]), "fight").odds
    assert found is not None and found.lead == lead
    assert (found.draw, found.lose) == pytest.approx((draw, lose))


def test_once_the_dice_lie_the_odds_are_as_it_stands() -> None:
    answers = ["roll", "to:fields_1", "space", "fight"]
    game = position("character: sorceress, at: village, fate: 2", answers, [1, 1, 5], "spaces: {fields_1: [bear]}")
    while shown_ask(game).kind != "fate":
        game.answer("pass")
    found, again = shown_ask(game).odds, option(game, "fate").chances
    assert found is not None and (found.win, found.draw, found.lose, found.lead) == (0, 0, 1, -5)
    assert found.win_with_fate == 0
    assert {chance.text: chance.likelihood for chance in again} == pytest.approx(
        {"You lose.": 5 / 6, "Nobody wins.": 1 / 6}
    )


def test_another_form_has_a_picture_and_no_other_mark_has() -> None:
    game = position("character: druid, at: fields_1, marks: {toad: 2}")
    pictures = {mark.id: mark.picture for mark in book_of(game.table).marks.values()}
    form = view_of(game, 1).seats[0].form
    assert [id for id, name in pictures.items() if name] == [form]
    assert picture(pictures[form])


def test_a_mark_says_how_long_it_lasts() -> None:
    marks = view_of(position("character: druid, at: fields_1, fate: 0, marks: {toad: 2}"), 1).seats[0].marks
    assert [(mark.kind, mark.lasts) for mark in marks] == [("toad", "until Ann's next turn ends")]


def test_the_chances_of_a_roll_are_told_line_by_line() -> None:
    game = position("character: warrior, at: fields_1, fate: 0", ["roll", "to:forest", "space"], [3])
    found = {chance.text: chance.likelihood for chance in option(game, "visit").chances}
    assert found["Miss 1 turn."] == pytest.approx(1 / 3)
    assert found["Gain 1 Craft."] == pytest.approx(1 / 6)


def test_the_table_behind_a_roll_goes_with_the_question_and_says_by_which_faces_each_line_comes() -> None:
    game = position("character: warrior, at: fields_1, fate: 1", ["roll", "to:forest", "space"], [3])
    before = option(game, "visit").chances
    game.script = Script(dice=[2])
    game.answer("visit")
    ask = shown_ask(game)
    assert (ask.text, ask.rolled) == ("Do you keep the roll?", 2)
    assert ask.situation == "You rolled 2. As it stands: miss 1 turn."
    assert ask.chances == before and [chance.rolls for chance in before] == [(1,), (2, 3), (4, 5), (6,)]
    assert option(game, "fate").chances == ()  # they are those of the question


def test_the_totals_of_a_fight_are_told_before_the_dice_and_once_they_lie() -> None:
    game = position("character: sorceress, at: village, fate: 2", ["roll", "to:fields_1", "space"], [1, 1, 5],
                    "spaces: {fields_1: [bear]}")  # fmt: skip
    told = [shown_ask(game).odds]
    game.answer("fight")
    while shown_ask(game).kind != "fate":
        game.answer("pass")
    told.append(shown_ask(game).odds)
    assert [(odds.totals, odds.thrown) for odds in told if odds] == [((2, 3), False), ((3, 8), True)]


def option(game: Game, key: str) -> Option:
    pass_until(game, key)
    return next(found for found in shown_ask(game).options if found.key == key)


# advice


@pytest.mark.slow
def test_the_advice_put_first_is_what_the_steady_player_does() -> None:
    asked = 0
    for game in random_games(range(4), 300, 11):
        ask = game.ask
        assert ask is not None
        found = advice(game.view(ask.seat), ask)
        assert sorted(one.key for one in found) == sorted(ask.keys)
        assert found[0].key == players.make("steady")(game.view(ask.seat), ask)
        assert all(one.reasons for one in found)
        assert msgspec.json.decode(msgspec.json.encode(found), type=tuple[Advice, ...]) == found
        asked += len(found) > 1
    assert asked > 40


def test_advice_says_what_is_to_be_gained() -> None:
    game = fighting("gold: 0")
    best = advice(game.view(0), game.view(0).ask or pytest.fail("nobody is asked"))[0]
    assert best.key == "fight"
    assert best.reasons[0] == "75% to win against the Bear"
    assert any("trophy points for Strength" in reason for reason in best.reasons)


# packs


def test_every_procedure_has_its_words() -> None:
    said = language("en").catalogue.sections["messages"]
    begin = "adventure.procedure."
    assert {key.removeprefix(begin) for key in said if key.startswith(begin)} - {"fight/psychic"} == {
        kind.procedure for kind in KINDS
    }


def test_what_lies_on_cards_and_spaces_is_shown_and_what_is_kept_face_down_to_its_owner() -> None:
    """The Pawnshop shows its wares; that a card is kept face down is known to all, which one to its owner."""
    game = build(
        read_scenario(
            """
title: Things kept
game: {preset: revised4, packs: [city]}
players:
  - {seat: ann, character: dwarf, at: royal_lane, reserve: [charity]}
  - {seat: ben, character: monk, at: chapel}
spaces: {royal_lane: [pawnshop]}
on: {pawnshop: [axe, sword]}
"""
        )
    )
    game.run()
    ann, ben = views_of(game, (0, 1))
    assert [(kept.on, sorted(kept.cards)) for kept in ben.spaces["royal_lane"].kept] == [("pawnshop", ["axe", "sword"])]
    assert [held.card for held in ann.seats[0].reserve] == ["charity"]
    assert [held.card for held in ben.seats[0].reserve] == [UNKNOWN]


@pytest.mark.slow
def test_what_makes_up_the_strength_of_a_unit_adds_up_to_it() -> None:
    named = set()
    for seed in range(2):
        game, rng = begin_game("wargame", 2, seed=seed), random.Random(seed)
        for answers in range(1200):
            if game.ask is None:
                break
            game.play(rng.randrange(len(game.ask.codes)))
            if answers % 60:
                continue
            view = war_view_of(game, ONLOOKER)
            for unit in (place.unit for place in view.squares.values() if place.unit is not None):
                assert unit.printed + sum(part.amount for part in unit.parts) == unit.strength
                named |= {part.name for part in unit.parts}
    assert {"Castle", "Wound", "Disease", "Morale", "Skill"} <= named
