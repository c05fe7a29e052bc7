"""Which keys asks of each kind may offer: those that answer the question, and free ones that leave it open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stormriver.kernel.ask import PASS, Ask
from stormriver.language import asks


class Family(NamedTuple):
    """The verbs of the keys that asks of one kind may offer.

    Attributes:
        answers: the verbs of keys that answer the question.
        free: the verbs of keys after which the question is still to be answered.
    """

    answers: frozenset[str]
    free: frozenset[str] = frozenset()

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs of all keys that asks of this kind may offer."""
        return self.answers | self.free

    def may_offer(self, key: str) -> bool:
        """Tell whether an ask of this kind could ever offer a key like this one."""
        return verb(key) in self.verbs


Families = Mapping[str, Family]
"""The family of each kind of ask."""


def verb(key: str) -> str:
    """Return the verb of a key: `cast` of `cast:hex` and of `cast:hex#2`."""
    return key.partition("#")[0].partition(":")[0]


SHARED: dict[str, str] = {asks.CHOOSE: "choose", asks.MAY: "yes no"}
"""The verbs that answer the kinds of asks which every rulebook has."""


def plain(verbs: Mapping[str, str]) -> dict[str, Family]:
    """Return the families of kinds of asks at which nothing is free, those of SHARED included.

    Args:
        verbs: for each kind of ask the verbs that answer it, with blanks between them.
    """
    return {kind: Family(frozenset(words.split())) for kind, words in {**SHARED, **verbs}.items()}


def unasked(families: Families, ask: Ask) -> int | None:
    """Return the option that a scenario need not name: a pass, or the only one that answers the question; else None."""
    if PASS in ask.codes:
        return ask.codes.index(PASS)
    free = families[ask.kind].free
    answers = [number for number, key in enumerate(ask.keys) if verb(key) not in free]
    return answers[0] if len(answers) == 1 else None
