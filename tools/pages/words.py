"""The generated parts of the pages on every word of cards and of chits, and what hooks and gifts may speak of."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from pages import adventure, content, wargame
from pages.english import an, listed
from stormriver.adventure.model.actions import ACTIONS, DUTIES, REPLACED, USUALLY
from stormriver.adventure.model.clauses import whom
from stormriver.adventure.model.hooks import WATCHED
from stormriver.adventure.model.moments import EVENTS, GIVEN_AFTER, GIVEN_AT, GROUPS, MOMENTS, OF_EVENTS, OWN_EVENTS
from stormriver.adventure.model.types import EVERYTHING, WHO, Who
from stormriver.kernel.marks import TICKS
from stormriver.kernel.state import NONE
from stormriver.language.art import NO_ART
from stormriver.language.clauses import Do, Part, Text, phrase, state
from stormriver.language.former import former
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
from stormriver.language.rendering import language
from stormriver.language.usage import words_in
from stormriver.wargame.model import definitions as chits
from stormriver.wargame.model import moments
from stormriver.wargame.text.spoken import card_text

START = "<!-- words:start (written by tools/build_docs.py) -->"
END = "<!-- words:end -->"
LEDGER = content.ROOT / "docs/ledger.yaml"
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


@dataclass(frozen=True)
class Vocabulary:
    """What the page of a rulebook tells of its words.

    Attributes:
        page: the path of the page.
        things: all that the packs of a preset define.
        more: the lines below the words.
    """

    page: str
    things: Callable[[str], list[Any]]
    more: Callable[[], list[str]]


def all_words() -> list[type[Word]]:
    """Return every word in which cards are written, by family and then by name."""
    return [cls for family, _ in FAMILIES for _, cls in sorted(words(family, "adventure").items())]


@cache
def usage(rulebook: str) -> dict[type[Word], dict[str, str]]:
    """Return the definitions that use each word, id and name, over all presets of a rulebook."""
    found: dict[type[Word], dict[str, str]] = {}
    for preset in content.presets(rulebook):
        for thing in VOCABULARIES[rulebook].things(preset):
            for word in words_in(thing):
                found.setdefault(type(word), {})[thing.id] = thing.name
    return found


def users(cls: type[Word], rulebook: str = "adventure") -> dict[str, str]:
    """Return the cards, spaces, characters, chits, abilities, marks and rules that use a word, by id."""
    return usage(rulebook).get(cls, {})


def ledger() -> dict[str, dict[str, dict[str, str]]]:
    """Return the words that fewer than two definitions use: family, word, and why it is there."""
    found: dict[str, dict[str, dict[str, str]]] = yaml.safe_load(LEDGER.read_text(encoding="utf-8"))
    return found


def section(rulebook: str) -> str:
    """Return the generated part of the page of a rulebook, with its markers."""
    counts = [f"{len(words(family, rulebook))} {heading.partition(':')[0].lower()}" for family, heading in FAMILIES]
    lines = [START, "", f"There are {listed(counts, 'and')}.", ""]
    for family, heading in FAMILIES:
        lines += [f"## {heading}", ""]
        for _, cls in sorted(words(family, rulebook).items()):
            lines += _word(cls, users(cls, rulebook))
    lines += VOCABULARIES[rulebook].more()
    return "\n".join([*lines, END])


def replaced(page: str, rulebook: str) -> str:
    """Return the page of a rulebook with its generated part anew; ValueError if the markers are missing."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"{VOCABULARIES[rulebook].page} has lost the markers of its generated part")
    return before + section(rulebook) + after


def _word(cls: type[Word], found: Mapping[str, str]) -> list[str]:
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
    names = list(dict.fromkeys(found.values()))
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    lines += [f"Used by: {', '.join(names[:SHOWN])}{more}." if names else "Used by nothing yet.", ""]
    return lines


