"""What is asked, offered and told comes from the catalogue of the reader's language, and from nowhere else."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stormriver
from stormriver.adventure.text import procedures
from stormriver.api import begin_game, table_for
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT, ONLOOKER
from stormriver.language import rendering
from stormriver.language.catalogue import languages
from stormriver.language.rendering import language
from stormriver.language.source import read_file
from stormriver.presentation.registry import presentation_of
from stormriver.wargame.text import procedures as war_procedures
from test_rendering import outside

SEATS = ("1", "2", "3")
"""Names without letters, which no language could say."""
GAMES = {
    "revised4": ["city", "city_characters", "city_endings", "frontier"],
    "third": [],
    "reference": [],
    "wargame": [],
}
"""The presets, with packs."""
PRESETS = [pytest.param(name, marks=pytest.mark.long) if name in ("third", "reference") else name for name in GAMES]
"""The presets; what two of the same rulebook say is much alike."""
DECISIONS = 500
CONTENT = Path(stormriver.__file__).parent / "content"


@cache
def pronouns() -> str:
    """Return a pattern for the words for the reader: they stand in the grammar, which is not put in signs."""
    readers = language("de").catalogue.sections["grammar"]["reader"].values()
    words = {word for reader in readers for word in (*reader["words"].values(), *reader["pronoun"].values())}
    return rf"(?i)\b({'|'.join(sorted(words, key=len, reverse=True))})\b"


def foreign(text: str) -> str:
    """Return the letters of a text that no catalogue has said, squares of a map such as `D4` apart."""
    return outside(re.sub(r"\b[A-H][1-9]\b", "", re.sub(pronouns(), "", text)))


def new(preset: str, seed: int) -> Game:
    seats = SEATS[:2] if preset == "wargame" else SEATS
    return begin_game(preset, seats, seed, packs=GAMES[preset])


def played(preset: str, seed: int) -> Iterator[Game]:
    """Yield a random game at each of its asks."""
    game, rng = new(preset, seed), random.Random(seed)
    for _ in range(DECISIONS):
        if game.ask is None:
            return
        yield game
        game.play(rng.randrange(len(game.ask.codes)))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_said_past_the_catalogue(preset: str, signs: str) -> None:
    """Of every question, option, procedure and event of a random game no letter stands outside the signs."""
    under_way = war_procedures.under_way if preset == "wargame" else procedures.under_way
    past: Counter[str] = Counter()
    game = new(preset, 1)
    for game in played(preset, 1):
        assert game.ask is not None
        said = [game.table.question(game.ask.posed, signs)]
        said += [game.table.describe(game.ask.posed, code, signs) for code in game.ask.codes]
        said += [one.text for one in under_way(game, signs)]
        past.update(filter(foreign, said))
    past.update(filter(foreign, (game.table.told(event, OMNISCIENT, signs) for event in game.log or [])))
    assert past == Counter()


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_two_viewers_of_one_game_read_their_own_language(preset: str) -> None:
    """All they see is the same but for the words; keys, ids and numbers are in no language."""
    for number, game in enumerate(played(preset, 2)):
        if number % 50:
            continue
        assert game.ask is not None
        shown = presentation_of(game.table)
        english, german = (shown.view_of(game, game.ask.seat, None, code) for code in ("en", "de"))
        assert english.ask.text != german.ask.text
        assert [option.key for option in english.ask.options] == [option.key for option in german.ask.options]
        assert english.result == german.result and english.active == german.active
        trail = shown.trail(game.table)
        told = [shown.told(game.table, game.log or [], 0, ONLOOKER, trail, code) for code in ("en", "de")]
        assert [(one.number, one.kind, one.card) for one in told[0]] == [
            (one.number, one.kind, one.card) for one in told[1]
        ]
        assert all(bool(mine.text) == bool(yours.text) for mine, yours in zip(*told, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_there_is_a_book_in_every_language(preset: str) -> None:
    table = table_for(preset, 2, packs=GAMES[preset])
    books = [presentation_of(table).book_of(table, code) for code in languages()]
    assert len({book.name for book in books}) == len(books) or preset == "reference"
    assert all(book.cards.keys() == books[0].cards.keys() for book in books)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_standing_orders_have_one_name_in_all_languages(preset: str) -> None:
    """They are kept in saves by it; only what is said of them is the reader's, and follows from the name."""
    found = 0
    for game in played(preset, 3):
        assert game.ask is not None
        views = [game.view(game.ask.seat) for _ in languages()]
        for view, code in zip(views, languages(), strict=True):
            view.language = code
        matters = [matter for matter in map(presentation_of(game.table).matter_of, views) if matter is not None]
        assert len({matter.id for matter in matters}) <= 1
        found += len({matter.words for matter in matters}) > 1
        for matter, code in zip(matters, languages(), strict=False):
            kind = presentation_of(game.table).kind_of_ask(game.table, matter.kind)
            assert language(code).alone(kind) == matter.words
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_orders_decline_is_said_by_the_catalogue(preset: str, signs: str) -> None:
    """All that an order could settle in a random game is told with the names of things, and by no key."""
    past, found = set[str](), 0
    for game in played(preset, 3):
        assert game.ask is not None
        shown = presentation_of(game.table)
        matter = shown.matter_of(game.view(game.ask.seat))
        for key in () if matter is None else matter.things:
            found += 1
            said = rendering.language(signs).say(shown.thing_declined(game.table, key))
            past.update([key] if foreign(said) else ())
    assert found and past == set()


