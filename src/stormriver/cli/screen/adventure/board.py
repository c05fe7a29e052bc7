"""The board as nested rings: spaces in the colour of their Region, who stands there, and what lies there.

A thin line can be walked across, a thick one cannot; so the rings, the river and its bridge show by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from stormriver.adventure.model.definitions import Space
from stormriver.adventure.view import View
from stormriver.cli.screen import palette
from stormriver.cli.screen.adventure import signs
from stormriver.cli.screen.lines import Lines, cut, fold, marked, padded, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.wording import say, words
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Count
from stormriver.presentation.adventure.ids import card_name, cards_of, place, table_of
from stormriver.presentation.adventure.marks import is_shown
from stormriver.presentation.names import counted, initials

LIGHT = 1
HEAVY = 2

_JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""A junction by the weights (0 to 2) of its strokes up, right, down and left, read as a number to the base 3."""

FOR_NAMES = 4
"""How many lines a space has in which who and what is there is told by name, if there is room for all of it."""
LEAST_NAME = 3
"""How many letters of a space's name are shown where all there is of it stands in one line."""

Cell = tuple[int, int]


class CellSize(NamedTuple):
    """How a space of the board is drawn.

    Attributes:
        width: its columns, 6 or more.
        height: its lines, 1 or more.
        ruled: whether there are lines between the rows; without them only what is beside each other is told apart.
    """

    width: int
    height: int
    ruled: bool = True


SMALL = CellSize(8, 2)


class Plan:
    """Where the spaces of one map lie on a grid, and what stands between them."""

    def __init__(self, view: View, name: str) -> None:
        self.view = view
        table = table_of(view)
        self.cells: dict[Cell, Space] = {
            (s.at[0], s.at[1]): s for s in table.spaces if len(s.at) == 2 and table.regions[s.region].map == name
        }
        self.rows = 1 + max((row for row, _ in self.cells), default=-1)
        self.columns = 1 + max((column for _, column in self.cells), default=-1)
        self.rivers = {
            frozenset({space.region, table.spaces[gate.beyond].region})
            for space in table.spaces
            for gate in space.gates
            if gate.river
        }

    def weight(self, one: Cell, other: Cell) -> int:
        """Return how thick the line between two cells is: none, LIGHT if it can be crossed, HEAVY if not."""
        a, b = self.cells.get(one), self.cells.get(other)
        if a is None and b is None:
            return 0
        if a is None or b is None:
            return HEAVY
        linked = b.id in a.next or any(gate.to == b.id for gate in a.gates) or any(g.to == a.id for g in b.gates)
        return LIGHT if linked else HEAVY

    def style(self, one: Cell, other: Cell) -> str:
        """Return the style of the line between two cells: the river, or the Region farther inside."""
        a, b = self.cells.get(one), self.cells.get(other)
        if a is not None and b is not None and frozenset({a.region, b.region}) in self.rivers:
            return palette.RIVER
        regions = table_of(self.view).regions
        inner = max((s.region for s in (a, b) if s is not None), key=lambda r: regions[r].level, default=None)
        return palette.FAINT if inner is None else signs.of_region(self.view, inner)

    def junction(self, row: int, column: int) -> tuple[str, str]:
        """Return the sign where four cells meet, the lower right one being (row, column), and its style."""
        above, below = row - 1, row
        left, right = column - 1, column
        strokes = (
            ((above, left), (above, right)),
            ((above, right), (below, right)),
            ((below, left), (below, right)),
            ((above, left), (below, left)),
        )
        weights = [self.weight(*stroke) for stroke in strokes]
        number = weights[0] * 27 + weights[1] * 9 + weights[2] * 3 + weights[3]
        styles = [self.style(*stroke) for stroke, weight in zip(strokes, weights, strict=True) if weight]
        style = palette.RIVER if palette.RIVER in styles else styles[0] if styles else ""
        return _JUNCTIONS[number], style


def maps(view: View) -> list[str]:
    """Return the names of the maps, in the order in which their Regions are laid."""
    return list(dict.fromkeys(region.map for region in table_of(view).regions.values()))


def map_at_hand(view: View) -> str:
    """Return the map on which the viewer is, or else the seat whose turn it is; failing that the first."""
    table = table_of(view)
    regions = {space.id: space.region for space in table.spaces}
    seats = [view.seats[view.seat]] if view.seat >= 0 else []
    for seat in (*seats, view.active):
        if seat.space:
            return table.regions[regions[seat.space]].map
    return maps(view)[0]


def board(
    view: View,
    offers: Mapping[str, int] | None = None,
    size: CellSize = SMALL,
    name: str = "",
    looked_at: str = "",
) -> Lines:
    """Return one map of the board as lines.

    Args:
        view: what the viewer sees.
        offers: the number of the option that leads to a space, by the space's id.
        size: how each space is drawn.
        name: which map; the one at hand if left out.
        looked_at: the id of the space that the viewer looks at; empty if none.
    """
    plan = Plan(view, name or map_at_hand(view))
    lines: Lines = []
    for row in range(plan.rows + 1):
        lines += [_border(plan, row, size.width)] if size.ruled else []
        if row < plan.rows:
            lines += _cells(plan, row, offers or {}, size, looked_at)
    return lines


