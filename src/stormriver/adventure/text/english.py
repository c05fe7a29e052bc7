"""Plain English for all that a table shows: what cards say, what an ask asks, what an option does.

Everything is generated from what the words and hooks do, so text and behaviour cannot drift. The clauses
are made by the words themselves; this module puts them into sentences. What has happened is told by event_text.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from stormriver.adventure.model import asks
from stormriver.adventure.model.definitions import Ability, Card, Carrier, MarkKind, Space
from stormriver.adventure.model.hooks import Act, said_moments
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.text import says
from stormriver.adventure.text.event_text import OMNISCIENT, event_text
from stormriver.adventure.text.wording import BARE_OPTIONS, OPTIONS, QUESTIONS, WORTH
from stormriver.adventure.words.movement import Enter
from stormriver.kernel import ask as keys
from stormriver.kernel.ask import Posed
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language.english import named
from stormriver.language.grammar import Effect
from stormriver.language.message import Message
from stormriver.language.rendering import language

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

__all__ = ["OMNISCIENT", "card_text", "describe", "event_text", "option_text", "question"]


# what cards, characters, spaces and marks say


def card_text(table: AdventureTable, card: Carrier, code: str = "en") -> str:
    """Return the full text of a card, character, space, kind of mark or rule, in whole sentences.

    Args:
        table: the table it belongs to; what its options settle is left out.
        card: the definition. A character's abilities stand on a line each.
        code: the language, one of `rendering.languages()`.
    """
    known = _texts(table)
    if (code, card) not in known:
        lines = [" ".join(map(language(code).sentence, says.sentences(table, card)))]
        if isinstance(card, Card):
            lines += [_of_ability(card, ability, code) for ability in card.abilities]
        known[code, card] = "\n".join(lines)
    return known[code, card]


@once_a_table
def _texts(table: AdventureTable) -> dict[tuple[str, Carrier], str]:
    """Return the texts that have been read so far, by language and definition."""
    return {}


def ability_text(ability: Ability, code: str = "en") -> str:
    """Return what a special ability says, without its name."""
    return " ".join(map(language(code).sentence, says.ability_says(ability)))


def moments_text(moments: int, code: str = "en") -> str:
    """Return moments in words: `when a Spell has just been cast`."""
    return language(code).say(said_moments(moments))


def _of_ability(card: Card, ability: Ability, code: str) -> str:
    name = language(code).say(says.ability_name(card, ability))
    return f"{name}: {ability_text(ability, code)}" if name else ability_text(ability, code)


# asks


def question(table: AdventureTable, ask: Posed) -> str:
    """Return the question of an ask, in one line."""
    template = QUESTIONS.get(ask.kind, "What do you do?")
    told = _told_by_word(table, ask, keys.YES) if "{deed}" in template else None
    asked = template.format(**{"deed": ""} if told is None else told.arguments).strip()
    return asked if ask.card == NONE else f"{table.cards[ask.card].name}: {asked}"


def describe(table: AdventureTable, ask: Posed, code: int) -> str:
    """Return what an option does, in one line."""
    verb, kind, number = keys.verb_of(code)
    told = _told_by_word(table, ask, code)
    template = _usual_template(ask.kind, verb, kind) if told is None else OPTIONS[told.key]
    if template is None:  # what a rule on the table lets one do
        return option_text(table, ask, code) or named(verb.replace("_", " ")) + "."
    known: dict[str, object] = {"seat": "", "card": "", "space": "", "number": number, "name": ""}
    if kind == keys.CARD:
        known["name"] = table.cards[number].name
        known["card"] = nouns(table).card(number)
    elif kind == keys.SPACE:
        known["space"] = nouns(table).space(number)
    elif kind == keys.SEAT:
        known["seat"] = named(table.seats[number])
    elif kind == keys.NAME:
        key = table.names[number]
        known["name"] = _deck_name(table, key) if verb in ("top", "deck", "burgle_top") else _ability_name(table, key)
    known["text"] = option_text(table, ask, code).replace("\n", " ") if "{text}" in template else ""
    return named(template.format(**known if told is None else known | told.arguments).strip())


def _told_by_word(table: AdventureTable, ask: Posed, code: int) -> Message | None:
    """Return what the word that asks says of an option; None if it has nothing of its own to say, or is no word."""
    word: Effect | None = table.word_of(ask.cause)
    if word is None:
        return None
    verb, _, number = keys.verb_of(code)
    return word.option_message(verb, number, ask.amounts.get(code))


def _usual_template(ask: str, verb: str, kind: int) -> str | None:
    """Return what options say with a verb at asks of a kind; None if nothing is written down for that."""
    template = OPTIONS.get(f"{ask}/{verb}", OPTIONS.get(verb))
    if kind == keys.NOTHING:
        return BARE_OPTIONS.get(f"{ask}/{verb}", BARE_OPTIONS.get(verb, template))
    return template


def option_text(table: AdventureTable, ask: Posed, code: int) -> str:
    """Return the details of an option beyond its own line: the text of the card, space or act it names."""
    verb, kind, number = keys.verb_of(code)
    if verb in TEXTS:
        return TEXTS[verb](table, number)
    if kind == keys.CARD and verb != "use":
        return card_text(table, table.cards[number])
    if kind == keys.SPACE:
        return card_text(table, table.spaces[number])
    return " ".join(dict.fromkeys(language("en").sentence(act.deed()) for act in _acts_behind(table, ask, code)))


def _whole(effect: Effect) -> str:
    """Return what an effect says, in whole sentences."""
    return " ".join(map(language("en").sentence, says.effect_says(effect)))


def _worked(table: AdventureTable, card: int) -> str:
    """Return what a Spell does."""
    return _whole(table.cards[card].effect)


def _worth(table: AdventureTable, card: int) -> str:
    """Return what a trophy is worth that is handed in."""
    return WORTH.format(number=table.cards[card].strength or table.cards[card].craft)


def _way_through(table: AdventureTable, space: int) -> str:
    """Return what has to be done at the gates to a space, nothing if one walks through."""
    gates = [gate for gates in table.gates for gate in gates if gate.beyond == space]
    texts = [_whole(gate.pass_) for gate in gates if not isinstance(gate.pass_, Enter)]
    return " ".join(dict.fromkeys(texts))


TEXTS: dict[str, Callable[[AdventureTable, int], str]] = {"cast": _worked, "cross": _way_through, "hand_in": _worth}
"""The details of options with these verbs, for which the full text of the card or space would be too much."""


MOMENTS_OF: dict[str, tuple[str, ...]] = {
    asks.ENCOUNTER: ("encounter",),
    asks.EVADE: ("attack", "met"),
    asks.FIGHT: ("attack",),
    asks.MEET: ("meet",),
    asks.ROLL: ("turn_start", "move", "instead_of_roll"),
    asks.ROLLED: ("rolled", "move_rolled"),
}
"""The moments of the acts that asks of a kind offer; other kinds are windows, which are open at many moments."""


def _acts_behind(table: AdventureTable, ask: Posed, code: int) -> Iterator[Act]:
    """Yield the acts that an option to use something may stand for."""
    verb, kind, number = keys.verb_of(code)
    moments = sum(BITS[name] for name in MOMENTS_OF.get(ask.kind, BITS))
    for source, acts in table.acts.items():
        for act in acts:
            if act.at & moments and _key(table, source, act) == (verb, kind, number):
                yield act


def _key(table: AdventureTable, source: int, act: Act) -> tuple[str, int, int]:
    """Return verb, kind of argument and argument by which an act is offered (see windows.code_of)."""
    if source == table.rule_source:
        return act.key, keys.NOTHING, 0
    if source < table.space_source and not act.key:
        return "use", keys.CARD, source
    name = act.key or table.source_id(source)
    return "use", keys.NAME, table.names.index(name) if name in table.names else NONE


def _deck_name(table: AdventureTable, key: str) -> str:
    """Return the name of the deck that an option names."""
    return next(deck.name for deck in table.decks if deck.id == key)


def _ability_name(table: AdventureTable, key: str) -> str:
    """Return the name of the ability, space or mark that an option names."""
    for card in table.definitions:
        for ability in card.abilities:
            if key in (ability.id, *(act.key for act in (*ability.act, *ability.respond))):
                return ability.name or named(key.replace("_", " "))
    things: tuple[Space | MarkKind, ...] = (*table.spaces, *table.marks)
    for thing in things:
        if thing.id == key:
            return thing.name
    return named(key.replace("_", " "))
