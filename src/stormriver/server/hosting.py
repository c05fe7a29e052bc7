"""Hosting: whoever has made a table lets nobody read what somebody says there, or shows them out."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Container

from msgspec.structs import replace

from stormriver.language.message import message as told
from stormriver.server import journal
from stormriver.server.connection import Connection
from stormriver.server.errors import Declined, NotAllowed
from stormriver.server.journal import GONE
from stormriver.server.messages import Kick, Mute
from stormriver.server.session import TableSession
from stormriver.server.store import SECRET_BYTES, PersonId
from stormriver.server.waiting_room import Room, demand_host, free_seat

SHOWN_OUT = told("server.host.shown_out")


def mute(table: Room, connection: Connection, message: Mute) -> None:
    """Let nobody read what somebody says here, or let everybody read it again."""
    demand_host(table, connection)
    person = _meant(table, connection, message)
    if (person in table.session.muted) != message.on:
        table.add(journal.Muted(person=person, on=message.on))


def kick(table: Room, connection: Connection, message: Kick) -> None:
    """Show somebody out, or everybody who looks on; the link for onlookers is another from now on."""
    demand_host(table, connection)
    if message.seat == message.line == -1:
        seated = {seat.person for seat in table.session.seating.seats}
        here = {other.person for other in table.connections}
        show_out(table, (here | table.onlookers) - seated - {connection.person})
    else:
        show_out(table, {_meant(table, connection, message)})


def show_out(table: Room, people: Collection[PersonId]) -> None:
    """Show people out for good: their seats are left, and they may not even look on."""
    if not people:
        raise Declined("server.host.nobody_looks_on")
    for person in sorted(people):
        leave_seats(table, person)
        table.add(journal.ShownOut(person=person))
        table.onlookers.discard(person)
    setup = table.session.setup
    table.session.setup = replace(setup, watch_secret=secrets.token_urlsafe(SECRET_BYTES))
    for connection in [connection for connection in table.connections if connection.person in people]:
        connection.dismiss(SHOWN_OUT)


def leave_seats(table: Room, person: PersonId) -> None:
    """Leave the seats of a person to computer players, or open as long as the game has not begun."""
    session = table.session
    for number in session.seating.of(person):
        seat = session.seating[number]
        if session.state == "waiting":
            free_seat(table, seat)
        elif session.state in ("playing", "paused"):
            table.add(journal.Left(number))
            seat.person, seat.secret = None, None
            table.reseated.add(number)
    for connection in table.connections:
        if connection.person == person:
            connection.seat, connection.told = -1, {-1: 0}


def demand_voice(session: TableSession, person: PersonId, silenced: Container[PersonId]) -> None:
    """Raise Declined if somebody may say nothing here, by the will of the host or, if `silenced`, of an operator."""
    if person in silenced:
        raise Declined("server.moderation.muted")
    if person in session.muted:
        raise Declined("server.host.muted")


def demand_not_shown_out(session: TableSession, person: PersonId | None) -> None:
    """Raise NotAllowed if somebody has been shown out; those who are unknown are shown out together."""
    if (person or 0) in session.shown_out:
        raise NotAllowed("server.host.shown_out")


def _meant(table: Room, connection: Connection, message: Mute | Kick) -> PersonId:
    """Return who is meant, by their seat or a line of theirs; Declined if that is nobody, or the host."""
    session, person = table.session, GONE
    if 0 <= message.seat < len(session.seating.seats):
        person = session.seating[message.seat].person or GONE
    elif message.line >= 0:
        entries = (kept.entry for kept in session.said if kept.number == message.line)
        person = next((session.speaker(entry) for entry in entries), GONE)
    if person == GONE:
        raise Declined("server.host.nobody")
    if person == connection.person:
        raise Declined("server.host.oneself")
    return person
