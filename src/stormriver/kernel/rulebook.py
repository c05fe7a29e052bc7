"""What the kernel asks of a rulebook. Tables are data; how games at them are played stands here."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from stormriver.kernel.ask import Ask
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.saves import commitment
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import OPEN, OWN, Table

T = TypeVar("T", bound=Table)


class Rulebook(Generic[T]):
    """How games are played at the tables of one kind.

    Attributes:
        name: the name of its package.
        concedes: whether a seat that gives up has lost at once, and all others have won.
    """

    name = ""
    concedes = False

    def facts(self, table: T) -> dict[str, Any]:
        """Return preset, options, packs and their hashes: what a save must say to be set up again."""
        raise NotImplementedError

    def header(self, table: T, seed: int, skip_forced: bool) -> dict[str, Any]:
        """Return what a save or record says of the set-up of its game."""
        seats = list(table.seats)
        return {**self.facts(table), "seats": seats, "seed": commitment(seed), "skip_forced": skip_forced}

    def new_state(self, table: T, seed: int) -> State:
        """Return the state before anything has happened."""
        raise NotImplementedError

    def start(self, game: Game) -> None:
        """Put the first frame on the stack of a new game."""
        raise NotImplementedError

    def settle(self, game: Game) -> None:
        """Look at the limits of the unsettled seats and push what follows from them."""
        raise NotImplementedError

    def sees(self, table: T, state: State, seat: int, zone: int) -> bool:
        """Tell whether `seat` (NONE: an onlooker) may look at the cards of `zone`."""
        facts = table.zones[zone]
        return facts.visible == OPEN or (facts.visible == OWN and facts.owner == seat != NONE)

    def view(self, game: Game, seat: int) -> Any:
        """Return what `seat` may know of a game, with names instead of numbers."""
        raise NotImplementedError

    def describe(self, table: T, ask: Ask, code: int) -> str:
        """Return what an option does, in one line."""
        raise NotImplementedError

    def question(self, table: T, ask: Ask) -> str:
        """Return the question of an ask, in one line."""
        raise NotImplementedError

    def says(self, table: T, thing: Any) -> str:
        """Return all that a card, space, kind of mark or rule says, in whole sentences."""
        raise NotImplementedError

    def told(self, table: T, event: Event, viewer: int | None = None) -> str:
        """Return what an event tells, in one sentence; nothing for what people need not read.

        Args:
            table: the table of the game.
            event: an event of a log.
            viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
        """
        raise NotImplementedError
