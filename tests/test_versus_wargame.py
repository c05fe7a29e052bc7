"""Battles, ranged attacks and quests of the wargame as they are shown: both sides add up to what was compared."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from stormriver.api import begin_game
from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT, ONLOOKER
from stormriver.language.clauses import phrase
from stormriver.language.rendering import language
from stormriver.presentation.facts import Told, Versus
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.files import read
from stormriver.scenario.run import Run
from stormriver.wargame.model import events as declared

SCENARIOS = Path(__file__).with_name("scenarios") / "wargame"
COMPARED = (declared.COMPARED.name, declared.QUEST_ENDED.name)
OVER = {
    kind.name for kind in (declared.EVADED, declared.SHELTERED, declared.UNIT_KILLED, declared.WOUNDED, declared.SAVED)
}
DECISIONS = 1500


@cache
def played(seed: int) -> Game:
    """Return a wargame, played by chance."""
    game = begin_game("wargame", 2, seed=seed)
    rng = random.Random(seed)
    for _ in range(DECISIONS):
        if game.ask is not None:
            game.answer(rng.choice(list(game.ask.keys)))
    return game


def told_of(game: Game, viewer: int = ONLOOKER, code: str = "en") -> tuple[Told, ...]:
    """Return all that a viewer is told of a game."""
    showing = presentation_of(game.table)
    return showing.told(game.table, game.log, 0, viewer, showing.trail(game.table), code)


def told_of_scenario(name: str, code: str = "en") -> list[Told]:
    """Return what is told of a scenario that is played to its end, as far as it is part of a bout."""
    run = Run(read(SCENARIOS / f"{name}.yaml"))
    first = run.game.state.clone()
    run.play()
    showing = presentation_of(run.game.table)
    trail = showing.trail(run.game.table, first)
    return [one for one in showing.told(run.game.table, run.game.log, 0, ONLOOKER, trail, code) if one.versus]


def versus(one: Told) -> Versus:
    """Return the bout that an event is part of."""
    assert one.versus is not None
    return one.versus


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_both_sides_add_up_to_the_totals_that_were_compared(seed: int) -> None:
    game = played(seed)
    assert game.log is not None
    compared = [one for one in told_of(game) if one.kind in COMPARED]
    assert {versus(one).kind for one in compared} == {"battle", "ranged attack", "quest"}
    for one in compared:
        sides = versus(one).sides
        assert versus(one).compared
        assert tuple(side.total for side in sides) == game.log[one.number].data[-2:]
        for side in sides:
            assert len(side.dice) == 3 and side.points + sum(side.dice) == side.total
            assert not side.parts or sum(part.amount for part in side.parts) == side.points
            assert side.cards if side.seat >= 0 else not side.points  # a quest has nothing but its dice
        unexplained = language("en").say(phrase("points_in_this_fight"))
        assert unexplained not in [part.name for side in sides for part in side.parts]


@pytest.mark.slow
def test_a_die_rolled_again_lies_in_the_place_of_the_old_one() -> None:
    before: Versus | None = None
    again = 0
    for one in told_of(played(0)):
        if len(one.dice) == 1 and before is not None and one.versus is not None and not before.compared:
            old, new = ([die for side in each.sides for die in side.dice] for each in (before, one.versus))
            again += bool(new)
            assert len(old) == len(new) and sum(was != now for was, now in zip(old, new, strict=True)) <= 1
        before = one.versus or before
    assert again


@pytest.mark.slow
def test_a_bout_is_told_from_its_meeting_to_its_outcome_and_no_further() -> None:
    under_way: Versus | None = None
    for one in told_of(played(0)):
        if one.kind in (declared.ATTACK_ANNOUNCED.name, declared.QUEST_BEGAN.name):
            assert not versus(one).compared and not any(side.dice for side in versus(one).sides)
        if one.kind == declared.PHASE_BEGAN.name:
            assert one.versus is None
        if one.versus is not None and one.versus.outcome and one.versus.kind == "battle":
            assert one.kind in OVER
        assert under_way is None or not under_way.outcome or one.versus is None or not one.versus.outcome
        under_way = one.versus


def test_a_battle_goes_on_round_after_round_with_the_wounds_of_both() -> None:
    told = told_of_scenario("rulings/battle_rounds")
    compared = [versus(one) for one in told if one.kind == declared.COMPARED.name]
    assert len(compared) > 1 and not any(one.outcome for one in compared)
    assert len({one.sides[1].points for one in compared}) > 1, "who is wounded is weaker"


@pytest.mark.parametrize(
    ("scenario", "outcome"),
    [
        ("phases/battle_evaded", "drawn"),
        ("phases/battle_evasion_fails", ""),
        ("rulings/martyr_at_range", "won"),
    ],
)
def test_the_outcome_is_told_by_what_becomes_of_the_units(scenario: str, outcome: str) -> None:
    assert versus(told_of_scenario(scenario)[-1]).outcome == outcome


def test_who_evades_is_stronger_by_it_and_says_so() -> None:
    told = told_of_scenario("phases/battle_evaded", "de")
    compared = next(versus(one) for one in told if one.kind == declared.COMPARED.name)
    assert compared.kind == "Kampf"
    assert ("beim Ausweichen", 4) in [(part.name, part.amount) for part in compared.sides[1].parts]


@pytest.mark.slow
def test_everybody_sees_the_same_of_a_bout() -> None:
    game = played(1)
    seen = [[one.versus for one in told_of(game, viewer) if one.versus] for viewer in (ONLOOKER, 0, 1, OMNISCIENT)]
    assert seen[0] and seen[0] == seen[1] == seen[2]
