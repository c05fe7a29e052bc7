"""The steady player of the wargame: single decisions, whole games, and that he knows nothing hidden."""

from __future__ import annotations

import random

import pytest

import deciding
import stormriver
from deciding import CAP, answered
from secrecy import dealt_anew
from stormriver.kernel.game import Game, Script
from stormriver.players import make
from stormriver.players.wargame.steady import Steady
from stormriver.presentation.wargame.advice import WORDS
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from stormriver.wargame.duels import battle, part, shot
from stormriver.wargame.forces import all_units, units_of
from stormriver.wargame.odds import duel
from stormriver.wargame.prospects import Clash
from stormriver.wargame.strength import abilities, leaps_of, limit_of, magic_points, save_of, steps_of

POSITION = """
title: A decision
game: {preset: wargame}
players: [{seat: ann%s}, {seat: ben}]
map: {%s}
turn: ann
phase: %s
"""


def position(on_map: str, phase: str, ann: str = "", dice: tuple[int, ...] = ()) -> Game:
    """Return a game in which it is ann's turn, she plays Good, and a phase begins."""
    game = build(read_scenario(POSITION % (ann and f", {ann}", on_map, phase)))
    game.script = Script(dice=list(dice))
    game.run()
    return game


def decided(game: Game, kind: str, *keys: str) -> str:
    """Return what steady answers to the first ask of a kind, after these keys were given where they are offered."""
    return answered(Steady(1), game, kind, *keys)


def play(game: Game, names: tuple[str, str] = ("steady", "steady"), most: int = CAP) -> int:
    """Let players of these names answer; return how many decisions the game saw, at most so many."""
    return deciding.play(game, [make(name, seat) for seat, name in enumerate(names)], most)


# what attacks are worth


def clash(lead: int, **more: bool) -> Clash:
    """Return an attack between unhurt units without saves."""
    return Clash(lead, lead, 3, 3, 0, 0, False, False, False)._replace(**more)


def test_a_battle_is_worth_more_with_a_greater_lead() -> None:
    gains = [battle(clash(lead), 6, 6).gain for lead in range(-6, 7)]
    assert gains == sorted(gains)
    assert gains[0] < 0 < gains[-1]


def test_who_is_much_stronger_is_evaded_and_who_is_weaker_is_fought() -> None:
    strong, weak = battle(clash(6), 6, 6), battle(clash(-4), 6, 6)
    assert strong.evade < strong.fight
    assert weak.fight < weak.evade


def test_breaking_off_is_worth_something() -> None:
    """Fought to its end a battle between equals is worth nothing; who may leave it gains."""
    ended = duel(0, 3, 3)
    assert ended.won == pytest.approx(ended.lost)
    assert battle(clash(0), 6, 6).fight > 0


def test_a_shot_risks_nothing_and_petrifying_is_best() -> None:
    assert 0 < shot(clash(-3), 6) < shot(clash(3), 6) < shot(clash(3, petrify=True), 6) <= 6 * part(3)


# single decisions


def test_an_open_goal_is_taken_that_wins() -> None:
    game = position(
        "c3: {tile: city, unit: knight}, d7: {tile: sorcerers_tower}, d6: {unit: dwarf}", "movement", dice=(1,)
    )
    assert decided(game, "moves") == "move:dwarf"
    assert decided(game, "move", "move:dwarf") == "to:d7"


def test_a_goal_that_is_held_is_not_left() -> None:
    on_map = "c3: {tile: city, unit: knight}, h8: {tile: sorcerers_tower, unit: troll}, c4: {unit: imp}"
    assert decided(position(on_map, "movement", dice=(1,)), "moves") == "pass"


def test_the_weak_are_attacked_and_the_strong_are_not() -> None:
    for foe, key in (("sorceress", "attack:sentinel"), ("dragon", "pass")):
        game = position(f"d4: {{unit: sentinel}}, d5: {{unit: {foe}}}", "battles")
        assert decided(game, "attacker") == key
    game = position("d4: {unit: maiden}, d5: {unit: troll}", "battles")
    assert decided(game, "attacker") == "pass"


def test_the_weakest_of_two_foes_is_chosen() -> None:
    game = position("d4: {unit: sentinel}, d5: {unit: troll}, c4: {unit: orc}", "battles")
    assert decided(game, "foe", "attack:sentinel") == "at:orc"


@pytest.mark.parametrize(("dice", "key"), [((1, 1, 1, 6, 6, 6), "break_off"), ((6, 6, 6, 1, 1, 1), "go_on")])
def test_a_battle_that_turns_is_broken_off(dice: tuple[int, ...], key: str) -> None:
    game = position("d4: {unit: knight, wounds: 1}, d5: {unit: black_knight}", "battles", dice=dice)
    assert decided(game, "break_off", "attack:knight", "fight") == key


@pytest.mark.parametrize(("foe", "key"), [("imp", "evade"), ("dragon", "fight")])
def test_the_weaker_evades_and_the_stronger_fights(foe: str, key: str) -> None:
    game = position(f"d4: {{unit: sentinel}}, d5: {{unit: {foe}}}", "battles")
    assert decided(game, "evade", "attack:sentinel") == key


