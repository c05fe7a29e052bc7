"""Looking back: a game as it stood, its record, and the position that a new table goes on from.

A game that the rules of today still bring about is played again. One that they do not is shown from the events in
its journal, with no rule looked at.
"""

from __future__ import annotations

import json
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec

from stormriver.api import table_for
from stormriver.kernel import dice, records, replays
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.questions import Question, after_undo
from stormriver.kernel.records import Record
from stormriver.kernel.table import Table
from stormriver.kernel.view import OMNISCIENT, guessed_game
from stormriver.presentation.showing import Book, showing_of
from stormriver.server.errors import BadRequest, NotAllowed
from stormriver.server.journal import Answered, Began, Kept, Questioned, TakenBack
from stormriver.server.requests import Moment, PlayOn
from stormriver.server.sitting import Sitting
from stormriver.server.store import Stored

SEED_BITS = 63
ACCOUNT = "stormriver-account-1"
"""The format of what a seat was told of a game that is not finished."""


def set_up(sitting: Sitting) -> Table:
    """Return what the games of a table's set-up share."""
    if sitting.game is not None:
        table: Table = sitting.game.table
        return table
    wanted = sitting.setup.wanted
    return table_for(wanted.preset, sitting.seating.names(), wanted.options, wanted.packs)


def book(sitting: Sitting) -> Book:
    """Return the book of a table's set-up."""
    table = set_up(sitting)
    return showing_of(table).book_of(table)


def viewer(sitting: Sitting, person: int, seat: int = -1) -> int:
    """Return through whose eyes a person looks back: a seat's if one is wanted; of a finished game all is open.

    Raises:
        BadRequest: if there is no such seat.
        NotAllowed: if it is another's, and the game is not over.
    """
    if seat < 0:
        return OMNISCIENT if sitting.over else sitting.seating.first_view(person)
    if seat >= len(sitting.seating.seats):
        raise BadRequest(f"That game has no seat {seat}.", "seat")
    if not sitting.over and seat not in sitting.seating.held_by(person):
        raise NotAllowed("That seat is not yours, and the game is not over.")
    return seat


# moments


def moment(sitting: Sitting, viewer: int, answers: int, since: int = -1) -> Moment:
    """Return a game as it stood after so many answers, for a viewer, and what happened since an earlier answer.

    Raises:
        BadRequest: if there were not so many answers.
    """
    decisions = list(sitting.decisions)
    _demand(answers, len(decisions))
    answered = [past.logged for past in decisions]
    turns = _turns(list(sitting.log), answered)
    game = sitting.game_after(answers)
    last = decisions[answers - 1] if answers else None
    known = last is not None and viewer in (last.seat, OMNISCIENT)
    return _moment(
        game, viewer, answers, len(decisions), _start(answered, answers, since),
        last.key if last and known else "", last.seat if last and (known or not last.passed) else -1, turns,
    )  # fmt: skip


def old_moment(stored: Stored, viewer: int, answers: int, since: int = -1) -> Moment:
    """Return the same from the events of the journal, for a game that the rules of today do not bring about.

    Raises:
        BadRecord: if its cards are not known any more.
    """
    record = record_of(stored)
    at = record.answers
    _demand(answers, len(at))
    table = replays.table_of(record, table_for, same_packs=False)
    end = replays.end_of(record, answers)
    game = Game(table, replays.weak(record, answers), record.events[:end])
    if any(event.kind == kinds.RESULT for event in record.events):
        viewer = OMNISCIENT
    start = at[answers - 1] if answers else 0
    by = record.events[start].seat if answers else -1
    known = viewer in (by, OMNISCIENT)
    key = record.keys[start] if answers and known else ""
    begin = _start(at, answers, since)
    return _moment(game, viewer, answers, len(at), begin, key, by if known else -1, _turns(record.events, at))


def _start(answered: Sequence[int], answers: int, since: int) -> int:
    """Return the event from which a moment is told: the first after `since` answers, else that of the last answer.

    What comes before the first answer belongs to no answers at all.
    """
    if answers == 0 or since == 0:
        return 0
    return answered[min(since, answers - 1) if since > 0 else answers - 1]


def _demand(answers: int, last: int) -> None:
    if answers > last:
        raise BadRequest(f"Only {last} answers have been given so far, not {answers}.", "answers")


def _moment(
    game: Game, viewer: int, answers: int, last: int, start: int, key: str, by: int, turns: list[int]
) -> Moment:
    table = game.table
    shown = showing_of(table)
    happened = shown.told(table, game.log or [], start, viewer, shown.trail(table))
    return Moment(answers, last, shown.view_of(game, viewer), list(happened), key, by, turns, len(game.log or []))


