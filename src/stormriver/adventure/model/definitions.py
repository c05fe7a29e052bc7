"""What packs define: cards, characters, spaces, kinds of marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from stormriver.adventure.model.hooks import Act, Cast, Duty, Modify, Permission, Replace, Trigger, answering
from stormriver.adventure.model.moments import hidden_at
from stormriver.adventure.model.needs import (
    A_FIGURE,
    A_GATE,
    A_MEETING,
    AN_ENEMY,
    KEEPS_CARDS,
    LYING_CARD,
    OWN_CARD,
    THIS_CARD,
)
from stormriver.adventure.model.types import (
    ADVENTURE,
    ALIGNMENTS,
    ANYTHING,
    NO_AMOUNTS,
    NOWHERE,
    ONE_COPY,
    Copies,
    Counts,
    SpaceRef,
)
from stormriver.art.vocabulary import GROUNDS, LANDMARKS
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.art import NO_ART, Art
from stormriver.language.decoders import Records
from stormriver.language.grammar import (
    ALWAYS,
    NOTHING,
    ZERO,
    Condition,
    Effect,
    Names,
    SignedInt,
    Value,
    Word,
    read_record,
    register,
)
from stormriver.language.needs import DOER, NONE_GIVEN, Need
from stormriver.language.source import Node
from stormriver.language.usage import words_in

ACTIONS: Final = ("attack", "discard", "keep", "leave")
"""What happens to a card that is met: it attacks and stays until it is killed; works and is discarded; may be taken and
kept; works and is left to be met again."""

PROVENANCES: Final = {
    "printed": "read off a printed card",
    "sure": "what it does is known for certain",
    "likely": "several accounts agree on what it does",
    "memory": "told from memory",
    "guess": "guessed",
    "reconstructed": "put together from what is known of it; the printed card may differ",
    "ours": "made up here, of no box",
}
"""How sure the facts of a card or space are."""


SAID_THERE: Final = ("first", "visit", "stay", "stock")
"""What a space says of itself, beside its hooks."""


MOVES: Final = ("roll", "step", "none")
"""How one moves in a Region."""
PATHS: Final = ("nowhere", "stop", "back")
"""What becomes of a move that is longer than its path: it leads nowhere, stops at the last space or turns round."""


class Carrier(Word):
    """Whatever can carry hooks."""

    modify: tuple[Modify, ...] = ()
    allow: tuple[Permission, ...] = ()
    forbid: tuple[Permission, ...] = ()
    must: tuple[Duty, ...] = ()
    replace: tuple[Replace, ...] = ()
    act: tuple[Act, ...] = ()
    respond: tuple[Act, ...] = ()
    trigger: tuple[Trigger, ...] = ()


class Ability(Carrier):
    """A special ability of a character."""

    id: str
    name: str = ""
    text: str = ""


class HouseRule(Ability):
    """A rule that lies on the table."""

    hides: ClassVar[Mapping[str, frozenset[Need]]] = {"set_up": frozenset({DOER})}

    set_up: Effect = NOTHING  # what is done when the table is laid


class Card(Carrier):
    """A card of any deck."""

    provides: ClassVar[Mapping[str, frozenset[Need]]] = {
        "drawn": frozenset({LYING_CARD}),
        "meet": frozenset({LYING_CARD}),
        "comes": frozenset({LYING_CARD}),
    }

    id: str
    name: str
    kind: str
    copies: Copies = ONE_COPY
    deck: str = ""
    order: int = NONE  # encounter number; by its kind if it says none
    action: str = ""  # what becomes of it when it is met (see ACTIONS); by its kind if it says none
    strength: int = 0
    craft: int = 0
    grows: Value = ZERO  # how much stronger an Enemy is than printed, as a number that may change
    mirrors: bool = False  # an Enemy that attacks with the Strength of whoever it fights, with all that counts
    points: int = NONE  # experience for defeating it; its Strength or Craft if it says none
    tags: tuple[str, ...] = ()
    drawn: Effect = NOTHING  # when drawn, before all else
    meet: Effect = NOTHING  # when encountered
    taken: Effect = NOTHING  # when it comes to a character
    holds: Counts = NO_AMOUNTS  # counters put on it when it is revealed
    keeps: bool = False  # whether cards may lie on it
    cost: int = 0  # gold to be paid for taking it
    price: int = 0  # gold for which it is sold where each card has its own price; 0 for none
    seeks: tuple[str, ...] = ()  # kinds of creatures, or alignments of characters, that there is a bounty on
    must_take: bool = False
    roams: bool = False  # a figure: stands on the board for itself, and what its hooks say holds for all
    comes: Effect = NOTHING  # to each character on the space that a figure comes to
    not_for: tuple[str, ...] = ()  # alignments that may not have it
    cast: Cast | None = None
    effect: Effect = NOTHING  # of a Spell
    variants: tuple[str, ...] = ()  # of the option that lays it on the goal: with which values; none: with all
    company: bool = False  # whether characters encounter each other on the goal where it lies
    needs_: tuple[str, ...] = ()  # decks without which it is left out
    art: Art = NO_ART  # what its picture shows, in words
    note: str = ""
    provenance: str = ""
    examples: tuple[Node, ...] = ()

    start: SpaceRef = NOWHERE  # where a character sets out, or a figure stands from the beginning

    # of characters
    alignment: str = ""
    life: int = 0
    fate: int = 0
    gold: int = 0
    experience: int = 0
    spells: int = 0
    objects: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()

    names = ANYTHING
    """Its id, kind, classes and tags: what `things` in words are matched against."""

    def ready(self, names: Names, node: Node) -> None:
        if self.cast is not None:
            answering(self.effect, self.cast.at)
        said = node.mapping()
        for key, found in (("alignment", (self.alignment,)), ("not_for", self.not_for)):
            for name in found:
                if name and name not in ALIGNMENTS:
                    said[key].misspelt("no alignment is called {name!r}", name, ALIGNMENTS)
        if self.kind != "character" and not self.roams:
            for key in ("start", "comes"):
                if key in said:
                    said[key].at_key().fail("{key!r} is said of a character or a figure: give `roams: true`", key=key)
        if self.kind == "character" and "deck" in names.kinds:
            for item in said["objects"].items() if "objects" in said else ():
                names.check("card", item)

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives to the words in a field: a character is no card that they may speak of."""
        if self.kind == "character" or field == "abilities":
            return NONE_GIVEN
        found = super().provided_in(field) | {THIS_CARD}
        told = (
            (not self.names.isdisjoint(("belonging", "enemy")), OWN_CARD),
            ("enemy" in self.names, AN_ENEMY),
            (self.roams, A_FIGURE),
            (self.keeps, KEEPS_CARDS),
            (self.meet is not NOTHING, A_MEETING),
        )
        found |= {need for holds, need in told if holds}
        return found | self.cast.given_to_effect() if field == "effect" and self.cast is not None else found

    def hidden_in(self, field: str) -> frozenset[Need]:
        return hidden_at(self.cast.at) if field == "effect" and self.cast is not None else super().hidden_in(field)


