"""Lists: as a table that fits the terminal, or one line an entry where another program reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import typer
from rich.console import Console
from rich.table import Table

ENDLESS = 100_000
"""As many columns as no line needs."""


def show_list(heads: Sequence[str], entries: Iterable[Sequence[str]]) -> None:
    """Print a list with a heading for each of its columns."""
    rows = Table(box=None, pad_edge=False)
    for head in heads:
        rows.add_column(head)
    for entry in entries:
        rows.add_row(*(" ".join(cell.split()) for cell in entry))
    console = Console(markup=False, highlight=False)
    if console.is_terminal:
        console.print(rows)
        return
    unfolded = Console(markup=False, highlight=False, width=ENDLESS)
    with unfolded.capture() as lines:
        unfolded.print(rows)
    typer.echo("\n".join(line.rstrip() for line in lines.get().splitlines()))
