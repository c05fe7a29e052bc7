"""Tables are named, archived, taken out of a list and deleted, by those who may."""

from __future__ import annotations

import pytest
from company import House, Page, facts, in_a_house, until

from stormriver.language.message import Message
from stormriver.server import housekeeping
from stormriver.server.errors import BadRequest, Declined, NotAllowed, NotFound
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Refused, Resign, Say, Update
from stormriver.server.requests import Filing, Naming, TableLine
from stormriver.server.store import Store


async def line(opened: House, person: int, table: LiveTable, language: str = "en") -> TableLine | None:
    """Return the line of a table in a person's lists; None if it stands there no more."""
    return next((one for one in await opened.lobby.tables_of(person, language) if one.id == table.id), None)


# names


@in_a_house
async def test_the_host_names_a_table_and_everybody_reads_it(opened: House) -> None:
    table, ann, ben = await opened.two(listed=True)
    assert ann.info.host and not ben.info.host and ann.info.name == ""
    await housekeeping.name_table(opened.lobby, table.id, ann.person, Naming("  The  long way "))
    assert ann.info.name == ben.info.name == "The long way"
    assert (await opened.lobby.listed())[0].name == "The long way"
    assert opened.kept(table.id).setup.wanted.name == "The long way"
    await housekeeping.name_table(opened.lobby, table.id, ann.person, Naming())
    assert ben.info.name == ""


@in_a_house
async def test_nobody_else_names_a_table_and_no_name_is_unreadable(opened: House) -> None:
    table, ann, ben = await opened.two(name="Ours")
    before = facts(table.session)
    with pytest.raises(NotAllowed, match="Only whoever has made the table names it"):
        await housekeeping.name_table(opened.lobby, table.id, ben.person, Naming("Mine"))
    with pytest.raises(NotAllowed, match="You are not at this table"):
        await housekeeping.name_table(opened.lobby, table.id, opened.person(), Naming("Mine"))
    with pytest.raises(BadRequest, match="A name has at most 24 letters"):
        await housekeeping.name_table(opened.lobby, table.id, ann.person, Naming("a<b"))
    assert facts(table.session) == before and ann.info.name == "Ours"


@in_a_house
async def test_a_line_tells_what_is_played_whose_turn_it_is_and_who_is_asked(opened: House) -> None:
    table, ann, ben = await opened.two(packs=["city", "city_characters"])
    await until(lambda: ann.asked or ben.asked)
    found = await line(opened, ann.person, table, "de")
    game = table.session.game
    assert found is not None and game is not None and game.ask is not None
    assert found.game == "Überarbeitete 4. Edition, Die Stadt"
    assert (found.active, found.asked, found.host) == (game.state.active, game.ask.seat, True)
    theirs = await line(opened, ben.person, table)
    assert theirs is not None and theirs.game == "Revised 4th Edition, The City" and not theirs.host


# archives and lists


@in_a_house
async def test_an_archived_table_is_archived_for_oneself_alone(opened: House) -> None:
    table, ann, ben = await opened.two()
    await housekeeping.file_table(opened.lobby, table.id, ben.person, Filing("archive"))
    for person, archived in ((ann.person, False), (ben.person, True)):
        found = await line(opened, person, table)
        assert found is not None and found.archived is archived
    await housekeeping.file_table(opened.lobby, table.id, ben.person, Filing("list"))
    found = await line(opened, ben.person, table)
    assert found is not None and not found.archived


@in_a_house
async def test_archived_tables_come_last(opened: House) -> None:
    older, ann = await opened.table("me:Ann", "open")
    newer, _ = await opened.table("me:Ann", "open", person=ann)
    await housekeeping.file_table(opened.lobby, newer.id, ann, Filing("archive"))
    assert [found.id for found in await opened.lobby.tables_of(ann)] == [older.id, newer.id]


