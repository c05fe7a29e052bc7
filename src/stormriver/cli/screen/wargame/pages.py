"""The pages of a wargame, for the screens that are alike in every game (see screen/pages.py)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, beside, blank, cut, fold, rule, text
from stormriver.cli.screen.wargame import board, sheet
from stormriver.cli.screen.wargame.asides import aside, odds_lines, offered, situation, subject
from stormriver.cli.screen.wargame.board import chit_name
from stormriver.cli.screen.wargame.sheet import glance, who
from stormriver.cli.wording import tell, words
from stormriver.kernel import ask as keys
from stormriver.kernel import events as kinds
from stormriver.kernel.errors import BadAnswer
from stormriver.presentation.facts import Told
from stormriver.wargame.model import events
from stormriver.wargame.model.definitions import SIZE, Chit
from stormriver.wargame.view import SquareView, View

SIDE = 34
"""How wide the sheets beside the map must be at least."""
LEAST_BELOW = 12
"""How many lines must be left below a map with the sheets beside it, or a smaller one is drawn."""

TIGHT_BELOW = 11
"""How many lines must be left below a map and both sides in brief, or it is not drawn."""

legend = board.legend
sheet_page = sheet.sheet


def picture(view: View, width: int, height: int, offers: bool = True, looked_at: str = "") -> Lines:
    """Return the phases and the map with both sides beside or below it; without the map where that has no room."""
    numbers = offered(view) if offers else {}
    bar = [cut(sheet.phases(view), width)]
    size = board.fitting(width - SIDE - 2, height - LEAST_BELOW)
    if size is not None:
        across, down = board.extent(size)
        lines = [*summaries(view, width - across - 2), *units(view, width - across - 2)]
        return [*bar, *beside(board.board(view, numbers, size, looked_at), lines[:down], across)]
    brief = [cut(glance(view, seat.number, 1000)[0], width) for seat in view.seats]
    size = board.fitting(width, height - TIGHT_BELOW - len(brief))
    return [*bar, *(board.board(view, numbers, size, looked_at) if size is not None else []), *brief]


def summaries(view: View, width: int) -> Lines:
    """Return both sides, the viewer's first."""
    order = sorted(range(len(view.seats)), key=lambda seat: seat != view.seat)
    return [cut(line, width) for seat in order for line in [*sheet.summary(view, seat, width), blank()]]


def units(view: View, width: int) -> Lines:
    """Return the viewer's units with what is on them."""
    if view.seat < 0:
        return []
    return [cut(sheet.unit_short(view, unit), width) for unit in view.me.units]


def card_asking(view: View, width: int) -> Lines:
    """Return nothing: the options say what their chits do."""
    return []


def board_page(view: View, width: int, height: int) -> Lines:
    """Return the whole map, and what every tile does."""
    size = board.fitting(width, height) or board.CELLS[-1]
    lines = [*board.board(view, offered(view), size), legend(view), blank()]
    return [*lines, *(line for square in view.squares for line in square_lines(view, square, width))]


def square_lines(view: View, square: SquareView, width: int) -> Lines:
    """Return what the tile of a square does, and whose unit is there; nothing without a tile."""
    chit = definition(view, square.tile)
    if chit is None:
        return []
    unit = square.unit
    there = "" if unit is None else f"  {board.SIDES[unit.owner]}{chit_name(view, unit.definition)}"
    ruined = f" ({words(view, 'in_ruins')})" if square.ruin else ""
    name = (f"{square.id.upper()} {chit_name(view, chit)}", "bold")
    return fold(text(name, ruined, (there, palette.FAINT), f": {view.game.table.says(chit, view.language)}"), width, 3)


def place_at_hand(view: View) -> str:
    """Return the square from which the viewer looks around: that of their first unit, else the first one."""
    own = [square.id for square in view.squares if square.unit is not None and square.unit.owner == view.seat]
    return own[0] if own else str(view.squares[0].id)


