"""The screen mode of the terminal: single keys, completion, looking about the board, pages, any size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from stormriver.cli import input_history
from stormriver.cli.fullscreen.screen import FullScreen
from stormriver.cli.offers import Offers
from stormriver.cli.play import begun, converse, play_here
from stormriver.cli.prompt_commands import parts
from stormriver.cli.screen import compact, log, palette
from stormriver.cli.screen.lines import text
from stormriver.cli.session import LocalSession
from stormriver.cli.terminal import Terminal
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.facts import Told

UP, DOWN, LEFT, ENTER, TAB, ESCAPE = "\x1b[A", "\x1b[B", "\x1b[D", "\r", "\t", "\x1b"
PAGE_DOWN = "\x1b[6~"
LEAVE = "\x03"


class Paper(DummyOutput):
    """An output of any size on which nothing is shown."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)

    def get_size(self) -> Size:
        """Return its size."""
        return self.size


class Typed(FullScreen):
    """A screen at which keys are typed, each once all that came of the one before is drawn; at their end it is left.

    Attributes:
        shots: what is seen whenever a key is about to be typed.
    """

    def __init__(self, pipe: PipeInput, keys: list[str], columns: int = 80, rows: int = 24) -> None:
        self.paper = Paper(columns, rows)
        super().__init__(pipe, self.paper)
        self.pipe, self.keys = pipe, iter(keys)
        self.shots: list[str] = []
        self.rested = True

    @contextmanager
    def wide_open(self) -> Iterator[None]:
        """Open it, and begin to type."""
        with super().wide_open():
            self.app.after_render += self.rendered
            self.app.key_processor.after_key_press += lambda _: setattr(self, "rested", True)
            yield

    def rendered(self, app: Application[None]) -> None:
        """Type the next key if the one before has been heeded and somebody listens."""
        seen = app.renderer.last_rendered_screen
        if not (self.listens and self.rested and seen):
            return
        rows, columns = self.paper.size
        lines = ("".join(seen.data_buffer[y][x].char for x in range(columns)).rstrip() for y in range(rows))
        self.shots.append("\n".join(lines))
        self.rested = False
        key = next(self.keys, LEAVE)
        if key.startswith("size "):
            columns, rows = map(int, key.split()[1:])
            self.paper.size = Size(rows=rows, columns=columns)
            self.rested = True
            app.invalidate()
        else:
            self.pipe.send_text(key)


class Played:
    """A game in which keys were typed: its session, and what was seen before each key."""

    def __init__(
        self,
        folder: Path,
        *keys: str,
        size: tuple[int, int] = (80, 24),
        preset: str = "revised4",
        remembers: bool = False,
    ) -> None:
        self.session: LocalSession = begun(preset, ["you", "steady"], None, None, None, 12)
        self.session.path = folder / "game.json"
        with create_pipe_input() as pipe:
            screen = Typed(pipe, list(keys), *size)
            if remembers:
                screen.remember()
            converse(self.session, screen, pace=False)
        self.shots = screen.shots


@pytest.fixture(autouse=True)
def quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """What stays when the game has been left is not looked at here."""


@pytest.mark.slow
def test_the_number_of_an_option_answers_without_enter(tmp_path: Path) -> None:
    played = Played(tmp_path, "1")
    assert "  1  to:plains_3" in played.shots[0]
    assert "to:plains_3" in [one.key for one in played.session.decisions]


@pytest.mark.slow
def test_the_letter_of_a_command_is_taken_at_once_and_escape_leads_back(tmp_path: Path) -> None:
    question, sheet, back = Played(tmp_path, "s", ESCAPE).shots
    assert "Sheet of Ann" in sheet and "Sheet of Ann" not in question
    assert back == question


@pytest.mark.long
def test_keys_typed_ahead_are_kept_for_the_next_question(tmp_path: Path) -> None:
    one_by_one, at_once = Played(tmp_path, "1", "1"), Played(tmp_path, "11")
    assert [one.key for one in at_once.session.decisions] == [one.key for one in one_by_one.session.decisions]


@pytest.mark.long
def test_several_answers_stand_on_a_line(tmp_path: Path) -> None:
    on_a_line = Played(tmp_path, ":", "1", ";", "1", ENTER)
    assert [one.key for one in on_a_line.session.decisions] == [
        one.key for one in Played(tmp_path, "1", "1").session.decisions
    ]


