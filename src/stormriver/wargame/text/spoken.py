"""All that a wargame shows, in a language: what chits say, what an ask asks, what an option does.

Everything is generated from what tiles, units, items and spells give and do, so text and behaviour cannot drift. What
has happened is told by event_text.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel import ask as keys
from stormriver.kernel.ask import Posed
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language.clauses import Part, Sentences, Text, phrase
from stormriver.language.grammar import Effect
from stormriver.language.naming import named
from stormriver.language.rendering import spoken
from stormriver.wargame.model import nouns
from stormriver.wargame.model.definitions import Ability, Chit, Item, MarkKind, Spell, Square, Unit
from stormriver.wargame.text import says

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

__all__ = ["card_text", "describe", "powers", "question"]

QUESTION = "wargame.question"
"""The messages of questions, by the kind of the ask."""
OPTION = "wargame.option"
"""The messages of options, by their verb, or by the kind of the ask and the verb."""


# what chits, abilities and marks say


def card_text(table: WargameTable, thing: Chit | Ability | MarkKind | Square, code: str = "en") -> str:
    """Return the full text of a tile, unit, item, spell, ability or kind of mark; that of a square is empty.

    Args:
        table: the table it belongs to.
        thing: the definition.
        code: the language, one of `language.catalogue.languages()`.
    """
    known = _texts(table)
    if (code, thing) not in known:
        known[code, thing] = " ".join(map(spoken(table, code).sentence, says.sentences(table, thing)))
    return known[code, thing]


def name_of(table: WargameTable, thing: Chit | Ability | MarkKind, code: str = "en") -> str:
    """Return what a chit, ability or kind of mark is called in a language."""
    return spoken(table, code).say(nouns.named(thing))


@once_a_table
def _texts(table: WargameTable) -> dict[tuple[str, object], str]:
    """Return the texts that have been read so far, by language and thing."""
    return {}


def powers(table: WargameTable, unit: Unit, code: str = "en") -> str:
    """Return the text of a unit's abilities and of its gifts to itself, without its printed numbers."""
    return " ".join(map(spoken(table, code).sentence, says.powers(table, unit)))


# asks


def question(table: WargameTable, ask: Posed, code: str = "en") -> str:
    """Return the question of an ask, in one line."""
    speaker = spoken(table, code)
    own = nouns.chit(table, ask.card) if ask.card != NONE else says.NOTHING
    return speaker.message(speaker.known(f"{QUESTION}.{ask.kind}", f"{QUESTION}.usual"), own=own)


def describe(table: WargameTable, ask: Posed, option: int, code: str = "en") -> str:
    """Return what an option does, in one line."""
    verb, kind, number = keys.verb_of(option)
    word: Effect | None = table.word_of(ask.cause)
    told = None if word is None else word.option_message(verb, number, ask.amounts.get(option))
    speaker = spoken(table, code)
    ways = (f"{ask.kind}/{verb}", verb) if told is None else (told.key,)
    key = speaker.known(*(f"{OPTION}.{one}" for one in ways))
    if not key:
        return named(verb.replace("_", " ")) + "."
    parts: dict[str, Part] = {"number": Text(str(number))}
    parts |= {name: Text(str(table.numbers[name])) for name in ("price", "choice")}
    if ask.card != NONE:
        parts["own"] = nouns.chit(table, ask.card)
    if kind == keys.CARD:
        parts["card"] = nouns.chit(table, number)
    elif kind == keys.SPACE:
        parts["space"] = square_with_tile(table, number, ask.amounts.get(option))
    if "text" in speaker.slots(key):
        parts["text"] = Text(option_text(table, ask, option, code))
    return speaker.message(key, **parts, **({} if told is None else told.parts))


def option_text(table: WargameTable, ask: Posed, option: int, code: str = "en") -> str:
    """Return the details of an option beyond its own line: the text of the chit or tile it names."""
    verb, kind, number = keys.verb_of(option)
    if kind == keys.CARD:
        return _done(table, verb, table.cards[number], code)
    lying = ask.amounts.get(option)
    if kind == keys.SPACE and lying is not None and lying >= 0:
        return card_text(table, table.cards[lying], code)
    return ""


def _done(table: WargameTable, verb: str, thing: Chit, code: str) -> str:
    """Return what a chit does; of one that is cast, used up or taken off not when that may be done."""
    if isinstance(thing, Spell) and verb in ("cast", "remove"):
        said = [*([says.aim(spell=thing)] if verb == "cast" else []), *says.worked(table, thing)]
        return spoken(table, code).say(Sentences(tuple(said)))
    if isinstance(thing, Item) and verb == "use":
        return spoken(table, code).sentence(thing.use.clause())
    return card_text(table, thing, code)


def square_with_tile(table: WargameTable, number: int, lying: int | None) -> Part:
    """Return the name of a square with the tile that lies there: `D4, the Castle`.

    Args:
        table: the table.
        number: the square.
        lying: what `grid.tiles_on` says lies there; None if that is not known.
    """
    space = nouns.square(table, number)
    if lying is None:
        return space
    key = "square_with_tile" if lying >= 0 else "square_with_ruins"
    return phrase(key, space=space, card=nouns.chit(table, lying if lying >= 0 else ~lying))


def thing_in_key(table: WargameTable, verb: str, argument: str) -> Part:
    """Return the name of what stands behind the verb of a key at a window: a chit; else the text, such as a number."""
    for number, one in enumerate(table.cards):
        if one.id == argument:
            return nouns.chit(table, number)
    return Text(argument)
