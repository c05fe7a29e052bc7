"""Scenarios of the wargame."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT
from stormriver.scenario.registry import Rulebook
from stormriver.scenario.wargame.expectation import WargameReader
from stormriver.scenario.wargame.position import build
from stormriver.scenario.wargame.reading import KEYS, PLAYER_KEYS, read_position
from stormriver.scenario.wargame.vocabulary import vocabulary
from stormriver.scenario.wargame.writing import changes, entries, piles
from stormriver.wargame.text.event_text import event_text


def introduce(game: Game, code: str) -> dict[str, str]:
    """Return nothing: which side a seat plays goes without saying."""
    return {}


RULEBOOK = Rulebook(
    keys=KEYS,
    player_keys=PLAYER_KEYS,
    vocabulary=vocabulary,
    read=read_position,
    build=build,
    expectations=WargameReader,
    tell=lambda table, event, code: event_text(table, event, OMNISCIENT, code),
    introduce=introduce,
    piles=piles,
    entries=entries,
    changes=changes,
)
