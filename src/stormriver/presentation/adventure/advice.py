"""Advice: what a computer player would do at the pending ask, and why, in words."""

from __future__ import annotations

from stormriver import players
from stormriver.adventure.view import View
from stormriver.kernel.ask import Ask
from stormriver.language.english import plural
from stormriver.players.adventure.steady import NEVER, Steady
from stormriver.players.weighed import Weighed
from stormriver.presentation import facts
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
    said = [f"{percent(odds.win)} to win against {odds.against}"] if odds is not None else []
    if found.worth <= NEVER:
        return (*said, "it gives away what has been won")
    told = (in_words(name, amount, worth) for name, amount, worth in _weighty(found))
    return (*said, *list(dict.fromkeys(told))[:MOST]) or ("it changes nothing",)


def _weighty(found: Weighed) -> list[tuple[str, float, float]]:
    """Return the changes that are a reason, with what they are worth; all that is about places as one."""
    merged: dict[str, tuple[float, float]] = {}
    for name, worth in found.worths.items():
        kind = PLACE if name.partition(":")[0] in PLACES else name
        amount, before = merged.get(kind, (0.0, 0.0))
        merged[kind] = (amount + found.changes[name], before + worth)
    reasons = [(name, amount, worth) for name, (amount, worth) in merged.items() if abs(worth) >= LEAST]
    return sorted(reasons, key=lambda reason: -abs(reason[2]))


def in_words(name: str, amount: float, worth: float) -> str:
    """Return an expected change in words.

    Args:
        name: the name of the change, see estimates/adventure/changes.py.
        amount: how much of it is expected.
        worth: what that is worth to the seat.
    """
    own = name.removeprefix("rival.")
    if own in COUNTED:
        return f"about {_amount(amount)} {_noun(COUNTED[own], amount)}{' for others' if own != name else ''}"
    if name in LIKELY:
        return LIKELY[name][amount > 0].format(chance=percent(min(abs(amount), 1.0)))
    return (PLACE_WORDS if name == PLACE else OTHERS if own == name else RIVALS)[worth > 0]


def _amount(amount: float) -> str:
    return f"{amount:+.0f}" if abs(amount) >= 10 or amount == round(amount) else f"{amount:+.1f}"


def _noun(noun: str, amount: float) -> str:
    """Return a noun for so many: of `point* in battle` the word before the star is put in the plural."""
    counted, star, rest = noun.partition("*")
    return (counted if abs(amount) == 1 else plural(counted)) + rest if star else noun


COUNTED = {
    "life": "life*",
    "fate": "fate",
    "gold": "gold",
    "strength": "Strength",
    "craft": "Craft",
    "spell": "Spell*",
    "object": "Object*",
    "follower": "Follower*",
    "trophy.strength": "trophy point* for Strength",
    "trophy.craft": "trophy point* for Craft",
    "battle": "point* in battle",
    "psychic": "point* in psychic combat",
    "turn": "turn*",
    "form": "turn* in another form",
    "draw": "card* drawn",
}
"""The noun of each change that is counted; a star marks the end of the word that takes the plural."""

LIKELY = {
    "key": ("gives away what opens the way to the goal", "brings what opens the way to the goal nearer ({chance})"),
    "save": ("less to save lives in battle", "{chance} to save a life in battle"),
    "end": ("the turn goes on", "{chance} that the turn ends there"),
    "death": ("less risk of being killed", "{chance} risk of being killed"),
    "held": ("free to go on", "{chance} risk of being held there"),
    "quest": ("the way to the goal is free again", "{chance} risk that the way to the goal is barred for a while"),
    "enter": ("the way in is given up", "{chance} to get through"),
    "evade": ("no way past without a fight", "{chance} to get past without a fight"),
    "estate": ("{chance} risk of losing all belongings", "belongings are safe"),
}
"""The words for each change of a probability: if it falls, and if it rises."""

PLACE = "place"
PLACES = frozenset({"beyond", "at", "reach", "stop", "steps", "back", "away"})
"""Changes of place, by the beginning of their names."""

PLACE_WORDS = ("a poor place to go on from", "a good place to go on from")
RIVALS = ("it helps the others", "it sets the others back")
OTHERS = ("it is a burden", "it gives new possibilities")
"""The words for any other change: if it harms the seat, and if it helps."""
