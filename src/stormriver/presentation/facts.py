"""The facts that are shown of a game. A client needs no rules to show them, and is sent nothing it may not show.

A `Book` is what never changes during a game: maps, cards, rules in words. A `View` is where the game
stands for one viewer. A `Told` is one event, with its sentence and what an animation needs.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

UNKNOWN = "?"
"""Stands for the id of a card that the viewer may not know."""


class Facts(Struct, frozen=True):
    """The base of all facts: immutable structs."""


# the book


class Deck(Facts, frozen=True):
    """A deck; an open one may be looked through."""

    id: str
    name: str
    hidden: bool


class Ability(Facts, frozen=True):
    """A special ability of a character or unit, in generated words."""

    name: str
    text: str


class Rule(Facts, frozen=True):
    """A rule or ruling in our own words.

    Attributes:
        chapter: the id of the chapter it stands in; `heading` what that is called, if its language has a word for it.
    """

    id: str
    title: str
    text: str
    chapter: str
    heading: str = ""


class MarkKind(Facts, frozen=True):
    """A kind of mark, and what it says.

    Attributes:
        picture: of another form somebody can have: the name by which its picture is fetched.
    """

    id: str
    name: str
    text: str = ""
    picture: str = ""


class Choice(Facts, frozen=True):
    """A setting of the game: its value, what it is otherwise, and what it may be.

    Attributes:
        name: what it is called; `text` says what it does.
        least, most: the range, if it is a number.
        words: the values, if it is a word; `word_names` what each of them is called.
        rule: the id of the rule behind it.
    """

    id: str
    name: str
    text: str
    value: bool | int | str
    default: bool | int | str
    rule: str
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    word_names: tuple[str, ...] = ()


class CommonCard(Facts, frozen=True, kw_only=True):
    """The fields that the cards and chits of all rulebooks share.

    Attributes:
        kind: what it is, for pages that draw it; `kind_name` the same, for people.
        deck: what it is drawn from.
        text: what it says, in generated words.
        copies: how many there are.
        tags: further names of what it is.
        picture: the name by which its picture is fetched.
        provenance: how sure the text is, e.g. `sure` or `reconstructed` (see `adventure.definitions.PROVENANCES`).
        note: which parts of it are sure, in words, if not all are.
        examples: what it does in a given position, in words.
    """

    id: str
    name: str
    kind: str
    kind_name: str
    deck: str
    text: str = ""
    strength: int = 0
    copies: int = 1
    tags: tuple[str, ...] = ()
    picture: str = ""
    provenance: str = ""
    note: str = ""
    examples: tuple[str, ...] = ()


class CommonBook(Facts, frozen=True, kw_only=True):
    """The fields that the books of all rulebooks share: what never changes during a game."""

    preset: str
    name: str
    packs: tuple[str, ...]
    options: tuple[Choice, ...]
    decks: dict[str, Deck]
    marks: dict[str, MarkKind]
    rules: dict[str, Rule]


# a view


class Mark(Facts, frozen=True):
    """Something temporary; `lasts` is its remaining time in words."""

    kind: str
    amount: int = 1
    lasts: str = ""


class Held(Facts, frozen=True):
    """A card in front of a seat; `number` tells copies apart, -1 if it is unknown.

    Attributes:
        usable: whether the viewer could use it at the pending ask.
        note: what is to be said of it just now, e.g. that it may not be used.
    """

    card: str
    number: int = -1
    marks: tuple[Mark, ...] = ()
    usable: bool = False
    note: str = ""


class Pile(Facts, frozen=True):
    """A deck: how many cards are left, and what has been discarded, last one last.

    Of an open deck without a pile of discards, these are the cards left.
    """

    left: int
    discards: tuple[str, ...] = ()


class Part(Facts, frozen=True):
    """Something that adds to a number: `3 printed`, `+1 Magic Belt`; of `card` if it is one."""

    name: str
    amount: int
    card: str = ""


class Odds(Facts, frozen=True):
    """The exact chances of a fight, or of what else dice decide; win, draw, lose and void are 1 in all.

    Attributes:
        against: whom or what.
        kind: what is fought or tried, e.g. `battle` or `psychic combat`.
        lead: by how much the viewer leads, before the dice or once they are `thrown`.
        totals: what the viewer's side and the other come to, whose difference that is; none where nobody has points.
        win_with_fate: the chance to win if fate is paid for a die that does not win.
        void: the chance that nothing comes of it.
        words: what win, draw, lose and void are called here; empty where they are called so.
    """

    against: str
    kind: str
    lead: int
    win: float
    draw: float
    lose: float
    win_with_fate: float
    void: float = 0.0
    words: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    thrown: bool = False


class Chance(Facts, frozen=True):
    """One line of the table behind a roll: how likely, and what follows.

    Attributes:
        rolls: what the dice may show, added up, for it to follow; none if no dice tell it by themselves.
    """

    likelihood: float
    text: str
    rolls: tuple[int, ...] = ()


class Option(Facts, frozen=True):
    """One answer on offer.

    Attributes:
        text: what it does, in one line; `detail` says more, e.g. the text of a card.
        space, card, seat: what it is about, if that can be pointed at (seat -1: none).
        odds: the chances of the fight it leads to; chances: those of the roll it leads to.
        idle: whether it does nothing (a pass).
        vain: why it would come to nothing as things stand, if it would.
    """

    key: str
    text: str
    detail: str = ""
    space: str = ""
    card: str = ""
    seat: int = -1
    odds: Odds | None = None
    chances: tuple[Chance, ...] = ()
    idle: bool = False
    vain: str = ""


class Missing(Facts, frozen=True):
    """Something the viewer has, or might take or buy, that is not on offer, and why.

    Attributes:
        thing: its name; `card` its id, if it is a card.
    """

    thing: str
    reason: str
    card: str = ""


class Matter(Facts, frozen=True):
    """The standing order that would settle the pending ask: its id, and its text."""

    id: str
    text: str


class Ask(Facts, frozen=True):
    """The pending question. Of another seat's only seat, kind and rule are told.

    Attributes:
        text: the question itself; `situation` what it is asked about, and how that stands.
        card: the card that asks, if one does.
        odds: the chances in the fight under way.
        chances: the table behind the roll under way; `rolled` what its dice show, added up.
        matter: what a standing order could settle from now on, if any can.
    """

    seat: int
    kind: str
    rule: str
    text: str = ""
    card: str = ""
    options: tuple[Option, ...] = ()
    missing: tuple[Missing, ...] = ()
    odds: Odds | None = None
    matter: Matter | None = None
    situation: str = ""
    chances: tuple[Chance, ...] = ()
    rolled: int = 0


class Pending(Facts, frozen=True):
    """A procedure under way, of those that wait the topmost first: what is still to be resolved."""

    text: str
    rule: str
    seat: int = -1
    card: str = ""


class CommonView(Facts, frozen=True, kw_only=True):
    """The fields that the views of all rulebooks share: where a game stands for one viewer.

    Attributes:
        seat: whose view it is, -1 for an onlooker.
        turn, round: counted from 1; 0 before the first.
        piles: what is drawn from, by the ids of the decks.
        stack: what is still to be resolved, the topmost first.
        result: the names of the winners, once the game is over.
    """

    seat: int
    turn: int
    round: int
    active: int
    over: bool
    piles: dict[str, Pile]
    stack: tuple[Pending, ...] = ()
    ask: Ask | None = None
    result: tuple[str, ...] = ()


# what has happened


class Side(Facts, frozen=True):
    """One side of a fight: a seat's, a unit's, or that of creatures or a quest.

    Attributes:
        seat: the seat, -1 if it is none's.
        name: what it is called; `cards` are its faces, and where it has none it is met on `space`.
        points: what it has before its dice, -1 and no parts while that is not known; `parts` are what makes them up.
        dice: its dice as they lie, none before they are rolled.
        total: points and dice, once both sides are compared.
    """

    name: str
    seat: int = -1
    cards: tuple[str, ...] = ()
    space: str = ""
    points: int = -1
    parts: tuple[Part, ...] = ()
    dice: tuple[int, ...] = ()
    total: int = 0


class Versus(Facts, frozen=True):
    """A fight as it stands after an event.

    Attributes:
        kind: what it is called, e.g. a battle.
        sides: whose fight it is, and the other side.
        compared: whether the totals of both are told.
        outcome: `won` or `lost` by the first side, `drawn`; empty while it is open.
    """

    kind: str
    sides: tuple[Side, Side]
    compared: bool = False
    outcome: str = ""


class Told(Facts, frozen=True):
    """One event as the viewer may know it.

    Attributes:
        number: which event of the log.
        kind: e.g. `Moved`, `Rolled`, `CardDrawn`; `TurnBegan` begins a turn.
        text: its sentence; empty if people need not read of it.
        rule: the id of the rule that brought it about.
        by: the card that brought it about.
        dice: what was rolled.
        path: the spaces a figure walks over, the one it stands on first.
        card: the card it is about; source, target: the zones that card leaves and comes to, e.g. `deck.adventure`,
            `space.ruins`, `play.ann`.
        name, amount: a counter and by how much it has changed; `alignment` and its new value (0 good, 1 neutral,
            2 evil); a mark and how much of it has come (less than 0: gone); a form; what an ability used lies on.
        versus: the fight that the event is part of, as it stands after it.
    """

    number: int
    turn: int
    kind: str
    seat: int = -1
    text: str = ""
    rule: str = ""
    by: str = ""
    dice: tuple[int, ...] = ()
    path: tuple[str, ...] = ()
    card: str = ""
    source: str = ""
    target: str = ""
    name: str = ""
    amount: int = 0
    other: int = -1
    versus: Versus | None = None


class Advice(Facts, frozen=True):
    """What a computer player would do, and why: an option with what it thinks that is worth, in words."""

    key: str
    worth: float
    reasons: tuple[str, ...] = field(default_factory=tuple)


# how it all went


class TurningPoint(Facts, frozen=True):
    """An event on which much turned.

    Attributes:
        kind: of the event; `card`: what it was about, if that has a face.
        answers: after how many answers it had happened.
    """

    event: int
    turn: int
    kind: str
    seat: int
    text: str
    card: str = ""
    answers: int = 0


class Course(Facts, frozen=True):
    """How a game went for a seat.

    Attributes:
        roles: the cards that it played, the first one first.
        curves: what it had at the end of each round, and before the first, by the name of a number.
        tally: how often what happened to it, e.g. `deaths`.
        dice: how many it rolled; `pips` what they came to, `expected` what so many come to on average.
    """

    seat: int
    name: str
    roles: tuple[str, ...] = ()
    curves: dict[str, tuple[int, ...]] = {}
    tally: dict[str, int] = {}
    dice: int = 0
    pips: int = 0
    expected: float = 0.0


MilestoneKind = Literal["round", "death", "won", "lost", "goal", "turning"]


class Milestone(Facts, frozen=True):
    """A moment worth a mark on the replay bar.

    Attributes:
        kind: the beginning of a round, a death, a fight won or lost, something of the goal, or else a turning point.
        seat: whom it befell, -1 for nobody.
        great: whether much turned on it.
        round: of the beginning of a round: which.
        answers: after how many answers it had happened.
    """

    event: int
    turn: int
    kind: MilestoneKind
    seat: int = -1
    text: str = ""
    great: bool = False
    round: int = 0
    answers: int = 0


class Timeline(Facts, frozen=True):
    """How a game went from its beginning to its end."""

    rounds: int
    courses: tuple[Course, ...]
    turning_points: tuple[TurningPoint, ...] = ()
