"""How sure a card is shows wherever the card does, with what of it is known; so does what a game counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.adventure.loader import load_table
from stormriver.adventure.model.definitions import PROVENANCES
from stormriver.adventure.view import View
from stormriver.api import begin_game
from stormriver.cli.app import app
from stormriver.cli.screen.adventure import cards, sheet
from stormriver.cli.screen.lines import Lines
from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.language.ruleset import presets
from stormriver.presentation.adventure.book import book_of
from stormriver.presentation.adventure.facts import Book

SEATS = ("ann", "ben")


def book(preset: str) -> Book:
    return book_of(load_table(preset, SEATS))


def begun(preset: str) -> Game:
    """Return a game in which all have their characters."""
    game = begin_game(preset, SEATS, 3)
    while game.ask is not None and game.state.turn == 0:
        game.play(0)
    return game


def printed(lines: Lines) -> str:
    """Return a screen as one line, so that nothing hangs on where it was folded."""
    return " ".join(" ".join(line.plain for line in lines).split())


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "300"})
    assert result.exit_code == 0, result.output
    return result.stdout


# provenance


@pytest.mark.slow
def test_a_book_tells_of_cards_and_spaces_what_is_known() -> None:
    king, crags = book("third").cards["dragon_king"], book("third").spaces["crags"]
    assert king.provenance == crags.provenance == "reconstructed"
    assert "beating it wins the game" in king.note
    assert crags.note == "That there are Crags is known."
    assert book("revised4").cards["sword"].note == book("revised4").spaces["crags"].note == ""


@pytest.mark.slow
def test_every_card_and_space_of_ours_says_how_sure_it_is() -> None:
    for preset in presets("adventure"):
        unsure = {card.id for card in book(preset).cards.values() if card.provenance not in PROVENANCES}
        unsure |= {space.id for space in book(preset).spaces.values() if space.provenance not in PROVENANCES}
        assert unsure == set()


@pytest.mark.slow
def test_a_provenance_that_there_is_not_is_refused(tmp_path: Path) -> None:
    for name, text in (
        ("card", "deck: adventure\ncards: [{id: a, name: A, kind: animal, strength: 1, provenance: prnted}]"),
        ("space", "spaces: [{id: a, name: A, region: outer, provenance: prnted}]"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text("language: 2\nname: X", encoding="utf-8")
        (tmp_path / name / "things.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(BadContent, match="no provenance is called 'prnted'; did you mean 'printed'"):
            load_table("revised4", SEATS, (), (str(tmp_path / name),))


@pytest.mark.slow
def test_the_browser_of_cards_marks_and_filters_what_is_reconstructed() -> None:
    rows = run("cards", "--preset", "third", "--kind", "stranger").splitlines()[1:-1]
    assert rows
    assert all("✎ reconstructed" in row or row.startswith(" ") for row in rows)
    assert "✓ sure" in run("cards", "--kind", "weapon")
    assert run("cards", "--preset", "third", "--provenance", "sure") == "No card fits that search.\n"
    assert "titles" in run("cards", "--preset", "third", "--provenance", "reconstructed")


def test_a_single_card_says_what_its_source_means_and_what_is_known() -> None:
    shown = run("cards", "dragon_king", "--preset", "third")
    assert f"Source: ✎ reconstructed: {PROVENANCES['reconstructed']}. That it is the last foe" in shown
    assert f"Source: ✓ sure: {PROVENANCES['sure']}." in run("cards", "sword")


def test_cards_and_spaces_in_a_game_are_marked_where_they_are_not_sure() -> None:
    shown = printed(cards.page(View(begun("third"), 0), "crags", 80))
    assert shown.endswith("the printed card may differ. That there are Crags is known.")
    assert "✎ reconstructed" in shown
    assert "sure" not in printed(cards.page(View(begun("revised4"), 0), "crags", 80))


# the words on cards


def test_a_card_shows_the_word_that_says_what_becomes_of_it() -> None:
    third = book("third").cards
    assert [third[name].action for name in ("cutpurse", "healer", "helmet", "dragon_king")] == [
        "discard", "leave", "keep", "",
    ]  # fmt: skip
    assert {card.action for card in book("revised4").cards.values()} == {""}
    assert "Stranger; Discard" in run("cards", "cutpurse", "--preset", "third")
    assert "Stranger, Discard" in printed(cards.page(View(begun("third"), 0), "cutpurse", 80))


# what is counted


def test_a_game_without_fate_and_trophies_shows_neither() -> None:
    third, revised = View(begun("third"), 0), View(begun("revised4"), 0)
    for shown in (sheet.summary, sheet.brief, sheet.sheet):
        assert "Fate" not in printed(shown(third, 0, 80)) and "Trophies" not in printed(shown(third, 0, 80))
        assert "Fate" in printed(shown(revised, 0, 80)) and "Trophies none" in printed(shown(revised, 0, 80))
        assert "Experience" not in printed(shown(revised, 0, 80))
    other = revised.seats[1]
    assert f" F{other.fate} " in printed(sheet.glance(revised, other, 80))
    assert " F0" not in printed(sheet.glance(third, third.seats[1], 80))


@pytest.mark.slow
def test_experience_is_shown_with_how_much_is_exchanged() -> None:
    game = begun("third")
    game.state.put(1, game.table.columns.index("experience"), 4)
    view = View(game, 0)
    for shown in (sheet.summary, sheet.brief, sheet.sheet):
        assert "Experience 4/7" in printed(shown(view, 1, 80))
    assert "Experience 4/7" in printed(sheet.glance(view, view.seats[1], 80))
    assert book("third").rates == {"experience": 7}
    assert book("revised4").rates == {"trophies": 7}
    assert book_of(load_table("third", SEATS, (("experience_points", 5),))).rates == {"experience": 5}