def _turns(log: Sequence[Event], answered: list[int]) -> list[int]:
    """Return for each turn after how many answers it began; `answered` says at which event each answer stands."""
    return [bisect_right(answered, at) for at, event in enumerate(log) if event.kind == kinds.TURN]


# records


def header(sitting: Sitting) -> str:
    """Return what the record of a game begins with, as it is kept."""
    assert sitting.game is not None and sitting.began is not None
    found = records.header(sitting.game)
    if sitting.began.save:
        state = json.loads(sitting.began.save)["state"]
        found["first"] = {"seats": state["seats"], "zones": state["zones"]}
    return json.dumps(found, separators=(",", ":"))


def record_of(stored: Stored) -> Record:
    """Return the record of a game as its journal has it; NotAllowed if it has not begun."""
    if not stored.row.header:
        raise NotAllowed("This game has not begun, so there is nothing to look back at.")
    groups: list[tuple[list[Any], str]] = []
    asked: list[Question] = []
    for kept in stored.lines:
        entry = kept.entry
        _note(groups, kept)
        if isinstance(entry, TakenBack):
            asked = after_undo(asked, len(groups) - 1)
        elif isinstance(entry, Questioned):
            asked.append(Question(entry.number, entry.seat, entry.text, entry.die, len(groups) - 1))
    events = [_event(*values) for told, _ in groups for values in told]
    keys = [key if at == 0 else "" for told, key in groups for at in range(len(told))]
    header = json.loads(stored.row.header) | ({"questions": asked} if asked else {})
    return Record(header, events, keys)


def _event(kind: str, seat: int, data: list[int], procedure: int, step: int, card: int) -> Event:
    return Event(kind, seat, tuple(data), procedure, step, card)


def _note(groups: list[tuple[list[Any], str]], kept: Kept) -> None:
    """Add what an entry brought about, or take away what it took back."""
    entry = kept.entry
    if isinstance(entry, Began):
        groups.append((entry.events or [], ""))
    elif isinstance(entry, Answered):
        groups.append((entry.events or [], entry.key))
    elif isinstance(entry, TakenBack):
        del groups[-entry.answers :]


def record(stored: Stored, over: bool, viewer: int) -> str:
    """Return the text of the record of a game; of one that is not finished, what a viewer was told of it.

    Args:
        over: whether the game is known to be over; else it is if its events say so.

    Raises:
        NotAllowed: if it began in the middle of another.
        BadRecord: if it is not finished, and its cards are not known any more.
    """
    found = record_of(stored)
    if not over and not any(event.kind == kinds.RESULT for event in found.events):
        return account(found, viewer)
    if any(isinstance(kept.entry, Began) and kept.entry.save for kept in stored.lines):
        raise NotAllowed("A game that began in the middle of another has no record.")
    return records.write(found)


def account(record: Record, viewer: int) -> str:
    """Return as JSON lines how a game was set up, for whom this is, and all that they were told."""
    table = replays.table_of(record, table_for, same_packs=False)
    shown = showing_of(table)
    facts = {"format": ACCOUNT, **{name: record.header[name] for name in ("preset", "options", "packs", "seats")}}
    lines = [facts | {"seat": viewer}, *shown.told(table, record.events, 0, viewer, shown.trail(table))]
    return msgspec.json.Encoder().encode_lines(lines).decode()


# playing on


def position(sitting: Sitting, person: int, wanted: PlayOn, seed: int) -> str:
    """Return a save of a game after so many answers, with new chance.

    Of a finished game it is as it was. Of one under way the hidden cards are dealt anew, so that nothing can be
    found out by it.

    Raises:
        NotAllowed: if other people play it still, or the seat is not the person's.
        BadRequest: if there is no such moment.
    """
    _demand(wanted.answers, len(sitting.decisions))
    game = sitting.game_after(wanted.answers)
    if game.ask is None:
        raise BadRequest("The game is over at that moment; choose an earlier one.", "answers")
    if wanted.seat >= len(game.table.seats):
        raise BadRequest(f"That game has no seat {wanted.seat}.", "seat")
    if not sitting.over:
        _demand_alone(sitting, person, wanted.seat)
        game = guessed_game(game, wanted.seat, secrets.randbits(SEED_BITS))
    game.state.dice = dice.seeded(seed)
    game.log, game.skip_forced = [], False
    game.header = game.table.rulebook.header(game.table, seed, False)
    return game.save()


def _demand_alone(sitting: Sitting, person: int, seat: int) -> None:
    if sitting.seating.others(person):
        raise NotAllowed("Others still play this game; it can be played on from once it is over.")
    if seat not in sitting.seating.held_by(person):
        raise NotAllowed("That seat is not yours, and the game is not over.")


def new_seed() -> int:
    """Return a seed that nobody can foresee."""
    return secrets.randbits(SEED_BITS)
