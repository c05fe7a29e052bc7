"""What all games of one set-up share: the cards, spaces, zones, words and procedures behind the numbers.

A table is built once, when packs and options are known, and never changes. States hold only numbers;
the table says what they mean.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Concatenate, Final, Generic, ParamSpec, Protocol, Self, TypeVar, cast

from mypy_extensions import mypyc_attr

from stormriver.kernel import ask as asks
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.events import Event
from stormriver.kernel.memos import Aside
from stormriver.kernel.program import Program
from stormriver.kernel.renamed import RENAMED
from stormriver.kernel.state import NONE, State

if TYPE_CHECKING:
    from stormriver.kernel.rulebook import Rulebook

OPEN: Final = 0
"""Everybody sees the cards of the zone."""
OWN: Final = 1
"""Only its owner sees them."""
HIDDEN: Final = 2
"""Nobody sees them."""


class Zone:
    """A place where cards lie, in order."""

    __slots__ = ("name", "visible", "owner")

    def __init__(self, name: str, visible: int = HIDDEN, owner: int = NONE) -> None:
        self.name = name
        self.visible = visible
        self.owner = owner


class Named(Protocol):
    """Anything with an id and a name."""

    @property
    def id(self) -> str:
        """Its id, as in keys, saves and packs."""

    @property
    def name(self) -> str:
        """Its name, as people read it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The shared, immutable half of a game. Each rulebook has a subclass of its own.

    Attributes:
        rulebook: how games at this table are played.
        renamed: former names of steps and words, as `RENAMED` has them, that only the content of this table once used.
    """

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.rulebook = rulebook
        self.renamed: dict[str, str] = {}
        self.original: Any = self  # the table that this one is but for the names of the seats
        self.seats: tuple[str, ...] = ()  # names of the seats
        self.columns: tuple[str, ...] = ()  # names of the columns of a seat's row
        self.unsettling: frozenset[int] = frozenset()  # columns whose change may break a limit
        self.aside = Aside()  # on what nothing in `Game.memo` depends
        self.lasting_aside = Aside()  # on what nothing in `Game.lasting` depends: the same, and more
        self.spendable: frozenset[int] = frozenset()  # columns whose change may open or close what costs counters
        self.cards: tuple[Any, ...] = ()  # the definition of each card, by card number
        self.backs: tuple[int, ...] = ()  # which deck each card belongs to, by card number
        self.spaces: tuple[Any, ...] = ()  # the definition of each space
        self.marks: tuple[Any, ...] = ()  # the definition of each kind of mark
        self.zones: tuple[Zone, ...] = ()
        self.names: list[str] = []  # texts that options may name
        self._name_numbers: dict[str, int] = {}
        self.words: list[Any] = []  # every word of every card, by its number
        self.program = Program(())
        self.first_word = 1  # what log and asks call the first word: as many as there are places in the program

    def __copy__(self) -> Self:
        """Return a table of its own that shares everything with this one; `copy` would otherwise do as pickles do."""
        copied = type(self).__new__(type(self))
        own = getattr(self, "__dict__", {})  # what an interpreted subclass of a compiled table adds
        for name, value in {**cast(dict[str, Any], self.__getstate__()), **own}.items():
            setattr(copied, name, value)
        return copied

    def follow(self, program: Program) -> None:
        """Set the program of the table's procedures, once all its words are read."""
        self.program = program
        self.first_word = len(program.steps)
        tell_apart(self.words)

    def name_today(self, name: str) -> str:
        """Return what a step or word is called today that an earlier version called by a name."""
        return RENAMED.get(name) or self.renamed.get(name, name)

    # answered by the rulebook

    def facts(self) -> dict[str, Any]:
        """Return preset, options, packs and their hashes: all that a save needs to set the game up again."""
        return self.rulebook.facts(self)

    def added_packs(self) -> Sequence[str]:
        """Return the packs added to the table as another process finds them: by name or folder."""
        return self.rulebook.added_packs(self)

    def new_state(self, seed: int) -> State:
        """Return the state before anything has happened, for a seed (any integer)."""
        return self.rulebook.new_state(self, seed)

    def sees(self, state: State, seat: int, zone: int) -> bool:
        """Tell whether `seat` (NONE: an onlooker) may look at the cards of `zone`."""
        return self.rulebook.sees(self, state, seat, zone)

    def describe(self, ask: asks.Posed, code: int, language: str = "en") -> str:
        """Return what an option does, in one line of a language."""
        return self.rulebook.describe(self, ask, code, language)

    def question(self, ask: asks.Posed, language: str = "en") -> str:
        """Return the question of an ask, in one line of a language."""
        return self.rulebook.question(self, ask, language)

    def says(self, thing: Any, language: str = "en") -> str:
        """Return the full text of a card, space, kind of mark or rule, in whole sentences of a language."""
        return self.rulebook.says(self, thing, language)

    def name_of(self, thing: Any, language: str = "en") -> str:
        """Return what a card, space or other thing with a name is called in a language."""
        return self.rulebook.name_of(self, thing, language)

    def told(self, event: Event, viewer: int | None = None, language: str = "en") -> str:
        """Return an event in one sentence; the empty text for one that people need not read.

        Args:
            event: an event of a log.
            viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
            language: the language in which they read it.
        """
        return self.rulebook.told(self, event, viewer, language)

    # keys

    def argument(self, kind: int, number: int) -> str:
        """Return an option's argument as keys spell it.

        Args:
            kind: the kind of the argument, `ask.NOTHING` to `ask.NAME`.
            number: the argument.
        """
        if kind == asks.CARD:
            return str(self.cards[number].id)
        if kind == asks.SPACE:
            return str(self.spaces[number].id)
        if kind == asks.SEAT:
            return self.seats[number]
        if kind == asks.NAME:
            return self.names[number]
        return str(number)

    def key(self, code: int) -> str:
        """Return the key of an option code."""
        name, kind, number = asks.verb_of(code)
        return name if kind == asks.NOTHING else f"{name}:{self.argument(kind, number)}"

    def keys(self, codes: list[int]) -> list[str]:
        """Return the keys of options, each once: a second `take:sword` is `take:sword#2`."""
        seen: dict[str, int] = {}
        keys = []
        for code in codes:
            key = self.key(code)
            seen[key] = seen.get(key, 0) + 1
            keys.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
        return keys

    def add_name(self, text: str) -> int:
        """Return the number of a text that options may name, a new one if it has none; only while a table is loaded.

        Saves hold these numbers, so they may depend only on the content of the table.
        """
        if text not in self._name_numbers:
            self._name_numbers[text] = len(self.names)
            self.names.append(text)
        return self._name_numbers[text]

    def name(self, text: str) -> int:
        """Return the number of a text that options may name; KeyError for one that was not added."""
        return self._name_numbers[text]

    # causes: the places of the program and, behind them, the words

    def cause_name(self, cause: int) -> str:
        """Return the name of a step (`fight/survive`), or `word` for any word; the empty text for NONE."""
        return "" if cause == NONE else self.program.names[cause if cause < self.first_word else 0]

    def procedure_name(self, cause: int) -> str:
        """Return the name of a step's procedure, `word` for any word; the empty text for NONE."""
        return self.cause_name(cause).partition("/")[0]

    def cause_names(self) -> list[str]:
        """Return the names of all steps and words in saves and records; the index is the number of the cause."""
        return [*self.program.names, *[word.address for word in self.words]]

    def word_of(self, cause: int) -> Any:
        """Return the word behind a cause; None if the cause is a step of the rules."""
        return self.words[cause - self.first_word] if cause >= self.first_word else None

    def rule(self, cause: int) -> str:
        """Return the id of the rule that a step or word carries out; the empty text for an unknown cause."""
        if 0 <= cause < self.first_word:
            return self.program.rules[cause]
        word = cause - self.first_word
        return str(self.words[word].rule) if 0 <= word < len(self.words) else ""

    # subjects of marks: seats first, then cards, then spaces

    def subject_of_card(self, card: int) -> int:
        """Return the number of a card as the subject of marks."""
        return len(self.seats) + card

    def subject_of_space(self, space: int) -> int:
        """Return the number of a space as the subject of marks."""
        return len(self.seats) + len(self.cards) + space

    def subject_name(self, subject: int) -> str:
        """Return the id of the seat, card or space with this number as the subject of marks."""
        if subject < len(self.seats):
            return self.seats[subject]
        card = subject - len(self.seats)
        if card < len(self.cards):
            return str(self.cards[card].id)
        return str(self.spaces[card - len(self.cards)].id)


