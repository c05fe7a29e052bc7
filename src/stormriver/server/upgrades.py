"""Upgrades: journals written by earlier versions of the server, whose numbers stand for other things by now.

The header in the row of a table names what the numbers of its journal stand for; an entry `Upgraded` renames them from
there on. What the rules of today no longer reproduce is taken at its word, as a `ToldGame`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from stormriver.api import resume_game
from stormriver.kernel import events as kinds
from stormriver.kernel import numbering, records, resuming
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import Translation
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table
from stormriver.server.journal import Upgraded
from stormriver.server.log_cuts import WentOn
from stormriver.session.decisions import Decision

Names = dict[str, list[str]]
"""What numbers stand for: a list of names for each kind of thing, see `numbering.names`."""

GONE = "Gone"
"""The kind of an event about something that no longer exists: it keeps its place in the log, and tells nothing."""


class Misfit(StormriverError):
    """A journal entry that does not follow from those before it by the rules of today."""


def names_of(header: str) -> Names:
    """Return what the numbers of a journal stand for at first, by the header of its record; empty without one."""
    return dict(records.names_of(json.loads(header))) if header else {}


def changed(told: Names, table: Table) -> Names:
    """Return the names of the kinds of things that a table numbers differently."""
    return {kind: names for kind, names in numbering.names(table).items() if told.get(kind) != names}


class Reading:
    """Reads events of a journal in the numbers of a table of today.

    Args:
        names: what the numbers stand for in the journal; empty: the same as in the table.
        table: of today; None: the numbers are left as they are.
    """

    def __init__(self, names: Names, table: Table | None) -> None:
        self._today = Translation(names, table) if table is not None and names and changed(names, table) else None
        self._shapes = {} if table is None else table.rulebook.shapes
        self._first_word = next((number for number, name in enumerate(names.get("causes", ())) if ":" in name), NONE)

    def __call__(self, values: list[Any]) -> Event:
        """Return an event by its values; those of the first version tell procedure and step instead of a cause."""
        kind, seat, data, cause, *_, card = values
        event = Event(kind, seat, tuple(data), cause, card)
        if self._today is None:
            return event
        event.data = tuple(self._counted(kind, at, number) for at, number in enumerate(data))
        try:
            found = resuming.renumbered(event, self._today)
        except ValueError:  # such events have other numbers today
            found = None
        return found or Event(GONE, NONE, (), NONE, NONE)

    def _counted(self, kind: str, at: int, number: int) -> int:
        """Return a number as saves have it: of a word its number among all causes, if that is known."""
        shape = self._shapes.get(kind, ())
        if number == NONE or shape[at : at + 1] != ("words",):
            return number
        return NONE if self._first_word == NONE else self._first_word + number

    def same(self, told: list[list[Any]], happened: list[Event]) -> bool:
        """Tell whether these events are the same, apart from how the rules are divided into steps and words."""
        return [self._facts(self(values)) for values in told] == [self._facts(event) for event in happened]

    def _facts(self, event: Event) -> tuple[object, ...]:
        shape = self._shapes.get(event.kind, ())
        data = event.data
        if "words" in shape:
            data = tuple(number for number, what in zip(data, shape, strict=False) if what != "words")
        return event.kind, event.seat, data, event.card


class ToldGame(Game):
    """A game as its journal tells it, with no rule applied: its log, and whose turn it is."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, table.new_state(0), [])

    @classmethod
    def begun_as(cls, game: Game) -> ToldGame:
        """Return a told game that begins as another has."""
        told = cls(game.table)
        told.tell(game.log or [])
        told.revealed = game.revealed
        return told

    def tell(self, happened: Iterable[Event]) -> None:
        """Append events, and note whose turn it is."""
        assert self.log is not None
        for event in happened:
            self.log.append(event)
            if event.kind == kinds.TURN:
                kinds.fold(self.state, event)

    def cut(self, decision: Decision) -> None:
        """Drop all events since a decision."""
        assert self.log is not None
        left, self.revealed = self.log[: decision.logged], decision.revealed
        self.log, self.state = [], self.table.new_state(0)
        self.tell(left)


class Told(NamedTuple):
    """The part of a journal that is taken at its word: all before the entry from which the game goes on by other rules.

    Attributes:
        last: that entry.
        table: that of the game from there on.
    """

    last: Upgraded
    table: Table


def gone_on(went_on: WentOn, packs: Sequence[str]) -> Game:
    """Return the game as it went on from its last state, with all that had happened before in its log.

    Raises:
        BadRecord: if it cannot go on from there.
    """
    game = resume_game(went_on.save, packs)
    game.log = went_on.before[:]
    resuming.tell_of_other_rules(game)
    game.log += cards_added(game, went_on.save)
    return game


def first_of(header: str, table: Table) -> dict[str, Any]:
    """Return how a game began, in the numbers of a table of today; cards that were added since lie below all others.

    Raises:
        BadRecord: if a card lay where there is nothing any more.
    """
    names, told = names_of(header), json.loads(header)["first"]
    today = Translation(names, table)
    fresh = table.new_state(0)
    seats = [list(row) for row in fresh.seats]
    for row, values in zip(seats, told["seats"], strict=True):
        for number, value in enumerate(values):
            if today.is_there("columns", number):
                row[today("columns", number)] = value
    zones = [[card for card in zone if card >= len(names["cards"])] for zone in fresh.zones]
    for number, cards in enumerate(told["zones"]):
        if cards:
            zones[today("zones", number)] += cards
    return {"seats": seats, "zones": zones}


def cards_added(game: Game, save: str) -> list[Event]:
    """Return the events that bring the cards that a save did not know to where they lie, below or above the others."""
    known = len(json.loads(save)["header"]["names"]["cards"])
    return [
        Event(kinds.CARD, NONE, (card, number, NONE if min(zone[at:]) >= known else at), NONE, NONE)
        for number, zone in enumerate(game.state.zones)
        for at, card in enumerate(zone)
        if card >= known
    ]
