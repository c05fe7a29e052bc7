"""`stormriver pack new`: a first pack that can be checked and played, and what an editor needs to help with it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from stormriver.cli import completions
from stormriver.cli.game_setup import PACK_PRESET, RULEBOOKS
from stormriver.cli.pack.arguments import written
from stormriver.cli.reader_language import READER
from stormriver.cli.streams import say
from stormriver.cli.wording import echo, worded
from stormriver.kernel.errors import StormriverError
from stormriver.language.ruleset import presets
from stormriver.language.source import end_with_hint
from stormriver.workshop import starting


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="What the pack is called.")],
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            "-p",
            help=f"The rulebook; {PACK_PRESET} if not said: {RULEBOOKS}.",
            autocompletion=completions.presets,
        ),
    ] = None,
    author: Annotated[str | None, typer.Option("--author", help="Who writes it.")] = None,
    licence: Annotated[
        str | None, typer.Option("--licence", help="What others may do with it; CC0-1.0 if not said.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help="Where it is to lie; here by its id if not said.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing; take what follows from the name.")] = False,
) -> None:
    """Begin a pack: cards that can be played, scenarios that hold, and what an editor needs to help with them."""
    wish = starting.named(name)
    asks = not yes and sys.stdin.isatty()
    wish = replace(
        wish,
        preset=answer(asks, preset, "The rulebook", PACK_PRESET),
        author=answer(asks, author, "The author", wish.author),
        licence=answer(asks, licence, "The licence", wish.licence),
    )
    if wish.preset not in presets():
        told = "No preset is called {name!r}{hint}"
        raise StormriverError(told, name=wish.preset, hint=end_with_hint(wish.preset, presets()))
    folder = folder or Path(wish.id)
    files = written(starting.begin(folder, wish))
    echo("{name} lies in {folder}: {files}.", name=wish.name, folder=folder, files=files)
    for command in ("pack check", "pack test", "play --packs"):
        say(f"  stormriver {command} {folder}")


def answer(asks: bool, given: str | None, question: str, usual: str) -> str:
    """Return what was given, what is answered to a question, or what goes without saying."""
    if given is not None or not asks:
        return usual if given is None else given
    answered: str = typer.prompt(worded(READER, question), default=usual)
    return answered