def step(view: View, at: str, down: int, right: int) -> str:
    """Return the id of the space that one comes to from a space in a direction, over gaps; itself at the edge.

    Args:
        view: what the viewer sees.
        at: the id of a space; where it is none of the map at hand, any space there is returned.
        down: how many rows further down, -1 to 1.
        right: how many columns further right, -1 to 1.
    """
    plan = Plan(view, map_at_hand(view))
    cells = {space.id: cell for cell, space in plan.cells.items()}
    if at not in cells:
        return next(iter(cells), "")
    row, column = cells[at]
    while 0 <= row < plan.rows and 0 <= column < plan.columns:
        row, column = row + down, column + right
        if (row, column) in plan.cells:
            return plan.cells[row, column].id
    return at


def extent(view: View, size: CellSize) -> tuple[int, int]:
    """Return how many columns and lines the largest map takes with cells of a size."""
    plans = [Plan(view, name) for name in maps(view)]
    columns, rows = (max(getattr(plan, side) for plan in plans) for side in ("columns", "rows"))
    return columns * (size.width + 1) + 1, rows * (size.height + size.ruled) + size.ruled


def _border(plan: Plan, row: int, width: int) -> Text:
    line = Text()
    for column in range(plan.columns + 1):
        line.append(*plan.junction(row, column))
        if column < plan.columns:
            pair = ((row - 1, column), (row, column))
            line.append(" ─━"[plan.weight(*pair)] * width, plan.style(*pair))
    return line


def _cells(plan: Plan, row: int, offers: Mapping[str, int], size: CellSize, looked_at: str) -> Lines:
    lines = [Text() for _ in range(size.height)]
    contents: dict[int, Lines] = {}
    for column in range(plan.columns):
        space = plan.cells.get((row, column))
        if space is None:
            contents[column] = []
            continue
        drawn = cell(plan.view, space, offers.get(space.id, 0), size.width, size.height)
        contents[column] = marked(drawn, size.width, space.id == looked_at)
    for column in range(plan.columns + 1):
        pair = ((row, column - 1), (row, column))
        bar = " │┃"[plan.weight(*pair)]
        for number, line in enumerate(lines):
            line.append(bar, plan.style(*pair))
            if column < plan.columns:
                content = contents[column]
                found = content[number] if number < len(content) else Text()
                line.append_text(padded(found, size.width))
    return lines


def cell(view: View, space: Space, offer: int, width: int, height: int) -> Lines:
    """Return the lines of one space: its name, then who and what is there, in one line beside it."""
    style = palette.GOAL if space.summit else signs.of_region(view, space.region)
    number = text((f"[{offer}]", palette.OFFER)) if offer else Text()
    if height == 1:
        there = text(number, occupants(view, space, width - number.cell_len - LEAST_NAME))
        room = width - there.cell_len
        return [text(padded(Text(short_name(view, space, room, 1)[0], style), room), there)]
    if height >= FOR_NAMES and len(named := by_name(view, space)) < height:
        room = width - number.cell_len
        name = padded(Text(short_name(view, space, room, 1)[0], style), room)
        return [text(name, number), *(cut(line, width) for line in named)]
    there = text(number, occupants(view, space, width - number.cell_len))
    names = short_name(view, space, width, height - 1 if there.plain else height)
    lines = [Text(name, style) for name in names]
    if there.plain:
        lines += [Text()] * (height - 1 - len(lines))
        lines.append(there)
    return lines


def short_name(view: View, space: Space, width: int, height: int) -> list[str]:
    """Return the name of a space in at most `height` lines of a width, small words left out where it is tight."""
    name = place(view, space.id)
    if len(name) <= width:
        return [name]
    small = words(view, "small_words").split()
    parts = [word for word in name.split() if word not in small]
    if height == 1:
        whole = " ".join(parts)
        number = parts[-1] if parts[-1].isdecimal() else ""  # tells it apart from its like
        return [whole if len(whole) <= width else squeezed(parts[0], width - len(number)) + number]
    first, *rest = [squeezed(word, width) for word in (name.split() if height > 2 else parts)]
    lines = [first]
    for word in rest:
        joined = f"{lines[-1]} {word}"
        if len(joined) <= width or len(lines) == height:
            lines[-1] = joined
        else:
            lines.append(word)
    return [line[:width] for line in lines]


def squeezed(name: str, width: int) -> str:
    """Return a name cut to a width: first its possessive goes, then its vowels from the end."""
    name = name if len(name) <= width else name.removesuffix("'s")
    for vowel in "aeiou" * 2:
        at = name.rfind(vowel)
        if len(name) > width and at > 0:
            name = name[:at] + name[at + 1 :]
    return name[:width]


