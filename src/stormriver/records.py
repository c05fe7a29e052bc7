"""Records for programs: a game written down, read again, run once more by the rules, and its dice checked.

from stormriver import records
text = records.write(game)
again = records.replay(records.read(text), answers=10)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stormriver.api import tables_for
from stormriver.kernel import replays
from stormriver.kernel.facade import Game, engine_of
from stormriver.kernel.game import Game as Engine
from stormriver.kernel.records import Record, read_record, record_of
from stormriver.kernel.state import State


def write(game: Game[Any] | Engine[Any]) -> str:
    """Return the record of a game, from its set-up to where it stands now; answers taken back are not in it.

    Raises:
        BadRecord: if the game keeps no log, or did not begin at its set-up: a copy, a guess, a position.
    """
    return record_of(engine_of(game))


def read(text: str) -> Record:
    """Return the record that a text holds; neither packs nor rules are needed.

    Raises:
        BadRecord: if it is none, is cut short or was changed; with the line.
    """
    return read_record(text)


def replay(record: Record, answers: int | None = None, same_packs: bool = True, packs: Sequence[str] = ()) -> Game[Any]:
    """Return the game of a record, played again by the rules of today with the recorded dice.

    Args:
        record: what `read` returns.
        answers: how many answers to follow, from 0; None for all.
        same_packs: whether packs that have changed since are refused at once.
        packs: where to look first for the packs that it names: by name or folder, or in a folder of packs.

    Raises:
        Mismatch: at the first event to which the rules of today do not lead.
        BadRecord: if its packs are not here or have changed, or it has fewer answers.
    """
    return Game(replays.strong(record, tables_for(packs), answers, same_packs))


def fold(record: Record, answers: int | None = None) -> State:
    """Return the state after some answers by the events alone: neither packs nor rules are needed.

    What only the rules know is missing from it: what is under way, the pending ask, and the generator of chance.

    Args:
        record: what `read` returns.
        answers: how many answers to follow, from 0; None for all.

    Raises:
        Mismatch: if an event cannot have happened.
        BadRecord: if the record has fewer answers.
    """
    return replays.weak(record, answers)


def verify(record: Record, seed: int | None = None) -> None:
    """Check that a seed is the one that the game was begun with, and that every die and shuffle follows from it.

    Args:
        record: what `read` returns.
        seed: the seed; None: what the record itself tells, as those of a server do.

    Raises:
        Mismatch: if not.
        BadRecord: if no seed is told.
    """
    replays.verify(record, seed)


__all__ = ["Record", "fold", "read", "replay", "verify", "write"]
