"""`stormriver scenario`: running scenario files, and telling one step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from stormriver.cli.game_setup import (
    AsJson,
    Options,
    Packs,
    Preset,
    options_of,
    packs_of,
    print_json,
    read_text,
    table_of,
)
from stormriver.cli.reader_language import READER
from stormriver.cli.streams import say
from stormriver.cli.wording import echo, worded
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.spelling import nearest
from stormriver.kernel.translatable import Translatable, plural
from stormriver.scenario import explain_file, run_file
from stormriver.scenario.files import rulebook_named
from stormriver.scenario.option_keys import Asked, all_asked
from stormriver.scenario.run import Outcome


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    scenario = typer.Typer(help="Scenario files: positions with answers and what must hold.", rich_markup_mode=None)
    scenario.command("run")(run)
    scenario.command("explain")(explain)
    scenario.command("keys")(keys)
    app.add_typer(scenario, name="scenario")


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False, help="Files or folders.")],
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Run them all, also after one has failed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run scenarios, and stop at the first that fails, with the ask that was pending."""
    found = scenario_files(files)
    outcomes = []
    for path in found:
        outcomes.append(outcome_of(path) if keep_going else run_file(path))
        if not (outcomes[-1].passed or keep_going):
            break
    failed = [outcome for outcome in outcomes if not outcome.passed]
    counts = {
        "passed": len(outcomes) - len(failed), "failed": len(failed), "not_run": len(found) - len(outcomes)
    }  # fmt: skip
    if as_json:
        print_json({"passed": not failed, "counts": counts, "scenarios": [facts(outcome) for outcome in outcomes]})
    else:
        for outcome in failed:
            echo(outcome.message)
            if keep_going:
                say("")
        if keep_going or not failed:
            echo(told(counts))
    if failed:
        raise typer.Exit(1)


def outcome_of(path: Path) -> Outcome:
    """Return how a scenario ended; one whose file is wrong has failed, with the sentence that says why."""
    try:
        return run_file(path)
    except BadContent as wrong:
        return Outcome(str(path), "", False, wrong.args[0])


def told(counts: Mapping[str, int]) -> Translatable:
    """Return in a sentence how many scenarios passed, and how many failed if any did."""
    passed = plural(counts["passed"], "{number} scenario passed", "{number} scenarios passed")
    if not counts["failed"]:
        return Translatable("{passed}.", passed=passed)
    return Translatable("{passed}, {failed} failed.", passed=passed, failed=counts["failed"])


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
            raise StormriverError("There is no scenario in the folder {path}.", path=path)
        found += inside
    for path in found:
        read_text(path)  # a missing or unreadable file is told before anything runs
    return found


def explain(
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A scenario file.")],
) -> None:
    """Tell the run of a scenario step by step: every ask with its options, the answer, and what followed."""
    read_text(file)
    say(explain_file(file, READER.language))


def keys(
    ask: Annotated[str | None, typer.Argument(metavar="[ASK]", help="One kind of ask; all if nothing.")] = None,
    preset: Preset = "revised4",
    option: Options = None,
    packs: Packs = None,
    as_json: AsJson = False,
) -> None:
    """List the kinds of asks, with the keys that each may offer and who may be asked."""
    table = table_of(preset, options_of(option), packs_of(packs))
    known = {one.kind: one for one in all_asked(rulebook_named(table.rulebook.name), table, READER.language)}
    if ask is not None and ask not in known:
        meant = nearest(ask, known)
        all_of_them = Translatable("; leave it out to list all.")
        ending = Translatable("; did you mean {near!r}?", near=meant) if meant else all_of_them
        raise StormriverError("No ask is called {ask!r}{ending}", ask=ask, ending=ending)
    found = list(known.values()) if ask is None else [known[ask]]
    if as_json:
        print_json([asdict(one) for one in found])
    else:
        say("\n\n".join(map(key_lines, found)))


def key_lines(asked: Asked) -> str:
    """Return the lines on a kind of ask: its question, who may be asked, and its keys."""
    facts = {"kind": asked.kind, "question": asked.question, "who": asked.who}
    lines = [worded(READER, "{kind}: {question} (asked of {who})", **facts)]
    for label, forms in (("", asked.answers), (worded(READER, "besides: "), asked.free)):
        if forms:
            lines.append(fill(label + ", ".join(forms), 100, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines)