class Space(Carrier):
    """A space of the board."""

    hides: ClassVar[Mapping[str, frozenset[Need]]] = {"stock": frozenset({DOER})}

    id: str
    name: str
    region: str
    kind: str = ""
    at: tuple[int, ...] = ()  # row and column on the plan of the board
    draw: int = 0
    first: Effect = NOTHING  # before cards are drawn
    visit: Effect = NOTHING  # what the space itself demands, after the cards
    stay: Effect = NOTHING  # what is done there instead of moving
    stock: Effect = NOTHING  # what is done when the table is laid, and again at the end of each turn
    floor: SpaceRef = NOWHERE  # where things that are left there come to lie, if not on the space itself
    keeps: bool = False  # whether cards may lie on it apart from those that are met there
    meetings: bool = True  # whether characters may encounter each other here
    must_meet: bool = False  # whether one who finds characters here must encounter one of them, not the space
    rest: bool = False  # whether characters stay here in their turns instead of moving
    next: tuple[str, ...] = ()  # neighbours, clockwise one first
    opposite: tuple[str, ...] = ()  # across the river
    gates: tuple[Gate, ...] = ()
    summit: bool = False  # the goal: who is killed after anybody has reached it is out of the game
    unfriendly: bool = False  # whether somebody unfriendly lives here, who may be evaded by an option
    art: Art = NO_ART  # what its picture shows, in words
    note: str = ""
    provenance: str = ""

    names = ANYTHING

    def flaw(self) -> str:
        done = [word for word in words_in(self.stay) if isinstance(word, Effect)]
        if self.stay is not NOTHING and not any("landed" in effect.brings() for effect in done):
            return Translatable("who stays here would never get away; say in `stay` how, as with `teleport`")
        return ""

    def provided_in(self, field: str) -> frozenset[Need]:
        found = super().provided_in(field)
        return found | {KEEPS_CARDS} if self.keeps and field in SAID_THERE else found


