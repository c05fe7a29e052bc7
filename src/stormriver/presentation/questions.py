"""Questions that no rule answers, as they are told; whether a game lets a die answer them."""

from __future__ import annotations

from collections.abc import Mapping

from stormriver.kernel.questions import Question
from stormriver.language import rendering
from stormriver.language.clauses import Text, phrase

OPTION = "most_important_rule"
LONGEST = 200
"""How many letters a question may have."""


def are_answered(options: Mapping[str, object]) -> bool:
    """Tell whether a die answers what no rule does, by the options of a game."""
    return options.get(OPTION) is True


def told(name: str, question: Question, language: str = "en") -> str:
    """Return what was asked and answered, in a line of a language.

    Args:
        name: of who asked.
        question: what was asked.
        language: the code of the language.
    """
    texts = {"name": name, "question": question.text, "die": str(question.die)}
    parts = {slot: Text(text) for slot, text in texts.items()}
    return rendering.language(language).say(phrase("question_told", answer=phrase(f"says_{question.says}"), **parts))
