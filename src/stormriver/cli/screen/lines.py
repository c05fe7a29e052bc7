"""Lines of text: what every screen is made of, and how they are folded, cut and put side by side."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

Lines = list[Text]

_folding = Console(file=io.StringIO(), width=1000)


def text(*parts: str | Text | tuple[str, str]) -> Text:
    """Return one line put together from words, styled words `(word, style)` and other lines."""
    return Text.assemble(*parts)


def blank() -> Text:
    """Return an empty line."""
    return Text("")


def fold(line: Text, width: int, indent: int = 0) -> Lines:
    """Return a line folded to a width of at least 1; all but the first are indented.

    Args:
        line: what to fold.
        width: how many columns there are.
        indent: how many blanks stand before each further line.
    """
    if line.cell_len <= width:
        return [line]
    body = list(line[indent:].wrap(_folding, max(width - indent, 10), tab_size=4))
    for more in body:
        more.rstrip()
    return [text(line[:indent], body[0]), *(text(" " * indent, more) for more in body[1:])]


def fold_all(lines: Iterable[Text], width: int, indent: int = 0) -> Lines:
    """Return all lines folded to a width."""
    return [folded for line in lines for folded in fold(line, width, indent)]


def cut(line: Text, width: int) -> Text:
    """Return a line cut to a width, with an ellipsis where something is missing."""
    if line.cell_len <= width:
        return line
    short = line.copy()
    short.truncate(max(width, 1), overflow="ellipsis")
    return short


def padded(line: Text, width: int) -> Text:
    """Return a line cut or filled up to exactly a width."""
    short = cut(line, width).copy()
    short.append(" " * (width - short.cell_len))
    return short


def marked(block: Sequence[Text], width: int, wanted: bool) -> Lines:
    """Return a block marked as the one that is looked at, if wanted: reversed, and with a sign at its corner."""
    if not wanted:
        return list(block)
    filled = [padded(line, width) for line in block]
    if filled[0].plain.endswith(" "):
        filled[0] = text(filled[0][:-1], "◂")
    for line in filled:
        line.stylize("reverse")
    return filled


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: int = 2) -> Lines:
    """Return two blocks side by side, the left one `width` columns wide."""
    both = []
    for i in range(max(len(left), len(right))):
        first = padded(left[i] if i < len(left) else blank(), width)
        both.append(text(first, " " * gap, right[i]) if i < len(right) else first)
    return both


def columns(items: Sequence[Text], width: int, room: int = 1000, gap: int = 3, least: int = 14) -> Lines:
    """Return items in as many columns as a width holds, read downwards.

    Args:
        items: what stands there, each in a line.
        width: how many columns of the terminal there are.
        room: lines there are; where the items need more, they are cut to stand closer together.
        gap: how many blanks are between two of them.
        least: to how many letters an item may be cut.
    """
    if not items:
        return []
    widest = max(item.cell_len for item in items)
    across = max(1, min(len(items), (width + gap) // (widest + gap)))
    closer = min(len(items), -(-len(items) // max(room, 1)), (width + gap) // (least + gap))
    if closer > across:
        across, widest = closer, (width + gap) // closer - gap
        items = [cut(item, widest) for item in items]
    down = -(-len(items) // across)
    rows = []
    for row in range(down):
        line = Text()
        for column, item in enumerate(items[row::down]):
            line.append(" " * (column * (widest + gap) - line.cell_len))
            line.append_text(item)
        rows.append(cut(line, width))
    return rows


def rule(title: str, width: int) -> Text:
    """Return a heading with a stroke to the right margin."""
    stroke = "─" * max(0, width - cell_len(title) - 4)
    return text(("─ ", "dim"), (title, "bold"), (" " + stroke, "dim"))