def test_who_may_shoot_shoots_at_the_weaker() -> None:
    game = position("d4: {unit: amazon}, e5: {unit: troll}, c3: {unit: sorceress}", "shooting")
    assert decided(game, "target", "shoot:amazon") == "at:sorceress"


def test_only_who_is_likely_to_come_back_goes_on_a_quest() -> None:
    game = position("a1: {unit: knight}, b1: {unit: maiden}, c1: {unit: king}", "quest")
    assert decided(game, "quest") == "send:knight"


def test_the_healer_helps_the_wounded() -> None:
    on_map = "d4: {unit: healer}, d5: {unit: knight, wounds: 2}, c4: {unit: maiden, disease: true}"
    assert decided(position(on_map, "healing"), "heal") == "heal:healer"
    assert decided(position(on_map, "healing"), "patient", "heal:healer") == "heal:knight"


def test_gold_is_spent_on_units() -> None:
    game = position("a1: {unit: knight}", "recruiting", "gold: 3", dice=(2,))
    assert decided(game, "buy") == "buy_own"


def test_what_helps_a_unit_is_cast_at_a_friend_and_what_harms_it_at_a_foe() -> None:
    on_map = "d4: {unit: priest}, d5: {unit: sentinel}, c4: {unit: dragon}"
    game = position(on_map, "battles", "spells: [blessing]")
    assert decided(game, "window") == "cast:blessing"
    assert decided(position(on_map, "battles", "spells: [toad]"), "aim", "cast:toad") == "at:dragon"


def test_reasons_are_given_and_the_best_option_stands_first() -> None:
    game = position("d4: {unit: sentinel}, d5: {unit: sorceress}", "battles")
    while game.ask is not None and game.ask.kind != "attacker":
        game.answer("pass")
    view = game.view(0)
    assert view.ask is not None
    first, *others = Steady(1).weighed(view, view.ask)
    assert (first.key, list(first.worths)) == ("attack:sentinel", ["attack"])
    assert [one.key for one in others] == ["pass"]
    assert first.worth == pytest.approx(sum(first.worths.values()))


def test_every_reason_has_words() -> None:
    game = stormriver.new_game("wargame", seats=2, seed=1, log=False)
    player, reasons = Steady(1), set()
    for _ in range(300):
        assert game.ask is not None
        view = game.view(game.ask.seat)
        assert view.ask is not None
        found = player.weighed(view, view.ask)
        reasons |= {name for one in found for name in one.worths}
        game.play(game.ask.keys.index(found[0].key))
    assert {"attack", "goal", "magic", "way"} <= reasons <= set(WORDS)


# whole games


@pytest.mark.slow
@pytest.mark.parametrize("seed", [103, 106])
def test_two_steady_players_finish_their_wargame(seed: int) -> None:
    game = stormriver.new_game("wargame", seats=2, seed=seed, log=False)
    play(game)
    assert game.ask is None
    assert len(game.result) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_steady_beats_random_from_either_side(seat: int) -> None:
    for seed in range(3):
        game = stormriver.new_game("wargame", seats=2, seed=seed, log=False)
        play(game, ("steady", "random") if seat == 0 else ("random", "steady"))
        assert game.result == [game.table.seats[seat]]


def test_no_choice_hangs_on_a_chit_that_the_side_does_not_know() -> None:
    game = stormriver.new_game("wargame", seats=2, seed=4, log=False)
    rng = random.Random(4)
    looked_at = 0
    while game.ask is not None and looked_at < 250:
        seat = game.ask.seat
        view, again = game.view(seat), dealt_anew(game, seat, rng).view(seat)
        chosen = Steady(7)(view, view.ask)
        assert Steady(7)(again, again.ask) == chosen, game.ask
        game.play(game.ask.keys.index(chosen))
        looked_at += 1
    assert looked_at == 250


def test_looking_ahead_leaves_the_view_as_it_was() -> None:
    game = stormriver.new_game("wargame", seats=2, seed=2, log=False)
    play(game, most=150)
    assert game.ask is not None
    view = game.view(game.ask.seat)
    before = (view.game.state.zones[:], view.game.state.place[:], view.game.state.marks)
    Steady(1).weighed(view, view.ask)
    assert (view.game.state.zones, view.game.state.place, view.game.state.marks) == before


def numbers(game: Game) -> list[object]:
    """Return what a view keeps once it has found it out: numbers of all units and both sides."""
    units = all_units(game)
    each = (abilities, leaps_of, limit_of, save_of, steps_of)
    return [find(game, unit) for unit in units for find in each] + [
        find(game, seat) for seat in range(2) for find in (units_of, magic_points)
    ]


def test_what_a_view_keeps_is_what_would_be_found_anew_whatever_is_supposed() -> None:
    game = stormriver.new_game("wargame", seats=2, seed=2, log=False)
    play(game, most=150)
    view = game.view(0)
    look, state = view.prospects, view.game.state
    now = numbers(view.game)
    changes = 0
    for unit in units_of(view.game, 0):
        subject = game.table.subject_of_card(unit)
        supposed = [look.at(unit, square) for square in look.reach(unit)] + [look.marked("preserved", subject)]
        for something in supposed:
            with something:
                anew = Game(game.table, state)
                assert numbers(view.game) == numbers(anew)
                changes += numbers(anew) != now
        assert numbers(view.game) == now
    assert changes > 20
