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
    fields,
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


WHEN_DONE: Final = ("at", "to", "when", "for")
"""What acts with the same key may say differently: whichever of them is offered, choosing it does the same."""


MAIN_MAP: Final = "main"
"""The map of the rulebook's own board; all others are those of the packs that name them."""
MOVES: Final = ("roll", "step", "none")
"""How one moves in a Region."""
PATHS: Final = ("nowhere", "stop", "back")
"""What becomes of a move that is longer than its path: it leads nowhere, stops at the last space or turns round."""


class Carrier(Word):
    """Whatever can carry hooks."""

    modify: tuple[Modify, ...] = ()  # numbers that are larger by so much: `{strength: 1}`
    allow: tuple[Permission, ...] = ()  # what may be done, and with which things
    forbid: tuple[Permission, ...] = ()  # what may not be done; it goes before what is allowed
    must: tuple[Duty, ...] = ()  # what has to be done where it can
    replace: tuple[Replace, ...] = ()  # what happens instead of something, or that nothing does
    act: tuple[Act, ...] = ()  # what may be done of one's own accord, and at which moment
    respond: tuple[Act, ...] = ()  # how an event may be answered
    trigger: tuple[Trigger, ...] = ()  # what follows an event by itself

    def ready(self, names: Names, node: Node) -> None:
        known: dict[object, dict[str, object]] = {}
        said_here = node.mapping()
        acts = [act for key in ("act", "respond") if key in said_here for act in said_here[key].many()]
        for act in acts:
            does = {key: value.plain() for key, value in act.mapping().items() if key not in WHEN_DONE}
            first = known.setdefault(does.get("key"), does)
            if first is not does and (first != does or "once" in does):
                act.fail("another act here has this key already: give this one another (`key:`)")


class Ability(Carrier):
    """A special ability of a character."""

    id: str  # its name in keys, saves and translations
    name: str = ""  # what people call it
    text: str = ""  # told where it has no hooks, because the rules themselves carry it out


class HouseRule(Ability):
    """A rule that lies on the table."""

    hides: ClassVar[Mapping[str, frozenset[Need]]] = {"set_up": frozenset({DOER})}

    set_up: Effect = NOTHING  # done once when the table is laid, by nobody


