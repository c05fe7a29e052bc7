"""Setting up a game: what everybody is dealt and starts with, and how a new character begins after a death."""

from __future__ import annotations

import pytest

from stormriver.adventure import loader
from stormriver.adventure.model.columns import COUNTERS, GOLD
from stormriver.adventure.procedures.fortune import gain
from stormriver.adventure.view import SeatView
from stormriver.api import begin_game, table_for
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.tables import table_of

STARTS = {  # start space, alignment, Strength, Craft, lives, fate, Spells, as printed
    "assassin": ("city", "evil", 3, 3, 4, 3, 0),
    "druid": ("forest", "neutral", 2, 4, 4, 4, 1),
    "dwarf": ("crags", "neutral", 3, 3, 5, 5, 0),
    "elf": ("forest", "good", 3, 4, 4, 3, 0),
    "ghoul": ("graveyard", "evil", 2, 4, 4, 4, 0),
    "minstrel": ("tavern", "good", 2, 4, 4, 5, 0),
    "monk": ("village", "good", 2, 3, 4, 5, 0),
    "priest": ("chapel", "good", 2, 4, 4, 5, 1),
    "prophetess": ("chapel", "good", 2, 4, 4, 2, 1),
    "sorceress": ("graveyard", "evil", 2, 4, 4, 3, 1),
    "thief": ("city", "neutral", 3, 3, 4, 2, 0),
    "troll": ("crags", "neutral", 6, 1, 6, 1, 0),
    "warrior": ("tavern", "neutral", 4, 2, 5, 1, 0),
    "wizard": ("graveyard", "evil", 2, 5, 4, 3, 2),
}
SEEDS = range(12)


def start_of(seat: SeatView) -> tuple[object, ...]:
    """Return what the table above says, of a seat."""
    counts = (seat.own_strength, seat.own_craft, seat.lives, seat.fate, len(seat.spells))
    return (seat.space, seat.alignment, *counts)


def seats_of(game: Game) -> list[SeatView]:
    """Return each seat as it sees itself."""
    return [game.view(number).me for number in range(len(game.table.seats))]


def game_with(character: str, seats: int = 2) -> tuple[Game, int]:
    """Return a game in which somebody has this character, and who that is."""
    for seed in range(200):
        game = begin_game("revised4", seats=seats, seed=seed)
        for seat in seats_of(game):
            if seat.character == character:
                return game, seat.number
    raise AssertionError(f"nobody was dealt the {character}")


POSITION = """
title: A duel that the second seat does not survive
game: {preset: revised4, options: {OPTIONS}}
players:
  - {seat: ann, character: thief, at: city, fate: 0}
  - {seat: ben, character: dwarf, at: fields_4, fate: 0, lives: 1, gold: 0, strength: 5}
  - {seat: cleo, character: elf, at: castle, fate: 0}
turn: ann
"""


def begun(options: str = "") -> Game:
    """Return a game, with some options, in which ann is about to land beside ben for a kill."""
    game = build(read_scenario(POSITION.replace("OPTIONS", options)))
    game.script = Script(dice=[1, 6, 1])
    return game


def kill(game: Game) -> None:
    """Play on from there until ben's next turn, or that of the next player if ben is out."""
    game.run()
    for key in ("to:fields_4", "character:ben", "attack", "life"):
        go_on(game, key)
        game.answer(key)
    go_on(game, "roll")
    assert game.script is not None
    assert game.script.dice == []


def go_on(game: Game, key: str) -> None:
    """Answer what is passed or leaves no choice, until there is a choice or the key is on offer."""
    while game.ask is not None and key not in game.ask.keys and (len(game.ask.keys) == 1 or "pass" in game.ask.keys):
        game.answer("pass" if "pass" in game.ask.keys else game.ask.keys[0])


# dealing (setup.deal)


def test_every_character_is_dealt_and_none_twice() -> None:
    dealt = set()
    for seed in SEEDS:
        found = [seat.character for seat in seats_of(begin_game("revised4", seats=6, seed=seed))]
        assert len(set(found)) == 6
        dealt |= set(found)
    assert dealt == set(STARTS)


def test_the_seed_settles_who_is_dealt_what() -> None:
    def dealt(seed: int) -> list[str | None]:
        return [seat.character for seat in seats_of(begin_game("revised4", seats=4, seed=seed))]

    assert dealt(5) == dealt(5)
    assert len({tuple(dealt(seed)) for seed in SEEDS}) == len(SEEDS)


