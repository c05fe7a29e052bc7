"""The rulebook of the wargame: what the kernel asks of it, and how its procedures are put together."""

from __future__ import annotations

from typing import Any

from stormriver.kernel.ask import Ask
from stormriver.kernel.dice import seeded
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.program import Procedure
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.state import Frame, State
from stormriver.wargame.model import procedures as numbers
from stormriver.wargame.model.columns import COLUMNS
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.programs import PROGRAMS
from stormriver.wargame.text import english, story
from stormriver.wargame.view import View


class WargameRulebook(Rulebook[WargameTable]):
    """How the wargame is played."""

    name = "wargame"
    concedes = True

    def put_together(self, table: WargameTable) -> None:
        """Give a table the procedures that its preset and options want."""
        chosen = table.ruleset.programs(PROGRAMS)
        named = (PROGRAMS.get(chosen.get(name, name), ()) for name in numbers.NAMES)
        table.procedures = tuple(Procedure(name, *steps) for name, steps in zip(numbers.NAMES, named, strict=True))
        table.programs = tuple(procedure.program() for procedure in table.procedures)

    def facts(self, table: WargameTable) -> dict[str, Any]:
        return table.ruleset.facts()

    def new_state(self, table: WargameTable, seed: int) -> State:
        """Return the state before anything has happened: all chits in their cups."""
        state = State()
        state.dice = seeded(seed)
        state.seats = [[0] * len(COLUMNS) for _ in table.seats]
        state.zones = [()] * len(table.zones)
        state.place = [table.cup[chit.deck] for chit in table.cards]
        for cup, zone in table.cup.items():
            state.zones[zone] = tuple(card for card, chit in enumerate(table.cards) if chit.deck == cup)
        state.known = [0] * len(table.cards)
        return state

    def start(self, game: Game) -> None:
        game.push(Frame(numbers.SETUP, 0))

    def settle(self, game: Game) -> None:
        game.state.unsettled = 0  # limits are looked at where the rules say so

    def view(self, game: Game, seat: int) -> View:
        return View(game, seat)

    def describe(self, table: WargameTable, ask: Ask, code: int) -> str:
        return english.describe(table, ask, code)

    def question(self, table: WargameTable, ask: Ask) -> str:
        return english.question(table, ask)

    def says(self, table: WargameTable, thing: Any) -> str:
        return english.card_text(table, thing)

    def told(self, table: WargameTable, event: Event, viewer: int | None = None) -> str:
        return story.event_text(table, event, viewer)


RULEBOOK = WargameRulebook()
