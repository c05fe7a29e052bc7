"""Names for the numbers in saves and records, and back.

States hold numbers only. A file names what they stand for in its header, so that it can be read when cards, steps or
words have been added or taken away since: a table is then laid out in the order of the names (`Numbering`), and what
remains, places of the program above all, is looked up by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from stormriver.kernel.errors import BadRecord
from stormriver.kernel.frames import NONE
from stormriver.kernel.table import Table, once_a_table
from stormriver.kernel.translatable import Translatable

T = TypeVar("T")

ORDERED: Final[tuple[str, ...]] = ("cards", "spaces", "decks", "purposes", "acts")
"""The kinds of things whose order a table can take over from a file: their numbers may stand anywhere in a state."""
FOLLOWED: Final = ("columns", "zones", "marks", "causes")
"""The kinds of things that are translated by name: it is known where in a state their numbers stand."""
CALLED: Final = {"causes": "steps and words", "marks": "kinds of marks"}
"""Names for messages, where the name of a kind would say little to people."""


def called(kind: str) -> Translatable:
    """Return what a kind of numbered things is called in messages."""
    return Translatable(CALLED.get(kind, kind))


def names(table: Table) -> dict[str, list[str]]:
    """Return the names of all numbered things of a table, a list for each kind; the index is the number."""
    shared = _shared(table)
    zones = [zone.name for zone in table.zones]
    return {"columns": shared["columns"], "cards": shared["cards"], "zones": zones, **shared}


@once_a_table
def _shared(table: Table) -> dict[str, list[str]]:
    """Return what numbers stand for whatever the seats are called; nobody may change it."""
    return {
        "columns": list(table.columns),
        "cards": [str(card.id) for card in table.cards],
        "spaces": [str(space.id) for space in table.spaces],
        "marks": [str(mark.id) for mark in table.marks],
        "causes": table.cause_names(),
        **table.rulebook.names(table),
    }


class Numbering:
    """The order in which a file names things, for a table that is to be numbered alike.

    Attributes:
        names: the names of each kind of thing, by number.
    """

    def __init__(self, names: dict[str, list[str]]) -> None:
        self.names = names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbering) and self.names == other.names

    def __hash__(self) -> int:
        return hash(repr(sorted(self.names.items())))

    def sorted(self, kind: str, things: Sequence[T], name: Callable[[T], str]) -> list[T]:
        """Return things in the order of their names in the file; new ones come last.

        Args:
            kind: one of ORDERED.
            things: the things; of two with one name the first stays first.
            name: returns the name of a thing.

        Raises:
            BadRecord: if a thing named in the file is not among them.
        """
        if kind not in self.names:
            return list(things)
        waiting: dict[str, list[T]] = {}
        for thing in things:
            waiting.setdefault(name(thing), []).append(thing)
        found = []
        for wanted in self.names[kind]:
            if not waiting.get(wanted):
                raise BadRecord(
                    "There is no {name!r} among the {kind} any more.",
                    name=wanted,
                    kind=called(kind),
                )
            found.append(waiting[wanted].pop(0))
        return found + [thing for new in waiting.values() for thing in new]

    def numbered(self, kind: str, wanted: Iterable[str]) -> dict[str, int]:
        """Return the number of each wanted name: the one it has in the file, or the next free one after these."""
        found = {name: number for number, name in enumerate(self.names.get(kind, ()))}
        for name in wanted:
            found.setdefault(name, len(found))
        return found


AS_READ: Final = Numbering({})
"""The numbering of a new game: everything in the order in which it is read."""


class Translation:
    """Translates the numbers of a file into those of a table, for the kinds of things that are looked up by name.

    Args:
        old: the names in the header of the file.
        table: the table.
    """

    def __init__(self, old: dict[str, list[str]], table: Table) -> None:
        today = names(table)
        self.old = old
        self.table = table
        self.numbers: dict[str, list[int | None]] = {}
        for kind in FOLLOWED:
            places = {name: number for number, name in reversed(list(enumerate(today[kind])))}
            self.numbers[kind] = [places.get(table.name_today(name)) for name in old.get(kind, ())]
        self.new_cards = len(table.cards) - len(old["cards"])

    def _source(self, number: int) -> int:
        marks = len(self.old["cards"]) + len(self.old["spaces"])
        if number < len(self.old["cards"]):
            return number
        first = len(self.table.cards) + len(self.table.spaces)
        if marks <= number < marks + len(self.old["marks"]):
            return first + self("marks", number - marks)
        if number < marks:
            return number + self.new_cards
        return number - marks - len(self.old["marks"]) + first + len(self.table.marks)

    def is_there(self, kind: str, number: int) -> bool:
        """Tell whether a thing, given by its number in the file, still exists; NONE always does."""
        known = self.numbers[kind]
        return number == NONE or (0 <= number < len(known) and known[number] is not None)

    def __call__(self, kind: str, number: int) -> int:
        """Return the number that a thing has in the table, and NONE for NONE.

        Args:
            kind: one of FOLLOWED; or `words`; `subjects`, which are seats, cards and spaces, `sources`, which are
                cards, spaces and kinds of marks, one behind the other; anything else is numbered as it was.
            number: its number in the file.

        Raises:
            BadRecord: if there is no such thing any more, or never was one.
        """
        if number == NONE:
            return number
        if kind == "words":
            return self("causes", number) - self.table.first_word
        if kind == "subjects":
            return number if number < len(self.table.seats) + len(self.old["cards"]) else number + self.new_cards
        if kind == "sources":
            return self._source(number)
        if kind not in self.numbers:
            return number
        known = self.numbers[kind]
        if not 0 <= number < len(known):
            raise BadRecord(
                "The file does not name number {number} of its {kind}.",
                number=number,
                kind=called(kind),
            )
        today = known[number]
        if today is None:
            raise BadRecord(
                "There is no {name!r} among the {kind} any more.",
                name=self.old[kind][number],
                kind=called(kind),
            )
        return today
