"""`stormriver pack`: whether a pack of cards can be played, or why not; and a pack of before rewritten."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from stormriver.cli.plugin import shelf_of
from stormriver.cli.setup import RULEBOOKS, AsJson, Options, options_of, print_json, table_of
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.plugins import RULEBOOKS as LOADERS
from stormriver.kernel.plugins import plugin
from stormriver.language.english import counted
from stormriver.language.former import LANGUAGE_TODAY, former
from stormriver.language.migration import Migration, written_for
from stormriver.language.ruleset import home, rulebook_of
from stormriver.presentation import rulebook

PRESET = "revised4"
"""The rulebook of a pack that does not say which it is for."""


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    pack = typer.Typer(help="Packs of cards.", rich_markup_mode=None)
    pack.command("check")(check)
    pack.command("migrate")(migrate)
    app.add_typer(pack, name="pack")


def check(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="The folder of the pack.")],
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            "-p",
            show_default=f"the first it is for, or {PRESET}",
            help=f"The rulebook to play by: {RULEBOOKS}.",
        ),
    ] = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Load a pack on top of a preset, and say OK and what it adds and replaces, or the one thing that is wrong."""
    if not folder.is_dir():
        raise StormriverError(f"There is no folder {folder}.")
    preset = preset or home(folder) or PRESET
    options = options_of(option)
    plain, whole = table_of(preset, options), table_of(preset, options, [str(folder.resolve())])
    shelf = shelf_of(whole)
    before, after = shelf.counts(plain) + ruled(plain), shelf.counts(whole) + ruled(whole)
    added = {name: count - before.get(name, 0) for name, count in after.items() if count > before.get(name, 0)}
    old, new = said(plain), said(whole)
    replaced = [name for name in old if name in new and old[name] != new[name]]
    gone = [name for name in old if name not in new]
    if as_json:
        print_json(
            {"ok": True, "pack": folder.name, "preset": preset, "added": added, "replaced": replaced, "left_out": gone}
        )
        return
    done = [f"adds {', '.join(numbered(count, name) for name, count in added.items())}"] if added else []
    done += [f"{does} {', '.join(names)}" for does, names in (("replaces", replaced), ("leaves out", gone)) if names]
    typer.echo(f"OK: {folder.name} on top of {preset} {'; '.join(done) or 'adds nothing new'}.")


def migrate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="The folder of the pack.")],
    check: Annotated[
        bool,
        typer.Option("--check", help="Write nothing; say what would be rewritten, and exit with 1 if anything would."),
    ] = False,
) -> None:
    """Rewrite a pack that is written in language 1 as language 2, and say what was rewritten; comments stay."""
    if not folder.is_dir():
        raise StormriverError(f"There is no folder {folder}.")
    folder = folder.resolve()
    rulebook = rulebook_of(written_for(folder) or PRESET)
    plugin(LOADERS, rulebook)  # what its words were before is known once they are
    found = Migration(folder, former(rulebook))
    for change in found.changes:
        typer.echo(f"{change.file}, line {change.line}: {f'{change.old} -> ' * bool(change.old)}{change.new}")
    for note in found.left:
        typer.echo(f"Not rewritten: {note}")
    if not found.changes:
        typer.echo(f"{folder.name} is written in language {LANGUAGE_TODAY} already.")
    elif check:
        typer.echo(f"{counted(len(found.changes), 'change')} would be made in {counted(len(found.texts), 'file')}.")
        raise typer.Exit(1)
    else:
        found.write()
        typer.echo(f"{counted(len(found.changes), 'change')} made in {counted(len(found.texts), 'file')}.")


def numbered(count: int, name: str) -> str:
    """Return a number with what it counts: `3 cards of Adventure deck`, `1 card of Adventure deck`."""
    one = re.sub(r"s\b", "", name, count=1)
    return f"{count} {one if count == 1 else name}"


def ruled(table: Any) -> Counter[str]:
    """Return how many rules and rulings a table has."""
    return Counter("rulings" if rule.ruling else "rules" for rule in rulebook.rules(table).values())


def said(table: Any) -> dict[str, object]:
    """Return what each card, space and rule of a table says, by its id."""
    cards_said: dict[str, object] = {card.id: shelf_of(table).facts(table, card) for card in table.definitions}
    spaces = {space.id: (table.says(space), getattr(space, "provenance", "")) for space in table.spaces}
    rules = {rule.id: (rule.title, rule.text) for rule in rulebook.rules(table).values()}
    return cards_said | spaces | rules
