"""Helpers that several commands share: preset, options and packs of a game, and texts in files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli import completions
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import tell, words
from stormriver.kernel.errors import StormriverError
from stormriver.language.packs import offer, offered, pack_folder
from stormriver.language.ruleset import Setting, home
from stormriver.presentation.plain import harmless
from stormriver.workshop.bench import PACK_PRESET as PACK_PRESET
from stormriver.workshop.bench import table_of as table_of

RULEBOOKS = "{rulebooks}"
"""Stands in help for the rulebooks that can be played, with their names in the reader's language."""

Preset = Annotated[
    str,
    typer.Option("--preset", "-p", help=f"The rulebook to play by: {RULEBOOKS}.", autocompletion=completions.presets),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the preset, changed.",
        autocompletion=completions.options,
    ),
]
Packs = Annotated[
    list[str] | None,
    typer.Option(
        "--packs", metavar="PACK", help="A further pack of cards, by name or folder.", autocompletion=completions.packs
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def options_of(texts: list[str] | None) -> dict[str, object]:
    """Return the options given as `name=value`.

    Raises:
        StormriverError: if one has no `=`, or a name comes twice.
    """
    found: dict[str, object] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise StormriverError(tell(READER, "option_is_given_as", given=repr(text)))
        if name in found:
            raise StormriverError(tell(READER, "option_twice", name=name))
        found[name] = value
    return found


def packs_of(texts: list[str] | None) -> list[str]:
    """Return the packs given; several may stand in one word, with commas between them."""
    return [name for text in texts or [] for name in text.split(",") if name]


def offer_checked(packs: Iterable[str]) -> None:
    """Offer packs to all tables of this process once they have been loaded on top of what they are for.

    Args:
        packs: their paths, and those of folders of packs.

    Raises:
        StormriverError: for a path at which there is no pack, or a pack with an error.
    """
    offer(packs)
    for path in offered().values():
        table_of(home(pack_folder(str(path))) or PACK_PRESET, {}, [str(path)])


def may_be(setting: Setting) -> str:
    """Return in words which values an option can take."""
    spec = setting.spec
    if isinstance(spec.default, bool):
        return words(READER, "true_or_false")
    return ", ".join(spec.words) if spec.words else words(READER, "least_to_most", least=spec.least, most=spec.most)


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        StormriverError: if there is none, or it is not UTF-8.
    """
    if path.is_dir():
        raise StormriverError(words(READER, "is_a_folder", path=path))
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise StormriverError(tell(READER, "no_file", path=path)) from None
    except UnicodeDecodeError:
        raise StormriverError(words(READER, "not_utf8", path=path)) from None
    except (OSError, ValueError) as error:
        raise StormriverError(
            words(READER, "cannot_be_read", path=path, reason=getattr(error, "strerror", None) or str(error))
        ) from None


def write_text(path: Path, text: str) -> None:
    """Write a text to a file.

    Raises:
        StormriverError: if that is not possible.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StormriverError(
            words(READER, "cannot_be_written", path=path, reason=error.strerror or str(error))
        ) from None


def print_json(value: object) -> None:
    """Print a value as JSON that people can read; what would command the terminal or hide stands as its number."""
    lines = json.dumps(value, indent=2, ensure_ascii=False).split("\n")
    typer.echo("\n".join(harmless(line, lambda letter: json.dumps(letter)[1:-1]) for line in lines))
