"""`stormriver texts`: whether a language says all that there is to say, and all its texts to be read through."""

from __future__ import annotations

from typing import Annotated

import typer

from stormriver.cli import completions, help
from stormriver.cli.game_setup import Packs, Preset, packs_of, table_of
from stormriver.cli.wording import echo
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.translatable import Translatable, plural
from stormriver.language import translations
from stormriver.language.catalogue import languages
from stormriver.language.rendering import differences, language
from stormriver.language.source import end_with_hint

NOT_WHOLE = 1
"""The exit code of a check that finds something."""


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    texts = typer.Typer(help="Texts in other languages.", rich_markup_mode=None)
    texts.command("check")(check)
    texts.command("preview")(preview)
    app.add_typer(texts, name="texts")


def check(context: typer.Context) -> None:
    """Compare each language with English: what it lacks, and what it says that nobody asks for."""
    found = 0
    for code in languages():
        wrong = [*differences(code), *translations.differences(code), *help.differences(context, code)]
        found += len(wrong)
        total = sum(map(len, language(code).catalogue.sections.values()))
        entries = plural(total, "{number} entry", "{number} entries")
        faults = plural(len(wrong), "{number} fault", "{number} faults") if wrong else Translatable("nothing missing")
        echo("{code}: {entries}, {faults}.", code=code, entries=entries, faults=faults)
        for line in wrong:
            typer.echo(f"  {line}")
    if found:
        raise typer.Exit(NOT_WHOLE)


def preview(
    code: Annotated[
        str,
        typer.Argument(
            metavar="LANGUAGE", help="The code of a language, e.g. de.", autocompletion=completions.languages
        ),
    ],
    preset: Preset = "wargame",
    packs: Packs = None,
) -> None:
    """Print the names and texts of all that a preset defines, in a language."""
    table = table_of(preset, {}, packs_of(packs))
    spoken = table.rulebook.speaks()
    if code not in spoken:
        raise StormriverError(
            "The texts of {preset} are not there in {code!r}{hint}",
            preset=preset,
            code=code,
            hint=end_with_hint(code, spoken),
        )
    for card in table.definitions:
        typer.echo(f"{table.name_of(card, code)} ({card.id}): {table.says(card, code)}".replace("\n", "\n  "))
