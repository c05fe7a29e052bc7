"""The waiting room: what is done at a table before its game begins, and by whom."""

from __future__ import annotations

import secrets
from typing import Protocol

from stormriver import players
from stormriver.kernel.commitment import nonce_hash
from stormriver.kernel.dice import SPLITMIX64
from stormriver.language.message import message as told
from stormriver.server import journal
from stormriver.server.connection import Connection
from stormriver.server.errors import Declined
from stormriver.server.journal import Entry
from stormriver.server.messages import Arrange, Commit, Free, Ready, Reveal, Start
from stormriver.server.seating import Seat
from stormriver.server.session import TableSession
from stormriver.server.store import SECRET_BYTES, PersonId


class Room(Protocol):
    """What of a live table is needed before its game."""

    session: TableSession
    connections: list[Connection]
    onlookers: set[PersonId]
    reseated: set[int]
    dice: str

    def add(self, entry: Entry) -> None:
        """Carry out an entry."""


FREED = told("server.room.freed")


def free(table: Room, connection: Connection, message: Free) -> None:
    """Open a seat again, whoever has it: its link so far leads nowhere, and it gets another."""
    _demand_waiting(table)
    seats = table.session.seating.seats
    if message.seat >= len(seats):
        raise Declined("server.no_seat", seat=message.seat)
    seat = seats[message.seat]
    if seat.who == "open":
        raise Declined("server.room.free_already")
    if seat.person != connection.person:
        demand_host(table, connection)
    freed = seat.person
    free_seat(table, seat)
    _look_anew(table)
    if freed is not None and freed != connection.person and not _may_stay(table, freed):
        for other in [other for other in table.connections if other.person == freed]:
            other.dismiss(FREED)


def free_seat(table: Room, seat: Seat) -> None:
    """Open a seat, with a link of its own."""
    table.add(journal.Freed(seat.number))
    seat.person, seat.secret = None, secrets.token_urlsafe(SECRET_BYTES)
    table.reseated.add(seat.number)


def arrange(table: Room, connection: Connection, message: Arrange) -> None:
    """Let the seats stand in another order, each with whoever sits there and its link."""
    _demand_waiting(table)
    demand_host(table, connection)
    seats = table.session.seating.seats
    if sorted(message.order) != list(range(len(seats))):
        raise Declined("server.room.order", seats=len(seats))
    belongings = [(seats[number].person, seats[number].secret) for number in message.order]
    table.add(journal.Arranged(order=message.order))
    for seat, (person, secret) in zip(seats, belongings, strict=True):
        seat.person, seat.secret = person, secret
        table.reseated.add(seat.number)
    _look_anew(table)


def ready(table: Room, connection: Connection, message: Ready) -> None:
    """Note that a person is ready, in all their seats."""
    _demand_waiting(table)
    held = table.session.seating.held_by(connection.person)
    if not held:
        raise Declined("server.looking_on")
    for seat in held:
        table.add(journal.Readied(seat, message.on))


def start(table: Room, connection: Connection, message: Start) -> None:
    """Begin the game, with computer players in the seats that are still open if that is wished."""
    _demand_waiting(table)
    demand_host(table, connection)
    if message.level not in players.NAMES:
        raise Declined("server.no_player", level=repr(message.level), levels=", ".join(players.NAMES))
    still_open = [seat.number for seat in table.session.seating.seats if seat.who == "open"]
    if still_open and not message.fill:
        raise Declined("server.room.still_open", count=len(still_open))
    for number in still_open:
        table.add(journal.HandedOver(number, message.level))
    begin(table)


# the beginning: seats commit to nonces, tell them, and then the game begins


def commit(table: Room, connection: Connection, message: Commit) -> None:
    """Commit the seats of a person to a nonce; once the game is to begin it is too late, and nothing is changed."""
    session = table.session
    held = session.seating.held_by(connection.person)
    if not held:
        raise Declined("server.looking_on")
    if session.state == "waiting" and session.draw.since is None:
        commit_seat(table, held[0], message.hash)


def commit_seat(table: Room, seat: int, hashed: str | None) -> None:
    """Let a seat take part in the seed of the dice, if it commits to anything, and nobody has chosen that seed."""
    if hashed and table.dice != SPLITMIX64:
        table.add(journal.Committed(seat, hashed))


def reveal(table: Room, connection: Connection, message: Reveal) -> None:
    """Note the nonce that a person tells; the last one begins the game. Too late, nothing is changed."""
    draw = table.session.draw
    if draw.since is None:
        return
    held = [seat for seat in table.session.seating.held_by(connection.person) if seat in draw.hashes]
    told = nonce_hash(message.nonce)
    if not held or all(draw.hashes[seat] != told for seat in held):
        raise Declined("server.room.other_nonce")
    for seat in held:
        if seat not in draw.nonces and draw.hashes[seat] == told:
            table.add(journal.Revealed(seat, message.nonce))
    if draw.complete:
        begin_with_told(table)


def begin_if_full(table: Room) -> None:
    """Begin the game once no seat is open, unless that is left to the host."""
    session = table.session
    if session.game is None and not session.seating.waiting and session.setup.wanted.start == "full":
        begin(table)


def begin(table: Room) -> None:
    """Begin the game, with all seats taken; if any have committed to a nonce, once they have told it."""
    draw = table.session.draw
    if draw.since is not None:
        return
    if draw.hashes:
        table.add(journal.DrawOpened())
    else:
        begin_with_told(table)


def begin_with_told(table: Room) -> None:
    """Begin the game with the nonces that have been told; who has not told theirs is left out of the seed."""
    table.add(journal.Began(names=table.session.seating.names(), dice=table.dice))


def _may_stay(table: Room, person: PersonId) -> bool:
    """Tell whether somebody is at the table for another reason than the seat that they had."""
    listed = table.session.setup.wanted.listed
    return listed or person in table.onlookers or bool(table.session.seating.of(person))


def _demand_waiting(table: Room) -> None:
    if table.session.state != "waiting" or table.session.draw.since is not None:
        raise Declined("server.room.begun")


def demand_host(table: Room, connection: Connection) -> None:
    """Raise Declined for everybody but whoever has made the table."""
    if connection.person != table.session.setup.maker:
        raise Declined("server.room.host_only")


def _look_anew(table: Room) -> None:
    """Let every page look from the seat that its person has now."""
    for connection in table.connections:
        connection.seat = table.session.seating.first_view(connection.person)
        connection.told = {connection.seat: 0}
