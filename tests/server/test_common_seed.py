"""The seed of a table is drawn by the server and the people there: neither side can foretell the dice.

The server commits to its seed, then each page to a nonce; only when all have done so the nonces are told, and the
server tells its seed at the end. Who does not tell theirs is left out, which page and record say.
"""

from __future__ import annotations

import asyncio
import functools
import json
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from company import AT_ONCE, House, Page, facts, house, rest, same, until
from msgspec.structs import replace
from sites import Browser, quick_settings, site, told
from typer.testing import CliRunner

from stormriver.cli.app import app
from stormriver.kernel.commitment import commitment, common_seed, nonce_hash
from stormriver.kernel.dice import BLAKE2B, SPLITMIX64
from stormriver.kernel.records import read_record
from stormriver.kernel.replays import verify
from stormriver.server import journal
from stormriver.server.journal import Began, Committed, DrawOpened, Revealed, Seated
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Agree, Arrange, Commit, Free, HandOver, Rematch, Reveal, Start

NONCES = ["ab" * 32, "cd" * 32, "ef" * 32]
HASHES = [nonce_hash(nonce) for nonce in NONCES]
PATIENT = replace(AT_ONCE, reveal_seconds=1000.0)
"""With it a game begins by what people tell, never by waiting."""
IMPATIENT = replace(AT_ONCE, reveal_seconds=0.0)


def drawn_in_common(policy: Any = PATIENT) -> Callable[[Callable[[House], Awaitable[None]]], Callable[[], None]]:
    """Run a test in a house whose tables have their dice from a seed that is drawn in common."""

    def decorate(test: Callable[[House], Awaitable[None]]) -> Callable[[], None]:
        async def run() -> None:
            async with house(policy, dice=BLAKE2B) as opened:
                await test(opened)

        @functools.wraps(test)
        def plain() -> None:
            asyncio.run(run())

        del plain.__wrapped__  # pytest is to see no parameter
        return plain

    return decorate


async def company(opened: House, *more: str, **wanted: Any) -> tuple[LiveTable, Page, Page]:
    """Return a table of Ann and Ben, who have both committed to a nonce; the last seat is taken, or the host waits."""
    table, ann = await opened.table("me:Ann", "open", *more, nonce_hash=HASHES[0], **wanted)
    ben = opened.person()
    await opened.lobby.join(table.session.seating[1].secret or "", "Ben", ben, HASHES[1])
    return table, await Page(table, ann).hello(), await Page(table, ben).hello()


def kept(opened: House, table: LiveTable) -> None:
    """Demand that the database alone gives the table that is in memory."""
    same(facts(opened.kept(table.id)), facts(table.session))


def order_of(opened: House, table: LiveTable) -> list[type]:
    """Return the kinds of entries that lead to the game, in the order in which they were kept."""
    of_draw = (Committed, Seated, DrawOpened, Revealed, Began)
    return [type(kept.entry) for kept in opened.store.table(table.id).lines if isinstance(kept.entry, of_draw)]


# neither side can foretell


@drawn_in_common()
async def test_all_have_committed_before_anybody_tells_and_then_the_game_begins(opened: House) -> None:
    table, ann, ben = await company(opened)
    before = ann.info
    assert table.session.state == "waiting" and before.revealing
    assert before.nonce_hashes == {"0": HASHES[0], "1": HASHES[1]}
    assert before.seed == before.salt == "" and before.revealed == []
    await ann.send(Reveal(NONCES[0]))
    assert table.session.state == "waiting" and ben.info.revealed == [0]
    await ben.send(Reveal(NONCES[1]))
    assert table.session.state == "playing" and not ann.info.revealing and ann.info.revealed == [0, 1]
    assert order_of(opened, table) == [Committed, Seated, Committed, DrawOpened, Revealed, Revealed, Began]
    assert ann.info.commitment == before.commitment == commitment(table.session.setup.seed, table.session.setup.salt)
    assert table.session.game is not None and table.session.game.header["dice"] == BLAKE2B
    seed = common_seed(table.session.setup.seed, {0: NONCES[0], 1: NONCES[1]})
    assert table.session.game.header["seed"] == commitment(seed)
    await rest(table)
    kept(opened, table)


@drawn_in_common()
async def test_another_nonce_than_was_committed_to_is_refused(opened: House) -> None:
    table, ann, ben = await company(opened)
    for nonce in (NONCES[1], NONCES[2]):
        assert "not the one that your seat has committed to" in await ann.refused(Reveal(nonce))
    await ann.send(Reveal(NONCES[0]))
    lines = table.session.lines
    await ann.send(Reveal(NONCES[0]))  # from another tab, say: once is enough
    assert table.session.lines == lines
    assert "not the one" in await ann.refused(Reveal(NONCES[2]))  # nor after having told the right one
    assert ben.info.revealed == [0]


