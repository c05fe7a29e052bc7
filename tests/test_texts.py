"""Texts of cards, spaces and questions say what the engine does: where they once said something else or too little."""

from __future__ import annotations

from functools import cache

import pytest

from stormriver.adventure.loader import load_table
from stormriver.adventure.model.definitions import Carrier
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.spoken import card_text
from stormriver.language.rendering import language

SAID = [
    (
        "revised4 third",
        "poltergeist",
        "When you cross from one Region to another by bridge or over the water, discard this card.",
    ),
    ("revised4", "potion_of_strength", "In your turn or when you are attacked, you may"),
    ("revised4", "alchemist", "In your turn or when you are attacked or when you are to pay gold, you may"),
    ("revised4", "druid", "Once a turn, in your turn or when you are attacked, when another character uses an ability"),
    ("revised4", "prince", "In your turn, if you are at the Castle, you may gain 3 gold"),
    ("revised4", "amulet", "You may not cast Spells, not even the Command Spell,"),
    ("revised4", "amulet", "You lose no life to Spells but the Command Spell."),
    ("third", "amulet", "You may not cast Spells or be affected by others' Spells. You lose no life to Spells."),
    (
        "revised4",
        "random",
        "2: they lose all Strength counters; 3: they lose all Craft counters; 4: they lose all gold",
    ),
    ("revised4 third", "warlocks_cave", "you are carried to the Warlock's Cave and take a Talisman, if one is left"),
    ("revised4", "hermit", "When you draw it, roll a die and place this card face up at the space rolled."),
    ("revised4", "hermit", "take a Talisman from the Talisman cards if one is left"),
    ("third", "hermit ghost", "When its number comes, roll a die and place this card face up at the space rolled."),
    (
        "city",
        "black_market racketeer wishing_well",
        "or the top card of the Pet deck, the Potion deck or the Wanted Poster deck",
    ),
    ("city", "drunken_revelry", "those tied for the lowest roll do so again"),
    ("city", "lottery", "those tied for the highest roll do so again"),
    ("city", "spy", "Starts at the City, unless an ability says otherwise, with 1 gold."),
    ("city", "air_elemental", "clockwise as the roll, then the turn ends at once."),
    ("city", "brew_stein", "In your turn, you may heal 1 life"),
    ("city", "wanted_animal", "In your turn, you may discard any number of your Animal trophies"),
    ("city", "tinkerer", "keep the Construct, now a Rewound Construct, as a Follower."),
]
"""In which games the texts of which cards and spaces say what."""


@cache
def table(game: str) -> AdventureTable:
    preset, packs = ("revised4", ("city",)) if game == "city" else (game, ())
    return load_table(preset, ("ann", "ben"), (), packs)


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [(game, name, said) for games, names, said in SAID for game in games.split() for name in names.split()],
)
def test_a_text_says_what_happens(game: str, name: str, said: str) -> None:
    known = table(game)
    things: dict[str, Carrier] = {space.id: space for space in known.spaces}
    things |= {card.id: card for card in known.definitions}
    assert said in card_text(known, things[name])


def test_the_question_after_an_attack_roll_fits_those_who_have_no_fate() -> None:
    assert "fate" not in language("en").message("adventure.question.fate").lower()
