"""`stormriver play --terminal`: whole games by typed lines, all commands, wrong input, saving, what nobody may see."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import stormriver
from stormriver.api import begin_game, resume_game
from stormriver.cli.app import app
from stormriver.cli.prompt_commands import COMMANDS
from stormriver.cli.screen import ask, compact, log
from stormriver.cli.screen.adventure import asides, board, cards, odds, sheet
from stormriver.cli.screen.lines import fold, text
from stormriver.cli.screen.palette import plain
from stormriver.cli.session import LocalSession, resumed
from stormriver.cli.typed_answers import meant
from stormriver.estimates.adventure.estimates import fight_under_way
from stormriver.kernel import questions
from stormriver.kernel.errors import BadAnswer, EngineError, StormriverError
from stormriver.kernel.game import Game
from stormriver.presentation.adventure import matches
from stormriver.presentation.adventure.standing_orders import matter_of
from stormriver.presentation.adventure.stat_breakdown import points
from stormriver.session.decisions import Settled
from support.secrecy import dealt_anew

START = [sys.executable, "-c", "from stormriver.cli.app import main; main()", "play", "--terminal"]
SIZES = ((100, 40), (80, 24), (160, 50), (80, 40), (40, 12))


class Played:
    """What a game at the terminal printed, and the code it left with."""

    def __init__(self, typed: list[str], *words: str, size: tuple[int, int] = (100, 40)) -> None:
        env = {"COLUMNS": str(size[0]), "LINES": str(size[1]), "TERM": "dumb"}
        result = CliRunner().invoke(
            app, ["play", "--terminal", *words], input="".join(f"{line}\n" for line in typed), env=env
        )
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        self.code = result.exit_code
        self.out = result.stdout
        self.err = result.stderr

    @property
    def last(self) -> str:
        """The last screen that asked something."""
        return self.out.rpartition(" Stormriver  ")[2]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "game.json")


def play(file: str, *typed: str, seed: int = 12, more: tuple[str, ...] = ()) -> Played:
    """Play the game of a seed by typed lines; at their end the person is gone."""
    return Played(["", *typed], "--seed", str(seed), "--save", file, *more)


AGAIN = "Pay 1 fate to roll the die again."
"""What stands below the spaces of a move as long as the roll for it may be made again."""


def at_decision(seed: int, decisions: int, seats: int = 4) -> Game:
    """Return a game after so many random answers."""
    return next(moments(seed, range(decisions, decisions + 1), seats))


def moments(seed: int, at: range, seats: int = 4) -> Iterator[Game]:
    """Return one game again and again, each time after so many random answers; it is not to be changed meanwhile."""
    game = begin_game("revised4", seats, seed=seed)
    rng = random.Random(seed)
    for given in range(at.stop):
        if given in at:
            yield game
        if game.ask is not None:
            game.play(rng.randrange(len(game.ask.codes)))


# whole games


@pytest.mark.long
def test_a_whole_game_against_steady_players_is_played_by_numbers(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = Played(["1"] * 3000, "--seed", "1", "--save", str(file), size=(80, 24))
    assert played.code == 0
    assert "The game is over" in played.out
    assert resume_game(file.read_text()).result


@pytest.mark.long
def test_a_game_with_wild_input_goes_on_to_its_agreed_end(file: str) -> None:
    rng = random.Random(5)
    lines = [*"123?bslocuynf", "never", "pass", "", "zzz", "orders", "l all", "s ben", "c sword"]
    typed = [rng.choice(lines) for _ in range(4000)]
    played = play(file, *typed, more=("-o", "last_round=6"))
    assert played.code == 0
    assert "The game is over" in played.out
    told = [line for line in played.out.splitlines() if file not in line]  # a path is as long as it is
    assert all(len(line) <= 100 for line in told if not line.startswith(("> ", "[Enter]")))


@pytest.mark.slow
def test_two_people_and_a_computer_player_share_a_keyboard(file: str) -> None:
    played = play(file, *["1"] * 400, seed=3, more=("--players", "you,steady,you", "-o", "last_round=4"))
    assert played.code == 0
    assert "The game is over" in played.out
    assert "Pass the keyboard to Ann" in played.out
    assert "Pass the keyboard to Cleo" in played.out
    assert "Pass the keyboard to Ben" not in played.out


@pytest.mark.slow
def test_pace_shows_each_turn_of_a_computer_player_by_itself(file: str) -> None:
    played = play(file, *["1"] * 60, more=("--pace", "-o", "last_round=3"))
    assert played.out.count("[Enter] next turn") >= 3
    assert "─ Turn 2: Ben" in played.out


@pytest.mark.slow
def test_forward_ends_the_stops(file: str) -> None:
    walked = play(file, *["1"] * 60, more=("--pace", "-o", "last_round=3"))
    file2 = file + "2"
    forward = play(file2, *["1", "f"] * 60, more=("--pace", "-o", "last_round=3"))
    assert forward.out.count("[Enter] next turn") < walked.out.count("[Enter] next turn")


# answers


def test_an_answer_is_meant_by_number_key_beginning_or_subject() -> None:
    asked = next(a for game in moments(1, range(40)) if (a := game.ask) is not None and a.kind == "move")
    key = asked.keys[1]
    assert meant(asked, "2") == key
    assert meant(asked, key.upper()) == key
    assert meant(asked, key.replace(":", " ").replace("_", " ")) == key
    assert meant(asked, key.partition(":")[2]) == key


def test_an_exact_key_wins_over_longer_ones(file: str) -> None:
    class Asked:
        keys = ["fate:1", "fate:2", "fate", "pass", "to:runes_1", "to:runes_10"]

    assert meant(Asked(), "to:runes_1") == "to:runes_1"  # type: ignore[arg-type]
    assert meant(Asked(), "fate") == "fate"  # type: ignore[arg-type]
    with pytest.raises(BadAnswer, match=r"'fat' could be fate:1, fate:2 or fate; type more of it"):
        meant(Asked(), "fat")  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", ["99", "0", "zz", "-1", "to:", "²", "pass pass", "\x1b[A", "💥", "a" * 5000])
def test_wrong_input_is_told_in_one_sentence_and_loses_nothing(file: str, typed: str) -> None:
    played = play(file, typed)
    assert played.code == 0
    complaints = [line for line in played.out.splitlines() if line.startswith("! ") or "> ! " in line]
    assert len(complaints) == 1
    assert "Traceback" not in played.out
    assert resumed(Path(file)).game.ask == play_to(12).ask


def play_to(seed: int) -> Game:
    return begin_game("revised4", 4, seed=seed)


# commands


def test_help_shows_the_rule_behind_the_ask(file: str) -> None:
    out = play(file, "?").out
    assert "The rule behind it" in out
    assert "[movement.full_count" in out
    assert "take back your last decision" in out


def test_help_shows_any_rule(file: str) -> None:
    assert "Fate in battle" in play(file, "? battle.fate").out
    assert "No rule is called 'xyzzy'." in play(file + "2", "? xyzzy").out


def test_log_names_the_rules(file: str) -> None:
    out = play(file, "1", "l").out
    assert "movement.direction" in out
    assert "cards.draw" in out


@pytest.mark.slow
def test_board_sheet_odds_and_cards_show_their_pages(file: str) -> None:
    out = play(file, "b", "", "s", "", "s cleo", "", "o", "", "c", "", "c sword").out
    for words in ("Enemy  ◆ Object", "Sheet of Ann", "Sheet of Cleo", "No fight is under way", "Cards in question",
                  "Add 1 to your Strength in battle"):  # fmt: skip
        assert words in out


def test_a_seat_or_card_that_is_not_there_is_told(file: str) -> None:
    assert "No one seat is meant by 'zoe'; the seats are ann, ben, cleo, dan." in play(file, "s zoe").out
    assert "No card and no space is called 'excalibur'." in play(file + "2", "c excalibur").out


@pytest.mark.slow
def test_undo_is_free_as_long_as_nothing_has_come_out(file: str) -> None:
    played = play(file, "never", "y", "u")
    assert "not free" not in played.out
    assert AGAIN in played.last


@pytest.mark.slow
def test_undo_past_a_card_asks_first_and_no_leaves_all_as_it_was(file: str) -> None:
    kept = play(file, "1", "u", "n")
    assert "not free any more: since then a die or a hidden card has come out" in kept.out
    assert resumed(Path(file)).game.ask.kind == "may"  # type: ignore[union-attr]
    play(file + "2", "1", "u", "y")
    assert resumed(Path(file + "2")).game.ask.kind == "rolled"  # type: ignore[union-attr]


@pytest.mark.slow
def test_what_was_taken_back_is_done_again_as_it_was(file: str) -> None:
    play(file, "1", "1")
    play(file + "2", "1", "1", "u", "y", "u", "y", "r", "r all")
    first, second = (resumed(Path(name)).game for name in (file, file + "2"))
    assert first.save() == second.save()


@pytest.mark.slow
def test_nothing_is_done_again_once_something_else_was_decided(file: str) -> None:
    assert "Nothing of yours was taken back" in play(file, "r").out
    assert "Nothing of yours was taken back" in play(file + "2", "1", "u", "y", "2", "r").out
    assert "it knows no most" in play(file + "3", "r most").out


@pytest.mark.slow
def test_an_order_that_was_taken_back_is_given_again(file: str) -> None:
    given = []
    for number, typed in enumerate((["never", "y"], ["never", "y", "u"], ["never", "y", "u", "r"])):
        play(f"{file}{number}", *typed)
        given.append(resumed(Path(f"{file}{number}")).orders[0].values())
    assert given[0] == given[2] != given[1]


def test_what_others_had_decided_is_done_again_with_them_and_comes_out_alike() -> None:
    session = LocalSession(begin_game("revised4", 2, seed=12), ["you", "you"], 1)
    while len({past.seat for past in session.decisions}) < 2 or len(session.decisions) < 12:
        session.answer(session.game.ask.keys[0])  # type: ignore[union-attr]
    before, given = session.game.save(), len(session.decisions)
    session.take_back(given)
    own, whole = session.again(session.asked), session.all_again()
    assert {past.seat for past in own} == {session.asked} and len(own) < len(whole) == given
    session.redo(whole)
    assert session.game.save() == before and session.all_again() == []


@pytest.mark.slow
def test_undo_past_the_others_names_them(file: str) -> None:
    out = play(file, *["1", "no", "u", "y"]).out
    assert "come out, and Ben, Cleo and Dan have answered" in " ".join(out.split())
    assert resumed(Path(file)).game.ask.kind == "may"  # type: ignore[union-attr]


@pytest.mark.slow
def test_undo_names_who_has_moved_since_but_nobody_who_let_a_chance_go_by() -> None:
    passed = 0
    for seed in range(8):
        session = LocalSession(begin_game("revised4", 4, seed=seed), ["you"] * 4, 0)
        given: list[tuple[int, str]] = []
        while (asked := session.game.ask) is not None and len(given) < 60:
            own = max((at for at, (seat, _) in enumerate(given) if seat == asked.seat), default=len(given))
            since = [(seat, key) for seat, key in given[own:] if seat != asked.seat]
            reason = session.reach(asked.seat).reason.lower()
            named = {seat for seat in range(4) if session.game.table.seats[seat] in reason}
            assert named == {seat for seat, key in since if key != "pass"}
            passed += bool({seat for seat, _ in since} - named)
            given.append((asked.seat, asked.keys[0]))
            session.answer(asked.keys[0])
    assert passed > 20


def test_there_may_be_nothing_to_take_back(file: str) -> None:
    assert "There is no decision of yours to take back." in play(file, "u").out


@pytest.mark.slow
def test_never_is_obeyed_told_listed_and_reset(file: str) -> None:
    out = play(file, "never", "y", "1", "no", "orders").out
    assert "after the roll for your move: never pay fate" in out
    assert "Answered for you: after the roll for your move" in out
    assert out.count(AGAIN) == 1
    file2 = file + "2"
    again = play(file2, "never", "y", "orders reset", "1", "no")
    assert again.out.count(AGAIN) >= 2


@pytest.mark.slow
def test_leaving_things_behind_is_asked_about_once_that_is_wanted() -> None:
    session = LocalSession(at_decision(2, 200), ["you"] * 4, 0)
    rng = random.Random(2)
    left = 0
    while session.game.ask is not None and left < 3:
        seat = session.game.ask.seat
        if session.game.ask.keys in (["roll", "ditch"], ["space", "ditch"]):
            assert session.settled(seat) == Settled(session.game.ask.keys[0])
            assert session.obeyed[seat] == []
            kept, session.orders[seat].given = session.orders[seat].given, {}
            assert session.settled(seat) is None
            session.orders[seat].given = kept
            left += 1
        session.answer(rng.choice(session.game.ask.keys))
    assert left == 3


def test_an_order_for_one_thing_does_not_hide_another() -> None:
    session = LocalSession(play_to(12), ["you"] * 4, 0)
    matter = matter_of(session.game.view(0))
    assert matter is not None and matter.leaving == "pass" and matter.things == {"fate"}
    session.orders[0].add(matter)
    assert session.orders[0].answer(matter) == "pass"
    wider = type(matter)(matter.kind, matter.words, matter.things | {"use:alchemy"}, "pass")
    assert session.orders[0].answer(wider) is None


def test_where_to_go_is_never_left_to_an_order(file: str) -> None:
    assert "This has to be decided each time" in play(file, "never", "y", "never").out


# saving and leaving


@pytest.mark.slow
def test_quitting_saves_and_the_game_goes_on_at_the_same_question(file: str) -> None:
    first = play(file, "1", "never", "1", "q")
    assert first.code == 0
    assert f"stormriver play --terminal --load {file}" in first.out
    second = Played([""], "--load", file)
    assert second.code == 0
    assert second.last.splitlines()[:30] == first.last.splitlines()[:30]


@pytest.mark.slow
def test_a_resumed_game_is_the_game_that_was_left(file: str) -> None:
    play(file, *["1"] * 9)
    halfway = resumed(Path(file))
    whole = Path(file + "2")
    play(str(whole), *["1"] * 9)
    assert halfway.game.save() == resumed(whole).game.save()
    assert halfway.kinds == ["you", "steady", "steady", "steady"]


def test_orders_and_what_has_been_read_come_back_with_a_save(file: str) -> None:
    play(file, "never", "y", "1")
    session = resumed(Path(file))
    assert "after the roll for your move: never pay fate" in session.order_lines(0)
    assert session.read[0] > 0


def test_save_to_another_file_asks_before_it_replaces_one(file: str, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear")
    assert "Nothing was saved." in play(file, f"w {other}", "n").out
    assert other.read_text() == "dear"
    play(file + "2", f"w {other}", "y")
    assert json.loads(other.read_text())["format"].startswith("stormriver-save")


def test_a_save_that_cannot_be_written_is_told_and_the_game_goes_on(file: str) -> None:
    out = play(file, "w /nowhere/at/all.json", "1").out
    assert "/nowhere/at/all.json cannot be written: no such file or directory." in out
    assert "Where do you move?" in out


def test_ctrl_c_saves_and_leaves_with_code_0(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(prompt: str = "") -> str:
        if "begin" in prompt:
            return ""
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", broken_off)
    played = play(file)
    assert (played.code, Path(file).is_file()) == (0, True)


@pytest.mark.slow
def test_ctrl_c_while_computers_think_leaves_a_game_that_goes_on(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = iter(range(5))

    def choose(self: object, view: object, asked: stormriver.Ask) -> str:
        if next(thoughts, None) is None:
            raise KeyboardInterrupt
        return asked.keys[0]

    monkeypatch.setattr("stormriver.players.Steady.__call__", choose)
    played = play(file, *["1"] * 20)
    assert played.code == 0
    assert resumed(Path(file)).game.ask is not None


@pytest.mark.slow
@pytest.mark.parametrize("broken", [True, False])
def test_a_faulty_computer_player_is_told_and_the_game_saved(
    file: str, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    def choose(self: object, view: object, asked: stormriver.Ask) -> str:
        return str(1 // 0) if broken else "nonsense"

    monkeypatch.setattr("stormriver.players.Steady.__call__", choose)
    played = play(file, *["1"] * 20)
    assert played.code == 3
    assert ("ZeroDivisionError" if broken else "'nonsense' is not on offer") in played.err
    assert len(played.err.splitlines()) == 1
    assert Path(file).is_file()


def test_an_answer_that_meets_a_fault_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = LocalSession(play_to(12), ["you"] * 4, 0)
    before = session.game.save()

    def broken(self: Game, index: int) -> None:
        self.state.turn += 1
        raise ZeroDivisionError

    monkeypatch.setattr(Game, "play", broken)
    with pytest.raises(EngineError, match="ZeroDivisionError"):
        session.answer("pass")
    assert session.game.save() == before
    assert session.decisions == []


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
@pytest.mark.parametrize("number", ["SIGHUP", "SIGTERM"])
def test_a_closed_window_saves_the_game(tmp_path: Path, number: str) -> None:
    file = tmp_path / "game.json"
    run = subprocess.Popen(
        [*START, "--seed", "12", "--save", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert run.stdin is not None and run.stdout is not None
    run.stdin.write("\n")
    run.stdin.flush()
    while "? help" not in run.stdout.readline():
        pass
    run.send_signal(getattr(signal, number))
    run.stdin.close()
    assert run.wait(60) == 0
    assert resumed(file).game.ask == play_to(12).ask


# wrong use


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--players you,nobody", "No player is called 'nobody'"),
        ("--players steady,steady", "At least one of the players must be 'you'"),
        ("--players you", "is for 2 to 6 seats, not 1"),
        ("--names ann,ben", "There are 4 seats, but 2 names."),
        ("--names a,b,c,", "A name is one word of at most 12 letters and digits, not ''."),
        ("--names a,b,c,a", "Every seat needs a name of its own"),
        ("--preset reviled4", "No preset is called 'reviled4'"),
        ("-o trophy_points=99", "The option trophy_points is from 1 to 20, not '99'."),
        ("-o nonsense=1", "No option is called 'nonsense'"),
        ("--load nothing.json", "There is no file nothing.json."),
        ("--load nothing.json --seed 1", "A saved game brings its own preset"),
        ("--seed x", "--seed is a whole number."),
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(words: str, sentence: str) -> None:
    played = Played([], *words.split())
    assert (played.code, played.out) == (2, "")
    assert sentence in played.err
    assert len(played.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words", ["--players you,steady", "--seed 1", "--pace", "--load game.json", "-o trophy_points=5", "--names a,b"]
)
def test_what_is_for_the_terminal_says_so(words: str) -> None:
    said = CliRunner().invoke(app, ["play", *words.split()])
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.strip().endswith("add --terminal, or choose in the page.")


@pytest.mark.parametrize("words", ["--port 8000", "--no-browser"])
def test_what_is_for_the_browser_says_so(words: str) -> None:
    played = Played([], *words.split())
    assert (played.code, played.out) == (2, "")
    assert "leave --port and --no-browser out" in played.err


def test_a_new_game_does_not_replace_a_file(file: str) -> None:
    Path(file).write_text("dear")
    played = play(file)
    assert played.code == 2
    assert "already" in played.err
    assert Path(file).read_text() == "dear"


def test_a_broken_save_is_refused(file: str) -> None:
    Path(file).write_text("{}")
    played = Played([], "--load", file)
    assert (played.code, len(played.err.splitlines())) == (2, 1)


@pytest.mark.slow
def test_players_of_a_save_can_be_changed(file: str) -> None:
    play(file, "1")
    assert resumed(Path(file), ["you", "random", "you", "steady"]).people == [0, 2]
    with pytest.raises(StormriverError, match="There are 4 seats, but 2 players"):
        resumed(Path(file), ["you", "steady"])


# screens


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize(("preset", "seats", "steps"), [("revised4", 4, 75), ("wargame", 2, 75)])
def test_every_screen_fits_its_terminal(preset: str, seats: int, steps: int, seed: int) -> None:
    game = begin_game(preset, seats, seed=seed)
    session = LocalSession(game, ["you"] * seats, 0)
    rng = random.Random(seed)
    for step in range(steps):
        if game.ask is None:
            break
        view = game.view(game.ask.seat)
        width, height = SIZES[step % len(SIZES)]
        lines = compact.screen(view, compact.Past(session.told(view), session.known(view)), width, height - 1)
        assert len(lines) <= height - 1
        assert max(line.cell_len for line in lines) <= width
        session.answer(rng.choice(game.ask.keys))


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats", "steps", "least"), [("revised4", 4, 1500, 20), ("wargame", 2, 600, 15)])
def test_all_options_are_on_the_screen(preset: str, seats: int, steps: int, least: int) -> None:
    rng = random.Random(2)
    game = begin_game(preset, seats, seed=2)
    most = 0
    for step in range(steps):
        if game.ask is None:
            break
        if len(game.ask.keys) > 6:
            most = max(most, len(game.ask.keys))
            view = game.view(game.ask.seat)
            width, height = SIZES[step % 4]
            shown = "\n".join(line.plain for line in compact.screen(view, compact.Past(), width, height - 1))
            assert all(f"{number:>3}  " in shown for number in range(1, len(game.ask.keys) + 1))
        game.play(rng.randrange(len(game.ask.codes)))
    assert most > least


def pages(game: Game, seat: int) -> list[str]:
    """Return everything that a seat can be shown of a position, as text."""
    view = game.view(seat)
    lines = [*board.page(view, {}, 100, 38), *cards.in_question(view, 80)]
    lines += [line for other in range(len(view.seats)) for line in sheet.sheet(view, other, 80)]
    if view.ask is not None and view.ask.seat == seat:
        lines += [
            *compact.screen(view, compact.Past(), 100, 39),
            *ask.explained(view, 80),
            *odds.page(view, asides.near(view), 80),
        ]
        lines.append(text(str(matter_of(view))))
    return [line.plain for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 4), marks=pytest.mark.long)])
def test_no_screen_depends_on_what_its_seat_may_not_know(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        for game in moments(seed, range(5, 200, 13)):
            if game.ask is None:
                break
            for seat in {game.ask.seat, 0}:
                other = dealt_anew(game, seat, rng)
                assert pages(game, seat) == pages(other, seat)
                compared += 1
    assert compared > 20 * len(seeds)


def test_the_log_does_not_name_the_spells_of_others() -> None:
    named = 0
    for seed in range(12):
        session = LocalSession(at_decision(seed, 0), ["you"] * 4, 0)
        table = session.game.table
        for seat in range(4):
            view = session.game.view(seat)
            told = "\n".join(line.plain for line in log.page(view, session.told(view, 0), 100))
            for other in range(4):
                for card in session.game.state.zones[table.hand + other]:
                    assert (table.cards[card].name in told) == (other == seat)
                    named += 1
    assert named > 50


@pytest.mark.slow
def test_nobody_is_shown_a_screen_before_the_keyboard_is_passed(file: str) -> None:
    played = play(file, *["", "1"] * 60, seed=3, more=("--players", "you,steady,you"))
    before, *screens = played.out.split(" Stormriver  ")
    owner, changes = "", 0
    for screen in screens:
        shown = re.search(r"  [AC]  (Ann|Cleo), the", screen.splitlines()[1])
        assert shown is not None
        if shown[1] != owner:
            assert f"Pass the keyboard to {shown[1]}." in before.splitlines()[-3]
            owner, changes = shown[1], changes + 1
        before = screen
    assert changes > 5


def test_the_board_joins_its_lines_and_shows_the_bridge() -> None:
    lines = [line.plain for line in board.board(play_to(12).view(0))]
    assert lines[0][0] + lines[0][-1] + lines[-1][0] + lines[-1][-1] == "┏┓┗┛"
    assert len({len(line) for line in lines}) == 1
    assert "┽────────┾" in lines[3]  # below the Sentinel the river can be crossed


def test_the_board_numbers_the_spaces_on_offer() -> None:
    game = play_to(12)
    game.answer("pass")
    view = game.view(0)
    drawn = "\n".join(line.plain for line in board.board(view, asides.offered(view)))
    assert "[1]" in drawn and "[2]" in drawn and "[3]" not in drawn


@pytest.mark.slow
def test_points_add_up_to_the_numbers_of_the_engine() -> None:
    parts = 0
    for seed in range(3):
        for game in moments(seed, range(0, 600, 20)):
            view = game.view(0)
            for seat in view.seats:
                for name, value in (("strength", seat.strength), ("craft", seat.craft)) if seat.playing else ():
                    made_of = points(view, seat.number)[name]
                    assert made_of.total == value == sum(part.amount for part in made_of.parts)
                    parts += len(made_of.parts) > 1
    assert parts > 20


@pytest.mark.slow
def test_odds_of_a_fight_are_those_of_the_view_for_either_side() -> None:
    seen = {"fight": 0, "evade": 0}
    for seed in range(30):
        game = at_decision(seed, 0)
        rng = random.Random(seed)
        for _ in range(150):
            if game.ask is None:
                break
            view = game.view(game.ask.seat)
            exact, shown = fight_under_way(view), matches.under_way(view)
            if game.ask.kind in ("fight", "evade") and exact is not None:
                assert shown is not None
                own = (
                    (exact.win, exact.draw, exact.lose)
                    if game.ask.kind == "fight"
                    else (exact.lose, exact.draw, exact.win)
                )
                assert (shown.win, shown.draw, shown.lose) == pytest.approx(own)
                seen[game.ask.kind] += 1
            game.play(rng.randrange(len(game.ask.codes)))
    assert min(seen.values()) > 5


def test_percentages_keep_what_is_possible_apart_from_what_is_not() -> None:
    assert [matches.percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "<1%", "50%", ">99%", "100%"]


def test_folding_keeps_every_word_and_its_width() -> None:
    line = text("  1  ", " ".join(f"word{n}" for n in range(60)))
    for width in (20, 33, 80):
        folded = fold(line, width, 5)
        assert max(part.cell_len for part in folded) <= width
        assert " ".join(" ".join(part.plain for part in folded).split()) == " ".join(line.plain.split())


@pytest.mark.slow
def test_a_plain_terminal_is_given_plain_signs(tmp_path: Path) -> None:
    assert plain("┏━┯│◆●…×") == "+=+|o*...x"
    run = subprocess.run(
        [*START, "--seed", "1", "--save", str(tmp_path / "game.json")],
        input="\n1\nb\n", capture_output=True, text=True, timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "100", "LINES": "40"},
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.isascii() and "+---" in run.stdout


def test_the_page_tells_every_command_and_option() -> None:
    page = (Path(__file__).parent.parent / "docs" / "play.md").read_text(encoding="utf-8")
    for letter, word in COMMANDS:
        assert f"| `{letter}`" in page, word
    options = set(re.findall(r"--[a-z]+", CliRunner().invoke(app, ["play", "--help"], env={"COLUMNS": "200"}).stdout))
    assert {option for option in options - {"--help", "--option"} if f"`{option}" not in page} == set()


def test_the_screen_in_the_docs_is_one_that_fits() -> None:
    lines = (Path(__file__).parent.parent / "docs" / "img" / "terminal.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40 and max(map(len, lines)) <= 100
    assert lines[-2] == compact.hint(play_to(12).view(0), 100).plain


# the most important rule


@pytest.mark.slow
def test_a_die_answers_what_no_rule_does(file: str) -> None:
    """The same seed gives the same answers; they are saved, and touch no die of the game."""
    more = ("--preset", "third")
    played = play(file, "1", "die Does a Toad   float?", "die", "", "q", more=more)
    root = questions.stream(12)
    first = questions.die(root, 1)
    answer = f"asks: Does a Toad float? The die shows {first}: {'yes' if first > 3 else 'no'}."
    assert played.out.count(answer) == 2
    session = resumed(Path(file))
    assert [(one.number, one.text, one.die) for one in session.questions] == [(1, "Does a Toad float?", first)]
    again = session.put(0, "And a frog?")
    assert (again.number, again.die) == (2, questions.die(root, 2))
    other = play(f"{file}.other", "1", "q", more=more)
    assert other.code == 0
    states = [json.loads(one.game.save())["state"] for one in (session, resumed(Path(f"{file}.other")))]
    assert states[0] == states[1]


@pytest.mark.slow
def test_where_no_die_answers_it_is_said(file: str) -> None:
    assert "In this game no die answers questions." in play(file, "1", "die Why?", "q").out
    long = play(f"{file}.long", "1", f"die {'x' * 201}", "die", "q", more=("--preset", "third")).out
    assert "A question has at most 200 letters, not 201." in long
    assert "The die has not been asked anything." in long


def test_the_die_of_questions_is_fair() -> None:
    """Of 6000 dice each number comes up about a thousand times."""
    thrown = [questions.die(questions.stream(seed), number) for seed in range(60) for number in range(1, 101)]
    assert all(850 < thrown.count(face) < 1150 for face in range(1, 7))
    assert len(thrown) == sum(thrown.count(face) for face in range(1, 7))