def test_usual_orders_are_named_as_matters_are() -> None:
    from stormriver.presentation.adventure.standing_orders import AT_FIRST

    said = language("en").catalogue.sections["phrases"]
    assert list(AT_FIRST) == [f"{kind}|{said[f'order_{kind}']}" for kind in ("roll", "encounter")]


# packs

PACK = {
    "pack.yaml": "language: 2\nname: The zoo\nfor: [revised4]\n",
    "cards.yaml": """
deck: adventure
cards:
  - {id: octopus, name: Octopus, kind: animal, strength: 3}
  - {id: keeper, name: Keeper, kind: follower, act: {at: free, do: {discard: octopus, count: 2}}}
""",
    "locale/en.yaml": "names: {card.octopus: {one: Octopus, other: Octopodes}}\n",
    "locale/de.yaml": """
names:
  card.octopus: {gender: m, one: Krake, other: Kraken}
  card.keeper: {gender: m, one: Wärter, other: Wärter}
""",
}
"""A pack whose names have genders and plurals of their own in two languages."""


@pytest.mark.slow
def test_a_pack_brings_the_genders_and_plurals_of_its_names(tmp_path: Path) -> None:
    """They hold at its tables, and at no others."""
    (tmp_path / "zoo" / "locale").mkdir(parents=True)
    for name, text in PACK.items():
        (tmp_path / "zoo" / name).write_text(text, encoding="utf-8")
    table: Any = table_for("revised4", packs=[str(tmp_path / "zoo")])
    octopus, keeper = [next(card for card in table.definitions if card.id == id) for id in ("octopus", "keeper")]
    assert [table.name_of(octopus, code) for code in ("en", "de")] == ["Octopus", "Krake"]
    assert "discard 2 Octopodes" in table.says(keeper)
    assert "2 Kraken" in table.says(keeper, "de")
    assert "card.octopus" not in language("de").catalogue.sections["names"]


def test_an_edited_catalogue_of_a_pack_is_read_again(tmp_path: Path) -> None:
    """At the next table; the one that is there speaks on as it did."""
    (tmp_path / "zoo" / "locale").mkdir(parents=True)
    for name, text in PACK.items():
        (tmp_path / "zoo" / name).write_text(text, encoding="utf-8")

    def octopus_at(table: Any) -> str:
        return str(table.name_of(next(card for card in table.definitions if card.id == "octopus"), "de"))

    before: Any = table_for("revised4", packs=[str(tmp_path / "zoo")])
    assert octopus_at(before) == "Krake"
    path = tmp_path / "zoo" / "locale" / "de.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Krake,", "Oktopus,"), encoding="utf-8")
    assert octopus_at(table_for("revised4", packs=[str(tmp_path / "zoo")])) == "Oktopus"
    assert octopus_at(before) == "Krake"


@pytest.mark.slow
def test_a_catalogue_of_a_pack_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "zoo" / "locale").mkdir(parents=True)
    for name, text in (PACK | {"locale/de.yaml": "name: {}\n"}).items():
        (tmp_path / "zoo" / name).write_text(text, encoding="utf-8")
    table: Any = table_for("revised4", packs=[str(tmp_path / "zoo")])
    with pytest.raises(StormriverError, match=r"zoo/locale/de\.yaml: .*no section 'name'; did you mean 'names'\?"):
        table.says(table.definitions[0], "de")


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_all_that_set_ups_and_rules_are_called_is_german(preset: str) -> None:
    """Options have a name, their words as well, and chapters a heading."""
    table = table_for(preset, 2, packs=GAMES[preset])
    names = language("de").catalogue.sections["names"]
    book = presentation_of(table).book_of(table, "de")
    wanted = [name for one in book.options for name in (one.id, *(f"{one.id}.{word}" for word in one.words))]
    assert [name for name in wanted if f"setting.{name}" not in names] == []
    assert {rule.chapter for rule in book.rules.values() if not rule.heading} == set()


@pytest.mark.slow
def test_every_note_of_the_content_is_german() -> None:
    """None is left out, and none translated that nothing says any more."""
    notes = {note for file in CONTENT.rglob("*.yaml") for note in _notes(read_file(file).plain())}
    assert notes == set(language("de").catalogue.sections["notes"])


def _notes(node: Any) -> Iterator[str]:
    """Yield all notes in a file, and the titles of the examples on cards."""
    if isinstance(node, dict):
        if isinstance(node.get("note"), str):
            yield node["note"]
        for example in node.get("examples", ()):
            yield example["title"]
        node = list(node.values())
    if isinstance(node, list):
        for one in node:
            yield from _notes(one)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_the_notes_of_a_book_are_those_of_its_language(preset: str) -> None:
    table = table_for(preset, 2, packs=GAMES[preset])
    english, german = (presentation_of(table).book_of(table, code).cards for code in ("en", "de"))
    assert all((card.note != german[id].note) == bool(card.note) for id, card in english.items())
