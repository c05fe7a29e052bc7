"""Changing trees of clauses: what is told of somebody else, what stands apart, and what stands in a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from stormriver.language.clauses import IN_ORDER, YOU, Clause, During, Given, Listed, Name, Part, Retold, Rows


def stated_of(part: Part, who: Part) -> Part | None:
    """Return a statement about the reader as one about somebody; None if it is about anything else as well.

    Args:
        part: a clause, or several in a list.
        who: whom it is said of.
    """
    if isinstance(part, Listed):
        parts = [stated_of(one, who) for one in part.parts]
        return None if None in parts else Listed(tuple(one for one in parts if one is not None), part.joined)
    return replace(part, subject=who) if isinstance(part, Clause) and part.subject == YOU else None


def named_first(part: Part, who: Part) -> Part | None:
    """Return a part in which somebody stands where the reader is spoken to first; None if there is no such place."""
    if isinstance(part, Clause):
        return replace(part, subject=who) if part.subject in (None, YOU) else None
    if isinstance(part, Listed):
        first = named_first(part.parts[0], who)
        return None if first is None else replace(part, parts=(first, *part.parts[1:]))
    if isinstance(part, Rows):
        lead = named_first(part.lead, who)
        return None if lead is None else replace(part, lead=lead)
    if isinstance(part, During):
        clause = named_first(part.clause, who)
        return None if clause is None else replace(part, clause=clause)
    if isinstance(part, Given):
        condition = None if part.order in ("last", "unless") else named_first(part.condition, who)
        if condition is not None:
            return replace(part, condition=condition)
        clause = named_first(part.clause, who)
        return None if clause is None else replace(part, clause=clause)
    return None


def detached(part: Part) -> tuple[Part, Rows | None]:
    """Return a sentence without the rows at its end, and these; None if it does not end with rows."""
    if isinstance(part, Rows):
        return part.lead, part
    if isinstance(part, Given) and part.order not in ("last", "unless") and part.otherwise is None:
        clause, rows = detached(part.clause)
        return replace(part, clause=clause), rows
    if isinstance(part, During) and part.first:
        clause, rows = detached(part.clause)
        return replace(part, clause=clause), rows
    if isinstance(part, Listed) and part.joined in IN_ORDER:
        last, rows = detached(part.parts[-1])
        return replace(part, parts=(*part.parts[:-1], last)), rows
    if isinstance(part, Retold):
        said, rows = detached(part.part)
        if rows is not None:
            rows = Rows(rows.lead, tuple((label, Retold(deed)) for label, deed in rows.rows))
        return replace(part, part=said), rows
    return part, None


def names_in(part: Any) -> Iterator[Name]:
    """Yield all names that stand in a part."""
    if isinstance(part, Name):
        yield part
    elif isinstance(part, Mapping):
        for inner in part.values():
            yield from names_in(inner)
    elif isinstance(part, tuple):
        for inner in part:
            yield from names_in(inner)
    elif isinstance(part, Part):
        for own in fields(part):  # type: ignore[arg-type]
            yield from names_in(getattr(part, own.name))


def substituted(part: Any, old: Part, new: Part) -> Any:
    """Return a part with one of its parts replaced by another, wherever it stands."""
    if part == old:
        return new
    if isinstance(part, Mapping):
        return {key: substituted(inner, old, new) for key, inner in part.items()}
    if isinstance(part, tuple):
        return tuple(substituted(inner, old, new) for inner in part)
    if isinstance(part, Part):
        changed = {own.name: substituted(getattr(part, own.name), old, new) for own in fields(part)}  # type: ignore[arg-type]
        return replace(part, **changed)  # type: ignore[type-var]
    return part
