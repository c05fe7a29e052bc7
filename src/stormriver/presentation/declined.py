"""What standing orders decline, in words: the options behind their keys, by the names of what these are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from stormriver.kernel.table import once_a_table
from stormriver.language import rendering
from stormriver.language.clauses import Name


def declined_in(table: Any, keys: Iterable[str], language: str) -> list[str]:
    """Return what options are about, in a language; one that has neither a name nor a phrase is its key.

    Args:
        table: the table of the game.
        keys: as orders keep them: `use:wand`, `ditch`.
        language: the code of the language.
    """
    names, phrases = _names(table, language), rendering.language(language).catalogue.sections["phrases"]
    found = []
    for key in sorted(keys):
        verb, _, id = key.partition(":")
        found.append(names.get(id, id) if id else names.get(verb) or str(phrases.get(f"never_{verb}", key)))
    return found


@once_a_table
def _names(table: Any, language: str) -> dict[str, str]:
    """Return what cards, spaces, decks, marks, rules, abilities and deeds with keys are called, by these ids."""
    say = rendering.spoken(table, language).say
    named = {rule.id: say(Name("rule", rule.id, rule.name)) for rule in _with_names(getattr(table, "rules", ()))}
    for card in table.definitions:
        for ability in _with_names(getattr(card, "abilities", ())):
            named[ability.id] = say(Name("ability", f"{card.id}.{ability.id}", ability.name))
    for thing in (*getattr(table, "decks", ()), *table.marks, *table.spaces, *table.definitions):
        name = table.name_of(thing, language)
        named |= dict.fromkeys((deed.key for deed in _deeds(thing) if deed.key), name)
        named[thing.id] = name
    return named


def _with_names(things: Iterable[Any]) -> list[Any]:
    """Return the things that have a name."""
    return [thing for thing in things if getattr(thing, "name", "")]


def _deeds(thing: Any) -> Iterator[Any]:
    """Yield what a card or space lets its bearer do."""
    for deed in (*(getattr(thing, "act", None) or ()), *(getattr(thing, "respond", None) or ())):
        if hasattr(deed, "key"):
            yield deed
