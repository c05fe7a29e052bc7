"""Scenarios of the adventure games."""

from __future__ import annotations

from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.columns import CHARACTER
from stormriver.adventure.model.events import CHARACTER_TAKEN
from stormriver.adventure.text.event_text import OMNISCIENT, event_text
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language.clauses import seat_name
from stormriver.language.naming import named
from stormriver.language.rendering import spoken
from stormriver.scenario.adventure.expectation import AdventureReader
from stormriver.scenario.adventure.position import build
from stormriver.scenario.adventure.reading import KEYS, PLAYER_KEYS, read_position
from stormriver.scenario.adventure.vocabulary import vocabulary
from stormriver.scenario.adventure.writing import changes, entries, piles
from stormriver.scenario.registry import Rulebook


def introduce(game: Game, code: str) -> dict[str, str]:
    """Return for the name of each seat the sentence that tells which character it plays, in a language."""
    return {
        named(seat): spoken(game.table, code).message(
            f"adventure.event.{CHARACTER_TAKEN.name}",
            seat=seat_name(seat),
            card=things(game.table).card(row[CHARACTER]),
        )
        for seat, row in zip(game.table.seats, game.state.seats, strict=True)
        if row[CHARACTER] != NONE
    }


RULEBOOK = Rulebook(
    keys=KEYS,
    player_keys=PLAYER_KEYS,
    vocabulary=vocabulary,
    read=read_position,
    build=build,
    expectations=AdventureReader,
    tell=lambda table, event, code: event_text(table, event, OMNISCIENT, code),
    introduce=introduce,
    piles=piles,
    entries=entries,
    changes=changes,
)