class Card(Carrier):
    """A card of any deck."""

    provides: ClassVar[Mapping[str, frozenset[Need]]] = {
        "drawn": frozenset({LYING_CARD}),
        "meet": frozenset({LYING_CARD}),
        "comes": frozenset({LYING_CARD}),
    }

    id: str  # its name in keys, saves and scenarios; small letters, digits and underscores
    name: str  # what people call it
    kind: str  # when it is met and what it counts as; one of the kinds of the preset or pack
    copies: Copies = ONE_COPY  # how many of it there are; `{option: NAME}` for as many as an option says
    deck: str = ""  # the deck it belongs to, if not the one at the top of its file
    order: int = NONE  # its encounter number, if not that of its kind
    action: str = ""  # `attack`, `discard`, `keep` or `leave` when it is met, if not what its kind says
    strength: int = 0  # of an Enemy that attacks with Strength, or of a character
    craft: int = 0  # of an Enemy that attacks with Craft, or of a character
    grows: Value = ZERO  # how much stronger an Enemy is than printed, as a number that may change
    mirrors: bool = False  # whether it is an Enemy as strong as whoever it fights, with all that counts
    points: int = NONE  # the experience for defeating it; as much as its Strength or Craft if it says none
    tags: tuple[str, ...] = ()  # words of your own that others ask for, such as `weapon`
    drawn: Effect = NOTHING  # done when it is drawn, before all else
    meet: Effect = NOTHING  # done when it is encountered
    taken: Effect = NOTHING  # done when it comes to a character
    holds: Counts = NO_AMOUNTS  # counters that lie on it when it is revealed
    keeps: bool = False  # whether cards may lie on it
    cost: int = 0  # gold to be paid for taking it
    price: int = 0  # gold for which it is sold where each card has its own price; 0 for none
    seeks: tuple[str, ...] = ()  # the kinds of creatures, or alignments of characters, that there is a bounty on
    must_take: bool = False  # whether whoever encounters it has to take it
    roams: bool = False  # whether it is a figure, which stands on the board for itself and whose hooks hold for all
    comes: Effect = NOTHING  # done to each character on the space that a figure comes to
    not_for: tuple[str, ...] = ()  # the alignments that may not have it
    cast: Cast | None = None  # when a Spell may be cast, and at whom
    effect: Effect = NOTHING  # what a Spell does
    variants: tuple[str, ...] = ()  # with which values of the option that lays it on the goal; with all if it says none
    company: bool = False  # whether characters encounter each other on the goal where it lies
    needs_: tuple[str, ...] = ()  # the decks without which it is left out
    art: Art = NO_ART  # what its picture shows, in words of the pictures
    note: str = ""  # what is certain about it, or not; shown with where it comes from
    provenance: str = ""  # how sure its facts are, from `printed` to `guess`; `ours` for what is made up
    examples: tuple[Node, ...] = ()  # scenarios that show how it works; they run as tests

    start: SpaceRef = NOWHERE  # where a character sets out, or a figure stands from the beginning

    # of characters
    alignment: str = ""  # `good`, `neutral` or `evil`
    life: int = 0  # how many lives one begins with
    fate: int = 0  # how many fate tokens one begins with
    gold: int = 0  # how much gold one begins with; as much as the preset says if it says none
    experience: int = 0  # how many points of it one begins with, where the preset counts them
    spells: int = 0  # how many Spells one begins with
    objects: tuple[str, ...] = ()  # the Objects one begins with, by their ids
    abilities: tuple[Ability, ...] = ()  # what it can do, each with hooks of its own

    names = ANYTHING
    """Its id, kind, classes and tags: what `things` in words are matched against."""

    def ready(self, names: Names, node: Node) -> None:
        super().ready(names, node)
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

    id: str  # its name in keys, saves and scenarios; small letters, digits and underscores
    name: str  # what people call it
    region: str  # the Region it lies in
    kind: str = ""  # what else it is called, alone or with others; its id if it says none
    at: tuple[int, ...] = ()  # row and column on the plan of the board, from 0
    draw: int = 0  # draw cards until so many lie here
    first: Effect = NOTHING  # done before cards are drawn
    visit: Effect = NOTHING  # what the space itself demands, after the cards
    stay: Effect = NOTHING  # done here instead of moving
    stock: Effect = NOTHING  # done when the table is laid, and again at the end of each turn
    floor: SpaceRef = NOWHERE  # where things that are left there come to lie, if not on the space itself
    keeps: bool = False  # whether cards may lie on it apart from those that are met there
    meetings: bool = True  # whether characters may encounter each other here
    must_meet: bool = False  # whether one who finds characters here must encounter one of them, not the space
    rest: bool = False  # whether characters stay here in their turns instead of moving
    next: tuple[str, ...] = ()  # the spaces one can go on to, the clockwise one first
    opposite: tuple[str, ...] = ()  # the spaces across the river
    gates: tuple[Gate, ...] = ()  # ways to spaces of other Regions
    summit: bool = False  # the goal: who is killed after anybody has reached it is out of the game
    unfriendly: bool = False  # whether somebody unfriendly lives here, who may be evaded by an option
    art: Art = NO_ART  # what its picture shows, in words of the pictures
    note: str = ""  # what is certain about it, or not; shown with where it comes from
    provenance: str = ""  # how sure its facts are, as of a card

    names = ANYTHING

    def flaw(self) -> str:
        done = [word for word in words_in(self.stay) if isinstance(word, Effect) and not self._is_end_of(word)]
        if self.stay is not NOTHING and not any("landed" in effect.brings() for effect in done):
            return Translatable("who stays here would never get away; say in `stay` how, as with `teleport`")
        return ""

    def _is_end_of(self, effect: Effect) -> bool:
        """Tell whether an effect leads to this very space."""
        if fields(type(effect)).get("to") != "SpaceRef":
            return False
        to: int = effect.to  # type: ignore[attr-defined]  # what fields are called, no class of words tells
        return to != NONE and self.table.spaces[to] is self

    def provided_in(self, field: str) -> frozenset[Need]:
        found = super().provided_in(field)
        return found | {KEEPS_CARDS} if self.keeps and field in SAID_THERE else found


class Gate(Word):
    """A way from a space to one of another Region, and what bars it."""

    provides: ClassVar[Mapping[str, frozenset[Need]]] = {
        "pass_": frozenset({A_GATE}),
    }

    to: str  # the space it leads to
    pass_: Effect = NOTHING  # what must be done, until `enter` in it lets the character through; else one walks on
    ends_move: bool = False  # whether the turn is over behind it
    last: bool = False  # whether a move goes no further behind it, and does not come back to where it began
    bars: Condition = ALWAYS  # what must hold for who tries; always if it says none
    river: bool = False  # whether it crosses the river

    beyond = NONE
    """The number of the space it leads to."""