def test_everybody_starts_as_the_character_card_says() -> None:
    """Start space, alignment, Strength, Craft, lives, fate and Spells, and 1 gold (setup.lives_fate_gold)."""
    seen = set()
    for seed in SEEDS:
        for seat in seats_of(begin_game("revised4", seats=6, seed=seed)):
            assert seat.character is not None
            assert start_of(seat) == STARTS[seat.character], seat.character
            assert (seat.gold, seat.cards, seat.trophies) == (1, [], []), seat.character
            seen.add(seat.character)
    assert seen == set(STARTS)


@pytest.mark.parametrize("seats", [2, 6])
def test_what_lies_on_the_table(seats: int) -> None:
    """All cards not dealt lie in their decks, the hidden ones face down; the stocks lie open (setup.faceup_decks)."""
    game = begin_game("revised4", seats=seats, seed=1)
    view = game.view(0)
    spells = sum(len(seat.spells) for seat in seats_of(game))
    assert view.zone("deck.adventure") == ["?"] * 104
    assert view.zone("deck.spells") == ["?"] * (24 - spells)
    assert set(view.zone("deck.characters")) == {"?"}
    assert len(view.zone("deck.characters")) == 14 - seats
    assert len(view.zone("deck.purchase")) == 28
    assert "?" not in view.zone("deck.purchase")
    assert view.zone("deck.talismans") == ["talisman"] * 4


def test_the_first_seat_begins() -> None:
    game = begin_game("revised4", seats=3, seed=1)
    while game.ask is not None and game.ask.kind != "roll":
        game.play(0)
    assert (game.state.active, game.state.turn) == (0, 1)


# starting Spells (setup.starting_spells)


def test_starting_spells_are_known_to_their_owner_only() -> None:
    for seed in SEEDS:
        game = begin_game("revised4", seats=6, seed=seed)
        views = [game.view(number) for number in range(6)]
        for view in views:
            assert "?" not in view.me.spells
            if view.me.character != "prophetess":
                others = [spell for seat in view.seats if seat.number != view.seat for spell in seat.spells]
                assert set(others) <= {"?"}
                assert len(others) == sum(len(v.me.spells) for v in views if v.seat != view.seat)


def test_the_prophetess_sees_the_spells_of_others() -> None:
    """The ability see_spells: its owner may look at them at any time, the others still may not."""
    game, prophetess = game_with("prophetess")
    other = 1 - prophetess
    table = table_of(game)
    card = game.state.zones[table.deck_zone[table.spell_deck]][-1]
    game.move_card(card, table.hand + other, other)
    assert table.cards[card].id in game.view(prophetess).seats[other].spells
    assert set(game.view(other).seats[prophetess].spells) == {"?"}


def test_a_prophetess_who_is_a_toad_sees_no_spells() -> None:
    game, prophetess = game_with("prophetess")
    other = 1 - prophetess
    table = table_of(game)
    card = game.state.zones[table.deck_zone[table.spell_deck]][-1]
    game.move_card(card, table.hand + other, other)
    game.mark(table.mark_ids["toad"], prophetess)
    assert set(game.view(prophetess).seats[other].spells) == {"?"}


# one of three (setup.choose_of_three)


def test_each_player_chooses_one_of_three() -> None:
    game = begin_game("revised4", seats=6, seed=3, options={"characters_to_choose": 3})
    chosen: list[str] = []
    for number in range(6):
        ask = game.ask
        assert ask is not None
        assert (ask.kind, ask.seat, len(set(ask.keys))) == ("character", number, 3)
        assert {f"character:{other}" for other in chosen}.isdisjoint(ask.keys)
        chosen.append(ask.keys[2].removeprefix("character:"))
        game.answer(ask.keys[2])
    assert [seat.character for seat in seats_of(game)] == chosen
    assert len(game.view(0).zone("deck.characters")) == 8


def test_characters_to_choose_from_are_hidden_from_others() -> None:
    game = begin_game("revised4", seats=2, seed=3, options={"characters_to_choose": 3})
    assert game.ask is not None
    names = sorted(key.removeprefix("character:") for key in game.ask.keys)
    assert sorted(game.view(0).zone("choice.ann")) == names
    assert game.view(1).zone("choice.ann") == ["?"] * 3
    other = game.view(1).ask
    assert other is not None
    assert other.keys == []


def test_a_single_character_leaves_no_choice() -> None:
    game = begin_game("revised4", seats=2, seed=3)
    assert game.ask is not None
    assert game.ask.kind != "character"


# the starting bonus (option.starting_bonus)


