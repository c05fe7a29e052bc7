"""The worth of attacks, from the worth of both units: battles round by round, with the best play of either side.

The defender fights or evades, the attacker goes on or breaks off, whichever is better (rules chapter `battle`).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from stormriver.estimates.wargame.clash import Clash, harm
from stormriver.wargame.analysis.odds import chances, unsaved

LEFT: Final[tuple[float, ...]] = (0.0, 0.5, 0.8, 1.0, 1.15)
"""The worth of a unit by the wounds it has left to take, as a fraction of its full worth."""


class Battle(NamedTuple):
    """The worth to the attacker of a round and all that may follow.

    Attributes:
        gain: with the defender's best choice.
        fight: if the defender fights this round.
        evade: if it evades.
    """

    gain: float
    fight: float
    evade: float


def part(health: int) -> float:
    """Return the worth of a unit with so many wounds left to take, as a fraction of its full worth."""
    return LEFT[health] if 0 <= health < len(LEFT) else LEFT[0 if health < 0 else -1]


@cache
def battle(clash: Clash, mine: int, theirs: int) -> Battle:
    """Return the worth of a battle to the attacker.

    Args:
        clash: the numbers that settle it, at its beginning or in between.
        mine: what the attacker is worth unhurt, in any measure; `theirs` what the defender is.
    """
    fight = _round(clash, mine, theirs, evading=False)
    evade = _round(clash, mine, theirs, evading=True)
    return Battle(evade if clash.witless else min(fight, evade), fight, evade)


def _round(clash: Clash, mine: int, theirs: int, evading: bool) -> float:
    odds = chances(clash.if_evaded if evading else clash.first)
    own, other = unsaved(clash.save), unsaved(clash.rival_save)
    outcomes = {
        (0, 1): odds.win * other + odds.draw * other * (1 - own),
        (1, 0): (0.0 if evading else odds.lose * own) + odds.draw * own * (1 - other),
        (1, 1): odds.draw * own * other,
    }
    ended = odds.lose if evading else 0.0
    total = sum((chance * _after(clash, mine, theirs, *hits) for hits, chance in outcomes.items() if chance), 0.0)
    idle = 1 - ended - sum(outcomes.values(), 0.0)  # saves left all as it was: the same again, if the attacker likes it
    return total / (1 - idle) if total > 0 and idle < 1 else total


def _after(clash: Clash, mine: int, theirs: int, hurt: int, hit: int) -> float:
    """Return what a round is worth in which the attacker was hit or the defender, and what follows it."""
    wounds = [(1.0, hit)]
    if hit and clash.petrify:
        wounds = [(1.0, clash.rival_health)]
    elif hit and clash.poison:
        wounds = [(0.5, 1), (0.5, 2)]
    total = 0.0
    for chance, many in wounds:
        health, rival_health = clash.health - hurt, clash.rival_health - many
        value = theirs * (part(clash.rival_health) - part(rival_health)) - mine * (part(clash.health) - part(health))
        if health > 0 and rival_health > 0:
            lead = clash.lead - hurt + many
            following = clash._replace(first=lead, lead=lead, health=health, rival_health=rival_health)
            value += max(0.0, battle(following, mine, theirs).gain)
        total += chance * value
    return total


@cache
def shot(clash: Clash, theirs: int) -> float:
    """Return the worth of a ranged attack to the attacker, who risks nothing; `theirs` is the worth of the target."""
    expected = harm(clash)
    full = part(clash.rival_health)
    wounded = expected.get("wound", 0.0) * (full - part(clash.rival_health - 1))
    return theirs * (expected.get("kill", 0.0) * full + wounded)
