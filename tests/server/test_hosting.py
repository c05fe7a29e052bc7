"""Whoever has made a table lets nobody read what somebody says there, or shows them out."""

from __future__ import annotations

import pytest
from company import House, Page, in_a_house, rest

from stormriver.language.message import Message
from stormriver.server import journal
from stormriver.server.errors import NotAllowed, NotFound
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Kick, Mute, Said, Say, ToPage


def lines(page: Page) -> dict[int, tuple[str, bool]]:
    """Return the lines of chat as a page shows them, and whether they are muted."""
    return {said.number: (said.text, said.muted) for said in page.received if isinstance(said, Said)}


async def onlooker(opened: House, table: LiveTable, name: str) -> Page:
    """Return somebody who looks on by the link."""
    person = opened.person(name)
    await opened.lobby.watch(table.session.setup.watch_secret, person)
    return await Page(table, person).hello()


@pytest.mark.slow
@in_a_house
async def test_nobody_reads_what_a_muted_seat_has_said_or_says(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    await ben.send(Say("You are slow!"))
    await ann.send(Mute(seat=1))
    assert list(lines(ann).values()) == list(lines(ben).values()) == [("", True)]
    assert ann.info.seats[1].muted and not ann.info.seats[0].muted
    assert await ben.refused(Say("Slow!")) == "Whoever made this table lets nobody read what you say here."
    assert list(lines(await onlooker(opened, table, "Eve")).values()) == [("", True)]
    await ann.send(Mute(seat=1, on=False))
    assert list(lines(ben).values()) == [("You are slow!", False)]
    await ben.send(Say("Sorry."))
    assert list(lines(ann).values())[-1] == ("Sorry.", False)


@pytest.mark.long
@in_a_house
async def test_an_onlooker_is_muted_by_a_line_of_theirs_and_stays_so_after_a_restart(opened: House) -> None:
    table, ann, _ = await opened.two()
    await rest(table)
    eve, sue = await onlooker(opened, table, "Eve"), await onlooker(opened, table, "Sue")
    await eve.send(Say("Go left!"))
    await sue.send(Say("Hello."))
    first, second = lines(ann)
    await ann.send(Mute(line=first))
    assert lines(sue) == {first: ("", True), second: ("Hello.", False)}
    assert eve.person in opened.kept(table.id).muted
    await sue.send(Say("Go on."))


@pytest.mark.slow
@in_a_house
async def test_whoever_is_shown_out_leaves_their_seat_to_a_computer_and_comes_no_more(opened: House) -> None:
    table, ann, ben = await opened.two(listed=True)
    await rest(table)
    told: list[Message] = []
    ben.connection.dismiss = told.append
    links = table.session.setup.watch_secret
    await ann.send(Kick(seat=1))
    await rest(table)
    assert [one.told() for one in told] == ["You have been shown out of this table."]
    kept = opened.kept(table.id)
    assert (kept.seating[1].person, kept.seating[1].who, kept.seating[1].level) == (None, "computer", "steady")
    assert kept.state == "playing" and ann.info.seats[1].who == "computer"
    assert kept.setup.watch_secret == table.session.setup.watch_secret != links
    with pytest.raises(NotAllowed, match="been shown out"):
        table.connect(ben.person, told.append)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="been shown out"):
        await opened.lobby.watch(table.session.setup.watch_secret, ben.person)


@pytest.mark.long
@in_a_house
async def test_before_the_game_the_seat_of_whoever_is_shown_out_is_open_again(opened: House) -> None:
    table, maker = await opened.table("me:Ann", "open", start="host")
    ben, sue = opened.person(), opened.person()
    await opened.lobby.join(table.session.seating[1].secret or "", "Ben", ben)
    ann = await Page(table, maker).hello()
    await ann.send(Kick(seat=1))
    secret = table.session.seating[1].secret or ""
    with pytest.raises(NotAllowed, match="been shown out"):
        await opened.lobby.join(secret, "Benny", ben)
    assert (await opened.lobby.join(secret, "Sue", sue)).seat == 1
    assert opened.store.table(table.id).seats[1][0] == sue


@pytest.mark.long
@in_a_house
async def test_all_who_look_on_are_shown_out_and_their_link_leads_nowhere(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    eve = await onlooker(opened, table, "Eve")
    link = table.session.setup.watch_secret
    await ann.send(Kick())
    assert opened.store.table(table.id).onlookers == set() == table.onlookers
    with pytest.raises(NotFound):
        await opened.lobby.watch(link, opened.person())
    with pytest.raises(NotAllowed):
        table.admitted(eve.person)
    assert table.admitted(ben.person) == ben.person
    eve.table.disconnect(eve.connection)
    assert await ann.refused(Kick()) == "Nobody looks on just now."


@pytest.mark.long
@in_a_house
async def test_nobody_but_the_host_mutes_or_shows_out_and_the_host_not_themselves(opened: House) -> None:
    table, ann, ben = await opened.two("computer:Cora")
    await rest(table)
    eve = await onlooker(opened, table, "Eve")
    await ann.send(Say("Hello."))
    (said,) = lines(ann)
    for message in (Mute(seat=0), Kick(seat=0), Kick()):
        assert await ben.refused(message) == "Only whoever made the table may do that."
        assert await eve.refused(message) == "Only whoever made the table may do that."
    for message in (Mute(seat=0), Kick(seat=0), Mute(line=said), Kick(line=said)):
        assert await ann.refused(message) == "You cannot mute yourself, or show yourself out."
    for message in (Mute(seat=2), Kick(seat=2), Mute(seat=9), Kick(line=9999), Mute()):
        assert await ann.refused(message) == "That is nobody here who could be muted or shown out."


@pytest.mark.long
@in_a_house
async def test_who_logs_in_stays_muted_and_is_known_by_their_lines(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    await ben.send(Say("Hm."))
    await ann.send(Mute(seat=1))
    account = opened.person()
    await opened.lobby.merge(ben.person, account)
    for session in (table.session, opened.kept(table.id)):
        assert session.muted == {account} and session.speaker(session.said[0].entry) == account


@pytest.mark.long
@in_a_house
async def test_visitors_whom_nobody_knows_are_shown_out_together(opened: House) -> None:
    table, ann, _ = await opened.two(listed=True)
    await rest(table)
    received: list[ToPage] = []
    table.connect(None, received.append)
    await ann.send(Kick())
    with pytest.raises(NotAllowed, match="been shown out"):
        table.connect(None, received.append)


@pytest.mark.long
@in_a_house
async def test_a_line_of_an_earlier_version_is_that_of_the_seat(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    async with table.turn():
        table.add(journal.Spoken(1, "Ben", "Of old."))
        await table.keep_and_show()
    (said,) = lines(ann)
    await ann.send(Mute(line=said))
    assert ben.person in table.session.muted and lines(ann) == {said: ("", True)}
