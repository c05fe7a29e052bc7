"""The pages that begin each game: what they type is typed, and what they show is compared with what comes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stormriver.language.ruleset import Ruleset, packs_for, presets
from stormriver.scenario.lessons import lessons
from support.documents import ROOT, blocks, commands, fits, printed, read, typed

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/games").glob("*.md"))
BEGUN = "docs/games/revised4.md"


@pytest.mark.slow
@pytest.mark.parametrize("page", [p if p == BEGUN else pytest.param(p, marks=pytest.mark.long) for p in PAGES])
def test_a_game_begins_as_its_page_shows(page: str, tmp_path: Path) -> None:
    shown = [command for block in blocks(read(page), "console") for command in commands(block.text)]
    assert shown
    terminal = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "TERM": "dumb", "XDG_DATA_HOME": str(tmp_path)}
    for command in shown:
        program, *words = command.line.split()
        assert program == "stormriver"
        done = subprocess.run(
            [sys.executable, "-m", "stormriver", *words],
            cwd=tmp_path,
            env={**os.environ, **terminal},
            input=typed(command.output),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"$ {command.line}\n{done.stderr}"
        assert fits(done.stdout, printed(command.output)), f"$ {command.line}\nprinted\n{done.stdout}"


@pytest.mark.slow
def test_lessons_and_options_that_the_pages_name_exist() -> None:
    text = "\n".join(map(read, PAGES))
    options = {option for preset in presets() for option in Ruleset(preset, {}, tuple(packs_for(preset))).options}
    assert set(re.findall(r"--lesson\s(\w+)", text)) <= set(lessons())
    assert set(re.findall(r"(?:-o |\| `)(\w+)=", text)) <= options


def test_what_a_page_types_is_told_from_what_it_shows() -> None:
    shown = ["[Enter] begin >", "How do you move?", "> roll", "..."]
    assert typed(shown) == "\nroll\n"
    assert printed(shown) == ["[Enter] begin >", "How do you move?", ">", "..."]
