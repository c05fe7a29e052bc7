"""What the language of cards said otherwise before: its number today, and the rewrites that lead there."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn

import yaml

from stormriver.kernel.translatable import Translatable
from stormriver.language.origins import rulebook_of
from stormriver.language.source import Node, closest

LANGUAGE_TODAY = 2
"""What `language:` says in the packs and presets of today."""
COMMAND = "stormriver pack migrate"
"""The command that rewrites packs."""


class Rewrite(NamedTuple):
    """How something written in language 1 is written today, both as YAML in one line.

    A single capital letter stands for whatever is written there; `...` for all keys that are not named.

    Attributes:
        family: effect or condition.
        old: how it was written; a key that is named and was left out counts with its default.
        new: how it is written now; empty if it cannot be.
        why: the end of a sentence about what cannot be rewritten: what to do.
    """

    family: str
    old: str
    new: str
    why: str = ""

    @property
    def word(self) -> str:
        """The word that is rewritten."""
        return first_key(self.old)


class Gone(NamedTuple):
    """A key that a record had in language 1 and that there is no more.

    Attributes:
        record: the name of the class of the record, e.g. `Act`.
        key: the key.
        why: the end of a sentence about it: what to do.
    """

    record: str
    key: str
    why: str


class Former(NamedTuple):
    """What is known of language 1 of a rulebook.

    Attributes:
        rewrites: in order; of several that fit the first one counts.
        fields: the file with the fields of all its words and records, see `rewriting.Fields`.
        gone: the keys of its records that there are no more.
    """

    rewrites: tuple[Rewrite, ...]
    fields: Path
    gone: tuple[Gone, ...] = ()

    def why_gone(self, record: str, key: str) -> str:
        """Return what to do about a key of a record that there is no more; empty if it is none."""
        return next((row.why for row in self.gone if (row.record, row.key) == (record, key)), "")


_former: dict[str, Former] = {}


def register(rulebook: str, rewrites: tuple[Rewrite, ...], fields: Path, gone: tuple[Gone, ...] = ()) -> None:
    """Register what a rulebook's words were in language 1."""
    _former[rulebook] = Former(rewrites, fields, gone)


def former(rulebook: str) -> Former | None:
    """Return what a rulebook's words were in language 1; None if they have not changed."""
    return _former.get(rulebook)


@cache
def first_key(text: str) -> str:
    """Return the word of a piece of YAML: its only scalar, or its first key."""
    first = yaml.safe_load(text)
    return str(next(iter(first)) if isinstance(first, dict) else first)


def no_such_word(node: Node, rulebook: str, family: str, word: str, words: Collection[str]) -> NoReturn:
    """Raise BadContent for an unknown word, with how it is written today, or the known word most like it."""
    problem = Translatable("no {kind} is called {name!r}", kind=Translatable(family), name=word)
    known = _former.get(rulebook)
    found = [row for row in known.rewrites if (row.family, row.word) == (family, word)] if known else []
    if not found:
        node.fail("{problem}{hint}", problem=problem, hint=closest(word, words))
    told = "{problem} any more; write `{new}`, or let `{command} FOLDER` rewrite the pack"
    node.fail(told, problem=problem, new=found[0].new, command=COMMAND)


def no_such_key(node: Node, record: type, key: str, keys: Collection[str]) -> NoReturn:
    """Raise BadContent for a key that records of a class do not have: what is written today, or one like it."""
    known = _former.get(rulebook_of(record))
    why = known.why_gone(record.__name__, key) if known else ""
    if not why:
        node.misspelt("unknown key {name!r}", key, keys)
    node.fail("{problem}: {why}", problem=Translatable("unknown key {name!r}", name=key), why=Translatable(why))


def language_of(said: Node) -> int:
    """Return the number of the language that a file says it is written in; BadContent if it is of a newer version."""
    number = said.integer()
    if number > LANGUAGE_TODAY:
        said.fail(
            "this is language {number}, which needs a newer Stormriver; this one reads {today}",
            number=number,
            today=LANGUAGE_TODAY,
        )
    return number


def check_language(node: Node, folder: str) -> None:
    """Refuse the file of a pack or preset that is written in another language than that of today.

    Args:
        node: the file, a mapping.
        folder: the name of its folder, for the message.
    """
    said = node.mapping().get("language")
    if said is None:
        node.fail(
            "without `language:` this is language 1; `{command} {folder}` rewrites it as language {today}",
            command=COMMAND,
            folder=folder,
            today=LANGUAGE_TODAY,
        )
    if language_of(said) < LANGUAGE_TODAY:
        said.fail(
            "`{command} {folder}` rewrites what is written in language {number}",
            command=COMMAND,
            folder=folder,
            number=said.integer(),
        )
