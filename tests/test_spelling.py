"""Texts are spelled as Hunspell's dictionaries or our own lists of words have it, and people are they."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stormriver.api import table_for
from stormriver.language.rendering import language

DICTIONARIES = {"en": "en_GB", "de": "de_DE"}
PRESETS: dict[str, tuple[str, ...]] = {
    "revised4": ("city", "city_characters", "city_endings"),
    "third": (),
    "wargame": (),
}
SAID = ("messages", "phrases", "nouns", "does", "rules", "lessons", "notes", "translations")
"""The sections whose texts are checked as they stand; those of names are checked where they are said."""
NO_WORDS = {"verb", "modal", "gender", "person"}
"""What entries say about themselves."""
WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
NO_TEXT = re.compile(r"\{[^}]*\}|`[^`]*`|\S+://\S+|\d+/\w+|\b\w+~")
"""What is no word: slots, keys, addresses, rates, stems of adjectives, whose endings come with their articles."""

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = (
    "*.md", "docs/**/*.md", "docs/*.yaml", "src/stormriver/content/**/*.yaml", "tests/**/*.yaml",
    *(f"{folder}/**/*.py" for folder in ("src", "tests", "tools", "bench")),
)  # fmt: skip
"""What is written by hand in English."""
GENERATED = "<!-- Generated"
"""How pages begin that are made from what is checked already."""
HE_OR_SHE = re.compile(r"\b(?:he|his|him|himself|she|hers?|herself)\b", re.IGNORECASE)


def ours(code: str) -> set[str]:
    """Return the words of the games that no dictionary knows."""
    return set((Path(__file__).with_name("spelling") / f"{code}.txt").read_text(encoding="utf-8").split())


def told(code: str) -> Iterator[str]:
    """Yield the names and texts of all cards, spaces and marks, and what the catalogue says besides."""
    for preset, packs in PRESETS.items():
        table: Any = table_for(preset, packs=packs)
        for thing in (*table.definitions, *table.marks, *getattr(table, "spaces", ())):
            yield table.name_of(thing, code)
            yield table.says(thing, code)
    for section in SAID:
        yield from _texts(language(code).catalogue.sections[section])


def _texts(entry: Any) -> Iterator[str]:
    if isinstance(entry, dict):
        for key, value in entry.items():
            yield from () if key in NO_WORDS else _texts(value)
    elif isinstance(entry, list):
        for value in entry:
            yield from _texts(value)
    else:
        yield str(entry)


def unknown(code: str, texts: Iterator[str]) -> set[str]:
    """Return the words of some texts that the dictionary of a language does not have."""
    words = {word for text in texts for word in WORD.findall(NO_TEXT.sub("", text))}
    checked = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", DICTIONARIES[code], "-l"],
        input="\n".join(sorted(words)), text=True, capture_output=True, check=True,
    )  # fmt: skip
    return set(checked.stdout.split())


needs_hunspell = pytest.mark.skipif(
    shutil.which("hunspell") is None, reason="Hunspell and its dictionaries are packages of the system (see .ci/run)"
)


@needs_hunspell
@pytest.mark.slow
@pytest.mark.parametrize("code", DICTIONARIES)
def test_everything_is_spelled_as_it_should_be(code: str) -> None:
    found = unknown(code, told(code))
    assert found - ours(code) == set(), "mend them, or add them to tests/spelling"
    assert ours(code) - found == set(), "words that nobody says any more, or that the dictionary knows"


@pytest.mark.slow
@needs_hunspell
def test_a_word_that_is_misspelled_is_found() -> None:
    assert unknown("en", iter(["Gain 1 lief and a Sworrd."])) == {"Sworrd"}
    assert unknown("de", iter(["Verliere 1 Lehben."])) == {"Lehben"}


def he_or_she(text: str) -> list[int]:
    """Return the numbers of the lines in which somebody is no "they"."""
    return [number for number, line in enumerate(text.splitlines(), start=1) if HE_OR_SHE.search(line)]


def test_people_are_they() -> None:
    """Only this file may name the words, to look for them."""
    paths = {path for pattern in WRITTEN for path in ROOT.glob(pattern)} - {Path(__file__).resolve()}
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(paths)}
    assert len(texts) > 1000, "the folders have moved"
    assert [
        f"{path.relative_to(ROOT)}:{number}"
        for path, text in texts.items() if not text.startswith(GENERATED)
        for number in he_or_she(text)
    ] == [], "say they, or the name again"  # fmt: skip


def test_he_and_she_are_found_as_words() -> None:
    assert he_or_she("The Troll heals.\nHis die shows 6.\nThe Sheriff keeps hers.") == [2, 3]
