"""What an option of a wargame leads to: the odds of an attack, quest or dangerous way."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.estimates.wargame import forecast
from stormriver.estimates.wargame.forecast import Forecast
from stormriver.kernel.state import NONE
from stormriver.presentation.facts import Chance, Odds
from stormriver.wargame.model import asks
from stormriver.wargame.model.nouns import chit
from stormriver.wargame.view import View


class Sort(NamedTuple):
    """How the odds of one kind of forecast are told.

    Attributes:
        name: what they are of.
        words: what its win, draw, lose and void are called; empty for what cannot happen.
        when: when somebody falls by it.
    """

    name: str
    words: tuple[str, str, str, str]
    when: str = ""


SORTS = {
    "battle": Sort("the next round of the battle", ("Hit", "Both hit", "Be hit", "No harm"), "in the end"),
    "round": Sort(
        "a round in which it evades", ("Get away", "Tie: both hit unless saved", "Be hit", "Be saved"), "at once"
    ),
    "shot": Sort("a ranged attack", ("Hit", "", "", "No harm"), "at once"),
    "quest": Sort("the quest", ("Succeed", "", "Be killed", "")),
    "way": Sort("the way there", ("Arrive", "", "Be killed", "")),
}
LEAST = 0.0005
"""What is less likely than this is left out: it would read 0 %."""


def odds_of(view: View, code: int) -> Odds | None:
    """Return the chances of what an option leads to, as the viewer has them; None if no dice are to be foreseen."""
    found = forecast.of_option(view, code)
    return None if found is None else told(view, found)


def told(view: View, found: Forecast) -> Odds:
    """Return the odds of a forecast, as the viewer has them. A hit that is saved is none."""
    ask = view.ask
    if ask is not None and ask.kind == asks.EVADE:  # the forecast is the attacker's
        return _odds(found, str(chit(view.game.table, ask.card)), -found.lead, found.lose, found.win)
    against = str(chit(view.game.table, found.target)) if found.target != NONE else SORTS[found.kind].name
    if found.kind == "shot":  # to miss is not to be hit
        return _odds(found, against, found.lead, found.win, 0.0)
    return _odds(found, against, found.lead, found.win, found.lose)


def _odds(found: Forecast, against: str, lead: int, win: float, lose: float) -> Odds:
    sort = SORTS[found.kind]
    void = max(0.0, round(1 - win - found.draw - lose, 12))
    return Odds(against, sort.name, lead, win, found.draw, lose, win, void, sort.words)


def chances_of(view: View, code: int) -> tuple[Chance, ...]:
    """Return who is likely to fall by an attack, and whether by the next hit or in the end."""
    found = forecast.of_option(view, code)
    if found is None or view.ask is None:
        return ()
    likely = falls(view, found, view.ask.card)
    return tuple(Chance(one.likelihood, f"{one.text} {SORTS[found.kind].when}") for one in likely)


def falls(view: View, found: Forecast, attacker: int) -> tuple[Chance, ...]:
    """Return who is likely to fall by the attack of a forecast: in a battle, if nobody breaks it off or evades.

    Args:
        view: whose view it is.
        found: the forecast; of a quest or way there is nothing more to be told.
        attacker: the unit, or the spell, that attacks.
    """
    if found.target == NONE:
        return ()
    target, own = chit(view.game.table, found.target), chit(view.game.table, attacker)
    both = found.kill + found.die - 1 if found.kind == "battle" else 0.0  # a battle ends with somebody's death
    likely = (
        Chance(found.kill - both, f"{target} fall{target.s}"),
        Chance(found.die - both, f"{own} fall{own.s}"),
        Chance(both, "both fall"),
    )
    return tuple(chance for chance in likely if chance.likelihood > LEAST)
