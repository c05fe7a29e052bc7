"""One game of an experiment, played from its seed by computer players, and what is noted of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct, field

from stormriver import players
from stormriver.kernel.errors import EngineError
from stormriver.kernel.game import Game
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.registry import presentation_of

QUICK = "random"
"""The player that looks at nothing, so that no view need be built for it."""

Chooser = Callable[[Game], int]


class GameRow(Struct, kw_only=True):
    """How one game went.

    Attributes:
        seed: what its chance and that of its players came from.
        seating: which of the experiment's seatings was played, from 0.
        seats: the names of the seats.
        players: the kind of player in each seat.
        began: the character or side each seat began with; an empty word where it has none.
        winners: the names of the seats that won, perhaps none or several.
        played: what the winners played at the end, in the same order.
        decisions: how many answers with a choice were given.
        turns: how many turns were begun.
        finished: whether it ended before the cap.
        observed: what questions noted of it, by their names.
    """

    seed: int
    seating: int = 0
    seats: list[str]
    players: list[str]
    began: list[str]
    winners: list[str]
    played: list[str]
    decisions: int
    turns: int
    finished: bool
    observed: dict[str, Any] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many times all seats have had their turn, the last round perhaps not to its end."""
        return -(-self.turns // len(self.seats))

    def minutes(self, pace: int) -> float:
        """Return how long it would have taken at a table, at so many seconds a turn."""
        return round(self.turns * pace / 60, 1)


def play_out(game: Game, kinds: Sequence[str], seed: int, cap: int) -> GameRow:
    """Play a new game to its end, or to the cap.

    Args:
        game: a game at its first ask.
        kinds: the kind of player in each seat.
        seed: what the players' own chance comes from.
        cap: the most decisions, at least 1.

    Raises:
        EngineError: if the engine or a player fails, with the seed and the decision.
    """
    choose = choosers(kinds, seed)
    began = roles(game)
    decisions = 0
    while (ask := game.state.ask) is not None and decisions < cap:
        try:
            game.play(choose[ask.seat](game))
        except Exception as error:
            stopped = "the game of seed {seed} stopped at decision {decision} with {kind}: {error}"
            facts = {"decision": decisions + 1, "kind": type(error).__name__, "error": str(error)}
            raise EngineError(stopped, seed=seed, **facts) from error
        decisions += 1
        if game.state.turn <= 1 and "" in began:
            began = roles(game)
    last = dict(zip(game.table.seats, roles(game), strict=True))
    return GameRow(
        seed=seed,
        seats=list(game.table.seats),
        players=list(kinds),
        began=began,
        winners=list(game.result),
        played=[last[name] for name in game.result],
        decisions=decisions,
        turns=game.state.turn,
        finished=game.state.ask is None,
    )


def choosers(kinds: Sequence[str], seed: int) -> list[Chooser]:
    """Return for each seat the function that chooses the index of its answer in a game."""
    return [_chooser(kind, seat, seed) for seat, kind in enumerate(kinds)]


def _chooser(kind: str, seat: int, seed: int) -> Chooser:
    own = Random(f"{seed} {seat}").getrandbits(32)
    if kind == QUICK:
        return _random(Random(own).random)
    player = players.make(kind, own)

    def choose(game: Game) -> int:
        view = game.view(seat)
        assert view.ask is not None
        return int(view.ask.keys.index(player(view, view.ask)))

    return choose


def _random(draw: Callable[[], float]) -> Chooser:
    def choose(game: Game) -> int:
        assert game.state.ask is not None
        return int(draw() * len(game.state.ask.codes))

    return choose


def roles(game: Game) -> list[str]:
    """Return what each seat plays, a character or a side; an empty word where that is not settled."""
    showing = presentation_of(game.table)
    return [role or "" for role in showing.roles(showing.view_of(game, ONLOOKER), game)]
