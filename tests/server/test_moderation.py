"""What operators do is done at once, and noted; who deletes themselves is known nowhere, and their games go on."""

from __future__ import annotations

import json
import time

import pytest
from company import House, Page, in_a_house, play, rest, until
from sqlalchemy import select, update

from stormriver.language.message import Message
from stormriver.server.accounts import passkeys, recovery
from stormriver.server.accounts.webauthn_checks import NewKey
from stormriver.server.errors import BadRequest, NotAllowed, NotFound
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Kick, Mute, Resign, Say
from stormriver.server.models import Model, TableRow
from stormriver.server.moderation import erasure, queries
from stormriver.server.moderation.facts import ActWanted, ReportWanted
from stormriver.server.moderation.moderation import Moderation
from stormriver.server.past import Past
from stormriver.server.requests import Filing
from stormriver.server.store import Store, hashed
from stormriver.server.table_policy import Expiry


async def operated(opened: House) -> tuple[Moderation, int]:
    """Return the moderation of a house, and an operator."""
    moderation, sue = Moderation(opened.lobby), opened.person("Sue")
    await moderation.act(None, ActWanted("grant", person=sue))
    return moderation, sue


# operators


@pytest.mark.long
@in_a_house
async def test_an_operator_is_made_and_unmade_and_both_are_noted(opened: House) -> None:
    moderation, sue = await operated(opened)
    assert moderation.demand_operator(sue) == sue
    bob = opened.person("Bob")
    await moderation.act(sue, ActWanted("grant", person=bob, why="Helps me."))
    await moderation.act(bob, ActWanted("revoke", person=sue))
    with pytest.raises(NotAllowed, match="operators of this server"):
        moderation.demand_operator(sue)
    noted = [(act.operator, act.what, act.whom, act.why) for act in queries.acts(opened.store)]
    assert noted == [
        ("Bob", "revoke", f"Sue ({sue})", ""),
        ("Sue", "grant", f"Bob ({bob})", "Helps me."),
        ("", "grant", f"Sue ({sue})", ""),
    ]


@pytest.mark.long
@in_a_house
async def test_nobody_does_anything_to_themselves_or_to_nobody(opened: House) -> None:
    moderation, sue = await operated(opened)
    with pytest.raises(NotAllowed, match="to themselves"):
        await moderation.act(sue, ActWanted("revoke", person=sue))
    with pytest.raises(NotFound):
        await moderation.act(sue, ActWanted("ban", person=4711))
    with pytest.raises(NotFound):
        await moderation.act(sue, ActWanted("delete_table", table="none"))
    with pytest.raises(BadRequest, match="to whom or to what"):
        await moderation.act(sue, ActWanted("ban", table="none"))
    for nobody in (None, opened.person()):
        with pytest.raises(NotAllowed):
            moderation.demand_operator(nobody)
    assert [act.what for act in queries.acts(opened.store)] == ["grant"]


@pytest.mark.long
@in_a_house
async def test_who_is_muted_says_nothing_at_any_table(opened: House) -> None:
    moderation, sue = await operated(opened)
    table, _, ben = await opened.two()
    await rest(table)
    await moderation.act(sue, ActWanted("mute", person=ben.person))
    assert await ben.refused(Say("Hm.")) == "An operator of this server lets nobody read what you say."
    await moderation.act(sue, ActWanted("unmute", person=ben.person))
    await ben.send(Say("Thanks."))
    assert [kept.entry.text for kept in table.session.said] == ["Thanks."]  # type: ignore[union-attr]


@pytest.mark.long
@in_a_house
async def test_who_is_banned_leaves_their_games_to_computers_and_is_let_in_nowhere(opened: House) -> None:
    moderation, sue = await operated(opened)
    table, _, ben = await opened.two()
    told: list[Message] = []
    ben.connection.dismiss = told.append
    await moderation.act(sue, ActWanted("ban", person=ben.person))
    assert "banned you" in told[0].told()
    assert opened.kept(table.id).seating[1].level == "steady" and table.session.seating[1].person is None
    with pytest.raises(NotAllowed, match="banned you"):
        opened.lobby.demand_welcome(ben.person)
    await moderation.act(sue, ActWanted("unban", person=ben.person))
    opened.lobby.demand_welcome(ben.person)


