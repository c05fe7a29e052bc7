"""`stormriver pack format`: the YAML of a pack laid out in one form."""

from __future__ import annotations

from typing import Annotated

import typer

from stormriver.cli.pack.arguments import Folder, with_columns, written
from stormriver.cli.wording import echo
from stormriver.workshop import bench, formatting


def format_pack(
    folder: Folder,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; name the files, and exit with 1 if there are any.")
    ] = False,
) -> None:
    """Lay out the YAML of a pack and its scenarios in one form; comments stay, and what it says is not changed."""
    with with_columns():
        pack = bench.lay(folder)
        found = list(formatting.untidy(pack)) if check else formatting.tidy(pack)
    for path in found:
        echo("{file}", file=path.relative_to(pack.folder).as_posix())
    if not found:
        echo("{pack} is laid out well.", pack=folder.name)
    elif check:
        echo("{files} would be laid out anew.", files=written(found))
        raise typer.Exit(1)
    else:
        echo("{files} laid out anew.", files=written(found))
