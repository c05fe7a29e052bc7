"""The rulebook of the wargame: its interface to the kernel, and how its procedures are put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stormriver.kernel.ask import Posed
from stormriver.kernel.dice import seeded
from stormriver.kernel.events import Event
from stormriver.kernel.frames import Frame
from stormriver.kernel.packed_columns import places_of, row_of
from stormriver.kernel.program import Procedure, Program, numbered
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.saves import dump
from stormriver.kernel.state import State, marks_of
from stormriver.language.catalogue import languages
from stormriver.wargame.model.columns import COLUMNS
from stormriver.wargame.model.events import SHAPES
from stormriver.wargame.model.frames import Setup
from stormriver.wargame.model.table import WargameGame, WargameTable
from stormriver.wargame.procedures.dispatch import carry_out
from stormriver.wargame.procedures.programs import KINDS, PROGRAMS
from stormriver.wargame.text import event_text, spoken
from stormriver.wargame.view import View


class WargameRulebook(Rulebook[WargameTable]):
    """How the wargame is played."""

    name = "wargame"
    concedes = True
    shapes = SHAPES

    def put_together(self, table: WargameTable) -> None:
        """Give a table the procedures that its preset and options select."""
        chosen = table.ruleset.programs(PROGRAMS)
        names = [chosen.get(kind.procedure, kind.procedure) for kind in KINDS]
        procedures = [Procedure(kind, *PROGRAMS[name]) for kind, name in zip(KINDS, names, strict=True)]
        table.follow(Program(procedures, numbered=numbered(PROGRAMS)))

    def carry_out(self, game: WargameGame, frame: Frame, number: int) -> None:
        carry_out(game, frame, number)

    def facts(self, table: WargameTable) -> dict[str, Any]:
        return table.ruleset.facts()

    def added_packs(self, table: WargameTable) -> tuple[str, ...]:
        return table.ruleset.added_packs

    def new_state(self, table: WargameTable, seed: int) -> State:
        """Return the state before anything has happened: all chits in their cups."""
        seats = [row_of([0] * len(COLUMNS))] * len(table.seats)
        place = places_of([table.cup[chit.deck] for chit in table.cards])
        state = State(seats, [()] * len(table.zones), place, {}, marks_of([]), [], dice=seeded(seed))
        for cup, zone in table.cup.items():
            state.zones[zone] = tuple(card for card, chit in enumerate(table.cards) if chit.deck == cup)
        return state

    def start(self, game: WargameGame) -> None:
        game.push(Setup(0))

    def save(self, game: WargameGame) -> str:
        return dump(game)

    def settle(self, game: WargameGame) -> None:
        game.state.unsettled = 0  # limits are looked at where the rules say so

    def view(self, game: WargameGame, seat: int) -> View:
        view = View(game, seat)
        view.game.share_memos(game)  # they know of nothing that is hidden
        return view

    def describe(self, table: WargameTable, ask: Posed, code: int, language: str = "en") -> str:
        return spoken.describe(table, ask, code, language)

    def question(self, table: WargameTable, ask: Posed, language: str = "en") -> str:
        return spoken.question(table, ask, language)

    def says(self, table: WargameTable, thing: Any, language: str = "en") -> str:
        return spoken.card_text(table, thing, language)

    def speaks(self) -> Sequence[str]:
        return languages()

    def name_of(self, table: WargameTable, thing: Any, language: str = "en") -> str:
        return spoken.name_of(table, thing, language)

    def told(self, table: WargameTable, event: Event, viewer: int | None = None, language: str = "en") -> str:
        return event_text.event_text(table, event, viewer, language)


RULEBOOK: Final = WargameRulebook()
