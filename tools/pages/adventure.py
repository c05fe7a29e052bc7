"""What each preset and pack of the adventure games brings of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pages import content
from pages.content import Contents, Entry, Section
from stormriver.adventure.loader import load_table
from stormriver.adventure.model.definitions import Ability, Card, MarkKind, Space
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.spoken import card_text
from stormriver.language.packs import pack_files, pack_folder
from stormriver.language.ruleset import packs_for

SEATS = ("ann", "ben", "cleo", "dan")

Definition = Card | Space | MarkKind


def contents(preset: str) -> Contents:
    """Return what a preset or pack brings of its own."""
    filled = [deck for deck in decks(preset) if deck.cards]
    sections = [
        _section("Spaces", spaces(preset)),
        *map(_deck, filled),
        *([] if content.base(preset) else [_forms(preset)]),
        _section("Marks", marks(preset)),
    ]
    return Contents(_counts(preset, filled), [section for section in sections if section.entries])


def _counts(preset: str, filled: Iterable[Deck]) -> dict[str, tuple[str, int]]:
    whole = table(preset)
    found = {deck.id: (deck.name, deck.count) for deck in filled} | {"spaces": ("Spaces", len(spaces(preset)))}
    if content.base(preset) is None:
        found["toads"] = ("Toad Cards", whole.form_cards.get(whole.mark_ids["toad"], 0))
        found["alignments"] = ("Alignment Cards", whole.alignment_cards)
    return {key: (name, count) for key, (name, count) in found.items() if count}


def _section(title: str, things: Sequence[Definition], copies: dict[str, int] | None = None) -> Section:
    """Return a section of things, all of them to be proved but for marks, which are what others leave behind.

    Args:
        title: the heading.
        things: what is in it.
        copies: how many there are of each, by id; None where they are not counted.
    """
    proved = frozenset(thing.id for thing in things if not isinstance(thing, MarkKind))
    return Section(title, [_entry(thing, copies[thing.id] if copies else None) for thing in things], proved)


def _entry(thing: Definition, copies: int | None = None) -> Entry:
    """Return the line of a thing; a kind of mark may be a mere note of the rules that says nothing."""
    built = isinstance(thing, MarkKind) or bool(card_text(thing.table, thing))
    return Entry(thing.id, thing.name, built, _links(thing.table, thing.id), copies, _provenance(thing))


def _provenance(thing: Definition) -> str:
    return str(getattr(thing, "provenance", "")) or "ours"


def _deck(deck: Deck) -> Section:
    return _characters(deck) if deck.id == "characters" else _section(deck.name, deck.cards, deck.copies)


def _characters(deck: Deck) -> Section:
    entries = []
    for card in deck.cards:
        entries.append(replace(_entry(card), name=f"**{card.name}**"))
        entries += [_ability(card, ability) for ability in card.abilities]
    return Section("Characters and their abilities", entries, frozenset(card.id for card in deck.cards))


def _ability(card: Card, ability: Ability) -> Entry:
    keys = {ability.id, *(act.key for act in (*ability.act, *ability.respond) if act.key)}
    links = _links(card.table, *sorted(keys), beside=card.id)
    built = bool(card_text(ability.table, ability))
    return Entry(ability.id, ability.name, built, links, provenance=_provenance(card))


def _forms(preset: str) -> Section:
    whole = table(preset)
    entries = [
        Entry(whole.marks[kind].id, whole.marks[kind].name, True, _links(whole, whole.marks[kind].id), count)
        for kind, count in whole.form_cards.items()
    ]
    links = _links(whole, "alignment", "become")
    entries.append(Entry("alignment", "Alignment", True, links, whole.alignment_cards))
    return Section("Toad and Alignment Cards", entries)


def _links(whole: AdventureTable, *names: str, beside: str = "") -> list[str]:
    """Return the scenarios of a table's preset about any of some ids, where another one occurs too if one is given."""
    preset = whole.ruleset.preset
    return list(dict.fromkeys(path for name in names for path in content.scenarios(preset, name, beside)))


@cache
def table(name: str) -> AdventureTable:
    """Return the table of a preset with its own options; of a pack, that of its preset with all packs for it.

    So what a pack leaves out where another one is missing is there too.
    """
    preset = content.played(name)
    return load_table(preset, SEATS, (), tuple(packs_for(preset)) if content.is_pack(name) else ())


@cache
def own(pack: str) -> frozenset[str]:
    """Return the ids of the cards, spaces and marks that the files of a pack hold."""
    return frozenset(
        record.mapping()["id"].text()
        for node in pack_files(pack_folder(pack))
        for section in ("cards", "characters", "spaces", "marks")
        for record in (node.mapping()[section].items() if section in node.mapping() else ())
    )


def _is_own(name: str, thing: Definition, known: set[str]) -> bool:
    """Tell whether a preset brings something that the one it extends has not, or a pack has it in its files."""
    return thing.id in own(name) if content.is_pack(name) else thing.id not in known


@dataclass(frozen=True)
class Deck:
    """The cards of one deck that a preset or pack brings of its own.

    Attributes:
        id: the id of the deck.
        name: its name.
        cards: a definition of each title.
        copies: how many cards there are, by id.
    """

    id: str
    name: str
    cards: list[Card]
    copies: dict[str, int]

    @property
    def count(self) -> int:
        """How many cards it has, all copies counted."""
        return sum(self.copies.values())


def decks(preset: str) -> list[Deck]:
    """Return the decks of a preset, with those of its cards that the preset it extends does not have."""
    whole = table(preset)
    found = []
    for number, deck in enumerate(whole.decks):
        known = _ids(content.base(preset), deck.id)
        cards: dict[str, Card] = {}
        copies: dict[str, int] = {}
        for card, back in zip(whole.cards, whole.backs, strict=True):
            if back == number and card.id not in known and _is_own(preset, card, known):
                cards.setdefault(card.id, card)
                copies[card.id] = copies.get(card.id, 0) + 1
        found.append(Deck(deck.id, deck.name, list(cards.values()), copies))
    return found


def _ids(preset: str | None, deck: str) -> set[str]:
    if preset is None:
        return set()
    return {card.id for card in table(preset).cards if card.deck == deck}


def spaces(preset: str) -> list[Space]:
    """Return the spaces that a preset brings of its own."""
    parent = content.base(preset)
    known = {space.id for space in table(parent).spaces} if parent else set()
    return [space for space in table(preset).spaces if _is_own(preset, space, known)]


def marks(preset: str) -> list[MarkKind]:
    """Return the kinds of marks that a preset brings of its own."""
    parent = content.base(preset)
    known = {kind.id for kind in table(parent).marks} if parent else set()
    return [kind for kind in table(preset).marks if _is_own(preset, kind, known)]
