"""The facts that are shown of an adventure game: its book, and where it stands for one viewer."""

from __future__ import annotations

from msgspec import field

from stormriver.presentation.facts import Ability, Chance, CommonBook, CommonCard, CommonView, Facts, Held, Mark, Part

# the book


class Gate(Facts, frozen=True):
    """A way from a space into another region, and what has to be done there (empty: one walks through)."""

    to: str
    text: str = ""
    river: bool = False


class DieTable(Facts, frozen=True):
    """A table that is rolled on: `said` is how the text of its space has it, `chances` what follows which roll."""

    said: str
    chances: tuple[Chance, ...]


class Space(Facts, frozen=True):
    """A space of a map.

    Attributes:
        at: row and column on the plan of the map.
        kind: spaces of one kind look alike, e.g. `woods`.
        text: what the space says, in generated English.
        draw: how many cards are drawn there.
        picture: the name by which its picture is fetched.
        provenance, note: how sure the text is, and which parts of it are; as of a `Card`.
        next: the neighbours within its region, the clockwise one first.
        tables: the tables that its text says in prose, in that order.
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
    picture: str = ""
    provenance: str = ""
    note: str = ""
    tables: tuple[DieTable, ...] = ()


class Landmark(Facts, frozen=True):
    """What a map shows beside its spaces, e.g. `houses`: the square of its upper left corner, its rows and columns."""

    draw: str
    at: tuple[int, int]
    size: tuple[int, int]


class Region(Facts, frozen=True):
    """A part of a map, outermost first; `level` counts inwards from 0.

    Attributes:
        ground: what lies between its spaces, e.g. `cobbles`; empty for bare earth.
    """

    id: str
    name: str
    level: int
    ground: str = ""
    landmarks: tuple[Landmark, ...] = ()


class Map(Facts, frozen=True):
    """A board: how many rows and columns its plan has, and its regions."""

    id: str
    name: str
    rows: int
    columns: int
    regions: tuple[Region, ...]


class Card(CommonCard, frozen=True, kw_only=True):
    """A card of any deck, character cards among them; its kind is e.g. `animal`, `magic_object`, `spell`, `character`.

    Attributes:
        order: the encounter number, -1 for none.
        action: the word on it that says what becomes of it: `attack`, `discard`, `keep` or `leave`; empty in games
            whose cards have no such word.
        alignment, start, life, fate, gold, abilities: of characters only.
    """

    craft: int = 0
    order: int = -1
    action: str = ""
    alignment: str = ""
    start: str = ""
    life: int = 0
    fate: int = 0
    gold: int = 0
    abilities: tuple[Ability, ...] = ()


class Book(CommonBook, frozen=True, kw_only=True, tag_field="rulebook", tag="adventure"):
    """What never changes during an adventure game.

    Attributes:
        rates: how many counters of a kind are traded in at a time, by the counter's name; of `trophies`, how many of
            their points.
    """

    maps: tuple[Map, ...]
    spaces: dict[str, Space]
    cards: dict[str, Card]
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
        counters: how many it has of each kind of counter in this game, by name.
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


class View(CommonView, frozen=True, kw_only=True, tag_field="rulebook", tag="adventure"):
    """Where an adventure game stands for one viewer.

    Attributes:
        spaces: what lies on each space that is not bare, by its id.
        in_force: the cards beside the board that hold for all.
        now: the marks that lie on the table and hold for all at this time, such as day or night.
    """

    seats: tuple[Seat, ...]
    spaces: dict[str, Lying]
    in_force: tuple[Held, ...] = ()
    now: tuple[str, ...] = ()