@pytest.mark.long
@in_a_house
async def test_an_operator_shows_anybody_out_of_a_table_its_host_too(opened: House) -> None:
    moderation, sue = await operated(opened)
    table, ann, _ = await opened.two(listed=True)
    told: list[Message] = []
    ann.connection.dismiss = told.append
    act = await moderation.act(sue, ActWanted("kick", person=ann.person, table=table.id))
    assert (act.whom, act.table) == (f"Ann ({ann.person})", table.id)
    assert [one.told() for one in told] == ["You have been shown out of this table."]
    assert opened.kept(table.id).seating[0].level == "steady"
    with pytest.raises(NotAllowed, match="been shown out"):
        table.admitted(ann.person)
    opened.lobby.demand_welcome(ann.person)
    for half, field in ((ActWanted("kick", person=ann.person), "table"), (ActWanted("kick", table=table.id), "person")):
        with pytest.raises(BadRequest) as wrong:
            await moderation.act(sue, half)
        assert wrong.value.where == field


@pytest.mark.long
@in_a_house
async def test_a_table_is_ended_and_stays_so_or_is_deleted(opened: House) -> None:
    moderation, sue = await operated(opened)
    table, ann, ben = await opened.two()
    await rest(table)
    await moderation.act(sue, ActWanted("end_table", table=table.id))
    assert (ann.info.state, ann.info.reason) == ("stopped", "An operator of this server has ended this game.")
    kept = opened.kept(table.id)
    assert kept.state == "stopped" and str(kept.stopped) == ann.info.reason
    assert [one.state for one in queries.tables(opened.store, "ann")] == ["stopped"]
    waiting, _ = await opened.table("me:Ann", "open")
    await moderation.act(sue, ActWanted("end_table", table=waiting.id))
    assert waiting.session.state == opened.kept(waiting.id).state == "stopped"
    await moderation.act(sue, ActWanted("delete_table", table=table.id))
    with pytest.raises(NotFound):
        await opened.lobby.table(table.id)
    assert ben.person in {one.id for one in queries.people(opened.store)}


@pytest.mark.long
@in_a_house
async def test_what_the_command_line_wants_is_done_by_the_server_that_runs(opened: House) -> None:
    moderation, _ = await operated(opened)
    _, _, ben = await opened.two()
    wanted = ActWanted("ban", person=ben.person, why="Spam")
    number = queries.add_act(opened.store, wanted, None, "Ben", done=False)
    nonsense = queries.add_act(opened.store, ActWanted("delete_table", table="none"), None, "", done=False)
    for one, what in queries.acts_to_do(opened.store):
        await moderation.carry_out(one, what)
    assert ben.person in opened.lobby.banned and queries.act(opened.store, number).done
    assert queries.act(opened.store, nonsense).refused == "There is no such table."
    assert queries.acts_to_do(opened.store) == []


@pytest.mark.long
@in_a_house
async def test_people_and_tables_are_found_by_their_letters(opened: House) -> None:
    table, ann, ben = await opened.two(name="100% rain_y")
    await until(lambda: ann.asked or ben.asked)
    other, _ = await opened.table("me:Ann", "computer:Cora", name="Dry")
    opened.store.make_account(ben.person, "Ägidius", "hash")
    for search, found in (("ÄGI", [ben.person]), (str(ann.person), [ann.person]), ("%", []), ("nn", None)):
        people = [one.id for one in queries.people(opened.store, search)]
        assert people == found or (found is None and ann.person in people)
    for search, tables in (("rain_", [table.id]), ("0% ", [table.id]), ("cora", [other.id]), (table.id, [table.id])):
        assert [one.id for one in queries.tables(opened.store, search)] == tables
    assert {one.id for one in queries.tables(opened.store, state="playing")} == {table.id, other.id}
    (one,) = queries.tables(opened.store, "dry")
    assert (one.people, one.computers, one.game) == ([(other.session.setup.maker, "Ann")], 1, "Revised 4th Edition")


