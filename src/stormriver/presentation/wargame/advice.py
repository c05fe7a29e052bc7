"""Advice: what a computer player would do at the pending ask of a wargame, and why, in words."""

from __future__ import annotations

from stormriver.kernel.ask import Ask
from stormriver.players.wargame.steady import Steady
from stormriver.players.weighed import Weighed
from stormriver.presentation import facts
from stormriver.wargame.view import View

LEVEL = "steady"
LEAST = 0.1
"""A change that is worth less than this is not given as a reason."""


def advice(view: View, ask: Ask, level: str = LEVEL) -> tuple[facts.Advice, ...]:
    """Return what a computer player thinks of each option of the viewer's ask, the one it would take first.

    Args:
        view: what the seat knows.
        ask: its pending ask.
        level: which computer player; for one that cannot give reasons `steady` answers.
    """
    found = Steady().weighed(view, ask)
    return tuple(facts.Advice(one.key, round(max(one.worth, -999.0), 2), reasons(one)) for one in found)


def reasons(found: Weighed) -> tuple[str, ...]:
    """Return why an option is worth what it is, the weightiest reason first."""
    weighty = sorted(found.worths.items(), key=lambda one: -abs(one[1]))
    said = [WORDS.get(name, name.replace("_", " ")) for name, worth in weighty if abs(worth) >= LEAST]
    return tuple(dict.fromkeys(said)) or ("it changes nothing",)


WORDS = {
    "attack": "what the attack is likely to bring or cost",
    "danger": "what could be attacked there",
    "fate": "a better die",
    "goal": "a goal taken, kept or denied",
    "ground": "what the tile gives or takes",
    "healing": "who is healed by it",
    "item": "an item and whom it serves",
    "magic": "what the magic does now",
    "peril": "the tile may kill who enters",
    "reward": "what a quest brings",
    "risk": "the risk of being killed",
    "room": "room at home for recruits",
    "spell": "the spell is gone from the hand",
    "turn": "it uses up a move",
    "unit": "one unit more",
    "way": "the way to the goals",
}
"""The reasons of the player in words."""