class Gate(Word):
    """A way from a space to one of another Region, and what bars it."""

    provides: ClassVar[Mapping[str, frozenset[Need]]] = {
        "pass_": frozenset({A_GATE}),
    }

    to: str
    pass_: Effect = NOTHING  # what must be done; the word `enter` in it lets the character through
    ends_move: bool = False
    last: bool = False  # a move goes no further behind it, and does not come back to where it began
    bars: Condition = ALWAYS  # who may try
    river: bool = False  # whether it crosses the river

    beyond = NONE
    """The number of the space it leads to."""


class Terrain(Word):
    """What lies over a space, and is met instead of what that says: `terrain: {kind: desert, draw: 2}`."""

    kind: str = ""  # the kind of space that it is now; its own if it says none
    draw: int = NONE  # how many cards are drawn there; as many as usual if it says none
    first: Effect = NOTHING
    visit: Effect = NOTHING

    names = ANYTHING
    """What the space may be called for it: its kind, and the id of the mark."""

    def ready(self, names: Names, node: Node) -> None:
        if self.kind:
            names.check("place", node.mapping()["kind"])


class MarkKind(Carrier):
    """A kind of mark: something temporary on a seat, card or space."""

    id: str
    name: str
    text: str = ""
    strength: int = NONE  # a form: the printed values while it lasts
    craft: int = NONE
    holds: bool = False  # the character cannot move on in the Inner Region until it is gone
    escape: int = 0  # the lowest roll that frees a character who is held fast
    anew: bool = False  # whether one who is freed moves as at the start of any turn, instead of by that roll
    on_end: Effect = NOTHING
    stacks: bool = False  # whether a second one is added to the first
    leads: bool = False  # the seat whose number is the amount less 1 chooses the way of the next move
    makes: str = ""  # what a belonging counts as that bears it, instead of an Object
    deputy: bool = False  # lies on a Follower who fights in their master's place, with its amount as Strength
    cycle: str = ""  # lies on the table, for all; of those with the same name one holds at a time, the first at first
    outlives: bool = False  # holds for whoever plays: a killed character's mark passes on to the next of the seat
    hidden: bool = False
    terrain: Terrain | None = None  # of one that lies over a space: what is met there instead

    @property
    def is_form(self) -> bool:
        """Whether it is another form, with a Strength or Craft of its own."""
        return self.strength != NONE or self.craft != NONE


class Landmark(Word):
    """What a board shows beside its spaces: `{draw: houses, at: [0, 0], size: [2, 1]}`, in squares of its plan."""

    draw: str
    at: tuple[int, ...]
    size: tuple[int, ...] = (1, 1)

    def ready(self, names: Names, node: Node) -> None:
        if self.draw not in LANDMARKS:
            node.mapping()["draw"].misspelt("no landmark is called {name!r}", self.draw, LANDMARKS)