def test_starting_bonus() -> None:
    """Each player gains a counter of Strength or Craft; lives, fate and gold stay as they are."""
    game = begin_game("revised4", seats=2, seed=3, options={"starting_bonus": True})
    for answer in ("strength", "craft"):
        assert game.ask is not None
        assert (game.ask.kind, sorted(game.ask.keys)) == ("bonus", ["craft", "strength"])
        game.answer(answer)
    for seat, more in zip(seats_of(game), ((1, 0), (0, 1)), strict=True):
        assert seat.character is not None
        space, alignment, strength, craft, *rest = STARTS[seat.character]
        assert isinstance(strength, int)
        assert isinstance(craft, int)
        wanted = (space, alignment, strength + more[0], craft + more[1], *rest)
        assert start_of(seat) == wanted
        assert seat.gold == 1


def test_without_the_option_there_is_no_bonus() -> None:
    game = begin_game("revised4", seats=2, seed=3)
    assert game.ask is not None
    assert game.ask.kind != "bonus"


# limited stock (golden.limited_resources, ruling.1)


def test_six_players_cannot_have_more_than_thirty_gold() -> None:
    game = begin_game("revised4", seats=6, seed=3)
    for seat in range(5):
        assert gain(game, seat, GOLD, 4) == 4
    assert gain(game, 5, GOLD, 10) == 4  # 25 with the others, 1 here, and 4 left
    assert gain(game, 0, GOLD, 1) == 0
    assert sum(seat.gold for seat in seats_of(game)) == 30


def test_fate_runs_out_at_thirty_six() -> None:
    game = begin_game("revised4", seats=6, seed=3)
    for seat in range(6):
        gain(game, seat, COUNTERS["fate"], 30)
    assert sum(seat.fate for seat in seats_of(game)) == 36


# a new character after a death (death.new_character)


def test_a_killed_character_is_followed_by_an_unused_one() -> None:
    """The new one is set up as at the start and takes the turn; the killed one goes to the box (ruling.24)."""
    found = set()
    for seed in range(20):
        game = begun()
        game.state.dice += seed
        kill(game)
        new = game.view(1).me
        assert new.character not in (None, "thief", "dwarf", "elf")
        assert start_of(new) == STARTS[str(new.character)]
        assert new.gold == 1
        assert game.view(0).zone("box") == ["dwarf"]
        assert (game.state.active, new.in_game) == (1, True)
        found.add(new.character)
    assert len(found) > 3


def test_after_a_death_three_unused_characters_are_offered() -> None:
    """With that option the player chooses from three again (ruling.140), and there is no starting bonus."""
    game = begun("characters_to_choose: 3, starting_bonus: true")
    kill(game)
    ask = game.ask
    assert ask is not None
    assert (ask.seat, ask.kind, len(ask.keys)) == (1, "character", 3)
    assert {"character:thief", "character:dwarf", "character:elf"}.isdisjoint(ask.keys)
    game.play(1)
    new = game.view(1).me
    assert f"character:{new.character}" == ask.keys[1]
    assert start_of(new) == STARTS[str(new.character)]


@pytest.mark.slow
@pytest.mark.parametrize("left", [1, 2])
def test_as_many_characters_are_offered_as_there_are(left: int) -> None:
    game = begun("characters_to_choose: 3")
    unused = leave(game, left)
    kill(game)
    if left == 1:
        assert game.view(1).me.character == unused[0]
    else:
        assert game.ask is not None
        assert sorted(game.ask.keys) == sorted(f"character:{name}" for name in unused)


def test_who_finds_no_unused_character_is_out() -> None:
    """A player who should begin anew when all characters have been used is out of the game (ruling.8)."""
    game = begun()
    leave(game, 0)
    kill(game)
    assert not game.view(1).me.in_game
    assert game.view(1).me.character is None
    assert game.state.active == 2
    assert game.result == []


def leave(game: Game, count: int) -> list[str]:
    """Leave so many unused characters, put the others into the box, and return those left."""
    table = table_of(game)
    unused = game.state.zones[table.deck_zone[table.character_deck]]
    for card in unused[count:]:
        game.move_card(card, table.box)
    return [str(table.cards[card].id) for card in unused[:count]]


def test_tables_that_differ_in_names_share_all_but_the_names() -> None:
    first, second = (table_for("revised4", names) for names in (["Ann", "Ben"], ["Cleo", "Dan"]))
    assert (first.seats, second.seats) == (("Ann", "Ben"), ("Cleo", "Dan"))
    assert first.cards is second.cards and first.words is second.words
    assert [zone.name for zone in second.zones if zone.owner == 1][:2] == ["play.Dan", "hand.Dan"]
    assert table_for("revised4", ["Ann", "Ben"]) is first


def test_tables_of_differing_names_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table_for("third", ["Ann", "Ben"])
    monkeypatch.setattr(loader, "Loader", None)
    assert table_for("third", ["Eve", "Finn"]).seats == ("Eve", "Finn")
