"""What options, spaces and gates are expected to change for one seat, asked by whoever decides or advises."""

from __future__ import annotations

from collections.abc import Callable

from stormriver.adventure.analysis import fights
from stormriver.adventure.analysis.odds import Odds
from stormriver.adventure.model.definitions import Gate
from stormriver.adventure.view import View
from stormriver.estimates.adventure.changes import Changes, Worth, add
from stormriver.estimates.adventure.meeting import landing, mean_draw
from stormriver.estimates.adventure.movement import staying, tried
from stormriver.estimates.adventure.options import option
from stormriver.estimates.adventure.reader import Reader
from stormriver.estimates.adventure.spells import cast
from stormriver.estimates.adventure.strife import following
from stormriver.kernel.ask import Option
from stormriver.kernel.frames import Context
from stormriver.language.grammar import NOTHING, Effect


class Estimates:
    """Expected changes, by the names of `changes.py`, as far as the seat of a view makes the decisions.

    Spaces are given by their numbers in `View.roads`.
    """

    def __init__(self, view: View, worth: Worth, draw: Callable[[], Changes] | None = None) -> None:
        """Prepare estimates for one seat.

        Args:
            view: what the seat knows.
            worth: what changes are worth to it, which decides what it is expected to choose.
            draw: returns what drawing a card is expected to change, if that was worked out before.
        """
        self.view = view
        self._reader = Reader(view.game, view.seat, worth, draw)

    def option(self, chosen: Option) -> Changes:
        """Return what choosing an option of the seat's pending ask changes; nothing if that is not known."""
        return option(self._reader, chosen.ask, chosen.code)

    def effect(self, effect: Effect, context: Context) -> Changes:
        """Return what an effect of a card or space changes, for the seats and cards of `context`."""
        return self._reader.effect(effect, context)

    def cast(self, spell: int, context: Context) -> Changes:
        """Return what casting a Spell, by the number of its card, at its best target changes."""
        return cast(self._reader, spell, context)

    def landing(self, space: int) -> Changes:
        """Return what coming to a space changes, with the best of what may be encountered there."""
        return landing(self._reader, space)

    def staying(self, space: int) -> Changes | None:
        """Return what is done instead of moving on a space; None if one moves there."""
        return None if self.view.game.table.spaces[space].stay is NOTHING else staying(self._reader, space)

    def drawing(self) -> Changes:
        """Return what drawing one card changes: the mean of those the seat has not seen elsewhere."""
        return mean_draw(self._reader)

    def passage(self, space: int, gate: int) -> Changes | None:
        """Return what trying a gate, by its place among the gates of a space, changes; None if it may not be tried."""
        return self._reader.at(space, lambda: self._passed(space, self.view.game.table.gates[space][gate]))

    def _passed(self, space: int, gate: Gate) -> Changes | None:
        """Return what trying a gate changes for somebody who stands before it."""
        about = Context(self.view.seat, space=space)
        if not self.view.may_enter(gate.beyond) or not gate.bars.test(self.view.game, about):
            return None
        changes = dict(tried(self._reader, gate, space))
        if gate.river:
            add(changes, following(self._reader, "crossed"), changes.get("enter", 0.0))
        return changes


def fight_under_way(view: View) -> Odds | None:
    """Return the exact chances of the fight under way, or None if there is none."""
    fight = fights.fight_under_way(view.game)
    return None if fight is None else fight.odds()


def duel(view: View, other: int) -> Odds:
    """Return the exact chances of attacking the character of a seat, by its number, in battle."""
    return fights.supposed_duel(view.game, view.seat, other).odds()
