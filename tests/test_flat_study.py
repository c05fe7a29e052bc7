"""The study of flat code (`bench/flat`) plays its slice as the engine does."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "bench"))

from flat import compare, encounters
from flat.cells import seeded, unsigned
from flat.compiler import NotInSlice, compiled
from flat.machine import play, play_at_random
from flat.opcodes import Program
from flat.state import COUNT, WINNERS, Game
from stormriver.adventure.model.table import AdventureTable
from stormriver.api import table_for
from stormriver.kernel.dice import seeded as first_dice

GAMES = 20


@pytest.fixture(scope="module")
def code() -> Program:
    return compare.program()


@pytest.mark.long
@pytest.mark.slow  # twenty games, by the engine and by the study
def test_the_study_writes_the_log_of_the_engine(code: Program) -> None:
    assert [compare.difference(code, seed) for seed in range(1, GAMES + 1)] == [""] * GAMES


def test_a_difference_in_the_rules_is_told(code: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounters, "power", lambda game: 0)  # Enemies have no Strength
    assert compare.difference(code, 1).startswith("seed 1, event ")


def test_the_slice_has_moves_fights_cards_taken_and_deaths(code: Program) -> None:
    game = compare.flat_game(code, 3)
    play_at_random(game, 3, 2000)
    assert game.log is not None
    told = Counter(kind for kind, *_ in game.log)
    wanted = ("Moved", "CardDrawn", "FightWon", "FightLost", "CardTaken", "Ditched", "TrophiesExchanged")
    assert all(told[kind] for kind in (*wanted, "CharacterKilled", "GameEnded"))
    assert game.cells[WINNERS]


def test_a_copy_goes_its_own_way_from_any_ask(code: Program) -> None:
    game = compare.flat_game(code, 1, log=False)
    for number in range(60):
        copy = game.clone()
        before = list(copy.cells)
        play(game, number % game.cells[COUNT])
        assert copy.cells == before
        play(copy, number % copy.cells[COUNT])
        assert (copy.cells, copy.dice) == (game.cells, game.dice)


def test_the_generator_begins_as_the_engines_does() -> None:
    assert [unsigned(seeded(first_dice(seed))) for seed in (0, 1, 1 << 63)] == [first_dice(s) for s in (0, 1, 1 << 63)]


def test_what_the_study_does_not_know_is_refused() -> None:
    table = table_for("revised4", 2)
    assert isinstance(table, AdventureTable)
    with pytest.raises(NotInSlice, match="more than"):
        compiled(table)


def test_a_game_without_a_log_goes_as_one_with_it(code: Program) -> None:
    games: list[Game] = [compare.flat_game(code, 5, log=log) for log in (True, False)]
    made = [play_at_random(game, 9, 2000) for game in games]
    assert made[0] == made[1] and games[0].cells == games[1].cells