# reports


@pytest.mark.long
@in_a_house
async def test_a_report_quotes_what_it_is_about_though_that_be_gone(opened: House) -> None:
    moderation, sue = await operated(opened)
    table, ann, ben = await opened.two(name="Ours")
    await rest(table)
    await ben.send(Say("You are slow!"))
    line = table.session.said[0].number
    for wanted in (ReportWanted(table.id, "Rude", line), ReportWanted(table.id, "Odd", seat=1)):
        await moderation.report(ann.person, wanted)
    whole = await moderation.report(ben.person, ReportWanted(table.id, "Bad"))
    with pytest.raises(NotFound, match="was not said"):
        await moderation.report(ann.person, ReportWanted(table.id, "Rude", 9999))
    with pytest.raises(NotFound, match="no seat 7"):
        await moderation.report(ann.person, ReportWanted(table.id, "Rude", seat=7))
    with pytest.raises(NotAllowed):
        await moderation.report(opened.person(), ReportWanted(table.id, "Rude"))
    await moderation.act(sue, ActWanted("delete_table", table=table.id))
    found = [(one.kind, one.name, one.quoted, one.about, one.watch_link) for one in queries.reports(opened.store)]
    assert found == [
        ("table", "", "Ours", ann.person, ""),
        ("name", "Ben", "Ben", ben.person, ""),
        ("line", "Ben", "You are slow!", ben.person, ""),
    ]
    await moderation.act(sue, ActWanted("close_report", report=whole))
    assert [one.kind for one in queries.reports(opened.store)] == ["name", "line"]
    assert [one.kind for one in queries.reports(opened.store, done=True)] == ["table"]
    with pytest.raises(NotFound, match="no such report"):
        await moderation.act(sue, ActWanted("close_report", report=4711))


# people for themselves


def written_of(opened: House, table: LiveTable) -> str:
    """Return all that the database says of a table."""
    with opened.store.engine.connect() as connection:
        rows = [
            dict(row._mapping)
            for kind in Model.metadata.sorted_tables
            for column in kind.columns
            if column.name in ("table", "id") and kind.name in ("tables", "seats", "journal", "onlookers", "filed")
            for row in connection.execute(kind.select().where(column == table.id))
        ]
    assert rows
    return json.dumps(rows)


@pytest.mark.slow
@in_a_house
async def test_who_deletes_themselves_is_named_nowhere_and_a_computer_plays_on(opened: House) -> None:
    moderation = Moderation(opened.lobby)
    table, ann, _ = await opened.two()
    wilma = opened.person("Wilma")
    other, _ = await opened.table("me:Wilma", "open", person=wilma)
    await opened.lobby.join(other.session.seating[1].secret or "", "Ann", ann.person)
    page, mine = await Page(other, wilma).hello(), await Page(other, ann.person).hello()
    await play(other, page, mine, answers=14)
    await page.send(Say("My name is W."))
    await opened.lobby.watch(table.session.setup.watch_secret, wilma)
    await (await Page(table, wilma).hello()).send(Say("Nice."))
    await moderation.delete_person(wilma)
    for one in (table, other):
        assert "Wilma" not in written_of(opened, one)
    session = opened.kept(other.id)
    assert (session.seating[0].name, session.seating[0].person, session.seating[0].level) == (
        "Somebody",
        None,
        "steady",
    )
    assert session.setup.maker == ann.person and mine.info.host and not session.stopped
    assert [(kept.entry.name, kept.entry.text) for kept in session.said] == [("Somebody", "My name is W.")]  # type: ignore[union-attr]
    with pytest.raises(NotFound):
        opened.store.person(wilma)
    before = other.session.version
    await until(lambda: mine.asked)
    await mine.answer()
    assert other.session.version > before and not opened.kept(other.id).stopped
    row = opened.store.table(other.id).row
    assert "Wilma" not in str(row.save) and json.loads(row.header)["seats"] == ["Somebody", "Ann"]


