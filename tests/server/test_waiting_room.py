"""Before the game: open seats and their order, who is ready, and who may begin; all of it follows from the journal."""

from __future__ import annotations

import pytest
from company import House, Page, facts, in_a_house, rest, same, until

from stormriver.server.errors import NotFound
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Arrange, Free, HandOver, Ready, Say, Start, Update


def names(table: LiveTable) -> list[str]:
    """Return who sits where; an open seat has no name."""
    return [seat.name for seat in table.session.seating.seats]


def link(table: LiveTable, seat: int) -> str:
    """Return the secret of the link to a seat."""
    return table.session.seating[seat].secret or ""


async def company(opened: House) -> tuple[LiveTable, Page, Page]:
    """Return a table of Ann's, who begins it at will, with Ben, an open seat and a computer player."""
    return await opened.two("open", "computer:Cora", start="host")


def kept(opened: House, table: LiveTable) -> None:
    """Demand that the database alone gives the table that is in memory."""
    same(facts(opened.kept(table.id)), facts(table.session))


@pytest.mark.slow
@in_a_house
async def test_the_host_begins_a_game_and_computers_may_take_what_is_still_open(opened: House) -> None:
    table, ann, ben = await company(opened)
    assert "host" in table.info(ann.person).start and ann.info.host and not ben.info.host
    assert "Only whoever made the table" in await ben.refused(Start(fill=True))
    assert "Seats are still open (1)" in await ann.refused(Start())
    assert "No computer player is called 'clever'" in await ann.refused(Start(fill=True, level="clever"))
    await ann.send(Start(fill=True))
    assert table.session.state == "playing" and names(table)[:2] == ["Ann", "Ben"] and "" not in names(table)
    await until(lambda: any(isinstance(got, Update) for got in ben.received))
    await rest(table)
    for message in (Start(), Free(1), Arrange([1, 0, 2, 3]), Ready()):
        assert await ann.refused(message) == "The game has begun already."
    kept(opened, table)


@in_a_house
async def test_a_full_table_waits_for_its_host(opened: House) -> None:
    table, ann, ben = await opened.two(start="host")
    assert table.session.state == "waiting"
    await ben.send(Ready())
    assert [seat.ready for seat in ann.info.seats] == [False, True]
    await ben.send(Ready(on=False))
    assert not ann.info.seats[1].ready and ann.info.seats[0].host and not ann.info.seats[1].host
    await ann.send(Start())
    assert table.session.state == "playing"


@in_a_house
async def test_seats_are_filled_and_freed_by_the_host(opened: House) -> None:
    table, ann, ben = await company(opened)
    assert "Only the one who made the table" in await ben.refused(HandOver(2))
    await ann.send(HandOver(2))
    assert table.session.state == "waiting" and ann.info.seats[2].who == "computer"
    for number in (2, 3):  # one that was open once, and one that never was
        assert "Only whoever made the table" in await ben.refused(Free(number))
        await ann.send(Free(number))
        assert ann.info.seats[number].who == "open" and ann.info.seat_links[str(number)]
    assert await ann.refused(Free(2)) == "That seat is open already."
    assert "no seat 9" in await ann.refused(Free(9))
    kept(opened, table)
    joined = await opened.lobby.join(link(table, 3), "Dora", opened.person())
    assert joined.seat == 3 and names(table) == ["Ann", "Ben", "", "Dora"]


@in_a_house
async def test_a_seat_that_is_taken_away_has_another_link_and_its_page_is_closed(opened: House) -> None:
    table, ann, ben = await company(opened)
    former, said = link(table, 1), []
    ben.connection.dismiss = lambda why: said.append(why.told("en"))
    await ann.send(Free(1))
    assert said == ["Whoever made the table has given your seat away."]
    assert table.session.seating[1].person is None and link(table, 1) not in ("", former)
    for way in (opened.lobby.invitation(former), opened.lobby.join(former, "Ben", ben.person)):
        try:
            await way
        except NotFound:
            continue
        raise AssertionError("the former link still leads to the seat")
    kept(opened, table)


