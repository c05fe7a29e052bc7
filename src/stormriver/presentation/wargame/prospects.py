"""What an option of a wargame leads to: the odds of an attack, quest or dangerous way."""

from __future__ import annotations

from stormriver.kernel.state import NONE
from stormriver.presentation.facts import Chance, Odds
from stormriver.wargame import forecast
from stormriver.wargame.phrases import chit
from stormriver.wargame.view import View

KINDS = {
    "battle": "the next round of the battle",
    "round": "a round in which it evades",
    "shot": "a ranged attack",
    "quest": "the quest",
    "way": "the way there",
}
"""What the odds are of, by the kind of a forecast."""
DEFENDING = "evade"
"""The ask of whoever is attacked."""


def odds_of(view: View, code: int) -> Odds | None:
    """Return the chances of what an option leads to, as the viewer has them; None if no dice are to be foreseen."""
    found = forecast.of_option(view, code)
    if found is None:
        return None
    kind = KINDS[found.kind]
    ask = view.ask
    if ask is not None and ask.kind == DEFENDING:  # the forecast is the attacker's
        against = str(chit(view.game.table, ask.card))
        return Odds(against, kind, -found.lead, found.lose, found.draw, found.win, found.lose)
    against = str(chit(view.game.table, found.target)) if found.target != NONE else kind
    return Odds(against, kind, found.lead, found.win, found.draw, found.lose, found.win)


def chances_of(view: View, code: int) -> tuple[Chance, ...]:
    """Return how an attack may end: that the target is killed, and that the attacker is."""
    found = forecast.of_option(view, code)
    if found is None or found.target == NONE:
        return ()
    target = chit(view.game.table, found.target)
    when = "" if found.kind == "shot" else " in the end"
    ends = (
        Chance(found.kill, f"{target} {target.is_} killed{when}"),
        Chance(found.die, f"the attacker is killed{when}"),
    )
    return tuple(chance for chance in ends if chance.likelihood > 0)
