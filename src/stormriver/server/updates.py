"""What is sent of a table: its facts beside the game, its line in lists, the update for one viewer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from stormriver.kernel.commitment import commitment
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game
from stormriver.kernel.view import ONLOOKER
from stormriver.language import rendering
from stormriver.language.clauses import phrase
from stormriver.language.message import Message, message, sentence_of
from stormriver.language.packs import stamps
from stormriver.language.ruleset import Ruleset
from stormriver.presentation.event_trail import Trail
from stormriver.presentation.facts import Ask, Choice, Told
from stormriver.presentation.game_settings import choices
from stormriver.presentation.in_a_row import in_a_row
from stormriver.presentation.names import seat_names
from stormriver.presentation.questions import are_answered
from stormriver.presentation.registry import View, presentation_of
from stormriver.server import setup_catalogue
from stormriver.server.automatic_answers import automatic_answer
from stormriver.server.clocks import Clocks
from stormriver.server.guide import guide_of
from stormriver.server.journal import TALK, Kept, Muted, Questioned
from stormriver.server.languages import USUAL
from stormriver.server.messages import Said, Taking, Update
from stormriver.server.played import pack_facts, played
from stormriver.server.requests import (
    Invitation,
    Played,
    Proposal,
    Question,
    SeatInfo,
    TableInfo,
    TableLine,
    TableWanted,
)
from stormriver.server.sealed import Chosen, sealed_until
from stormriver.server.seating import Proposal as Proposed
from stormriver.server.seating import Seat, Seating
from stormriver.server.session import SetUp, TableSession
from stormriver.server.store import KeptLine
from stormriver.session.decisions import Decision, Further, Reach


class Presence(Struct):
    """Who is there: the seats whose people are connected, how many look on, and the clocks."""

    here: Collection[int]
    watchers: int
    clocks: Clocks


class Worded:
    """What has been put into words since the table changed last: for each viewer and each language once."""

    def __init__(self) -> None:
        self._views: dict[tuple[int, str], View] = {}
        self._told: dict[tuple[int, int, str], list[Told]] = {}

    def clear(self) -> None:
        """Forget it, as something has changed."""
        self._views.clear()
        self._told.clear()

    def view(self, game: Game, seat: int, language: str) -> View:
        """Return the view of a seat, -1 that of an onlooker, which saves the others most of the work."""
        known = self._views.get((seat, language))
        if known is None:
            public = None if seat == ONLOOKER else self.view(game, ONLOOKER, language)
            known = self._views[seat, language] = presentation_of(game.table).view_of(game, seat, public, language)
        return known

    def told(self, session: TableSession, start: int, seat: int, language: str, trail: Trail) -> list[Told]:
        """Return what a seat is told of the log, from an event on."""
        key = (start, seat, language)
        if key not in self._told:
            assert session.game is not None
            table = session.game.table
            told = presentation_of(table).told(table, session.log, start, seat, trail, language)
            self._told[key] = list(told)
        return self._told[key]


class Outcome(Struct):
    """How a finished game went: its rounds, and for each seat what it played and whether it won."""

    rounds: int
    seats: list[tuple[str, bool]]


def when(at: float) -> str:
    """Return a time as it goes over the wire."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def info_of(session: TableSession, person: int, presence: Presence, language: str = USUAL) -> TableInfo:
    """Return what a person is told of a table, in a language."""
    setup = session.setup
    wanted = setup.wanted
    seating = session.seating
    may_invite = person == setup.maker or wanted.listed
    options = _settings(wanted, language)
    seated = bool(seating.of(person)) or person == setup.maker
    return TableInfo(
        id=setup.id,
        name=wanted.name,
        preset=wanted.preset,
        packs=pack_facts(wanted.packs, language),
        options=options,
        state=session.state,
        seats=seat_infos(session, person, presence),
        pace=wanted.pace,
        undo=wanted.undo,
        commitment=commitment(setup.seed, setup.salt),
        nonce_hashes={str(seat): told for seat, told in session.draw.hashes.items()},
        revealing=session.draw.since is not None,
        revealed=sorted(session.draw.nonces),
        listed=wanted.listed,
        seed=str(setup.seed) if session.over or wanted.seed is not None else "",
        salt=setup.salt if session.over else "",
        proposal=_proposal(session, language),
        reason=session.goes_on if session.stopped is None else sentence_of(session.stopped, language),
        watchers=presence.watchers,
        created=when(setup.created),
        questions=are_answered({option.id: option.value for option in options}),
        start=wanted.start,
        played=played_at(session, language) if session.state == "waiting" else None,
        lesson=session.lesson,
        game=setup_catalogue.game_name(wanted.preset, wanted.packs, language),
        host=person == setup.maker,
        seat_links=seat_links(seating) if may_invite else {},
        watch_link=watch_link(setup) if seated or wanted.listed else "",
    )


