"""Advice: what a computer player would do at the pending ask of a wargame, and why, in words."""

from __future__ import annotations

from stormriver.kernel.ask import Ask
from stormriver.language import rendering
from stormriver.language.clauses import phrase
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
    return tuple(facts.Advice(one.key, round(max(one.worth, -999.0), 2), reasons(one, view.language)) for one in found)


def reasons(found: Weighed, language: str = "en") -> tuple[str, ...]:
    """Return why an option is worth what it is, the weightiest reason first."""
    weighty = sorted(found.worths.items(), key=lambda one: -abs(one[1]))
    keys = [f"reason_{name}" for name, worth in weighty if abs(worth) >= LEAST and name in REASONS]
    return tuple(rendering.language(language).say(phrase(key)) for key in keys or ["changes_nothing"])


REASONS = frozenset(
    {"attack", "danger", "fate", "goal", "ground", "healing", "item", "magic", "peril", "reward", "risk", "room"}
    | {"spell", "turn", "unit", "way"}
)
"""The reasons of the player for which there are phrases; others say nothing to people."""
