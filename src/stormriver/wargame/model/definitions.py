"""What packs define: tiles, units, items, spells, abilities, marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.art import NO_ART, Art
from stormriver.language.decoders import Records
from stormriver.language.grammar import (
    ALWAYS,
    NOTHING,
    ZERO,
    Condition,
    Effect,
    Names,
    Signed,
    SignedInt,
    Word,
    register,
)
from stormriver.language.needs import Need
from stormriver.language.source import Node
from stormriver.wargame.model.moments import NO_MOMENTS, WARGAME, Moments
from stormriver.wargame.model.needs import A_BEARER, A_UNIT, AIMED_AT, AT_UNITS

NO_NAMES: Final[frozenset[str]] = frozenset()
SIZE: Final = 8
"""Rows and columns of the map."""
REACHES: Final = ("here", "near", "neighbours")
"""Whom a gift is for: the unit itself, who bears the chit or stands on the tile (`here`); who stands on the tile or
orthogonally beside it (`near`); friendly units orthogonally beside the unit (`neighbours`)."""
TARGETS: Final = ("none", "unit", "friend", "foe", "neutral", "self", "mover", "attacked", "square", "spell")
"""What a spell is aimed at: a unit of some sort, the one that moves or is attacked just now, a square, a spell."""
FORBIDDEN: Final = ("move", "attack")
"""What a mark may forbid to everybody."""
SLOTS: Final = ("", "weapon", "headgear", "shield", "armor", "steed")
"""The sorts of items of which a character carries one each."""


def _check(kind: str, said: Iterable[str], names: Names, node: Node) -> None:
    """Refuse a name that is none of its kind."""
    for name in said:
        if name not in names.kinds[kind]:
            node.misspelt("no {kind} is called {name!r}", name, names.kinds[kind], kind=Translatable(kind))


class ByNature(Condition):
    """A condition of what a unit is, which may be settled by the names it has by nature."""

    def may_hold_for(self, names: frozenset[str]) -> bool:
        """Tell whether it could ever hold for a unit of these names: its id, side, type and classes."""
        raise NotImplementedError(self.word)


class Gift(Word):
    """What a tile, chit, ability or rule gives to a unit for as long as it lies there.

    Strength, gold and points of several gifts are added; of saves the best counts; an ability had twice is had once.
    """

    to: str = "here"  # `here`, `near` or `neighbours`
    when: Condition = ALWAYS  # what the unit must be or do
    strength: Signed = Signed(ZERO)  # added to its strength
    shot: Signed = Signed(ZERO)  # added to the strength in ranged attacks only
    volley: int = NONE  # beside Ranged Attack: the strength of one on all foes around, made in place of one's own
    becomes: int = NONE  # instead of the printed strength
    halves: bool = False  # the printed strength, rounded up
    save: int = 0  # the highest roll of a die that nullifies a hit
    steps: int = 0  # spaces moved beyond the first
    wounds: int = 0  # wounds taken beyond the usual before it is killed
    points: int = 0  # magic points
    gold: int = 0  # gained in the owner's Recruit Phase
    heals: int = 0  # wounds that go in the owner's Healing Phase
    recruit: SignedInt = SignedInt(0)  # added to rolls on the recruit table
    hands: int = 0  # weapons carried beyond the first
    abilities: tuple[str, ...] = ()  # had for as long
    leaps: tuple[str, ...] = ()  # kinds of tiles to any of which it may move at once; `any`

    def provided_in(self, field: str) -> frozenset[Need]:
        return frozenset({A_BEARER})

    def ready(self, names: Names, node: Node) -> None:
        if self.to not in REACHES:
            node.misspelt("a gift goes to {known}, not to {name!r}", self.to, REACHES, known=", ".join(REACHES))
        _check("ability", self.abilities, names, node)
        _check("thing", [kind for kind in self.leaps if kind != "any"], names, node)


class Carrier(Word):
    """Anything that gives something to units."""

    id: str  # its name in keys, saves and scenarios
    name: str  # what it is called
    gives: tuple[Gift, ...] = ()  # what units have by it


class Ability(Carrier):
    """An ability that units have by nature or by gift."""

    text: str = ""  # what who has it does, e.g. `moves 1 more space`


class Chit(Carrier):
    """Anything drawn from a cup or laid on the map."""

    group: ClassVar[str] = ""  # tile, unit, item or spell
    plural: bool = False  # whether its name is that of several
    copies: int = 1  # how many there are
    art: Art = NO_ART  # what its picture shows, in words
    note: str = ""  # what of it is certain
    provenance: str = "sure"  # how sure its facts are
    examples: tuple[Node, ...] = ()  # positions that show how it works
    deck = ""
    """The cup it is drawn from; set by the loader."""
    names = NO_NAMES
    """Its id, side, type, kind and classes, which conditions are matched against; set by the loader."""


class Tile(Chit):
    """A territory of the map."""

    group = "tile"
    side: str  # `good`, `evil` or `neutral`: in whose region it is laid
    kind: str = ""  # what abilities know it as; its id if it says none
    deadly: int = 0  # ground units that enter are killed on 1 to this
    mires: int = 0  # a unit cannot move away on 1 to this
    burns: int = 0  # a unit takes a wound in the Healing Phase on 1 to this
    spares: tuple[str, ...] = ()  # abilities whose bearers the tile does not harm
    shelters: int = 0  # a unit evades attacks on 1 to this

    def ready(self, names: Names, node: Node) -> None:
        _check("ability", self.spares, names, node)


class Unit(Chit):
    """A unit: a character, who may carry items, or a monster."""

    group = "unit"
    side: str  # `good`, `evil` or `neutral`
    type: str  # `character` or `monster`
    strength: int  # as printed
    points: int = 0  # magic points
    is_: tuple[str, ...] = ()  # classes, e.g. `fighter`, `magic_user`, `undead`
    abilities: tuple[str, ...] = ()  # those it has by nature

    def ready(self, names: Names, node: Node) -> None:
        if self.type not in ("character", "monster"):
            node.fail("a unit is a character or a monster, not {type!r}", type=self.type)
        _check("ability", self.abilities, names, node)


class Item(Chit):
    """An item, stacked with a character."""

    group = "item"
    provides = {"for_": frozenset({A_BEARER}), "use": frozenset({A_UNIT})}
    slot: str = ""  # `weapon`, `headgear`, `shield`, `armor` or `steed`; of each a character carries one
    for_: Condition = ALWAYS  # which characters may carry it
    at: Moments = NO_MOMENTS  # when it may be used up
    use: Effect = NOTHING  # what it does then, to its bearer

    def ready(self, names: Names, node: Node) -> None:
        if self.slot not in SLOTS:
            node.misspelt("no slot is called {name!r}", self.slot, SLOTS)


class Spell(Chit):
    """A spell; a curse or boon stays with the unit it was cast at."""

    group = "spell"
    provides = {"only": frozenset({A_BEARER})}
    at: Moments  # when it may be cast
    target: str = "none"  # `unit`, `friend`, `foe`, `neutral`, `self`, `mover`, `attacked`, `square` or `spell`
    range: int = NONE  # the most steps from the caster to the target; any if left out
    covers: int = 1  # squares, of which the target is the first
    side: str = ""  # of the caster, if only such a one may cast it
    only: Condition = ALWAYS  # what the target must be
    lasts: str = ""  # `curse` or `boon`: it stays with the unit
    fades: bool = False  # whether it lasts only until the beginning of the caster's next turn
    effect: Effect = NOTHING  # what it does

    def ready(self, names: Names, node: Node) -> None:
        if self.target not in TARGETS:
            node.misspelt(
                "a spell is aimed at {known}, not at {name!r}", self.target, TARGETS, known=", ".join(TARGETS)
            )
        if self.lasts not in ("", "curse", "boon"):
            node.fail("what lasts is a curse or a boon, not {lasts!r}", lasts=self.lasts)
        if self.lasts and A_UNIT not in self.provided_in("effect"):
            node.fail("a {lasts} stays with a unit, and this is not aimed at one", lasts=Translatable(self.lasts))

    def provided_in(self, field: str) -> frozenset[Need]:
        return AIMED_AT.get(self.target, AT_UNITS) if field == "effect" else super().provided_in(field)


class MarkKind(Word):
    """A kind of mark: a wound, a token, something that lasts for a while."""

    id: str  # its name in words
    name: str  # what it is called
    text: str = ""  # what it means, told when it is laid
    gives: tuple[Gift, ...] = ()  # to the unit it lies on
    forbids: tuple[str, ...] = ()  # what only who is immune may do while it lies anywhere: move, attack

    def ready(self, names: Names, node: Node) -> None:
        for deed in self.forbids:
            if deed not in FORBIDDEN:
                node.misspelt("a mark forbids {known}, not {name!r}", deed, FORBIDDEN, known=", ".join(FORBIDDEN))


class RuleMarks:
    """The kinds of marks that the rules themselves put on and look for, by number."""

    def __init__(self, ids: Mapping[str, int]) -> None:
        self.acted = ids["acted"]
        self.block = ids["block"]
        self.control = ids["control"]
        self.disease = ids["disease"]
        self.fading = ids["fading"]
        self.fated = ids["fated"]
        self.moved = ids["moved"]
        self.ruin = ids["ruin"]
        self.wound = ids["wound"]


class Square(Word):
    """A space of the map, on which one tile and at most one unit lie."""

    def __init__(self, number: int, row: int, column: int, side: str) -> None:
        self.number = number
        self.row = row
        self.column = column
        self.side = side
        self.id = f"{'abcdefgh'[column]}{row + 1}"
        self.name = self.id.upper()


register("tuple[Gift, ...]", Records(Gift), WARGAME)
