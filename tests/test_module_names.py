"""No module name twice where the two are not the same idea: whoever looks one up finds what they mean."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "stormriver"
KINDS_OF_GAMES = {"adventure", "wargame", "generic"}
"""Folders of the same parts of several kinds of games: `adventure/model/events.py` is to `wargame/model/events.py`."""

SHARED = {
    "analysis_board": "the board for questions: its positions, and its addresses",
    "app": "where a program begins: the command, and the server",
    "ask": "the ask that is pending, and how it is shown",
    "asks": "the kinds of asks that are declared",
    "attention": "what concerns a seat, and what it is therefore asked",
    "backup": "backups, and the command that makes them",
    "balance": "the balance of a pack, and the command that measures it",
    "board": "the board: words of it, and how it is shown",
    "cards": "cards: how they are checked, listed, shown",
    "choice": "words of choosing, and their readings",
    "clauses": "clauses, and those that a kind of games has",
    "control": "words that put others together, and their readings",
    "counters": "words of counters, and their readings",
    "decks": "decks: words, readings, what may be in them",
    "dice": "dice: the generator, rolling, words, readings",
    "doctor": "what is wrong with an installation, and the command that says so",
    "errors": "the exceptions of a layer",
    "events": "events, and those that are declared",
    "facts": "the structs that are sent",
    "fights": "fights: procedure, words, readings, odds",
    "figures": "figures that roam: procedure, words, readings",
    "followers": "words of Followers, and their readings",
    "formatting": "the form of a pack's YAML, and the command that gives it",
    "frames": "frames, and those of a kind of games",
    "gold": "words of gold, and their readings",
    "having": "words of what one has, and their readings",
    "installing": "installed packs, and the commands for them",
    "kept": "words of cards that keep others, and their readings",
    "lessons": "lessons: their files, and a session that is one",
    "marks": "marks: words, readings, ticks, how they are shown",
    "meeting": "meeting what lies on a space, and its reading",
    "models": "the tables of the database",
    "moments": "moments at which something may be done",
    "movement": "movement: procedure, words, readings",
    "namesakes": "names that more than one pack gives",
    "needs": "what words need of where they stand",
    "objects": "words of belongings, and their readings",
    "odds": "the odds of a fight, and how they are shown",
    "places": "words of places, and their readings",
    "plugin": "what a kind of games brings to a layer",
    "prevention": "words of prevention, and their readings",
    "preview": "how a pack's cards look, and the command that shows it",
    "questions": "questions that no rule answers",
    "records": "records of games: for programs, and inside",
    "registry": "what is found by a name: words, and what kinds of games bring",
    "replay": "looking back on a game, at the server and the terminal",
    "routes": "the addresses of a part of the server",
    "rulebook": "the interface of a rulebook, and a rulebook",
    "schema": "the JSON Schema of packs, and the command that writes it",
    "seats": "seats: how they are named, shown, counted by words",
    "session": "a session, and those of the server and the terminal",
    "situation": "how things stand at an ask, in words",
    "spells": "Spells: procedure, words, readings",
    "stock": "words of what is bought or fetched, and their readings",
    "table": "a table, and that of a kind of games",
    "trophies": "words of trophies, and their readings",
    "turns": "words of turns, and their readings",
    "view": "what a seat may know, and how it is shown",
    "vocabulary": "the words that somebody who writes a file may use",
    "winning": "words of winning, and their readings",
}
"""The one idea behind each name that modules of several parts have. A new name is only added with such a line."""


@cache
def names() -> dict[str, set[tuple[str, ...]]]:
    """Return each name of a module, with the parts of the program that have one of this name."""
    found = defaultdict(set)
    for path in SOURCES.rglob("*.py"):
        *folders, name = path.relative_to(SOURCES).with_suffix("").parts
        if name != "__init__":
            found[name].add(tuple(folder for folder in folders if folder not in KINDS_OF_GAMES))
    return found


@pytest.mark.parametrize("name", sorted(name for name, parts in names().items() if len(parts) > 1))
def test_a_name_is_twice_only_for_one_idea(name: str) -> None:
    """Each in a part of its own, and the idea is written down above."""
    assert name in SHARED, f"{name}.py is in {sorted('/'.join(part) or '.' for part in names()[name])}: rename one."


def test_no_idea_is_listed_that_is_there_once() -> None:
    """A line goes when the second module of that name has gone."""
    assert [name for name in SHARED if len(names()[name]) < 2] == []
