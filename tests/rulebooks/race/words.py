"""The words that the cards of a race are written in."""

from __future__ import annotations

from race.model import DISTANCE, RaceGame
from stormriver.kernel.frames import Context
from stormriver.language.clauses import Count, Name, Part, Text, written
from stormriver.language.grammar import Effect, Fixed, Value


def so_far(spaces: Value) -> Part:
    """Return a number of spaces: `1 space`, or as many as something says."""
    if isinstance(spaces, Fixed):
        return Count(Name("race", "space", "space"), spaces.fixed)
    return spaces.clause()


class Run(Effect):
    """The seat runs on. `{run: 3}`"""

    word = "run"
    spaces: Value

    def do(self, game: RaceGame, context: Context) -> None:
        game.change(context.seat, DISTANCE, self.spaces.of(game, context))

    def clause(self) -> Part:
        return written("run {spaces}", spaces=so_far(self.spaces))


class Trip(Effect):
    """The runner is thrown back, at most to the start. `{trip: 2}`"""

    word = "trip"
    spaces: Value

    def do(self, game: RaceGame, context: Context) -> None:
        back = min(self.spaces.of(game, context), game.state.seats[context.rival][DISTANCE])
        game.change(context.rival, DISTANCE, -back)

    def clause(self) -> Part:
        return written("the runner goes back {spaces}", spaces=so_far(self.spaces))


class Ahead(Value):
    """How far the leader is ahead of the seat. `ahead`"""

    word = "ahead"

    def of(self, game: RaceGame, context: Context) -> int:
        return max(row[DISTANCE] for row in game.state.seats) - game.state.seats[context.seat][DISTANCE]

    def clause(self) -> Part:
        return Text("as far as the leader is ahead")
