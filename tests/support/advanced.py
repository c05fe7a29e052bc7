"""Positions that random play hardly ever comes to: rich characters, far inside the board, full hands, any card met.

They are made with the game's own changes, so they are in its log, and every promise about a game holds for them too.
"""

from __future__ import annotations

import random

from stormriver.adventure.model.columns import CASTS, CRAFT, FATE, GOLD, LIFE, SPACE, STRENGTH
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.fortune import gain
from stormriver.adventure.procedures.spells import room_for_spells, top
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.status_effects import transform
from stormriver.adventure.procedures.travel import may_enter
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING


def advance(game: Game, rng: random.Random) -> None:
    """Give everybody on the board counters, gold, cards and Spells by chance, take lives, and put them anywhere.

    The game waits at the start of a move, where nothing else is under way; the ask is posed anew afterwards, or
    those who now carry too much are asked first.
    """
    for seat in playing(game):
        for column, most in ((STRENGTH, 8), (CRAFT, 8), (GOLD, 8), (FATE, 3)):
            gain(game, seat, column, rng.randrange(most))
        game.change(seat, LIFE, -rng.randrange(game.state.seats[seat][LIFE]))
        _give_cards(game, seat, rng)
        _give_spells(game, seat)
    for seat in playing(game):
        _put_anywhere(game, seat, rng)
    if rng.random() < 0.2:
        _transform_somebody(game, rng)
    game.pose_again()


def _give_cards(game: Game, seat: int, rng: random.Random) -> None:
    """Give a seat up to seven belongings, and some Enemies as trophies, from the decks and the open stocks."""
    table = game.table
    zones = [table.deck_zone[table.drawn_from], *table.stocks]
    there = [card for zone in zones for card in game.state.zones[zone]]
    belongings = [card for card in there if table.is_belonging[card] and may_have(game, seat, card)]
    for card in rng.sample(belongings, min(len(belongings), rng.randrange(8))):
        game.move_card(card, table.play + seat, seat)
    enemies = [card for card in there if table.is_enemy[card] and "trophy_points" in table.options]
    for card in rng.sample(enemies, min(len(enemies), rng.randrange(5))):
        game.move_card(card, table.trophies + seat, seat)


def _give_spells(game: Game, seat: int) -> None:
    """Fill a hand with Spells, one more than are permitted if the deck has them."""
    table = game.table
    for _ in range(room_for_spells(game, seat) + 1):
        card = top(game, table.spell_deck)
        if card != NONE:
            game.move_card(card, table.hand + seat, seat)
    game.set(seat, CASTS, len(game.state.zones[table.hand + seat]))


def _put_anywhere(game: Game, seat: int, rng: random.Random) -> None:
    """Put a character on a space it may enter: any, as far inside as it may, or one that has something to say."""
    table = game.table
    spaces = [space for space in range(len(table.spaces)) if may_enter(game, seat, space)]
    way = rng.randrange(3)
    if way == 0:
        highest = max(table.regions[table.spaces[space].region].level for space in spaces)
        spaces = [space for space in spaces if table.regions[table.spaces[space].region].level == highest]
    elif way == 1:
        spaces = [space for space in spaces if table.spaces[space].visit is not NOTHING]
    game.set(seat, SPACE, rng.choice(spaces))


def _transform_somebody(game: Game, rng: random.Random) -> None:
    table = game.table
    transform(game, rng.choice(playing(game)), rng.choice(sorted(table.forms)), 3)


def encounter(game: Game, space: int, card: int, rng: random.Random) -> None:
    """Let the character whose turn it is encounter a space, with a card on it (NONE: no certain one).

    Up to two further cards lie there, and now and then another character stands there. The game waits at the start
    of that character's move, which is left out.
    """
    table = game.table
    state = game.state
    assert game.ask is not None and game.ask.kind == "roll" and game.ask.seat == state.active
    game.set(state.active, SPACE, space)
    further = state.zones[table.deck_zone[table.drawn_from]][-rng.randrange(1, 3) :] if rng.random() < 0.5 else ()
    for lying in dict.fromkeys((card, *further)):
        if lying != NONE:
            game.move_card(lying, table.lying + space, state.active)
    others = [seat for seat in playing(game) if seat != state.active]
    if others and rng.random() < 0.3:
        game.set(rng.choice(others), SPACE, space)
    state.ask = None
    state.frames.pop()
    game.run()
