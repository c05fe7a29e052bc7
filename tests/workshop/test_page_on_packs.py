"""The page on writing packs: its commands, typed one after the other, print what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.cli.pack import COMMANDS
from support.documents import blocks, commands, read, run_commands

PAGE = "docs/packs/authoring.md"


@pytest.mark.long
def test_commands_of_the_page_run_as_shown(tmp_path: Path) -> None:
    shown = [command for block in blocks(read(PAGE), "console") for command in commands(block.text)]
    assert len(shown) > 12
    run_commands(shown, tmp_path)


def test_every_command_for_packs_is_on_a_page() -> None:
    text = read(PAGE) + read("docs/cli.md")
    assert [name for name in COMMANDS if f"`pack {name}`" not in text and f"pack {name}" not in text] == []