class Region(Word):
    """A Region of the board and how one moves there."""

    id: str
    name: str
    moves: str = "roll"  # roll a die, `step` one space, or `none`
    level: SignedInt = SignedInt(0)  # how far inside; turning back leads outwards
    paths: str = ""  # one chooses the way anew at each space, but never straight back: how paths end (see PATHS)
    deck: str = ""  # the deck that is drawn from there, if not the one of the preset
    map: str = "main"  # the board it is on
    creatures_immune: bool = False  # no Spell touches, nobody evades a creature here
    ground: str = ""  # what lies between its spaces, if not bare earth
    landmarks: tuple[Landmark, ...] = ()  # what else is to be seen there

    def ready(self, names: Names, node: Node) -> None:
        if self.ground and self.ground not in GROUNDS:
            node.mapping()["ground"].misspelt("no ground is called {name!r}", self.ground, GROUNDS)
        if self.moves not in MOVES:
            at = node.mapping()["moves"]
            at.misspelt("one moves by {known}, not by {name!r}", self.moves, MOVES, known=", ".join(MOVES))
        if self.paths and self.paths not in PATHS:
            at = node.mapping()["paths"]
            at.misspelt(
                "at the end of a path one goes {known}, not {name!r}", self.paths, PATHS, known=", ".join(PATHS)
            )
        if self.paths and self.moves != "roll":
            node.fail("`paths` is said of a Region in which one moves by the die")


class Kind(Word):
    """A kind of card: its name, encounter number and class."""

    id: str
    name: str
    order: int = NONE
    action: str = ""
    is_: tuple[str, ...] = ()


class Deck(Word):
    """A deck: whether it is shuffled and face down, and whether what is discarded forms a pile."""

    id: str
    name: str
    hidden: bool = True
    discards: bool = True
    is_: tuple[str, ...] = ()  # names it shares with other decks, e.g. `shop`
    price: int = 0  # gold for which the top card of a face-down one is sold; 0 for none
    lays: str = ""  # the option that says how a card of it is laid on the goal: none, revealed or hidden


def _numbers(names: Names, node: Node) -> tuple[int, ...]:
    return tuple(read_count(names, item) for item in node.items())


def _abilities(names: Names, node: Node) -> tuple[Ability, ...]:
    return tuple(read_record(names, item, Ability) for item in node.items())


def _terrain(names: Names, node: Node) -> Terrain:
    return read_record(names, node, Terrain)


register("Terrain | None", _terrain, ADVENTURE)
register("tuple[int, ...]", _numbers, ADVENTURE)
register("tuple[Ability, ...]", _abilities, ADVENTURE)
register("tuple[Gate, ...]", Records(Gate), ADVENTURE)
register("tuple[Landmark, ...]", Records(Landmark), ADVENTURE)


class Counter(Word):
    """A kind of counter that a pack puts into the box: `components: {favour: {name: Favour, small: 20}}`."""

    name: str
    small: int = NONE  # how many there are; as many as it takes if it does not say
    large: int = 0
    outlives: bool = False  # whether a player keeps them when the character is killed

    id = ""


class RuleMarks:
    """The kinds of marks that the rules themselves put on and look for, by number."""

    def __init__(self, ids: Mapping[str, int]) -> None:
        self.ally = ids["ally"]
        self.bound = ids["bound"]
        self.cast = ids["cast"]
        self.ditched = ids["ditched"]
        self.lingering = ids["lingering"]
        self.loose_gold = ids["loose_gold"]
        self.rounds = ids["rounds"]
        self.sheathed = ids["sheathed"]
        self.summit_reached = ids["summit_reached"]
        self.turned_back = ids["turned_back"]
        self.used = ids["used"]
        self.wielded = ids["wielded"]
