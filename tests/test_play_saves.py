"""Leaving a game at the terminal: nothing played is lost, and nothing is saved where nothing was played."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from stormriver.cli import session as sessions
from stormriver.cli.session import resumed
from test_play import START, Played, play

SEED = ("--seed", "12")
TWO = ("--players", "you,steady")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("place", ["/nowhere/at/all.json", "letter.txt/game.json", "."])
def test_a_place_that_cannot_be_written_is_refused_before_the_game(here: Path, place: str) -> None:
    (here / "letter.txt").write_text("dear")
    played = Played(["", "1"], *SEED, "--save", place)
    assert (played.code, played.out) == (2, "")
    assert played.err.startswith(place) and len(played.err.splitlines()) == 1


def test_the_check_leaves_nothing_behind(here: Path) -> None:
    Played(["q"], *SEED, "--save", "game.json")
    assert list(here.iterdir()) == []


def test_a_place_that_can_no_longer_be_written_loses_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = leave_with_no_room_at("gone", here, monkeypatch)
    assert played.code == 0
    assert "gone/game.json cannot be written" in played.out.replace("\n", "")
    saved = here / "stormriver-game.json"
    assert f"Go on with: stormriver play --terminal --load {saved.name}" in played.out
    assert resumed(saved).game.ask.kind == "may"  # type: ignore[union-attr]


def leave_with_no_room_at(folder: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Play with a save in a folder that is gone when the game is left."""
    (here / folder).mkdir()
    check = sessions.check_place

    def checked_then_gone(target: Path, replaces: bool) -> None:
        check(target, replaces)
        target.parent.rmdir()

    monkeypatch.setattr("stormriver.cli.play.check_place", checked_then_gone)
    return Played(["", "1", "q"], *SEED, "--save", f"{folder}/game.json")


def test_where_the_current_folder_takes_nothing_either_the_user_s_data_does(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sessions, "own_data", lambda: tmp_path)
    save = sessions.LocalSession.save

    def full(self: sessions.LocalSession, path: Path | None = None) -> Path:
        if path is None or path.parent == Path():
            with sessions.writing(path or Path("x")):
                raise OSError(28, "No space left on device")
        return save(self, path)

    monkeypatch.setattr(sessions.LocalSession, "save", full)
    played = Played(["", "1", "q"], *SEED)
    assert "cannot be written: no space left on device." in played.out
    assert resumed(tmp_path / "stormriver-game.json").game.ask.kind == "may"  # type: ignore[union-attr]


@pytest.mark.parametrize("typed", [["q"], ["quit"], []])
def test_leaving_at_the_first_page_saves_nothing(here: Path, typed: list[str]) -> None:
    played = Played(typed, *SEED)
    assert played.code == 0
    assert "Nothing has been played, so nothing is saved." in played.out
    assert list(here.iterdir()) == []


def test_leaving_at_the_first_question_saves_the_game(here: Path) -> None:
    play("game.json", "q")
    assert resumed(Path("game.json")).game.ask.kind == "rolled"  # type: ignore[union-attr]


@pytest.mark.slow
def test_each_turn_of_ones_own_is_saved_when_it_ends(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = []
    save = sessions.LocalSession.save

    def noted(self: sessions.LocalSession, path: Path | None = None) -> Path:
        saved.append(self.game.state.turn)
        return save(self, path)

    monkeypatch.setattr(sessions.LocalSession, "save", noted)
    play("game.json", *["1"] * 12, more=TWO)
    *turns, _ = saved  # but for the save on leaving
    assert len(turns) > 2 and turns == sorted(turns)
    assert {turn % 2 for turn in turns} == {0}  # that of the first of two seats has ended


@pytest.mark.slow
def test_a_turn_that_cannot_be_saved_is_told_at_the_next_question(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = sessions.LocalSession.save

    def full(self: sessions.LocalSession, path: Path | None = None) -> Path:
        if self.game.state.turn < 5:
            with sessions.writing(Path("game.json")):
                raise OSError(28, "No space left on device")
        return save(self, path)

    monkeypatch.setattr(sessions.LocalSession, "save", full)
    played = play("game.json", *["1"] * 12, more=TWO)
    assert played.out.count("! game.json cannot be written: no space left on device.") == 2
    assert resumed(Path("game.json"))


@pytest.mark.long
def test_a_game_that_is_killed_goes_on_where_ones_last_turn_ended(here: Path) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(here), "TERM": "dumb"}
    game = here / "stormriver" / "games" / "revised4-1.json"
    with subprocess.Popen([*START, *SEED, *TWO], env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as playing:
        assert playing.stdin is not None
        playing.stdin.write(b"\n" + b"1\n" * 6)
        playing.stdin.flush()
        until = time.monotonic() + 60
        while not game.exists() and time.monotonic() < until:
            time.sleep(0.05)
        playing.kill()
    assert resumed(game).game.state.turn >= 2
    again = subprocess.run([*START, "--continue"], env=env, input="q\n", capture_output=True, encoding="utf-8")
    assert again.returncode == 0 and " Stormriver  " in again.stdout and f"Saved to {game}" in again.stdout
