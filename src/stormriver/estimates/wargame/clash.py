"""The numbers that settle an attack, and the expected harm of a ranged one."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.wargame.analysis.odds import chances, unsaved
from stormriver.wargame.procedures.battle import EVASION


class Clash(NamedTuple):
    """The numbers that settle an attack.

    Attributes:
        first: the attacker's strength less the defender's, in the first round.
        lead: the same in later rounds, with the wounds that both have.
        health: the wounds the attacker can still take before it is killed; `rival_health` those of the defender.
        save: the attacker's save; `rival_save` the defender's.
        poison: whether a hit of the attacker may do a wound more; `petrify` whether it kills.
        witless: whether the defender must evade.
    """

    first: int
    lead: int
    health: int
    rival_health: int
    save: int
    rival_save: int
    poison: bool
    petrify: bool
    witless: bool

    @property
    def if_evaded(self) -> int:
        """The attacker's strength less the defender's in a round in which the defender evades."""
        return self.first - EVASION


def harm(clash: Clash) -> dict[str, float]:
    """Return what a ranged attack is expected to do: the chance to kill, and the mean of wounds if it does not."""
    through = chances(clash.lead).win * unsaved(clash.rival_save)
    if clash.petrify:
        return {"kill": through}
    found: dict[str, float] = {}
    for often, wounds in ((1 / 2, 1), (1 / 3, 2), (1 / 6, clash.rival_health)):
        for extra, chance in ((0, 0.5 if clash.poison else 1.0), (1, 0.5 if clash.poison else 0.0)):
            share = through * often * chance
            if not share:
                continue
            if wounds + extra >= clash.rival_health:
                found["kill"] = found.get("kill", 0.0) + share
            else:
                found["wound"] = found.get("wound", 0.0) + share * (wounds + extra)
    return found
