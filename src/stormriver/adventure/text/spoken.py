"""All that a table shows, in a language: what cards say, what an ask asks, what an option does.

Everything is generated from what the words and hooks do, so text and behaviour cannot drift. The clauses
are made by the words themselves; this module puts them into sentences. What has happened is told by event_text.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.definitions import Ability, Card, Carrier, Deck, Kind, MarkKind, Region, Space
from stormriver.adventure.model.hooks import Act, said_moments
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.text import says
from stormriver.adventure.text.event_text import OMNISCIENT, event_text
from stormriver.adventure.words.movement import Enter
from stormriver.kernel import ask as keys
from stormriver.kernel.ask import Posed
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language.clauses import Name, Part, Text, seat_name
from stormriver.language.grammar import Effect
from stormriver.language.message import Message
from stormriver.language.naming import named
from stormriver.language.rendering import spoken

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

__all__ = ["OMNISCIENT", "card_text", "describe", "event_text", "option_text", "question"]

QUESTION = "adventure.question"
"""The messages of questions, by the kind of the ask."""
OPTION = "adventure.option"
"""The messages of options, by their verb, or by the kind of the ask and the verb."""
BARE = "adventure.bare"
"""The same of verbs without an argument, where they elsewhere have one."""
SORTS: dict[type, str] = {Card: "card", Deck: "deck", Region: "region", Kind: "kind", MarkKind: "mark"}
"""The sorts of names in the catalogues, by the class of what they name."""
OF_DECKS = frozenset({"top", "deck", "burgle_top"})
"""The verbs that name a deck."""
OF_ABILITIES = frozenset({"use", "choose"})
"""The verbs that name an ability, or what else is used or chosen by a name of its own."""


# what cards, characters, spaces and marks say


def name_of(table: AdventureTable, thing: Any, code: str = "en") -> str:
    """Return what a card, character, space, deck, Region, kind of card or kind of mark is called in a language."""
    if isinstance(thing, Space):
        return spoken(table, code).say(things(table).space_itself(table.spaces.index(thing)))
    return spoken(table, code).say(Name(SORTS[type(thing)], thing.id, thing.name))


def card_text(table: AdventureTable, card: Carrier, code: str = "en") -> str:
    """Return the full text of a card, character, space, kind of mark or rule, in whole sentences.

    Args:
        table: the table it belongs to; what its options settle is left out.
        card: the definition. A character's abilities stand on a line each.
        code: the language, one of `language.catalogue.languages()`.
    """
    known = _texts(table)
    if (code, card) not in known:
        lines = [" ".join(map(spoken(table, code).sentence, says.sentences(table, card)))]
        if isinstance(card, Card):
            lines += [_of_ability(table, card, ability, code) for ability in card.abilities]
        known[code, card] = "\n".join(lines)
    return known[code, card]


def starting_text(table: AdventureTable, card: Card, code: str = "en") -> str:
    """Return where a character starts, and with what beside its printed values, in a whole sentence."""
    return spoken(table, code).sentence(says.starting(table, card))


@once_a_table
def _texts(table: AdventureTable) -> dict[tuple[str, Carrier], str]:
    """Return the texts that have been read so far, by language and definition."""
    return {}


def ability_text(table: AdventureTable, ability: Ability, code: str = "en") -> str:
    """Return what a special ability says, without its name."""
    return " ".join(map(spoken(table, code).sentence, says.ability_says(ability)))


def moments_text(table: AdventureTable, moments: int, code: str = "en") -> str:
    """Return moments in words: `when a Spell has just been cast`."""
    return spoken(table, code).say(said_moments(moments))


def _of_ability(table: AdventureTable, card: Card, ability: Ability, code: str) -> str:
    name = spoken(table, code).say(says.ability_name(card, ability))
    return f"{name}: {ability_text(table, ability, code)}" if name else ability_text(table, ability, code)


# asks


def question(table: AdventureTable, ask: Posed, code: str = "en") -> str:
    """Return the question of an ask, in one line."""
    speaker = spoken(table, code)
    key = speaker.known(f"{QUESTION}.{ask.kind}", f"{QUESTION}.usual")
    told = _told_by_word(table, ask, keys.YES) if "deed" in speaker.slots(key) else None
    asked = speaker.message(key, **({"deed": Text("")} if told is None else told.parts))
    if ask.card == NONE:
        return asked
    return speaker.message(f"{QUESTION}.asked_by", card=things(table).card_itself(ask.card), question=Text(asked))


def describe(table: AdventureTable, ask: Posed, option: int, code: str = "en") -> str:
    """Return what an option does, in one line."""
    if keys.verb_of(option)[1] == keys.SEAT:  # whose name is not the same at all tables
        return _described(table, ask, option, code)
    known = _options(table)
    about = (ask.kind, ask.cause, ask.card, option, ask.amounts.get(option), code)
    if about not in known:
        known[about] = _described(table, ask, option, code)
    return known[about]


@once_a_table
def _options(table: AdventureTable) -> dict[tuple[object, ...], str]:
    """Return the options that have been described so far, by all that their text depends on."""
    return {}


def _described(table: AdventureTable, ask: Posed, option: int, code: str) -> str:
    verb, kind, number = keys.verb_of(option)
    told = _told_by_word(table, ask, option)
    speaker = spoken(table, code)
    key = speaker.known(*_spoken(ask.kind, verb, kind)) if told is None else f"{OPTION}.{told.key}"
    if not key:  # what a rule on the table lets one do
        return option_text(table, ask, option, code) or named(verb.replace("_", " ")) + "."
    parts: dict[str, Part] = {"number": Text(str(number))}
    if kind == keys.CARD:
        parts |= {"name": things(table).card_itself(number), "card": things(table).card(number)}
    elif kind == keys.SPACE:
        parts["space"] = things(table).space(number)
    elif kind == keys.SEAT:
        parts["seat"] = seat_name(table.seats[number])
    elif kind == keys.NAME:
        name = table.names[number]
        parts["name"] = _deck(table, name) if verb in OF_DECKS else _ability(table, name)
    if "text" in speaker.slots(key):
        parts["text"] = Text(option_text(table, ask, option, code).replace("\n", " "))
    return speaker.message(key, **parts | ({} if told is None else dict(told.parts)))


def _told_by_word(table: AdventureTable, ask: Posed, option: int) -> Message | None:
    """Return what the word that asks says of an option; None if it has nothing of its own to say, or is no word."""
    word: Effect | None = table.word_of(ask.cause)
    if word is None:
        return None
    verb, _, number = keys.verb_of(option)
    return word.option_message(verb, number, ask.amounts.get(option))


def _spoken(ask: str, verb: str, kind: int) -> list[str]:
    """Return under which keys it is looked up what options say with a verb at asks of a kind, the best first."""
    bare = [f"{BARE}.{ask}/{verb}", f"{BARE}.{verb}"] if kind == keys.NOTHING else []
    return [*bare, f"{OPTION}.{ask}/{verb}", f"{OPTION}.{verb}"]


def option_text(table: AdventureTable, ask: Posed, option: int, code: str = "en") -> str:
    """Return the details of an option beyond its own line: the text of the card, space or act it names."""
    verb, kind, number = keys.verb_of(option)
    if verb in TEXTS:
        return TEXTS[verb](table, number, code)
    if kind == keys.CARD and verb != "use":
        return card_text(table, table.cards[number], code)
    if kind == keys.SPACE:
        return card_text(table, table.spaces[number], code)
    return " ".join(dict.fromkeys(spoken(table, code).sentence(act.deed()) for act in _acts_behind(table, ask, option)))


def _worked(table: AdventureTable, card: int, code: str) -> str:
    """Return what a Spell does."""
    return effect_text(table, table.cards[card].effect, code)


def _worth(table: AdventureTable, card: int, code: str) -> str:
    """Return what a trophy is worth that is handed in."""
    worth = table.cards[card].strength or table.cards[card].craft
    return spoken(table, code).message("adventure.worth", number=Text(str(worth)))


def _way_through(table: AdventureTable, space: int, code: str) -> str:
    """Return what has to be done at the gates to a space, nothing if one walks through."""
    gates = [gate for gates in table.gates for gate in gates if gate.beyond == space]
    texts = [effect_text(table, gate.pass_, code) for gate in gates if not isinstance(gate.pass_, Enter)]
    return " ".join(dict.fromkeys(texts))


def effect_text(table: AdventureTable, effect: Effect, code: str = "en") -> str:
    """Return what an effect says, in whole sentences."""
    return " ".join(map(spoken(table, code).sentence, says.effect_says(effect)))


TEXTS: dict[str, Callable[[AdventureTable, int, str], str]] = {
    "cast": _worked, "cross": _way_through, "hand_in": _worth,
}  # fmt: skip
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


def _deck(table: AdventureTable, key: str) -> Part:
    """Return the name of the deck that an option names."""
    return things(table).deck(next(number for number, deck in enumerate(table.decks) if deck.id == key))


def _ability(table: AdventureTable, key: str) -> Part:
    """Return the name of the ability, space or mark that an option names."""
    called = Text(named(key.replace("_", " ")))
    for card in table.definitions:
        for ability in card.abilities:
            if key in (ability.id, *(act.key for act in (*ability.act, *ability.respond))):
                return says.ability_name(card, ability) if ability.name else called
    for sort, defined in (("space", table.spaces), ("mark", table.marks)):
        for thing in defined:
            if thing.id == key:
                return Name(sort, key, thing.name)
    return called


def thing_in_key(table: AdventureTable, verb: str, argument: str) -> Part:
    """Return the name of what stands behind the verb of a key: a card, deck, space, seat or ability; else the text."""
    if verb in OF_DECKS and any(deck.id == argument for deck in table.decks):
        return _deck(table, argument)
    for number, card in enumerate(table.cards):
        if card.id == argument:
            return things(table).card(number)
    if argument in table.names and verb in OF_ABILITIES:
        return _ability(table, argument)
    for number, space in enumerate(table.spaces):
        if space.id == argument:
            return things(table).space(number)
    return seat_name(argument) if argument in table.seats and not argument.isdigit() else Text(argument)
