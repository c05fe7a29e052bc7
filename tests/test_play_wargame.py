"""The wargame at the terminal: its screens fit and hide what they must, odds are told before an attack, games go on."""

from __future__ import annotations

import random
import re
from copy import copy
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.api import begin_game
from stormriver.cli.app import app
from stormriver.cli.registry import pages_of
from stormriver.cli.screen import ask, compact
from stormriver.cli.screen.view import View
from stormriver.cli.screen.wargame import asides, board
from stormriver.cli.session import resumed
from stormriver.estimates.wargame.forecast import of_option
from stormriver.kernel import ask as kinds
from stormriver.kernel.game import Game
from stormriver.presentation.wargame.option_odds import chances_of, odds_of
from stormriver.wargame.analysis.odds import chances, duel
from support.secrecy import dealt_anew


def play(*typed: str, file: Path, more: tuple[str, ...] = ()) -> str:
    """Play the game of a seed at the terminal by typed lines, and return what was printed."""
    words = ["play", "--terminal", "--preset", "wargame", "--players", "you,random", "--seed", "3", "--save", str(file)]
    lines = "".join(f"{line}\n" for line in ("", *typed))
    env = {"COLUMNS": "110", "LINES": "44", "TERM": "dumb"}
    result = CliRunner().invoke(app, [*words, *more], input=lines, env=env)
    assert result.exit_code == 0, result.output
    return result.stdout


@cache
def played(seed: int, decisions: int) -> tuple[Game, random.Random]:
    """Return a game after so many random answers, and the chance that they came from; neither is to be changed."""
    game = begin_game("wargame", 2, seed=seed)
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.ask is not None:
            game.play(rng.randrange(len(game.ask.codes)))
    return game, rng


def at_decision(seed: int, decisions: int, kind: str = "") -> Game:
    """Return a game after so many random answers, and then at the first ask of a kind if one is given."""
    begun, chance = played(seed, decisions)
    game, rng = begun.clone(), copy(chance)
    while game.ask is not None and kind not in ("", game.ask.kind):
        game.play(rng.randrange(len(game.ask.codes)))
    return game


def seen(game: Game) -> View:
    """Return the view of whoever is asked."""
    assert game.ask is not None
    return game.view(game.ask.seat)


@pytest.mark.slow
def test_a_whole_game_is_played_by_numbers_to_its_agreed_end(tmp_path: Path) -> None:
    rng = random.Random(1)
    typed = [str(rng.randrange(1, 4)) for _ in range(1500)]
    out = play(*typed, file=tmp_path / "game.json", more=("-o", "last_round=2"))
    assert "The game is over" in out and "won, after 4 turns." in out


def test_without_players_named_there_are_as_many_as_can_play(tmp_path: Path) -> None:
    words = ["play", "--terminal", "--preset", "wargame", "--save", str(tmp_path / "game.json")]
    shown = CliRunner().invoke(app, words, input="q\n", env={"COLUMNS": "100", "LINES": "40", "TERM": "dumb"}).stdout
    assert "Ann, Good  (you)" in shown and "Ben, Evil  (steady computer player)" in shown