@drawn_in_common()
async def test_before_all_have_committed_nothing_is_told_and_afterwards_nothing_committed_to(opened: House) -> None:
    table, ann, ben = await company(opened, start="host")
    await ann.send(Reveal(NONCES[0]))
    assert not ann.info.revealing and ann.info.revealed == [] and not table.session.draw.nonces
    await ben.send(Commit(HASHES[2]))
    assert ann.info.nonce_hashes["1"] == HASHES[2]
    await ann.send(Start())
    await ben.send(Commit(HASHES[1]))
    assert ann.info.revealing and ann.info.nonce_hashes["1"] == HASHES[2]
    for message in (Start(), Free(1), Arrange([1, 0])):
        assert await ann.refused(message) == "The game has begun already."


@drawn_in_common(IMPATIENT)
async def test_a_seat_that_withholds_its_nonce_is_left_out_and_that_is_said(opened: House) -> None:
    table, ann, ben = await company(opened, "computer:Cora")
    await until(lambda: table.session.state == "playing")
    lines = table.session.lines
    await ben.send(Reveal(NONCES[1]))  # too late: nothing of it counts, and nobody is bothered
    assert table.session.state == "playing" and table.session.draw.nonces == {}
    await rest(table)
    assert ann.info.revealed == [] and set(ann.info.nonce_hashes) == {"0", "1"}
    assert not any(isinstance(kept.entry, Revealed) for kept in opened.store.table(table.id).lines[lines:])
    kept(opened, table)


@drawn_in_common(replace(AT_ONCE, reveal_seconds=0.3))
async def test_the_others_begin_without_a_seat_that_tells_nothing(opened: House) -> None:
    table, ann, _ = await company(opened)
    await ann.send(Reveal(NONCES[0]))
    await until(lambda: table.session.state == "playing")
    assert ann.info.revealed == [0] and set(ann.info.nonce_hashes) == {"0", "1"}
    assert table.session.game is not None
    assert table.session.game.header["seed"] == commitment(common_seed(table.session.setup.seed, {0: NONCES[0]}))


# without ado


@drawn_in_common()
async def test_who_takes_no_part_is_not_waited_for(opened: House) -> None:
    table, ann, ben = await opened.two("computer:Cora")
    assert table.session.state == "playing" and ann.info.nonce_hashes == {} and ben.info.revealed == []
    assert table.session.game is not None and table.session.game.header["dice"] == BLAKE2B


@drawn_in_common()
async def test_one_person_with_several_seats_takes_part_once(opened: House) -> None:
    table, person = await opened.table("me:Ann", "me:Ben", "computer:Cora", nonce_hash=HASHES[0])
    ann = await Page(table, person).hello()
    assert ann.info.revealing
    await ann.send(Reveal(NONCES[0]))
    assert table.session.state == "playing" and ann.info.revealed == [0]


@drawn_in_common()
async def test_a_chosen_seed_is_nobody_elses_matter(opened: House) -> None:
    """The same seed gives the same game as at the terminal and in Python."""
    table, _ = await opened.table("me:Ann", "computer:Cora", seed=4, nonce_hash=HASHES[0])
    assert table.session.state == "playing" and not table.session.draw.hashes
    assert table.session.game is not None
    assert table.session.game.header["dice"] == SPLITMIX64 and table.session.game.header["seed"] == commitment(4)


# the waiting room


@drawn_in_common()
async def test_what_a_seat_has_committed_to_goes_with_it_and_is_forgotten_when_it_is_free(opened: House) -> None:
    table, ann, _ = await company(opened, "open", start="host")
    await ann.send(Arrange([2, 1, 0]))
    assert ann.info.nonce_hashes == {"2": HASHES[0], "1": HASHES[1]}
    kept(opened, table)
    await ann.send(Free(1))
    assert ann.info.nonce_hashes == {"2": HASHES[0]}
    await ann.send(Start(fill=True))
    await ann.send(Reveal(NONCES[0]))
    assert table.session.state == "playing" and ann.info.revealed == [2]
    await rest(table)
    kept(opened, table)


@drawn_in_common()
async def test_if_somebody_leaves_while_nonces_are_told_all_commit_anew(opened: House) -> None:
    table, ann, _ = await company(opened)
    await ann.send(Reveal(NONCES[0]))
    async with table.turn():
        table.add(journal.Freed(1))
        await table.keep_and_show()
    assert table.session.state == "waiting" and not ann.info.revealing and ann.info.nonce_hashes == {}
    kept(opened, table)


