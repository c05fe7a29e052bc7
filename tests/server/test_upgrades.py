"""A server is upgraded while tables are open: they go on under the new rules from where they stood."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from company import AT_ONCE, House, Page, ask_everything, facts, play, rest, same, until
from corpus_tables import unpack

from stormriver.adventure import loader
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.procedures import programs
from stormriver.kernel import replays
from stormriver.kernel.records import read_record
from stormriver.server import replay, table_checks
from stormriver.server.bot_worker import BotWorker, Question, decode_question, encode_question
from stormriver.server.errors import BadRequest, NotAllowed
from stormriver.server.journal import Upgraded
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import HandOver, Order, Say, Undo
from stormriver.server.requests import PlayOn
from stormriver.server.seat_snapshot import snapshot_of, view_from

SENTENCE = "From here on the game goes by the rules and cards of today."
Test = Callable[[House], Awaitable[None]]


@pytest.fixture(autouse=True)
def _tables_anew() -> Iterator[None]:
    yield
    loader.nameless_table.cache_clear()


def in_a_house(folder: Path, test: Test) -> None:
    """Run a test in a house whose database lies in a folder."""

    async def run() -> None:
        opened = House(folder, AT_ONCE)
        try:
            await test(opened)
        finally:
            await opened.close()

    asyncio.run(run())


# what changes from one version to the next


def pay(game: Any, frame: Any) -> None:
    """Give who begins a turn a gold: a step that no version has."""
    game.change(frame.seat, GOLD, 1)


def pay_twice(game: Any, frame: Any) -> None:
    """Give them two."""
    game.change(frame.seat, GOLD, 2)


def pay_thrice(game: Any, frame: Any) -> None:
    """Give them three, under the same name."""
    game.change(frame.seat, GOLD, 3)


pay_thrice.__name__ = "pay_twice"
PAYING = (pay, pay_twice, pay_thrice)


def with_a_step(step: Callable[[Any, Any], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let turns have a step more, instead of those that they had more before."""
    steps = [pair for pair in programs.PROGRAMS["turn"] if pair[1] not in PAYING]
    monkeypatch.setitem(programs.PROGRAMS, "turn", (steps[0], (steps[0][0], step), *steps[1:]))
    loader.nameless_table.cache_clear()


def with_a_step_renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a step have another name, and do the same."""
    (rule, throw), *others = programs.PROGRAMS["roll"]

    def cast_dice(game: Any, frame: Any) -> None:
        throw(game, frame)

    assert throw.__name__ != "cast_dice"
    monkeypatch.setitem(programs.PROGRAMS, "roll", ((rule, cast_dice), *others))
    loader.nameless_table.cache_clear()


class Pack:
    """A pack of cards that is written anew."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        monkeypatch.setattr(table_checks, "packs_for", lambda preset: [str(self.folder)])

    def hold(self, cards: str) -> None:
        """Let it hold some Objects, such as `bell:2`: their ids, and how many of each."""
        lines = [card.split(":") for card in cards.split()]
        told = [f"- {{id: {id}, name: {id.title()}, kind: object, copies: {copies}}}\n" for id, copies in lines]
        (self.folder / "cards.yaml").write_text(f"deck: adventure\ncards:\n{''.join(told)}", encoding="utf-8")
        loader.nameless_table.cache_clear()


@pytest.fixture
def pack(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pack]:
    with TemporaryDirectory() as folder:  # the path of `tmp_path` is too long for the name of a pack
        found = Pack(Path(folder), monkeypatch)
        found.hold("bell:2 trinket:3")
        yield found


# playing


async def fight(table: LiveTable, *pages: Page) -> None:
    """Let people answer by chance until one of them is asked something in the midst of a fight."""
    rng = random.Random(3)
    game = table.session.game
    while True:
        await until(lambda: table.session.over or any(page.asked for page in pages))
        page = next(page for page in pages if page.asked)
        game = table.session.game
        assert game is not None and game.ask is not None
        if table.session.version > 60 and game.under_way(Fight) is not None:
            return
        await page.answer(rng.choice(game.ask.keys))