@pytest.mark.slow
def test_a_game_that_was_left_goes_on_at_the_same_question(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = play("1", "2", "q", file=file)
    question = re.findall(r"^Where .* placed\?", out, re.MULTILINE)[-1]
    game = resumed(file).game
    assert game.ask is not None and game.ask.text == question


def placed(file: Path) -> int:
    """Return how many units a saved game has seen placed."""
    return sum(event.kind == "UnitPlaced" for event in resumed(file).log)


@pytest.mark.slow
def test_answers_in_a_row_stand_on_one_line_and_are_taken_back_as_one(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play("1; 2", "q", file=file)
    assert placed(file) == 2
    file.unlink()
    play("1 2", "u", "q", file=file)
    assert placed(file) == 0


def test_a_line_ends_where_an_answer_on_it_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert "There is no option 99" in play("1; 99; 1", "q", file=file)
    assert placed(file) == 1


@pytest.mark.slow
def test_every_page_can_be_looked_at(tmp_path: Path) -> None:
    typed = ["?", "", "b", "", "s", "", "s ben", "", "l", "", "o", "", "c castle", "", "? wargame.60"]
    out = play(*typed, file=tmp_path / "game.json")
    for shown in (
        "The rule behind it", "Sheet of Ann", "Sheet of Ben", "Before the first turn", "■ Evil", "Odds",
        "A unit here has strength +2 and a save of 1 to 4 if it is good.", "A switch takes two moves",
    ):  # fmt: skip
        assert shown in out, shown


def pages(game: Game, seat: int) -> list[str]:
    """Return everything that a seat can be shown of a position, as text."""
    view = game.view(seat)
    shown = pages_of(view)
    lines = [line for other in range(2) for line in shown.sheet_page(view, other, 80)]
    if view.ask is not None and view.ask.seat == seat:
        lines += [
            *compact.screen(view, compact.Past(), 140, 60),
            *ask.explained(view, 80),
            *shown.board_page(view, 100, 38),
            *shown.cards_in_question(view, 80),
            *shown.odds_page(view, 80),
        ]
    return [line.plain for line in lines]


@pytest.mark.long
def test_no_screen_depends_on_what_its_seat_may_not_know() -> None:
    compared = 0
    for seed in range(3):
        rng = random.Random(seed)
        for decisions in range(60, 500, 37):
            game = at_decision(seed, decisions)
            if game.ask is None:
                break
            for seat in (0, 1):
                assert pages(game, seat) == pages(dealt_anew(game, seat, rng), seat)
                compared += 1
    assert compared > 40


def test_the_map_shows_units_with_their_strength_and_numbers_what_is_on_offer() -> None:
    game = at_decision(5, 150, "moves")
    view = seen(game)
    numbers = asides.offered(view)
    drawn = [line.plain for line in board.board(view, numbers, board.CellSize(13, 2, True))]
    assert len(drawn) == board.extent(board.CellSize(13, 2, True))[1] and len({len(line) for line in drawn[:-1]}) == 1
    for unit in view.me.units:
        row = drawn[-2 - 3 * (unit.place // 8) - 1]  # row 1 is at the bottom
        cell = row.split("│")[1 + unit.place % 8]
        assert cell.startswith(board.SIDES[view.seat]) and str(unit.strength) in cell
    moving = {option.argument for option in view.ask.options.values() if option.kind == kinds.CARD}
    assert {view.unit(card).square for card in moving} == set(numbers)
    assert all(f"[{number}]" in "".join(drawn) for number in numbers.values())


def test_signs_tell_wounds_disease_and_chits() -> None:
    game = at_decision(5, 150, "moves")
    view = seen(game)
    unit = view.me.units[0]
    table = view.game.table
    view.game.mark(table.mark_ids["wound"], table.subject_of_card(unit.number), 2)
    view.game.mark(table.mark_ids["disease"], table.subject_of_card(unit.number), 1)
    curse = next(card for card, chit in enumerate(table.cards) if getattr(chit, "lasts", "") == "curse")
    view.game.state.zones[table.stacks + table.unit_number[unit.number]] = (curse,)
    view.game.state.place[curse] = table.stacks + table.unit_number[unit.number]
    drawn = board.unit_line(view, view.unit(unit.number), 30).plain
    assert drawn.endswith(f"{board.WOUND * 2}{board.DISEASE}{board.CURSE}")


def test_names_are_shortened_so_that_they_can_be_told() -> None:
    view = seen(at_decision(5, 0))
    names = ["Sorcerer's Tower", "Pool of Life", "Castle", "Graveyard"]
    assert [board.short(view, name, 8) for name in names] == ["S.Tower", "P.Life", "Castle", "Graveyar"]
    assert board.short(view, "Pool of Life", 9) == "Pool Life"


# odds


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["foe", "target", "evade", "break_off", "quest"])
def test_the_odds_are_told_before_dice_are_rolled_and_each_outcome_has_a_name(kind: str) -> None:
    seen_odds = 0
    for seed in range(6):
        view = seen(at_decision(seed, 200, kind))
        for option in view.ask.options.values():
            found = odds_of(view, option.code)
            if found is None:
                continue
            outcomes = (found.win, found.draw, found.lose, found.void)
            assert sum(outcomes) == pytest.approx(1)
            assert all(word for word, chance in zip(found.words, outcomes, strict=True) if chance)
            assert "%" in asides.aside(view, option)
            seen_odds += 1
    assert seen_odds >= 6


@pytest.mark.slow
def test_a_battle_fought_to_its_end_is_somebodys_death() -> None:
    for seed in range(6):
        view = seen(at_decision(seed, 200, "evade"))
        ends = chances_of(view, view.ask.options["fight"].code)
        assert len(ends) > 1 and sum(one.likelihood for one in ends) == pytest.approx(1, abs=1e-3)


def test_who_is_attacked_reads_the_odds_from_their_own_side() -> None:
    view = seen(at_decision(1, 200, "evade"))
    option = view.ask.options["fight"]
    found = of_option(view, option.code)
    assert found is not None
    assert f"Hit {asides.percent(found.lose)}, " in asides.aside(view, option)
    assert f"be hit {asides.percent(found.win)}" in asides.aside(view, option)


def test_a_battle_to_the_end_is_its_rounds_put_together() -> None:
    once = chances(2)
    assert duel(2, 1, 1) == pytest.approx((once.win, once.lose, once.draw))
    first = chances(5)
    assert duel(2, 1, 1, first=5) == pytest.approx((first.win, first.lose, first.draw))
    assert duel(0, 3, 3).won == pytest.approx(duel(0, 3, 3).lost)


def test_saves_poison_and_petrification_count_in_a_battle() -> None:
    plain = duel(0, 3, 3)
    assert duel(0, 3, 3, poison=True).won > plain.won
    assert duel(0, 3, 3, petrify=True).won > duel(0, 3, 3, poison=True).won
    assert duel(0, 1, 3, petrify=True) == pytest.approx(duel(0, 1, 1))
    assert duel(0, 3, 3, rival_save=4).won < plain.won
    again = duel(2, 1, 1, 3, 3)
    assert duel(2, 1, 1, 3, 3, first=2) == again  # a first round like the others changes nothing
    assert sum(duel(2, 1, 1, 3, 3, first=9)) == pytest.approx(1)