# what is kept


@drawn_in_common()
async def test_a_restart_while_nonces_are_told_forgets_none(opened: House) -> None:
    table, ann, ben = await company(opened)
    await ann.send(Reveal(NONCES[0]))
    await opened.close()
    opened.open()
    table = await opened.lobby.table(table.id)
    again = await Page(table, ben.person).hello()
    assert again.info.revealing and again.info.revealed == [0]
    await again.send(Reveal(NONCES[1]))
    assert table.session.state == "playing" and again.info.revealed == [0, 1]
    await rest(table)
    kept(opened, table)


@drawn_in_common()
async def test_a_restart_after_which_nobody_comes_back_in_time_begins_with_what_was_told(opened: House) -> None:
    table, ann, _ = await company(opened)
    await ann.send(Reveal(NONCES[0]))
    await opened.close()
    opened.policy = IMPATIENT
    opened.open()
    table = await opened.lobby.table(table.id)
    await until(lambda: table.session.state == "playing")
    assert table.session.draw.nonces == {0: NONCES[0]}


def test_a_game_that_began_before_goes_on_with_its_dice() -> None:
    """Its entry in the journal names no generator, as those of earlier versions do not."""

    async def run() -> None:
        async with house() as opened:
            table, ann, _ = await opened.two("computer:Cora")
            await ann.send(HandOver(0))
            await rest(table)
            before = facts(table.session)
            [began] = [kept.entry for kept in opened.store.table(table.id).lines if isinstance(kept.entry, Began)]
            assert "dice" not in json.loads(journal.written(began))
            await opened.close()
            opened.dice = BLAKE2B
            opened.open()
            table = await opened.lobby.table(table.id)
            same(facts(table.session), before)
            assert table.session.game is not None and table.session.game.header["dice"] == SPLITMIX64

    asyncio.run(run())


@pytest.mark.slow
@drawn_in_common()
async def test_at_a_rematch_people_draw_the_seed_again(opened: House) -> None:
    table, ann, ben = await company(opened, options={"last_round": 1})
    for seat, page in enumerate((ann, ben)):
        await page.send(Reveal(NONCES[seat]))
        await page.send(HandOver(seat))
    await until(lambda: table.session.over)
    await rest(table)
    await ann.send(Rematch(nonce_hash=HASHES[1]))
    await ben.send(Agree(True, nonce_hash=HASHES[2]))
    again = await opened.lobby.table(ann.info.reason)
    assert again.session.draw.hashes == {0: HASHES[1], 1: HASHES[2]} and again.session.state == "waiting"
    for page, nonce in ((ann, NONCES[1]), (ben, NONCES[2])):
        await (await Page(again, page.person).hello()).send(Reveal(nonce))
    assert again.session.state == "playing" and again.session.setup.seed != table.session.setup.seed


# an onlooker checks it


def until_over(lobby: Any, table: str, browser: Browser) -> None:
    """Wait until a game is over."""
    assert browser.portal is not None
    session = lobby.live[table].session
    browser.portal.call(until, lambda: session.over)


@pytest.mark.slow
def test_an_onlooker_downloads_the_record_and_verifies_it(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        made = ann.make("me", "computer", options={"last_round": 2}, nonce_hash=HASHES[0])
        onlooker = ann.another()
        assert onlooker.post(f"/api{made['watch_link']}").status_code < 300
        address = f"/api/tables/{made['table']}"
        seen = onlooker.get(address).json()
        assert seen["revealing"] and seen["nonce_hashes"] == {"0": HASHES[0]} and not seen["seed"]
        with ann.socket(made["table"]) as socket:
            for message in (
                {"type": "hello"},
                {"type": "reveal", "nonce": NONCES[0]},
                {"type": "hand_over", "seat": 0},
            ):
                socket.send_json(message)
            told(socket, "update")
            until_over(ann.lobby, made["table"], ann)
        info = onlooker.get(address).json()
        assert info["commitment"] == seen["commitment"] and info["revealed"] == [0]
        record = tmp_path / "stormriver.jsonl"
        record.write_text(onlooker.get(f"{address}/record").text, "utf-8")
    verify(read_record(record.read_text("utf-8")))
    checked = CliRunner().invoke(app, shlex.split(f"verify {record} --commitment {seen['commitment']}"))
    assert checked.exit_code == 0, checked.output
    for line in ("every die and shuffle follows from it", "The server and Ann have drawn it", "was committed to"):
        assert line in checked.output
    wrong = CliRunner().invoke(app, shlex.split(f"verify {record} --commitment {'0' * 64}"))
    assert wrong.exit_code != 0