class Terrain(Word):
    """What lies over a space, and is met instead of what that says: `terrain: {kind: desert, draw: 2}`."""

    kind: str = ""  # the kind of space that it is now, if not its own
    draw: int = NONE  # how many cards are drawn there, if not as many as usual
    first: Effect = NOTHING  # before cards are drawn
    visit: Effect = NOTHING  # after the cards

    names = ANYTHING
    """What the space may be called for it: its kind, and the id of the mark."""

    def ready(self, names: Names, node: Node) -> None:
        if self.kind:
            names.check("place", node.mapping()["kind"])


class MarkKind(Carrier):
    """A kind of mark: something temporary on a seat, card or space."""

    id: str  # its name; small letters, digits and underscores
    name: str  # what people call it
    text: str = ""  # told where it has no hooks, because the rules themselves look for it
    strength: int = NONE  # of another form: the Strength while it lasts
    craft: int = NONE  # of another form: the Craft while it lasts
    holds: bool = False  # whether the character cannot move on in the Inner Region until it is gone
    escape: int = 0  # the lowest roll that frees a character who is held fast
    anew: bool = False  # whether one who is freed moves as at the start of any turn, instead of by that roll
    on_end: Effect = NOTHING  # done when it goes
    stacks: bool = False  # whether a second one is added to the first
    leads: bool = False  # whether the seat whose number is the amount less 1 chooses the way of the next move
    makes: str = ""  # what a belonging that bears it counts as, instead of an Object
    deputy: bool = False  # whether a Follower that bears it fights in their master's place, as strong as its amount
    cycle: str = ""  # its cycle, of which one mark lies on the table and holds for all; at first the first one
    outlives: bool = False  # whether it passes on to the next character of its player when one is killed
    hidden: bool = False  # whether only its bearer knows of it
    terrain: Terrain | None = None  # lies over a space: what is met there instead

    @property
    def is_form(self) -> bool:
        """Whether it is another form, with a Strength or Craft of its own."""
        return self.strength != NONE or self.craft != NONE


class Landmark(Word):
    """What a board shows beside its spaces: `{draw: houses, at: [0, 0], size: [2, 1]}`, in squares of its plan."""

    draw: str  # what is to be seen
    at: tuple[int, ...]  # row and column, from 0
    size: tuple[int, ...] = (1, 1)  # how many rows and columns it takes

    def ready(self, names: Names, node: Node) -> None:
        if self.draw not in LANDMARKS:
            node.mapping()["draw"].misspelt("no landmark is called {name!r}", self.draw, LANDMARKS)


class Region(Word):
    """A Region of the board and how one moves there."""

    id: str  # its name; small letters, digits and underscores
    name: str  # what people call it
    moves: str = "roll"  # `roll` a die, `step` one space a turn, or `none`
    level: SignedInt = SignedInt(0)  # how far inside it is; who turns back goes outwards
    paths: str = ""  # the way is chosen at each space; one that is too short leads `nowhere`, `stop`s or goes `back`
    deck: str = ""  # the deck that is drawn from here, if not the usual one
    map: str = MAIN_MAP  # the board it is on, with all Regions that say so: `main`, one of its pack, or `PACK.MAP`
    creatures_immune: bool = False  # whether no Spell touches and nobody evades a creature here
    ground: str = ""  # what its board shows between the spaces, if not bare earth
    landmarks: tuple[Landmark, ...] = ()  # what else its board shows

    def ready(self, names: Names, node: Node) -> None:
        if self.ground and self.ground not in GROUNDS:
            node.mapping()["ground"].misspelt("no ground is called {name!r}", self.ground, GROUNDS)
        if self.map not in names.kinds["map"]:
            node.mapping()["map"].misspelt("no map is called {name!r}", self.map, names.kinds["map"])
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

    id: str  # its name; small letters, digits and underscores
    name: str  # what people call it
    order: int = NONE  # the encounter number of its cards; without one they are not met
    action: str = ""  # `attack`, `discard`, `keep` or `leave`, when one of its cards is met
    is_: tuple[str, ...] = ()  # its classes, e.g. `enemy`, `object`, `belonging`: what else its cards count as


class Deck(Word):
    """A deck: whether it is shuffled and face down, and whether what is discarded forms a pile."""

    id: str  # its name; small letters, digits and underscores
    name: str  # what people call it
    hidden: bool = True  # whether it lies face down and is shuffled
    discards: bool = True  # whether what is discarded of it forms a pile, from which it is made anew
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

    name: str  # what people call one of them
    small: int = NONE  # how many there are; as many as it takes if it does not say
    large: int = 0  # how many there are that count 5
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
