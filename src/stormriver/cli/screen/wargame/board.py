"""The map: tiles in the colour of their region, tokens, units with their side, strength and wounds.

A cell has two lines: the tile with its tokens, and the unit; where it is tight one, with the unit if there is one.
Row 1 is at the bottom, as Good sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, cut, marked, padded, text
from stormriver.cli.wording import words
from stormriver.wargame.model.definitions import SIZE, Chit
from stormriver.wargame.view import SquareView, UnitView, View

SIDES = ("●", "■")
"""The sign of each side, told apart by its shape as by its colour."""
REGIONS = {"good": "green", "neutral": "yellow", "evil": "red"}
"""The colour of a tile by its region."""
WOUND = "•"
DISEASE = "~"
ITEM = "+"
CURSE = "†"
BOON = "*"
GOAL = "bold bright_yellow"

MARGIN = 2
"""The columns that the numbers of the rows take."""


class CellSize(NamedTuple):
    """How a square of the map is drawn.

    Attributes:
        width: its columns, 8 or more.
        height: its lines, 1 or 2.
        ruled: whether there are lines between the rows.
    """

    width: int
    height: int
    ruled: bool


CELLS = (
    CellSize(18, 2, True), CellSize(13, 2, True), CellSize(10, 2, True), CellSize(9, 2, False), CellSize(8, 2, False),
    CellSize(9, 1, False), CellSize(8, 1, False),
)  # fmt: skip
"""How a square may be drawn, the best first."""


def extent(size: CellSize) -> tuple[int, int]:
    """Return how many columns and lines the map takes with squares of a size."""
    return MARGIN + SIZE * (size.width + 1) + 1, SIZE * (size.height + size.ruled) + 1 + size.ruled


def fitting(width: int, height: int) -> CellSize | None:
    """Return the best squares with which the map fits; None if it does with none."""
    for one in CELLS:
        across, down = extent(one)
        if across <= width and down <= height:
            return one
    return None


def board(view: View, offers: Mapping[str, int], size: CellSize, looked_at: str = "") -> Lines:
    """Return the map as lines.

    Args:
        view: what the viewer sees.
        offers: the number of the option that is about a square or the unit there, by the square's id.
        size: how each square is drawn.
        looked_at: the id of the square that the viewer looks at; empty if none.
    """
    lines: Lines = []
    for row in reversed(range(SIZE)):
        lines += [_ruler(size.width)] if size.ruled else []
        squares = view.squares[row * SIZE : (row + 1) * SIZE]
        cells = [
            marked(cell(view, square, offers.get(square.id, 0), size), size.width, square.id == looked_at)
            for square in squares
        ]
        for number in range(size.height):
            line = Text(f"{row + 1} " if number == 0 else "  ", palette.FAINT)
            for found in cells:
                line.append("│", palette.FAINT)
                line.append_text(padded(found[number], size.width))
            line.append("│", palette.FAINT)
            lines.append(line)
    lines += [_ruler(size.width)] if size.ruled else []
    letters = "".join("ABCDEFGH"[column].center(size.width + 1) for column in range(SIZE))
    return [*lines, Text(" " * (MARGIN + 1) + letters, palette.FAINT)]


def _ruler(width: int) -> Text:
    return Text(" " * MARGIN + "┼".join(["", *["─" * width] * SIZE, ""]), palette.FAINT)


def cell(view: View, square: SquareView, offer: int, size: CellSize) -> Lines:
    """Return the lines of a square."""
    number = text((f"[{offer}]", palette.OFFER)) if offer else Text()
    tokens = Text()
    for sign, amount in (("B", square.block), ("R", square.ruin)):
        tokens.append(f"{sign}{amount}" if amount else "", "bold bright_red")
    unit = square.unit
    room = size.width - number.cell_len - tokens.cell_len
    if size.height == 1 and unit is not None:
        return [text(padded(unit_line(view, unit, room), room), tokens, number)]
    name = Text(short(view, tile_name(view, square), room), style_of(view, square))
    if square.ruin:
        name.stylize("strike")
    first = text(padded(name, room), tokens, number)
    return [first, Text() if unit is None else unit_line(view, unit, size.width)][: size.height]


def unit_line(view: View, unit: UnitView, width: int) -> Text:
    """Return a unit in a line: its side, its name as far as there is room, its strength, wounds and what is on it."""
    side = SIDES[unit.owner] if unit.owner >= 0 else "?"
    style = palette.of_seat(unit.owner)
    more = text(
        (WOUND * unit.wounds, "bright_red"), (DISEASE if unit.diseased else "", "bright_green"), signs(view, unit)
    )
    strength = Text(str(unit.strength), "bold")
    name = short(view, chit_name(view, unit.definition), width - 1 - strength.cell_len - more.cell_len)
    return cut(text((side, f"bold {style}"), (name, style), strength, more), width)


def signs(view: View, unit: UnitView) -> Text:
    """Return a sign for each kind of chit stacked with a unit."""
    kinds = {card.id: card for card in view.game.table.cards}
    lasting = [kinds[chit].lasts for chit in unit.chits]
    found = Text(ITEM if unit.items else "", "bright_yellow")
    found.append(CURSE if "curse" in lasting else "", "bright_magenta")
    found.append(BOON if "boon" in lasting else "", "bright_blue")
    return found


def tile_name(view: View, square: SquareView) -> str:
    """Return the name of the tile on a square."""
    return next((chit_name(view, card) for card in view.game.table.definitions if card.id == square.tile), "")


def chit_name(view: View, chit: Chit) -> str:
    """Return the name of a chit in the viewer's language."""
    return str(view.game.table.name_of(chit, view.language))


def style_of(view: View, square: SquareView) -> str:
    """Return the style of a tile: of its region, or that of a goal."""
    goals = {goal for seat in view.seats for goal in seat.goals}
    return GOAL if square.tile in goals else REGIONS[square.side]


def short(view: View, name: str, width: int) -> str:
    """Return a name in a width: whole, without small words, with the first word's letter, or cut off."""
    small = words(view, "small_words").split()
    parts = [word for word in name.split() if word not in small]
    tries = [name, " ".join(parts), f"{parts[0][0]}.{parts[-1]}" if len(parts) > 1 else name] if parts else [name]
    return next((found for found in tries if len(found) <= width), tries[-1])[: max(width, 0)]


def legend(view: View) -> Text:
    """Return what the signs on the map mean, in one line."""
    signs_told = (
        (SIDES[0], f"bold {palette.of_seat(0)}", "good"), (SIDES[1], f"bold {palette.of_seat(1)}", "evil"),
        ("5", "bold", "strength"), (WOUND, "bright_red", "wound"), (DISEASE, "bright_green", "disease"),
        (ITEM, "bright_yellow", "items"), (CURSE, "bright_magenta", "curse"), (BOON, "bright_blue", "boon"),
        ("B2 R2", "bold bright_red", "tokens"),
    )  # fmt: skip
    told = [text((sign, style), (f" {words(view, f'sign_{key}')}", palette.FAINT)) for sign, style, key in signs_told]
    return Text("  ").join(told)
