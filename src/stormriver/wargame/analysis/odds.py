"""The exact chances of an attack: 3 dice against 3 dice, round after round (rules chapters `battle`, `shooting`)."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple


class Chances(NamedTuple):
    """The chances of one comparison: that the attacker's total is higher, equal, lower."""

    win: float
    draw: float
    lose: float


@cache
def sums(count: int = 3) -> dict[int, int]:
    """Return the number of throws of `count` dice (at least 0) for each sum."""
    found: dict[int, int] = {}
    for throw in product(range(1, 7), repeat=count):
        found[sum(throw)] = found.get(sum(throw), 0) + 1
    return found


@cache
def chances(lead: int) -> Chances:
    """Return the chances of three dice with a lead in strength against three dice.

    Args:
        lead: the attacker's strength less the defender's, any integer.
    """
    win = draw = lose = 0
    for mine, often in sums().items():
        for theirs, as_often in sums().items():
            difference = mine + lead - theirs
            weight = often * as_often
            win += weight * (difference > 0)
            draw += weight * (difference == 0)
            lose += weight * (difference < 0)
    whole = (win + draw + lose) or 1
    return Chances(win / whole, draw / whole, lose / whole)


def unsaved(save: int) -> float:
    """Return the chance that a hit gets past a save of 1 to `save` (0 to 6)."""
    return 1 - save / 6


class Duel(NamedTuple):
    """The chances of a battle fought to the end: that the defender is destroyed, the attacker, or both at once."""

    won: float
    lost: float
    both: float


@cache
def duel(
    lead: int,
    health: int,
    rival_health: int,
    save: int = 0,
    rival_save: int = 0,
    first: int | None = None,
    poison: bool = False,
    petrify: bool = False,
) -> Duel:
    """Return the chances of a battle that nobody breaks off or evades, wounds weakening both sides.

    Args:
        lead: the attacker's strength less the defender's, with the wounds they have.
        health: the wounds that the attacker can still take before it is killed; 0 or less: it is dead.
        rival_health: those of the defender.
        save: the attacker's save; rival_save: the defender's.
        first: the lead in the first round, if it is another one.
        poison: whether a hit of the attacker does one wound more with a chance of 1/2.
        petrify: whether a hit of the attacker kills.
    """
    if health <= 0 or rival_health <= 0:
        return Duel(float(health > 0), float(rival_health > 0), float(health <= 0 and rival_health <= 0))
    odds = chances(lead if first is None else first)
    mine, theirs = unsaved(save), unsaved(rival_save)
    hits = {  # whether the attacker is hit in a round, and whether the defender is
        (0, 1): odds.win * theirs + odds.draw * theirs * (1 - mine),
        (1, 0): odds.lose * mine + odds.draw * mine * (1 - theirs),
        (1, 1): odds.draw * mine * theirs,
    }
    rounds: list[tuple[float, Duel]] = []
    for (hurt, hit), chance in hits.items():
        harm = {rival_health: 1.0} if petrify else {1: 0.5, 2: 0.5} if poison else {1: 1.0}
        for wounds, share in harm.items() if hit else ((0, 1.0),):
            after = duel(
                lead - hurt + wounds, health - hurt, rival_health - wounds, save, rival_save, None, poison, petrify
            )
            rounds.append((chance * share, after))
    moving = sum(chance for chance, _ in rounds)
    if moving < 1e-12:
        return Duel(0.0, 0.0, 0.0)
    if first not in (None, lead):  # a round without a hit is followed by rounds with the usual lead
        same = duel(lead, health, rival_health, save, rival_save, None, poison, petrify)
        rounds.append((1 - moving, same))
        moving = 1.0
    won, lost, both = [sum(chance / moving * after[which] for chance, after in rounds) for which in range(3)]
    return Duel(won, lost, both)
