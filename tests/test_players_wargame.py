"""The steady player of the wargame: single decisions, whole games, and that it knows nothing hidden."""

from __future__ import annotations

import random

import pytest

from stormriver.api import begin_game
from stormriver.estimates.wargame.clash import Clash
from stormriver.estimates.wargame.lookahead import Lookahead
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, words
from stormriver.players import make
from stormriver.players.wargame.attacks import battle, part, shot
from stormriver.players.wargame.steady import Steady, Thought
from stormriver.presentation.wargame.advice import REASONS
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from stormriver.wargame.analysis.odds import duel
from stormriver.wargame.model import asks
from stormriver.wargame.procedures.forces import all_units, units_of
from stormriver.wargame.procedures.strength import abilities, leaps_of, limit_of, magic_points, save_of, steps_of
from support import deciding
from support.deciding import CAP, answered, at_ask
from support.secrecy import dealt_anew

POSITION = """
title: A decision
game: {preset: wargame}
players: [{seat: ann%s}, {seat: ben%s}]
map: {%s}
turn: %s
phase: %s
%s
"""


def position(
    on_map: str,
    phase: str,
    ann: str = "",
    dice: tuple[int, ...] = (),
    *,
    ben: str = "",
    turn: str = "ann",
    more: str = "",
) -> Game:
    """Return a game in which ann plays Good and ben Evil, and a phase of a turn of one of them begins."""
    game = build(read_scenario(POSITION % (ann and f", {ann}", ben and f", {ben}", on_map, turn, phase, more)))
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


def test_nobody_takes_the_attack_away_from_units_of_their_own() -> None:
    """The battle that the Priest could begin is one that it would lose, and that it need not begin."""
    on_map = "d4: {unit: priest}, d5: {unit: troll}"
    for phase in ("shooting", "battles"):
        assert decided(position(on_map, phase, "spells: [mesmerism]"), "window") == "pass"


def test_who_is_about_to_strike_hard_is_mesmerised() -> None:
    on_map = "d4: {unit: priest}, d5: {unit: dragon}, c4: {unit: healer}, c5: {unit: goblins}"
    game = position(on_map, "battles", "spells: [mesmerism]", turn="ben")
    assert decided(game, "window") == "cast:mesmerism"
    assert (
        decided(position(on_map, "battles", "spells: [mesmerism]", turn="ben"), "aim", "cast:mesmerism") == "at:dragon"
    )


def test_who_has_attacked_already_is_not_mesmerised() -> None:
    on_map = "d4: {unit: priest}, d5: {unit: dragon, marks: {acted: 1}}"
    assert decided(position(on_map, "battles", "spells: [mesmerism]", turn="ben"), "window") == "pass"


def test_disease_is_spread_among_foes_only() -> None:
    leper = "d4: {unit: leper, owner: ann}, d5: {unit: knight}"
    assert decided(position(leper, "shooting"), "shooter") == "pass"
    assert decided(position(f"{leper}, c4: {{unit: troll}}", "shooting"), "shooter") == "infect:leper"
    assert decided(position(f"{leper}, c4: {{unit: troll}}", "shooting"), "infect", "infect:leper") == "at:troll"


def test_strength_is_not_wasted_on_an_attack_of_fixed_strength() -> None:
    """The bolt strikes with its own strength, however strong its caster becomes."""
    game = position(
        "d4: {unit: priest}, d5: {unit: troll}", "shooting", "spells: [lightning_bolt, finger_of_death]", dice=(3,) * 7
    )
    at_ask(game, "window", "cast:lightning_bolt", "at:troll")
    play(game)
    assert game.view(0).me.spells == ["finger_of_death"]


def test_strength_is_lent_where_it_turns_a_fight() -> None:
    game = position("d4: {unit: priest}, d5: {unit: troll}", "battles", "spells: [finger_of_death]", turn="ben")
    assert decided(game, "window", "attack:troll") == "cast:finger_of_death"


def test_an_item_goes_to_who_has_fewer() -> None:
    on_map = "a1: {unit: knight, items: [girdle_of_strength, gauntlet_of_might, traveling_boots]}, b1: {unit: sentinel}"
    game = position(on_map, "recruiting", dice=(3,), more="cups: {items: [magic_belt]}")
    assert decided(game, "equip") == "give:sentinel"


WEAK = (
    "gnomes", "priest", "mystic", "prophetess", "hermit", "leper", "alchemist", "merchant",
    "healer", "maiden", "minstrel", "guide", "poltergeist",
)  # fmt: skip
"""Units too weak to set out by themselves; eight for the first row of a region, five for the second."""
NEUTRAL = ("hermit", "leper", "alchemist", "merchant", "poltergeist")
WALL = "f2: {block: 1}, g2: {block: 1}, h2: {block: 1}"
"""What fills the region of Good when all of the weak are in it."""


def home(*more: str, many: int = len(WEAK)) -> str:
    """Return a map on which so many of the weak stand in the region of Good, and more besides."""
    squares = [f"{column}{row}" for row in (1, 2) for column in "abcdefgh"]
    owned = {unit: ", owner: ann" if unit in NEUTRAL else "" for unit in WEAK}
    placed = [f"{square}: {{unit: {unit}{owned[unit]}}}" for square, unit in zip(squares, WEAK[:many], strict=False)]
    return ", ".join([*placed, "e8: {unit: troll}", *more])


def test_a_full_home_is_cleared() -> None:
    game = position(home(WALL), "movement", dice=(1,))
    chosen = decided(game, "moves")
    assert chosen != "pass"
    assert decided(game, "move", chosen)[-1] == "3"