async def restart(opened: House) -> None:
    """Close the house and open it again, as for an upgrade."""
    await opened.close()
    opened.open()


async def back(opened: House, table: LiveTable, *persons: int) -> tuple[LiveTable, list[Page]]:
    """Return a table as it comes back, and its people, who come with nothing."""
    found = await opened.lobby.table(table.id)
    return found, [await Page(found, person).hello() for person in persons]


def standing(table: LiveTable) -> dict[str, Any]:
    """Return how a game stands, in names."""
    game = table.session.game
    assert game is not None and game.ask is not None
    state = game.state
    named = {zone.name: zone for zone in game.table.zones}
    cards = {name: [game.table.cards[card].id for card in state.zones[at]] for at, name in enumerate(named)}
    return {
        "asked": (game.ask.seat, game.ask.kind, game.ask.keys),
        "seats": [dict(zip(game.table.columns, row, strict=True)) for row in state.seats],
        "cards": {name: found for name, found in cards.items() if found and not name.startswith("deck.")},
        "turn": (state.turn, state.active, state.dice),
        "under way": [game.table.cause_name(frame.place) for frame in state.frames],
    }


def session_facts(table: LiveTable) -> dict[str, Any]:
    """Return what an upgrade leaves as it was, beside the game itself."""
    kept = ("orders", "obeyed", "forward", "read", "said", "questions", "paused_at", "seats", "cuts")
    return {name: value for name, value in facts(table.session).items() if name in kept}


def upgrades_of(opened: House, table: LiveTable) -> list[Upgraded]:
    """Return the upgrades in the journal of a table."""
    return [kept.entry for kept in opened.store.table(table.id).lines if isinstance(kept.entry, Upgraded)]


def folds(table: LiveTable) -> bool:
    """Tell whether what has happened, folded from the beginning on, leads to where the game stands."""
    game = table.session.game
    assert game is not None
    folded = replays.weak(replay.record_by(table.session))
    return (folded.seats, folded.zones) == (game.state.seats, game.state.zones)


def told(page: Page) -> list[str]:
    """Return what somebody was told with their last update."""
    return [one.text for one in page.update.told]


async def at_a_table(opened: House, **wanted: Any) -> tuple[LiveTable, Page, Page]:
    """Return a table of two people and a computer player, one of them in a fight, with talk and a standing order."""
    table, ann, ben = await opened.two("computer", **wanted)
    await ask_everything(ann, ben)
    await play(table, ann, ben, answers=20)
    await ann.send(Say("Good luck!"))
    await ben.send(Order(forward=True))
    await ben.send(Order(drop=-1))
    await fight(table, ann, ben)
    await rest(table)
    return table, ann, ben


# going on