@pytest.mark.long
@in_a_house
async def test_a_second_somebody_has_a_number(opened: House) -> None:
    moderation = Moderation(opened.lobby)
    table, ann, ben = await opened.two("computer:Cora")
    await rest(table)
    sue = opened.person("Sue")
    await opened.lobby.watch(table.session.setup.watch_secret, sue)
    await moderation.delete_person(ann.person)
    assert [seat.name for seat in opened.kept(table.id).seating.seats] == ["Somebody", "Ben", "Cora"]
    assert opened.kept(table.id).setup.maker == ben.person


@pytest.mark.long
@in_a_house
async def test_a_finished_game_stays_for_the_others_and_a_table_without_others_is_deleted(opened: House) -> None:
    moderation = Moderation(opened.lobby)
    table, ann, ben = await opened.two(preset="wargame")
    await ben.send(Resign(1))
    assert ann.info.state == "over"
    alone, _ = await opened.table("me:Ann", "computer:Cora", person=ann.person)
    for live in (table, alone):
        await live.close()
        del opened.lobby.live[live.id]
    await moderation.delete_person(ann.person)
    assert queries.tables(opened.store)[0].maker == ben.person and len(queries.tables(opened.store)) == 1
    assert (await opened.lobby.statistics(ben.person)).played == 1
    found = await opened.lobby.table(table.id)
    assert isinstance(found.past, Past) and "Ann" not in await found.past.record(ben.person)


@pytest.mark.long
@in_a_house
async def test_a_muted_or_shown_out_person_leaves_no_number_behind(opened: House) -> None:
    moderation = Moderation(opened.lobby)
    table, ann, ben = await opened.two("computer:Cora")
    await rest(table)
    await ann.send(Mute(seat=1))
    eve = opened.person("Eve")
    await opened.lobby.watch(table.session.setup.watch_secret, eve)
    page = await Page(table, eve).hello()
    await page.send(Say("Boo"))
    await moderation.delete_person(ben.person)
    assert opened.kept(table.id).muted == {-1}
    await ann.send(Kick(line=table.session.said[-1].number))
    assert opened.kept(table.id).shown_out == {eve}


@pytest.mark.slow
@in_a_house
async def test_all_that_is_kept_of_somebody_is_told_to_them_but_no_secret(opened: House) -> None:
    moderation, sue = await operated(opened)
    table, ann, ben = await opened.two(name="Ours")
    await rest(table)
    opened.store.make_account(ben.person, "Ben", "the-hash")
    opened.store.new_session(ben.person, "Firefox, Linux")
    (code, *_) = recovery.make_codes(opened.store, ben.person).codes
    passkeys.add_passkey(opened.store, ben.person, "Key", NewKey("credential", "public", 1))
    passkeys.keep_challenge(opened.store, "challenge", ben.person)
    await ben.send(Say("Mine."))
    await ann.send(Say("Theirs."))
    await opened.lobby.database.ask(Store.file_table, table.id, ben.person, Filing("archive").place)
    await moderation.report(ben.person, ReportWanted(table.id, "Bad"))
    await moderation.act(sue, ActWanted("mute", person=ben.person))
    data = erasure.kept_of(opened.store, ben.person)
    assert (data.name, data.account) == ("Ben", "Ben")
    assert {
        "people",
        "sessions.person",
        "recovery_codes.person",
        "passkeys.person",
        "challenges.person",
        "seats.person",
        "filed.person",
        "reports.by",
        "standings.person",
        "acts.person",
    } == set(data.rows)
    assert [line["text"] for line in data.said[table.id]] == ["Mine."]
    theirs = json.dumps([data.rows, data.said, erasure.kept_of(opened.store, ann.person).rows])
    row = opened.store.table(table.id).row
    secrets = ("the-hash", row.salt, row.seed, row.watch_secret, "challenge", hashed(recovery.plain(code)), "Theirs.")
    for secret in secrets:
        assert f'"{secret}"' not in theirs
    assert '"Firefox, Linux"' in theirs
    await moderation.delete_person(ben.person)
    assert erasure.kept_of(opened.store, ann.person).rows and _rows_of(opened, ben.person) == {}


