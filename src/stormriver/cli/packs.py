"""`stormriver pack`: whether a pack of cards can be played, or why not; and a pack of before rewritten."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from stormriver.cli.plugin import shelf_of
from stormriver.cli.reader import READER
from stormriver.cli.setup import PACK_PRESET, RULEBOOKS, AsJson, Options, options_of, print_json, table_of
from stormriver.cli.wording import echo
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.plugins import RULEBOOKS as LOADERS
from stormriver.kernel.plugins import plugin
from stormriver.kernel.translatable import Translatable, joined, plural
from stormriver.language.former import LANGUAGE_TODAY, former
from stormriver.language.migration import Migration, written_for
from stormriver.language.ruleset import home, rulebook_of
from stormriver.presentation import rulebook

ONE = {
    "abilities": "ability", "cards": "card", "chits": "chit", "marks": "mark", "Regions": "Region", "rules": "rule",
    "rulings": "ruling", "spaces": "space",
}  # fmt: skip
"""What is counted, and what one of it is called."""


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
            show_default=f"the first it is for, or {PACK_PRESET}",
            help=f"The rulebook to play by: {RULEBOOKS}.",
        ),
    ] = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Load a pack on top of a preset, and say OK and what it adds and replaces, or all that is wrong, and where."""
    if not folder.is_dir():
        raise StormriverError("There is no folder {folder}.", folder=folder)
    preset = preset or home(folder) or PACK_PRESET
    options = options_of(option)
    plain = table_of(preset, options)
    try:
        whole = table_of(preset, options, [str(folder.resolve())])
    except BadContent as wrong:
        raise StormriverError(joined([located for _, located in wrong.told] or wrong.args, "\n")) from None
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
    done = []
    if added:
        done.append(
            Translatable("adds {things}", things=joined([numbered(whole, n, name) for name, n in added.items()]))
        )
    if replaced:
        done.append(Translatable("replaces {things}", things=", ".join(replaced)))
    if gone:
        done.append(Translatable("leaves out {things}", things=", ".join(gone)))
    deeds = joined(done or [Translatable("adds nothing new")], "; ")
    echo("OK: {pack} on top of {preset} {deeds}.", pack=folder.name, preset=preset, deeds=deeds)


def migrate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="The folder of the pack.")],
    check: Annotated[
        bool,
        typer.Option("--check", help="Write nothing; say what would be rewritten, and exit with 1 if anything would."),
    ] = False,
) -> None:
    """Rewrite a pack that is written in language 1 as language 2, and say what was rewritten; comments stay."""
    if not folder.is_dir():
        raise StormriverError("There is no folder {folder}.", folder=folder)
    folder = folder.resolve()
    rulebook = rulebook_of(written_for(folder) or PACK_PRESET)
    plugin(LOADERS, rulebook)  # what its words were before is known once they are
    found = Migration(folder, former(rulebook))
    for change in found.changes:
        text = f"{change.old} -> {change.new}" if change.old else change.new
        echo("{file}, line {line}: {problem}", file=change.file, line=change.line, problem=text)
    for note in found.left:
        echo("Not rewritten: {note}", note=note)
    if not found.changes:
        echo("{pack} is written in language {today} already.", pack=folder.name, today=LANGUAGE_TODAY)
        return
    changes = plural(len(found.changes), "{number} change", "{number} changes")
    files = plural(len(found.texts), "{number} file", "{number} files")
    if check:
        echo("{changes} would be made in {files}.", changes=changes, files=files)
        raise typer.Exit(1)
    found.write()
    echo("{changes} made in {files}.", changes=changes, files=files)


def numbered(table: Any, count: int, name: str) -> Translatable:
    """Return a number with what it counts: `3 cards of Adventure deck`, `1 card of Adventure deck`."""
    things, of, deck = name.partition(" of ")
    noun = Translatable(ONE[things] if count == 1 else things)
    if of:
        called = shelf_of(table).deck_in(table, deck, READER.language)
        return Translatable("{number} {things} of {deck}", number=count, things=noun, deck=called)
    return Translatable("{number} {things}", number=count, things=noun)


def ruled(table: Any) -> Counter[str]:
    """Return how many rules and rulings a table has."""
    return Counter("rulings" if rule.ruling else "rules" for rule in rulebook.rules(table).values())


def said(table: Any) -> dict[str, object]:
    """Return what each card, space and rule of a table says, by its id."""
    cards_said: dict[str, object] = {card.id: shelf_of(table).facts(table, card) for card in table.definitions}
    spaces = {space.id: (table.says(space), getattr(space, "provenance", "")) for space in table.spaces}
    rules = {rule.id: (rule.title, rule.text) for rule in rulebook.rules(table).values()}
    return cards_said | spaces | rules
