"""The interface of a rulebook to the kernel. Tables are data; a rulebook says how games at them are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from stormriver.kernel.ask import Posed
from stormriver.kernel.commitment import commitment
from stormriver.kernel.dice import SPLITMIX64
from stormriver.kernel.events import Event
from stormriver.kernel.frames import Frame
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import OPEN, OWN, Table

T = TypeVar("T", bound=Table)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulebook(Generic[T]):
    """How games are played at the tables of one kind.

    Attributes:
        name: the name of its package.
        shapes: by kind of its own events, what each number indexes (see `events.SHAPES`).
        concedes: whether a seat that gives up has lost at once, and all others have won.
    """

    name: ClassVar[str] = ""
    concedes: ClassVar[bool] = False
    shapes: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def facts(self, table: T) -> dict[str, Any]:
        """Return preset, options, packs and their hashes: all that a save needs to set the game up again."""
        raise NotImplementedError

    def added_packs(self, table: T) -> Sequence[str]:
        """Return the packs added to a table as another process finds them: by name or folder, where `facts` has ids."""
        return tuple(self.facts(table)["packs"])

    def names(self, table: T) -> dict[str, list[str]]:
        """Return the names of the numbered things that only this rulebook has, see `numbering.names`."""
        return {}

    def save(self, game: Game[T]) -> str:
        """Return a game as text, from which `resuming.load` brings it back."""
        raise NotImplementedError

    def header(self, table: T, seed: int, skip_forced: bool, dice: str = SPLITMIX64) -> dict[str, Any]:
        """Return the header of a save or record: the set-up of its game.

        Args:
            table: the table of the game.
            seed: its seed, any integer.
            skip_forced: whether asks with a single option are answered at once.
            dice: the name of its generator of chance, see `kernel.dice`.
        """
        seats = list(table.seats)
        facts = {**self.facts(table), "seats": seats, "dice": dice}
        return {**facts, "seed": commitment(seed), "skip_forced": skip_forced}

    def new_state(self, table: T, seed: int) -> State:
        """Return the state before anything has happened, for a seed (any integer)."""
        raise NotImplementedError

    def start(self, game: Game[T]) -> None:
        """Put the first frame on the stack of a new game."""
        raise NotImplementedError

    def carry_out(self, game: Game[T], frame: Frame, number: int) -> None:
        """Carry out a step by its number; only a rulebook whose programs have numbers does so, see `Program`."""
        raise NotImplementedError

    def settle(self, game: Game[T]) -> None:
        """Check the limits of the unsettled seats, and push the procedures that enforce them."""
        raise NotImplementedError

    def sees(self, table: T, state: State, seat: int, zone: int) -> bool:
        """Tell whether `seat` (NONE: an onlooker) may look at the cards of `zone`; of an open zone it is not asked."""
        facts = table.zones[zone]
        return facts.visible == OPEN or (facts.visible == OWN and facts.owner == seat != NONE)

    def view(self, game: Game[T], seat: int) -> Any:
        """Return what `seat` may know of a game, with names instead of numbers."""
        raise NotImplementedError

    def describe(self, table: T, ask: Posed, code: int, language: str = "en") -> str:
        """Return what an option does, in one line of a language."""
        raise NotImplementedError

    def question(self, table: T, ask: Posed, language: str = "en") -> str:
        """Return the question of an ask, in one line of a language."""
        raise NotImplementedError

    def says(self, table: T, thing: Any, language: str = "en") -> str:
        """Return the full text of a card, space, kind of mark or rule, in whole sentences of a language.

        A rulebook whose texts are not in that language says them in English.
        """
        raise NotImplementedError

    def speaks(self) -> Sequence[str]:
        """Return the codes of the languages in which it speaks; what is said in another one is said in English."""
        return ("en",)

    def name_of(self, table: T, thing: Any, language: str = "en") -> str:
        """Return what a card, space or other thing with a name is called in a language."""
        return str(thing.name)

    def told(self, table: T, event: Event, viewer: int | None = None, language: str = "en") -> str:
        """Return an event in one sentence; the empty text for one that people need not read.

        Args:
            table: the table of the game.
            event: an event of a log.
            viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
            language: the language in which they read it.
        """
        raise NotImplementedError