def _rows_of(opened: House, person: int) -> dict[str, int]:
    """Return in which tables a person stands, and how often."""
    with opened.store.engine.connect() as connection:
        found = {
            column.table.name: len(connection.execute(select(column).where(column == person)).all())
            for column in erasure.references()
        }
    return {table: rows for table, rows in found.items() if rows}


def test_every_number_of_a_person_is_erased_wherever_it_stands() -> None:
    """A table of the database that names people without a foreign key would be forgotten."""
    named = {f"{column.table.name}.{column.name}" for column in erasure.references()}
    assert {"sessions.person", "seats.person", "drafts.person", "acts.operator", "reports.about"} <= named
    people = [c for t in Model.metadata.sorted_tables for c in t.columns if c.name in ("person", "maker", "operator")]
    assert {f"{c.table.name}.{c.name}" for c in people if str(c.type) == "INTEGER"} <= named


# expiry


@pytest.mark.long
@in_a_house
async def test_what_nobody_comes_for_expires_and_all_else_stays(opened: House) -> None:
    policy = Expiry(waiting=30, finished=60, idle=90, people=120)
    moderation = Moderation(opened.lobby, policy)
    waiting, ann = await opened.table("me:Ann", "open")
    idle, _ = await opened.table("me:Ann", "computer:Cora", person=ann)
    public, _ = await opened.table("me:Ann", "computer:Cora", person=ann, listed=True)
    over, _ = await opened.table("me:Ann", "computer:Bo", person=ann, preset="wargame")
    await (page := await Page(over, ann).hello()).send(Resign(0))
    over.disconnect(page.connection)
    opened.store.make_account(ann, "Ann", "hash")
    stranger, banned = opened.person("Stranger"), opened.person("Banned")
    queries.set_standing(opened.store, banned, banned=True)
    names = {waiting.id: "waiting", idle.id: "idle", public.id: "public", over.id: "over"}

    async def left_after(days: float) -> set[str]:
        for live in list(opened.lobby.live.values()):
            await live.close()
        opened.lobby.live.clear()
        opened.time.seconds = time.time() + days * 24 * 3600
        with opened.store.engine.begin() as connection:
            connection.execute(update(TableRow).values(updated=time.time()))
        await moderation.expire()
        return {names[table] for table in queries.tables_known(opened.store, ann)}

    assert await left_after(29) == {"waiting", "idle", "public", "over"}
    assert await left_after(31) == {"idle", "public", "over"}
    assert await left_after(61) == {"idle", "public"}
    assert stranger in {one.id for one in queries.people(opened.store)}
    assert await left_after(121) == {"public"}
    assert {one.id for one in queries.people(opened.store)} == {ann, banned}
    await Moderation(opened.lobby).expire()
    assert await left_after(10_000) == {"public"}


@pytest.mark.long
@in_a_house
async def test_a_table_at_which_somebody_is_does_not_expire(opened: House) -> None:
    moderation = Moderation(opened.lobby, Expiry(waiting=1))
    table, _ = await opened.table("me:Ann", "open")
    opened.time.seconds = time.time() + 10 * 24 * 3600
    await moderation.expire()
    assert await opened.lobby.table(table.id) is table
