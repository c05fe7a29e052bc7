"""The page that says of everything in the box whether it is built, and which scenarios prove it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pages import content
from pages.content import Definition
from pages.words import all_words, users
from stormriver.adventure.definitions import Ability, Card, MarkKind
from stormriver.adventure.english import card_text
from stormriver.adventure.table import AdventureTable

BOX = {
    "revised4": {
        "adventure": 104,
        "spells": 24,
        "purchase": 28,
        "talismans": 4,
        "characters": 14,
        "spaces": 49,
        "toads": 4,
        "alignments": 4,
    },
    "third": {
        "adventure": 129,
        "spells": 30,
        "purchase": 40,
        "talismans": 6,
        "characters": 11,
        "tower": 5,
        "spaces": 41,
        "toads": 6,
        "alignments": 12,
    },
    "city": {
        "city": 82,
        "armoury": 12,
        "pets": 12,
        "emporium": 16,
        "potions": 16,
        "stables": 8,
        "posters": 18,
        "spaces": 26,
    },
    "city_characters": {"characters": 6},
    "city_endings": {"endings": 3},
}
"""How many of each the box of an edition holds (rule components.contents; the board: 24, 16, 8 and the Crown).

Of the City's board only a part of the spaces is known (city.2).
"""

SHOWN = 3


def page() -> str:
    """Return the whole page."""
    lines = [
        "# Coverage",
        "",
        "What the boxes hold, whether it is built, and which [scenarios](scenarios.md) prove it. Built means that it",
        "is loaded and its text is generated from what it does. Provenance says how sure its facts are. A scenario is",
        "named here if its file is named after the id or cites it; without any such, if the id occurs in it.",
        "",
    ]
    for preset in content.presets():
        lines += _preset(preset)
    lines += _words()
    return "\n".join(lines).rstrip() + "\n"


def _preset(preset: str) -> list[str]:
    decks = content.decks(preset)
    spaces = content.spaces(preset)
    marks = content.marks(preset)
    table = content.table(preset)
    parent = content.base(preset)
    lines = [f"## {content.title(preset)} ({'pack ' if content.is_pack(preset) else ''}`{preset}`)", ""]
    if not spaces and not any(deck.cards for deck in decks):
        return [*lines, f"Everything of `{parent}`, with other [options](options.md).", ""]
    built = {deck.id: deck.count for deck in decks if parent is None or deck.cards} | {"spaces": len(spaces)}
    names = {deck.id: deck.name for deck in decks} | {
        "spaces": "Spaces",
        "toads": "Toad Cards",
        "alignments": "Alignment Cards",
    }
    if parent is None:
        built |= {"toads": table.form_cards.get(table.mark_ids["toad"], 0), "alignments": table.alignment_cards}
    lines += _counts(preset, names, built)
    proved = [name for name in _ids(preset) if content.scenarios(table.ruleset.preset, name)]
    lines += [f"Ids: {len(_ids(preset))}; with at least one scenario: {len(proved)}.", ""]
    lines += _section("Spaces", spaces)
    for deck in decks:
        if deck.id == "characters":
            lines += _characters(deck.cards)
        elif deck.cards:
            lines += _section(deck.name, deck.cards, deck.copies)
    lines += _forms(preset) if parent is None else []
    lines += _section("Marks", marks)
    lines += _options(preset)
    return lines


def _ids(preset: str) -> list[str]:
    cards = [card.id for deck in content.decks(preset) for card in deck.cards]
    return list(dict.fromkeys([*(space.id for space in content.spaces(preset)), *cards]))


def _counts(preset: str, names: dict[str, str], built: dict[str, int]) -> list[str]:
    box = BOX.get(preset, {})
    lines = ["| | In the box | Built | Missing |", "|---|---:|---:|---:|"]
    for key, name in names.items():
        if key in built or key in box:
            wanted = box.get(key)
            missing = "" if wanted is None else str(max(0, wanted - built.get(key, 0)))
            lines.append(f"| {name} | {'' if wanted is None else wanted} | {built.get(key, 0)} | {missing} |")
    return [*lines, ""]


def missing() -> list[str]:
    """Return what a box holds and the content does not, one line for each."""
    found = []
    for preset, box in BOX.items():
        table = content.table(preset)
        built = {deck.id: deck.count for deck in content.decks(preset)} | {"spaces": len(content.spaces(preset))}
        built |= {"toads": table.form_cards.get(table.mark_ids["toad"], 0), "alignments": table.alignment_cards}
        found += [
            f"{preset}: {wanted} {name} in the box, {built.get(name, 0)} built"
            for name, wanted in box.items()
            if built.get(name, 0) != wanted
        ]
    return found


def _section(title: str, things: Sequence[Definition], copies: dict[str, int] | None = None) -> list[str]:
    if not things:
        return []
    head = (
        "| Id | Name | Copies | Built | Scenarios | Provenance |"
        if copies
        else "| Id | Name | Built | Scenarios | Provenance |"
    )
    lines = [f"### {title}", "", head, "|---" * (head.count("|") - 1) + "|"]
    for thing in things:
        count = f" {copies[thing.id]} |" if copies else ""
        links = _links(thing.table, thing.id)
        lines.append(f"| `{thing.id}` | {thing.name} |{count} {_built(thing)} | {links} | {_provenance(thing)} |")
    return [*lines, ""]


def _built(thing: Definition | Ability) -> str:
    """Say whether something does anything; a kind of mark may be a mere note of the rules."""
    return "yes" if isinstance(thing, MarkKind) or card_text(thing.table, thing) else "no"


def _provenance(thing: Definition) -> str:
    return str(getattr(thing, "provenance", "")) or "ours"


def _characters(cards: Iterable[Card]) -> list[str]:
    lines = ["### Characters and their abilities", ""]
    lines += ["| Id | Name | Built | Scenarios | Provenance |", "|---|---|---|---|---|"]
    for card in cards:
        links = _links(card.table, card.id)
        lines.append(f"| `{card.id}` | **{card.name}** | {_built(card)} | {links} | {_provenance(card)} |")
        for ability in card.abilities:
            keys = {ability.id, *(act.key for act in (*ability.act, *ability.respond) if act.key)}
            links = _links(card.table, *sorted(keys), beside=card.id)
            lines.append(f"| `{ability.id}` | {ability.name} | {_built(ability)} | {links} | {_provenance(card)} |")
    return [*lines, ""]


def _forms(preset: str) -> list[str]:
    table = content.table(preset)
    lines = ["### Toad and Alignment Cards", "", "| Card | Copies | Built | Scenarios |", "|---|---|---|---|"]
    lines += [
        f"| {table.marks[kind].name} | {count} | yes | {_links(table, table.marks[kind].id)} |"
        for kind, count in table.form_cards.items()
    ]
    return [*lines, f"| Alignment | {table.alignment_cards} | yes | {_links(table, 'alignment', 'become')} |", ""]


def _options(preset: str) -> list[str]:
    parent = content.base(preset)
    known = content.ruleset(parent).options if parent else {}
    table = content.table(preset)
    own = [name for name in content.ruleset(preset).options if name not in known]
    if not own:
        return []
    lines = ["### Options", "", "| Id | Built | Scenarios |", "|---|---|---|"]
    lines += [f"| [`{name}`](options.md#{name}) | yes | {_links(table, name)} |" for name in own]
    return [*lines, ""]


def _links(table: AdventureTable, *names: str, beside: str = "") -> str:
    """Return links to the first scenarios of a table's rulebook about any of some ids.

    With `beside`, only to those where that id occurs too.
    """
    preset = table.ruleset.preset
    found = list(dict.fromkeys(path for name in names for path in content.scenarios(preset, name, beside)))
    said = [
        f"[{path.removeprefix(content.SCENARIOS + '/').removesuffix('.yaml')}](../{path})" for path in found[:SHOWN]
    ]
    more = [f"{len(found) - SHOWN} more"] * (len(found) > SHOWN)
    return ", ".join(said + more) or "none yet"


def _words() -> list[str]:
    lines = ["## Words of the language", ""]
    lines += ["| Word | Family | Built | Cards, spaces and characters that use it |", "|---|---|---|---:|"]
    for cls in all_words():
        lines.append(f"| [`{cls.word}`](cards.md#{cls.family}-{cls.word}) | {cls.family} | yes | {len(users(cls))} |")
    return [*lines, ""]