def _needs(cls: type[Word]) -> list[str]:
    """Return what a word needs of the place where it stands, and what it gives to the words in it."""
    told = [f"Needs {need.noun}: {need.remedy}." for need in _in_order(cls.needs)]
    given: dict[str, list[str]] = {}
    for field, needs in cls.provides.items():
        given.setdefault(_nouns(needs), []).append(
            f"`{cls.word if field == next(iter(fields(cls))) else key_of(field)}`"
        )
    told += [f"Gives {nouns} to what stands in {listed(names, 'and')}." for nouns, names in given.items()]
    return [" ".join(told), ""] if told else []


def _in_order(needs: Iterable[Need]) -> list[Need]:
    return sorted(needs, key=lambda need: need.noun)


def _nouns(needs: Iterable[Need]) -> str:
    return listed([need.noun for need in _in_order(needs)], "and")


def _given(needs: frozenset[Need] | None) -> str:
    """Return what a moment or event gives, in brackets; nothing if it gives nothing."""
    return f" (gives {_nouns(needs)})" if needs else ""


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


def _rewrites() -> list[str]:
    """Return what is written otherwise than in language 1, for `pack migrate` and for people."""
    lines = ["## From language 1 to 2", ""]
    lines += [
        "A capital letter stands for whatever is written there, `...` for further keys; a key that was left out counts"
    ]
    lines += ["with what it stood for then. Of several rows that fit, the first one holds.", ""]
    lines += ["| Language 1 | Language 2 |", "|---|---|"]
    known = former("adventure")
    assert known is not None
    for row in known.rewrites:
        lines.append(f"| `{row.old}` | {f'`{row.new}`' if row.new else f'refused: {row.why}'} |")
    lines += [f"| `{row.key}` in an `{row.record.lower()}` | refused: {row.why} |" for row in known.gone]
    return [*lines, ""]


def _hooks_and_ledger() -> list[str]:
    return [*_hooks(), *_ledger(), *_rewrites()]


def _hooks() -> list[str]:
    lines = [
        "## What hooks speak of",
        "",
        "**Moments** (`act: {at: ...}`, `respond: {to: ...}`, `cast: {at: ...}`):",
        "",
    ]
    lines += [f"- `{name}`: {_said(phrase(f'time_{name}'))}{_given(GIVEN_AT.get(name))}" for name in MOMENTS]
    lines += [f"- `{name}`: {listed((f'`{part}`' for part in parts), 'and')}" for name, parts in GROUPS.items()]
    lines += ["", "**Events** (`trigger: {after: ...}`; `of:` says more exactly what comes to pass):", ""]
    for name in EVENTS:
        event = state(f"event_{name}", what=phrase(f"any_{OF_EVENTS.get(name, 'card')}"))
        lines.append(f"- `{name}`: {_said(event)}{_given(GIVEN_AFTER.get(name))}")
    whose = listed((f"`{WHO[who]}`" for who in WATCHED[1:]), "or")
    own = listed((f"`{name}`" for name in EVENTS if name in OWN_EVENTS), "and")
    lines += ["", f"With `who:` ({whose}) a trigger follows what happens to others, who are then the target; {own} are"]
    lines += ["only about oneself."]
    lines += ["", "**Actions** (`allow:` and `forbid:`), each with the things it is about, or `any`:", ""]
    for name in ACTIONS:
        what = phrase(f"any_{USUALLY[name]}") if name in USUALLY else Text("")
        lines.append(f"- `{name}`: {_said(Do(f'action_{name}', {'what': what}))}")
    lines += ["", "**Duties** (`must:`), each with the things it is about, or `any`:", ""]
    for name in DUTIES:
        duty = Do(f"duty_{name}", {"what": phrase(f"any_{USUALLY.get(name, 'belongings')}")})
        lines.append(f"- `{name}`: {_said(duty)}")
    lines += [
        "",
        "**Replaced** (`replace:`): "
        + ", ".join(f"`{name}` ({_said(phrase(f'replaced_{name}'))})" for name in REPLACED)
        + ".",
        "",
    ]
    table = adventure.table("revised4")
    numbers = zip(table.number_names, table.number_defaults, table.number_texts, strict=True)
    lines += ["**Numbers** (`modify:`, `{number: ...}`) of the Revised 4th Edition, with their defaults:", ""]
    lines += [f"- `{name}` ({default}): {_bracketed(text)}" for name, default, text in numbers]
    who = ", ".join(f"`{name}` ({_said(whom(Who(number)))})" for number, name in enumerate(WHO))
    lines += [
        "",
        f"**Who**: {who}.",
        "",
        f"**When a mark goes** (`until:`): {', '.join(f'`{name}`' for name in TICKS)}.",
        "",
    ]
    return lines