def _settings(wanted: TableWanted, language: str) -> list[Choice]:
    """Return the settings of a set-up; none if it is not possible any more."""
    packs = tuple(wanted.packs)
    try:
        return _choices(wanted.preset, tuple(sorted(wanted.options.items())), packs, language, stamps(packs))
    except StormriverError:
        return []


@lru_cache(maxsize=64)
def _choices(
    preset: str,
    options: tuple[tuple[str, bool | int | str], ...],
    packs: tuple[str, ...],
    language: str,
    stamps: tuple[str, ...],
) -> list[Choice]:
    return list(choices(Ruleset(preset, dict(options), packs), language))


def seat_infos(session: TableSession, person: int, presence: Presence) -> list[SeatInfo]:
    """Return who sits where, as a person is told."""
    return [
        SeatInfo(
            number=seat.number,
            name=seat.name,
            who=seat.who,
            level=seat.level,
            here=seat.number in presence.here,
            away=0 if seat.number in presence.here else int(presence.clocks.away(session, seat.number)),
            mine=seat.person == person and not seat.resigned,
            host=seat.person == session.setup.maker,
            ready=seat.ready,
            muted=seat.person in session.muted,
        )
        for seat in session.seating.seats
    ]


def played_at(session: TableSession, language: str) -> Played | None:
    """Return what is played at a table, with how long it is expected to take those who sit there now."""
    people = sum(seat.who != "computer" for seat in session.seating.seats)
    return played(session.setup.wanted, people, language)


def invitation_of(session: TableSession, seat: Seat, presence: Presence, language: str) -> Invitation:
    """Return what the link to a seat invites to."""
    setup = session.setup
    host = next((other.name for other in session.seating.seats if other.person == setup.maker), "")
    return Invitation(
        name=setup.wanted.name,
        host=host,
        seat=seat.number,
        free=seat.who == "open",
        state=session.state,
        seats=seat_infos(session, 0, presence),
        pace=setup.wanted.pace,
        played=played_at(session, language),
    )


def seat_links(seating: Seating) -> dict[str, str]:
    """Return the links by which open seats are taken, by the number of the seat."""
    return {str(seat.number): f"/join/{seat.secret}" for seat in seating.seats if seat.who == "open" and seat.secret}


def watch_link(setup: SetUp) -> str:
    """Return the link for onlookers."""
    return f"/watch/{setup.watch_secret}"


def _proposal(session: TableSession, language: str) -> Proposal | None:
    found = session.seating.proposal
    if found is None:
        return None
    text = _proposed(session, found).told(language)
    return Proposal(found.what, found.by, text, list(found.agreed), list(found.wanted))


def _proposed(session: TableSession, proposal: Proposed) -> Message:
    """Return what a proposal says."""
    key, name = f"server.propose.{proposal.what}", session.seating[proposal.by].name
    if proposal.about >= 0:
        return message(key, name=name, other=session.seating[proposal.about].name)
    why = session.reach(proposal.by).why if proposal.what == "undo" else None
    return message(key, name=name) if why is None else message(f"{key}_since", name=name, reason=why)


def question_of(session: TableSession, number: int) -> Question:
    """Return what was asked that no rule answers, by its number from 1, and what the die said."""
    found = session.questions[number - 1]
    name = session.seating[found.seat].name
    return Question(number, found.seat, name, found.text, found.die, found.yes, found.answers)


