"""Whole games are played, and every message that goes to a page is looked into for cards its seat may not know."""

from __future__ import annotations

import asyncio
import re

import msgspec
import pytest
from company import House, Page, house, until

from stormriver.kernel import events as kinds
from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation.adventure.build_view import view_of
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import ToPage, Update
from support.random_games import Broken

ANSWERS = 250


def never_seen(game: Game, viewer: int) -> set[str]:
    """Return the ids of the Spells that a viewer cannot have seen: every copy was hidden from them all the time."""
    table = game.table
    seen: set[int] = set()
    for event in game.log or []:
        shown = event.kind == kinds.CARD and table.sees(game.state, viewer, event.data[1])
        if shown or (event.kind == kinds.LEARNED and event.seat == viewer):
            seen.add(event.data[0])
    for zone, cards in enumerate(game.state.zones):
        if table.sees(game.state, viewer, zone):
            seen.update(cards)
    spells = [card for card, back in enumerate(table.backs) if back == table.spell_deck]
    return {table.cards[card].id for card in spells} - {table.cards[card].id for card in seen}


def look_into(table: LiveTable, viewer: int, message: ToPage) -> None:
    """Raise Broken if a message names a Spell that its viewer cannot have seen."""
    assert table.session.game is not None
    if isinstance(message, Update) and viewer != message.view.seat:
        raise Broken(f"a page that looks from {viewer} was sent the view of {message.view.seat}")
    text = re.sub(r'"phase":"\w*"', "", msgspec.json.encode(message).decode())  # a phase is called as a Spell is
    for card in never_seen(table.session.game, viewer):
        if re.search(rf'"(cast:)?{card}(#\d+)?"', text):
            raise Broken(f"{card} is named to {viewer} in {text[:200]}")


class Suspicious(Page):
    """A page that looks into everything it is sent."""

    looked = 0

    def watch(self) -> Suspicious:
        """Begin to look."""
        send = self.connection.send

        def look(message: ToPage) -> None:
            look_into(self.table, self.connection.seat, message)
            self.looked += 1
            send(message)

        self.connection.send = look
        return self


async def a_game(opened: House) -> list[Suspicious]:
    """Play a game of three people with an onlooker, and return their pages."""
    table, ann = await opened.table("me", "open", "open", "computer")
    people = [ann, opened.person(), opened.person()]
    for number in (1, 2):
        await opened.lobby.join(table.session.seating[number].secret or "", f"P{number}", people[number])
    onlooker = opened.person()
    await opened.lobby.watch(table.session.setup.watch_secret, onlooker)
    pages = [Suspicious(table, person).watch() for person in [*people, onlooker]]
    for page in pages:
        await page.hello()
    while table.session.version < ANSWERS and not table.session.over:
        await until(lambda: table.session.over or any(page.asked for page in pages))
        for page in pages:
            if page.asked:
                ask = page.update.view.ask
                assert ask is not None
                casts = [option.key for option in ask.options if option.key.startswith(("cast", "visit"))]
                await page.answer(casts[0] if casts else None)
                break
    return pages


@pytest.mark.slow
def test_no_page_is_sent_a_spell_that_its_seat_may_not_know() -> None:
    async def run() -> None:
        async with house() as opened:
            pages = await a_game(opened)
            assert min(page.looked for page in pages) > 100

    asyncio.run(run())


def test_that_look_finds_a_view_that_shows_too_much() -> None:
    """The view of somebody who sees everything, sent to a seat, is found out."""

    async def run() -> None:
        async with house() as opened:
            table, ann, _ben = await opened.two()
            await until(lambda: ann.asked or _ben.asked)
            game = table.session.game
            assert game is not None
            deck = game.table
            spell = game.state.zones[deck.deck_zone[deck.spell_deck]][-1]
            game.move_card(spell, deck.hand + 1, 1)
            update = msgspec.structs.replace(ann.update, view=view_of(game, OMNISCIENT))
            with pytest.raises(Broken, match="the view of"):
                look_into(table, 0, update)
            update.view = msgspec.structs.replace(update.view, seat=0)
            with pytest.raises(Broken, match="is named to 0"):
                look_into(table, 0, update)

    asyncio.run(run())
