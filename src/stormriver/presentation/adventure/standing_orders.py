"""Which asks of an adventure game a standing order can settle."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import roll_under_way, word_asking
from stormriver.adventure.model import asks
from stormriver.adventure.model.hooks import said_moments
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.spoken import thing_in_key
from stormriver.adventure.view import View
from stormriver.kernel.table import once_a_table
from stormriver.language import rendering
from stormriver.language.clauses import Name, Part, Text, phrase
from stormriver.language.rendering import language
from stormriver.presentation.adventure import matches, moments
from stormriver.presentation.adventure.ids import alone
from stormriver.presentation.standing_orders import Matter, as_saved, declined, named

LEAVING = ("pass", "no", "done", "roll", "walk", "stand", "fight", "visit", "space", "stay")
"""The keys that decline everything else on offer; the first of them that is on offer counts."""

NOT_LEAVING: dict[str, tuple[str, ...]] = {asks.TROPHIES: ("done",)}
"""The keys of LEAVING that do something after all, by kind of ask."""

WEIGHTY = frozenset({"evade", "leave", "skip", "turn_back"})
"""The keys whose worth depends on what has been encountered, so that they must be decided each time."""


WINDOW = "window"
"""How the names of windows begin; the names of the moments at which they open follow."""

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
    known = rendering.language("en").say(words)
    return Matter(named(name, known), alone(view, words), things, leaving, things != usual)


def _kind(view: View, kind: str) -> tuple[str, Part]:
    """Return the name of asks that are alike: for the program, and for people."""
    word = word_asking(view.game)
    if kind == asks.WINDOW:
        names = moments.moments(view)
        return f"{WINDOW} {' '.join(names)}", said_moments(sum(BITS[name] for name in names))
    if kind == asks.ROLLED:
        roll = roll_under_way(view.game)
        if roll is not None and roll.moves:
            return "rolled move", phrase("order_rolled_move")
        if roll is not None and roll.word is not None:
            return "rolled table", phrase("order_rolled_table")
        return "rolled", phrase("order_rolled")
    if kind == asks.FATE:
        return _fate(view)
    if word is not None:
        said = word.clause()
        return f"{kind} {language('en').say(said)}", phrase("order_asked", says=said)
    asked = Text(kind.replace("_", " "))
    return kind, phrase(f"order_{kind}") if kind in OF_RULES else phrase("order_asked", says=asked)


def _fate(view: View) -> tuple[str, Part]:
    """Fate after an attack roll: one thing for who is ahead, another for who is behind."""
    standing = matches.difference(view)
    if standing is None:
        return "fate", phrase("order_fate")
    name = "ahead" if standing > 0 else "behind" if standing < 0 else "level"
    return f"fate {name}", phrase(f"order_fate_{name}")


def kind_of_ask(table: AdventureTable, kind: str) -> Part:
    """Return a kind of ask in words, by its name in a save."""
    name, *more = kind.partition("|")[0].split(" ")
    if name == WINDOW and BITS.keys() >= set(more):
        return said_moments(sum(BITS[moment] for moment in more))
    key = "_".join(("order", name, *more))
    if key in language("en").catalogue.sections["phrases"]:
        return phrase(key)
    said = _words_that_ask(table).get(" ".join(more))
    return as_saved(kind) if said is None else phrase("order_asked", says=said)


def thing_declined(table: AdventureTable, key: str) -> Part:
    """Return what an order declines, by the key of the option, as one does it: `cast Healing`."""
    verb, _, argument = key.partition(":")
    for rule in table.rules:
        if rule.name and verb in (act.key for act in rule.act):
            return declined("use", Name("rule", rule.id, rule.name))
    return declined(verb, thing_in_key(table, verb, argument) if argument else None)


@once_a_table
def _words_that_ask(table: AdventureTable) -> dict[str, Part]:
    """Return what the words of a table say, by how that reads in English."""
    said = (word.clause() for word in table.words)
    return {language("en").say(clause): clause for clause in said}


OF_RULES = frozenset({asks.ROLL, asks.ENCOUNTER, asks.FIGHT, asks.EVADE, asks.TAKE, asks.EXCHANGE, asks.REDRAW})
"""The kinds of asks of the rules that have phrases of their own: when they are put."""

AT_FIRST = {
    named(asks.ROLL, "at the start of your turn, before you move"): USUAL[asks.ROLL],
    named(asks.ENCOUNTER, "when you choose what to encounter"): USUAL[asks.ENCOUNTER],
}
"""The default orders of every seat, as `Orders` takes them, by the names that saves have."""
