"""A player who weighs every option by what it is expected to change, and takes the best.

He names no card: whatever lies on the table is read from its effect, so he plays cards he has never seen.
"""

from __future__ import annotations

from random import Random

from stormriver.adventure.view import Changes, View
from stormriver.kernel.ask import Ask
from stormriver.players.travel import Travel
from stormriver.players.worth import Worth

EQUAL = 1e-9
IDLE = frozenset({"pass", "no", "done", "no_weapon"})
"""The verbs that change nothing; they are taken unless something is better."""
PATIENCE = 60
"""After so many decisions in one turn only what ends it is done."""


class Steady:
    """A sound player without foresight beyond his own moves.

    He remembers only what saves him work: his reading of the board for the turn under way, and
    whether the turn goes on for too long.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._turn = -1
        self._decisions = 0
        self._travel: Travel | None = None
        self._travel_for: object = None
        self._draw: Changes = {}
        self._draw_worth = 0.0
        self._draw_for: object = None
        self._view: View | None = None

    def choose(self, view: View, ask: Ask) -> str:
        """Return the key of the option that is worth most."""
        if len(ask.keys) == 1:
            return ask.keys[0]
        if view.turn != self._turn:
            self._turn, self._decisions = view.turn, 0
        self._decisions += 1
        if self._decisions > PATIENCE:
            return self._random.choice([key for key in ask.keys if key in IDLE] or ask.keys)
        self._view = view
        worth = Worth(view, self._where)
        reader = view.reader(worth, self._drawing(view, worth) if view.me.playing else {})
        values = [worth(view.outlook(option, reader)) for option in ask.options.values()]
        return self._best(ask, values)

    def _best(self, ask: Ask, values: list[float]) -> str:
        """Return the key with the highest value; of equal ones one that changes nothing, or any."""
        highest = max(values)
        best = [key for key, value in zip(ask.keys, values, strict=True) if value > highest - EQUAL]
        idle = [key for key in best if key in IDLE]
        return (idle or best)[0] if idle or len(best) == 1 else self._random.choice(best)

    def _where(self, name: str) -> float:
        """Return what being somewhere is worth; the board is read when that is first asked in a turn."""
        view = self._view
        assert view is not None
        if not view.me.playing:
            return 0.0
        now = (view.turn, view.me.standing)
        if self._travel is None or self._travel_for != now:
            before = self._travel
            worth = Worth(view, before.of if before is not None else None)
            self._travel = Travel(view, worth, self._drawing(view, worth), before.waiting if before else None)
            self._travel_for = now
        return self._travel.of(name)

    def _drawing(self, view: View, worth: Worth) -> Changes:
        """Return what drawing a card changes, in short: its worth, and the chance that it ends the encounter."""
        now = view.me.standing
        if self._draw_for != now:
            changes = dict(view.drawing(view.reader(worth)))
            ending = {name: changes.pop(name, 0.0) for name in ("end", "away")}
            self._draw = {"draw": 1.0, **ending}
            self._draw_worth = worth(changes)
            self._draw_for = now
        worth.weights["draw"] = self._draw_worth
        return self._draw
