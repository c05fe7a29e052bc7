"""All that is looked at in one random game: every check there is, each at one in so many decisions."""

from __future__ import annotations

from collections.abc import Mapping

from support.contract import (
    IN_ORDER,
    PROMISES,
    Folding,
    Refusals,
    end_is_in_order,
    pickle_comes_back,
    same_again,
    same_in_silence,
    save_comes_back,
)
from support.random_games import AtEnd, Check, Every, Watch
from support.secrecy import SECRETS
from support.shown import SHOWN, shows_no_secret, tells_no_secret
from support.wargame_order import memo_holds

Rates = Mapping[Check, int]
"""The checks that are carried out at one in so many decisions; all others are at each."""

SAMPLED: Rates = {
    **dict.fromkeys(SECRETS, 3),
    save_comes_back: 3,
    memo_holds: 3,
    pickle_comes_back: 3,
    tells_no_secret: 3,
    shows_no_secret: 5,
}
"""For the tests and `make soak`: secrets, saves and what is shown take most of the time.

At every card, space and kind of ask they are looked at each time (`test_contract.py`).
"""

ALWAYS: Rates = {}
"""For one game that is played to see what is wrong with it."""


def watches(rulebook: str, rates: Rates) -> list[Watch]:
    """Return what is looked at in a game of a rulebook."""
    at_decisions: tuple[Check, ...] = (*PROMISES, Refusals(), *IN_ORDER[rulebook], *SECRETS, *SHOWN)
    at_end = (end_is_in_order, same_again, same_in_silence)
    return [
        Folding(),
        *(Every(check, rates.get(check, 1)) for check in at_decisions),
        *(AtEnd(check) for check in at_end),
    ]
