"""Looking back: a game as it stood, its record, and the position that a new table goes on from.

A game that the rules of today still reproduce is played again. What they do not reproduce is shown from the events in
the journal, without applying any rule.
"""

from __future__ import annotations

import json
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from stormriver.api import table_for
from stormriver.kernel import dice, numbering, records, replays, resuming
from stormriver.kernel import events as kinds
from stormriver.kernel.errors import BadRecord, StormriverError
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.questions import Question, after_undo
from stormriver.kernel.records import Record
from stormriver.kernel.state import State
from stormriver.kernel.table import Table
from stormriver.kernel.view import OMNISCIENT, guessed_game
from stormriver.language.clauses import phrase
from stormriver.language.source import read_text
from stormriver.presentation.facts import Milestone, Timeline
from stormriver.presentation.registry import Book, presentation_of
from stormriver.scenario import cut, position_of
from stormriver.scenario.editing import edited
from stormriver.server import upgrades
from stormriver.server.errors import BadRequest, NotAllowed, Outdated
from stormriver.server.journal import Answered, Began, Events, Questioned, TakenBack, Upgraded
from stormriver.server.languages import USUAL
from stormriver.server.models import TableRow
from stormriver.server.requests import Excerpt, Moment, PlayOn
from stormriver.server.session import TableSession
from stormriver.server.store import Stored
from stormriver.server.upgrades import Names

SEED_BITS = 256
DICE = dice.BLAKE2B
"""The generator of dice where people play, and where nobody has chosen the seed."""
NO_RECORD = "server.past.no_record"
ACCOUNT = "stormriver-account-1"
"""The name of the format of an `account`: what a seat was told of an unfinished game."""


def set_up(session: TableSession) -> Table:
    """Return what the games of a table's set-up share."""
    if session.game is not None:
        table: Table = session.game.table
        return table
    wanted = session.setup.wanted
    return table_for(wanted.preset, session.seating.names(), wanted.options, wanted.packs)


def book(session: TableSession, language: str = USUAL) -> Book:
    """Return the book of a table's set-up in a language."""
    table = set_up(session)
    found: Book = presentation_of(table).book_of(table, language)
    return replace(found, packs=tuple(Path(pack).name for pack in found.packs))  # not where a draft of them lies


def viewer(session: TableSession, person: int, seat: int = -1) -> int:
    """Return the viewer as which a person looks back: the seat if one is wanted; of a finished game everything is open.

    Raises:
        BadRequest: if there is no such seat.
        NotAllowed: if it is another's, and the game is not over.
    """
    if seat < 0:
        return OMNISCIENT if session.over else session.seating.first_view(person)
    if seat >= len(session.seating.seats):
        raise BadRequest("server.past.no_seat", "seat", seat=seat)
    if not session.over and seat not in session.seating.held_by(person):
        raise NotAllowed("server.past.seat_not_yours")
    return seat


# moments


def moment(session: TableSession, viewer: int, answers: int, since: int = -1, language: str = USUAL) -> Moment:
    """Return a game as it stood after so many answers, for a viewer, and what happened since an earlier answer.

    Raises:
        BadRequest: if there were not so many answers.
        BadRecord: if it was before the rules changed, and cannot be shown any more.
    """
    decisions = list(session.decisions)
    _demand(answers, len(decisions))
    answered = [past.logged for past in decisions]
    turns = _turns(list(session.log), answered)
    game = session.game_after(answers) if answers >= session.firm else _as_told(record_by(session), answers)
    last = decisions[answers - 1] if answers else None
    known = last is not None and viewer in (last.seat, OMNISCIENT)
    return _moment(
        game, viewer, answers, len(decisions), _start(answered, answers, since),
        last.key if last and known else "", last.seat if last and (known or not last.passed) else -1, turns, language,
        first_state(session),
    )  # fmt: skip


def old_moment(stored: Stored, viewer: int, answers: int, since: int = -1, language: str = USUAL) -> Moment:
    """Return a moment from the events of the journal, for a game that the rules of today do not reproduce.

    Raises:
        BadRecord: if its cards are not known any more.
    """
    record = record_of(stored)
    at = record.answers
    _demand(answers, len(at))
    game = _as_told(record, answers)
    if any(event.kind == kinds.RESULT for event in record.events):
        viewer = OMNISCIENT
    start = at[answers - 1] if answers else 0
    by = record.events[start].seat if answers else -1
    known = viewer in (by, OMNISCIENT)
    key = record.keys[start] if answers and known else ""
    begin = _start(at, answers, since)
    turns = _turns(record.events, at)
    return _moment(game, viewer, answers, len(at), begin, key, by if known else -1, turns, language, record.first())


