"""Standing orders: questions that a seat need not be asked again, because it always answers them alike.

An order says: when only these things are on offer at this kind of ask, leave them be. As soon as something
else is on offer too, the question is put again. So no order can let a new chance go by.
"""

from __future__ import annotations

from dataclasses import dataclass

from stormriver.adventure.procedures import MOVE, ROLL, WORD
from stormriver.adventure.view import View
from stormriver.presentation.adventure import matches, moments
from stormriver.presentation.adventure.names import table_of

LEAVING = ("pass", "no", "done", "roll", "walk", "stand", "fight", "visit", "space", "stay")
"""Answers that leave everything else on offer be, the first one that is there being meant."""

NOT_LEAVING = {"trophies": ("done",)}
"""Where an answer of that name does something all the same."""

WEIGHTY = frozenset({"evade", "leave", "skip", "turn_back"})
"""What depends on what one has come upon, so that it must be decided each time."""


AT_FIRST = {"roll": ("ditch",), "encounter": ("ditch",)}
"""Orders that every seat has given at first: to be asked twice a turn whether to leave things behind is too much."""


@dataclass(frozen=True)
class Matter:
    """What an ask is about, as far as orders go.

    Attributes:
        kind: which asks are of one kind, for the program.
        words: the same for people.
        things: the keys on offer beside the one that leaves them be.
        leaving: that key.
    """

    kind: str
    words: str
    things: frozenset[str]
    leaving: str

    @property
    def id(self) -> str:
        """What an order about this matter is given by."""
        return self.kind

    @property
    def worth_telling(self) -> bool:
        """Whether a person wants to know that this was left be."""
        return self.things != set(AT_FIRST.get(self.kind.partition("|")[0], ()))


class Orders:
    """The standing orders of one seat: for each kind of ask the keys it never wants."""

    def __init__(self, given: dict[str, list[str]] | None = None) -> None:
        chosen = (
            {_name(kind, _WORDS[kind]): list(things) for kind, things in AT_FIRST.items()} if given is None else given
        )
        self.given: dict[str, set[str]] = {kind: set(things) for kind, things in chosen.items()}

    def add(self, matter: Matter) -> None:
        """Never ask about this matter again."""
        self.given.setdefault(matter.kind, set()).update(matter.things)

    def answer(self, matter: Matter) -> str | None:
        """Return the key to answer with, or None if the seat must be asked."""
        if matter.things <= self.given.get(matter.kind, set()):
            return matter.leaving
        return None

    def remove(self, number: int) -> bool:
        """Forget the order with a number from `lines`; False if there is none."""
        kinds = list(self.given)
        if not 1 <= number <= len(kinds):
            return False
        del self.given[kinds[number - 1]]
        return True

    def lines(self) -> list[str]:
        """Return the orders in words, in the order of their numbers."""
        return [f"{kind.partition('|')[2]}: never {', '.join(sorted(things))}" for kind, things in self.given.items()]

    def values(self) -> dict[str, list[str]]:
        """Return the orders as plain data, fit for JSON."""
        return {kind: sorted(things) for kind, things in self.given.items()}


def matter_of(view: View) -> Matter | None:
    """Return what the pending ask of the viewer is about; None if it must be decided each time."""
    ask = view.ask
    if ask is None or ask.seat != view.seat:
        return None
    leaving = next((key for key in LEAVING if key in ask.keys and key not in NOT_LEAVING.get(ask.kind, ())), None)
    if leaving is None or len(ask.keys) < 2:
        return None
    name, words = _kind(view, ask.kind)
    things = frozenset(key.partition("#")[0] for key in ask.keys if key != leaving)
    if things & WEIGHTY:
        return None
    return Matter(_name(name, words), words, things, leaving)


def _name(kind: str, words: str) -> str:
    """Return how a kind of ask is called in a save: for the program and for people."""
    return f"{kind}|{words}"


def _kind(view: View, kind: str) -> tuple[str, str]:
    """Return how asks that are alike are called: for the program, and for people."""
    frame = view.game.state.frames[-1]
    if kind == "window":
        names = moments.moments(view)
        return f"window {' '.join(names)}", moments.in_words(names)
    if kind == "rolled":
        frames = view.game.state.frames
        for below in reversed(frames):
            if below.procedure == MOVE:
                return "rolled move", "after the roll for your move"
            if below.procedure == WORD:
                return "rolled table", "after a roll that a space or card asks for"
            if below.procedure != ROLL:
                break
        return "rolled", "after a roll"
    if kind == "fate":
        return _fate(view)
    if frame.procedure == WORD:
        says = table_of(view).words[frame.word].english()
        return f"{kind} {says}", f"when you are asked: {says}"
    return kind, _WORDS.get(kind, f"when you are asked: {kind.replace('_', ' ')}")


def _fate(view: View) -> tuple[str, str]:
    """Fate after an attack roll: one thing for who is ahead, another for who is behind."""
    standing = matches.difference(view)
    if standing is None:
        return "fate", "after an attack roll"
    name = "ahead" if standing > 0 else "behind" if standing < 0 else "level"
    return f"fate {name}", f"after an attack roll, while you are {name}"


_WORDS = {
    "roll": "at the start of your turn, before you move",
    "encounter": "when you choose what to encounter",
    "fight": "when a creature attacks you",
    "evade": "when another character attacks you or uses an ability on you",
    "take": "when something may be taken",
    "exchange": "when trophies may be exchanged",
    "redraw": "when a card just drawn may be exchanged",
}
