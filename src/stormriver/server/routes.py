"""The HTTP side: what can be asked and done at every address, as `docs/protocol.md` lists it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver import __version__
from stormriver.art import compose
from stormriver.presentation.facts import Milestone, Timeline
from stormriver.presentation.registry import Book
from stormriver.server import analysis_board, auth, housekeeping, setup_catalogue, tutorial
from stormriver.server.accounts.openid_routes import OPENID
from stormriver.server.accounts.routes import ACCOUNTS
from stormriver.server.analysis_facts import Analysed, AnalysisWanted
from stormriver.server.auth import known_or_new_person, known_person, lobby_of
from stormriver.server.built_page import FOR_GOOD
from stormriver.server.errors import NotFound
from stormriver.server.integrations.routes import PROGRAMS
from stormriver.server.languages import language_of
from stormriver.server.lobby import Lobby
from stormriver.server.moderation.routes import MODERATION, moderation_of
from stormriver.server.operations import Operation
from stormriver.server.requests import (
    Catalogue,
    Count,
    Deleted,
    Excerpt,
    Filing,
    Health,
    Invitation,
    Joined,
    Joining,
    LessonFacts,
    Moment,
    Naming,
    PackText,
    Person,
    PlayOn,
    Statistics,
    TableInfo,
    TableLine,
    TableMade,
    TableWanted,
)
from stormriver.server.store import Store
from stormriver.server.workshop.routes import WORKSHOP

Link = Annotated[str, Meta(max_length=64)]
Called = Annotated[str, Meta(max_length=24)]
Words = Annotated[str, Meta(max_length=2000)]
Named = Annotated[str, Meta(max_length=200)]
Viewpoint = Annotated[int, Meta(ge=-1, le=11)]
Since = Annotated[int, Meta(ge=-1, le=2**31)]


class Record(Response):
    """The record of a game, to be kept as a file."""

    media_type = "application/jsonl"

    def __init__(self, text: str) -> None:
        super().__init__(text, headers={"Content-Disposition": 'attachment; filename="stormriver.jsonl"'})


class Picture(Response):
    """A picture; its address changes with it, so it is kept for good."""

    media_type = "image/svg+xml"

    def __init__(self, drawn: str) -> None:
        super().__init__(drawn, headers={"Cache-Control": FOR_GOOD})


# setting up


async def get_catalogue(request: Request) -> Catalogue:
    """What a table may be made of: presets with options and packs, computer players."""
    return await lobby_of(request).background.do(setup_catalogue.catalogue, language_of(request))


async def get_book_of_set_up(request: Request, preset: Link, options: Words = "", packs: Words = "") -> Book:
    """The book of a set-up, for browsing cards and rules without a table.

    `options` are given as `name=value`, `packs` by name; of both there may be several, with commas between them.
    """
    named = [name for name in packs.split(",") if name]
    known = setup_catalogue.options_of(options)
    return await lobby_of(request).background.do(setup_catalogue.book, preset, known, named, language_of(request))


async def get_picture(request: Request, picture: Named) -> Picture:
    """The picture of a card, space or chit, by the name in a book: the words it is made of, and their hash."""
    drawn = compose.picture(picture)
    if drawn is None:
        raise NotFound("server.request.no_picture")
    return Picture(drawn)


async def get_lessons(request: Request) -> list[LessonFacts]:
    """The lessons of the tutorial, in their order."""
    return await lobby_of(request).background.do(tutorial.lesson_facts, language_of(request))


async def begin_lesson(request: Request, response: Response, lesson: Link, name: Called = "") -> TableMade:
    """Make a table for a lesson: you have one seat, called as you say, computer players the others."""
    async with known_or_new_person(request, response) as person:
        return await lobby_of(request).teach(lesson, person, name.strip(), language_of(request))


async def analyse(request: Request, wanted: AnalysisWanted) -> Analysed:
    """Play on in a position of your own, or take back. Nothing is kept: the text of the scenario is all there is."""
    return await analysis_board.analysed(lobby_of(request), wanted, language_of(request))


# you


async def get_me(request: Request, response: Response) -> Person:
    """Who you are here."""
    person = await known_person(request)
    await auth.renew_session(request, response)
    found = await auth.person_facts(lobby_of(request).database, person)
    found.operator = person in moderation_of(request).standings.operators
    return found


async def get_my_tables(request: Request) -> list[TableLine]:
    """Your tables, the last one first."""
    person = await known_person(request)
    return [] if person is None else await lobby_of(request).tables_of(person, language_of(request))


async def file_table(request: Request, table: Link, wanted: Filing) -> Filing:
    """Put one of your tables into your archive, back into your list, or out of both; others keep it as they do."""
    await housekeeping.file_table(lobby_of(request), table, await known_person(request), wanted)
    return wanted


async def get_my_statistics(request: Request) -> Statistics:
    """What your finished games add up to."""
    person = await known_person(request)
    return Statistics(0, 0, {}, {}, []) if person is None else await lobby_of(request).statistics(person)


# tables


async def get_tables(request: Request) -> list[TableLine]:
    """The tables in the public list."""
    return await lobby_of(request).listed(language_of(request))


async def make_table(request: Request, response: Response, wanted: TableWanted) -> TableMade:
    """Make a table; the links in the answer are for those who are to sit or look on."""
    async with known_or_new_person(request, response) as person:
        return await lobby_of(request).make(wanted, person)


async def get_invitation(request: Request, secret: Link) -> Invitation:
    """Who invites by the link of a seat, and to what."""
    return await lobby_of(request).invitation(secret, language_of(request))


async def get_invited_texts(request: Request, secret: Link) -> list[PackText]:
    """The cards of the packs at the table that the link of a seat leads to."""
    return await lobby_of(request).texts_behind(secret, language_of(request))


async def join(request: Request, response: Response, secret: Link, wanted: Joining) -> Joined:
    """Take an open seat by its link."""
    async with known_or_new_person(request, response) as person:
        return await lobby_of(request).join(secret, wanted.name, person, wanted.nonce_hash)


async def watch(request: Request, response: Response, secret: Link) -> Joined:
    """Look on at a table by its link."""
    async with known_or_new_person(request, response) as person:
        return await lobby_of(request).watch(secret, person)


async def get_table(request: Request, table: Link) -> TableInfo:
    """What is known of a table beside its game."""
    live = await lobby_of(request).table(table)
    return await live.settled_info(await known_person(request), language_of(request))


async def name_table(request: Request, table: Link, wanted: Naming) -> Naming:
    """Give a table of yours another name; only whoever has made it may."""
    await housekeeping.name_table(lobby_of(request), table, await known_person(request), wanted)
    return wanted


async def delete_table(request: Request, table: Link) -> Deleted:
    """Delete a table that you have made, for everybody: its game, what was said there, and what it counted for."""
    await housekeeping.delete_table(lobby_of(request), table, await known_person(request))
    return Deleted(table)


async def get_book(request: Request, table: Link) -> Book:
    """What never changes at a table: maps, cards, rules and settings in words."""
    live = await lobby_of(request).table(table)
    return await live.book(await known_person(request), language_of(request))


async def get_moment(request: Request, table: Link, answers: Count, seat: Viewpoint = -1, since: Since = -1) -> Moment:
    """A game as it stood after so many answers; of a game under way as you may see it, of a finished one all of it.

    With `seat` it is seen from that seat. With `since` all is told that happened since so many answers, else only
    what the last one brought about.
    """
    live = await lobby_of(request).table(table)
    return await live.past.moment(await known_person(request), answers, seat, since, language_of(request))


async def get_timeline(request: Request, table: Link) -> Timeline:
    """How a finished game went: numbers by rounds, tallies, luck, and the moments on which it turned."""
    live = await lobby_of(request).table(table)
    return await live.past.timeline(await known_person(request), language_of(request))


async def get_milestones(request: Request, table: Link, seat: Viewpoint = -1) -> tuple[Milestone, ...]:
    """Rounds, deaths, fights and turning points of a game, as far as you, or `seat`, may know: marks for its replay."""
    live = await lobby_of(request).table(table)
    return await live.past.milestones(await known_person(request), seat, language_of(request))


async def play_on(request: Request, response: Response, table: Link, wanted: PlayOn) -> TableMade:
    """Play on from a moment, against computer players, at a table of its own."""
    live = await lobby_of(request).table(table)
    async with known_or_new_person(request, response) as person:
        return await live.play_on(person, wanted)


async def get_scenario(request: Request, table: Link, answers: Count, seat: Viewpoint = -1) -> Excerpt:
    """A moment of a game as a scenario, for an analysis; of a game under way with what you, or `seat`, may know."""
    live = await lobby_of(request).table(table)
    return await live.past.scenario(await known_person(request), answers, seat)


async def get_record(request: Request, table: Link, seat: Viewpoint = -1) -> Record:
    """The record of a finished game, for `stormriver replay` and `stormriver verify`.

    Of a game that was stopped unfinished it is what you, or a seat of yours, were told.
    """
    live = await lobby_of(request).table(table)
    return Record(await live.past.record(await known_person(request), seat))


# the server


async def get_live(request: Request) -> Health:
    """Whether the server works; one that does not answer is to be restarted."""
    return _well(lobby_of(request))


async def get_ready(request: Request) -> Health:
    """Whether the database answers as well; as long as it does not, nothing can be done at any table.

    `/healthz` is the same, for whoever asks only once.
    """
    await lobby_of(request).database.ask(Store.answers)
    return _well(lobby_of(request))


def _well(lobby: Lobby) -> Health:
    return Health("ok", __version__, len(lobby.live))


OPERATIONS = (
    Operation("GET", "/api/catalogue", get_catalogue),
    Operation("GET", "/api/books/{preset}", get_book_of_set_up),
    Operation("GET", "/api/pictures/{picture}", get_picture),
    Operation("GET", "/api/tutorial", get_lessons),
    Operation("POST", "/api/tutorial/{lesson}", begin_lesson, 201, counted="tables", scope="create"),
    Operation("POST", "/api/analysis", analyse, scope="watch"),
    Operation("GET", "/api/me", get_me),
    Operation("GET", "/api/me/tables", get_my_tables),
    Operation("POST", "/api/me/tables/{table}", file_table, scope="play"),
    Operation("GET", "/api/me/statistics", get_my_statistics),
    Operation("GET", "/api/tables", get_tables),
    Operation("POST", "/api/tables", make_table, 201, counted="tables", scope="create"),
    Operation("GET", "/api/join/{secret}", get_invitation),
    Operation("GET", "/api/join/{secret}/packs", get_invited_texts),
    Operation("POST", "/api/join/{secret}", join, scope="play"),
    Operation("POST", "/api/watch/{secret}", watch, scope="watch"),
    Operation("GET", "/api/tables/{table}", get_table),
    Operation("DELETE", "/api/tables/{table}", delete_table, scope="create"),
    Operation("POST", "/api/tables/{table}/name", name_table, scope="create"),
    Operation("GET", "/api/tables/{table}/book", get_book),
    Operation("GET", "/api/tables/{table}/moments/{answers}", get_moment),
    Operation("GET", "/api/tables/{table}/moments/{answers}/scenario", get_scenario),
    Operation("GET", "/api/tables/{table}/timeline", get_timeline),
    Operation("GET", "/api/tables/{table}/milestones", get_milestones),
    Operation("POST", "/api/tables/{table}/play-on", play_on, 201, counted="tables", scope="create"),
    Operation("GET", "/api/tables/{table}/record", get_record),
    *ACCOUNTS,
    *OPENID,
    *MODERATION,
    *WORKSHOP,
    *PROGRAMS,
    Operation("GET", "/healthz", get_ready),
    Operation("GET", "/healthz/live", get_live),
    Operation("GET", "/healthz/ready", get_ready),
)
