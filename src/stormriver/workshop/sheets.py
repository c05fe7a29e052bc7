"""Sheets: the cards of a pack as PDF on A4, nine to a page, to be printed and cut out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from stormriver.kernel.errors import StormriverError
from stormriver.workshop.preview import Face

WIDTH, HEIGHT = 63.0, 88.0
"""The size of a card in millimetres, as sleeves are made for."""
COLUMNS, ROWS = 3, 3
LEFT, TOP = (210 - COLUMNS * WIDTH) / 2, (297 - ROWS * HEIGHT) / 2
EDGE = 3.5
"""From the cut to what is printed."""
PICTURE = 34.0
"""How wide a picture is at most."""
SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
"""The sizes of text that are tried, in points, until all of it fits."""
OWN = "helvetica"
"""The font that every reader of PDF brings; it knows the letters of Western Europe."""
PLAIN = str.maketrans({"–": "-", "—": "-", "−": "-", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"'})
OUTLINE = re.compile(r'<clipPath id="\w+">(<path id="\w+" d="[^"]*"/>)</clipPath>')
SHADING = re.compile(r'<path clip-path="[^"]*"[^>]*/>')
VIEW = re.compile(r"<view [^>]*/>")
ARCS = re.compile(r"a([^a-zA-Z]*)")
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")


class Sheets(NamedTuple):
    """Cards that have been laid out: the PDF, and how many pages and cards are in it."""

    pdf: bytes
    pages: int
    cards: int


class Box(NamedTuple):
    """A rectangle on a page, in millimetres."""

    x: float
    y: float
    width: float
    height: float


def sheets(title: str, shown: Sequence[Face], *, once: bool = False, font: Path | None = None) -> Sheets:
    """Return cards as PDF.

    Args:
        title: what stands at the foot of each card, such as the name of the pack.
        shown: the cards.
        once: whether each is there once, and not as often as there are copies of it.
        font: a font file (.ttf, .otf) for letters beyond those of Western Europe.

    Raises:
        StormriverError: if the library is missing, or the font cannot be read or lacks a letter.
    """
    pdf = _document(title, font)
    from fpdf.errors import FPDFUnicodeEncodingException  # which is there, since there is a document

    copies = [face for face in shown for _ in range(1 if once else face.copies)]
    for number, face in enumerate(copies):
        row, column = divmod(number % (COLUMNS * ROWS), COLUMNS)
        if row == column == 0:
            pdf.add_page()
        try:
            _card(pdf, Box(LEFT + column * WIDTH, TOP + row * HEIGHT, WIDTH, HEIGHT), face, title)
        except FPDFUnicodeEncodingException as error:
            told = "{name!r} has letters that the font of the PDF lacks; name one that has them with --font"
            raise StormriverError(told, name=face.name) from error
    return Sheets(bytes(pdf.output()), pdf.pages_count, len(copies))


def _document(title: str, font: Path | None) -> Any:
    """Return an empty document."""
    try:
        from fpdf import FPDF  # of the extra `workshop`
    except ImportError:
        raise StormriverError(
            "Sheets are made by the library fpdf2, which is not here; `pip install 'stormriver[workshop]'` brings it."
        ) from None
    pdf = FPDF(format="A4", unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    pdf.set_creator("Stormriver")
    if font is None:
        pdf.set_font(OWN)
        return pdf
    try:
        for style in ("", "B"):
            pdf.add_font("chosen", style, str(font))
    except Exception as error:  # whatever its parser meets
        raise StormriverError("The font {path} cannot be read: {reason}.", path=font, reason=str(error)) from None
    pdf.set_font("chosen")
    return pdf


def _card(pdf: Any, cut: Box, face: Face, title: str) -> None:
    """Print a card: the line to cut along, name, picture, kind and numbers, text, and where it is from."""
    pdf.set_draw_color(160)
    pdf.set_line_width(0.1)
    pdf.rect(*cut)
    inner = Box(cut.x + EDGE, cut.y + EDGE, cut.width - 2 * EDGE, cut.height - 2 * EDGE)
    _line(pdf, inner._replace(height=6), face.name, 11, "B", "C")
    picture = PICTURE if len(face.text) < 260 else PICTURE * 2 / 3
    if face.picture:
        left = inner.x + (inner.width - picture) / 2
        with pdf.rect_clip(left, inner.y + 7, picture, picture):
            pdf.image(BytesIO(printable(face.picture).encode()), x=left, y=inner.y + 7, w=picture, h=picture)
    below = inner.y + 7 + (picture + 1.5 if face.picture else 0)
    numbers = ", ".join(f"{name} {value}" for name, value in face.numbers)
    _line(pdf, Box(inner.x, below, inner.width, 4), f"{face.kind}   {numbers}".strip(), 7.5, "B", "C")
    _text(pdf, Box(inner.x, below + 5, inner.width, inner.y + inner.height - below - 9), face.text)
    pdf.set_text_color(120)
    _line(pdf, Box(inner.x, inner.y + inner.height - 3, inner.width, 3), f"{title} · {face.deck}", 5, "", "C")
    pdf.set_text_color(0)


def _line(pdf: Any, box: Box, text: str, size: float, style: str, align: str) -> None:
    """Print a line, smaller if it is too long."""
    pdf.set_font(style=style, size=size)
    shown = _legible(pdf, text)
    width = pdf.get_string_width(shown)
    if width > box.width - 1:
        pdf.set_font(style=style, size=size * (box.width - 1) / width)
    pdf.set_xy(box.x, box.y)
    pdf.cell(box.width, box.height, shown, align=align)


def _text(pdf: Any, box: Box, text: str) -> None:
    """Print a text as large as its box lets it be."""
    shown = _legible(pdf, "\n".join(line for line in text.splitlines() if line))
    for size in SIZES:
        pdf.set_font(style="", size=size)
        high = size * 0.43  # from line to line, in millimetres
        lines = pdf.multi_cell(box.width, high, shown, dry_run=True, output="LINES")
        if len(lines) * high <= box.height:
            break
    pdf.set_xy(box.x, box.y)
    pdf.multi_cell(box.width, high, shown, align="L")


def _legible(pdf: Any, text: str) -> str:
    """Return a text with plain signs in place of those that the font of PDF readers lacks."""
    return text.translate(PLAIN) if pdf.font_family == OWN else text


def printable(picture: str) -> str:
    """Return a picture in as much of SVG as the library draws: without shading within an outline, and empty arcs."""
    defined = OUTLINE.sub(r"<defs>\1</defs>", SHADING.sub("", VIEW.sub("", picture)))
    return re.sub(r' d="([^"]*)"', lambda path: f' d="{ARCS.sub(_without_empty, path[1])}"', defined)


def _without_empty(arcs: re.Match[str]) -> str:
    """Return some arcs, seven numbers each, without those that end where they begin."""
    numbers = NUMBER.findall(arcs[1])
    each = [numbers[at : at + 7] for at in range(0, len(numbers), 7)]
    kept = [number for arc in each if arc[5:] != ["0", "0"] for number in arc]
    return f"a{' '.join(kept)}" if kept else ""
