"""Commands: what each message of a page does at a table, whether it is allowed, and which journal entries it adds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from stormriver import players
from stormriver.presentation.facts import Advice
from stormriver.presentation.questions import are_answered
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Orders
from stormriver.server import hosting, journal, updates, waiting_room
from stormriver.server.bot_pool import FALLBACK, PlayerFailed
from stormriver.server.errors import Declined
from stormriver.server.messages import (
    Agree,
    Answer,
    Arrange,
    Attend,
    Commit,
    Free,
    FromPage,
    HandOver,
    Hello,
    Hint,
    Hinted,
    Kick,
    Mute,
    Order,
    Pause,
    Put,
    Ready,
    Redo,
    Rematch,
    Resign,
    Reveal,
    Say,
    Sit,
    Start,
    TakeBack,
    Undo,
)
from stormriver.server.sealed import Chosen, sealed_until
from stormriver.server.seating import Seat
from stormriver.session.decisions import By, Decision, Reach

if TYPE_CHECKING:
    from stormriver.server.connection import Connection
    from stormriver.server.live_table import LiveTable

MOST_STOPS = 200
"""How many stops a seat may have set."""
NO_GAME = "server.game"
"""The messages of why the game does not go on, by the state of the table."""


def carry_out(table: LiveTable, connection: Connection, message: FromPage) -> None:
    """Carry out a message; the caller holds the table's lock, and commits and shows the added entries afterwards.

    Raises:
        StormriverError: with nothing changed, if it is not allowed.
    """
    _CARRY_OUT[type(message)](table, connection, message)


async def hint(table: LiveTable, connection: Connection, message: Hint) -> None:
    """Send a connection what a computer player would do.

    Raises:
        Declined: if its seat is not asked.
    """
    seat = _own_seat(table, connection)
    _demand_play(table)
    game = table.session.game
    if game is None or table.session.asked != seat:
        raise Declined("server.hint_not_asked")
    version = table.session.version
    try:
        advice = await table.lobby.bots.advice(game, table.id, language=connection.language)
        further = updates.further_of(table.session, seat)
        more = (
            []
            if further is None
            else await table.lobby.bots.advice(further.game, table.id, language=connection.language)
        )
        onward = table.session.onward(seat)
        then = {
            key: (*way.keys, (await table.lobby.bots.advice(way.game, table.id, language=connection.language))[0].key)
            for key, way in onward.items()
        }
        advice, more = ([_in_a_row(one, then) for one in found] for found in (advice, more))
    except PlayerFailed:
        raise Declined("server.no_hint") from None
    table.send(connection, Hinted(version, advice, more, message.id))


def _in_a_row(advice: Advice, then: Mapping[str, tuple[str, ...]]) -> Advice:
    """Return advice on an option with the best answer to the question to which it leads, where both are put as one."""
    return replace(advice, key=" ".join(then[advice.key])) if advice.key in then else advice


async def entrust(table: LiveTable, connection: Connection) -> None:
    """Answer as a computer player would, for as long as a seat is asked what may be left to one; each answer is shown.

    Raises:
        Declined: if that is not what its seat is asked.
    """
    seat = _own_seat(table, connection)
    session = table.session
    _demand_play(table)
    if not session.seating[seat].decided_by_person:
        raise Declined("server.computer_decides_here")
    if not session.may_entrust(seat):
        raise Declined("server.not_entrusted")
    by: By = "person"  # so that one taking back is enough for all of them
    known = 0
    while session.may_entrust(seat) and session.state == "playing" and len(session.decisions) >= known:
        known, version, game = len(session.decisions), session.version, session.game
        assert game is not None
        key = await table.lobby.bots.key(game, table.id, FALLBACK, session.lines)
        async with table.turn():
            if session.version == version:
                table.add(journal.Answered(seat, key, by))
                by = "order"
                await table.keep_and_show()


# the game


def _hello(table: LiveTable, connection: Connection, message: Hello) -> None:
    table.audience.greet(connection, message)


def _sit(table: LiveTable, connection: Connection, message: Sit) -> None:
    if message.seat not in table.session.seating.held_by(connection.person):
        raise Declined("server.seat_not_yours")
    connection.seat = message.seat
    connection.told.setdefault(message.seat, table.session.read[message.seat])
    table.owe_update(connection)


def _answer(table: LiveTable, connection: Connection, message: Answer) -> None:
    seat = _own_seat(table, connection)
    _demand_play(table)
    if message.version != table.session.version:
        raise Declined("server.too_late")
    if table.session.asked != seat:
        raise Declined("server.not_asked")
    if not table.session.seating[seat].decided_by_person:
        raise Declined("server.computer_decides_here")
    first, *then = [*message.key.split(), *message.then.split()] or [""]
    _demand_offered(table, first)
    if then and not table.session.leads_to(seat, first, *then):
        raise Declined("server.leads_elsewhere", answer=repr(" ".join(then)))
    if sealed_until(table.session) is not None:
        table.chosen = Chosen(message.version, first)
        table.owe_update(connection)
        return
    table.add(journal.Answered(seat, first, "person"))
    for key in then:
        table.add(journal.Answered(seat, key, "order"))


def _demand_offered(table: LiveTable, key: str) -> None:
    game = table.session.game
    assert game is not None and game.ask is not None
    if key not in game.ask.keys:
        name, options = game.table.seats[game.ask.seat], ", ".join(game.ask.keys)
        raise Declined("server.not_offered", answer=repr(key), name=name, kind=repr(game.ask.kind), options=options)


def _undo(table: LiveTable, connection: Connection, message: Undo) -> None:
    seat = _own_seat(table, connection)
    session = table.session
    _demand_play(table)
    if session.setup.wanted.undo == "off":
        raise Declined("server.undo.off")
    reach = updates.plans_of(session, seat) if message.all else session.reach(seat)
    if not reach.answers:
        raise _why_none(reach)
    others = updates.must_agree(session, seat, reach)
    if others:
        _propose(table, journal.Proposed(seat, "undo", others))
    else:
        table.add(journal.TakenBack(seat, reach.answers))


def _why_none(reach: Reach) -> Declined:
    """Return what says why nothing can be taken back."""
    return Declined("server.undo.none") if reach.why is None else Declined("server.undo.barred", reason=reach.why)


def _redo(table: LiveTable, connection: Connection, message: Redo) -> None:
    seat = _own_seat(table, connection)
    session = table.session
    _demand_play(table)
    if session.setup.wanted.undo == "off" or not session.seating[seat].decided_by_person:
        raise Declined("server.undo.nothing_again")
    again = session.all_again() if message.all else session.again(seat)
    if not again:
        raise Declined("server.undo.none_again")
    others = updates.must_agree_again(session, seat, again)
    if others:
        _propose(table, journal.Proposed(seat, "redo", others))
    else:
        _do_again(table, again)


def _do_again(table: LiveTable, again: list[Decision]) -> None:
    for past in again:
        table.add(journal.Answered(past.seat, past.key, past.by))


def _order(table: LiveTable, connection: Connection, message: Order) -> None:
    seat = _own_seat(table, connection)
    session = table.session
    if session.game is None:
        raise Declined(f"{NO_GAME}.waiting")
    orders = Orders(session.orders[seat].values())
    forward = session.forward.get(seat, -1)
    if message.drop is not None:
        if message.drop == -1:
            orders, forward = Orders({}), -1
        elif not orders.remove(message.drop):
            raise Declined("server.order.none", number=message.drop)
    if message.add:
        matter = presentation_of(session.game.table).matter_of(session.game.view(seat))
        if matter is None or matter.id != message.add:
            raise Declined("server.order.not_asked")
        orders.add(matter)
    if message.forward:
        forward = session.game.state.turn
    table.add(journal.Ordered(seat, orders.values(), forward))
    if message.forward and session.asked == seat and session.goes_forward(seat) and not session.settled(seat):
        _demand_play(table)
        hurried = session.hurried(seat)
        table.add(journal.Answered(seat, hurried.key, "order", hurried.told))
    table.owe_update(connection)


def _attend(table: LiveTable, connection: Connection, message: Attend) -> None:
    seat = _own_seat(table, connection)
    attention = table.session.attention[seat]
    stops = {**attention.stops, message.thing: message.stop} if message.thing else attention.stops
    if len(stops) > MOST_STOPS:
        raise Declined("server.order.too_many", most=MOST_STOPS)
    full = attention.full if message.full is None else message.full
    table.add(journal.Attended(seat, stops, full))
    table.owe_update(connection)


# who decides


def _hand_over(table: LiveTable, connection: Connection, message: HandOver) -> None:
    session = table.session
    seat = _seat(table, message.seat)
    if message.level not in players.NAMES:
        raise Declined("server.no_player", level=repr(message.level), levels=", ".join(players.NAMES))
    if session.over or session.stopped:
        raise Declined(f"{NO_GAME}.{session.state}")
    entry = journal.HandedOver(seat.number, message.level)
    if seat.who == "open":
        if connection.person != session.setup.maker:
            raise Declined("server.maker_only")
        table.add(entry)
        waiting_room.begin_if_full(table)
    elif not seat.decided_by_person:
        raise Declined("server.computer_decides", name=seat.name)
    elif seat.person == connection.person or _may_be_replaced(table, connection, seat):
        table.add(entry)
    else:
        others = session.seating.others(connection.person, besides=seat.number)
        mine = session.seating.held_by(connection.person)[0]
        _propose(table, journal.Proposed(mine, "hand_over", others, seat.number, message.level))


def _may_be_replaced(table: LiveTable, connection: Connection, seat: Seat) -> bool:
    """Tell whether somebody may be replaced without the others being asked; Declined if not even that would do."""
    session = table.session
    limit = session.setup.wanted.pace.limit
    if not session.seating.held_by(connection.person):
        raise Declined("server.players_only")
    if not limit:
        raise Declined("server.no_handing_over")
    here = seat.number in table.presence.here
    waited = table.clocks.waited(session) if here else table.clocks.away(session, seat.number)
    if session.asked != seat.number or waited < limit:
        raise Declined("server.waited_for", name=seat.name, waited=int(waited), limit=limit)
    return not here or not session.seating.others(connection.person, besides=seat.number)


def _take_back(table: LiveTable, connection: Connection, message: TakeBack) -> None:
    seat = _seat(table, message.seat)
    if seat.number not in table.session.seating.held_by(connection.person):
        raise Declined("server.seat_not_yours")
    if not seat.level:
        raise Declined("server.you_decide")
    table.add(journal.Reclaimed(seat.number))


def _resign(table: LiveTable, connection: Connection, message: Resign) -> None:
    seat = _seat(table, message.seat)
    if seat.number not in table.session.seating.held_by(connection.person):
        raise Declined("server.seat_not_yours")
    if table.session.state not in ("playing", "paused"):
        raise Declined(f"{NO_GAME}.{table.session.state}")
    table.add(journal.Resigned(seat.number))


def _pause(table: LiveTable, connection: Connection, message: Pause) -> None:
    seat = _speaker(table, connection)
    state = table.session.state
    if state not in ("playing", "paused"):
        raise Declined(f"{NO_GAME}.{state}")
    if message.on == (state == "paused"):
        raise Declined("server.paused_already" if message.on else "server.not_paused")
    table.add(journal.Paused(seat, message.on))


# proposals and talk


def _propose(table: LiveTable, entry: journal.Proposed) -> None:
    if table.session.seating.proposal is not None:
        raise Declined("server.propose.another")
    table.add(entry)


def _agree(table: LiveTable, connection: Connection, message: Agree) -> None:
    proposal = table.session.seating.proposal
    if proposal is None:
        raise Declined("server.propose.nothing")
    held = table.session.seating.held_by(connection.person)
    if not message.yes and proposal.by in held:
        table.add(journal.Lapsed(proposal.by))
        return
    mine = [seat for seat in proposal.wanted if seat in held and seat not in proposal.agreed]
    if not mine:
        raise Declined("server.propose.not_you")
    if not message.yes:
        table.add(journal.Lapsed(mine[0]))
        return
    for seat in mine:
        table.add(journal.Agreed(seat, message.nonce_hash or ""))
    if proposal.carried:
        _do_as_proposed(table)


def _do_as_proposed(table: LiveTable) -> None:
    """Do what all have agreed to; a rematch is made by the table itself, as that takes its time."""
    proposal = table.session.seating.proposal
    assert proposal is not None
    if proposal.what == "undo":
        table.add(journal.TakenBack(proposal.by, table.session.reach(proposal.by).answers))
    elif proposal.what == "redo":
        _do_again(table, table.session.all_again())
    elif proposal.what == "hand_over":
        table.add(journal.HandedOver(proposal.about, proposal.level))


def _rematch(table: LiveTable, connection: Connection, message: Rematch) -> None:
    seat = _speaker(table, connection)
    if table.session.state not in ("over", "stopped"):
        raise Declined("server.propose.rematch_later")
    if table.session.goes_on:
        raise Declined("server.propose.rematch_made")
    people = {found.person for found in table.session.seating.seats if not found.resigned} - {None, connection.person}
    wanted = [found.number for found in table.session.seating.seats if found.person in people and not found.resigned]
    _propose(table, journal.Proposed(seat, "rematch", wanted, nonce_hash=message.nonce_hash or ""))


def _say(table: LiveTable, connection: Connection, message: Say) -> None:
    held = table.session.seating.of(connection.person)
    seat = connection.seat if connection.seat in held else held[0] if held else -1
    name = table.session.seating[seat].name if held else connection.name
    hosting.demand_voice(table.session, connection.person, table.lobby.muted)
    text = " ".join(message.text.split())
    if not text:
        raise Declined("server.talk.empty")
    table.add(journal.Spoken(seat, name or "Onlooker", text, connection.person))


def _put(table: LiveTable, connection: Connection, message: Put) -> None:
    seat = _speaker(table, connection)
    hosting.demand_voice(table.session, connection.person, table.lobby.muted)
    session = table.session
    if session.game is None or session.state not in ("playing", "paused"):
        raise Declined(f"{NO_GAME}.{session.state}")
    if not are_answered(session.game.table.options):
        raise Declined("server.talk.no_die")
    text = " ".join(message.text.split())
    if not text:
        raise Declined("server.talk.no_question")
    wait = table.lobby.policy.question_seconds - (table.clocks.now() - _last_asked(table, seat))
    if wait > 0:
        raise Declined("server.talk.again_in", seconds=math.ceil(wait))
    table.add(journal.Questioned(seat, session.seating[seat].name, text, person=connection.person))


def _last_asked(table: LiveTable, seat: int) -> float:
    """Return when a seat last put a question; long ago if never."""
    asked = (
        kept.at for kept in table.session.said if isinstance(kept.entry, journal.Questioned) and kept.entry.seat == seat
    )
    return max(asked, default=-math.inf)


# what most of them ask


def _seat(table: LiveTable, number: int) -> Seat:
    if number >= len(table.session.seating.seats):
        raise Declined("server.no_seat", seat=number)
    return table.session.seating[number]


def _own_seat(table: LiveTable, connection: Connection) -> int:
    """Return the seat a connection views the table from; Declined if its person does not hold it."""
    if connection.seat not in table.session.seating.held_by(connection.person):
        held = table.session.seating.held_by(connection.person)
        raise Declined("server.which_seat" if held else "server.looking_on")
    return connection.seat


def _speaker(table: LiveTable, connection: Connection) -> int:
    """Return any seat of somebody who plays; Declined if they only look on."""
    held = table.session.seating.held_by(connection.person)
    if not held:
        raise Declined("server.looking_on")
    return connection.seat if connection.seat in held else held[0]


def _demand_play(table: LiveTable) -> None:
    state = table.session.state
    if state != "playing":
        raise Declined(f"{NO_GAME}.{state}")


_CARRY_OUT: dict[type, Callable[[LiveTable, Connection, Any], None]] = {
    Hello: _hello,
    Answer: _answer,
    Sit: _sit,
    Undo: _undo,
    Redo: _redo,
    Agree: _agree,
    HandOver: _hand_over,
    Free: waiting_room.free,
    Arrange: waiting_room.arrange,
    Ready: waiting_room.ready,
    Start: waiting_room.start,
    Commit: waiting_room.commit,
    Reveal: waiting_room.reveal,
    TakeBack: _take_back,
    Order: _order,
    Attend: _attend,
    Pause: _pause,
    Resign: _resign,
    Rematch: _rematch,
    Say: _say,
    Mute: hosting.mute,
    Kick: hosting.kick,
    Put: _put,
}
