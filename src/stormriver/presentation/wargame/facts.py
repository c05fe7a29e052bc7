"""The facts that are shown of a wargame: its book, and where it stands for one viewer."""

from __future__ import annotations

from stormriver.presentation.facts import Ability, CommonBook, CommonCard, CommonView, Facts, Held, Mark, Part

# the book


class WarCard(CommonCard, frozen=True, kw_only=True):
    """A chit: a tile, unit, item or spell.

    Attributes:
        kind: `tile`, `unit`, `item` or `spell`; `kind_name` says more: `Good Fighter`, `Curse`.
        terrain: of a tile that there are several of, the name by which its picture as land on a map is fetched.
        side: `good`, `evil`, `neutral`, or nothing.
        type: of a unit `character` or `monster`, of an item its slot, of a spell `curse`, `boon` or nothing.
        text: of a unit only what it is able to do; its classes are its `tags`.
        points: the magic points a unit gives by itself.
    """

    side: str = ""
    type: str = ""
    points: int = 0
    terrain: str = ""


class WarSquare(Facts, frozen=True):
    """A square of the map: in whose region it lies, its row and column, and the squares that share an edge with it."""

    id: str
    name: str
    side: str
    at: tuple[int, int]
    beside: tuple[str, ...]


class Phase(Facts, frozen=True):
    """A phase of the turn."""

    id: str
    name: str


class Power(Facts, frozen=True):
    """A line of the Magic Power table: so many magic points grant something."""

    points: int
    grants: str


class WarBook(CommonBook, frozen=True, kw_only=True, tag_field="rulebook", tag="wargame"):
    """What never changes during a wargame.

    Attributes:
        squares: the map, row by row.
        phases: those of a turn, in their order.
        power: the Magic Power table.
        goals: for each seat the tiles on which it must stand to win.
    """

    squares: dict[str, WarSquare]
    cards: dict[str, WarCard]
    phases: tuple[Phase, ...]
    power: tuple[Power, ...]
    goals: tuple[tuple[str, ...], ...]


# a view


class WarUnit(Facts, frozen=True):
    """A unit on the map.

    Attributes:
        owner: the seat that commands it.
        strength: where it stands, with all that counts whatever it does; `printed` is its own, `parts` what else
            makes it up.
        wounds, limit: those it has, and those that kill it.
        save: the highest roll that nullifies a hit, 0 for none.
        steps: how many spaces it may move.
        items, chits: what it carries; the curses and boons that stay with it.
        abilities: those it has, by nature or gift.
        reach: the squares to which it could move, the nearest first; `threat` those that it could strike from where it
            stands.
        done: whether it has done already what units do in the phase under way.
    """

    card: str
    owner: int
    strength: int
    printed: int
    wounds: int
    limit: int
    parts: tuple[Part, ...] = ()
    diseased: bool = False
    save: int = 0
    steps: int = 1
    items: tuple[str, ...] = ()
    chits: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    marks: tuple[Mark, ...] = ()
    reach: tuple[str, ...] = ()
    threat: tuple[str, ...] = ()
    done: bool = False


class Place(Facts, frozen=True):
    """What lies and stands on a square: its tile, tokens and unit."""

    tile: str = ""
    block: int = 0
    ruin: int = 0
    unit: WarUnit | None = None


class WarSeat(Facts, frozen=True):
    """One side as the viewer sees it.

    Attributes:
        points: its magic points; `magic_users` is how many may cast.
        spells: its hand; `hand_limit` is how many it may keep.
        drawn: what it has drawn and is still to place, stack or choose from.
        goals: the tiles on which it must stand to win; `held` those on which it does.
        units, strength: how many it has, and how strong they are in all.
        skips: the turns it is still to skip.
    """

    number: int
    name: str
    side: str
    status: str = "playing"
    gold: int = 0
    points: int = 0
    magic_users: int = 0
    spells: tuple[Held, ...] = ()
    hand_limit: int = 0
    drawn: tuple[Held, ...] = ()
    goals: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    units: int = 0
    strength: int = 0
    skips: int = 0


class Arrow(Facts, frozen=True, kw_only=True):
    """A move or an attack as it is drawn on the map.

    Attributes:
        source: where the unit stands; `target` the square it goes to or strikes at.
        attack: whether it strikes, and does not go there.
    """

    source: str
    target: str
    attack: bool = False


class Pair(Arrow, frozen=True, kw_only=True):
    """Answers that can be given at once: a unit, and where it goes or whom it attacks; or a chit, and where it is used.

    Attributes:
        key: that of the pending ask; `then` that of the question to which it leads, or several with blanks between.
        card: the spell that is cast or the chit that is kept; empty where the gesture begins with a unit.
        chance: the chance of what is done there, if dice decide it; else -1.
    """

    key: str
    then: str
    card: str = ""
    chance: float = -1.0


class Covering(Facts, frozen=True):
    """Squares that a spell is to cover beyond the first, chosen together and given as one row of answers.

    Attributes:
        most: how many more it may cover; each lies beside one that is covered already.
        covered: those that it covers already.
        key: how the keys of squares begin, with the id of the square behind it.
        done: the key that ends a row of fewer squares.
    """

    most: int
    covered: tuple[str, ...]
    key: str
    done: str


class WarView(CommonView, frozen=True, kw_only=True, tag_field="rulebook", tag="wargame"):
    """Where a wargame stands for one viewer.

    Attributes:
        phase: the id of the phase under way, empty while the game is set up.
        squares: what lies on each square, by its id.
        marks: what holds for everybody just now.
        arrow: the attack or move that is under way and may still be answered.
        pairs: the pending ask with the question that follows it at once, for the viewer who is asked.
        covering: the squares that the viewer may choose for a spell now, if there can be several.
    """

    phase: str
    seats: tuple[WarSeat, ...]
    squares: dict[str, Place]
    marks: tuple[Mark, ...] = ()
    arrow: Arrow | None = None
    pairs: tuple[Pair, ...] = ()
    covering: Covering | None = None
