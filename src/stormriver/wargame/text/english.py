"""Plain English for all that a wargame shows: what chits say, what an ask asks, what an option does.

Everything is generated from what tiles, units, items and spells give and do, so text and behaviour cannot drift. What
has happened is told by event_text.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stormriver.kernel import ask as keys
from stormriver.kernel.ask import Posed
from stormriver.kernel.state import NONE
from stormriver.language.english import an, counted, listed, named, sentence
from stormriver.language.grammar import ALWAYS, Effect, Fixed, Nothing
from stormriver.wargame.model import moments, nouns
from stormriver.wargame.model.definitions import Ability, Chit, Gift, Item, MarkKind, Spell, Square, Tile, Unit
from stormriver.wargame.text.wording import AIMS, OPTIONS, QUESTIONS, TILE, TILE_IN_RUINS

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

__all__ = ["card_text", "describe", "powers", "question"]


# what chits, abilities and marks say


def card_text(table: WargameTable, thing: Chit | Ability | MarkKind | Square) -> str:
    """Return the full text of a tile, unit, item, spell, ability or kind of mark; that of a square is empty."""
    if isinstance(thing, Square):
        return ""
    if isinstance(thing, Unit):
        said = _of_unit(table, thing)
    elif isinstance(thing, Tile):
        said = _of_tile(table, thing)
    elif isinstance(thing, Item):
        said = _of_item(table, thing)
    elif isinstance(thing, Spell):
        said = _of_spell(table, thing)
    elif isinstance(thing, Ability | MarkKind) and thing.text:
        said = [sentence(f"it {thing.text}" if isinstance(thing, Ability) else thing.text)]
    else:
        said = gift_sentences(table, thing.gives, "it")
    return " ".join(text for text in said if text)


def _of_unit(table: WargameTable, unit: Unit) -> list[str]:
    kind = listed([named(unit.type), *(_class_name(name) for name in unit.is_)], "and")
    said = [f"{named(unit.side)} {kind}.", f"Strength {unit.strength}."]
    points = unit.points or int("magic_user" in unit.is_)
    said += [f"Gives {counted(points, 'magic point')}."] if points else []
    return [*said, powers(table, unit)]


def powers(table: WargameTable, unit: Unit) -> str:
    """Return the text of a unit's abilities and of its gifts to itself, without its printed numbers."""
    able = [sentence(f"{table.abilities[name].name}: it {table.abilities[name].text}") for name in unit.abilities]
    return " ".join(able + gift_sentences(table, unit.gives, "it"))


def _class_name(name: str) -> str:
    return nouns.NATURES.get(name, name).removeprefix("a ")


def _of_tile(table: WargameTable, tile: Tile) -> list[str]:
    said = gift_sentences(table, tile.gives, "a unit here")
    spared = f", unless it has {nouns.ability_names(table, tile.spares)}" if tile.spares else ""
    for least, what in (
        (tile.deadly, "a ground unit that enters is killed on a roll of {die}"),
        (tile.mires, "a unit here cannot move away on a roll of {die}"),
        (tile.burns, "in its owner's Healing Phase a unit here takes a wound on a roll of {die}"),
        (tile.shelters, "a unit here evades an attack on a roll of {die}"),
    ):
        said += [sentence(what.format(die=up_to(least)) + spared)] if least else []
    return said or ["It has no effect."]


def up_to(most: int) -> str:
    """Return the faces of a die from 1 to another: `1`, `1 or 2`, `1 to 4`."""
    return "1" if most == 1 else "1 or 2" if most == 2 else f"1 to {most}"


def _of_item(table: WargameTable, item: Item) -> list[str]:
    said = [f"{named(item.slot)}."] if item.slot else []
    if item.for_ is not ALWAYS:
        said.append(f"Only a Character who {item.for_.english().removeprefix('it ')} can carry it.")
    said += gift_sentences(table, item.gives, "its bearer")
    if not isinstance(item.use, Nothing):
        said.append(sentence(f"use it {moments.english(item.at)} and discard it: {item.use.english()}"))
    return said


def _of_spell(table: WargameTable, spell: Spell) -> list[str]:
    by = f"by {an(nouns.NATURES[spell.side])} Magic User " if spell.side else ""
    aim = _aim(spell)
    cast = sentence(f"cast {by}{moments.english(spell.at)}{', ' * bool(aim)}{aim}")
    return [f"{named(spell.lasts)}."] * bool(spell.lasts) + [cast, *_worked(table, spell)]


def _aim(spell: Spell) -> str:
    """Return what a spell is cast at: `at an enemy unit up to 3 spaces away`."""
    only = "" if spell.only is ALWAYS else f" that {spell.only.english().removeprefix('it ')},"
    at = AIMS[spell.target].format(only=only)
    reach = "" if spell.range == NONE or spell.target == "none" else f" up to {counted(spell.range, 'space')} away"
    covers = f", covering {spell.covers} spaces in all" if spell.covers > 1 else ""
    return f"{at}{reach}{covers}"


def _worked(table: WargameTable, spell: Spell) -> list[str]:
    """Return what a spell does, and what it gives while it stays."""
    said = [] if isinstance(spell.effect, Nothing) else spell.effect.sentences()
    until = ", until your next turn begins" if spell.fades else ""
    return said + gift_sentences(table, spell.gives, "the unit", until)


# what is given


