"""A player who weighs every option by what it is expected to change, and takes the best.

They refer to no card by name: whatever lies on the table is read from its effect, so they can play unknown cards.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from stormriver.adventure.view import SeatView, View
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.estimates import Estimates
from stormriver.kernel.ask import Ask, Option
from stormriver.players.adventure.space_worth import Travel
from stormriver.players.adventure.worth import STEADY, Opinions, Worth
from stormriver.players.weighed import EQUAL, Weighed

NEVER: Final = -1e6
IDLE: Final = frozenset({"pass", "no", "done", "no_weapon"})
"""The keys that change nothing; they are taken unless something is better."""
SPARED: Final = ("use", "cast", "ditch")
"""The verbs of options that are taken only if they are better than all others."""
DECLINED: Final = "nothing"
"""The key that is never taken: a player who leaves a beaten rival everything might do so for ever."""
ROUNDS: Final = 120
LAST_ROUNDS: Final = 20
"""After so many rounds, or so many since killed characters are out, the player grows bolder; after twice as many,
they are boldest."""
PATIENCE: Final = 60
"""After so many decisions in one turn, only options that end it are taken."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Steady:
    """A sound player without foresight beyond their own moves.

    Caches are all that they remember: the reading of the board and of the deck, as long as
    nothing has changed, and how long the turn has gone on.
    """

    def __init__(self, seed: int = 0, opinions: Opinions = STEADY) -> None:
        """Begin a game.

        Args:
            seed: any integer; settles which of equal options is taken.
            opinions: the values they give to Strength, Craft, death and the goal.
        """
        self.opinions = opinions
        self._now = opinions
        self._final_since = -1
        self._random = Random(seed)
        self._turn = -1
        self._decisions = 0
        self._travel: Travel | None = None
        self._travel_at: object = None
        self._draw: Changes = {}
        self._draw_worth = 0.0
        self._draw_at: object = None

    def __call__(self, view: View, ask: Ask) -> str:
        """Return the key of the option that is worth most."""
        if len(ask.keys) == 1:
            return ask.keys[0]
        if self._impatient(view.turn):
            return self._random.choice([key for key in ask.keys if key in IDLE] or ask.keys)
        worth, expected = self._opinions(view)
        return self._best(ask, [self._value(worth, expected, option) for option in ask.options.values()])

    def weighed(self, view: View, ask: Ask) -> list[Weighed]:
        """Return the value of each option of the player's ask, with the reasons; the one to take comes first."""
        worth, expected = self._opinions(view)
        found = [self._weighed(view, worth, expected, option) for option in ask.options.values()]
        best = self._best(ask, [one.worth for one in found])
        return sorted(found, key=lambda one: (one.key != best, -one.worth))

    def _opinions(self, view: View) -> tuple[Worth, Estimates]:
        """Return the worth of changes as the seat stands, and estimates that use it."""
        self._grow_weary(view)
        me = view.me
        worth = Worth(view, self._now, partial(self._where, view, (view.turn, me.keys, me.lives)))
        return worth, Estimates(view, worth, partial(self._drawing, view, worth))

    def _weighed(self, view: View, worth: Worth, expected: Estimates, option: Option) -> Weighed:
        if option.key == DECLINED:
            return Weighed(option.key, NEVER, {}, {})
        changes: Changes = {}
        worths: dict[str, float] = {}
        for name, amount in expected.option(option).items():
            own = worth({name: amount})
            landing = self._landing(view, expected, name)
            for part, many in landing.items():
                changes[part] = changes.get(part, 0.0) + many * amount
                worths[part] = worths.get(part, 0.0) + worth({part: many}) * amount
                own -= worth({part: many}) * amount
            rest = "beyond" if landing else name
            changes[rest] = changes.get(rest, 0.0) + amount
            worths[rest] = worths.get(rest, 0.0) + own
        return Weighed(option.key, sum(worths.values()), changes, worths)

    def _landing(self, view: View, expected: Estimates, name: str) -> Changes:
        """Return what coming to the space of a change of place changes there; nothing for any other change."""
        kind, _, space = name.partition(":")
        return expected.landing(view.roads.number[space]) if kind == "at" else {}

    def _value(self, worth: Worth, expected: Estimates, option: Option) -> float:
        return NEVER if option.key == DECLINED else worth(expected.option(option))

    def _grow_weary(self, view: View) -> None:
        """Be bolder the longer the game goes on: a player who only heals neither loses nor wins.

        Who comes later, such as a hint, takes it that killed characters are out only from now on.
        """
        if not view.final or self._final_since < 0:
            self._final_since = view.turn
        seats = len(view.seats)
        waited = (view.turn - self._final_since) / seats - LAST_ROUNDS
        played = view.turn / seats - ROUNDS
        weary = min(10, int(max(waited / LAST_ROUNDS, played / ROUNDS, 0.0) * 10)) / 10
        self._now = self.opinions.bolder(weary) if weary else self.opinions

    def _impatient(self, turn: int) -> bool:
        """Count the decisions of a turn, and tell whether they are too many."""
        if turn != self._turn:
            self._turn, self._decisions = turn, 0
        self._decisions += 1
        return self._decisions > PATIENCE

    def _best(self, ask: Ask, values: list[float]) -> str:
        """Return the key with the highest value; of equal ones rather nothing, last of all something used up."""
        highest = max(values)
        best = [key for key, value in zip(ask.keys, values, strict=True) if value > highest - EQUAL]
        for key in best:
            if key in IDLE:
                return key
        best = [key for key in best if not key.startswith(SPARED)] or best
        return best[0] if len(best) == 1 else self._random.choice(best)

    def _where(self, view: View, position: tuple[int, ...], name: str) -> float:
        """Return what a change of place is worth; the board is read when that is first asked at a position."""
        me = view.me
        if not me.playing:
            return 0.0
        now = (*position, me.held)
        if self._travel is None or self._travel_at != now:
            worth = Worth(view, self._now, partial(self._remembered, me))
            self._travel = Travel(view, self._now, worth, partial(self._drawing, view, worth), self._travel)
            self._travel_at = now
        return self._travel.of(name, me.place)

    def _remembered(self, me: SeatView, name: str) -> float:
        """Return what a change of place was worth when the board was last read."""
        return self._travel.of(name, me.place) if self._travel is not None else 0.0

    def _drawing(self, view: View, worth: Worth) -> Changes:
        """Return what drawing a card changes, in short: `draw`, and the chance that it ends the encounter."""
        if not view.me.playing:
            return {}
        now = view.me.standing
        if self._draw_at != now:
            unmoved = Worth(view, self._now, partial(self._remembered, view.me))
            changes = dict(Estimates(view, unmoved).drawing())
            ending = {name: changes.pop(name, 0.0) for name in ("end", "away")}
            self._draw = {"draw": 1.0, **ending}
            self._draw_worth = unmoved(changes)
            self._draw_at = now
        worth.weights["draw"] = self._draw_worth
        return self._draw