def _as_told(record: Record, answers: int) -> Game:
    """Return a game after so many answers, from its events alone; BadRecord if it cannot be shown."""
    return Game(table_of(record), replays.weak(record, answers), record.events[: replays.end_of(record, answers)])


def _start(answered: Sequence[int], answers: int, since: int) -> int:
    """Return the event from which a moment is told: the first after `since` answers, else that of the last answer.

    What comes before the first answer belongs to no answers at all.
    """
    if answers == 0 or since == 0:
        return 0
    return answered[min(since, answers - 1) if since > 0 else answers - 1]


def _demand(answers: int, last: int) -> None:
    if answers > last:
        raise BadRequest("server.past.too_many", "answers", last=last, answers=answers)


def _moment(
    game: Game, viewer: int, answers: int, last: int, start: int, key: str, by: int, turns: list[int],
    language: str, first: State | None,
) -> Moment:  # fmt: skip
    table = game.table
    shown = presentation_of(table)
    happened = shown.told(table, game.log or [], start, viewer, shown.trail(table, first), language)
    view = shown.view_of(game, viewer, None, language)
    return Moment(answers, last, view, list(happened), key, by, turns, len(game.log or []))


def _turns(log: Sequence[Event], answered: list[int]) -> list[int]:
    """Return for each turn after how many answers it began; `answered` says at which event each answer stands."""
    return [bisect_right(answered, at) for at, event in enumerate(log) if event.kind == kinds.TURN]


def first_state(session: TableSession) -> State | None:
    """Return the state before the first event of a game; None if it began as any new one."""
    if session.first is not None:
        return record_by(session).first()
    began = session.began
    return session.new_game(began).state if began is not None and began.save else None


def timeline(session: TableSession, language: str = USUAL) -> Timeline:
    """Return how a finished game went, in a language.

    Raises:
        NotAllowed: if it goes on still, as all that was hidden is open in it.
    """
    if not session.over:
        raise NotAllowed("server.past.timeline_later")
    table = set_up(session)
    answered = [past.logged for past in session.decisions]
    found = presentation_of(table).timeline(table, session.log, first_state(session), language)
    points = [replace(one, answers=bisect_right(answered, one.event)) for one in found.turning_points]
    return replace(found, turning_points=tuple(points))


def milestones(session: TableSession, viewer: int, language: str = USUAL) -> tuple[Milestone, ...]:
    """Return how a viewer finds their way through a game, in a language."""
    table, answered = set_up(session), [past.logged for past in list(session.decisions)]
    return _milestones(table, list(session.log), viewer, answered, first_state(session), language)


def old_milestones(stored: Stored, viewer: int, language: str = USUAL) -> tuple[Milestone, ...]:
    """Return the same of a game that the rules of today do not reproduce, from the events of the journal.

    Raises:
        BadRecord: if its cards are not known any more.
    """
    record = record_of(stored)
    if any(event.kind == kinds.RESULT for event in record.events):
        viewer = OMNISCIENT
    return _milestones(table_of(record), record.events, viewer, record.answers, record.first(), language)


def _milestones(
    table: Table, events: list[Event], viewer: int, answered: Sequence[int], first: State | None, language: str
) -> tuple[Milestone, ...]:
    shown = presentation_of(table)
    told = shown.told(table, events, 0, viewer, shown.trail(table, first), language)
    return tuple(replace(one, answers=bisect_right(answered, one.event)) for one in shown.milestones(table, told))


# records


def header(session: TableSession) -> dict[str, Any]:
    """Return what the record of a game begins with."""
    assert session.game is not None and session.began is not None
    found = records.header(session.game)
    if session.first is not None:
        found["first"] = session.first
    elif session.began.save:
        state = json.loads(session.began.save)["state"]
        found["first"] = {"seats": state["seats"], "zones": state["zones"]}
    return found


def record_by(session: TableSession) -> Record:
    """Return the record of a game in play, its packs as they are found here; resignations are not in it."""
    conceded = set_up(session).rulebook.concedes and any(seat.resigned for seat in session.seating.seats)
    events = session.log[:-1] if conceded else session.log
    keys = [""] * len(events)
    for past in session.decisions:
        keys[past.logged] = past.key
    asked = {"questions": session.questions} if session.questions else {}
    return Record(header(session) | asked | {"packs": session.setup.wanted.packs}, events, keys)


