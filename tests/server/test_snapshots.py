"""Snapshots: a long game is opened, and looked back at, with few answers played, and is the same as if all were."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from company import House, Page, facts, in_a_house, in_each_house, play, rest, same
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from stormriver.kernel.game import Game
from stormriver.language.packs import pack_folder
from stormriver.server import replay, snapshots, table_checks
from stormriver.server.housekeeping import delete_table
from stormriver.server.journal import TakenBack
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Agree, Say, TakeBack
from stormriver.server.models import SnapshotRow
from stormriver.server.moderation import erasure
from stormriver.server.session import TableSession
from stormriver.server.store import Stored
from stormriver.server.table_rows import session_of

FEW = 10
LONG = 75


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let snapshots be taken often, so that a game of some dozen answers is a long one."""
    monkeypatch.setattr(snapshots, "EVERY", FEW)


@contextmanager
def counted() -> Iterator[list[str]]:
    """Note every answer that any game is given."""
    played: list[str] = []
    really = Game.answer

    def answer(game: Game, key: str) -> None:
        played.append(key)
        really(game, key)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Game, "answer", answer)
        yield played


async def long_game(opened: House) -> tuple[LiveTable, Page, Page]:
    """Return a table with a game of many answers; some were taken back, and there was talk."""
    table, ann, ben = await opened.two("computer")
    await play(table, ann, ben, answers=LONG // 2)
    await ann.send(Say("Let me think."))
    decider = next(page for page, seat in ((ann, 0), (ben, 1)) if table.session.reach(seat).answers)
    await decider.send(TakeBack(table.session.version))
    if table.session.seating.proposal is not None:
        await (ben if decider is ann else ann).send(Agree(True))
    await play(table, ann, ben, answers=LONG)
    await rest(table)
    return table, ann, ben


def rows(opened: House, table: LiveTable) -> list[SnapshotRow]:
    with Session(opened.store.engine, expire_on_commit=False) as session:
        return list(session.scalars(select(SnapshotRow).where(SnapshotRow.table == table.id)))


def in_full(stored: Stored) -> TableSession:
    """Return the session as it follows from the journal alone."""
    stored.snapshots = []
    return session_of(stored)


def memory(session: TableSession) -> object:
    """Return what decisions to come hang on beside what `facts` tells."""
    assert session.game is not None
    return session.game.revealed, session.game.log, [vars(one) for one in session.attention]


@in_each_house
async def test_to_open_a_long_game_plays_few_answers_and_it_is_the_same(opened: House) -> None:
    table, *_ = await long_game(opened)
    with counted() as all_played:
        wanted = in_full(opened.store.table(table.id))
    with counted() as played:
        found = session_of(opened.store.table(table.id))
    assert len(played) < FEW * 2 < LONG // 2 < len(all_played)
    same(facts(found), facts(wanted))
    assert memory(found) == memory(wanted)


@in_each_house
async def test_to_look_back_plays_few_answers_and_shows_the_same(opened: House) -> None:
    table, *_ = await long_game(opened)
    found, wanted = session_of(opened.store.table(table.id)), in_full(opened.store.table(table.id))
    wanted.snapshots = snapshots.Snapshots()
    for answers in range(0, len(found.decisions) + 1, 7):
        with counted() as played:
            moment = replay.moment(found, 0, answers)
        assert len(played) <= FEW
        assert moment == replay.moment(wanted, 0, answers)
        assert found.game_after(answers).save() == wanted.game_after(answers).save()


@in_each_house
async def test_what_was_given_long_ago_is_taken_back_with_few_answers_played(opened: House) -> None:
    table, *_ = await long_game(opened)
    found, wanted = session_of(opened.store.table(table.id)), in_full(opened.store.table(table.id))
    wanted.snapshots = snapshots.Snapshots()
    with counted() as played:
        found.take_back(30)
    assert len(played) <= FEW
    wanted.take_back(30)
    same(facts(found), facts(wanted))


@pytest.mark.parametrize("damage", ["cut", "other", "engine", "text"])
def test_a_snapshot_that_is_damaged_or_of_another_engine_is_passed_over(damage: str) -> None:
    """One that was changed, too, though it can be unpacked: its digest does not fit."""

    @in_a_house
    async def test(opened: House) -> None:
        table, *_ = await long_game(opened)
        with Session(opened.store.engine) as session, session.begin():
            for row in session.scalars(select(SnapshotRow)):
                spoilt = snapshots.zlib.compress(snapshots.zlib.decompress(row.state).replace(b'"turn":', b'"turn":1'))
                row.state = {"cut": row.state[:-9], "other": b"", "text": spoilt}.get(damage, row.state)
                row.engine = "another" if damage == "engine" else row.engine
        wanted = in_full(opened.store.table(table.id))
        assert table.session.game is not None
        with counted() as played:
            found = session_of(opened.store.table(table.id))
        same(facts(found), facts(wanted))
        assert len(played) > LONG // 2
        assert found.snapshots.changed  # the spoilt ones are deleted with the next commit
        assert {one.engine for one in found.snapshots.unkept} == {snapshots.engine_of(table.session.game.table)}

    test()


@in_each_house
async def test_what_is_taken_back_leaves_no_snapshot(opened: House) -> None:
    table, *_ = await long_game(opened)
    before = {row.answers for row in rows(opened, table)}
    assert before == set(table.session.snapshots.answers) and len(before) > 3
    left = min(before) + 1
    async with table.turn():
        table.add(TakenBack(answers=len(table.session.decisions) - left))
        await table.keep_and_show()
        kept = opened.store.table(table.id)
        assert [one.answers for one in kept.snapshots] == [min(before)]
        same(facts(session_of(kept)), facts(table.session))


@in_each_house
async def test_snapshots_go_with_their_table_and_with_the_name_of_a_person_who_is_erased(opened: House) -> None:
    table, ann, ben = await long_game(opened)
    assert any("Ben" in snapshots.zlib.decompress(row.state).decode() for row in rows(opened, table))
    erasure.erase_at(opened.store, table.id, ben.person, erasure.known_at(opened.store, table.id, ben.person))
    assert rows(opened, table) == []
    await play(table, ann, ben, answers=LONG + 2 * FEW)
    await delete_table(opened.lobby, table.id, ann.person)
    with Session(opened.store.engine) as session:
        assert session.scalar(select(func.count()).select_from(SnapshotRow)) == 0


@in_each_house
async def test_a_game_of_an_earlier_version_is_played_again(opened: House) -> None:
    """What came of its answers is not told in full there."""
    table, *_ = await long_game(opened)
    stored = opened.store.table(table.id)
    for kept in stored.lines:
        if hasattr(kept.entry, "asked"):
            kept.entry.asked = ""
    with counted() as played:
        found = session_of(stored)
    assert len(played) > LONG // 2
    same(facts(found), facts(in_full(opened.store.table(table.id))))


def test_a_snapshot_finds_the_packs_of_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its save names them by their ids alone."""
    folder = tmp_path / "suburb"
    monkeypatch.setattr(table_checks, "packs_for", lambda preset: [str(folder)])
    shutil.copytree(pack_folder("city"), folder)
    about = folder / "pack.yaml"
    about.write_text(about.read_text(encoding="utf-8").replace("id: city\n", "id: suburb\n"), encoding="utf-8")

    @in_a_house
    async def test(opened: House) -> None:
        table, ann, ben = await opened.two(packs=[str(folder)])
        await play(table, ann, ben, answers=3 * FEW)
        await rest(table)
        with counted() as played:
            found = session_of(opened.store.table(table.id))
        assert len(played) < 2 * FEW
        same(facts(found), facts(in_full(opened.store.table(table.id))))

    test()
