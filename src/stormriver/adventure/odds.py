"""The exact chances of a fight before the dice are rolled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from stormriver.adventure import fights
from stormriver.adventure.columns import FATE
from stormriver.adventure.stats import table_of, total
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of the one whose frame the fight is: they add up to 1."""

    win: float
    draw: float
    lose: float
    win_with_fate: float
    """The chance to win if he pays fate, when he has any, for a die that does not win."""


def of_fight(game: Game, fight: Frame) -> Odds:
    """Return the chances of the fight of a frame."""
    lead, dice, rival_dice = terms(game, fight)
    return chances(lead, dice, rival_dice, game.state.seats[fight.seat][FATE] > 0)


def terms(game: Game, fight: Frame) -> tuple[int, int, int]:
    """Return the lead before the dice, and how many dice either side rolls (0: none)."""
    mine = fights.score(game, fight.seat, fight)
    surprised = bool(fight.flags & fights.SURPRISED)
    if fight.rival != NONE:
        theirs = fights.score(game, fight.rival, fight)
        rival_dice = 0 if surprised else fights.attack_dice(game, fight.rival, fight)
    else:
        theirs = fights.creature_score(game, fight)
        rival_dice = 0 if surprised else 1
        if not surprised:
            theirs += total(game, fight.seat, table_of(game).CREATURE_ATTACK)
    return mine - theirs, fights.attack_dice(game, fight.seat, fight), rival_dice


@lru_cache(maxsize=4096)
def chances(lead: int, dice: int = 1, rival_dice: int = 1, fate: bool = False) -> Odds:
    """Return the chances when one side leads by `lead` before the dice and the highest of its dice counts."""
    mine = highest(dice)
    theirs = highest(rival_dice)
    win = draw = lose = better = 0.0
    for a, p in mine.items():
        for b, q in theirs.items():
            difference = lead + a - b
            weight = p * q
            if difference > 0:
                win += weight
                better += weight
                continue
            if difference == 0:
                draw += weight
            else:
                lose += weight
            if fate:
                better += weight * sum(1 for new in range(1, 7) if lead + max(new, a if dice > 1 else 0) - b > 0) / 6
    return Odds(win, draw, lose, better)


@lru_cache(maxsize=16)
def highest(dice: int) -> dict[int, float]:
    """Return how likely each highest number of some dice is; no dice give 0."""
    if dice == 0:
        return {0: 1.0}
    return {n: (n**dice - (n - 1) ** dice) / 6**dice for n in range(1, 7)}
