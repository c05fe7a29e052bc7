"""Marks in words: which of them people read of, and how long each still lasts."""

from __future__ import annotations

from stormriver.adventure.model.definitions import MarkKind
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.event_text import UNTOLD_MARKS
from stormriver.kernel import marks as ticks
from stormriver.kernel.game import Game
from stormriver.kernel.state import Mark as Lying
from stormriver.language.english import named
from stormriver.presentation import facts

UNSAID = frozenset({"loose_gold", "rounds"})
"""Marks that are shown in another way, or only count for the rules."""


def is_shown(kind: MarkKind) -> bool:
    """Tell whether people read of a kind of mark; what only the rules keep in mind has no words of its own."""
    return not kind.hidden and kind.id not in UNSAID | UNTOLD_MARKS


def marks_by_subject(game: Game, table: AdventureTable) -> dict[int, tuple[facts.Mark, ...]]:
    """Return the marks that are shown, by what they lie on (see `Table.subject_of_card`)."""
    found: dict[int, tuple[facts.Mark, ...]] = {}
    for mark in game.state.marks:
        kind = table.marks[mark.kind]
        if is_shown(kind):
            one = facts.Mark(kind.id, mark.amount, lasting(game, table, mark))
            found[mark.subject] = (*found.get(mark.subject, ()), one)
    return found


def lasting(game: Game, table: AdventureTable, mark: Lying) -> str:
    """Return how long a mark still lasts, in words; nothing if that is not counted."""
    if mark.tick == ticks.TURN_END:
        return "until the end of the turn"
    if mark.tick == ticks.FIGHT_END:
        return "until the end of the fight"
    if mark.tick == ticks.LEFT_BEHIND:
        return "until the space is left"
    if mark.tick == ticks.OWN_TURN_START:
        return _turns(named(table.seats[mark.owner]), mark.left, "begins")
    if mark.tick == ticks.OWN_TURN_END:
        own = mark.owner == game.state.active
        if own and mark.left == 1:
            return "until the end of this turn"
        return _turns(named(table.seats[mark.owner]), mark.left - own, "ends")
    return ""


def _turns(name: str, left: int, when: str) -> str:
    return f"until {name}'s next turn {when}" if left == 1 else f"for {left} more turns of {name}"