def record_of(stored: Stored) -> Record:
    """Return the record of a game as its journal tells it, in the numbers of today, its packs as they are found here.

    Raises:
        NotAllowed: if it has not begun.
        BadRecord: if it was played under several versions, and cannot be set up any more.
    """
    if not stored.row.header:
        raise NotAllowed("server.past.not_begun")
    told: list[_Told] = []
    asked: list[Question] = []
    names = upgrades.names_of(stored.row.header)
    answers = 0
    for kept in stored.lines:
        entry = kept.entry
        if isinstance(entry, Upgraded):
            names = {**names, **entry.names}
        if isinstance(entry, Began | Answered | Upgraded):
            told.append(_Told(names, entry.events or [], entry.key if isinstance(entry, Answered) else ""))
            answers += isinstance(entry, Answered)
        elif isinstance(entry, TakenBack):
            answers -= entry.answers
            del told[-entry.answers :]
            asked = after_undo(asked, answers)
        elif isinstance(entry, Questioned):
            asked.append(Question(entry.number, entry.seat, entry.text, entry.die, answers))
    return _put_together(stored.row, told, names, asked)


class _Told(NamedTuple):
    """What an entry tells of, with the names that hold for its numbers, and the key of an answer."""

    names: Names
    events: Events
    key: str


def _put_together(row: TableRow, told: list[_Told], names: Names, asked: list[Question]) -> Record:
    """Return a record in the numbers of a table of today; of the journal, if there is none but need be none either."""
    facts: dict[str, Any] = {**json.loads(row.header), "packs": json.loads(row.wanted).get("packs", [])}
    try:
        table = _laid_out(facts, names)
    except BadRecord:
        if any(one.names != names for one in told):
            raise
        table = None
    if table is not None:
        names, facts["first"] = numbering.names(table), upgrades.first_of(row.header, table)
    facts |= {"format": records.FORMAT, "names": names} | ({"questions": asked} if asked else {})
    readings = {id(one.names): one.names for one in told}  # one for each part of the journal
    read = {part: upgrades.Reading(names, table) for part, names in readings.items()}
    events = [read[id(one.names)](values) for one in told for values in one.events]
    keys = [one.key if at == 0 else "" for one in told for at in range(len(one.events))]
    return Record(facts, events, keys)


def record(session: TableSession) -> str:
    """Return the text of the record of a finished game.

    Raises:
        NotAllowed: if it began in the middle of another.
    """
    if session.began is not None and session.began.save:
        raise NotAllowed(NO_RECORD)
    return records.write(to_be_sent(with_draw(record_by(session), session)))


def old_record(session: TableSession, stored: Stored, viewer: int) -> str:
    """Return the record of a game that the rules of today do not reproduce; of an unfinished one a viewer's `account`.

    Raises:
        NotAllowed: if it began in the middle of another.
        BadRecord: if it is not finished, and its cards are not known any more.
    """
    found = record_of(stored)
    if not any(event.kind == kinds.RESULT for event in found.events):
        return account(found, viewer)
    if any(isinstance(kept.entry, Began) and kept.entry.save for kept in stored.lines):
        raise NotAllowed(NO_RECORD)
    return records.write(to_be_sent(with_draw(found, session)))


def with_draw(record: Record, session: TableSession) -> Record:
    """Return the record of a finished game with how the seed of its dice was drawn, if it was drawn in common."""
    if record.header["dice"] == dice.SPLITMIX64:
        return record
    setup = session.setup
    drawn = session.draw.told(len(session.seating.seats), setup.seed, setup.salt)
    return Record({**record.header, "draw": drawn.facts()}, record.events, record.keys)


def to_be_sent(record: Record) -> Record:
    """Return a record that names packs by their ids, so that it does not tell where they lie on this server."""
    packs = [Path(name).name for name in record.header["packs"]]
    return Record({**record.header, "packs": packs}, record.events, record.keys)


def account(record: Record, viewer: int) -> str:
    """Return as JSON lines the set-up of a game, the viewer, and all that the viewer was told."""
    table = table_of(record)
    shown = presentation_of(table)
    header = to_be_sent(record).header
    facts = {"format": ACCOUNT, **{name: header[name] for name in ("preset", "options", "packs", "seats")}}
    lines = [facts | {"seat": viewer}, *shown.told(table, record.events, 0, viewer, shown.trail(table, record.first()))]
    return msgspec.json.Encoder().encode_lines(lines).decode()


def table_of(record: Record) -> Table:
    """Return the table whose numbers a record has; BadRecord if there is none any more."""
    table = _laid_out(record.header, record.names)
    own = numbering.names(table)
    for what in ("columns", "cards", "zones", "spaces", "marks"):
        if own[what] != record.names[what]:
            raise Outdated("server.past.played_with", what=phrase(f"played_with_{what}"))
    return table


