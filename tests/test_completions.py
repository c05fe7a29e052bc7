"""What the shell completes, asked for as bash asks: by the words typed so far, and which of them the cursor is in."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.cli import kept_games
from stormriver.cli.app import app
from stormriver.language.packs import VARIABLE
from stormriver.scenario.lessons import lesson_ids, lessons
from test_play import Played


def completed(line: str) -> list[str]:
    """Return what a line may go on with, at whose end the cursor is."""
    env = {
        "_STORMRIVER_COMPLETE": "complete_bash",
        "COMP_WORDS": f"stormriver {line}",
        "COMP_CWORD": str(len(f"stormriver {line}".split(" ")) - 1),
    }
    result = CliRunner().invoke(app, [], prog_name="stormriver", env=env)
    assert result.exit_code == 0 and not result.stderr
    return str(result.stdout).split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pl", ["play"]),
        ("pack mi", ["migrate"]),
        ("play --pl", ["--players", "--plain"]),
        ("play --preset w", ["wargame"]),
        ("play --players you,st", ["you,steady"]),
        ("play --packs city,fr", ["city,frontier"]),
        ("play --preset wargame --packs fr", []),
        ("play -o sudden", ["sudden_death=true", "sudden_death=false"]),
        ("play --preset wargame -o sudden", []),
        ("play --packs city -o ending=r", ["ending=revealed"]),
        ("play --colours s", ["safe"]),
        ("play --lesson a_", ["a_fight", "a_spell"]),
        ("cards dragon_", []),
        ("cards --preset third dragon_", ["dragon_king"]),
        ("cards --packs nowhere dragon_", []),
        ("rules last_r", ["last_round"]),
        ("rules fate.on", ["fate.once_per_die", "fate.one_of_many"]),
        ("simulate --players ra", ["random"]),
        ("texts preview d", ["de"]),
        ("--language d", ["de"]),
        ("cards --language d", ["de"]),
    ],
)
def test_the_shell_completes(line: str, words: list[str]) -> None:
    assert completed(line) == words


def test_games_that_are_kept_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_games, "own_data", lambda: tmp_path)
    assert completed("play --load r") == completed("games --remove r") == []
    Played(["", "1"], "--seed", "12", "--players", "you,steady")
    assert completed("play --load r") == completed("games --remove r") == ["revised4-1"]
    assert "revised4-1" not in completed("replay r")  # it is not over
    (tmp_path / "rare.jsonl").touch()
    assert completed(f"verify {tmp_path}/r") == [f"{tmp_path}/rare.jsonl"]


def test_no_pack_is_completed_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "")
    assert completed("pack remove ") == []


@pytest.mark.slow
def test_the_id_of_a_lesson_stands_first_in_its_file() -> None:
    assert lesson_ids() == list(lessons())
