"""`stormriver pack diff`: what changed for players between two versions of a pack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import to_builtins

from stormriver.cli.game_setup import AsJson, print_json
from stormriver.cli.pack.arguments import For, with_columns
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import echo
from stormriver.kernel.translatable import Translatable
from stormriver.workshop import bench, difference

SECTIONS = {
    "cards": Translatable("card"),
    "spaces": Translatable("space"),
    "marks": Translatable("mark"),
    "decks": Translatable("deck"),
    "options": Translatable("option"),
    "rules": Translatable("rule"),
}
KINDS = {
    "added": "+ {section} {name} ({id})",
    "removed": "- {section} {name} ({id})",
    "changed": "~ {section} {name} ({id})",
}
PICTURE = "picture"
"""The field whose values tell nobody anything."""


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", show_default=False, help="A version: a folder or packed file.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", show_default=False, help="Another version.")],
    preset: For = None,
    as_json: AsJson = False,
) -> None:
    """Tell what changed for players between two versions of a pack: what is new, gone, or says something else."""
    with with_columns():
        later = bench.lay(new, preset)
        earlier = bench.lay(old, later.preset)
        found = difference.differences(earlier, later, READER.language)
    if as_json:
        print_json(to_builtins(found))
        return
    echo("{old} -> {new}", old=titled(earlier), new=titled(later))
    for change in found:
        echo(KINDS[change.kind], section=SECTIONS[change.section], name=change.name, id=change.id)
        for name, (before, now) in change.fields.items():
            if name == PICTURE:
                echo("    {change}", change=Translatable("another picture"))
            else:
                echo("    {field}: {before} -> {now}", field=name, before=shown(before), now=shown(now))
    if not found:
        echo("Nothing has changed for players.")


def titled(pack: bench.OnBench) -> str:
    """Return the name of a pack, with its version if it says one."""
    return f"{pack.about.name} {pack.about.version}".strip()


def shown(value: Any) -> str:
    """Return a value as it is told: lists with commas, nothing as a dash."""
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{name} {shown(one)}" for name, one in value.items())
    return "–" if value in (None, "") else str(value)
