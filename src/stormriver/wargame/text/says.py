"""What tiles, units, items, spells, abilities and marks say: sentences as clauses, for any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel.state import NONE
from stormriver.language.clause_changes import substituted
from stormriver.language.clauses import (
    Aside,
    Clause,
    Count,
    Do,
    During,
    Given,
    Listed,
    Noun,
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
from stormriver.wargame.model.clauses import THE_UNIT, able, borne, gift_clause, given, up_to
from stormriver.wargame.model.definitions import Ability, Chit, Gift, Item, MarkKind, Spell, Square, Tile, Unit
from stormriver.wargame.model.nouns import IT, THIS_UNIT, ability, sort_of

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

HERE = phrase("unit_here")
NOTHING = Text("")
SIDED = ("good", "evil", "neutral")
TYPED = ("character", "fighter", "magic_user")
"""What a bearer may have to be, by side and by sort, so that one noun says it: `a good Fighter`."""


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
            return [Clause((able(table, thing.id),), THIS_UNIT)]
        return [gift_clause(table, gift, THIS_UNIT) for gift in thing.gives]
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
    return [*own, *(gift_clause(table, gift, THIS_UNIT) for gift in unit.gives)]


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
            spared = [do("have_ability", what=listed([ability(table, name) for name in tile.spares], "and"))]
            said.append(Given(deed, Clause(tuple(spared), IT), "unless") if tile.spares else deed)
    return said or [phrase("no_effect")]


def _of_item(table: WargameTable, item: Item) -> list[Part]:
    said: list[Part] = [phrase(f"slot_{item.slot}")] if item.slot else []
    said += [] if item.for_ is ALWAYS else [_carried_by(item.for_.clause())]
    said += [one for gift in item.gives for one in _granted(table, gift, phrase("bearer"))]
    if not isinstance(item.use, Nothing):
        said.append(phrase("use_and_discard", when=moments.at(item.at), deed=item.use.clause()))
    return said


def _carried_by(condition: Part) -> Part:
    """Return who can carry an item: `only a good Fighter can carry it`."""
    is_ = condition.does[0] if isinstance(condition, Clause) and len(condition.does) == 1 else None
    natures = _natures(is_) if isinstance(is_, Do) else []
    sides, types = [name for name in natures if name in SIDED], [name for name in natures if name in TYPED]
    if not natures or len(sides) > 1 or len(types) > 1 or len(sides) + len(types) < len(natures):
        return phrase("only_for", who=phrase("only_who", condition=condition))
    if isinstance(is_, Do) and is_.negated:
        return phrase("not_carried", who=_one_of(sides, types))
    return phrase("only_for", who=_one_of(sides, types))


def _natures(is_: Do) -> list[str]:
    """Return the sides and sorts all of which a predicate demands; none if it demands anything else."""
    what = is_.parts.get("what")
    if isinstance(what, Listed):
        parts = what.parts if what.joined == "and" and not is_.negated else ()
    else:
        parts = () if what is None else (what,)
    return [one.key.removeprefix("being_") if isinstance(one, Phrase) else "" for one in parts]


def _one_of(sides: list[str], types: list[str]) -> Part:
    """Return one of a side, of a sort, or of both: `a good Fighter`."""
    if not sides:
        return Noun(f"one_{types[0]}", "a")
    return Noun(f"sided_{(*types, 'character')[0]}", "a", parts={"side": phrase(f"stem_{sides[0]}")})


def _granted(table: WargameTable, gift: Gift, bearer: Part) -> list[Part]:
    """Return what a gift says, with a sentence for each ability: `Fly: its bearer moves 1 more space`."""
    if not gift.abilities or gift.when is not ALWAYS or gift.to != "here":
        return [gift_clause(table, gift, bearer)]
    names = [name for name in gift.abilities if name != "ranged" or gift.volley == NONE]
    does = [one for one in given(table, gift) if not isinstance(one, Aside)]
    if len(names) < len(gift.abilities):  # the only ranged attack that it gives is the one on all around (wargame.67)
        does = [Aside(one, ability(table, "ranged")) if _is_volley(one) else one for one in does]
    found: list[Part] = [Clause(tuple(does), bearer)] if does else []
    return found + [
        phrase("granted_ability", name=ability(table, name), deed=Clause((able(table, name),), bearer))
        for name in names
    ]


def _is_volley(one: Part) -> bool:
    return isinstance(one, Do) and one.key == "shoot_at_all"


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
    if spell.covers == 1:
        said = [substituted(one, phrase("each_space_covered"), phrase("that_space")) for one in said]
    for gift in spell.gives:
        if spell.fades:
            said.append(During(gift_clause(table, gift, THE_UNIT), phrase("until_your_turn"), first=False))
        else:
            said += _granted(table, gift, THE_UNIT)
    return said
