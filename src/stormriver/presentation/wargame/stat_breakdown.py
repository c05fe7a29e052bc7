"""The parts of a unit's strength beside the printed one: another form, all that is added, its wounds."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.presentation.facts import Part
from stormriver.wargame.model.definitions import Carrier, Chit, Gift, MarkKind, Unit
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.marks import disease, wounds
from stormriver.wargame.procedures.strength import about, gifts

OWN = "by nature"
"""The name of the part that a unit gives to itself."""


def parts_of(game: Game, unit: int) -> tuple[Part, ...]:
    """Return what is added to the printed strength of a unit, as far as it counts whatever the unit does."""
    found = [*_become(game, unit), *_added(game, unit), *_tolls(game, unit)]
    return tuple(part for part in found if part.amount)


def _become(game: Game, unit: int) -> Iterator[Part]:
    """Yield by how much the printed strength is another one, and by how much it is halved (wargame.32)."""
    power = game.table.cards[unit].strength
    given = gifts(game, about(game, unit))
    for gift in given:
        if gift.becomes != NONE:
            yield _part(game, gift, gift.becomes - power)
            power = gift.becomes
    halving = [gift for gift in given if gift.halves]
    if halving:
        yield _part(game, halving[0], (power + 1) // 2 - power)


def _added(game: Game, unit: int) -> Iterator[Part]:
    context = about(game, unit)
    for gift in gifts(game, context):
        yield _part(game, gift, gift.strength.of(game, context))


def _tolls(game: Game, unit: int) -> Iterator[Part]:
    """Yield what the marks cost each of which takes a point of strength (rules chapter `wounds`)."""
    kinds = game.table.rule_marks
    for kind, amount in ((kinds.wound, wounds(game, unit)), (kinds.disease, disease(game, unit))):
        name = game.table.marks[kind].name
        yield Part(name if amount == 1 else f"{name}s", -amount)


def _part(game: Game, gift: Gift, amount: int) -> Part:
    giver = givers(game.table)[id(gift)]
    return Part(OWN if isinstance(giver, Unit) else giver.name, amount, giver.id if isinstance(giver, Chit) else "")


@once_a_table
def givers(table: WargameTable) -> dict[int, Carrier | MarkKind]:
    """Return who gives each gift of a table, by the identity of the gift."""
    carriers: list[Carrier | MarkKind] = [*table.definitions, *table.abilities.values(), *table.marks, *table.rules]
    return {id(gift): carrier for carrier in carriers for gift in carrier.gives}
