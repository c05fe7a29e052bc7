"""What an option of a wargame leads to: the odds of an attack, quest or dangerous way."""

from __future__ import annotations

from stormriver.estimates.wargame import forecast
from stormriver.estimates.wargame.forecast import Forecast
from stormriver.kernel.state import NONE
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, phrase, state
from stormriver.presentation.facts import Chance, Odds
from stormriver.wargame.model import asks
from stormriver.wargame.model.nouns import chit
from stormriver.wargame.view import View

OUTCOMES = {
    "battle": ("hit", "both_hit", "be_hit", "no_harm"),
    "round": ("get_away", "tie", "be_hit", "be_saved"),
    "shot": ("hit", "", "", "no_harm"),
    "quest": ("succeed", "", "be_killed", ""),
    "way": ("arrive", "", "be_killed", ""),
}
"""By the kind of a forecast, the messages of its win, draw, lose and void; empty for what cannot happen."""
FALLS = {"battle": "in_the_end", "round": "at_once", "shot": "at_once"}
"""By the kind of a forecast, when somebody falls by it."""
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
        return _odds(found, chit(view.game.table, ask.card), -found.lead, found.lose, found.win, view.language)
    against = chit(view.game.table, found.target) if found.target != NONE else phrase(f"odds_{found.kind}")
    lose = 0.0 if found.kind == "shot" else found.lose  # to miss is not to be hit
    return _odds(found, against, found.lead, found.win, lose, view.language)


def _odds(found: Forecast, against: Part, lead: int, win: float, lose: float, language: str) -> Odds:
    speaker = rendering.language(language)
    words = [speaker.message(f"wargame.outcome.{key}") if key else "" for key in OUTCOMES[found.kind]]
    void = max(0.0, round(1 - win - found.draw - lose, 12))
    name = speaker.say(phrase(f"odds_{found.kind}"))
    return Odds(speaker.say(against, "acc"), name, lead, win, found.draw, lose, win, void, tuple(words))


def chances_of(view: View, code: int) -> tuple[Chance, ...]:
    """Return who is likely to fall by an attack, and whether by the next hit or in the end."""
    found = forecast.of_option(view, code)
    if found is None or view.ask is None:
        return ()
    return falls(view, found, view.ask.card, FALLS.get(found.kind, ""))


def falls(view: View, found: Forecast, attacker: int, when: str = "") -> tuple[Chance, ...]:
    """Return who is likely to fall by the attack of a forecast: in a battle, if nobody breaks it off or evades.

    Args:
        view: whose view it is.
        found: the forecast; of a quest or way there is nothing more to be told.
        attacker: the unit, or the spell, that attacks.
        when: the key of the phrase for when; empty to leave that open.
    """
    if found.target == NONE:
        return ()
    both = found.kill + found.die - 1 if found.kind == "battle" else 0.0  # a battle ends with somebody's death
    likely = (
        (found.kill - both, chit(view.game.table, found.target)),
        (found.die - both, chit(view.game.table, attacker)),
        (both, phrase("both")),
    )
    at = phrase(when) if when else Text("")
    say = rendering.language(view.language).say
    return tuple(Chance(chance, say(state("fall", who, when=at))) for chance, who in likely if chance > LEAST)
