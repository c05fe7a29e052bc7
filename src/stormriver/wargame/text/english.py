"""Plain English for all that a wargame shows: what chits say, what an ask asks, what an option does.

Everything is generated from what tiles, units, items and spells give and do, so text and behaviour cannot drift. What
has happened is told by event_text.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel import ask as keys
from stormriver.kernel.ask import Posed
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language.clauses import Name
from stormriver.language.english import named
from stormriver.language.grammar import Effect
from stormriver.language.rendering import language
from stormriver.wargame.model import nouns
from stormriver.wargame.model.definitions import Ability, Chit, Item, MarkKind, Spell, Square, Unit
from stormriver.wargame.text import says
from stormriver.wargame.text.wording import OPTIONS, QUESTIONS, TILE, TILE_IN_RUINS

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

__all__ = ["card_text", "describe", "powers", "question"]


# what chits, abilities and marks say


def card_text(table: WargameTable, thing: Chit | Ability | MarkKind | Square, code: str = "en") -> str:
    """Return the full text of a tile, unit, item, spell, ability or kind of mark; that of a square is empty.

    Args:
        table: the table it belongs to.
        thing: the definition.
        code: the language, one of `rendering.languages()`.
    """
    known = _texts(table)
    if (code, thing) not in known:
        known[code, thing] = " ".join(map(language(code).sentence, says.sentences(table, thing)))
    return known[code, thing]


def name_of(table: WargameTable, thing: Chit | Ability | MarkKind, code: str = "en") -> str:
    """Return what a chit, ability or kind of mark is called in a language."""
    sort = thing.group if isinstance(thing, Chit) else "ability" if isinstance(thing, Ability) else "mark"
    return language(code).say(Name(sort, thing.id, thing.name))


@once_a_table
def _texts(table: WargameTable) -> dict[tuple[str, object], str]:
    """Return the texts that have been read so far, by language and thing."""
    return {}


def powers(table: WargameTable, unit: Unit) -> str:
    """Return the text of a unit's abilities and of its gifts to itself, without its printed numbers."""
    return " ".join(map(language("en").sentence, says.powers(table, unit)))


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
        said = [*([says.aim(spell=thing)] if verb == "cast" else []), *says.worked(table, thing)]
        return " ".join(text for text in map(language("en").sentence, said) if text)
    if isinstance(thing, Item) and verb == "use":
        return language("en").sentence(thing.use.clause())
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
