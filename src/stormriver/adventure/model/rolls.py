"""What words of dice say alike: the roll, and a table of what follows from its results."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stormriver.adventure.model.clauses import dice, whom
from stormriver.adventure.model.types import YOU, DieTable, Purpose, Who
from stormriver.language.clauses import Clause, Name, Part, Phrase, Rows, Text, do, following, phrase, plain_deed
from stormriver.language.grammar import NOTHING, ZERO, Effect, Value

ONE_SPACE: Final = frozenset({"at_space", "space_itself"})
"""Phrases in which a single space stands."""


def rolling(dice_: Value, for_: Purpose, plus: Value = ZERO, minus: Value = ZERO, who: Who = YOU) -> Clause:
    """Return what leads to a result: `roll 2 dice and add your Craft`, by whoever rolls."""
    does = [do("pray")] if for_ == "pray" else []
    does.append(do("roll_dice", dice=dice(dice_)))
    does += [] if plus is ZERO else [do("add_number", number=plus.clause())]
    does += [] if minus is ZERO else [do("subtract_number", number=minus.clause())]
    return Clause(tuple(does), None if who == YOU else whom(who))


def nearest_row(rows: DieTable, result: int) -> Effect:
    """Return the effect in a table for a result; one beyond the table counts as its nearest row."""
    for _, high, effect in rows:
        if result <= high:
            return effect
    return rows[-1][2]


def span(low: int, high: int) -> Part:
    """Return the results from one to another: `1-2`, `6`."""
    return Text(str(low) if low == high else f"{low}-{high}")


def labels(table: DieTable, less: bool = False, more: bool = False) -> list[Part]:
    """Return the results of each row of a table.

    Args:
        table: its rows.
        less: whether something is subtracted, which may take a roll below the table.
        more: whether something is added, which may take a roll beyond it.
    """
    said = [span(low, high) for low, high, _ in table]
    low, high, _ = table[-1]
    if more or (less and low != high):
        said[-1] = phrase("so_many_or_more", number=Text(str(low)))
    if less:
        said[0] = phrase("so_many_or_less", number=Text(str(table[0][1])))
    return said


def results(lead: Clause, ranges: list[Part], deeds: list[Part]) -> Part:
    """Return a roll and its results; of two, that nothing happens is left out, and spaces alone are named alone."""
    space = shared_deed(deeds)
    if space is not None:
        deed, deeds = space
        return Rows(following(lead, deed), tuple(zip(ranges, deeds, strict=True)))
    rows = list(zip(ranges, deeds, strict=True))
    if len(rows) == 2:
        rows = [row for row in rows if row[1] != NOTHING.clause()] or rows
    return Rows(lead, tuple(rows))


def shared_deed(deeds: list[Part]) -> tuple[Part, list[Part]] | None:
    """Return a deed that differs in its space alone, and its spaces; None if there is none such.

    `teleport to the Crags` and `teleport to the Forest` are `teleport to the space rolled`: `the Crags`, `the Forest`.
    """
    plain = [deed for deed in map(plain_deed, deeds) if deed is not None]
    first = plain[0] if plain else None
    if first is None or len(plain) < len(deeds) or any(replace(one, parts=first.parts) != first for one in plain):
        return None
    differing = [slot for slot in first.parts if any(one.parts.get(slot) != first.parts[slot] for one in plain)]
    if len(differing) != 1:
        return None
    (slot,) = differing
    found = [one.parts.get(slot) for one in plain]
    spaces = [one.parts.get("space") if isinstance(one, Phrase) and one.key in ONE_SPACE else one for one in found]
    named = [one for one in spaces if isinstance(one, Name) and one.sort == "space"]
    if len(named) < len(deeds):
        return None
    rolled: Part = phrase("space_rolled")
    like = found[0]
    rolled = phrase("at_space", space=rolled) if isinstance(like, Phrase) and like.key == "at_space" else rolled
    return Clause((replace(first, parts={**first.parts, slot: rolled}),)), list(named)
