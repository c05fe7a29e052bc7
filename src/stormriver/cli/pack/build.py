"""`stormriver pack build` and `index`: a pack in one file, and the index of a folder of such files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli.pack.arguments import Folder, For, with_columns
from stormriver.cli.wording import echo
from stormriver.kernel.translatable import plural
from stormriver.workshop import archive, bench
from stormriver.workshop import index as indexes


def build(
    folder: Folder,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="The folder for the file.")] = Path(),
    preset: For = None,
) -> None:
    """Pack a pack that can be played into one file, named after its id and version."""
    with with_columns():
        file = archive.build(bench.lay(folder, preset), to)
    echo("{pack} is packed into {file}.", pack=folder.name, file=file)


def index(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", show_default=False, help="A folder of packs in one file each.")
    ],
) -> None:
    """Write the index of a folder of packed packs; handed out by any web server, others install from there."""
    made = indexes.make(folder)
    packs = plural(len(made.packs), "{number} pack", "{number} packs")
    echo("{packs} in {file}.", packs=packs, file=folder / indexes.FILE)
