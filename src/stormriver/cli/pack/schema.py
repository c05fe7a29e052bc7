"""`stormriver pack schema`: what editors complete, explain and check the files of a pack by."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli.game_setup import PACK_PRESET, print_json, write_text
from stormriver.cli.pack.arguments import For, with_columns, written
from stormriver.cli.wording import echo
from stormriver.language.packs import counters_of
from stormriver.workshop import bench, starting
from stormriver.workshop.schema import schemas


def schema(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", show_default=False, help="The folder of a pack; printed if not said."),
    ] = None,
    preset: For = None,
) -> None:
    """Write JSON Schemas of all files into a pack, with settings for editors; or print the one of cards."""
    if folder is None:
        print_json(schemas(preset or PACK_PRESET)["cards"])
        return
    with with_columns():
        pack = bench.lay(folder, preset)
        texts = starting.editor_files(pack.preset, counters_of(folder))
    for name, text in texts.items():
        write_text(folder / name, text)
    echo("{files} written to {folder}.", files=written([folder / name for name in texts]), folder=folder)
