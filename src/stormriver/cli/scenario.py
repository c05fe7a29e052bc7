"""`stormriver scenario`: running scenario files, and telling one step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli.setup import AsJson, print_json, read_text
from stormriver.kernel.errors import StormriverError
from stormriver.scenario import explain_file, run_file
from stormriver.scenario.run import Outcome


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    scenario = typer.Typer(help="Scenario files: positions with answers and what must hold.", rich_markup_mode=None)
    scenario.command("run")(run)
    scenario.command("explain")(explain)
    app.add_typer(scenario, name="scenario")


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False, help="Files or folders.")],
    as_json: AsJson = False,
) -> None:
    """Run scenarios, and stop at the first that fails, with the ask that was pending."""
    outcomes = []
    for path in scenario_files(files):
        outcomes.append(run_file(path))
        if not outcomes[-1].passed:
            break
    passed = all(outcome.passed for outcome in outcomes)
    if as_json:
        print_json({"passed": passed, "scenarios": [facts(outcome) for outcome in outcomes]})
    elif passed:
        typer.echo(f"{len(outcomes)} scenario{'' if len(outcomes) == 1 else 's'} passed.")
    else:
        typer.echo(outcomes[-1].message)
    if not passed:
        raise typer.Exit(1)


def facts(outcome: Outcome) -> dict[str, object]:
    """Return how a scenario ended as plain data, fit for JSON."""
    return {name: getattr(outcome, name) for name in ("file", "title", "passed", "message")}


def scenario_files(paths: list[Path]) -> list[Path]:
    """Return the scenario files among some paths: files as they are, and those in folders, in order.

    Raises:
        StormriverError: if a path is not there, or a folder holds none.
    """
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not inside:
            raise StormriverError(f"There is no scenario in the folder {path}.")
        found += inside
    for path in found:
        read_text(path)  # a missing or unreadable file is told before anything runs
    return found


def explain(
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A scenario file.")],
) -> None:
    """Tell the run of a scenario step by step: every ask with its options, the answer, and what followed."""
    read_text(file)
    typer.echo(explain_file(file))
