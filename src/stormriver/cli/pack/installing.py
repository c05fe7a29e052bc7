"""`stormriver pack install`, `list` and `remove`: the packs that every command finds by their ids."""

from __future__ import annotations

from typing import Annotated

import typer
from msgspec import to_builtins

from stormriver.cli import completions
from stormriver.cli.game_setup import AsJson, print_json
from stormriver.cli.listing import show_list
from stormriver.cli.pack.arguments import with_columns
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import echo, worded
from stormriver.kernel.translatable import Translatable
from stormriver.workshop import installing

PLACES = {"program": Translatable("came with the program"), "installed": Translatable("installed")}
"""Where packs are, if at no path."""


def install(
    pack: Annotated[
        str,
        typer.Argument(
            metavar="PACK", show_default=False, help="A folder, the path of a .stormpack file, or an id with --from."
        ),
    ],
    place: Annotated[
        str | None, typer.Option("--from", metavar="INDEX", help="The folder or web address of an index of packs.")
    ] = None,
) -> None:
    """Install a pack for this user, from an index with all that it needs; an older version of it is replaced."""
    with with_columns():
        found = installing.install(pack, place)
    for one in found:
        echo("{name} is installed; `--packs {id}` plays with it.", name=titled(one), id=one.id)


def titled(one: installing.Known) -> str:
    """Return the name of a pack, with its version if it says one."""
    return f"{one.name} {one.version}".strip()


def list_packs(as_json: AsJson = False) -> None:
    """List the packs that games may be played with: those of the program, those installed, those on offer here."""
    found = installing.known()
    if as_json:
        print_json(to_builtins(found))
        return
    heads = (Translatable("id"), Translatable("name"), Translatable("version"), Translatable("where"))
    show_list(
        [worded(READER, head) for head in heads],
        [(one.id, one.name, one.version, worded(READER, PLACES.get(one.place, one.place))) for one in found],
    )


def remove(
    pack: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            show_default=False,
            help="The id of an installed pack.",
            autocompletion=completions.installed_packs,
        ),
    ],
) -> None:
    """Remove an installed pack."""
    installing.remove(pack)
    echo("{name} is removed.", name=pack)