@pytest.mark.slow
def test_a_game_that_the_new_rules_do_not_bring_about_goes_on_from_its_last_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await at_a_table(opened)
        before, beside, version = standing(table), session_facts(table), table.session.version
        log = [(event.kind, event.seat, event.data, event.card) for event in table.session.log]
        decisions = table.session.decisions[:]
        await restart(opened)
        with_a_step(pay, monkeypatch)
        table, (ann, ben) = await back(opened, table, ann.person, ben.person)
        session = table.session
        assert session.state == "playing" and not session.stopped
        assert standing(table) == before
        assert session_facts(table) == beside
        assert [(past.key, past.logged, past.by, past.read) for past in session.decisions] == [
            (past.key, past.logged, past.by, past.read) for past in decisions
        ]
        assert [(event.kind, event.seat, event.data, event.card) for event in session.log[:-1]] == log
        assert session.version == version + 1
        for page in (ann, ben):
            assert told(page)[-1] == SENTENCE
        (entry,) = upgrades_of(opened, table)
        assert entry.save and "causes" in entry.names and "cards" not in entry.names
        same(facts(opened.kept(table.id)), facts(session))
        await play(table, ann, ben, answers=version + 60)
        assert any(table.session.game.table.cause_name(one.cause) == "turn/pay" for one in session.log)  # type: ignore[union-attr]
        await rest(table)
        same(facts(opened.kept(table.id)), facts(table.session))

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_who_comes_back_is_told_of_what_they_missed_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(opened: House) -> None:
        table, ann, _ = await at_a_table(opened)
        seen, version = len(table.session.log) - 1, table.session.version
        await restart(opened)
        with_a_step(pay, monkeypatch)
        table = await opened.lobby.table(table.id)
        page = await Page(table, ann.person).hello(seen, version)
        assert told(page) == [SENTENCE]
        assert page.update.undone == -1

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_nothing_is_taken_back_across_a_change_of_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(opened: House) -> None:
        table, ann = await opened.table("me:Ann", "computer", undo="free")
        page = await Page(table, ann).hello()
        await play(table, page, answers=40)
        await rest(table)
        await restart(opened)
        with_a_step(pay, monkeypatch)
        table, (page,) = await back(opened, table, ann)
        assert page.update.taking.answers == 0
        reason = await page.refused(Undo())
        assert reason == "Your last decision cannot be taken back: since then the rules have changed."
        firm = table.session.firm
        assert firm == len(table.session.decisions)
        await page.answer()
        await rest(table)
        given = len(table.session.decisions)
        assert given > firm and page.update.taking.answers == given - firm
        await page.send(Undo())
        assert len(table.session.decisions) == firm
        same(facts(opened.kept(table.id)), facts(table.session))
        assert "since then the rules have changed" in await page.refused(Undo())

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_earlier_moments_are_shown_and_one_can_play_on_from_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(opened: House) -> None:
        table, ann = await opened.table("me:Ann", "computer", "computer")
        page = await Page(table, ann).hello()
        await play(table, page, answers=50)
        await rest(table)
        wanted = [await table.past.moment(ann, answers) for answers in (0, 7, 30)]
        await restart(opened)
        with_a_step(pay, monkeypatch)
        table, (page,) = await back(opened, table, ann)
        for moment in wanted:
            found = await table.past.moment(ann, moment.answers)
            assert found.told == moment.told and (found.key, found.by) == (moment.key, moment.by)
            for name in ("seats", "decks", "turn", "round"):
                assert getattr(found.view, name, None) == getattr(moment.view, name, None), name
        await play(table, page, answers=80)
        await rest(table)
        assert (await table.past.moment(ann, len(table.session.decisions))).view.ask is not None
        with pytest.raises(BadRequest, match="choose a later moment"):
            await table.play_on(ann, PlayOn(3, 0))
        made = await table.play_on(ann, PlayOn(table.session.firm + 1, 0))
        other = await opened.lobby.table(made.table)
        assert other.session.game is not None and other.session.game.ask is not None

    in_a_house(tmp_path, test)


