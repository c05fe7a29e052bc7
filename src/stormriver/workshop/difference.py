"""Differences: what changed for players between two versions of a pack."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from stormriver.presentation import rule_texts
from stormriver.presentation.registry import presentation_of
from stormriver.workshop.bench import OnBench

SECTIONS = ("cards", "spaces", "marks", "decks", "options")
"""The parts of a book in which things have an id and a name; and rules, which are told apart by themselves."""
UNSEEN = frozenset({"id", "examples"})
"""What of a thing is no matter for players."""


class Change(Struct, frozen=True, kw_only=True):
    """One thing that is not as it was.

    Attributes:
        section: of the book, e.g. `cards`.
        kind: whether it is new, gone or changed.
        fields: what of it changed, by name: before, and now.
    """

    section: str
    id: str
    name: str
    kind: Literal["added", "removed", "changed"]
    fields: dict[str, tuple[Any, Any]] = {}


def differences(old: OnBench, new: OnBench, language: str) -> list[Change]:
    """Return what is not in a version of a pack as it is in another, on top of the same rulebook, in order of ids.

    Args:
        old: a version that can be loaded; `new` another one.
        language: the code of the language in which they are compared.

    Raises:
        BadContent: for what is wrong in one of them.
    """
    before, after = _things(old, language), _things(new, language)
    found = []
    for section, known in after.items():
        there = before.get(section, {})
        for id in sorted(known.keys() | there.keys()):
            change = _change(section, id, there.get(id), known.get(id))
            if change is not None:
                found.append(change)
    return found


def _change(section: str, id: str, old: dict[str, Any] | None, new: dict[str, Any] | None) -> Change | None:
    if old is None or new is None:
        known = new if new is not None else old
        assert known is not None
        return Change(section=section, id=id, name=known["name"], kind="removed" if new is None else "added")
    names = [name for name in {**old, **new} if name not in UNSEEN and old.get(name) != new.get(name)]
    if not names:
        return None
    fields = {name: (old.get(name), new.get(name)) for name in names}
    return Change(section=section, id=id, name=new["name"], kind="changed", fields=fields)


def _things(pack: OnBench, language: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Return all that players see of a set-up with a pack, by section and id."""
    table = pack.table()
    book = msgspec.to_builtins(presentation_of(table).book_of(table, language))
    found = {}
    for section in SECTIONS:
        held = book.get(section, {})
        found[section] = {one["id"]: one for one in (held.values() if isinstance(held, dict) else held)}
    rules = rule_texts.rules(table).values()
    found["rules"] = {rule.id: {"name": rule.title, "title": rule.title, "text": rule.text} for rule in rules}
    return found
