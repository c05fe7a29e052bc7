"""The keys of options by kind of ask: what a file or a player can answer at each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stormriver.kernel import ask as asks
from stormriver.scenario.families import Family
from stormriver.scenario.registry import Rulebook
from stormriver.scenario.vocabulary import Vocabulary

WORDS = {
    asks.NUMBER: "NUMBER", asks.CARD: "CARD", asks.SPACE: "SPACE", asks.SEAT: "SEAT", asks.NAME: "NAME",
}  # fmt: skip
"""The placeholder for what stands behind the colon of a key."""


@dataclass(frozen=True)
class Asked:
    """One kind of ask.

    Attributes:
        kind: what files call it.
        question: what is asked.
        who: who may be asked it, in words.
        answers: the keys that answer it.
        free: the keys after which the question is still to be answered.
    """

    kind: str
    question: str
    who: str
    answers: tuple[str, ...]
    free: tuple[str, ...]


def all_asked(rulebook: Rulebook, table: Any, language: str = "en") -> list[Asked]:
    """Return every kind of ask at a table, in the order of their names; the questions in a language, by its code."""
    names = rulebook.vocabulary(table)
    return [_asked(names, kind, family, language) for kind, family in sorted(names.families.items())]


def _asked(names: Vocabulary, kind: str, family: Family, language: str) -> Asked:
    answers, free = (
        tuple(form for verb in sorted(verbs) for form in forms(names, kind, verb))
        for verbs in (family.answers, family.free)
    )
    return Asked(kind, names.question(kind, language), names.who(kind), answers, free)


def forms(names: Vocabulary, ask: str, verb: str) -> list[str]:
    """Return how keys with a verb look at asks of a kind: `pass`, `to:SPACE`."""
    return [verb if kind == asks.NOTHING else f"{verb}:{WORDS[kind]}" for kind in sorted(names.said_of(ask, verb))]