@in_a_house
async def test_who_looks_on_leaves_for_good_until_they_come_by_the_link_again(opened: House) -> None:
    table, ann = await opened.table("me:Ann", "open")
    eve = opened.person()
    secret = table.session.setup.watch_secret
    await opened.lobby.watch(secret, eve)
    await housekeeping.file_table(opened.lobby, table.id, eve, Filing("nowhere"))
    assert await line(opened, eve, table) is None and eve not in table.onlookers
    assert opened.store.table(table.id).onlookers == set()
    await opened.lobby.watch(secret, eve)
    assert await line(opened, eve, table) is not None
    stranger = opened.person()
    with pytest.raises(NotAllowed):
        await housekeeping.file_table(opened.lobby, table.id, stranger, Filing("archive"))
    assert await line(opened, ann, table) is not None


@in_a_house
async def test_nobody_leaves_the_others_waiting_by_taking_a_table_out_of_their_list(opened: House) -> None:
    table, ann, ben = await opened.two()
    with pytest.raises(Declined, match="You still sit in a game that is not over"):
        await housekeeping.file_table(opened.lobby, table.id, ben.person, Filing("nowhere"))
    await ben.send(Resign(1))
    await housekeeping.file_table(opened.lobby, table.id, ben.person, Filing("nowhere"))
    assert await line(opened, ben.person, table) is None
    assert await line(opened, ann.person, table) is not None


@in_a_house
async def test_what_somebody_has_filed_goes_with_them_into_their_account(opened: House) -> None:
    table, _, ben = await opened.two()
    other = opened.person()
    await housekeeping.file_table(opened.lobby, table.id, ben.person, Filing("archive"))
    await opened.lobby.merge(ben.person, other)
    found = await line(opened, other, table)
    assert found is not None and found.archived and found.seats[1].mine


# deleting


@in_a_house
async def test_the_host_deletes_a_table_for_everybody(opened: House) -> None:
    table, ann, ben = await opened.two()
    told: list[Message] = []
    ben.connection.dismiss = told.append
    await opened.lobby.watch(table.session.setup.watch_secret, opened.person())
    await housekeeping.file_table(opened.lobby, table.id, ben.person, Filing("archive"))
    await housekeeping.delete_table(opened.lobby, table.id, ann.person)
    assert [one.told() for one in told] == ["Whoever made this table has deleted it."]
    for person in (ann.person, ben.person):
        assert await line(opened, person, table) is None
        with pytest.raises(NotFound):
            await opened.lobby.table(table.id)
    with pytest.raises(NotFound):
        opened.store.table(table.id)
    assert opened.store.in_play(ann.person) == 0


@in_a_house
async def test_nobody_else_deletes_a_table(opened: House) -> None:
    table, ann, ben = await opened.two()
    with pytest.raises(NotAllowed, match="you may take it out of your list"):
        await housekeeping.delete_table(opened.lobby, table.id, ben.person)
    with pytest.raises(NotAllowed):
        await housekeeping.delete_table(opened.lobby, table.id, None)
    assert opened.store.table(table.id).row.id == table.id and ann.info.state == "playing"


@in_a_house
async def test_a_page_that_is_open_at_a_deleted_table_is_told_that_there_is_none(opened: House) -> None:
    table, ann, ben = await opened.two()
    await housekeeping.delete_table(opened.lobby, table.id, ann.person)
    assert ben.last(Update).version >= 0
    await table.receive(ben.connection, Say("Is nobody there?"))
    assert ben.last(Refused).error == "There is no such table."


@in_a_house
async def test_finished_games_count_in_an_archive_and_out_of_the_list_but_not_once_deleted(opened: House) -> None:
    table, ann = await opened.table("me:Ann", "computer:Bo", preset="wargame")
    page = await Page(table, ann).hello()
    await page.send(Resign(0))
    assert page.info.state == "over"
    for place in ("list", "archive", "nowhere"):
        await housekeeping.file_table(opened.lobby, table.id, ann, Filing(place))
        assert (await opened.lobby.statistics(ann)).played == 1
    assert await line(opened, ann, table) is None
    await housekeeping.delete_table(opened.lobby, table.id, ann)
    assert (await opened.lobby.statistics(ann)).played == 0
    assert await opened.database.ask(Store.lines_of, ann) == []