def gift_sentences(table: WargameTable, gives: Iterable[Gift], whom: str, until: str = "") -> list[str]:
    """Return the text of gifts, a sentence each.

    Args:
        table: the table.
        gives: the gifts.
        whom: whose they are if they are given to one unit, e.g. `its bearer`.
        until: how long they last, in words that end the sentence.
    """
    who = {"here": whom, "near": "a unit here or beside it", "neighbours": "a friendly unit beside it"}
    found = []
    for gift in gives:
        condition = "" if gift.when is ALWAYS else f" if {gift.when.english()}"
        found.append(sentence(f"{who[gift.to]} {given(table, gift)}{condition}{until}"))
    return found


def given(table: WargameTable, gift: Gift) -> str:
    """Return a gift as a predicate: `has strength +2 and a save of 1 to 4`."""
    added = ((gift.strength, ""), (gift.shot, " in ranged attacks"))
    has = [f"strength {value.fixed:+d}{when}" for value, when in added if isinstance(value, Fixed) and value.fixed]
    has += [f"printed strength {gift.becomes}"] if gift.becomes != NONE else []
    has += ["half its printed strength, rounded up"] if gift.halves else []
    has += [f"a save of {up_to(gift.save)}"] if gift.save else []
    does = [f"has {listed(has, 'and')}"] if has else []
    does += [f"adds {value.english()} to its strength{when}" for value, when in added if not isinstance(value, Fixed)]
    shots = f", of strength {gift.volley} on all foes around it at once" if gift.volley != NONE else ""
    does += [f"{table.abilities[name].text} ({table.abilities[name].name}){shots}" for name in gift.abilities]
    does += [f"moves {counted(gift.steps, 'more space')}"] if gift.steps else []
    does += [f"can bear {counted(gift.wounds, 'more wound')}"] if gift.wounds else []
    does += [f"gives {counted(gift.points, 'more magic point')}"] if gift.points else []
    does += [f"brings {gift.gold} gold in the Recruit Phase"] if gift.gold else []
    does += [f"heals {counted(gift.heals, 'wound')} in the Healing Phase"] if gift.heals else []
    does += [f"adds {gift.recruit} to rolls on the Recruit Table"] if gift.recruit else []
    does += [f"can carry {counted(gift.hands, 'more weapon')}"] if gift.hands else []
    does += [f"can move to {_leap(table, gift.leaps)} as its move"] if gift.leaps else []
    return listed(does, "and")


def _leap(table: WargameTable, kinds: tuple[str, ...]) -> str:
    return "any empty space" if "any" in kinds else nouns.places(table, kinds).replace(" space", " space that is empty")


# asks


def question(table: WargameTable, ask: Posed) -> str:
    """Return the question of an ask, in one line."""
    own = nouns.chit(table, ask.card) if ask.card != NONE else ""
    return named(QUESTIONS.get(ask.kind, "What do you do?").format(own=own))


def describe(table: WargameTable, ask: Posed, code: int) -> str:
    """Return what an option does, in one line."""
    verb, kind, number = keys.verb_of(code)
    word: Effect | None = table.word_of(ask.cause)
    told = None if word is None else word.option_message(verb, number, ask.amounts.get(code))
    template = OPTIONS.get(f"{ask.kind}/{verb}", OPTIONS.get(verb)) if told is None else OPTIONS[told.key]
    if template is None:
        return named(verb.replace("_", " ")) + "."
    known: dict[str, object] = {"own": "", "card": "", "space": "", "number": number, "text": ""}
    known["price"], known["choice"] = table.numbers["price"], table.numbers["choice"]
    if ask.card != NONE:
        known["own"] = nouns.chit(table, ask.card)
    if kind == keys.CARD:
        known["card"] = nouns.chit(table, number)
    elif kind == keys.SPACE:
        known["space"] = square_with_tile(table, number, ask.amounts.get(code))
    known["text"] = option_text(table, ask, code) if "{text}" in template else ""
    return named(template.format(**known if told is None else known | told.arguments).strip())


def option_text(table: WargameTable, ask: Posed, code: int) -> str:
    """Return the details of an option beyond its own line: the text of the chit or tile it names."""
    verb, kind, number = keys.verb_of(code)
    if kind == keys.CARD:
        return _done(table, verb, table.cards[number])
    lying = ask.amounts.get(code)
    if kind == keys.SPACE and lying is not None and lying >= 0:
        return card_text(table, table.cards[lying])
    return ""


def _done(table: WargameTable, verb: str, thing: Chit) -> str:
    """Return what a chit does; of one that is cast, used up or taken off not when that may be done."""
    if isinstance(thing, Spell) and verb in ("cast", "remove"):
        return " ".join([sentence(_aim(thing)) if verb == "cast" else "", *_worked(table, thing)]).strip()
    if isinstance(thing, Item) and verb == "use":
        return sentence(thing.use.english())
    return card_text(table, thing)


def square_with_tile(table: WargameTable, number: int, lying: int | None) -> str:
    """Return the name of a square with the tile that lies there: `D4, the Castle`.

    Args:
        table: the table.
        number: the square.
        lying: what `grid.tiles_on` says lies there; None if that is not known.
    """
    name = nouns.square(table, number)
    if lying is None:
        return name
    tile = nouns.chit(table, lying if lying >= 0 else ~lying)
    return (TILE if lying >= 0 else TILE_IN_RUINS).format(space=name, card=tile)
