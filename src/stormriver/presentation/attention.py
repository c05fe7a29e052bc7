"""What of an ask concerns the seat that is asked: the facts by which a session decides whether to put it."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.presentation.standing_orders import Matter

NONE_OF_THEM: frozenset[str] = frozenset()


class Concern(NamedTuple):
    """Those things of a matter that concern the seat which is asked about it.

    Attributes:
        pressing: those that it should be asked about now: a choice of its own, or something of its own is at stake.
        promising: those that would gain it something now, but could be used at other times as well.
    """

    pressing: frozenset[str]
    promising: frozenset[str] = NONE_OF_THEM


def all_pressing(view: object, matter: Matter) -> Concern:
    """Return that all of a matter is pressing: what is not known to be of no concern is asked."""
    return Concern(matter.things)


def nothing_at_hand(view: object) -> tuple[str, ...]:
    """Return that a seat has nothing for which stops could be set."""
    return ()


def never_leads_on(view: object, matter: Matter) -> bool:
    """Return that no ask is only the first half of another."""
    return False
