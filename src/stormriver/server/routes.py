"""The HTTP side: what can be asked and done at every address, as `docs/protocol.md` lists it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver import __version__
from stormriver.presentation.showing import Book
from stormriver.server import catalogue, people, teaching
from stormriver.server.errors import NotAllowed
from stormriver.server.hall import LOGGED_IN, LOGGED_OUT, Hall
from stormriver.server.operations import Operation
from stormriver.server.people import hall_of, known, settings_of, somebody
from stormriver.server.requests import (
    Catalogue,
    Count,
    Credentials,
    Health,
    Joined,
    Joining,
    LessonFacts,
    Moment,
    NewPassword,
    Person,
    PlayOn,
    Statistics,
    TableInfo,
    TableLine,
    TableMade,
    TableWanted,
)
from stormriver.server.store import Store

Link = Annotated[str, Meta(max_length=64)]
Called = Annotated[str, Meta(max_length=24)]
Words = Annotated[str, Meta(max_length=2000)]
Viewpoint = Annotated[int, Meta(ge=-1, le=11)]
Since = Annotated[int, Meta(ge=-1, le=2**31)]


class Record(Response):
    """The record of a game, to be kept as a file."""

    media_type = "application/jsonl"

    def __init__(self, text: str) -> None:
        super().__init__(text, headers={"Content-Disposition": 'attachment; filename="stormriver.jsonl"'})


# setting up


async def get_catalogue() -> Catalogue:
    """What a table may be made of: presets with options and packs, computer players."""
    return catalogue.catalogue()


async def get_book_of_set_up(request: Request, preset: Link, options: Words = "", packs: Words = "") -> Book:
    """The book of a set-up, for browsing cards and rules without a table.

    `options` are given as `name=value`, `packs` by name; of both there may be several, with commas between them.
    """
    named = [name for name in packs.split(",") if name]
    return await hall_of(request).workshop.do(catalogue.book, preset, catalogue.options_of(options), named)


async def get_lessons(request: Request) -> list[LessonFacts]:
    """The lessons of the tutorial, in their order."""
    return await hall_of(request).workshop.do(teaching.lesson_facts)


async def begin_lesson(request: Request, response: Response, lesson: Link, name: Called = "") -> TableMade:
    """Make a table for a lesson: you have one seat, called as you say, computer players the others."""
    async with somebody(request, response) as person:
        return await hall_of(request).teach(lesson, person, name.strip())


# you


async def get_me(request: Request, response: Response) -> Person:
    """Who you are here."""
    person = await known(request)
    await people.keep_known(request, response)
    return await people.person_facts(hall_of(request).archive, person)


async def make_account(request: Request, response: Response, wanted: Credentials) -> Person:
    """Make an account, which takes along what is yours and brings it to other devices."""
    if not settings_of(request).accounts:
        raise NotAllowed("This server keeps no accounts.")
    hall = hall_of(request)
    async with somebody(request, response) as person:
        await people.make_account(hall.archive, person, wanted)
        hall.dismiss(person, LOGGED_IN)
        await people.begin_session(request, response, person)
        return await people.person_facts(hall.archive, person)


async def log_in(request: Request, response: Response, given: Credentials) -> Person:
    """Log in. What this browser had without an account goes to the account."""
    hall, person = hall_of(request), await known(request)
    owner = await people.owner(hall.archive, given)
    if person not in (None, owner) and not (await people.person_facts(hall.archive, person)).account:
        await hall.merge(person, owner)
    await people.begin_session(request, response, owner)
    return await people.person_facts(hall.archive, owner)


async def change_password(request: Request, response: Response, wanted: NewPassword) -> Person:
    """Change the password of your account; every other browser is logged out."""
    hall = hall_of(request)
    mine = await people.change_password(hall.archive, await known(request), wanted)
    hall.dismiss(mine, LOGGED_OUT)
    await people.begin_session(request, response, mine)
    return await people.person_facts(hall.archive, mine)


async def log_out(request: Request, response: Response) -> Person:
    """Log out: this browser is forgotten."""
    await hall_of(request).archive.ask(Store.end_session, people.token_of(request))
    people.take_cookie(response, settings_of(request))
    return Person()


async def log_out_everywhere(request: Request, response: Response) -> Person:
    """Log out everywhere: every browser that is known as you is forgotten, and leaves the tables."""
    hall, person = hall_of(request), await known(request)
    if person is not None:
        await hall.archive.ask(Store.end_sessions, person)
        hall.dismiss(person, LOGGED_OUT)
    people.take_cookie(response, settings_of(request))
    return Person()


async def get_my_tables(request: Request) -> list[TableLine]:
    """Your tables, the last one first."""
    person = await known(request)
    return [] if person is None else await hall_of(request).tables_of(person)


async def get_my_statistics(request: Request) -> Statistics:
    """What your finished games add up to."""
    person = await known(request)
    return Statistics(0, 0, {}, {}, []) if person is None else await hall_of(request).statistics(person)


# tables


async def get_tables(request: Request) -> list[TableLine]:
    """The public list."""
    return await hall_of(request).listed()


async def make_table(request: Request, response: Response, wanted: TableWanted) -> TableMade:
    """Make a table; the links in the answer are for those who are to sit or look on."""
    async with somebody(request, response) as person:
        return await hall_of(request).make(wanted, person)


async def join(request: Request, response: Response, secret: Link, wanted: Joining) -> Joined:
    """Take an open seat by its link."""
    async with somebody(request, response) as person:
        return await hall_of(request).join(secret, wanted.name, person)


async def watch(request: Request, response: Response, secret: Link) -> Joined:
    """Look on at a table by its link."""
    async with somebody(request, response) as person:
        return await hall_of(request).watch(secret, person)


async def get_table(request: Request, table: Link) -> TableInfo:
    """What is known of a table beside its game."""
    live = await hall_of(request).table(table)
    return await live.settled_info(await known(request))


async def get_book(request: Request, table: Link) -> Book:
    """What never changes at a table: maps, cards, rules and settings in words."""
    live = await hall_of(request).table(table)
    return await live.book(await known(request))


async def get_moment(request: Request, table: Link, answers: Count, seat: Viewpoint = -1, since: Since = -1) -> Moment:
    """A game as it stood after so many answers; of a game under way as you may see it, of a finished one all of it.

    With `seat` it is seen from that seat. With `since` all is told that happened since so many answers, else only
    what the last one brought about.
    """
    live = await hall_of(request).table(table)
    return await live.moment(await known(request), answers, seat, since)


async def play_on(request: Request, response: Response, table: Link, wanted: PlayOn) -> TableMade:
    """Play on from a moment, against computer players, at a table of its own."""
    live = await hall_of(request).table(table)
    async with somebody(request, response) as person:
        return await live.play_on(person, wanted)


async def get_record(request: Request, table: Link, seat: Viewpoint = -1) -> Record:
    """The record of a finished game, for `stormriver replay` and `stormriver verify`.

    Of a game that was stopped unfinished it is what you, or a seat of yours, were told.
    """
    live = await hall_of(request).table(table)
    return Record(await live.record(await known(request), seat))


# the server


async def get_live(request: Request) -> Health:
    """Whether the server works; one that does not say so is to be started anew."""
    return _well(hall_of(request))


async def get_ready(request: Request) -> Health:
    """Whether the database answers as well; as long as it does not, nothing can be done at any table.

    `/healthz` is the same, for whoever asks only once.
    """
    await hall_of(request).archive.ask(Store.answers)
    return _well(hall_of(request))


def _well(hall: Hall) -> Health:
    return Health("ok", __version__, len(hall.live))


OPERATIONS = (
    Operation("GET", "/api/catalogue", get_catalogue),
    Operation("GET", "/api/books/{preset}", get_book_of_set_up),
    Operation("GET", "/api/tutorial", get_lessons),
    Operation("POST", "/api/tutorial/{lesson}", begin_lesson, 201, counted="tables"),
    Operation("GET", "/api/me", get_me),
    Operation("GET", "/api/me/tables", get_my_tables),
    Operation("GET", "/api/me/statistics", get_my_statistics),
    Operation("POST", "/api/accounts", make_account, 201, counted="logins"),
    Operation("POST", "/api/login", log_in, counted="logins"),
    Operation("POST", "/api/password", change_password, counted="logins"),
    Operation("POST", "/api/logout", log_out),
    Operation("POST", "/api/logout/everywhere", log_out_everywhere),
    Operation("GET", "/api/tables", get_tables),
    Operation("POST", "/api/tables", make_table, 201, counted="tables"),
    Operation("POST", "/api/join/{secret}", join),
    Operation("POST", "/api/watch/{secret}", watch),
    Operation("GET", "/api/tables/{table}", get_table),
    Operation("GET", "/api/tables/{table}/book", get_book),
    Operation("GET", "/api/tables/{table}/moments/{answers}", get_moment),
    Operation("POST", "/api/tables/{table}/play-on", play_on, 201, counted="tables"),
    Operation("GET", "/api/tables/{table}/record", get_record),
    Operation("GET", "/healthz", get_ready),
    Operation("GET", "/healthz/live", get_live),
    Operation("GET", "/healthz/ready", get_ready),
)
