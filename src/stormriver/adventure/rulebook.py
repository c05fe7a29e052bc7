"""The rulebook of the adventure games: its interface to the kernel, and how its procedures are put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stormriver.adventure.model.columns import CHARACTER, SPACE
from stormriver.adventure.model.events import SHAPES
from stormriver.adventure.model.frames import Draw, Setup
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.procedures import belongings, cycles, endings, figures
from stormriver.adventure.procedures.dispatch import carry_out
from stormriver.adventure.procedures.drawing import wait_for_number
from stormriver.adventure.procedures.programs import PROGRAMS, idle_steps, procedures_of
from stormriver.adventure.procedures.stats import allowed
from stormriver.adventure.text import event_text, spoken
from stormriver.adventure.view import View
from stormriver.kernel.ask import Posed
from stormriver.kernel.dice import seeded
from stormriver.kernel.events import Event
from stormriver.kernel.frames import Frame
from stormriver.kernel.game import Game
from stormriver.kernel.packed_columns import places_of, row_of
from stormriver.kernel.program import Program, numbered
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.saves import dump
from stormriver.kernel.state import NONE, State, marks_of
from stormriver.language.catalogue import languages


class AdventureRulebook(Rulebook[AdventureTable]):
    """How the adventure games are played."""

    name = "adventure"
    shapes = SHAPES

    def put_together(self, table: AdventureTable) -> None:
        """Give a table, once all else is read, the procedures that its preset and options select."""
        program = Program(procedures_of(table), idle_steps(table), numbered(PROGRAMS))
        table.numbers_first = wait_for_number in program.at[Draw]
        table.follow(program)

    def carry_out(self, game: AdventureGame, frame: Frame, number: int) -> None:
        carry_out(game, frame, number)

    def facts(self, table: AdventureTable) -> dict[str, Any]:
        return table.ruleset.facts()

    def added_packs(self, table: AdventureTable) -> tuple[str, ...]:
        return table.ruleset.added_packs

    def names(self, table: AdventureTable) -> dict[str, list[str]]:
        purposes = sorted((name for name in table.purposes if name), key=table.purposes.__getitem__)
        return {"decks": [deck.id for deck in table.decks], "purposes": purposes, "acts": table.act_names}

    def new_state(self, table: AdventureTable, seed: int) -> State:
        """Return the state before anything has happened: all cards in their decks."""
        row = [0] * len(table.columns)
        row[SPACE] = row[CHARACTER] = NONE
        seats = [row_of(row)] * len(table.seats)
        place = places_of([table.deck_zone[back] for back in table.backs])
        state = State(
            seats, [()] * len(table.zones), place, {}, marks_of(cycles.first_ones(table)), [], dice=seeded(seed)
        )
        for deck, zone in enumerate(table.deck_zone):
            state.zones[zone] = tuple(card for card, back in enumerate(table.backs) if back == deck)
        _set_talismans_aside(table, state)
        endings.set_aside(table, state)
        figures.set_out(table, state)
        return state

    def start(self, game: AdventureGame) -> None:
        game.push(Setup(0))

    def save(self, game: AdventureGame) -> str:
        return dump(game)

    def settle(self, game: AdventureGame) -> None:
        belongings.settle(game)

    def sees(self, table: AdventureTable, state: State, seat: int, zone: int) -> bool:
        return super().sees(table, state, seat, zone) or (
            seat != NONE and table.hand <= zone < table.hand + len(table.seats) and _sees_spells(table, state, seat)
        )

    def view(self, game: AdventureGame, seat: int) -> View:
        return View(game, seat)

    def describe(self, table: AdventureTable, ask: Posed, code: int, language: str = "en") -> str:
        return spoken.describe(table, ask, code, language)

    def question(self, table: AdventureTable, ask: Posed, language: str = "en") -> str:
        return spoken.question(table, ask, language)

    def says(self, table: AdventureTable, thing: Any, language: str = "en") -> str:
        return spoken.card_text(table, thing, language)

    def speaks(self) -> Sequence[str]:
        return languages()

    def name_of(self, table: AdventureTable, thing: Any, language: str = "en") -> str:
        return spoken.name_of(table, thing, language)

    def told(self, table: AdventureTable, event: Event, viewer: int | None = None, language: str = "en") -> str:
        return event_text.event_text(table, event, viewer, language)


def _sees_spells(table: AdventureTable, state: State, seat: int) -> bool:
    return "see_spells" in table.allows and allowed(Game(table, state), seat, "see_spells")


def _set_talismans_aside(table: AdventureTable, state: State) -> None:
    """Put the Talisman cards that the options take out of the game into the box."""
    if not any(deck.id == "talismans" for deck in table.decks):
        return
    number = next(n for n, deck in enumerate(table.decks) if deck.id == "talismans")
    zone = table.deck_zone[number]
    left = 1 if table.options["bloodbath"] else int(table.options.get("talisman_cards", len(state.zones[zone])))
    for card in state.zones[zone][left:]:
        state.place[card] = table.box
        state.zones[table.box] = (*state.zones[table.box], card)
    state.zones[zone] = state.zones[zone][:left]


RULEBOOK: Final = AdventureRulebook()