CROWD = (
    "dwarf", "squire", "ranger", "amazon", "treeman", "dryad", "paladin", "monk", "king", "angel", "sentinel", "druid",
)  # fmt: skip


@pytest.mark.parametrize(("crowd", "key"), [((), "pass"), (CROWD, "attack:knight")])
def test_who_has_more_units_than_room_dares_more(crowd: tuple[str, ...], key: str) -> None:
    squares = [f"{column}{row}" for row in (3, 4) for column in "bcdefg"]
    others = [f"{square}: {{unit: {unit}}}" for square, unit in zip(squares, crowd, strict=False)]
    game = position(home(WALL, "a5: {unit: knight}, a6: {unit: giant}", *others), "battles")
    assert decided(game, "attacker") == key


def test_switching_places_makes_no_room() -> None:
    game = at_ask(position(home(WALL, "a3: {unit: dwarf}"), "movement", dice=(2,)), "move", "move:healer")
    view = game.view(0)
    assert view.ask is not None
    switch = next(one for one in Steady(1).weighed(view, view.ask) if one.key == "swap:dwarf")
    assert switch.worths["room"] == 0


def test_a_home_with_room_is_not_left_by_the_weak() -> None:
    assert decided(position(home(), "movement", dice=(1,)), "moves") == "pass"


def test_a_unit_is_bought_only_where_there_is_room_for_it() -> None:
    """With a full home a neutral unit still finds a place beside the others; behind a wall it does not either."""
    assert decided(position(home(), "recruiting", "gold: 3", dice=(2,)), "buy") == "buy_own"
    assert decided(position(home(WALL), "recruiting", "gold: 3", dice=(2,)), "buy") == "buy_neutral"
    wall = ", ".join(f"{column}2: {{block: 1}}" for column in "abcdefgh")
    assert decided(position(home(wall, many=8), "recruiting", "gold: 3", dice=(2,)), "buy") == "buy_item"


BOLT = "d4: {unit: priest}, d5: {unit: witch}, c4: {unit: maiden}, e4: {unit: king}, e5: {unit: dragon}"


@pytest.mark.parametrize(("ask", "key"), [("window", "cast:reflection"), ("redirect", "at:witch")])
def test_a_bolt_is_reflected_at_a_unit_of_who_has_cast_it(ask: str, key: str) -> None:
    game = position(BOLT, "shooting", "spells: [reflection]", ben="spells: [lightning_bolt]", turn="ben")
    keys = ["cast:lightning_bolt", "at:king"] + ["cast:reflection"] * (ask == "redirect")
    assert decided(game, ask, *keys) == key


def test_nobody_turns_a_spell_of_their_own_from_the_best_target() -> None:
    game = position(BOLT, "shooting", "spells: [lightning_bolt, reflection]")
    assert decided(game, "window", "cast:lightning_bolt", "at:witch") == "pass"


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


@pytest.mark.slow
def test_every_reason_has_words() -> None:
    game = begin_game("wargame", seats=2, seed=1, log=False)
    player, reasons = Steady(1), set()
    for _ in range(300):
        assert game.ask is not None
        view = game.view(game.ask.seat)
        assert view.ask is not None
        found = player.weighed(view, view.ask)
        reasons |= {name for one in found for name in one.worths}
        game.play(game.ask.keys.index(found[0].key))
    assert {"attack", "goal", "magic", "way"} <= reasons <= REASONS


# whole games


@pytest.mark.long
def test_two_steady_players_finish_their_wargame() -> None:
    game = begin_game("wargame", seats=2, seed=106, log=False)
    play(game)
    assert game.ask is None
    assert len(game.result) == 1


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1])
def test_steady_beats_random_from_either_side(seat: int) -> None:
    for seed in range(2):
        game = begin_game("wargame", seats=2, seed=seed, log=False)
        play(game, ("steady", "random") if seat == 0 else ("random", "steady"))
        assert game.result == [game.table.seats[seat]]


@pytest.mark.slow
def test_no_choice_hangs_on_a_chit_that_the_side_does_not_know() -> None:
    game = begin_game("wargame", seats=2, seed=4, log=False)
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


@pytest.mark.slow
def test_looking_ahead_leaves_the_view_as_it_was() -> None:
    game = begin_game("wargame", seats=2, seed=2, log=False)
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


@pytest.mark.slow
def test_what_a_view_keeps_is_what_would_be_found_anew_whatever_is_supposed() -> None:
    game = begin_game("wargame", seats=2, seed=2, log=False)
    play(game, most=150)
    view = game.view(0)
    look, state = Lookahead(view.game), view.game.state
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


def test_every_kind_of_ask_is_thought_about() -> None:
    """The player weighs each by a function of its name, and those of words by what the words do."""
    effects = words(Effect, "wargame").values()
    of_words = {word.ask for word in effects if issubclass(word, OneOf)} | {asks.MAY}
    weighed = {kind for kind in asks.KINDS if hasattr(Thought, f"_{kind}")}
    assert weighed | of_words == asks.KINDS


def test_abilities_are_weighed_in_one_order_in_every_process() -> None:
    """Worths are summed: in the order of a set, which differs between processes, near ties would fall otherwise."""
    game = begin_game("wargame", 2, 4)
    look = Lookahead(game)
    units = [number for number, chit in enumerate(game.table.cards) if chit.group == "unit"]
    found = [[name for name in look.standing(unit) if name in abilities(game, unit)] for unit in units]
    assert sum(len(names) > 1 for names in found) > 9
    assert found == [sorted(names) for names in found]
