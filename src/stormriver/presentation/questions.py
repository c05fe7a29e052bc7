"""Questions that no rule answers, as they are told; whether a game lets a die answer them."""

from __future__ import annotations

from collections.abc import Mapping

from stormriver.kernel.questions import Question

OPTION = "most_important_rule"
LONGEST = 200
"""How many letters a question may have."""


def are_answered(options: Mapping[str, object]) -> bool:
    """Tell whether a die answers what no rule does, by the options of a game."""
    return options.get(OPTION) is True


def told(name: str, question: Question) -> str:
    """Return what was asked and answered, in a line.

    Args:
        name: of who asked.
        question: what was asked.
    """
    return f"{name} asks: {question.text} The die shows {question.die}: {question.says}."
