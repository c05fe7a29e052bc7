"""Commands: what each message of a page does at a table, whether it is allowed, and which journal entries it adds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stormriver import players
from stormriver.presentation.questions import are_answered
from stormriver.presentation.showing import presentation_of
from stormriver.presentation.standing_orders import Orders
from stormriver.server import journal, updates
from stormriver.server.bot_pool import PlayerFailed
from stormriver.server.errors import Declined
from stormriver.server.messages import (
    Agree,
    Answer,
    FromPage,
    HandOver,
    Hello,
    Hint,
    Hinted,
    Order,
    Pause,
    Put,
    Redo,
    Rematch,
    Resign,
    Say,
    Sit,
    TakeBack,
    Undo,
)
from stormriver.server.seating import Seat
from stormriver.session.decisions import Reach

if TYPE_CHECKING:
    from stormriver.server.connection import Connection
    from stormriver.server.live_table import LiveTable

NO_GAME = {
    "waiting": "The game has not begun; a seat is still open.",
    "paused": "The table is paused.",
    "over": "The game is over.",
    "stopped": "This game cannot be played on.",
}


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
        raise Declined("A hint is for the seat that is asked.")
    version = table.session.version
    try:
        advice = await table.lobby.bots.advice(game, table.id, language=connection.language)
    except PlayerFailed:
        raise Declined("The computer player has no hint to give here.") from None
    table.send(connection, Hinted(version, advice, message.id))


# the game


def _hello(table: LiveTable, connection: Connection, message: Hello) -> None:
    table.greet(connection, message)


def _sit(table: LiveTable, connection: Connection, message: Sit) -> None:
    if message.seat not in table.session.seating.held_by(connection.person):
        raise Declined("That seat is not yours.")
    connection.seat = message.seat
    connection.told.setdefault(message.seat, table.session.read[message.seat])
    table.owe_update(connection)


def _answer(table: LiveTable, connection: Connection, message: Answer) -> None:
    seat = _own_seat(table, connection)
    _demand_play(table)
    if message.version != table.session.version:
        raise Declined("That came too late: the game has gone on since.")
    if table.session.asked != seat:
        raise Declined("It is not you who is asked.")
    if not table.session.seating[seat].decided_by_person:
        raise Declined("A computer player decides for this seat; take it back first.")
    table.add(journal.Answered(seat, message.key, "person"))


def _undo(table: LiveTable, connection: Connection, message: Undo) -> None:
    seat = _own_seat(table, connection)
    session = table.session
    _demand_play(table)
    if session.setup.wanted.undo == "off":
        raise Declined("At this table nothing is taken back.")
    reach = session.reach(seat)
    if not reach.answers:
        raise Declined(_why_none(reach))
    others = updates.must_agree(session, seat, reach)
    if others:
        _propose(table, journal.Proposed(seat, "undo", others))
    else:
        table.add(journal.TakenBack(seat, reach.answers))


def _why_none(reach: Reach) -> str:
    """Return why nothing can be taken back."""
    if not reach.reason:
        return "There is no decision of yours to take back."
    return f"Your last decision cannot be taken back: {reach.reason}."


def _redo(table: LiveTable, connection: Connection, message: Redo) -> None:
    seat = _own_seat(table, connection)
    session = table.session
    _demand_play(table)
    if session.setup.wanted.undo == "off" or not session.seating[seat].decided_by_person:
        raise Declined("There is nothing to do again.")
    again = session.again(seat)
    if not again:
        raise Declined("Nothing of yours was taken back that could be done again.")
    for past in again:
        table.add(journal.Answered(past.seat, past.key, past.by))


def _order(table: LiveTable, connection: Connection, message: Order) -> None:
    seat = _own_seat(table, connection)
    session = table.session
    if session.game is None:
        raise Declined(NO_GAME["waiting"])
    orders = Orders(session.orders[seat].values())
    forward = session.forward.get(seat, -1)
    if message.drop is not None:
        if message.drop == -1:
            orders, forward = Orders({}), -1
        elif not orders.remove(message.drop):
            raise Declined(f"You have no order number {message.drop}.")
    if message.add:
        matter = presentation_of(session.game.table).matter_of(session.game.view(seat))
        if matter is None or matter.id != message.add:
            raise Declined("That is not what you are asked just now.")
        orders.add(matter)
    if message.forward:
        forward = session.game.state.turn
    table.add(journal.Ordered(seat, orders.values(), forward))
    table.owe_update(connection)


# who decides


def _hand_over(table: LiveTable, connection: Connection, message: HandOver) -> None:
    session = table.session
    seat = _seat(table, message.seat)
    if message.level not in players.NAMES:
        raise Declined(f"No computer player is called {message.level!r}; there are {', '.join(players.NAMES)}.")
    if session.over or session.stopped:
        raise Declined(NO_GAME[session.state])
    entry = journal.HandedOver(seat.number, message.level)
    if seat.who == "open":
        if connection.person != session.setup.maker:
            raise Declined("Only the one who made the table gives an open seat to a computer player.")
        table.add(entry)
        table.begin_if_full()
    elif not seat.decided_by_person:
        raise Declined(f"A computer player decides for {seat.name} already.")
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
        raise Declined("Only those who play may hand over a seat.")
    if not limit:
        raise Declined("At this table seats are not handed over.")
    here = seat.number in table.presence.here
    waited = table.clocks.waited(session) if here else table.clocks.away(session, seat.number)
    if session.asked != seat.number or waited < limit:
        raise Declined(f"{seat.name} has been waited for {int(waited)} of {limit} seconds.")
    return not here or not session.seating.others(connection.person, besides=seat.number)


def _take_back(table: LiveTable, connection: Connection, message: TakeBack) -> None:
    seat = _seat(table, message.seat)
    if seat.number not in table.session.seating.held_by(connection.person):
        raise Declined("That seat is not yours.")
    if not seat.level:
        raise Declined("You decide for that seat already.")
    table.add(journal.Reclaimed(seat.number))


def _resign(table: LiveTable, connection: Connection, message: Resign) -> None:
    seat = _seat(table, message.seat)
    if seat.number not in table.session.seating.held_by(connection.person):
        raise Declined("That seat is not yours.")
    if table.session.state not in ("playing", "paused"):
        raise Declined(NO_GAME[table.session.state])
    table.add(journal.Resigned(seat.number))


def _pause(table: LiveTable, connection: Connection, message: Pause) -> None:
    seat = _speaker(table, connection)
    state = table.session.state
    if state not in ("playing", "paused"):
        raise Declined(NO_GAME[state])
    if message.on == (state == "paused"):
        raise Declined("The table is paused already." if message.on else "The table is not paused.")
    table.add(journal.Paused(seat, message.on))


# proposals and talk


def _propose(table: LiveTable, entry: journal.Proposed) -> None:
    if table.session.seating.proposal is not None:
        raise Declined("Something else is proposed already.")
    table.add(entry)


def _agree(table: LiveTable, connection: Connection, message: Agree) -> None:
    proposal = table.session.seating.proposal
    if proposal is None:
        raise Declined("Nothing is proposed.")
    held = table.session.seating.held_by(connection.person)
    if not message.yes and proposal.by in held:
        table.add(journal.Lapsed(proposal.by))
        return
    mine = [seat for seat in proposal.wanted if seat in held and seat not in proposal.agreed]
    if not mine:
        raise Declined("You are not the one who must agree.")
    if not message.yes:
        table.add(journal.Lapsed(mine[0]))
        return
    for seat in mine:
        table.add(journal.Agreed(seat))
    if proposal.carried:
        _do_as_proposed(table)


def _do_as_proposed(table: LiveTable) -> None:
    """Do what all have agreed to; a rematch is made by the table itself, as that takes its time."""
    proposal = table.session.seating.proposal
    assert proposal is not None
    if proposal.what == "undo":
        table.add(journal.TakenBack(proposal.by, table.session.reach(proposal.by).answers))
    elif proposal.what == "hand_over":
        table.add(journal.HandedOver(proposal.about, proposal.level))


def _rematch(table: LiveTable, connection: Connection, message: Rematch) -> None:
    seat = _speaker(table, connection)
    if table.session.state not in ("over", "stopped"):
        raise Declined("A rematch comes after the game.")
    if table.session.goes_on:
        raise Declined("There is a rematch already.")
    people = {found.person for found in table.session.seating.seats if not found.resigned} - {None, connection.person}
    wanted = [found.number for found in table.session.seating.seats if found.person in people and not found.resigned]
    _propose(table, journal.Proposed(seat, "rematch", wanted))


def _say(table: LiveTable, connection: Connection, message: Say) -> None:
    held = table.session.seating.of(connection.person)
    seat = connection.seat if connection.seat in held else held[0] if held else -1
    name = table.session.seating[seat].name if held else connection.name
    text = " ".join(message.text.split())
    if not text:
        raise Declined("There is nothing to say in that.")
    table.add(journal.Spoken(seat, name or "Onlooker", text))


def _put(table: LiveTable, connection: Connection, message: Put) -> None:
    seat = _speaker(table, connection)
    session = table.session
    if session.game is None or session.state not in ("playing", "paused"):
        raise Declined(NO_GAME[session.state])
    if not are_answered(session.game.table.options):
        raise Declined("In this game no die answers questions.")
    text = " ".join(message.text.split())
    if not text:
        raise Declined("There is nothing asked in that.")
    wait = table.lobby.policy.question_seconds - (table.clocks.now() - _last_asked(table, seat))
    if wait > 0:
        raise Declined(f"You have just asked something; ask again in {math.ceil(wait)} seconds.")
    table.add(journal.Questioned(seat, session.seating[seat].name, text))


def _last_asked(table: LiveTable, seat: int) -> float:
    """Return when a seat last put a question; long ago if never."""
    asked = (
        kept.at for kept in table.session.said if isinstance(kept.entry, journal.Questioned) and kept.entry.seat == seat
    )
    return max(asked, default=-math.inf)


# what most of them ask


def _seat(table: LiveTable, number: int) -> Seat:
    if number >= len(table.session.seating.seats):
        raise Declined(f"This table has no seat {number}.")
    return table.session.seating[number]


def _own_seat(table: LiveTable, connection: Connection) -> int:
    """Return the seat a connection views the table from; Declined if its person does not hold it."""
    if connection.seat not in table.session.seating.held_by(connection.person):
        held = table.session.seating.held_by(connection.person)
        raise Declined("Say first from which of your seats." if held else "You look on at this table.")
    return connection.seat


def _speaker(table: LiveTable, connection: Connection) -> int:
    """Return any seat of somebody who plays; Declined if they only look on."""
    held = table.session.seating.held_by(connection.person)
    if not held:
        raise Declined("You look on at this table.")
    return connection.seat if connection.seat in held else held[0]


def _demand_play(table: LiveTable) -> None:
    state = table.session.state
    if state != "playing":
        raise Declined(NO_GAME[state])


_CARRY_OUT: dict[type, Callable[[LiveTable, Connection, Any], None]] = {
    Hello: _hello,
    Answer: _answer,
    Sit: _sit,
    Undo: _undo,
    Redo: _redo,
    Agree: _agree,
    HandOver: _hand_over,
    TakeBack: _take_back,
    Order: _order,
    Pause: _pause,
    Resign: _resign,
    Rematch: _rematch,
    Say: _say,
    Put: _put,
}
