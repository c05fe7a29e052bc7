"""What gifts and marks say, as clauses: `it has strength +2 and a save of 1 to 4`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.kernel.state import NONE
from stormriver.language.clauses import Aside, Clause, Count, Given, Noun, Part, Text, Told, do, listed, phrase
from stormriver.language.grammar import ALWAYS, Fixed, Value
from stormriver.wargame.model.definitions import Gift
from stormriver.wargame.model.nouns import ability, places

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

THE_UNIT: Final = Noun("unit", "the")
WHOM: Final = {"near": phrase("unit_here_or_beside"), "neighbours": phrase("friend_beside")}
"""Whom a gift is for that is not for its bearer alone."""


def gift_clause(table: WargameTable, gift: Gift, bearer: Part) -> Part:
    """Return what a gift says.

    Args:
        table: the table.
        gift: the gift.
        bearer: who bears or stands on what gives it.
    """
    clause = Clause(tuple(given(table, gift)), WHOM.get(gift.to, bearer))
    return clause if gift.when is ALWAYS else Given(clause, gift.when.clause())


def given(table: WargameTable, gift: Gift) -> list[Part]:
    """Return a gift as predicates: `has strength +2 and a save of 1 to 4`, `moves 1 more space`."""
    has = [*_strength(gift.strength, "strength"), *_strength(gift.shot, "strength_of_shots")]
    has += [phrase("printed_strength", amount=Text(str(gift.becomes)))] if gift.becomes != NONE else []
    has += [phrase("half_strength")] if gift.halves else []
    has += [phrase("save", die=up_to(gift.save))] if gift.save else []
    does: list[Part] = [do("have", what=listed(has, "and"))] if has else []
    does += [*_added(gift.strength, "add_strength"), *_added(gift.shot, "add_strength_of_shots")]
    does += [Aside(able(table, name), ability(table, name)) for name in gift.abilities]
    does += [do("shoot_at_all", "may", strength=Text(str(gift.volley)))] if gift.volley != NONE else []
    for key, noun, number, modal in (
        ("move_more", "more_space", gift.steps, ""),
        ("bear_more", "more_wound", gift.wounds, "can"),
        ("give_magic", "more_magic_point", gift.points, ""),
        ("bring", "gold", gift.gold, ""),
        ("heal", "wound", gift.heals, ""),
        ("carry_more", "more_weapon", gift.hands, "can"),
    ):
        does += [do(key, modal, what=Count(noun, number))] if number else []
    if gift.recruit:
        key = "add_to_recruiting" if gift.recruit > 0 else "subtract_from_recruiting"
        does.append(do(key, number=Text(str(abs(gift.recruit)))))
    does += [_leap(table, gift.leaps)] if gift.leaps else []
    return does


def able(table: WargameTable, name: str) -> Told:
    """Return the predicate of an ability: `moves 1 more space`."""
    return Told("ability", name, table.abilities[name].text)


def _strength(value: Value, key: str) -> list[Part]:
    return [phrase(key, amount=Text(f"{value.fixed:+d}"))] if isinstance(value, Fixed) and value.fixed else []


def _added(value: Value, key: str) -> list[Part]:
    return [] if isinstance(value, Fixed) else [do(key, amount=value.clause())]


def _leap(table: WargameTable, kinds: tuple[str, ...]) -> Part:
    return do("leap_anywhere", "can") if "any" in kinds else do("leap", "can", where=places(table, kinds))


def up_to(most: int) -> Part:
    """Return the faces of a die from 1 to another: `1`, `1 or 2`, `1 to 4`."""
    if most <= 2:
        return listed([Text(str(face)) for face in range(1, most + 1)])
    return phrase("one_to", most=Text(str(most)))


def borne(table: WargameTable, kind: str) -> Part:
    """Return what a kind of mark does while it lies on a unit, or on a side."""
    mark = next(mark for mark in table.marks if mark.id == kind)
    clauses = [gift_clause(table, gift, THE_UNIT) for gift in mark.gives]
    if mark.forbids:
        does = tuple(do(f"{what}_at_all", modal="may") for what in mark.forbids)
        clauses.append(Clause(does, Noun("unit", "no"), "or"))
    return listed(clauses, "and") if clauses else Text(mark.text or mark.name)
