"""All that is looked at in one random game: every check there is, each at one in so many decisions."""

from __future__ import annotations

from collections.abc import Mapping

from support.contract import (
    IN_ORDER,
    PROMISES,
    Folding,
    Refusals,
    end_is_in_order,
    same_again,
    same_in_silence,
    save_comes_back,
)
from support.random_games import AtEnd, Check, Every, Watch
from support.secrecy import SECRETS, SELDOM
from support.shown import SHOWN, shows_no_secret, tells_no_secret

Rates = Mapping[Check, int]
"""The checks that are carried out at one in so many decisions; all others are at each."""

SEEN: Rates = {shows_no_secret: 5, tells_no_secret: 3}

IN_TESTS: Rates = {**dict.fromkeys(SECRETS, 3), save_comes_back: 3, **SEEN}
"""For the tests: secrets and saves take most of the time, so every third decision is looked at for them.

At every card, space and kind of ask they are looked at each time (`test_contract.py`).
"""

IN_SOAK: Rates = {**SELDOM, **SEEN}
"""For 20,000 games."""

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
