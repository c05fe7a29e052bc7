"""The corpus of databases: tables of all kinds, how they are made, and how they must stand in a later version."""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import msgspec
from company import House, Page, facts, play, rest, same, until
from msgspec import Struct

from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Agree, HandOver, Order, Pause, Put, Refused, Say, TakeBack, Undo
from stormriver.session.attention import ALL
from support.corpus_reading import SERVER, of_today

DATABASE = SERVER / "tables.db.xz"
EXPECTED = SERVER / "tables.json"


class Expected(Struct):
    """How a table of the corpus stands.

    Attributes:
        what: what it is there for.
        asked: the name of the seat that is asked and the kind of the ask, then the keys of the options.
        person: whose the seat is; nobody's if a computer's is asked, or nobody is.
        said: the lines of chat.
    """

    table: str
    what: str
    state: str
    version: int
    asked: list[str]
    person: int | None
    said: list[str]
    result: list[str]


def expected(table: LiveTable, what: str) -> Expected:
    """Return how a table stands."""
    session, game = table.session, table.session.game
    ask = None if game is None else game.ask
    return Expected(
        table.id,
        what,
        session.state,
        session.version,
        [] if ask is None else [session.seating[ask.seat].name, ask.kind, *ask.keys],
        None if ask is None else session.seating[ask.seat].person,
        [kept.entry.text for kept in session.said],  # type: ignore[union-attr]
        [] if game is None else game.result,
    )


# making


async def with_talk(opened: House) -> LiveTable:
    """Two people who talk and take back, with somebody who looks on."""
    table, ann, ben = await opened.two(undo="consent", listed=True)
    await opened.lobby.watch(table.session.setup.watch_secret, opened.person("Cleo"))
    await play(table, ann, ben, answers=60)
    await send(ann, Say("Good luck!"))
    await send(ann, Undo())
    await send(ben, Agree(True))
    await send(ben, Say("That was my last one."))
    return table


async def with_computers(opened: House) -> LiveTable:
    """A person with two computer players."""
    table, ann = await opened.table("me:Ann", "computer", "computer", preset="reference")
    await play(table, await Page(table, ann).hello(), answers=80)
    return table


async def with_a_question(opened: House) -> LiveTable:
    """A question that a die answers, a standing order, and a seat that a computer player had for a while."""
    table, ann, ben = await opened.two("computer", preset="third")
    await play(table, ann, ben, answers=40)
    await send(ann, Put("Does a Toad float?"))
    await send(ben, Order(forward=True))
    await send(ben, HandOver(1))
    await play(table, ann, answers=60)
    await send(ben, TakeBack(1))
    return table


async def with_a_wargame(opened: House) -> LiveTable:
    """A wargame of two people."""
    table, ann, ben = await opened.two(preset="wargame")
    await play(table, ann, ben, answers=120)
    return table


async def with_the_city(opened: House) -> LiveTable:
    """All packs and some options, over days."""
    options = {"ending": "revealed", "inherited_items": True, "trophy_points": 5}
    table, ann, ben = await opened.two("computer", packs=["city"], options=options)
    await play(table, ann, ben, answers=150)
    return table


async def that_is_over(opened: House) -> LiveTable:
    """A game that has been played to its end."""
    table, ann, ben = await opened.two(options={"last_round": 3})
    await play(table, ann, ben, answers=2000)
    assert table.session.over
    return table


async def that_is_paused(opened: House) -> LiveTable:
    """A game that stands still."""
    table, ann, ben = await opened.two(preset="third")
    await play(table, ann, ben, answers=20)
    await send(ann, Pause(True))
    return table


async def that_waits(opened: House) -> LiveTable:
    """A table with an open seat."""
    return (await opened.table("me:Ann", "open"))[0]


async def of_a_lesson(opened: House) -> LiveTable:
    """A lesson, which begins with a save."""
    ann = opened.person("Ann")
    made = await opened.lobby.teach("setting_out", ann, "Ann")
    table = await opened.lobby.table(made.table)
    await play(table, await Page(table, ann).hello(), answers=8)
    return table


MAKERS: tuple[Callable[[House], Awaitable[LiveTable]], ...] = (
    with_talk, with_computers, with_a_question, with_a_wargame, with_the_city, that_is_over, that_is_paused,
    that_waits, of_a_lesson,
)  # fmt: skip


async def send(page: Page, message: object) -> None:
    """Send a message that is taken."""
    await rest(page.table)
    sent = await page.send(message)  # type: ignore[arg-type]
    assert not any(isinstance(got, Refused) for got in sent), sent


async def furnish(opened: House) -> list[Expected]:
    """Make all tables, and return how they stand."""
    found = []
    for make in MAKERS:
        table = await make(opened)
        if table.session.state == "playing":
            await until(partial(asks_a_person, table))
        await rest(table)
        found.append(expected(table, (make.__doc__ or "").rstrip(".")))
    opened.store.make_account(opened.person("Dan"), "Dan", "no hash of any password")
    return found


def asks_a_person(table: LiveTable) -> bool:
    """Tell whether a person is asked, so that the table stands still until they answer."""
    asked = table.session.asked
    return asked >= 0 and table.session.seating[asked].person is not None


def store(folder: Path, found: list[Expected]) -> None:
    """Keep the database that lies in a folder, and how its tables stand."""
    with sqlite3.connect(folder / "tables.db") as database:
        database.execute("VACUUM INTO ?", (str(folder / "whole.db"),))
    SERVER.mkdir(parents=True)
    DATABASE.write_bytes(lzma.compress((folder / "whole.db").read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    EXPECTED.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


# looking


SEATS_OF_PEOPLE = """
    SELECT seats."table", seats.number, max(journal.number) FROM seats JOIN journal ON journal."table" = seats."table"
    WHERE person IS NOT NULL GROUP BY 1, 2
"""
"""The seats that people have, with the number of the last line of their table's journal."""


def unpack(folder: Path) -> list[Expected]:
    """Lay a copy of the database into a folder, and return how its tables stand.

    Their people go on to be asked whenever they could do something, as people were when the tables were made.
    """
    file = folder / "tables.db"
    file.write_bytes(lzma.decompress(DATABASE.read_bytes()))
    with sqlite3.connect(file) as database:
        began = database.execute('SELECT "table", number, entry FROM journal WHERE kind = ?', ("began",)).fetchall()
        for table, number, text in began:
            entry = json.loads(text)
            if entry.get("save"):
                entry["save"] = of_today(entry["save"])
                change = 'UPDATE journal SET entry = ? WHERE "table" = ? AND number = ?'
                database.execute(change, (json.dumps(entry), table, number))
        for table, seat, number in database.execute(SEATS_OF_PEOPLE).fetchall():
            entry = json.dumps({"kind": "attended", "seat": seat, "stops": {ALL: "always"}})
            database.execute("INSERT INTO journal VALUES (?, ?, 0, 'attended', ?)", (table, number + 1 + seat, entry))
    database.close()
    return msgspec.json.decode(EXPECTED.read_bytes(), type=list[Expected])


async def goes_on(opened: House, wanted: Expected) -> None:
    """Demand that a table stands as it did, and takes an answer that is kept."""
    table = await opened.lobby.table(wanted.table)
    assert not table.session.stopped, table.session.stopped
    await rest(table)
    assert expected(table, wanted.what) == wanted
    if wanted.state != "playing":
        return
    assert wanted.person is not None
    page = await Page(table, wanted.person).hello()
    await page.answer()
    await rest(table)
    assert table.session.version > wanted.version
    same(facts(opened.kept(table.id)), facts(table.session))