def said_of(session: TableSession, kept: Kept) -> Said:
    """Return a line of chat, or a question with what the die said, as it goes to everybody."""
    entry = kept.entry
    assert isinstance(entry, TALK)
    muted = session.speaker(entry) in session.muted
    said = Said(kept.number, entry.seat, entry.name, "" if muted else entry.text, when(kept.at), muted=muted)
    if isinstance(entry, Questioned) and not muted:
        said.question = question_of(session, entry.number)
    return said


def lines_of(session: TableSession, kept: Kept) -> list[Said]:
    """Return the lines of chat that an entry brings: itself, or all those that are muted, or not any more."""
    if isinstance(kept.entry, TALK):
        return [said_of(session, kept)]
    if isinstance(kept.entry, Muted):
        whose = kept.entry.person
        return [said_of(session, line) for line in session.said if session.speaker(line.entry) == whose]
    return []


def questions_by(session: TableSession, answers: int) -> list[Question]:
    """Return what had been asked that no rule answers by the time of so many answers in the game."""
    return [question_of(session, found.number) for found in session.questions if found.answers <= answers]


def line_of(session: TableSession, presence: Presence) -> TableLine:
    """Return a table's line as it is kept, without what depends on who reads it and when."""
    game = session.game
    return TableLine(
        id=session.setup.id,
        name=session.setup.wanted.name,
        preset=session.setup.wanted.preset,
        packs=session.setup.wanted.packs,
        state=session.state,
        seats=seat_infos(session, 0, presence),
        turn=0 if game is None else game.state.turn,
        active=-1 if game is None or not game.state.turn or session.over else game.state.active,
        asked=session.asked,
        updated="",
        result=[] if game is None else game.result,
    )


def line_for(kept: KeptLine, mine: Collection[int], watch_secret: str = "", language: str = USUAL) -> TableLine:
    """Return a kept line as it is shown in a language: with the own seats, or with the link for onlookers."""
    line = msgspec.json.decode(kept.line, type=TableLine)
    line.updated = when(kept.updated)
    line.game = setup_catalogue.game_name(line.preset, line.packs, language)
    line.packs = [Path(pack).name for pack in line.packs]  # where a draft lies is nobody's concern
    line.host, line.archived = kept.host, kept.archived
    for seat in line.seats:
        seat.mine, seat.here = seat.number in mine, False
    line.watch_link = f"/watch/{watch_secret}" if watch_secret else ""
    return line


def outcome_of(session: TableSession) -> Outcome:
    """Return how a finished game went."""
    game = session.game
    assert game is not None
    shown = presentation_of(game.table)
    view = shown.view_of(game, ONLOOKER)
    roles = zip(view.seats, shown.roles(view, game), strict=True)
    return Outcome(view.round, [(role, seat.name in view.result) for seat, role in roles])


def update_of(
    session: TableSession, seat: int, language: str, start: int, clocks: Clocks, worded: Worded, trail: Trail
) -> Update:
    """Return the update for a viewer.

    Args:
        session: with its game begun.
        seat: whose view it is, -1 an onlooker's.
        language: the viewer's.
        start: the first event that the viewer has not been told of.
        clocks: of the table.
        worded: what has been put into words at this moment already; what is new is added.
        trail: of the game.
    """
    game = session.game
    assert game is not None
    own = seat >= 0
    further = further_of(session, seat)
    seen = None if further is None else presentation_of(game.table).view_of(further.game, seat, None, language)
    settled = own and session.asked == seat and automatic_answer(session) is not None
    asks = game if further is None else further.game
    asked = "" if settled or asks.ask is None or session.asked != seat else asks.ask.kind
    view, ask = worded.view(game, seat, language), None if seen is None else seen.ask
    onward = _onward(session, seat, language) if asked else {}
    if onward:
        begun = view.ask if ask is None else ask
        ask = None if begun is None else in_a_row(begun, onward)
    return Update(
        version=session.version,
        view=view,
        told=worded.told(session, start, seat, language, trail),
        taking=taking_of(session, seat, language),
        obeyed=session.declined(seat, language) if own else [],
        orders=session.order_lines(seat, language) if own else [],
        stops=session.stops(seat) if own else {},
        full=own and session.attention[seat].full,
        since=int(clocks.waited(session)),
        further=ask,
        leading="" if further is None else further.leaving,
        entrust=own and session.may_entrust(seat),
        settled=settled,
        guide=guide_of(session, asked, language) if own else None,
    )


