"""The parts of a unit's strength beside the printed one: another form, all that is added, its wounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language import clauses, rendering
from stormriver.presentation.facts import Part
from stormriver.wargame.model.definitions import Carrier, Chit, Gift, MarkKind, Unit
from stormriver.wargame.model.nouns import named
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.marks import disease, wounds
from stormriver.wargame.procedures.strength import ATTACKING, SHOOTING, about, gifts, is_doing


def parts_of(game: Game, unit: int, language: str = "en", context: Context | None = None) -> tuple[Part, ...]:
    """Return what is added to the printed strength of a unit.

    Args:
        game: the game.
        unit: the unit.
        language: the viewer's.
        context: what it is doing, see `strength.about`; None for what counts whatever it does.
    """
    doing = context or about(game, unit)
    found = [*_become(game, unit, doing), *_added(game, doing), *_tolls(game, unit)]
    say = rendering.language(language).say
    return tuple(Part(say(one.name), one.amount, one.card) for one in found if one.amount)


class Adding(NamedTuple):
    """What adds to a strength: its name, how much, and the chit that it is, if it is one."""

    name: clauses.Part
    amount: int
    card: str = ""


def _become(game: Game, unit: int, context: Context) -> Iterator[Adding]:
    """Yield by how much the printed strength is another one, and by how much it is halved (wargame.32)."""
    power = game.table.cards[unit].strength
    given = gifts(game, context)
    for gift in given:
        if gift.becomes != NONE:
            yield _adding(game, gift, gift.becomes - power)
            power = gift.becomes
    halving = [gift for gift in given if gift.halves]
    if halving:
        yield _adding(game, halving[0], (power + 1) // 2 - power)


def _added(game: Game, context: Context) -> Iterator[Adding]:
    shooting = is_doing(context, SHOOTING | ATTACKING)
    for gift in gifts(game, context):
        more = gift.shot.of(game, context) if shooting else 0
        yield _adding(game, gift, gift.strength.of(game, context) + more)


def _tolls(game: Game, unit: int) -> Iterator[Adding]:
    """Yield what the marks cost each of which takes a point of strength (rules chapter `wounds`)."""
    kinds = game.table.rule_marks
    for kind, amount in ((kinds.wound, wounds(game, unit)), (kinds.disease, disease(game, unit))):
        mark = game.table.marks[kind]
        yield Adding(clauses.Name("mark", mark.id, mark.name, several=amount != 1), -amount)


def _adding(game: Game, gift: Gift, amount: int) -> Adding:
    giver = givers(game.table)[id(gift)]
    if isinstance(giver, Unit):
        return Adding(clauses.phrase("by_nature"), amount, giver.id)
    return Adding(named(giver), amount, giver.id if isinstance(giver, Chit) else "")


@once_a_table
def givers(table: WargameTable) -> dict[int, Carrier | MarkKind]:
    """Return who gives each gift of a table, by the identity of the gift."""
    carriers: list[Carrier | MarkKind] = [*table.definitions, *table.abilities.values(), *table.marks, *table.rules]
    return {id(gift): carrier for carrier in carriers for gift in carrier.gives}
