"""Plain English for all that a table shows: what cards say, what an ask asks, what an option does.

Everything is generated from what the words and hooks do, so text and behaviour cannot drift. The clauses
are made by the words themselves; this module puts them into sentences. What has happened is told by event_text.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from stormriver.adventure.model import asks
from stormriver.adventure.model.definitions import Ability, Card, Carrier, MarkKind, Space
from stormriver.adventure.model.hooks import Act, Modify, Permission
from stormriver.adventure.model.moments import BITS, MOMENTS
from stormriver.adventure.model.nouns import COLUMN_ENGLISH, nouns
from stormriver.adventure.text.event_text import OMNISCIENT, event_text
from stormriver.adventure.text.wording import BARE_OPTIONS, OPTIONS, QUESTIONS, WORTH
from stormriver.adventure.words.movement import BeginBeside, Enter
from stormriver.kernel import ask as keys
from stormriver.kernel.ask import Posed
from stormriver.kernel.state import NONE
from stormriver.language.english import counted, listed, named, plural, sentence, third_person
from stormriver.language.grammar import Effect, Nothing
from stormriver.language.message import Message

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

__all__ = ["OMNISCIENT", "card_text", "describe", "event_text", "option_text", "question"]


# what cards, characters, spaces and marks say


def card_text(table: AdventureTable, card: Carrier) -> str:
    """Return the full text of a card, character, space, kind of mark or rule, in whole sentences.

    Args:
        table: the table it belongs to; what its options settle is left out.
        card: the definition. A character's abilities stand on a line each.
    """
    if isinstance(card, Card):
        said = _of_character(table, card) if card.kind == "character" else _of_card(table, card)
        if card.deck in [deck.id for deck in table.decks if deck.lays]:
            return _of_ending(card, said)
    elif isinstance(card, Space):
        said = _of_space(table, card)
    elif isinstance(card, MarkKind):
        said = _of_mark(card)
    else:
        said = []
    text = " ".join(text for text in (*said, *hook_sentences(card)) if text)
    if isinstance(card, Card):
        text = _about_itself(table, card, text) or _wanted_at(table, card)
        text = "\n".join([text, *(_of_ability(ability) for ability in card.abilities)])
    return text


def _of_card(table: AdventureTable, card: Card) -> list[str]:
    said = []
    if card.mirrors:
        said.append("Attacks with your own Strength and all that adds to it in this battle.")
    elif "enemy" in card.names:
        said.append(f"Attacks with {'Craft' if card.craft else 'Strength'} {card.craft or card.strength}.")
    if card.points != NONE:
        said.append(f"Defeating it is worth {card.points or 'no'} experience.")
    if card.cost:
        said.append(f"Taking it costs {card.cost} gold.")
    if card.must_take:
        said.append("You must take it.")
    if card.not_for:
        said.append(f"{named(listed(card.not_for))} characters may not have it.")
    if card.cast is not None:
        said.append(sentence(card.cast.english()))
    if not isinstance(card.drawn, Nothing):
        when = "when its number comes" if table.numbers_first else "when you draw it"
        said.append(sentence(f"{when}, {card.drawn.english()}"))
    for column, amount in card.holds.items():
        said.append(f"It comes with {counted(amount.english(), f'{COLUMN_ENGLISH[column]} counter')}.")
    said += _sentences(card.effect)
    if not isinstance(card.meet, Nothing):
        said += _met(card)
    if card.holds:
        said.append("With the last counter it is discarded.")
    if not isinstance(card.taken, Nothing):
        said.append(sentence(f"when you take it, {card.taken.english()}"))
    return said


def _of_ending(card: Card, said: list[str]) -> str:
    """Return what a card on the goal says to those who are there, and to all."""
    if card.company:
        said = ["Characters on the goal encounter each other. For one who is alone there:", *said]
    else:
        said = ["Whoever is on the goal encounters only this card.", *said]
    for_all = hook_sentences(card)
    return " ".join([*said, *(["For all characters in every Region:"] * bool(for_all)), *for_all])


def _met(card: Card) -> list[str]:
    if card.cast is not None:  # a Spell that lies on the board
        return [sentence(third_person("whoever comes upon it", card.meet.english()))]
    if not isinstance(card.drawn, Nothing):
        return [sentence(f"when you encounter it, {card.meet.english()}")]
    return card.meet.sentences()


def _about_itself(table: AdventureTable, card: Card, text: str) -> str:
    """Let a card that one keeps speak of itself as `this card`, and of others of its kind as others."""
    if "enemy" in card.names:
        for hook in card.modify:  # what counts only for whoever keeps it
            clause = hook.english()
            text = text.replace(sentence(clause), sentence(f"while you keep it as a Follower, {clause}"))
        return text.replace(named(MOMENTS["killed"]), "When you have defeated it")
    if "belonging" not in card.names:
        return text
    for spell in nouns(table).incantations:  # which nothing that a character has answers, but what bars casting bars
        text = text.replace("not cast Spells", f"not cast Spells, not even the {spell},")
        text = text.replace("by others' Spells", f"by others' Spells but the {spell}")
        text = text.replace("no life to Spells", f"no life to Spells but the {spell}")
    own = plural(nouns(table).noun(card.kind))
    for said in (f"all your {own}", f"may not have {own}"):
        text = text.replace(said, said.replace(own, f"other {own}"))
    for said in ("ditch, discard or give away", "be robbed of"):
        text = text.replace(f"{said} the {card.name}", f"{said} this card")
    return text


def _wanted_at(table: AdventureTable, card: Card) -> str:
    """Return where a card counts that says nothing itself."""
    known = nouns(table)
    places = [
        known.space(number)
        for number, space in enumerate(table.spaces)
        if known.noun(card.id) in " ".join([*hook_sentences(space), *(gate.bars.english() for gate in space.gates)])
    ]
    return f"It counts at {listed(dict.fromkeys(places), 'and')}." if places else ""


def _of_character(table: AdventureTable, card: Card) -> list[str]:
    values = f"Strength {card.strength}, Craft {card.craft}, life {card.life}"
    values += f", fate {card.fate}." if "fate" in table.counters else "."
    known = nouns(table)
    start = [f"{card.gold} gold"] * bool(card.gold) + [counted(card.spells, "Spell")] * bool(card.spells)
    start += [known.a(name) for name in card.objects]
    holding = f" with {listed(start, 'and')}" if start else ""
    unless = ", unless an ability says otherwise," if any(map(_sets_out_elsewhere, card.abilities)) else ""
    return [f"{named(card.alignment)}.", values, f"Starts at {known.space(card.start)}{unless}{holding}."]


def _sets_out_elsewhere(ability: Ability) -> bool:
    return any(isinstance(trigger.do, BeginBeside) for trigger in ability.trigger)


def _of_ability(ability: Ability) -> str:
    text = " ".join(hook_sentences(ability)) or ability.text
    return f"{ability.name}: {text}" if ability.name else text


def _of_space(table: AdventureTable, space: Space) -> list[str]:
    said = _sentences(space.first)
    if not isinstance(space.stock, Nothing):
        said.append(sentence(f"at the start of the game and at the end of each turn, {space.stock.english()}"))
    if space.draw == 1:
        said.append("Draw 1 card, unless one lies here.")
    elif space.draw:
        said.append(f"Draw cards until {space.draw} lie here.")
    said += _sentences(space.visit)
    known = nouns(table)
    for gate in space.gates:
        bars = "" if gate.bars.settled() else f", if {gate.bars.english()}"
        way = f"{known.space(gate.beyond)}{' across the river' if gate.river else ''}{bars}"
        free = isinstance(gate.pass_, Enter | Nothing)
        on = "into" if gate.last else "on to"
        said.append(f"From here you may go {on} {way}." if free else f"To get to {way}:")
        said += [] if free else _sentences(gate.pass_)
        said += ["Your move ends there."] if gate.ends_move else []
    if not isinstance(space.stay, Nothing):
        said.append(sentence(f"who begins a turn here does this instead of moving: {space.stay.english()}"))
    if space.floor != NONE:
        said.append(f"What is left here comes to lie at {known.space(space.floor)}.")
    if not space.meetings:
        said.append("Characters do not encounter each other here.")
    if space.must_meet:
        said.append("Whoever finds characters here must encounter one of them.")
    if space.summit:
        said.append(f"This is the goal{'; whoever has come here stays' * space.rest}.")
    return said


def _of_mark(kind: MarkKind) -> list[str]:
    said = [sentence(kind.text)]
    if kind.strength != NONE:
        said.append(f"Your Strength is {kind.strength} and your Craft {kind.craft}.")
    if not isinstance(kind.on_end, Nothing):
        said.append(sentence(f"when it ends, {kind.on_end.english()}"))
    return said


def _sentences(effect: Effect) -> list[str]:
    return [] if isinstance(effect, Nothing) else effect.sentences()


# hooks


def hook_sentences(carrier: Carrier) -> list[str]:
    """Return the text of the hooks of a carrier, a sentence or more for each."""
    clauses = [*_modified(carrier.modify), *_permitted(carrier.allow, allows=True)]
    clauses += _permitted(carrier.forbid, allows=False)
    clauses += [replace.english() for replace in carrier.replace]
    clauses += [act.english() for act in (*carrier.act, *carrier.respond)]
    clauses += [trigger.english() for trigger in carrier.trigger]
    return [sentence(clause) for clause in clauses if clause]


def _modified(hooks: Iterable[Modify]) -> Iterator[str]:
    """Yield what is added; the same amount added to several numbers is one clause."""
    last, names, always = "", list[str](), set[int]()
    for hook in hooks:
        clause = hook.english()
        same, found, name = clause.partition(" to your ")
        plain = bool(found) and hook.when.settled() is True
        if plain and same == last:
            names.append(f"your {name}")
            continue
        yield from _added(last, names)
        last, names = (same, [f"your {name}"]) if plain else ("", [])
        if not plain:
            yield clause.replace(" to your ", " more to your ", 1) if hook.number in always else clause
        always.add(hook.number)
    yield from _added(last, names)


def _added(amount: str, names: list[str]) -> Iterator[str]:
    if names:
        yield f"{amount} to {listed(names, 'and')}"


def _permitted(hooks: Iterable[Permission], allows: bool) -> Iterator[str]:
    """Yield what is allowed or forbidden; prohibitions under the same condition are one clause."""
    barred: dict[str, list[str]] = {}
    for hook in hooks:
        clause = hook.english(allows)
        deed, _, condition = clause.partition(" if ")
        if deed.startswith("you may not "):
            barred.setdefault(condition, []).append(deed.removeprefix("you may not "))
        else:
            yield clause
    for condition, deeds in barred.items():
        yield f"you may not {listed(deeds)}{f' if {condition}' if condition else ''}"


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
    return " ".join(dict.fromkeys(sentence(act.deed()) for act in _acts_behind(table, ask, code)))


def _worked(table: AdventureTable, card: int) -> str:
    """Return what a Spell does."""
    return " ".join(_sentences(table.cards[card].effect))


def _worth(table: AdventureTable, card: int) -> str:
    """Return what a trophy is worth that is handed in."""
    return WORTH.format(number=table.cards[card].strength or table.cards[card].craft)


def _way_through(table: AdventureTable, space: int) -> str:
    """Return what has to be done at the gates to a space, nothing if one walks through."""
    gates = [gate for gates in table.gates for gate in gates if gate.beyond == space]
    texts = [" ".join(_sentences(gate.pass_)) for gate in gates if not isinstance(gate.pass_, Enter)]
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