def place_beside(view: View, place: str, down: int, right: int) -> str:
    """Return the square that lies beside one on the map; itself at the edge. Row 1 is at the bottom."""
    names = [square.id for square in view.squares]
    row, column = divmod(names.index(place), SIZE)
    row, column = min(max(row - down, 0), SIZE - 1), min(max(column + right, 0), SIZE - 1)
    return str(names[row * SIZE + column])


def place_page(view: View, place: str, width: int) -> Lines:
    """Return what the tile of a square does, and the unit there."""
    square = next(square for square in view.squares if square.id == place)
    lines = square_lines(view, square, width)
    return [*lines, *(lines_of(view, square.unit.definition, width) if square.unit is not None else [])]


def option_at(view: View, place: str) -> int:
    """Return the number of the option that is about a square, 0 if none is."""
    return offered(view).get(place, 0)


def odds_page(view: View, width: int) -> Lines:
    """Return the odds of what is asked, or of every attack in reach."""
    lines = [folded for line in odds_lines(view) for folded in fold(line, width, 2)]
    return lines or [Text(tell(view, "no_attack"), palette.FAINT)]


def definition(view: View, chit: str) -> Chit | None:
    """Return the definition of a chit by its id."""
    return next((known for known in view.game.table.definitions if known.id == chit), None)


def cards_in_question(view: View, width: int) -> Lines:
    """Return the chits the viewer may want to read now: those on offer, those in what is under way, their spells."""
    table = view.game.table
    found: list[str] = []
    if view.ask is not None:
        options = view.ask.options.values()
        found += [table.cards[option.argument].id for option in options if option.kind == keys.CARD]
    found += [table.cards[card].id for card in view.in_question]
    found += view.me.spells if view.seat >= 0 else []
    lines = [rule(tell(view, "chits_in_question"), width)]
    for name in dict.fromkeys(found):
        chit = definition(view, name)
        lines += lines_of(view, chit, width) if chit is not None else []
    return lines


def card_page(view: View, typed: str, width: int) -> Lines:
    """Return the chits that are meant by what is typed: an id, a part of one or of a name.

    Raises:
        BadAnswer: if there are none.
    """
    wanted = "_".join(typed.lower().split())
    known = {chit.id: chit for chit in view.game.table.definitions}
    found = [known[wanted]] if wanted in known else [chit for name, chit in known.items() if wanted in name]
    found = found or [chit for chit in known.values() if typed.lower() in chit_name(view, chit).lower()]
    if not found:
        raise BadAnswer(tell(view, "no_chit_called", words=repr(typed)))
    return [line for chit in found for line in [*lines_of(view, chit, width), blank()]]


def lines_of(view: View, chit: Chit, width: int) -> Lines:
    """Return a chit with its group and its text."""
    group = words(view, f"group_{chit.group}")
    head = text((chit_name(view, chit), "bold"), (f"  {group}  ({chit.id})", palette.FAINT))
    return [head, *fold(Text(f"  {view.game.table.says(chit, view.language)}"), width, 2)]


def repeats(view: View, told: Told) -> bool:
    """Tell whether an event says only what the lines beside it say as well."""
    return told.kind == kinds.SHUFFLED


def in_passing(told: Told, later: Sequence[Told]) -> bool:
    """Tell whether a summary does without an event."""
    return told.kind in _PASSING


_PASSING = frozenset(
    {
        *(kinds.ROLLED, kinds.ANSWERED, kinds.SHUFFLED),
        *(kind.name for kind in (events.COMPARED, events.MOVE_ANNOUNCED, events.PHASE_BEGAN)),
    }
)
"""Kinds of events that a summary does without."""

__all__ = [
    "aside", "board_page", "card_asking", "card_page", "cards_in_question", "glance",
    "in_passing", "legend", "odds_page", "option_at", "picture", "place_at_hand",
    "place_beside", "place_page", "repeats", "sheet_page", "situation", "subject",
    "who",
]  # fmt: skip