@pytest.mark.slow
@pytest.mark.parametrize("twice", [True, pytest.param(False, marks=pytest.mark.long)], ids=["twice", "once"])
def test_the_record_of_a_game_upgraded_on_the_way_holds_all_of_it(
    twice: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await opened.two("computer", options={"last_round": 8})
        await ask_everything(ann, ben)
        await play(table, ann, ben, answers=60)
        await rest(table)
        for step in (pay, pay_twice)[: 1 + twice]:
            await restart(opened)
            with_a_step(step, monkeypatch)
            table, (ann, ben) = await back(opened, table, ann.person, ben.person)
            await play(table, ann, ben, answers=table.session.version + 30)
            await rest(table)
            assert not table.session.over
        assert [bool(entry.save) for entry in upgrades_of(opened, table)] == [True] * (1 + twice)
        await play(table, ann, ben, answers=5000)
        assert table.session.over and table.session.game is not None
        record = read_record(await table.past.record(ann.person))
        assert len(record.answers) == len(table.session.decisions)
        folded = replays.weak(record)
        assert (folded.seats, folded.zones) == (table.session.game.state.seats, table.session.game.state.zones)
        replays.verify(record, table.session.setup.seed)
        assert opened.store.table(table.id).row.save == ""
        same(facts(opened.kept(table.id)), facts(table.session))
        await restart(opened)
        with_a_step(pay_twice if not twice else pay, monkeypatch)
        table, (ann,) = await back(opened, table, ann.person)  # it is over, so there is nothing to go on from
        assert table.session.state == "stopped"
        again = read_record(await table.past.record(ann.person))
        causes = [(again.cause(now), record.cause(then)) for now, then in zip(again.events, record.events, strict=True)]
        assert all(now == then or "" in (now, then) for now, then in causes) and any(now for now, _ in causes)
        assert (replays.weak(again).seats, replays.weak(again).zones) == (folded.seats, folded.zones)

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_a_renamed_step_is_noted_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await at_a_table(opened, undo="free")
        before = facts(table.session)
        await restart(opened)
        with_a_step_renamed(monkeypatch)
        table, (ann, ben) = await back(opened, table, ann.person, ben.person)
        found = facts(table.session)
        assert SENTENCE not in told(ann)
        for name in ("game", "lines"):
            del found[name], before[name]
        same(found, before)
        (entry,) = upgrades_of(opened, table)
        assert list(entry.names) == ["causes"] and not entry.save
        asked = ann if ann.asked else ben
        assert asked.update.taking.answers > 0
        await asked.answer()
        await rest(table)
        loader.nameless_table.cache_clear()
        same(facts(opened.kept(table.id)), facts(table.session))
        assert len(upgrades_of(opened, table)) == 1

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_a_rule_that_has_changed_under_its_old_name_is_told_apart_from_a_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade that leaves all names alone, and then one that changes nothing but a name."""

    async def test(opened: House) -> None:
        with_a_step(pay_twice, monkeypatch)
        table, ann, ben = await at_a_table(opened)
        await restart(opened)
        with_a_step(pay_thrice, monkeypatch)
        table, (ann, ben) = await back(opened, table, ann.person, ben.person)
        await play(table, ann, ben, answers=table.session.version + 20)
        await rest(table)
        before = facts(table.session)
        await restart(opened)
        with_a_step_renamed(monkeypatch)
        table = await opened.lobby.table(table.id)
        found = facts(table.session)
        assert [(bool(entry.save), list(entry.names)) for entry in upgrades_of(opened, table)] == [
            (True, []),
            (False, ["causes"]),
        ]
        for name in ("game", "lines"):
            del found[name], before[name]
        same(found, before)
        same(facts(opened.kept(table.id)), facts(table.session))
        assert folds(table)

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_a_computer_plays_on_and_thinks_of_the_same_cards(tmp_path: Path, pack: Pack) -> None:
    """A table with cards added numbers them behind those that were there; who thinks elsewhere is told so."""

    async def test(opened: House) -> None:
        table, ann, ben = await at_a_table(opened, packs=[str(pack.folder)])
        before, version = standing(table), table.session.version
        known = [card.id for card in table.session.game.table.cards]  # type: ignore[union-attr]
        await restart(opened)
        pack.hold("anvil:2 bell:2 trinket:4")
        table, (ann, ben) = await back(opened, table, ann.person, ben.person)
        game = table.session.game
        assert game is not None and told(ann)[-1] == SENTENCE
        assert [card.id for card in game.table.cards[: len(known)]] == known
        assert sorted(card.id for card in game.table.cards[len(known) :]) == ["anvil", "anvil", "trinket"]
        assert standing(table) == before and folds(table)
        snapshot = decode_question(encode_question(Question("key", table.id, "steady", 1, snapshot_of(game)))).snapshot
        found = view_from(snapshot)
        assert found.facts() == game.view(snapshot.seat).facts()
        assert [card.id for card in found.game.table.cards] == [card.id for card in game.table.cards]
        assert not BotWorker().think(Question("key", table.id, "steady", 1, snapshot)).error
        await ben.send(HandOver(1))
        await play(table, ann, answers=version + 40)
        await rest(table)
        same(facts(opened.kept(table.id)), facts(table.session))
        await restart(opened)
        pack.hold("anvil:2 bell:2 horn:1 trinket:4")
        table, (ann,) = await back(opened, table, ann.person)
        assert folds(table)
        await play(table, ann, answers=table.session.version + 40)
        await rest(table)
        same(facts(opened.kept(table.id)), facts(table.session))
        assert [bool(entry.save) for entry in upgrades_of(opened, table)] == [True, True]
        assert folds(table)
        assert (await table.past.moment(ann.person, 10)).answers == 10

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_a_game_of_which_a_card_is_gone_is_stopped_and_goes_on_once_it_is_back(tmp_path: Path, pack: Pack) -> None:
    async def test(opened: House) -> None:
        table, ann, ben = await at_a_table(opened, packs=[str(pack.folder)])
        before, lines = standing(table), table.session.lines
        kept = opened.store.table(table.id)
        await restart(opened)
        pack.hold("bell:2 trinket:2")
        table, (ann,) = await back(opened, table, ann.person)
        assert ann.info.state == "stopped"
        assert "'trinket'" in ann.info.reason and "any more" in ann.info.reason
        assert ann.info.reason.startswith("The cards or rules have changed since this game was played")
        assert opened.store.table(table.id).lines == kept.lines
        await restart(opened)
        pack.hold("bell:2 trinket:3")
        table, (ann, ben) = await back(opened, table, ann.person, ben.person)
        assert table.session.lines == lines and standing(table) == before
        assert SENTENCE not in told(ann)

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_a_table_of_before_there_were_last_states_is_stopped_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(opened: House) -> None:
        table, ann, _ = await at_a_table(opened)
        wanted = await table.past.moment(ann.person, 10)
        await restart(opened)
        with opened.store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE tables SET save = NULL")
        with_a_step(pay, monkeypatch)
        table, (ann,) = await back(opened, table, ann.person)
        assert ann.info.state == "stopped" and "have changed" in ann.info.reason
        assert (await table.past.moment(ann.person, 10)).told == wanted.told
        account = (await table.past.record(ann.person)).splitlines()
        assert json.loads(account[0])["format"] == "stormriver-account-1" and len(account) > 20
        with pytest.raises(NotAllowed):
            await table.past.record(ann.person, 1)

    in_a_house(tmp_path, test)


@pytest.mark.slow
def test_tables_of_the_first_version_go_on_from_their_last_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Brought back once by a version that follows them, they are so by one that does not; nobody need come between."""
    tables = [table for table in unpack(tmp_path) if table.state in ("playing", "paused")]

    async def test(opened: House) -> None:
        before = {}
        for wanted in tables:
            table = await opened.lobby.table(wanted.table)
            await rest(table)
            before[table.id] = standing(table), len(table.session.log), len(table.session.decisions)
        await restart(opened)
        with_a_step(pay, monkeypatch)
        for wanted in tables:
            table = await opened.lobby.table(wanted.table)
            await rest(table)
            assert table.session.state == wanted.state, table.session.stopped
            follows = table.session.setup.wanted.preset == "wargame"  # whose turns have no such step
            firm = not follows
            assert (standing(table), len(table.session.log) - firm, table.session.firm) == (
                *before[table.id][:2],
                firm and before[table.id][2],
            )
            same(facts(opened.kept(table.id)), facts(table.session))
            assert folds(table) or table.session.lesson
            person = table.session.seating[0].person
            texts = [one.text for one in (await table.past.moment(person, 5, since=0)).told]
            assert any(texts)
            if wanted.state == "playing":
                assert wanted.person is not None
                page = await Page(table, wanted.person).hello()
                assert (told(page)[-1] == SENTENCE) == firm
                await page.answer()
                await rest(table)
                same(facts(opened.kept(table.id)), facts(table.session))

    in_a_house(tmp_path, test)
