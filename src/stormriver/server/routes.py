"""The HTTP side: what can be asked and done at every address, as `docs/protocol.md` lists it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response, params

from stormriver import __version__
from stormriver.presentation.showing import Book
from stormriver.server import catalogue, people, teaching, wire
from stormriver.server.errors import NotAllowed
from stormriver.server.guards import Rates
from stormriver.server.hall import LOGGED_IN, LOGGED_OUT, Hall
from stormriver.server.people import AtTable, InHall, Known, Set, Somebody
from stormriver.server.requests import (
    Catalogue,
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
from stormriver.server.turns import visitor

api = APIRouter(prefix="/api")
get = partial(wire.route, api, "GET")
post = partial(wire.route, api, "POST")

Link = Annotated[str, Path(max_length=64)]
Words = Annotated[str, Query(max_length=2000)]
RECORD = {"Content-Disposition": 'attachment; filename="stormriver.jsonl"'}


def counted(what: str) -> list[params.Depends]:
    """Return what has to be gone through first where a request is counted against a rate of its own."""

    async def count(request: Request) -> None:
        rates: Rates = request.app.state.rates
        rates.count(what, visitor.get())

    return [params.Depends(count)]


# setting up


@get("/catalogue")
async def get_catalogue() -> Catalogue:
    """What a table may be made of: presets with options and packs, computer players."""
    return catalogue.catalogue()


@get("/books/{preset}")
async def get_book_of_set_up(
    hall: InHall, preset: Annotated[str, Path(max_length=64)], options: Words = "", packs: Words = ""
) -> Book:
    """The book of a set-up, for browsing cards and rules without a table.

    `options` are given as `name=value`, `packs` by name; of both there may be several, with commas between them.
    """
    named = [name for name in packs.split(",") if name]
    return await hall.workshop.do(catalogue.book, preset, catalogue.options_of(options), named)


@get("/tutorial")
async def get_lessons(hall: InHall) -> list[LessonFacts]:
    """The lessons of the tutorial, in their order."""
    return await hall.workshop.do(teaching.lesson_facts)


@post("/tutorial/{lesson}", 201, before=counted("tables"))
async def begin_lesson(
    lesson: Link, hall: InHall, person: Somebody, name: Annotated[str, Query(max_length=24)] = ""
) -> TableMade:
    """Make a table for a lesson: you have one seat, called as you say, computer players the others."""
    return await hall.teach(lesson, person, name.strip())


# you


@get("/me")
async def get_me(hall: InHall, person: Known, request: Request, response: Response) -> Person:
    """Who you are here."""
    await people.keep_known(request, response)
    return await people.person_facts(hall.archive, person)


@post("/accounts", 201, before=counted("logins"))
async def make_account(
    wanted: Credentials, hall: InHall, settings: Set, person: Somebody, request: Request, response: Response
) -> Person:
    """Make an account, which takes along what is yours and brings it to other devices."""
    if not settings.accounts:
        raise NotAllowed("This server keeps no accounts.")
    await people.make_account(hall.archive, person, wanted)
    hall.dismiss(person, LOGGED_IN)
    await people.begin_session(request, response, person)
    return await people.person_facts(hall.archive, person)


@post("/login", before=counted("logins"))
async def log_in(given: Credentials, hall: InHall, person: Known, request: Request, response: Response) -> Person:
    """Log in. What this browser had without an account goes to the account."""
    owner = await people.owner(hall.archive, given)
    if person not in (None, owner) and not (await people.person_facts(hall.archive, person)).account:
        await hall.merge(person, owner)
    await people.begin_session(request, response, owner)
    return await people.person_facts(hall.archive, owner)


@post("/password", before=counted("logins"))
async def change_password(
    wanted: NewPassword, hall: InHall, person: Known, request: Request, response: Response
) -> Person:
    """Change the password of your account; every other browser is logged out."""
    mine = await people.change_password(hall.archive, person, wanted)
    hall.dismiss(mine, LOGGED_OUT)
    await people.begin_session(request, response, mine)
    return await people.person_facts(hall.archive, mine)


@post("/logout")
async def log_out(request: Request, hall: InHall, settings: Set, response: Response) -> Person:
    """Log out: this browser is forgotten."""
    await hall.archive.ask(Store.end_session, people.token_of(request))
    people.take_cookie(response, settings)
    return Person()


@post("/logout/everywhere")
async def log_out_everywhere(hall: InHall, settings: Set, person: Known, response: Response) -> Person:
    """Log out everywhere: every browser that is known as you is forgotten, and leaves the tables."""
    if person is not None:
        await hall.archive.ask(Store.end_sessions, person)
        hall.dismiss(person, LOGGED_OUT)
    people.take_cookie(response, settings)
    return Person()


@get("/me/tables")
async def get_my_tables(hall: InHall, person: Known) -> list[TableLine]:
    """Your tables, the last one first."""
    return [] if person is None else await hall.tables_of(person)


@get("/me/statistics")
async def get_my_statistics(hall: InHall, person: Known) -> Statistics:
    """What your finished games add up to."""
    return Statistics(0, 0, {}, {}, []) if person is None else await hall.statistics(person)


# tables


@get("/tables")
async def get_tables(hall: InHall) -> list[TableLine]:
    """The public list."""
    return await hall.listed()


@post("/tables", 201, before=counted("tables"))
async def make_table(wanted: TableWanted, hall: InHall, person: Somebody) -> TableMade:
    """Make a table; the links in the answer are for those who are to sit or look on."""
    return await hall.make(wanted, person)


@post("/join/{secret}")
async def join(secret: Link, wanted: Joining, hall: InHall, person: Somebody) -> Joined:
    """Take an open seat by its link."""
    return await hall.join(secret, wanted.name, person)


@post("/watch/{secret}")
async def watch(secret: Link, hall: InHall, person: Somebody) -> Joined:
    """Look on at a table by its link."""
    return await hall.watch(secret, person)


@get("/tables/{table}")
async def get_table(table: AtTable, person: Known) -> TableInfo:
    """What is known of a table beside its game."""
    await table.settle()  # the seed is told at the end, once that is kept
    return table.info(person)


@get("/tables/{table}/book")
async def get_book(table: AtTable, person: Known) -> Book:
    """What never changes at a table: maps, cards, rules and settings in words."""
    return await table.book(person)


@get("/tables/{table}/moments/{answers}")
async def get_moment(
    table: AtTable,
    answers: Annotated[int, Path(ge=0, le=2**31)],
    person: Known,
    seat: Annotated[int, Query(ge=-1, le=11)] = -1,
    since: Annotated[int, Query(ge=-1, le=2**31)] = -1,
) -> Moment:
    """A game as it stood after so many answers; of a game under way as you may see it, of a finished one all of it.

    With `seat` it is seen from that seat. With `since` all is told that happened since so many answers, else only
    what the last one brought about.
    """
    return await table.moment(person, answers, seat, since)


@post("/tables/{table}/play-on", 201, before=counted("tables"))
async def play_on(table: AtTable, wanted: PlayOn, person: Somebody) -> TableMade:
    """Play on from a moment, against computer players, at a table of its own."""
    return await table.play_on(person, wanted)


@get("/tables/{table}/record")
async def get_record(table: AtTable, person: Known, seat: Annotated[int, Query(ge=-1, le=11)] = -1) -> Response:
    """The record of a finished game, for `stormriver replay` and `stormriver verify`.

    Of a game that was stopped unfinished it is what you, or a seat of yours, were told.
    """
    text = await table.record(person, seat)
    return Response(text, media_type="application/jsonl", headers=RECORD)


# the server

root = APIRouter()


health = partial(wire.route, root, "GET")


@health("/healthz/live")
async def get_live(hall: InHall) -> Health:
    """Whether the server works; one that does not say so is to be started anew."""
    return _well(hall)


@health("/healthz")
@health("/healthz/ready")
async def get_ready(hall: InHall) -> Health:
    """Whether the database answers as well; as long as it does not, nothing can be done at any table.

    `/healthz` is the same, for whoever asks only once.
    """
    await hall.archive.ask(Store.answers)
    return _well(hall)


def _well(hall: Hall) -> Health:
    return Health("ok", __version__, len(hall.live))
