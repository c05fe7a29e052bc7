"""The facts that are shown of an adventure game: its book, and where it stands for one viewer."""

from __future__ import annotations

from msgspec import field

from stormriver.presentation.facts import (
    Ability,
    Ask,
    Choice,
    Deck,
    Facts,
    Held,
    Mark,
    MarkKind,
    Part,
    Pending,
    Pile,
    Rule,
)

# the book


class Gate(Facts, frozen=True):
    """A way from a space into another region, and what has to be done there (empty: one walks through)."""

    to: str
    text: str = ""
    river: bool = False


class Space(Facts, frozen=True):
    """A space of a map.

    Attributes:
        at: row and column on the plan of the map.
        kind: spaces of one kind look alike, e.g. `woods`.
        text: what the space says, in generated English.
        draw: how many cards are drawn there.
        provenance, note: how sure the text is, and what of it is sure; as of a `Card`.
        next: the neighbours within its region, the clockwise one first.
    """

    id: str
    name: str
    map: str
    region: str
    kind: str
    at: tuple[int, int]
    text: str = ""
    draw: int = 0
    next: tuple[str, ...] = ()
    gates: tuple[Gate, ...] = ()
    provenance: str = ""
    note: str = ""


class Region(Facts, frozen=True):
    """A part of a map, outermost first; `level` counts inwards from 0."""

    id: str
    name: str
    level: int


class Map(Facts, frozen=True):
    """A board: how many rows and columns its plan has, and its regions."""

    id: str
    name: str
    rows: int
    columns: int
    regions: tuple[Region, ...]


class Card(Facts, frozen=True):
    """A card of any deck, character cards among them.

    Attributes:
        kind: e.g. `animal`, `magic_object`, `spell`, `character`.
        kind_name: the same for people.
        text: what it says, in generated English.
        copies: how many there are.
        order: the encounter number, -1 for none.
        action: the word on it that says what becomes of it: `attack`, `discard`, `keep` or `leave`; empty in games
            whose cards have no such word.
        provenance: how sure the text is, e.g. `sure` or `reconstructed` (see `adventure.definitions.PROVENANCES`).
        note: what of it is sure, in words, if not all is.
        examples: what the card does in a given position, in words.
        alignment, start, life, fate, gold, abilities: of characters only.
    """

    id: str
    name: str
    kind: str
    kind_name: str
    deck: str
    text: str = ""
    strength: int = 0
    craft: int = 0
    copies: int = 1
    order: int = -1
    tags: tuple[str, ...] = ()
    action: str = ""
    provenance: str = ""
    note: str = ""
    examples: tuple[str, ...] = ()
    alignment: str = ""
    start: str = ""
    life: int = 0
    fate: int = 0
    gold: int = 0
    abilities: tuple[Ability, ...] = ()


class Book(Facts, frozen=True, tag_field="rulebook", tag="adventure"):
    """What never changes during a game.

    Attributes:
        rates: of counters that are handed in together, how many it takes.
    """

    preset: str
    name: str
    packs: tuple[str, ...]
    options: tuple[Choice, ...]
    maps: tuple[Map, ...]
    spaces: dict[str, Space]
    cards: dict[str, Card]
    decks: dict[str, Deck]
    marks: dict[str, MarkKind]
    rules: dict[str, Rule]
    rates: dict[str, int] = field(default_factory=dict)


# a view


class Points(Facts, frozen=True):
    """A number of a character and what makes it up; `spare` would count if something else did not."""

    total: int
    parts: tuple[Part, ...] = ()
    spare: tuple[Part, ...] = ()


class Seat(Facts, frozen=True):
    """One seat as the viewer sees it.

    Attributes:
        status: `choosing` a character, `playing` or `out` of the game.
        strength, craft: at this moment; battle, psychic: what more counts in such a fight.
        trophy_points: worth of the trophies for Strength and for Craft.
        reserve: cards kept face down, to be put back on their deck.
        counters: how many counters it has of each kind that there is in this game, by name.
    """

    number: int
    name: str
    status: str
    character: str = ""
    form: str = ""
    space: str = ""
    alignment: str = ""
    lives: int = 0
    life_value: int = 0
    fate: int = 0
    fate_value: int = 0
    gold: int = 0
    strength: Points = Points(0)
    craft: Points = Points(0)
    battle: Points = Points(0)
    psychic: Points = Points(0)
    cards: tuple[Held, ...] = ()
    spells: tuple[Held, ...] = ()
    trophies: tuple[Held, ...] = ()
    trophy_points: tuple[int, int] = (0, 0)
    spell_limit: int = 0
    room: int = 0
    marks: tuple[Mark, ...] = ()
    missed_turns: int = 0
    choice: tuple[str, ...] = ()
    reserve: tuple[Held, ...] = ()
    counters: dict[str, int] = field(default_factory=dict)


class Kept(Facts, frozen=True):
    """Cards that lie on a card (`on`), or on the space itself, apart from those that are met there."""

    on: str
    cards: tuple[str, ...]


class Lying(Facts, frozen=True):
    """What lies on a space."""

    cards: tuple[Held, ...] = ()
    gold: int = 0
    marks: tuple[Mark, ...] = ()
    kept: tuple[Kept, ...] = ()


class View(Facts, frozen=True, tag_field="rulebook", tag="adventure"):
    """Where the game stands for one viewer.

    Attributes:
        seat: whose view it is, -1 for an onlooker.
        turn, round: counted from 1; 0 before the first.
        spaces: what lies on each space that is not bare, by its id.
        piles: by the id of the deck.
        result: the names of the winners, once the game is over.
    """

    seat: int
    turn: int
    round: int
    active: int
    over: bool
    seats: tuple[Seat, ...]
    spaces: dict[str, Lying]
    piles: dict[str, Pile]
    stack: tuple[Pending, ...] = ()
    ask: Ask | None = None
    result: tuple[str, ...] = ()