def _onward(session: TableSession, seat: int, language: str) -> dict[str, Ask]:
    """Return the questions that are put together with what a seat is asked, in words, by the keys that lead there."""
    found = {}
    for key, then in session.onward(seat).items():
        ask = presentation_of(then.game.table).view_of(then.game, seat, None, language).ask
        assert ask is not None  # it is a question
        found[key] = replace(
            ask, options=tuple(replace(one, key=" ".join((*then.keys, one.key))) for one in ask.options)
        )
    return found


def further_of(session: TableSession, seat: int) -> Further | None:
    """Return the question to which leaving a seat's pending one leads at once; None if it leads to none."""
    return session.further(seat) if session.asked == seat >= 0 else None


def hand_to(session: TableSession, person: int, seat: int) -> int:
    """Return the seat of a person's, other than the one looked from, that must decide now; -1 if none must.

    An ask that the table answers by itself does not count: nobody need come for it.
    """
    ask = None if session.game is None else session.game.ask
    if ask is None or ask.seat == seat or ask.seat not in session.seating.held_by(person):
        return -1
    return ask.seat if automatic_answer(session) is None else -1


def sealed(session: TableSession, seat: int, chosen: Chosen | None, clocks: Clocks) -> tuple[float, str]:
    """Return for how many seconds the sealed moment goes on, and what a seat has chosen in it, if it is asked.

    Args:
        chosen: what was chosen last at the table.
    """
    until = sealed_until(session)
    if until is None:
        return 0.0, ""
    mine = chosen is not None and session.asked == seat and chosen.version == session.version
    return max(0.0, until - clocks.now()), chosen.key if mine and chosen is not None else ""


def taking_of(session: TableSession, seat: int, language: str = USUAL) -> Taking:
    """Return what taking back the last decision of a seat would mean, in a language."""
    if seat < 0 or session.setup.wanted.undo == "off":
        return Taking()
    reach = session.reach(seat)
    asked = must_agree(session, seat, reach)
    whole = session.all_again()
    again = {"again": len(session.again(seat)), "all_again": len(whole)}
    free_again = not must_agree_again(session, seat, whole)
    if reach.answers and asked and reach.why is None:
        names = seat_names([session.seating[other].name for other in asked])
        said = rendering.language(language).say(phrase("must_agree", names=names))
        return Taking(reach.answers, False, said, again_free=free_again, **again)
    free, plans = bool(reach.answers) and reach.why is None, plans_of(session, seat).answers
    return Taking(reach.answers, free, reach.told(language), all=plans, again_free=free_again, **again)


def plans_of(session: TableSession, seat: int) -> Reach:
    """Return what a seat can take back at one go without anybody being asked."""
    plans = session.plans(seat)
    return Reach(0) if must_agree(session, seat, plans) else plans


def must_agree(session: TableSession, seat: int, reach: Reach) -> list[int]:
    """Return the seats that must agree before a seat's last decision is taken back; computer players always do.

    Args:
        reach: what taking it back would mean, see `TableSession.reach`.
    """
    person = session.seating[seat].person
    if person is None or (session.setup.wanted.undo == "free" and reach.why is None):
        return []
    return session.seating.others(person)


def must_agree_again(session: TableSession, seat: int, again: Iterable[Decision]) -> list[int]:
    """Return the seats of other people who had decided some of what is to be done again, and so must agree to it."""
    person = session.seating[seat].person
    decided = {past.seat for past in again if past.by == "person"}
    return [] if person is None else [other for other in session.seating.others(person) if other in decided]
