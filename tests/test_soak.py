"""`make soak` can be broken off and goes on: what was played is not played again, unless something has changed."""

from __future__ import annotations

import importlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import soak
from support import soak_progress
from support.watches import Rates

ROOT = Path(__file__).resolve().parent.parent


class Games:
    """Stands for the games: notes which are played, and is broken off or fails at one of them."""

    def __init__(self, broken_off_at: int = -1, fails_at: int = -1) -> None:
        self.played: list[int] = []
        self.broken_off_at = broken_off_at
        self.fails_at = fails_at

    def __call__(self, number: int, rates: Rates) -> tuple[int, str, str]:
        if number == self.broken_off_at:
            raise KeyboardInterrupt
        self.played.append(number)
        return (0, f"game {number} broke a promise", "") if number == self.fails_at else (10, "", "")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    return ["--progress", str(tmp_path / "build" / "soak.json"), "--result", str(tmp_path / "result.json")]


def run(monkeypatch: pytest.MonkeyPatch, games: Games, *words: str) -> int:
    monkeypatch.setattr(soak, "play", games)
    return soak.main(list(words))


def told(files: list[str]) -> dict[str, object]:
    facts: dict[str, object] = json.loads(Path(files[3]).read_text())
    return facts


def test_a_run_that_is_broken_off_goes_on_where_it_was(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = Games(broken_off_at=7), Games()
    assert run(monkeypatch, first, "--games", "12", "--first", "4", *files) == 130
    assert "Broken off after 3 games; the same command goes on there." in capsys.readouterr().out
    assert (told(files)["games"], told(files)["wanted"]) == (3, 12)
    assert run(monkeypatch, second, "--games", "12", "--first", "4", *files) == 0
    assert "It goes on after 3 games." in capsys.readouterr().out
    assert (first.played, second.played) == ([4, 5, 6], list(range(7, 16)))
    assert {name: told(files)[name] for name in ("first", "games", "wanted", "decisions", "failures")} == {
        "first": 4, "games": 12, "wanted": 12, "decisions": 120, "failures": []
    }  # fmt: skip


def test_a_finished_run_has_nothing_left_to_play(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, Games(), "--games", "3", *files)
    again = Games()
    assert run(monkeypatch, again, "--games", "3", *files) == 0
    assert again.played == []
    assert run(monkeypatch, again, "--games", "5", *files) == 0
    assert again.played == [3, 4]


@pytest.mark.parametrize("change", ["sources", "first", "broken"])
def test_a_run_begins_anew_and_says_so_when_what_it_checks_has_changed(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    run(monkeypatch, Games(), "--games", "3", *files)
    if change == "sources":
        monkeypatch.setattr(soak_progress, "sources", lambda: "others")
    elif change == "broken":
        Path(files[1]).write_text("{")
    again = Games()
    first = 1 if change == "first" else 0
    run(monkeypatch, again, "--games", "4", "--first", str(first), *files)
    assert again.played == list(range(first, first + 4))
    assert "begins anew" in capsys.readouterr().out


def test_a_failure_is_told_and_its_game_played_again(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, Games(fails_at=2), "--games", "5", *files) == 1
    assert (told(files)["games"], told(files)["failures"]) == (2, ["game 2 broke a promise"])
    again = Games()
    assert run(monkeypatch, again, "--games", "5", *files) == 0
    assert again.played == [2, 3, 4]
    assert told(files)["failures"] == []


def test_few_games_do_not_take_the_place_of_many(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, Games(), "--games", "5", *files)
    monkeypatch.setattr(soak_progress, "sources", lambda: "others")
    run(monkeypatch, Games(), "--games", "4", *files)
    assert told(files)["games"] == 5
    run(monkeypatch, Games(fails_at=2), "--games", "3", "--first", "1", *files)
    assert told(files)["games"] == 1


def test_what_is_hashed_is_engine_content_and_checks() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in soak_progress._files()}
    assert {"src/stormriver/kernel/game.py", "src/stormriver/content/city/pets.yaml"} <= names
    assert {"tests/soak.py", "tests/support/contract.py"} <= names
    assert not any(name.startswith(("src/stormriver/cli", "src/stormriver/server")) for name in names)


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_where_it_was(files: list[str]) -> None:
    """As it happens: a process with real games, ended by the system, and another one after it."""
    words = [sys.executable, str(ROOT / "tests" / "soak.py"), *files]
    with subprocess.Popen([*words, "--games", "1000"], stdout=subprocess.PIPE, text=True) as process:
        while not Path(files[1]).is_file():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate()
    assert process.returncode == 130 and "the same command goes on there" in out
    done = json.loads(Path(files[1]).read_text())["games"]
    again = subprocess.run([*words, "--games", str(done + 1)], capture_output=True, text=True, timeout=300)
    assert again.returncode == 0 and f"It goes on after {done} games." in again.stdout
    assert told(files)["games"] == done + 1


def test_the_docs_tell_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"date": "2026-01-02", "version": "1.2", "commit": "abc", "first": 0, "games": 1234, "wanted": 20000,
             "decisions": 5678901, "hours": 3.5, "failures": []}  # fmt: skip
    file = tmp_path / "soak.json"
    file.write_text(json.dumps(facts))
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    coverage = importlib.import_module("pages.coverage")
    monkeypatch.setattr(coverage, "SOAK", file)
    page = " ".join(coverage.soaked())
    for words in (
        "1,234 of 20,000",
        "5,678,901 decisions",
        "2026-01-02",
        "version 1.2",
        "`abc`",
        "no promise was broken",
    ):
        assert words in page
    file.write_text(json.dumps({**facts, "failures": ["game 7 broke a promise"]}))
    assert "game 7 broke a promise" in " ".join(coverage.soaked())
    file.unlink()
    assert coverage.soaked() == []
