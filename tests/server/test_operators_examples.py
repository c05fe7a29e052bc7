"""The examples of the commands for operators: each does what it says at a server that people have been at."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from sites import quick_settings, site
from test_moderation_http import account
from typer.testing import CliRunner

from stormriver.cli.app import app
from stormriver.cli.examples import EXAMPLES

MADE_UP = "Ab12Cd34Ef56"
"""The id of a table as the examples have it."""
GOES_ON = ("mcp",)
"""What goes on until it is broken off."""


def lines() -> list[str]:
    """Return the examples in their order."""
    commands = ("doctor", "admin", "backup", "restore", "migrate", *GOES_ON)
    return [one.line for name, some in EXAMPLES.items() if name.split()[0] in commands for one in some]


@pytest.mark.long
def test_each_example_for_operators_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = quick_settings(tmp_path, database="sqlite:///stormriver.db")
    with site(settings) as ann:
        account(ann, "Ann")
        rob = ann.another()
        assert account(rob, "Rob") == 2
        table = rob.make("me", "computer")["table"]
        told = rob.post("/api/reports", json={"table": table, "reason": "Odd", "seat": 0})
        assert told.status_code == 201
    typed = [line for line in lines() if line.split()[1] not in GOES_ON]
    assert any(MADE_UP in line for line in typed)
    said = {}
    for line in typed:
        result = CliRunner().invoke(app, shlex.split(line.replace(MADE_UP, table))[1:])
        assert result.exit_code == 0, f"$ {line}\n{result.output}"
        said[line] = result.output
    assert "Rob" in said["stormriver admin people ro"] and "Ann" in said["stormriver admin people --operators"]
    assert "Odd" in said["stormriver admin reports"] and "Odd" not in said["stormriver admin reports --done"]
    assert CliRunner().invoke(app, ["admin", "reports"]).output.count("Odd") == 0  # one example has closed it
    assert '"what": "ban"' in said["stormriver admin acts --json"]
    assert (tmp_path / "new.db").exists()
