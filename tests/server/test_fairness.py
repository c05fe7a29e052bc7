"""Nobody at a table has more than their share: no chosen dice, no peek that is taken back, no look into a record."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from company import House, Page, ask_everything, in_a_house, rest, until
from test_tables import SlowStore, spoil_a_die
from test_wire_secrecy import never_seen

from stormriver.server.errors import BadRequest, NotAllowed
from stormriver.server.messages import Resign, Undo
from stormriver.server.requests import Moment
from support.secrecy import sly_answer

# what has been seen


async def answer_slyly(pages: tuple[Page, Page]) -> Page:
    """Play until somebody can see hidden cards by an answer that rolls no die, let them, and return their page."""
    rng = random.Random(1)
    for _ in range(400):
        await until(lambda: any(page.asked for page in pages))
        page = next(page for page in pages if page.asked)
        game = page.table.session.game
        assert game is not None
        key = sly_answer(game)
        assert game.ask is not None
        await page.answer(key or rng.choice(game.ask.keys))
        if key:
            return page
    raise AssertionError("that never came about")


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["revised4", "wargame"])
def test_a_peek_is_not_taken_back_freely(preset: str) -> None:
    @in_a_house
    async def run(opened: House) -> None:
        _, *pages = await opened.two(preset=preset)
        await ask_everything(*pages)
        page = await answer_slyly((pages[0], pages[1]))
        assert not page.update.taking.free
        assert "a hidden card has come out" in page.update.taking.reason
        await page.send(Undo())
        assert page.info.proposal.kind == "undo"

    run()


# the dice to come


@in_a_house
async def test_who_makes_a_table_with_other_people_cannot_choose_its_dice(opened: House) -> None:
    """Whoever knows the seed can foretell every die; so nobody at the table may know it."""
    with pytest.raises(BadRequest, match="whoever knows it foretells the dice") as refused:
        await opened.table("me:Ann", "open", seed=7)
    assert refused.value.where == "seed"
    table, _ = await opened.table("me:Ann", "open")
    assert table.session.setup.wanted.seed is None


@in_a_house
async def test_who_plays_alone_may_choose_the_dice_and_the_table_says_so(opened: House) -> None:
    for seats in (("me:Ann", "computer"), ("me:Ann", "me:Ben")):
        table, ann = await opened.table(*seats, seed=7)
        assert table.session.setup.seed == 7
        assert table.info(ann).seed == "7"


# records


async def until_ben_holds_a_spell(ann: Page, ben: Page) -> set[str]:
    """Play until Ben holds a Spell that nobody else has seen; return the ids of all such Spells."""
    rng = random.Random(1)
    for _ in range(400):
        game = ann.table.session.game
        assert game is not None
        table = game.table
        hand = {table.cards[card].id for card in game.state.zones[table.hand + 1]}
        secret = hand & never_seen(game, 0) & never_seen(game, -1)
        if secret and ann.table.session.version > 60:
            return secret
        await until(lambda: ann.asked or ben.asked)
        page = ann if ann.asked else ben
        assert game.ask is not None
        await page.answer(rng.choice(game.ask.keys))
    raise AssertionError("Ben never holds a Spell")


@pytest.mark.slow
@in_a_house
async def test_the_record_of_a_game_that_stopped_unfinished_tells_each_seat_what_it_saw(opened: House) -> None:
    """Such a table may go on when its cards are back; until then nobody is to read the hands of the others."""
    table, ann, ben = await opened.two(listed=True)
    secret = await until_ben_holds_a_spell(ann, ben)
    await rest(table)
    game, logged = table.session.game, len(table.session.log)
    assert game is not None
    await opened.close()
    opened.open()
    spoil_a_die(opened, table.id)
    table = await opened.lobby.table(table.id)
    assert table.session.state == "stopped"

    async def told(person: int | None, seat: int = -1) -> str:
        text = await table.past.record(person, seat)
        first, *lines = map(json.loads, text.splitlines())
        assert (first["format"], first["seats"]) == ("stormriver-account-1", ["Ann", "Ben"])
        assert len(lines) > 20 and max(line["number"] for line in lines) > logged / 2
        return text

    for person, viewer in ((ann.person, 0), (None, -1)):
        hidden = never_seen(game, viewer)
        assert secret <= hidden
        told_of = await told(person)
        assert not [card for card in hidden if f'"{card}"' in told_of]
    told_of = await told(ben.person)
    assert any(f'"{card}"' in told_of for card in secret)
    with pytest.raises(NotAllowed):
        await table.past.record(ann.person, 1)


@in_a_house
async def test_an_end_that_cannot_be_kept_opens_no_record_and_no_moment(opened: House) -> None:
    """The game is over in memory for a moment, and goes on then: nobody is to have read the hands meanwhile."""
    table, ann, ben = await opened.two(preset="wargame")
    await rest(table)
    slow = SlowStore(opened)
    slow.gate.clear()
    slow.fails = True
    resigning = asyncio.create_task(ben.send(Resign(1)))
    await until(lambda: table.session.over)
    reading = asyncio.gather(table.past.record(ann.person), table.past.moment(ann.person, 0), return_exceptions=True)
    await asyncio.sleep(0.05)
    slow.gate.set()
    await resigning
    record, moment = await reading
    assert not table.session.over
    assert isinstance(record, NotAllowed)
    assert isinstance(moment, Moment) and not moment.view.over and moment.view.seat == 0
