"""What of an ask concerns the seat that is asked: the facts by which a session decides whether to put it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from stormriver.presentation.standing_orders import Matter

EVIDENT = "evident_"
"""How the names of phrases begin that tell of answers which go without saying."""
USES = frozenset({"cast", "use", "fate"})
"""The verbs of options that make use of something at hand."""


class Concern(NamedTuple):
    """Those things of a matter that concern the seat which is asked about it.

    Attributes:
        pressing: those that it should be asked about now: a choice of its own, or something of its own is at stake.
        promising: those that would gain it something now, but could be used at other times as well, and how much.
        once: those that are worth a question once in a turn whatever they promise, as the game may be about to end.
    """

    pressing: frozenset[str]
    promising: Mapping[str, float] = MappingProxyType({})
    once: frozenset[str] = frozenset()


NO_CONCERN = Concern(frozenset())


class Evident(NamedTuple):
    """An answer that goes without saying, to a question in which nothing is to be chosen.

    Attributes:
        key: the key of the option.
        because: the name of the phrase that tells its person what was answered for them; it begins with EVIDENT.
    """

    key: str
    because: str


class Recurring(NamedTuple):
    """A question that is put again and again, such as whether to evade in each round of each battle.

    Attributes:
        about: what it is about; questions about the same are the same question.
        reasons: what speaks for an option now, by its key: numbers of which a higher one speaks for it.
    """

    about: tuple[str | int, ...]
    reasons: Mapping[str, tuple[int, ...]]

    def speaks_for(self, key: str, before: Recurring) -> bool:
        """Tell whether no less speaks for an option now than when the same question was put before."""
        now, then = self.reasons.get(key), before.reasons.get(key)
        return now is not None and then is not None and all(new >= old for new, old in zip(now, then, strict=True))


def makes_use(key: str) -> bool:
    """Tell whether an option makes use of something at hand, by its key."""
    return key.partition("#")[0].partition(":")[0] in USES


def all_pressing(view: object, matter: Matter) -> Concern:
    """Return that all of a matter is pressing: what is not known to be of no concern is asked."""
    return Concern(matter.things)


def nothing_at_hand(view: object) -> tuple[str, ...]:
    """Return that a seat has nothing for which stops could be set."""
    return ()


def never_recurs(game: object) -> Recurring | None:
    """Return that no question is put again."""
    return None


def never_evident(view: object) -> Evident | None:
    """Return that no answer goes without saying."""
    return None


def never_leads_on(view: object, matter: Matter) -> bool:
    """Return that no ask is only the first half of another."""
    return False
