"""Two tables that differ in hidden Spells alone: whatever the server tells a seat that does not know them, or an
onlooker, is the same at both, to the letter.

A `Pong` has nothing but its number, and `stormriver mcp` tells what updates have brought.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from company import AT_ONCE, House, Page, rest, until
from prometheus_client import generate_latest

from stormriver.api import begin_game
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game
from stormriver.server import replay, updates
from stormriver.server.integrations.notifier import Notifier
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Answer, Hint, Hinted, Put, Refused, Said, Say, Sit, Table, ToPage, Undo, Update
from stormriver.server.requests import SeatWanted, TableWanted
from stormriver.server.settings import Settings
from stormriver.server.store import PersonId
from support.random_games import Broken
from support.secrecy import dealt_anew, unseen

SEED = 10
LEAST_HELD = 1
NAMES = ("Ann", "Ben", "Cleo")
BEN = 1
"""The seat that does not know the Spells of the others."""
LOOKED_AT = 8
"""After so many answers each, all that can be asked for beside the socket is looked at."""


class Notes(Notifier):
    """Keeps what webhooks would be told, but for when."""

    def __init__(self, world: World) -> None:
        super().__init__(world.opened.database, Settings())
        self._people = {world.ben.person: {"en"}}
        self.told: list[Any] = []

    async def _kept(self, person: PersonId, mark: str, bodies: dict[str, str]) -> None:
        self.told.append((mark, {code: msgspec.json.decode(body) | {"at": ""} for code, body in bodies.items()}))


class World:
    """A table at which a game goes on from a save: Ann, Ben and Cleo play, Eve looks on."""

    def __init__(self, opened: House) -> None:
        self.opened = opened

    async def open(self, save: str) -> World:
        """Make the table, and let everybody come."""
        people = [self.opened.person(name) for name in (*NAMES, "Eve")]
        wanted = TableWanted(seats=[SeatWanted("me", name) for name in NAMES])
        made = await self.opened.lobby.begin(wanted, people[0], save)
        self.table = await self.opened.lobby.table(made.table)
        for seat, person in zip(self.table.session.seating.seats, people, strict=False):
            seat.person = person
        await self.opened.lobby.watch(self.table.session.setup.watch_secret, people[-1])
        self.pages = [await Page(self.table, person).hello() for person in people]
        await rest(self.table)
        for page in self.pages:  # who has come before the table has rested was told in more pieces, or in fewer
            page.received.clear()
            await page.hello()
        self.ben, self.eve = self.pages[BEN], self.pages[-1]
        self.notes = Notes(self)
        self.opened.lobby.notice = self.notes.look
        return self

    @property
    def game(self) -> Game:
        """The game as it stands."""
        assert self.table.session.game is not None
        return self.table.session.game

    def deeds(self) -> list[tuple[int, str]]:
        """Return what has been done so far."""
        return [(decision.seat, decision.key) for decision in self.table.session.decisions]

    async def asked(self) -> int:
        """Wait until somebody is asked; return whose page that is, -1 if the game is over."""
        await until(lambda: self.table.session.over or any(page.asked for page in self.pages))
        return next((number for number, page in enumerate(self.pages) if page.asked), -1)

    def options(self, number: int) -> dict[str, bool]:
        """Return the keys that a page may answer with, and whether they do nothing."""
        ask = self.pages[number].update.view.ask
        assert ask is not None
        return {option.key: option.idle for option in ask.options}

    def heard(self) -> list[bytes]:
        """Return all that Ben and Eve were sent since this was asked before."""
        found = [msgspec.json.encode(message) for page in (self.ben, self.eve) for message in page.received]
        for page in (self.ben, self.eve):
            page.received[:] = [page.last(Update), page.last(Table)]
        return found

    async def pester(self) -> None:
        """Let Ben and Eve send what is answered whether it is carried out or not."""
        version = self.table.session.version
        for page in (self.ben, self.eve):
            for message in (Say("Hm."), Hint(), Undo(), Sit(0), Put("Will it rain?"), Answer(version, "cast:nothing")):
                await page.send(message)

    async def asked_for(self) -> list[bytes]:
        """Return all that can be asked for beside the socket, refusals too."""
        past, answers = self.table.past, len(self.table.session.decisions)
        found = [repr(self.notes.told).encode()]
        for person in (self.ben.person, self.eve.person):
            calls: tuple[Callable[[], Awaitable[object]], ...] = (
                partial(self.table.settled_info, person),
                partial(self.table.book, person),
                partial(past.moment, person, answers, since=0),
                partial(past.moment, person, answers // 2),
                partial(past.scenario, person, answers),
                partial(past.milestones, person),
                partial(past.timeline, person),
                partial(past.record, person),
                partial(self.opened.lobby.tables_of, person),
                partial(self.opened.lobby.statistics, person),
            )
            found += [await told(call) for call in calls]
        return found


async def told(call: Callable[[], Awaitable[object]]) -> bytes:
    """Return as bytes what a call tells, be it why it is refused."""
    try:
        return msgspec.json.encode(await call())
    except StormriverError as error:
        return str(error).encode()


def saves(seed: int = SEED) -> tuple[str, str]:
    """Return the saves of two games that differ in what Ben cannot know: which Spells the others have."""
    one = begin_game("revised4", list(NAMES), seed=seed, skip_forced=False)
    rng = random.Random(seed)
    while len(held(one)) < LEAST_HELD:
        assert one.ask is not None
        one.answer(rng.choice(one.ask.keys))
    other = dealt_anew(one, BEN, rng, one.table.spell_deck)
    other.pose_again()
    assert one.state.zones != other.state.zones and held(one) != held(other)
    for game in (one, other):
        game.log = []
    return one.save(), other.save()


def held(game: Game) -> list[str]:
    """Return the Spells that Ann holds."""
    cards = game.state.zones[game.table.hand]
    return [game.table.cards[card].id for card in cards if game.table.backs[card] == game.table.spell_deck]


async def compare(answers: int, seed: int = SEED) -> int:
    """Play in both worlds alike until Ben learns which it is; returns how many messages were compared.

    A table answers by itself what is forced, and asks whoever can cast a Spell; what that pause tells is another matter
    (docs/attention.md), and from there on the two go other ways.

    Raises:
        Broken: if Ben or Eve could have told the worlds apart before.
    """
    count = 0
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(secrets, "randbits", lambda bits: 1)  # so that guesses of what is hidden are the same in both
        one, other = [await _world(stack, save) for save in saves(seed)]
        for number in range(answers):
            if number % LOOKED_AT == 0:
                for world in (one, other):
                    await rest(world.table)
                    await world.pester()
                if one.deeds() != other.deeds():
                    break
                demand_same(await one.asked_for(), await other.asked_for())
            asked = await one.asked()
            if asked != await other.asked():
                raise Broken("somebody else is asked")
            common = {key: idle for key, idle in one.options(asked).items() if key in other.options(asked)}
            if asked < 0 or not common:
                break
            key = next((key for key, idle in common.items() if idle), next(iter(common)))
            for world in (one, other):
                if asked == BEN:
                    await world.ben.send(Hint())
                await world.pages[asked].answer(key)
                await rest(world.table)
            deck = one.game.table.spell_deck
            if one.deeds() != other.deeds() or unseen(one.game, BEN, deck) != unseen(other.game, BEN, deck):
                break
            mine, theirs = one.heard(), other.heard()
            demand_same(mine, theirs)
            count += len(mine)
    return count


async def _world(stack: AsyncExitStack, save: str) -> World:
    """Open a table in a house of its own, in which all that is drawn by lot is the same in both worlds."""
    numbers = itertools.count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", lambda size=32: f"secret{next(numbers)}".ljust(size, "x"))
        patch.setattr(secrets, "token_hex", lambda size=32: "salt".ljust(size, "x"))
        opened = House(Path(stack.enter_context(tempfile.TemporaryDirectory())), AT_ONCE)
        stack.push_async_callback(opened.close)
        return await World(opened).open(save)


def demand_same(found: list[bytes], wanted: list[bytes]) -> None:
    """Raise Broken, with the first difference, if two lists of what was told differ."""
    for one, other in itertools.zip_longest(found, wanted, fillvalue=b""):
        if one != other:
            at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            raise Broken(f"the worlds can be told apart: {one[max(at - 80, 0) : at + 80]!r}")


def test_nothing_that_is_sent_or_asked_for_tells_which_spells_others_hold() -> None:
    assert asyncio.run(compare(8)) > 50
    metrics = re.sub(r'player="\w+"', "", generate_latest().decode())  # a computer player is called as a Spell is
    game = begin_game("revised4", list(NAMES), seed=SEED)
    assert [card.id for card in game.table.cards if f'"{card.id}"' in metrics] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 6, 18])
def test_nor_does_anything_for_long(seed: int) -> None:
    assert asyncio.run(compare(40, seed)) > 300


def secret_of(table: LiveTable) -> str:
    """Return what Ann alone knows."""
    assert table.session.game is not None
    return " ".join(held(table.session.game))


SENT: dict[type[ToPage], Callable[[Any, str], ToPage]] = {
    Update: lambda message, secret: msgspec.structs.replace(message, obeyed=[secret]),
    Table: lambda message, secret: msgspec.structs.replace(
        message, info=msgspec.structs.replace(message.info, name=secret)
    ),
    Said: lambda message, secret: msgspec.structs.replace(message, name=secret),
    Refused: lambda message, secret: msgspec.structs.replace(message, error=secret),
    Hinted: lambda message, secret: Refused(secret),
}
"""How each kind of message could tell the secret."""


@pytest.mark.parametrize("kind", SENT)
def test_a_leak_in_each_kind_of_message_is_found(kind: type[ToPage], monkeypatch: pytest.MonkeyPatch) -> None:
    send = LiveTable.send

    def leak(table: LiveTable, connection: Any, message: ToPage) -> None:
        send(table, connection, SENT[kind](message, secret_of(table)) if isinstance(message, kind) else message)

    monkeypatch.setattr(LiveTable, "send", leak)
    with pytest.raises(Broken):
        asyncio.run(compare(12 if kind is Hinted else 2))


@pytest.mark.parametrize(
    ("module", "name"),
    [(replay, "book"), (replay, "moment"), (replay, "excerpt"), (replay, "milestones"), (updates, "info_of")],
)
def test_a_leak_in_each_thing_that_can_be_asked_for_is_found(
    module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = getattr(module, name)
    monkeypatch.setattr(
        module, name, lambda session, *more: leaking(whole(session, *more), " ".join(held(session.game)))
    )
    with pytest.raises(Broken):
        asyncio.run(compare(1))


def leaking(found: Any, secret: str) -> Any:
    """Return what was asked for with a secret in it."""
    if isinstance(found, tuple):
        return (*found, secret)
    text = next(name for name in found.__struct_fields__ if isinstance(getattr(found, name), str))
    return msgspec.structs.replace(found, **{text: secret})


def test_a_leak_in_a_notice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Notifier, "_body", lambda _, table, event, language: msgspec.json.encode({"text": secret_of(table)}).decode()
    )

    async def run() -> None:
        async with AsyncExitStack() as stack:
            worlds = [await _world(stack, save) for save in saves()]
            for world in worlds:
                world.notes._note(world.table, world.ben.person, "mark", "your_turn")
                await until(partial(bool, world.notes.told))
            demand_same(*[[repr(world.notes.told).encode()] for world in worlds])

    with pytest.raises(Broken):
        asyncio.run(run())
