"""What the pages on words tell of each: what it does, what stands in it, what it needs, and who uses it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from pages import adventure, content, wargame
from pages.english import listed
from stormriver.adventure.model.types import EVERYTHING, WHO
from stormriver.kernel.state import NONE
from stormriver.language.art import NO_ART
from stormriver.language.grammar import (
    ALWAYS,
    NOTHING,
    Condition,
    Effect,
    Fixed,
    Value,
    Word,
    fields,
    key_of,
    words,
)
from stormriver.language.needs import Need
from stormriver.language.usage import words_in

FAMILIES: tuple[tuple[type[Word], str], ...] = (
    (Effect, "Effects: something happens"),
    (Condition, "Conditions: something holds or does not"),
    (Value, "Values: a number"),
)
SHOWN = 6

KINDS: dict[str, str] = {
    "Effect": "effect",
    "Condition": "condition",
    "Value": "value",
    "Signed": "value, also below 0",
    "int": "whole number",
    "SignedInt": "whole number, also below 0",
    "str": "text",
    "bool": "`true` or `false`",
    "tuple[Condition, ...]": "list of conditions",
    "dict[int, Effect]": "name: effect",
    "SpaceRef": "space",
    "ChosenSpace": "space, `chosen` or `here`",
    "SpaceOrThis": "space, or `this`",
    "Spot": "space, `here`, `chosen` or `this` card",
    "Spots": "spaces by things, `here` or `chosen`",
    "SpotsOrThis": "spaces by things, `here`, `chosen` or `this` card",
    "Lies": "counter, or things",
    "CardOrThis": "card, `this` or `any`",
    "TableOrDice": "result or range: effect; or number of dice",
    "MarkRef": "mark",
    "NumberRef": "number of the preset",
    "DeckRef": "deck",
    "CardRef": "card",
    "FetchedCard": "card, or `any`",
    "OptionRef": "option",
    "Purpose": "purpose",
    "Who": "who",
    "Things": "things",
    "Cards": "`this`, `that`, or things",
    "ThingsOrThis": "`this`, or things",
    "ThingsOrAll": "things, or `all`",
    "Gift": "`this`, `that`, things, or `{gold: value}`",
    "Around": "`here`, or things",
    "CreatureKinds": "kinds of creature",
    "AlignmentTable": "`good`, `neutral`, `evil`: effect",
    "VisitTable": "name: effect",
    "Column": "counter",
    "Alignment": "alignment",
    "Amounts": "counter: value, or `all`",
    "Counts": "counter: value",
    "Dice": "value, at most 100",
    "UpTo": "value, or `all`",
    "Prices": "card: gold",
    "DieTable": "result or range: effect",
    "Destination": "space or choice of spaces",
    "Moments": "moments",
    "MarkName": "mark",
    "tuple[Gift, ...]": "list of gifts",
    "tuple[Node, ...]": "list of scenarios",
    "Art": "[words of pictures](pictures.md)",
    "Copies": "whole number, or `{option: NAME}`",
    "Cast | None": "[when and at whom](#when-a-spell-is-cast)",
    "Terrain | None": "[terrain](#terrain)",
    "tuple[Modify, ...]": "number: value, with `when`",
    "tuple[Permission, ...]": "action: things, with `when`",
    "tuple[Duty, ...]": "duty: things, with `when`",
    "tuple[Replace, ...]": "what is replaced: things, with `when` and `do`",
    "tuple[Act, ...]": "[acts](#acts-and-answers)",
    "tuple[Trigger, ...]": "[triggers](#triggers)",
    "tuple[Gate, ...]": "[gates](#gates)",
    "tuple[Landmark, ...]": "[landmarks](#landmarks)",
    "tuple[Ability, ...]": "[abilities](#abilities)",
    "tuple[int, ...]": "list of numbers",
    "CycleRef": "cycle",
    "DeckRefs": "decks, or `any`",
    "FigureRef": "figure, or `this`",
    "FigureGoal": "space, `here`, or a choice of spaces",
    "tuple[str, ...]": "list of words",
}
"""What stands in a field, by the name of its type."""


def all_words() -> list[type[Word]]:
    """Return every word in which cards are written, by family and then by name."""
    return [cls for family, _ in FAMILIES for _, cls in sorted(words(family, "adventure").items())]


@cache
def usage(rulebook: str) -> dict[type[Word], dict[str, str]]:
    """Return the definitions that use each word, id and name, over all presets of a rulebook."""
    found: dict[type[Word], dict[str, str]] = {}
    for preset in content.presets(rulebook):
        for thing in THINGS[rulebook](preset):
            for word in words_in(thing):
                found.setdefault(type(word), {})[thing.id] = thing.name
    return found


def users(cls: type[Word], rulebook: str = "adventure") -> dict[str, str]:
    """Return the cards, spaces, characters, chits, abilities, marks and rules that use a word, by id."""
    return usage(rulebook).get(cls, {})


def counts(rulebook: str) -> str:
    """Return how many words of each family a rulebook has, as a sentence."""
    found = [f"{len(words(family, rulebook))} {heading.partition(':')[0].lower()}" for family, heading in FAMILIES]
    return f"There are {listed(found, 'and')}."


def entry(cls: type[Word], rulebook: str) -> list[str]:
    """Return all that is told of a word, below a heading."""
    lines = [
        f'<a id="{cls.family}-{cls.word}"></a>',
        "",
        f"### `{cls.word}`",
        "",
        inspect.cleandoc(cls.__doc__ or ""),
        "",
    ]
    described = list(fields(cls).items())
    if described:
        lines += ["| Field | What stands there | Left out |", "|---|---|---|"]
        for place, (name, kind) in enumerate(described):
            shown = f"behind `{cls.word}`" if place == 0 else f"`{key_of(name)}`"
            lines.append(f"| {shown} | {stands(kind)} | {left_out(cls, name)} |")
        lines.append("")
    lines += _needs(cls)
    names = list(dict.fromkeys(users(cls, rulebook).values()))
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    lines += [f"Used by: {', '.join(names[:SHOWN])}{more}." if names else "Used by nothing yet.", ""]
    return lines


def _needs(cls: type[Word]) -> list[str]:
    """Return what a word needs of the place where it stands, and what it gives to the words in it."""
    told = [f"Needs {need.noun}: {need.remedy}." for need in _in_order(cls.needs)]
    given: dict[str, list[str]] = {}
    for field, needs in cls.provides.items():
        given.setdefault(nouns(needs), []).append(
            f"`{cls.word if field == next(iter(fields(cls))) else key_of(field)}`"
        )
    told += [f"Gives {needed} to what stands in {listed(names, 'and')}." for needed, names in given.items()]
    return [" ".join(told), ""] if told else []


def _in_order(needs: Iterable[Need]) -> list[Need]:
    return sorted(needs, key=lambda need: need.noun)


def nouns(needs: Iterable[Need]) -> str:
    return listed([need.noun for need in _in_order(needs)], "and")


def stands(kind: str) -> str:
    """Return what stands in a field, by the name of its type."""
    if kind in KINDS:
        return KINDS[kind]
    several = re.fullmatch(r"tuple\[(.*), \.\.\.\]", kind)
    return f"list of {stands(several[1])}" if several else kind.lower()


def left_out(cls: type[Word], name: str) -> str:
    """Return what holds if a field is left out: `never` if it must be given."""
    if not hasattr(cls, name):
        return "never"
    value = getattr(cls, name)
    if value is ALWAYS:
        return "always"
    if value is NOTHING:
        return "nothing"
    if value is EVERYTHING:
        return "`all`"
    if value is NO_ART or value is None:
        return "none"
    if isinstance(value, Fixed):
        return f"`{value.fixed}`"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if fields(cls)[name] in ("Spot", "CardOrThis") and value == -2:
        return "`this`"
    if isinstance(value, frozenset) and len(value) == 1:  # what stands for one, or for no place or card at all
        (only,) = value
        return "none" if only == "nothing" else f"`{only}`"
    if fields(cls)[name] == "Who":
        return f"`{WHO[value]}`"
    if isinstance(value, tuple) and value and all(isinstance(item, int) for item in value):
        return f"`{list(value)}`"
    if value in ("", (), frozenset(), {}, NONE) or fields(cls)[name] == "Moments":
        return "none"
    return f"`{value}`"


def comments(cls: type[Word]) -> dict[str, str]:
    """Return what the comment behind each field of a record says."""
    lines = [line for base in reversed(cls.__mro__[:-1]) for line in inspect.getsource(base).splitlines()]
    found = [re.match(r"    (\w+): .*?  # (.*)", line) for line in lines]
    return dict.fromkeys(fields(cls), "") | {match[1]: match[2] for match in found if match}


def _cards_and_spaces(preset: str) -> list[Any]:
    table = adventure.table(preset)
    return [*table.definitions, *table.spaces, *table.marks, *table.rules]


def _chits_and_abilities(preset: str) -> list[Any]:
    table = wargame.table(preset)
    return [*table.definitions, *table.abilities.values(), *table.marks, *table.rules]


THINGS: dict[str, Callable[[str], list[Any]]] = {"adventure": _cards_and_spaces, "wargame": _chits_and_abilities}
"""What gives all that the packs of a preset define, by its rulebook."""