def _said(part: Part) -> str:
    return language("en").say(part)


def _bracketed(text: str) -> str:
    return re.sub(r"\{([^}]*)\}", r"[\1]", text)


def _ledger() -> list[str]:
    lines = ["## Words that fewer than two use", "", "| Word | Why it is there |", "|---|---|"]
    for family, entries in ledger().items():
        lines += [
            f"| [`{word}`](#{family}-{word}) ({entry['kind']}) | {entry['reason']} |" for word, entry in entries.items()
        ]
    return [*lines, ""]


def _chits() -> list[str]:
    """Return of what chits are made: their keys, the moments, and the abilities and marks that they may name."""
    lines = ["## What chits are made of", ""]
    for name, cls in RECORDS.items():
        told = comments(cls)
        lines += [f"### Keys of {an(name)}", ""]
        lines += [inspect.cleandoc(cls.__doc__ or ""), ""]
        lines += ["| Key | What stands there | Left out | What it says |", "|---|---|---|---|"]
        lines += [
            f"| `{key_of(field)}` | {stands(kind)} | {left_out(cls, field)} | {told[field]} |"
            for field, kind in fields(cls).items()
        ]
        lines.append("")
    lines += ["## What chits speak of", "", "**Moments** (`at:`):", ""]
    lines += [f"- `{name}`: {language('en').say(phrase(f'moment_{name}'))}" for name in moments.MOMENTS]
    lines += [f"- `{name}`: {listed((f'`{part}`' for part in parts), 'and')}" for name, parts in moments.GROUPS.items()]
    table = wargame.table("wargame")
    lines += ["", "**Abilities** of the box (`abilities:`, and as things):", ""]
    lines += [f"- `{ability.id}`: {card_text(table, ability)}" for ability in table.abilities.values()]
    lines += ["", "**Marks** (`{mark: ...}`, `{lay: ...}`, `{darken: ...}`):", ""]
    lines += [f"- `{mark.id}`: {card_text(table, mark) or mark.name}" for mark in table.marks]
    return [*lines, ""]


def comments(cls: type[Word]) -> dict[str, str]:
    """Return what the comment behind each field of a record says."""
    lines = [line for base in reversed(cls.__mro__[:-1]) for line in inspect.getsource(base).splitlines()]
    found = [re.match(r"    (\w+): .*?  # (.*)", line) for line in lines]
    return dict.fromkeys(fields(cls), "") | {match[1]: match[2] for match in found if match}


RECORDS: dict[str, type[Word]] = {
    "tile": chits.Tile,
    "unit": chits.Unit,
    "item": chits.Item,
    "spell": chits.Spell,
    "gift": chits.Gift,
    "ability": chits.Ability,
    "mark": chits.MarkKind,
}
"""What a file of a pack of chits holds, and what these give."""


def _cards_and_spaces(preset: str) -> list[Any]:
    table = adventure.table(preset)
    return [*table.definitions, *table.spaces, *table.marks, *table.rules]


def _chits_and_abilities(preset: str) -> list[Any]:
    table = wargame.table(preset)
    return [*table.definitions, *table.abilities.values(), *table.marks, *table.rules]


VOCABULARIES = {
    "adventure": Vocabulary("docs/words.md", _cards_and_spaces, _hooks_and_ledger),
    "wargame": Vocabulary("docs/chit-words.md", _chits_and_abilities, _chits),
}
"""The pages that list words, by rulebook."""
