"""Fights as they are shown: both sides add up to what the rules compared, and how a whole game went."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from stormriver.adventure.analysis.bouts import OUTCOMES, Bouts
from stormriver.adventure.model import events as declared
from stormriver.api import begin_game
from stormriver.kernel import events as kinds
from stormriver.kernel.game import Game, Script
from stormriver.kernel.view import OMNISCIENT, ONLOOKER
from stormriver.language.ruleset import presets
from stormriver.presentation.adventure.build_view import view_of
from stormriver.presentation.adventure.timeline import timeline_of
from stormriver.presentation.facts import Told
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.files import read
from stormriver.scenario.lessons import lessons
from stormriver.scenario.position import build
from stormriver.scenario.run import Run

SCENARIOS = Path(__file__).with_name("scenarios")
PRESETS = presets("adventure")
DECISIONS = 300


@cache
def played(seed: int, decisions: int = DECISIONS) -> Game:
    """Return a game of some preset, played by chance."""
    game = begin_game(PRESETS[seed % len(PRESETS)], 3, seed=seed)
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.ask is not None:
            game.play(rng.randrange(len(game.ask.codes)))
    return game


def told_of(game: Game, viewer: int = ONLOOKER, language: str = "en") -> tuple[Told, ...]:
    """Return all that a viewer is told of a game."""
    showing = presentation_of(game.table)
    return showing.told(game.table, game.log, 0, viewer, showing.trail(game.table), language)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 14])  # in the last one something counts only in a fight
def test_the_sides_of_a_fight_add_up_to_the_totals_that_were_compared(seed: int) -> None:
    game = played(seed)
    assert game.log is not None
    compared = [one for one in told_of(game) if one.kind == declared.COMPARED.name]
    assert compared
    for one in compared:
        versus = one.versus
        assert versus is not None and versus.compared
        assert tuple(side.total for side in versus.sides) == game.log[one.number].data
        for side in versus.sides:
            assert not side.parts or sum(part.amount for part in side.parts) == side.points
            assert side.total - side.points in (0, sum(side.dice), max(side.dice, default=0))
            assert side.cards or side.space or side.seat >= 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_fight_is_told_from_its_meeting_to_its_outcome_and_no_further(seed: int) -> None:
    under_way = None
    for one in told_of(played(seed)):
        if one.kind == kinds.ROLLED and under_way is not None and one.seat in (-1, *[s.seat for s in under_way.sides]):
            assert one.versus is not None and any(side.dice for side in one.versus.sides)
        if one.kind in OUTCOMES:
            assert one.versus is not None and one.versus.outcome == OUTCOMES[one.kind]
            won = {"won": 1, "lost": -1, "drawn": 0}[one.versus.outcome]
            first, second = one.versus.sides
            assert won * (first.total - second.total) >= 0
        else:
            assert one.versus is None or not one.versus.outcome
        under_way = one.versus


def test_a_creature_that_is_no_card_shows_its_strength_before_the_totals_are_told() -> None:
    game = build(lessons()["over_the_river"].scenario)
    game.log = []
    game.script = Script(dice=[4, 4, 3, 2])
    game.run()
    for key in ("roll", "pass", "cross:hills_3", "fight"):
        game.answer(key)
    showing = presentation_of(game.table)
    told = showing.told(game.table, game.log, 0, 0, showing.trail(game.table), "en")
    versus = next(one.versus for one in told if one.kind == declared.ATTACKED.name)
    assert versus is not None and versus.sides[1].points == 9
    assert versus.sides[1].name == "Sentinel"


@pytest.mark.parametrize(
    ("scenario", "language", "said"),
    [
        (
            "adventure/evade_one_of_several",
            "en",
            ["Ann evades the Dragon.", "Ann fights the Wolf.", "The Wolf rolls 1."],
        ),
        ("adventure/evade_one_of_several", "de", ["Ann weicht dem Drachen aus.", "Ann kämpft gegen den Wolf."]),
        ("adventure/cave_goblin", "en", ["Ann fights the creature.", "Ann has 4 in all, the Goblin 5.", "the Goblin."]),
        ("adventure/cave_evaded", "en", ["Ann evades."]),
        ("board/crags", "en", ["Ann fights the Spirit.", "The Spirit rolls 2.", "wins the fight against the Spirit."]),
        ("board/crags", "de", ["Ann kämpft gegen den Geist.", "der Geist", "gewinnt den Kampf gegen den Geist."]),
    ],
)
def test_news_of_a_fight_name_whom_it_is_against(scenario: str, language: str, said: list[str]) -> None:
    told = "\n".join(one.text for one in told_of_scenario(scenario, language))
    places = [told.find(sentence) for sentence in said]
    assert -1 not in places and places == sorted(places), told


def told_of_scenario(name: str, language: str) -> tuple[Told, ...]:
    """Return all that is told of a scenario that is played to its end."""
    run = Run(read(SCENARIOS / f"{name}.yaml"))
    first = run.game.state.clone()
    run.play()
    showing = presentation_of(run.game.table)
    return showing.told(run.game.table, run.game.log, 0, ONLOOKER, showing.trail(run.game.table, first), language)


@pytest.mark.slow
def test_everybody_sees_the_same_of_a_fight() -> None:
    game = played(1)
    fights = [{one.number: one.versus for one in told_of(game, viewer) if one.versus} for viewer in (ONLOOKER, 0, 2)]
    assert fights[0] and fights[0] == fights[1] == fights[2]


@pytest.mark.slow
def test_a_log_that_goes_on_from_another_state_tells_no_fights_rather_than_wrong_ones() -> None:
    game = played(1)
    other = game.table.new_state(0)
    other.zones = [() for _ in other.zones]  # no card lies where it is said to
    bouts = Bouts(game.table, other)
    events = [event for event in game.log or [] if event.kind != kinds.SHUFFLED]
    assert [bouts.after(event) for event in events] == [None] * len(events)


@pytest.mark.slow
def test_the_course_of_a_game_ends_where_the_game_stands() -> None:
    game = played(2)
    found = timeline_of(game.table, game.log or [])
    view = view_of(game, OMNISCIENT)
    assert found.rounds == view.round
    for course, seat in zip(found.courses, view.seats, strict=True):
        last = {name: values[-1] for name, values in course.curves.items()}
        playing = seat.status == "playing"
        now = (seat.strength.total, seat.craft.total, seat.lives) if playing else (0, 0, 0)
        assert last == dict(zip(("strength", "craft", "life"), now, strict=True))
        assert {len(values) for values in course.curves.values()} == {found.rounds + 1}
        rolled = [event.data for event in game.log or [] if event.kind == kinds.ROLLED and event.seat == course.seat]
        assert course.pips == sum(map(sum, rolled)) and course.dice == sum(map(len, rolled))
        assert course.expected == 3.5 * course.dice
        ways = [len(one.path) - 1 for one in told_of(game) if one.kind == "Moved" and one.seat == course.seat]
        assert (course.tally.get("steps", 0), course.tally.get("longest_way", 0)) == (sum(ways), max(ways, default=0))
        trophies = [one for one in told_of(game) if one.target == f"trophies.{course.name.lower()}"]
        assert course.tally.get("trophies", 0) == len(trophies)
    killed = sum(event.kind == declared.CHARACTER_KILLED.name for event in game.log or [])
    assert sum(course.tally.get("deaths", 0) for course in found.courses) == killed
    numbers = [point.event for point in found.turning_points]
    assert numbers == sorted(numbers)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [OMNISCIENT, ONLOOKER, 0])
def test_the_milestones_of_a_game_are_what_a_viewer_is_told(viewer: int) -> None:
    game = played(2)
    shown = presentation_of(game.table)
    told = {one.number: one for one in told_of(game, viewer)}
    found = shown.milestones(game.table, list(told.values()))
    assert [one.event for one in found] == sorted({one.event for one in found})
    assert all(one.event in told and one.turn == told[one.event].turn for one in found)
    counted = Counter(one.kind for one in found)
    logged = Counter(event.kind for event in game.log or [])
    assert counted["death"] == logged[declared.CHARACTER_KILLED.name] > 0
    assert counted["won"] > 0 and counted["lost"] > 0
    assert counted["won"] + counted["lost"] <= logged[declared.FIGHT_WON.name] + logged[declared.FIGHT_LOST.name]
    assert [one.round for one in found if one.kind == "round"] == [*range(1, counted["round"] + 1)]
    points = timeline_of(game.table, game.log or []).turning_points
    assert viewer != OMNISCIENT or {one.event for one in found if one.great} == {point.event for point in points}


@pytest.mark.slow
def test_how_a_wargame_went_is_told_by_its_units_their_strength_and_its_magic() -> None:
    game = begin_game("wargame", 2, seed=1)
    rng = random.Random(1)
    for _ in range(600):
        if game.ask is not None:
            game.play(rng.randrange(len(game.ask.codes)))
    found = presentation_of(game.table).timeline(game.table, game.log)
    view = presentation_of(game.table).view_of(game, ONLOOKER)
    for course, seat in zip(found.courses, view.seats, strict=True):
        assert course.expected == 3.5 * course.dice
        last = {name: values[-1] for name, values in course.curves.items()}
        assert last == {"units": seat.units, "strength": seat.strength, "points": seat.points}
        assert {len(values) for values in course.curves.values()} == {found.rounds + 1}
    fallen = Counter(event.seat for event in game.log or [] if event.kind == "UnitKilled")
    assert fallen and [course.tally.get("deaths", 0) for course in found.courses] == [fallen[0], fallen[1]]
    assert [course.tally.get("foes", 0) for course in found.courses] == [fallen[1], fallen[0]]
    milestones = presentation_of(game.table).milestones(game.table, told_of(game))
    assert milestones[0].round == 1