@in_a_house
async def test_who_has_come_may_leave_their_own_seat(opened: House) -> None:
    _, ann, ben = await company(opened)
    said: list[str] = []
    ben.connection.dismiss = lambda why: said.append(why.told("en"))
    await ben.send(Free(1))
    assert ann.info.seats[1].who == "open" and not said
    assert "look on" in await ben.refused(Ready())


@in_a_house
async def test_the_host_alone_says_in_which_order_the_seats_stand(opened: House) -> None:
    table, ann, ben = await company(opened)
    free = link(table, 2)
    assert "Only whoever made the table" in await ben.refused(Arrange([1, 0, 2, 3]))
    for order in ([0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4]):
        assert await ann.refused(Arrange(order)) == "An order names each of the 4 seats once."
    await ann.send(Ready())
    await ann.send(Arrange([2, 3, 1, 0]))
    assert names(table) == ["", "Cora", "Ben", "Ann"]
    assert [seat.mine for seat in ben.info.seats] == [False, False, True, False]
    assert [seat.ready for seat in ben.info.seats] == [False, False, False, True]
    assert (ann.connection.seat, ben.connection.seat) == (3, 2) and link(table, 0) == free
    kept(opened, table)
    assert (await opened.lobby.join(free, "Dora", opened.person())).seat == 0
    await ann.send(Start())
    assert [seat.name for seat in ann.update.view.seats] == ["Dora", "Cora", "Ben", "Ann"]
    assert ann.update.view.seat == 3
    kept(opened, table)


@in_a_house
async def test_a_rematch_has_the_seats_as_they_stood_and_begins_by_itself(opened: House) -> None:
    table, ann, ben = await company(opened)
    await ann.send(Arrange([3, 1, 0, 2]))
    await ann.send(Start(fill=True))
    seats = names(table)
    again = await opened.lobby.table(await opened.lobby.again(table.session))
    assert names(again) == seats and again.session.state == "playing"
    assert [seat.person for seat in again.session.seating.seats] == [None, ben.person, ann.person, None]


@in_a_house
async def test_people_talk_before_the_game(opened: House) -> None:
    _, ann, ben = await company(opened)
    await ben.send(Say("Hello!"))
    assert ann.received[-1].text == "Hello!"  # type: ignore[attr-defined]


@in_a_house
async def test_a_link_says_who_invites_and_to_what(opened: House) -> None:
    options = {"characters_to_choose": 3, "sudden_death": True, "trophy_points": 5, "starting_bonus": True}
    table, _ = await opened.table("me:Ann", "open", "computer", name="Evening", options=options, start="host")
    told = await opened.lobby.invitation(link(table, 1))
    assert (told.name, told.host, told.seat, told.free) == ("Evening", "Ann", 1, True)
    assert told.played is not None and told.played.length == "Short" and told.played.changed == []
    assert told.played.minutes > 0 and told.played.rounds > 0
    german = await opened.lobby.invitation(link(table, 1), "de")
    assert german.played is not None and german.played.length == "Kurz"
    assert not hasattr(told, "seat_links") and table.session.setup.watch_secret not in str(told)
    await opened.lobby.join(link(table, 1), "Ben", opened.person())
    assert not (await opened.lobby.invitation(link(table, 1))).free


@in_a_house
async def test_house_rules_that_make_no_length_are_named(opened: House) -> None:
    table, ann = await opened.table("me:Ann", "open", options={"trophy_points": 6, "bloodbath": True}, start="host")
    played = table.info(ann).played
    assert played is not None and played.length == "" and played.minutes == 0
    assert {choice.id for choice in played.changed} == {"trophy_points", "bloodbath"}


@in_a_house
async def test_what_nobody_has_chosen_is_no_house_rule(opened: House) -> None:
    for options in ({}, {"characters_to_choose": 3}):
        table, ann = await opened.table("me:Ann", "open", options=options, start="host")
        played = table.info(ann).played
        assert played is not None and played.changed == []
    table, ann = await opened.table("me:Ann", "open", options={"characters_to_choose": 2}, start="host")
    played = table.info(ann).played
    assert played is not None and [choice.id for choice in played.changed] == ["characters_to_choose"]