def _laid_out(facts: dict[str, Any], names: Names) -> Table:
    try:
        return resuming.laid_out(facts, names, table_for)
    except StormriverError as error:
        raise Outdated("server.past.no_set_up", reason=error) from None


# playing on


def position(session: TableSession, person: int, wanted: PlayOn, seed: int, generator: str) -> str:
    """Return a save of a game after so many answers, with new chance: a seed, and the name of its generator.

    Of a finished game it is as it was. Of one under way the hidden cards are dealt anew, so that nothing can be
    found out by it.

    Raises:
        NotAllowed: if other people play it still, or the seat is not the person's.
        BadRequest: if there is no such moment.
    """
    game = _game_after(session, wanted.answers)
    if game.ask is None:
        raise BadRequest("server.past.over", "answers")
    if wanted.seat >= len(game.table.seats):
        raise BadRequest("server.past.no_seat", "seat", seat=wanted.seat)
    if not session.over:
        _demand_alone(session, person, wanted.seat)
        game = guessed_game(game, wanted.seat, secrets.randbits(SEED_BITS))
    game.state.dice, game.state.key = dice.begun(generator, seed)
    game.log, game.skip_forced = [], False
    game.header = game.table.rulebook.header(game.table, seed, False, generator)
    return game.save()


def _game_after(session: TableSession, answers: int) -> Game:
    _demand(answers, len(session.decisions))
    if answers < session.firm:
        raise BadRequest("server.past.other_rules", "answers")
    return session.game_after(answers)


def excerpt(session: TableSession, viewer: int, answers: int) -> Excerpt:
    """Return a moment of a game as the text of a scenario.

    Of a finished game it is its last turn, which leads to the moment by its answers and dice. Of one under way it is
    where everything lies, what the viewer may not know dealt anew, so that nothing can be found out by it.

    Raises:
        NotAllowed: if the viewer only looks on at a game under way.
        BadRequest: if there is no such moment.
    """
    game = _game_after(session, answers)
    title = session.setup.wanted.name or session.setup.wanted.preset
    if not session.over:
        if viewer < 0:
            raise NotAllowed("server.past.seat_not_yours")
        return _position(guessed_game(game, viewer, secrets.randbits(SEED_BITS)), title)
    keys = [past.key for past in list(session.decisions)[session.firm : answers]]
    try:
        return Excerpt(_by_ids(cut(session.game_after(session.firm), keys, title)), True)
    except StormriverError:  # its turn began before the rules changed, or hangs on what no scenario tells
        return _position(game, title)


def recorded(session: TableSession, person: int, pack: str, answers: int, title: str) -> str:
    """Return the turn of a game that leads up to a moment as the text of a scenario that passes.

    Args:
        session: a table at which only this person plays, so that nothing is hidden from them that matters to others.
        person: who wants it.
        pack: the pack that is tested; the table plays with a draft of it.
        answers: how many answers lead up to the moment; 0 for all up to the last that this person gave.
        title: what the scenario is about.

    Raises:
        NotAllowed: if other people play it, too, or without the pack.
        StormriverError: if it cannot be repeated from what a scenario tells.
    """
    if not any(Path(one).is_absolute() and Path(one).name == pack for one in session.setup.wanted.packs):
        raise NotAllowed("server.workshop.other_table")
    _demand_alone(session, person, next(iter(session.seating.held_by(person)), -1))
    decisions = list(session.decisions)
    _demand(answers, len(decisions))
    own = [number for number, past in enumerate(decisions, 1) if past.seat in session.seating.held_by(person)]
    keys = [past.key for past in decisions[session.firm : answers or max(own, default=0)]]
    text = cut(session.game_after(session.firm), keys, title)
    return _by_ids(text)


def _by_ids(text: str) -> str:
    """Return a scenario that names packs by their ids: where a draft lies is nobody's concern, and changes with it."""
    game = read_text(text, "scenario").mapping()["game"].plain()
    assert isinstance(game, dict)
    if not any(Path(pack).is_absolute() for pack in game.get("packs", ())):
        return text
    return edited(text, {"game": {**game, "packs": [Path(pack).name for pack in game["packs"]]}})


def _position(game: Game, title: str) -> Excerpt:
    """Return where everything lies; nothing is passed by itself from there on."""
    return Excerpt(_by_ids(edited(position_of(game, title), {"strict": True})), False)


def _demand_alone(session: TableSession, person: int, seat: int) -> None:
    if session.seating.others(person):
        raise NotAllowed("server.past.others_play")
    if seat not in session.seating.held_by(person):
        raise NotAllowed("server.past.seat_not_yours")


def new_seed() -> int:
    """Return a seed that nobody can foresee."""
    return secrets.randbits(SEED_BITS)
