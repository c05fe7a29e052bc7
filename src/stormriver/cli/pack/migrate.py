"""`stormriver pack migrate`: a pack of before rewritten in the language of today."""

from __future__ import annotations

from typing import Annotated

import typer

from stormriver.cli.game_setup import PACK_PRESET
from stormriver.cli.pack.arguments import Folder
from stormriver.cli.wording import echo
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.plugins import RULEBOOKS, plugin
from stormriver.kernel.translatable import plural
from stormriver.language.former import LANGUAGE_TODAY, former
from stormriver.language.migration import Migration, written_for
from stormriver.language.ruleset import rulebook_of


def migrate(
    folder: Folder,
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
    plugin(RULEBOOKS, rulebook)  # what its words were before is known once they are
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
