"""The rulebook of the race: the functions that the kernel calls."""

from __future__ import annotations

from typing import Any

from race.model import COLUMNS, RaceGame, RaceTable, Setup
from race.view import View
from stormriver.kernel import events
from stormriver.kernel.ask import PASS, Posed, verb_of
from stormriver.kernel.dice import seeded
from stormriver.kernel.events import Event
from stormriver.kernel.packed_columns import places_of, row_of
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.saves import dump
from stormriver.kernel.state import NONE, State, marks_of
from stormriver.kernel.view import knows
from stormriver.language import rendering
from stormriver.language.naming import named

PASSING = {"play": "Stay.", "answer": "Let them run."}
"""What a pass means."""


class RaceRulebook(Rulebook[RaceTable]):
    """How a race is run."""

    name = "race"

    def facts(self, table: RaceTable) -> dict[str, Any]:
        return dict(table.ruleset.facts())

    def save(self, game: RaceGame) -> str:
        return dump(game)

    def new_state(self, table: RaceTable, seed: int) -> State:
        seats = [row_of([0] * len(COLUMNS))] * len(table.seats)
        zones = [tuple(range(len(table.cards))), *(() for _ in table.zones[1:])]
        place = places_of([table.deck] * len(table.cards))
        return State(seats, zones, place, {}, marks_of([]), [], dice=seeded(seed))

    def start(self, game: RaceGame) -> None:
        game.push(Setup(0))

    def settle(self, game: RaceGame) -> None:
        game.state.unsettled = 0  # a race has no limits

    def view(self, game: RaceGame, seat: int) -> View:
        return View(game, seat)

    def question(self, table: RaceTable, ask: Posed, language: str = "en") -> str:
        return "Which card do you run with?" if ask.kind == "play" else "Do you trip the runner?"

    def describe(self, table: RaceTable, ask: Posed, code: int, language: str = "en") -> str:
        return PASSING[ask.kind] if code == PASS else self.says(table, table.cards[verb_of(code)[2]])

    def says(self, table: RaceTable, thing: Any, language: str = "en") -> str:
        play, answer = [rendering.language("en").say(effect.clause()) for effect in (thing.play, thing.answer)]
        return f"{thing.name}: {play}" + (f"; as an answer {answer}." if answer != "nothing happens" else ".")

    def told(self, table: RaceTable, event: Event, viewer: int | None = None, language: str = "en") -> str:
        who = "" if event.seat == NONE else named(table.seats[event.seat])
        if event.kind == events.ROLLED:
            return f"{who} rolls {event.data[0]}."
        if event.kind == events.CHANGED:
            spaces = f"{abs(event.data[1])} {'space' if abs(event.data[1]) == 1 else 'spaces'}"
            return f"{who} {'runs' if event.data[1] > 0 else 'goes back'} {spaces}."
        if event.kind == events.CARD and event.data[1] == table.discard and knows(table, event.data[1], viewer):
            return f"{who} plays {table.cards[event.data[0]].name}."
        if event.kind == events.RESULT:
            return " and ".join(named(name) for i, name in enumerate(table.seats) if event.data[0] >> i & 1) + " wins."
        return ""


RULEBOOK = RaceRulebook()