def test_a_line_is_taken_apart_at_semicolons_and_between_numbers() -> None:
    assert parts("2 1 12") == ["2", "1", "12"]
    assert parts("c magic sword; 2") == ["c magic sword", "2"]


@pytest.mark.slow
def test_the_arrows_look_about_the_board_and_enter_goes_there(tmp_path: Path) -> None:
    played = Played(tmp_path, LEFT, UP, ESCAPE, "x", *[UP] * 5, ENTER)
    asked, left, up, back, own = played.shots[:5]
    assert "Where do you move?" in asked and "Where do you move?" not in left
    assert "(fields_4)" in left and "◂" in left and "[Enter]" not in left
    assert "(warlocks_cave)" in up and back == asked
    assert "(city)" in own
    assert "[Enter] Go to Fields 2." in played.shots[9]
    assert "to:fields_2" in [one.key for one in played.session.decisions]


@pytest.mark.slow
def test_a_colon_opens_the_line_and_tab_completes_it(tmp_path: Path) -> None:
    played = Played(tmp_path, ":", "n", TAB, ENTER, ENTER)
    assert "be asked again" in played.shots[2]  # what the word in the menu does
    assert played.shots[3].splitlines()[-1] == "> never"
    assert "Never be asked that again?" in played.shots[5]


@pytest.mark.long
def test_what_was_typed_before_comes_back(tmp_path: Path) -> None:
    keys = [":", *"zz", ENTER, ":", UP]
    assert Played(tmp_path, *keys).shots[-1].splitlines()[-1] == "> zz"