def occupants(view: View, space: Space, width: int) -> Text:
    """Return the signs of who and what is on a space, cut to a width."""
    letters = initials(view)
    line = Text()
    for seat in view.seats:
        if seat.space == space.id:
            line.append(letters[seat.number], f"bold reverse {palette.of_seat(seat.number)}")
    things: dict[tuple[str, str], int] = {}
    for card in view.on_space(space.id):
        thing = signs.of_card(cards_of(table_of(view))[card])
        things[thing] = things.get(thing, 0) + 1
    gold = view.gold_on(space.id)
    if gold:
        things[palette.GOLD, "yellow"] = gold
    room = width - line.cell_len
    spelt = sum(things.values()) <= room
    for (sign, style), count in things.items():
        line.append(sign * count if spelt else sign if count == 1 else f"{count}{sign}", style)
    return cut(line, width)


def by_name(view: View, space: Space) -> Lines:
    """Return who and what is on a space, each with its sign and name."""
    letters = initials(view)
    lines: Lines = []
    for seat in view.seats:
        if seat.space == space.id:
            sign = (letters[seat.number], f"bold reverse {palette.of_seat(seat.number)}")
            lines.append(text(sign, " ", seat_text(view, seat.number)))
    for card in view.on_space(space.id):
        sign = signs.of_card(cards_of(table_of(view))[card])
        lines.append(text(sign, " ", card_name(view, card)))
    gold = view.gold_on(space.id)
    return [*lines, text((palette.GOLD, "yellow"), f" {gold}")] if gold else lines


CELLS = (
    CellSize(22, 5), CellSize(18, 4), CellSize(14, 3), CellSize(12, 3), CellSize(12, 2), CellSize(10, 2), SMALL,
    CellSize(10, 1), CellSize(8, 1), CellSize(6, 2),
    CellSize(10, 1, ruled=False), CellSize(8, 1, ruled=False), CellSize(6, 1, ruled=False),
)  # fmt: skip
"""How a space may be drawn, the best first."""


def fitting(view: View, width: int, height: int) -> CellSize | None:
    """Return the best cells with which each map fits into columns and lines; None if it does with none."""
    for one in CELLS:
        across, down = extent(view, one)
        if across <= width and down <= height:
            return one
    return None


def page(view: View, offers: Mapping[str, int], width: int, height: int) -> Lines:
    """Return the whole board, map by map, as large as a terminal allows, and what lies where by name."""
    table = table_of(view)
    size = fitting(view, width, height) or CELLS[-1]
    first = map_at_hand(view)
    lines = board(view, offers, size, first)
    for name in maps(view):
        lines += board(view, offers, size, name) if name != first else []
    lines += [legend(view), *at_present(view, width), *_in_force(view, width), *_goal(view, width)]
    for number, space in enumerate(table.spaces):
        there = [card_name(view, card) for card in view.on_space(space.id)]
        gold = view.gold_on(space.id)
        there += [say(view, Count("gold", gold))] if gold else []
        there += _marks_there(view, table.subject_of_space(number))
        if there:
            lines += fold(text((place(view, space.id), "bold"), f": {counted(there)}"), width, 2)
    return lines


def _marks_there(view: View, subject: int) -> list[str]:
    """Return the names of the marks that lie on a space, with how much there is of each."""
    table = table_of(view)
    found = [(kind, view.marks_of(subject)[kind.id]) for kind in table.marks if kind.id in view.marks_of(subject)]
    shown = [(table.name_of(kind, view.language), amount) for kind, amount in found if is_shown(kind)]
    return [name if amount == 1 else f"{name} {amount}" for name, amount in shown]


def _in_force(view: View, width: int) -> Lines:
    """Return the cards that hold for all."""
    there = [card_name(view, view.card_id(card)) for card in view.in_force]
    return fold(text((words(view, "in_force"), "bold"), f": {counted(there)}"), width, 2) if there else []


def at_present(view: View, width: int) -> Lines:
    """Return what lies on the table and holds for all at this time, such as day or night."""
    table = table_of(view)
    found = [table.name_of(kind, view.language) for kind in table.marks if kind.cycle and kind.id in view.now]
    return fold(Text(counted(found), "bright_yellow"), width, 2) if found else []


def _goal(view: View, width: int) -> Lines:
    """Return what lies on the goal, face up or face down."""
    table = table_of(view)
    if table.goal == NONE:
        return []
    there = [card_name(view, card) for card in view.zone("goal")]
    there += [words(view, "face_down")] * len(view.zone("goal.covered"))
    where = place(view, table.spaces[table.summit].id)
    return fold(text((where, "bold"), f": {counted(there)}"), width, 2) if there else []


def legend(view: View) -> Text:
    """Return what the signs on the board mean, in one line."""
    signs_told = (
        (palette.ENEMY, "bright_red", "enemy"), (palette.BELONGING, "bright_green", "belonging"),
        (palette.OTHER, "bright_cyan", "other_card"), (palette.GOLD, "yellow", "gold"),
        ("━", palette.RIVER, "no_way"),
    )  # fmt: skip
    told = [text((sign, style), (f" {words(view, f'sign_{key}')}", palette.FAINT)) for sign, style, key in signs_told]
    return Text("  ").join(told)
