"""The pages of an adventure game, as all screens use them (see screen/pages.py)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stormriver.adventure.analysis.under_way import cards_behind
from stormriver.adventure.model import events
from stormriver.adventure.procedures.turn import TURN_STEPS
from stormriver.adventure.view import View
from stormriver.cli.screen.adventure import board, cards, odds, sheet
from stormriver.cli.screen.adventure.asides import aside, near, offered, situation, subject, there
from stormriver.cli.screen.adventure.things import who
from stormriver.cli.screen.lines import Lines, beside, blank, cut, fold
from stormriver.cli.screen.view import described, pending, question_of
from stormriver.kernel import ask as keys
from stormriver.kernel import events as kinds
from stormriver.presentation.adventure.ids import spaces_of, table_of
from stormriver.presentation.facts import Told

SIDE = 30
"""How wide the sheet beside the board must be at least."""

LEAST_BELOW = 12
"""How many lines must be left below a board with the sheets beside it, or a smaller one is drawn."""

TIGHT_BELOW = 9
"""How many lines must be left below a board and the sheets in brief, or the board is not drawn."""

legend = board.legend
sheet_page = sheet.sheet
cards_in_question = cards.in_question
card_page = cards.page


def picture(view: View, width: int, height: int, offers: bool = True, looked_at: str = "") -> Lines:
    """Return the board with the sheets beside it; or, where that does not fit, as much of both as does."""
    numbers = offered(view) if offers else {}
    size = board.fitting(view, width - SIDE - 2, height - LEAST_BELOW)
    if size is not None and size.ruled:
        across, down = board.extent(view, size)
        side = width - across - 2
        own = [*board.at_present(view, side), *sheet.summary(view, view.seat, side), blank()]
        sheets = [*own, *sheet.others(view, side, down - len(own))]
        drawn = board.board(view, numbers, size, looked_at=looked_at)
        return beside(drawn, [cut(line, side) for line in sheets[:down]], across)
    brief = [
        *board.at_present(view, width),
        *sheet.brief(view, view.seat, width),
        *(cut(line, width) for line in brief_others(view)),
    ]
    size = board.fitting(view, width, height - len(brief) - TIGHT_BELOW)
    return [*(board.board(view, numbers, size, looked_at=looked_at) if size is not None else []), *brief]


def brief_others(view: View) -> Lines:
    """Return each other seat in one line."""
    return [sheet.glance(view, seat, 1000)[0] for seat in view.seats if seat.number != view.seat]


def glance(view: View, seat: int, width: int) -> Lines:
    """Return a seat in a line or a few: who, where, and how strong."""
    return sheet.glance(view, view.seats[seat], width)


def card_asking(view: View, width: int) -> Lines:
    """Return the card that is all the question is about, or has brought it about, unless question or options say it."""
    options = pending(view).options.values()
    found = {option.argument for option in options if option.kind == keys.CARD} or set(cards_behind(view.game)[:1])
    card = table_of(view).cards[found.pop()] if len(found) == 1 else None
    if card is None or card.kind == "character":
        return []
    lines = cards.lines_of(view, card, width)
    says = " ".join(line.plain.strip() for line in lines[1:])
    told = [question_of(view), *(described(view, option) for option in options)]
    most = says[len(says) // 3 :]  # it may begin otherwise there: "Do you want this? Roll" for "You may roll"
    return [] if not says or any(most in one for one in told) else lines


def board_page(view: View, width: int, height: int) -> Lines:
    """Return the whole board, and what lies where by name."""
    return board.page(view, offered(view), width, height)


def place_at_hand(view: View) -> str:
    """Return the space that the viewer is on, empty if none."""
    return (view.me.space or "") if view.seat >= 0 else ""


def place_beside(view: View, place: str, down: int, right: int) -> str:
    """Return the space that lies beside one on the map."""
    return board.step(view, place, down, right)


def place_page(view: View, place: str, width: int) -> Lines:
    """Return what a space says, and who and what is there."""
    found = there(view, place)
    lines = cards.lines_of_space(view, spaces_of(table_of(view))[place], width)
    return [*lines, *(fold(Text(found), width, 2) if found else [])]


def option_at(view: View, place: str) -> int:
    """Return the number of the option that leads to a space, 0 if none does."""
    return offered(view).get(place, 0)


def odds_page(view: View, width: int) -> Lines:
    """Return the odds of the fight under way, or of those in reach."""
    return odds.page(view, near(view), width)


def repeats(view: View, told: Told) -> bool:
    """Tell whether an event can be left out: a mark lasts a turn less, or the lines beside it say the same."""
    table = table_of(view)
    if told.kind == events.ABILITY_USED.name:
        return told.name == table.source_id(table.rule_source)
    marks = told.kind in (kinds.MARKED, kinds.UNMARKED) and not told.by
    counts_down = marks and told.rule in _TURN_RULES
    return counts_down or told.kind == kinds.SHUFFLED


_TURN_RULES = frozenset(rule for rule, _ in TURN_STEPS)


def in_passing(told: Told, later: Sequence[Told]) -> bool:
    """Tell whether a summary leaves an event out: a step on the way, or a card that only goes away."""
    if told.kind == events.FIGHT_WON.name:  # whom they kill by it tells that as well
        return next((one.kind for one in later if one.kind in _FOUGHT), "") == events.ENEMY_KILLED.name
    if told.kind == kinds.CARD:
        return told.target.startswith(("deck", "discard", "box", "casting"))
    return told.kind in _PASSING


_FOUGHT = frozenset(kind.name for kind in (events.ATTACKED, events.FIGHT_WON, events.ENEMY_KILLED))
_PASSING = frozenset(
    {
        *(kinds.ROLLED, kinds.LOT, kinds.ANSWERED, kinds.SHUFFLED, kinds.MARKED, kinds.UNMARKED),
        *(kind.name for kind in (events.ATTACKED, events.COMPARED, events.ENEMY_MET, events.FATE_PAID)),
    }
)
"""The kinds of events that a summary leaves out."""


__all__ = [
    "aside", "board_page", "card_asking", "card_page", "cards_in_question", "glance",
    "in_passing", "legend", "odds_page", "option_at", "picture", "place_at_hand",
    "place_beside", "place_page", "repeats", "sheet_page", "situation", "subject",
    "who",
]  # fmt: skip
