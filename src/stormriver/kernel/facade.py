"""The game as programs are handed it: a facade of about a dozen names before the engine's own game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from stormriver.kernel import game as engine
from stormriver.kernel.ask import Ask
from stormriver.kernel.deprecation import warn_deprecated
from stormriver.kernel.errors import BadAnswer
from stormriver.kernel.events import Event
from stormriver.kernel.notebook import game_as_html
from stormriver.kernel.script import Script
from stormriver.kernel.seats import seat_number
from stormriver.kernel.type_variables import TypeVar

V = TypeVar("V", default=Any)


class Game(Generic[V]):
    """A game under way, from its first ask to its result.

    `Game[View]` is a game whose views are of the class `View`, such as `stormriver.adventure.View`. What costs nothing
    and changes nothing is a property; what does something, takes something or makes a copy is a method.

    Attributes:
        engine: the game as the rules play it. What it has is described in `docs/engine.md`, and may change.
    """

    __slots__ = ("__weakref__", "engine")

    def __init__(self, game: engine.Game[Any]) -> None:
        self.engine = game

    # how it stands

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, clockwise; wherever a seat is asked for, its name or its number from 0 will do."""
        return tuple(self.engine.table.seats)

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.engine.state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody is asked anything any more."""
        return self.engine.state.ask is None

    @property
    def ask(self) -> Ask:
        """The pending ask: whose it is, what may be answered, and the rule behind it.

        Raises:
            BadAnswer: once the game is over.
        """
        ask = self.engine.ask
        if ask is None:
            raise BadAnswer("The game is over, and nobody is asked anything: `game.over` tells so beforehand.")
        return ask

    @property
    def result(self) -> list[str]:
        """The names of the seats that have won, once the game is over; empty before, and if nobody has."""
        return self.engine.result

    @property
    def log(self) -> Sequence[Event]:
        """What has happened so far, event by event; empty for a copy or a guess, which keeps no log."""
        return self.engine.log or ()

    @property
    def can_undo_freely(self) -> bool:
        """Whether the last answer can be taken back with no die and no hidden card seen since."""
        return self.engine.can_undo_freely

    @property
    def script(self) -> Script | None:
        """The dice and shuffles that are told beforehand; None if they fall by chance."""
        return self.engine.script

    @script.setter
    def script(self, told: Script | None) -> None:
        self.engine.script = told

    # what can be done

    def answer(self, key: str) -> None:
        """Answer the pending ask by one of its keys, and go on to the next one.

        Raises:
            BadAnswer: if the key is not on offer, or the game is over; nothing is changed.
        """
        self.engine.answer(key)

    def play(self, index: int) -> None:
        """Answer with the option at a position, from 0: the fast way, without undo.

        Raises:
            BadAnswer: if there is no such option, or the game is over; nothing is changed.
        """
        posed = self.engine.state.ask
        if posed is not None and not 0 <= index < len(posed.codes):
            most = len(posed.codes) - 1
            raise BadAnswer("There is no option at {index}; they go from 0 to {most}.", index=index, most=most)
        self.engine.play(index)

    def undo(self, answers: int = 1) -> None:
        """Take back the last answers that `answer` has given.

        Raises:
            BadAnswer: if there are not so many.
        """
        self.engine.undo(answers)

    def clone(self) -> Game[V]:
        """Return a copy that goes on by itself, without log and undo.

        It knows what is hidden, and rolls the dice that the game itself would roll. Who looks for a good answer takes
        `view.guess` instead.
        """
        return Game(self.engine.clone())

    def view(self, seat: int | str) -> V:
        """Return what a seat may know of the game, as its rulebook shows it.

        Args:
            seat: its name, or its number from 0; -1 for an onlooker.

        Raises:
            StormriverError: if there is no such seat.
        """
        view: V = self.engine.view(seat_number(self.seats, seat))
        return view

    def save(self) -> str:
        """Return the game as a text, from which `stormriver.load` brings it back at the same ask."""
        return self.engine.save()

    # how it is shown

    def __repr__(self) -> str:
        asked = f"over, won by {', '.join(self.result) or 'nobody'}"
        if not self.over:
            asked = f"{self.seats[self.ask.seat]} is asked {self.ask.kind!r}"
        return f"<Game of {self.engine.table.facts()['preset']}, turn {self.turn}: {asked}>"

    def _repr_html_(self) -> str:
        """Return the pending ask as a notebook shows it."""
        return game_as_html(self.engine)

    def __copy__(self) -> Game[V]:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.engine,)

    if not TYPE_CHECKING:  # a type checker is to see a misspelt name

        def __getattr__(self, name: str) -> Any:
            """Return, for one version, what was once an attribute of every game and is the engine's."""
            if name.startswith("_") or name == "engine":
                raise AttributeError(f"a game has no attribute {name!r}", name=name, obj=self)
            found = getattr(self.engine, name)
            warn_deprecated(f"Game.{name}", f"Game.engine.{name}")
            return found


def engine_of(game: Game[Any] | engine.Game[Any]) -> engine.Game[Any]:
    """Return the engine's game behind one; itself if it is one."""
    return game.engine if isinstance(game, Game) else game
