"""What a seat may know, and what it may not; that it holds at any decision is seen in `test_random_games.py`."""

from __future__ import annotations

from stormriver.api import begin_game
from support.tables import table_of


def test_a_card_looked_at_is_known_to_that_seat_until_it_is_shuffled() -> None:
    """Who has looked at a card of a deck sees it in their view; others do not, and after a shuffle nobody does."""
    game = begin_game("revised4", seats=2, seed=3)
    deck = table_of(game).deck_zone[table_of(game).drawn_from]
    name = game.table.zones[deck].name
    card = game.state.zones[deck][-1]
    game.learn(0, card)
    assert game.view(0).zone(name)[-1] == game.table.cards[card].id
    assert set(game.view(0).zone(name)[:-1]) == {"?"}
    assert set(game.view(1).zone(name)) == {"?"}
    game.shuffle(deck)
    assert set(game.view(0).zone(name)) == {"?"}


def test_an_own_hand_is_seen_and_others_are_not() -> None:
    """Spells are shown to who holds them; to others they are as many question marks."""
    game = begin_game("revised4", seats=2, seed=3)
    table = table_of(game)
    cards = game.state.zones[table.deck_zone[table.spell_deck]][-2:]
    for card in cards:
        game.move_card(card, table.hand + 1, 1)
    names = [table.cards[card].id for card in cards]
    assert game.view(1).me.spells[-2:] == names
    assert game.view(0).seats[1].spells[-2:] == ["?", "?"]