def tell_apart(addressed: Iterable[Any]) -> None:
    """Make the addresses of words unique: the second word at the same address gets the suffix `#2`."""
    told: dict[str, int] = {}
    for word in addressed:
        told[word.address] = told.get(word.address, 0) + 1
        if told[word.address] > 1:
            word.address += f"#{told[word.address]}"


T = TypeVar("T", bound=Table)
P = ParamSpec("P")
R = TypeVar("R")


def called(table: T, seats: tuple[str, ...]) -> T:
    """Return a copy of a table with other names for its seats, as many as before; all else is shared.

    Raises:
        StormriverError: if two seats have one name.
    """
    if len(set(seats)) != len(seats):
        raise StormriverError("Every seat needs a name of its own: {known}.", known=", ".join(seats))
    return cast(T, _called(table, seats))


@lru_cache(maxsize=256)
def _called(table: Table, seats: tuple[str, ...]) -> Table:
    found = copy.copy(table)
    found.seats = seats
    found.zones = tuple(zone if zone.owner == NONE else _zone_of(zone, seats[zone.owner]) for zone in table.zones)
    return found


def _zone_of(zone: Zone, seat: str) -> Zone:
    kind, _, _ = zone.name.partition(".")
    return Zone(f"{kind}.{seat}", zone.visible, zone.owner)


class once_a_table(Generic[T, P, R]):  # noqa: N801, it stands before functions as a decorator
    """Decorator: caches a function of a table, with one result for all tables that differ only in the seats' names."""

    def __init__(self, find: Callable[Concatenate[T, P], R]) -> None:
        self._known = lru_cache(maxsize=64)(find)
        self.__doc__ = find.__doc__

    def __call__(self, table: T, *more: P.args, **named: P.kwargs) -> R:
        return self._known(table.original, *more, **named)  # type: ignore[arg-type]
