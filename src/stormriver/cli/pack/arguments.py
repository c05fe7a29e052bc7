"""What several commands for packs take alike, and how they show what they found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli import completions
from stormriver.cli.game_setup import PACK_PRESET, RULEBOOKS
from stormriver.cli.wording import echo
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.translatable import Translatable, joined, plural
from stormriver.scenario.run import Outcome

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="The folder of the pack.")]
For = Annotated[
    str | None,
    typer.Option(
        "--preset",
        "-p",
        show_default=f"the first it is for, or {PACK_PRESET}",
        help=f"The rulebook to play by: {RULEBOOKS}.",
        autocompletion=completions.presets,
    ),
]


@contextmanager
def with_columns() -> Iterator[None]:
    """Have all faults of a pack that is loaded meanwhile told, each in a line of its own and with its column."""
    try:
        yield
    except BadContent as wrong:
        raise StormriverError(joined([located for _, located in wrong.told] or wrong.args, "\n")) from None


def show_outcomes(outcomes: list[Outcome]) -> bool:
    """Tell which scenarios and examples failed, and how many held; return whether all did."""
    failed = [outcome for outcome in outcomes if not outcome.passed]
    for outcome in failed:
        echo(outcome.message)
    held = plural(
        len(outcomes) - len(failed), "{number} scenario or example holds", "{number} scenarios and examples hold"
    )
    if failed:
        echo("{held}, {failed} failed.", held=held, failed=len(failed))
    elif outcomes:
        echo("{held}.", held=held)
    return not failed


def written(paths: list[Path]) -> Translatable:
    """Return in words how many files were written."""
    return plural(len(paths), "{number} file", "{number} files")
