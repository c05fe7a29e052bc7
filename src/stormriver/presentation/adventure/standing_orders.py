"""Which asks of an adventure game a standing order can settle."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import roll_under_way, word_asking
from stormriver.adventure.model import asks
from stormriver.adventure.view import View
from stormriver.presentation.adventure import matches, moments
from stormriver.presentation.standing_orders import Matter, named

LEAVING = ("pass", "no", "done", "roll", "walk", "stand", "fight", "visit", "space", "stay")
"""The keys that decline everything else on offer; the first of them that is on offer counts."""

NOT_LEAVING: dict[str, tuple[str, ...]] = {asks.TROPHIES: ("done",)}
"""The keys of LEAVING that do something after all, by kind of ask."""

WEIGHTY = frozenset({"evade", "leave", "skip", "turn_back"})
"""The keys whose worth depends on what has been encountered, so that they must be decided each time."""


USUAL: dict[str, tuple[str, ...]] = {asks.ROLL: ("ditch",), asks.ENCOUNTER: ("ditch",)}
"""What every seat declines by default: to be asked twice a turn whether to leave things behind is too much."""


def matter_of(view: View) -> Matter | None:
    """Return what a standing order can settle of the viewer's pending ask; None if it must be decided each time."""
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
    usual = set(USUAL.get(name, ()))
    return Matter(named(name, words), words, things, leaving, things != usual)


def _kind(view: View, kind: str) -> tuple[str, str]:
    """Return the name of asks that are alike: for the program, and for people."""
    word = word_asking(view.game)
    if kind == asks.WINDOW:
        names = moments.moments(view)
        return f"window {' '.join(names)}", moments.in_words(names)
    if kind == asks.ROLLED:
        roll = roll_under_way(view.game)
        if roll is not None and roll.moves:
            return "rolled move", "after the roll for your move"
        if roll is not None and roll.word is not None:
            return "rolled table", "after a roll that a space or card asks for"
        return "rolled", "after a roll"
    if kind == asks.FATE:
        return _fate(view)
    if word is not None:
        says = word.english()
        return f"{kind} {says}", f"when you are asked: {says}"
    return kind, _WORDS.get(kind, f"when you are asked: {kind.replace('_', ' ')}")


def _fate(view: View) -> tuple[str, str]:
    """Fate after an attack roll: one thing for who is ahead, another for who is behind."""
    standing = matches.difference(view)
    if standing is None:
        return "fate", "after an attack roll"
    name = "ahead" if standing > 0 else "behind" if standing < 0 else "level"
    return f"fate {name}", f"after an attack roll, while you are {name}"


_WORDS: dict[str, str] = {
    asks.ROLL: "at the start of your turn, before you move",
    asks.ENCOUNTER: "when you choose what to encounter",
    asks.FIGHT: "when a creature attacks you",
    asks.EVADE: "when another character attacks you or uses an ability on you",
    asks.TAKE: "when something may be taken",
    asks.EXCHANGE: "when trophies may be exchanged",
    asks.REDRAW: "when a card just drawn may be exchanged",
}

AT_FIRST = {named(kind, _WORDS[kind]): things for kind, things in USUAL.items()}
"""The default orders of every seat, as `Orders` takes them."""
