"""What has come out cannot be undone for free: who has looked at a card knows it, undo or not."""

from __future__ import annotations

import random

import pytest

from stormriver.adventure.model.columns import CHARACTER
from stormriver.adventure.procedures.belongings import discard
from stormriver.api import begin_game
from stormriver.cli.session import LocalSession
from stormriver.kernel.game import Game
from stormriver.kernel.knowledge import opens_hidden
from support.secrecy import sly_answer
from support.tables import table_of


@pytest.fixture
def game() -> Game:
    return begin_game("revised4", seats=3, seed=3)


def top_spell(game: Game) -> int:
    table = table_of(game)
    return game.state.zones[table.deck_zone[table.spell_deck]][-1]


def came_out(game: Game, card: int, zone: int) -> bool:
    """Move a card, and tell whether that counts as something that has come out."""
    before = game.revealed
    game.move_card(card, zone)
    return game.revealed > before


def test_a_card_drawn_into_the_own_hand_has_come_out(game: Game) -> None:
    assert came_out(game, top_spell(game), table_of(game).hand)


def test_a_hidden_card_comes_out_when_another_hand_takes_it_and_when_it_is_laid_open(game: Game) -> None:
    table, spell = table_of(game), top_spell(game)
    game.move_card(spell, table.hand)
    assert came_out(game, spell, table.hand + 1)
    assert came_out(game, spell, table.casting)


def test_what_all_knew_does_not_come_out(game: Game) -> None:
    table, spell = table_of(game), top_spell(game)
    game.move_card(spell, table.casting)
    assert not came_out(game, spell, table.deck_discard[table.spell_deck])
    assert not came_out(game, spell, table.hand)
    assert not came_out(game, spell, table.deck_zone[table.spell_deck])


def test_who_has_looked_at_a_card_learns_nothing_by_drawing_it(game: Game) -> None:
    spell = top_spell(game)
    before = game.revealed
    game.learn(1, spell)
    assert game.revealed == before + 1
    game.learn(1, spell)
    assert not came_out(game, spell, table_of(game).hand + 1)
    assert game.revealed == before + 1


def test_a_card_of_no_discard_pile_is_seen_by_all_as_it_goes_back_to_its_stock(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hidden one comes out by that; one that lay open does not, and all know where it lies."""
    table = table_of(game)
    spell = top_spell(game)
    stock = table.deck_zone[table.spell_deck]
    piles = tuple(stock if card == spell else pile for card, pile in enumerate(table.discard_of))
    monkeypatch.setattr(table, "discard_of", piles)
    game.move_card(spell, table.hand)
    before = game.revealed
    discard(game, spell, 0)
    assert game.revealed == before + 1
    assert game.state.place[spell] == stock and game.view(2).zone(table.zones[stock].name)[0] == table.cards[spell].id
    game.move_card(spell, table.casting)
    before = game.revealed
    discard(game, spell, 0)
    assert game.revealed == before


def test_who_may_look_into_hands_from_now_on_has_seen_what_is_in_them(game: Game) -> None:
    """No card has moved, and yet a seat that becomes somebody who sees Spells has learnt something."""
    table = table_of(game)
    game.move_card(top_spell(game), table.hand + 1)
    before = game.state.clone()
    assert not opens_hidden(table, before, game.state)
    assert not table.sees(game.state, 0, table.hand + 1)
    seer = next(number for number, card in enumerate(table.cards) if card.id == "prophetess")
    game.move_card(seer, table.character)
    game.set(0, CHARACTER, seer)
    assert table.sees(game.state, 0, table.hand + 1)
    assert opens_hidden(table, before, game.state)


@pytest.mark.parametrize("preset", ["revised4", "wargame"])
def test_at_the_terminal_a_peek_is_not_taken_back_freely(preset: str) -> None:
    rng = random.Random(1)
    session = LocalSession(begin_game(preset, 2, seed=2), ["you", "you"], 0)
    while not (key := sly_answer(session.game)):
        assert session.game.ask is not None
        session.answer(rng.choice(session.game.ask.keys))
    assert session.game.ask is not None
    seat = session.game.ask.seat
    session.answer(key)
    assert "a hidden card has come out" in session.reach(seat).reason
