"""Advice: what a computer player would do at the pending ask, and why, in words."""

from __future__ import annotations

from stormriver import players
from stormriver.adventure.view import View
from stormriver.kernel.ask import Ask
from stormriver.language.clauses import Noun, Part, Text, phrase
from stormriver.players.adventure.steady import NEVER, Steady
from stormriver.players.weighed import Weighed
from stormriver.presentation import facts
from stormriver.presentation.adventure.ids import say
from stormriver.presentation.adventure.matches import percent
from stormriver.presentation.adventure.option_odds import odds_of

LEVEL = "steady"
MOST = 3
"""How many reasons are given beside the odds of a fight."""
LEAST = 0.1
"""A change that is worth less than this is not given as a reason."""


def advice(view: View, ask: Ask, level: str = LEVEL) -> tuple[facts.Advice, ...]:
    """Return what a computer player thinks of each option of the viewer's ask, the one it would take first.

    Args:
        view: what the seat knows.
        ask: its pending ask.
        level: which computer player; for one that cannot give reasons `steady` answers.
    """
    player = players.make(level)
    adviser = player if isinstance(player, Steady) else Steady()
    found = adviser.weighed(view, ask)
    return tuple(facts.Advice(one.key, round(max(one.worth, -999.0), 2), reasons(view, ask, one)) for one in found)


def reasons(view: View, ask: Ask, found: Weighed) -> tuple[str, ...]:
    """Return why an option is worth what it is, the weightiest reason first."""
    odds = odds_of(view, ask.options[found.key].code)
    said: list[Part] = []
    if odds is not None:
        said.append(phrase("advice_odds", chance=Text(percent(odds.win)), against=Text(odds.against)))
    if found.worth <= NEVER:
        said.append(phrase("advice_gives_away"))
        return tuple(say(view, part) for part in said)
    told = dict.fromkeys(say(view, in_words(name, amount, worth)) for name, amount, worth in _weighty(found))
    return (*(say(view, part) for part in said), *list(told)[:MOST]) or (say(view, phrase("advice_nothing")),)


def _weighty(found: Weighed) -> list[tuple[str, float, float]]:
    """Return the changes that are a reason, with what they are worth; all that is about places as one."""
    merged: dict[str, tuple[float, float]] = {}
    for name, worth in found.worths.items():
        kind = PLACE if name.partition(":")[0] in PLACES else name
        amount, before = merged.get(kind, (0.0, 0.0))
        merged[kind] = (amount + found.changes[name], before + worth)
    reasons = [(name, amount, worth) for name, (amount, worth) in merged.items() if abs(worth) >= LEAST]
    return sorted(reasons, key=lambda reason: -abs(reason[2]))


def in_words(name: str, amount: float, worth: float) -> Part:
    """Return an expected change in words.

    Args:
        name: the name of the change, see estimates/adventure/changes.py.
        amount: how much of it is expected.
        worth: what that is worth to the seat.
    """
    own = name.removeprefix("rival.")
    if own in COUNTED:
        several = abs(amount) != 1
        key = "advice_about" if own == name else "advice_about_others"
        return phrase(key, amount=Text(_amount(amount)), noun=Noun(COUNTED[own], several=several))
    if name in LIKELY:
        chance = Text(percent(min(abs(amount), 1.0)))
        return phrase(f"advice_{name}_{'more' if amount > 0 else 'less'}", chance=chance)
    kind = "place" if name == PLACE else "others" if own == name else "rivals"
    return phrase(f"advice_{kind}_{'more' if worth > 0 else 'less'}")


def _amount(amount: float) -> str:
    return f"{amount:+.0f}" if abs(amount) >= 10 or amount == round(amount) else f"{amount:+.1f}"


COUNTED = {
    "life": "life",
    "fate": "fate",
    "gold": "gold",
    "strength": "strength",
    "craft": "craft",
    "spell": "adventure_spell",
    "object": "object",
    "follower": "follower",
    "trophy.strength": "trophy_point_strength",
    "trophy.craft": "trophy_point_craft",
    "battle": "point_in_battle",
    "psychic": "point_in_psychic",
    "turn": "turn",
    "form": "turn_in_form",
    "draw": "card_drawn",
}
"""The noun of each change that is counted."""

LIKELY = frozenset({"key", "save", "end", "death", "held", "quest", "enter", "evade", "estate"})
"""The changes of a probability."""

PLACE = "place"
PLACES = frozenset({"beyond", "at", "reach", "stop", "steps", "back", "away"})
"""Changes of place, by the beginning of their names."""
