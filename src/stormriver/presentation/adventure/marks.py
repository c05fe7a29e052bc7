"""Marks in words: which of them people read of, and how long each still lasts."""

from __future__ import annotations

from stormriver.adventure.model.definitions import MarkKind
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.event_text import UNTOLD_MARKS
from stormriver.kernel import marks as ticks
from stormriver.kernel.game import Game
from stormriver.kernel.state import Mark as Lying
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, phrase, seat_name
from stormriver.presentation import facts

UNSAID = frozenset({"loose_gold", "rounds"})
"""Marks that are shown in another way, or only count for the rules."""


def is_shown(kind: MarkKind) -> bool:
    """Tell whether people read of a kind of mark; what only the rules keep in mind has no words of its own."""
    return not kind.hidden and kind.id not in UNSAID | UNTOLD_MARKS


def marks_by_subject(game: Game, table: AdventureTable, language: str = "en") -> dict[int, tuple[facts.Mark, ...]]:
    """Return the marks that are shown, by what they lie on (see `Table.subject_of_card`)."""
    say = rendering.spoken(table, language).say
    found: dict[int, tuple[facts.Mark, ...]] = {}
    for mark in game.state.marks:
        kind = table.marks[mark.kind]
        if is_shown(kind) and not kind.cycle:
            one = facts.Mark(kind.id, mark.amount, say(lasting(game, table, mark)))
            found[mark.subject] = (*found.get(mark.subject, ()), one)
    return found


def at_present(game: Game, table: AdventureTable) -> tuple[str, ...]:
    """Return the ids of the marks that lie on the table, one of each cycle: what holds for all at this time."""
    found = [mark.kind for mark in game.state.marks.on.get(table.board, ()) if mark.kind in table.cyclic]
    return tuple([str(table.marks[kind].id) for kind in sorted(found)])


def lasting(game: Game, table: AdventureTable, mark: Lying) -> Part:
    """Return how long a mark still lasts; an empty text if that is not counted."""
    if mark.tick in LASTING:
        return phrase(LASTING[mark.tick])
    if mark.tick == ticks.OWN_TURN_START:
        return _turns(table, mark.owner, mark.left, "lasts_begins")
    if mark.tick == ticks.OWN_TURN_END:
        own = mark.owner == game.state.active
        if own and mark.left == 1:
            return phrase("lasts_this_turn")
        return _turns(table, mark.owner, mark.left - own, "lasts_ends")
    return Text("")


LASTING = {ticks.TURN_END: "lasts_turn", ticks.FIGHT_END: "lasts_fight", ticks.LEFT_BEHIND: "lasts_left"}
"""The phrases for the moments at which marks end that are the same for all."""


def _turns(table: AdventureTable, seat: int, left: int, key: str) -> Part:
    name = seat_name(table.seats[seat])
    return phrase(key, seat=name) if left == 1 else phrase("lasts_turns", number=Text(str(left)), seat=name)
