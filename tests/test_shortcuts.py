"""Shortcuts: what the engine skips changes nothing that happens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy

import pytest

from stormriver.adventure.model import columns
from stormriver.adventure.procedures import belongings, endings, stats
from stormriver.adventure.procedures import programs as adventure
from stormriver.adventure.procedures.programs import procedures_of
from stormriver.api import begin_game
from stormriver.kernel.game import UNSEEN, Game
from stormriver.kernel.marks import NEVER, TURN_END
from stormriver.kernel.program import Program, in_order
from stormriver.kernel.state import Mark, marks_of
from stormriver.wargame.procedures import programs as wargame
from stormriver.wargame.procedures.forces import all_units
from stormriver.wargame.procedures.strength import abilities
from support.random_games import FIRST_WARGAME, set_up

PRESETS = ["revised4", "revised4+city", "third", "reference"]
"""The adventure games, with the packs they are played with."""
NUMBERS = [*range(8), *(pytest.param(number, marks=pytest.mark.long) for number in range(8, 24))]
"""The numbers of the games that are played both ways."""


def carrying_out_all(game: Game) -> Game:
    """Return a copy of a game at a table where no step is passed over."""
    other = game.clone()
    other.log = None if game.log is None else []
    other.table = copy(game.table)
    other.table.program = Program(procedures_of(game.table))
    return other


def story(game: Game, seed: int, decisions: int = 300) -> Iterator[object]:
    """Yield, decision by decision, what is asked, where the game stands and what has been written since."""
    rng = random.Random(seed)
    written = 0
    for _ in range(decisions):
        ask = game.ask
        if ask is None or game.log is None:
            break
        yield ask.seat, ask.kind, tuple(ask.codes), ask.rule
        state = game.state.clone()
        yield state.dice, state.seats, state.zones, state.marks, state.frames
        yield game.log[written:]
        written = len(game.log)
        game.play(rng.randrange(len(ask.codes)))


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_passing_over_idle_steps_changes_nothing(number: int) -> None:
    game = set_up(number).new_game()
    game.log = []
    assert list(story(carrying_out_all(game), number)) == list(story(game, number))


@pytest.mark.slow
def test_a_step_that_is_idle_at_one_table_is_carried_out_at_another() -> None:
    tables = [set_up(number).new_game(log=False).table for number in range(24)]
    programs = {tuple(table.program.steps) for table in tables}
    assert len(programs) > 1
    games = [Game(table, table.new_state(1)) for table in tables]
    assert any(game.table.program.steps != carrying_out_all(game).table.program.steps for game in games)


def calling_steps_by_number(game: Game) -> Game:
    """Return a copy of a game whose steps are called as the compiled engine calls them, by the modules `dispatch`."""
    programs = {"adventure": adventure.PROGRAMS, "wargame": wargame.PROGRAMS}[game.table.rulebook.name]
    number_of = {step: number for number, step in enumerate(in_order(programs))}
    other = game.clone()
    other.log = []
    other.table = copy(game.table)
    other.table.program = copy(game.table.program)
    other.table.program.numbers = [number_of[step] for step in game.table.program.steps]
    return other


@pytest.mark.slow
@pytest.mark.parametrize("number", [*range(4), FIRST_WARGAME, FIRST_WARGAME + 1])
def test_steps_called_by_number_are_those_of_the_list(number: int) -> None:
    game = set_up(number).new_game()
    game.log = []
    assert game.table.program.numbers == []  # plain Python calls them from the list
    assert list(story(calling_steps_by_number(game), number)) == list(story(game, number))


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_looking_only_where_a_seat_bears_something_changes_nothing(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = set_up(number).new_game()
    game.log = []
    everywhere = game.clone()
    everywhere.log = []
    everywhere.hook_mask = [UNSEEN] * len(game.hook_mask)
    everywhere.moment_mask = [UNSEEN] * len(game.moment_mask)
    told = list(story(game, number))
    monkeypatch.setattr(belongings, "masks", lambda game, seat: (UNSEEN, UNSEEN))
    assert list(story(everywhere, number)) == told


def differing_masks(game: Game) -> list[int]:
    """Return the settled seats of an adventure game whose masks are not what is folded from all that lies with them."""
    found = []
    for seat in range(len(game.table.seats)):
        questions, moments = stats.masks(game, seat)
        if game.hook_mask[seat] not in (UNSEEN, questions) or game.moment_mask[seat] not in (UNSEEN, moments):
            found.append(seat)
    return found


def at_decisions(preset: str) -> Iterator[Game]:
    """Yield some random games of a preset at each of their first decisions."""
    name, *packs = preset.split("+")
    for seed in range(3):
        rng = random.Random(seed)
        game = begin_game(name, seats=4, seed=seed, packs=packs, log=False)
        for _ in range(250):
            if game.ask is None:
                break
            yield game
            game.play(rng.randrange(len(game.ask.codes)))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_masks_are_kept_as_they_would_be_folded_anew(preset: str) -> None:
    settled = 0
    for game in at_decisions(preset):
        assert differing_masks(game) == []
        settled += sum(mask != UNSEEN for mask in game.moment_mask)
    assert settled > 1000


def differing_numbers(game: Game) -> list[tuple[int, str]]:
    """Return the numbers of seats of an adventure game that are not what all hooks make of them, wherever they lie."""
    table = game.table
    everywhere = game.clone()
    everywhere.hook_mask = [UNSEEN] * len(game.hook_mask)
    return [
        (seat, name)
        for seat in range(len(table.seats))
        if stats.is_playing(game, seat)
        for number, name in enumerate(table.number_names)
        if stats.total(game, seat, number) != stats.total(everywhere, seat, number)
    ]


def first_difference(preset: str) -> list[tuple[int, str]]:
    """Return what differs at the first decision of some random games of a preset at which numbers do."""
    return next(filter(None, map(differing_numbers, at_decisions(preset))), [])


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_numbers_are_kept_as_they_would_be_folded_anew(preset: str) -> None:
    assert first_difference(preset) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_a_change_that_leaves_a_seat_settled_is_found(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unsettle = Game._unsettle

    def only_at_first(game: Game, seat: int) -> None:
        if game.hook_mask[seat] == UNSEEN:
            unsettle(game, seat)

    monkeypatch.setattr(Game, "_unsettle", only_at_first)
    assert first_difference(preset) != []


def test_what_costs_a_counter_is_looked_at_anew_when_it_changes() -> None:
    game = begin_game("revised4", seats=2, seed=1)
    assert columns.FATE in game.table.spendable
    seat = 0
    assert game.moment_mask[seat] & game.table.ROLLED
    game.change(seat, columns.FATE, -game.state.seats[seat][columns.FATE])
    assert game.moment_mask[seat] == UNSEEN
    assert not stats.masks(game, seat)[1] & game.table.ROLLED


def test_an_ending_concerns_nobody_until_it_is_turned_up() -> None:
    game = begin_game("revised4", seats=2, seed=1, packs=["city"], options={"ending": "hidden"})
    table, seat = game.table, 0
    guild = next(card for card in table.endings if table.moments_of[card])
    game.state.zones[table.goal_covered] = (guild,)
    game.state.place[guild] = table.goal_covered
    assert not stats.masks(game, seat)[1] & table.moments_of[guild]
    endings.turn_up(game, seat)
    assert game.hook_mask == game.moment_mask == [UNSEEN, UNSEEN]
    assert stats.masks(game, seat)[1] & table.moments_of[guild]
    assert stats.masks(game, seat)[0] & table.borne[guild] == table.borne[guild]


class Forgetful(Game):
    """A game in which nothing is kept of what has been found out."""

    __slots__ = ()
    memo = property(lambda game: {}, lambda game, found: None)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(FIRST_WARGAME, FIRST_WARGAME + 8))
def test_keeping_what_has_been_found_out_changes_nothing(number: int) -> None:
    game = set_up(number).new_game()
    game.log = []
    forgetful = Forgetful(game.table, game.state.clone(), [], game.skip_forced)
    assert list(story(forgetful, number, 600)) == list(story(game, number, 600))


def test_what_hangs_on_a_mark_is_found_out_anew_when_it_comes_and_goes() -> None:
    game = begin_game("wargame", seats=2, seed=1)
    for _ in range(200):
        assert game.ask is not None
        game.answer(game.ask.keys[0])
    unit = all_units(game)[0]
    able = abilities(game, unit)
    kind, subject = game.table.mark_ids["mesmerised"], game.table.subject_of_card(unit)
    game.mark(kind, subject, 1, TURN_END)
    assert abilities(game, unit) > able
    game.unmark(next(mark for mark in game.state.marks.on[subject] if mark.kind == kind))
    assert abilities(game, unit) == able
    game.mark(kind, subject, 1, TURN_END)
    assert abilities(game, unit) > able
    game.undo(1)
    assert abilities(game, all_units(game)[0]) == able


def test_marks_put_on_and_taken_off_are_those_of_a_list_by_their_subjects() -> None:
    rng = random.Random(5)
    marks, plain = marks_of([]), list[Mark]()
    for _ in range(2000):
        if plain and rng.random() < 0.48:
            mark = rng.choice(plain)
            plain.remove(mark)
            marks = marks.minus(mark)
        else:
            mark = Mark(rng.randrange(3), rng.randrange(4), 1, rng.choice((NEVER, NEVER, TURN_END)), 0, 1)
            plain.append(mark)
            marks = marks.plus(mark)
        assert list(marks) == plain
        assert marks.on == {
            subject: tuple(mark for mark in plain if mark.subject == subject)
            for subject in {mark.subject for mark in plain}
        }
        assert {tick for tick in range(8) if marks.ticks >> tick & 1} == {mark.tick for mark in plain} - {NEVER}
        assert (marks.on, marks.ticks) == (marks_of(plain).on, marks_of(plain).ticks)


def test_a_mark_that_is_not_there_cannot_be_taken_off() -> None:
    mark = Mark(1, 2, 1, NEVER, 0, 1)
    with pytest.raises(ValueError):
        marks_of([]).minus(mark)
