"""`stormriver pack preview`: how the cards of a pack look: here, as a page, and as sheets to cut out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli.game_setup import Options, options_of, write_text
from stormriver.cli.pack.arguments import Folder, For, with_columns
from stormriver.cli.reader_language import READER
from stormriver.cli.streams import say
from stormriver.cli.wording import echo, worded
from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.kernel.translatable import plural
from stormriver.language.source import end_with_hint
from stormriver.workshop import bench, sheets
from stormriver.workshop.preview import Face, faces, page


def preview(
    folder: Folder,
    card: Annotated[list[str] | None, typer.Argument(metavar="[ID...]", help="Only these cards.")] = None,
    html: Annotated[
        Path | None, typer.Option("--page", metavar="FILE.html", help="Write a page with text and picture of each.")
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", metavar="FILE.pdf", help="Write sheets of A4, nine cards each, to cut out.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="On the sheets, each card only once.")] = False,
    font: Annotated[
        Path | None, typer.Option("--font", metavar="FILE.ttf", help="The font of the sheets, for other alphabets.")
    ] = None,
    preset: For = None,
    option: Options = None,
) -> None:
    """Show what each card of a pack says: printed here, as a page, or as sheets of real cards."""
    with with_columns():
        pack = bench.lay(folder, preset, options_of(option))
        found = faces(pack, READER.language)
    known = [face.id for face in found]
    for name in card or ():
        if name not in known:
            raise StormriverError("The pack has no card {name!r}{hint}", name=name, hint=end_with_hint(name, known))
    shown = [face for face in found if not card or face.id in card]
    title = pack.about.name
    if html is not None:
        write_text(html, page(title, shown, READER.language))
        echo("{cards} on the page {file}.", cards=counted(len(shown)), file=html)
    if pdf is not None:
        made = sheets.sheets(title, shown, once=once, font=font)
        try:
            pdf.write_bytes(made.pdf)
        except OSError as error:
            raise unwritable(pdf, error) from None
        pages = plural(made.pages, "{number} sheet", "{number} sheets")
        echo("{cards} on {pages} in {file}.", cards=counted(made.cards), pages=pages, file=pdf)
    if html is None and pdf is None:
        say("\n\n".join(map(lines, shown)))


def counted(number: int) -> str:
    """Return so many cards in words."""
    return plural(number, "{number} card", "{number} cards")


def lines(face: Face) -> str:
    """Return a card as lines of text."""
    numbers = (f"{name} {value}" for name, value in face.numbers)
    told = worded(READER, "{number} in {deck}", number=face.copies, deck=face.deck)
    return "\n".join(filter(None, [f"{face.name} ({face.id})", "; ".join([face.kind, *numbers, told]), face.text]))
