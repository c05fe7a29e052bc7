"""What tiles, units, items, spells, abilities and marks say: sentences as clauses, for any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel.state import NONE
from stormriver.language.clauses import (
    Clause,
    Count,
    During,
    Given,
    Part,
    Phrase,
    Text,
    bid,
    do,
    listed,
    phrase,
)
from stormriver.language.grammar import ALWAYS, Nothing
from stormriver.wargame.model import moments
from stormriver.wargame.model.clauses import THE_UNIT, able, borne, gift_clause, up_to
from stormriver.wargame.model.definitions import Ability, Chit, Item, MarkKind, Spell, Square, Tile, Unit
from stormriver.wargame.model.nouns import IT, ability, sort_of

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

HERE = phrase("unit_here")
NOTHING = Text("")


def sentences(table: WargameTable, thing: Chit | Ability | MarkKind | Square) -> list[Part]:
    """Return what a tile, unit, item, spell, ability or kind of mark says; nothing for a square."""
    if isinstance(thing, Unit):
        return _of_unit(table, thing)
    if isinstance(thing, Tile):
        return _of_tile(table, thing)
    if isinstance(thing, Item):
        return _of_item(table, thing)
    if isinstance(thing, Spell):
        return _of_spell(table, thing)
    if isinstance(thing, Ability):
        if thing.text:
            return [Clause((able(table, thing.id),), IT)]
        return [gift_clause(table, gift, IT) for gift in thing.gives]
    return [borne(table, thing.id)] if isinstance(thing, MarkKind) and (thing.gives or thing.forbids) else []


def _of_unit(table: WargameTable, unit: Unit) -> list[Part]:
    sorts = listed([sort_of(name) for name in (unit.type, *unit.is_)], "and")
    said: list[Part] = [phrase("side_and_sorts", side=phrase(f"side_{unit.side}"), sorts=sorts)]
    said.append(phrase("strength_is", strength=Text(str(unit.strength))))
    points = unit.points or int("magic_user" in unit.is_)
    said += [phrase("gives_magic", points=Count("magic_point", points))] if points else []
    return [*said, *powers(table, unit)]


def powers(table: WargameTable, unit: Unit) -> list[Part]:
    """Return a unit's abilities and its gifts to itself, without its printed numbers."""
    own = [
        phrase("named_ability", name=ability(table, name), deed=Clause((able(table, name),), IT))
        for name in unit.abilities
    ]
    return [*own, *(gift_clause(table, gift, IT) for gift in unit.gives)]


def _of_tile(table: WargameTable, tile: Tile) -> list[Part]:
    said = [gift_clause(table, gift, HERE) for gift in tile.gives]
    for least, who, what, modal in (
        (tile.deadly, phrase("unit_entering"), "be_killed", ""),
        (tile.mires, HERE, "move_away", "can"),
        (tile.burns, HERE, "take_wound", ""),
        (tile.shelters, HERE, "evade_attack", ""),
    ):
        if least:
            deed = Clause((do(what, modal, negated=bool(modal), die=up_to(least)),), who)
            spared = [do("have", what=listed([ability(table, name) for name in tile.spares], "and"))]
            said.append(Given(deed, Clause(tuple(spared), IT), "unless") if tile.spares else deed)
    return said or [phrase("no_effect")]


def _of_item(table: WargameTable, item: Item) -> list[Part]:
    said: list[Part] = [phrase(f"slot_{item.slot}")] if item.slot else []
    said += [] if item.for_ is ALWAYS else [phrase("only_for", condition=item.for_.clause())]
    said += [gift_clause(table, gift, phrase("bearer")) for gift in item.gives]
    if not isinstance(item.use, Nothing):
        said.append(phrase("use_and_discard", when=moments.at(item.at), deed=item.use.clause()))
    return said


def _of_spell(table: WargameTable, spell: Spell) -> list[Part]:
    by = phrase(f"by_{spell.side}") if spell.side else NOTHING
    aimed = aim(spell)
    key = "cast" if aimed == NOTHING else "cast_at"
    lasts: list[Part] = [phrase(f"lasts_{spell.lasts}")] if spell.lasts else []
    return [*lasts, bid(key, by=by, when=moments.at(spell.at), aim=aimed), *worked(table, spell)]


def aim(spell: Spell) -> Part:
    """Return what a spell is cast at: `at an enemy unit up to 3 spaces away`."""
    if spell.target in ("none", "spell"):
        return NOTHING
    only = NOTHING if spell.only is ALWAYS else phrase("that", condition=spell.only.clause())
    reach = NOTHING if spell.range == NONE else phrase("up_to_away", spaces=Count("space", spell.range))
    covers = phrase("covering", spaces=Count("space", spell.covers)) if spell.covers > 1 else NOTHING
    return Phrase(f"at_{spell.target}", {"only": only, "reach": reach, "covers": covers})


def worked(table: WargameTable, spell: Spell) -> list[Part]:
    """Return what a spell does, and what it gives while it stays."""
    said: list[Part] = [] if isinstance(spell.effect, Nothing) else spell.effect.clauses()
    for gift in spell.gives:
        clause = gift_clause(table, gift, THE_UNIT)
        said.append(During(clause, phrase("until_your_turn"), first=False) if spell.fades else clause)
    return said