@pytest.fixture
def kept_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of lines that are recalled, which is not there yet."""
    monkeypatch.setattr(input_history, "own_data", lambda: tmp_path)
    return tmp_path / input_history.FILE


@pytest.mark.slow
def test_what_was_typed_in_an_earlier_game_comes_back(tmp_path: Path, kept_lines: Path) -> None:
    Played(tmp_path, ":", *"zz", ENTER, "1", ":", "1", ENTER, remembers=True)
    assert kept_lines.read_text() == "zz\n"  # keys are no lines
    assert Played(tmp_path, ":", UP, remembers=True).shots[-1].splitlines()[-1] == "> zz"
    assert Played(tmp_path, ":", UP).shots[-1].splitlines()[-1] == ">"


def test_no_more_lines_are_kept_than_anybody_looks_for(kept_lines: Path) -> None:
    for number in range(input_history.MOST + 5):
        input_history.note(f"c card\n{number}")
    assert input_history.recalled() == [f"c card {number}" for number in range(5, input_history.MOST + 5)]
    assert len(kept_lines.read_text().splitlines()) == input_history.MOST


def test_a_history_that_cannot_be_kept_is_none(kept_lines: Path) -> None:
    kept_lines.mkdir()
    input_history.note("c card")
    assert input_history.recalled() == []


@pytest.mark.parametrize(("players", "remembers"), [("you,steady", True), ("you,you", False)])
def test_only_who_plays_alone_is_reminded_of_what_was_typed(players: str, remembers: bool, kept_lines: Path) -> None:
    class Left(Terminal):
        def page(self, *args: object, **named: object) -> str:
            return "q"

    terminal = Left()
    play_here(terminal, None, players, None, None, None, 12, None, None, pace=False)
    assert terminal.remembers == remembers


@pytest.mark.slow
def test_a_page_is_scrolled_and_answered(tmp_path: Path) -> None:
    played = Played(tmp_path, "?", PAGE_DOWN, ENTER, "1")
    _, first, second, third = played.shots[:4]
    assert "What is asked" in first and "more >" in first
    assert first != second != third
    assert played.session.decisions


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["revised4", pytest.param("wargame", marks=pytest.mark.long)])
def test_board_question_and_options_are_there_at_any_size(preset: str, tmp_path: Path) -> None:
    sizes = [(80, 24), (120, 40), (200, 60)]
    shots = Played(tmp_path, "size 120 40", "size 200 60", preset=preset).shots
    for (columns, rows), shot in zip(sizes, shots, strict=True):
        lines = shot.splitlines()
        assert len(lines) == rows and max(map(len, lines)) <= columns
        assert lines[0].startswith(" Stormriver  ") and lines[-1] == ">"
        assert "?  [" in shot and any(line.startswith("  1  ") for line in lines)
        spaces = max(line.count("│") + line.count("┃") for line in lines)
        assert spaces >= 8 and sum(line.count("│") + line.count("┃") == spaces for line in lines) >= 7
    assert len({max(map(len, shot.splitlines())) for shot in shots}) > 1


def test_the_end_of_the_input_leaves_and_saves(tmp_path: Path) -> None:
    session = begun("revised4", ["you", "steady"], None, None, None, 12)
    session.path = tmp_path / "game.json"
    with create_pipe_input() as pipe:
        screen = FullScreen(pipe, Paper(80, 24))
        pipe.close()
        converse(session, screen, pace=False)
    assert session.path.exists()


def test_a_number_waits_where_it_may_begin_another_one() -> None:
    many, few = Offers({f"to:{n}": "" for n in range(12)}), Offers({"yes": "", "no": ""}, letters=frozenset("b"))
    assert [typed for typed in ("0", "1", "2", "9", "12", "13") if many.at_once(typed)] == ["2", "9", "12"]
    assert [typed for typed in ("1", "2", "3", "b", "x", "") if few.at_once(typed)] == ["1", "2", "b"]


def test_colours_can_be_those_that_all_tell_apart_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    line = text(("Ben", "bold bright_red"), " and all")
    painted = {colours: Terminal(colours).painted([line], 40) for colours in palette.COLOURS}
    assert "91m" in painted["full"]
    assert "38;2;213;94;0m" in painted["safe"]
    assert painted["none"] == "\x1b[1mBen\x1b[0m and all\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Terminal("safe").painted([line], 40) == painted["none"]


def test_whoever_sits_down_next_finds_nothing_of_the_one_before(tmp_path: Path) -> None:
    with create_pipe_input() as pipe:
        screen = FullScreen(pipe, Paper(80, 24))
        screen.show(lambda: [text("a secret")])
        screen.buffer.history.append_string("cast:secret")
        screen.forget()
        assert screen.lines() == [] and screen.buffer.history.get_strings() == []


def test_news_bear_their_turn_and_what_befell_the_reader_stands_out() -> None:
    view = begun("revised4", ["you", "steady"], None, None, None, 12).view(0)
    told = [
        Told(number, 7, "Moved", seat, f"{name} does {number}.", other=other)
        for number, (seat, name, other) in enumerate([(1, "Ben", -1), (1, "Ben", 0), (0, "Ann", -1), (1, "Ben", -1)])
    ]
    lines = [line.plain for line in log.recent(view, [Turn(7, 1, tuple(told)), Turn(8, 0, (told[2],))], 80, 9)]
    assert lines == ["7 Ben does 0.", "  » Ben does 1.", "  » Ann does 2.", "  Ben does 3.", "8 · Ann does 2."]


def test_the_number_of_a_turn_stands_once() -> None:
    view = begun("revised4", ["you", "steady"], None, None, None, 12).view(0)
    turn = Turn(7, 0, (Told(1, 7, "Moved", 0, "Ann does 1."),))
    past = compact.Past(new=[turn], known=[turn])
    told = [line.plain for line in compact.happened(view, past, 80, 9)]
    assert told == ["7 · Ann does 1.", "  · Ann does 1.", ""]


def test_news_that_are_cut_begin_with_a_sentence_and_its_turn() -> None:
    view = begun("revised4", ["you", "steady"], None, None, None, 12).view(0)
    turns = [Turn(at, 0, (Told(at, at, "Moved", 0, f"Ann does {'very ' * 30}{at}."),)) for at in (6, 7)]
    first, *lines = [line.plain for line in log.recent(view, turns, 80, 5)]
    assert first.startswith("(3 earlier lines") and len(lines) == 3
    assert lines[0].startswith("7 · Ann does very") and lines[1].startswith("    very")


def test_a_turn_in_short_tells_of_a_fight_that_was_won_that_the_enemy_is_killed() -> None:
    view = begun("revised4", ["you", "steady"], None, None, None, 12).view(0)
    won, killed = Told(1, 7, "FightWon", 1, "Ben wins."), Told(2, 7, "EnemyKilled", 1, "Ben kills the Bear.")
    assert log.in_short(view, 1, [won, killed]).plain == "Ben kills the Bear."
    assert log.in_short(view, 1, [won]).plain == "Ben wins."
