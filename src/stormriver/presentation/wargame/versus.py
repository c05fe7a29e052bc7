"""The two sides of a battle, ranged attack or quest as they are shown: faces, strength part by part, dice, totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language import rendering
from stormriver.language.clauses import Part as Words
from stormriver.language.clauses import phrase
from stormriver.presentation.facts import Part, Side, Versus
from stormriver.presentation.wargame.stat_breakdown import parts_of
from stormriver.wargame.analysis.bouts import QUEST, SHOT, Bout
from stormriver.wargame.model.nouns import named
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.battle import EVASION
from stormriver.wargame.procedures.grid import square_of
from stormriver.wargame.procedures.shooting import volley_of
from stormriver.wargame.procedures.strength import (
    ATTACKING,
    BATTLING,
    DEFENDING,
    FIRST_ROUND,
    QUESTING,
    SHOOTING,
    about,
    strength,
)

UNTOLD: Final = -1
"""Stands for points that nobody can tell yet."""
ATTACKER: Final = 0
DEFENDER: Final = 1


def versus_of(table: WargameTable, bout: Bout, language: str = "en") -> Versus:
    """Return a bout as everybody sees it, in words of a language."""
    say = rendering.spoken(table, language).say
    other = Side(say(phrase("odds_quest")), points=0) if bout.kind == QUEST else _unit(table, bout, DEFENDER, language)
    first, second = (
        _thrown(side, dice, total, say)
        for side, dice, total in zip(
            (_unit(table, bout, ATTACKER, language), other), bout.dice, bout.totals or (None, None), strict=True
        )
    )
    return Versus(say(phrase(f"versus_{bout.kind}")), (first, second), bout.totals is not None, bout.outcome)


def _unit(table: WargameTable, bout: Bout, number: int, language: str) -> Side:
    """Return the side of the unit that attacks or is sent, or of the one attacked."""
    unit, seat = (bout.attacker, bout.seat) if number == ATTACKER else (bout.target, bout.rival)
    card = table.unit[unit]
    say = rendering.spoken(table, language).say
    side = Side(say(named(card)), seat, (card.id,))
    game = Game(table, bout.states[number])
    if number == ATTACKER and not _by_own_strength(game, bout):
        return side
    foe, doing, space = _doing(game, bout, number)
    printed = Part(say(phrase("points_printed")), card.strength, card.id)
    more = parts_of(game, unit, language, about(game, unit, foe, doing, space))
    return replace(side, points=strength(game, unit, foe, doing, space), parts=(printed, *more))


def _by_own_strength(game: Game, bout: Bout) -> bool:
    """Tell whether an attack is known to be made with the strength of its unit, not that of a spell or weapon."""
    return bout.own and not (bout.kind == SHOT and volley_of(game, bout.attacker) != NONE)


def _doing(game: Game, bout: Bout, number: int) -> tuple[int, int, int]:
    """Return what the strength of a side depends on: its foe, what it is doing, the square attacked."""
    if bout.kind == QUEST:
        return NONE, QUESTING, NONE
    doing = SHOOTING if bout.kind == SHOT else BATTLING | (0 if bout.rounds else FIRST_ROUND)
    foe = bout.target if number == ATTACKER else bout.attacker
    return foe, doing | (ATTACKING if number == ATTACKER else DEFENDING), square_of(game, bout.target)


def _thrown(side: Side, dice: tuple[int, ...], total: int | None, say: Callable[[Words], str]) -> Side:
    """Return a side with its dice; once its total is told, with whatever else must have counted."""
    if total is None:
        return replace(side, dice=dice)
    points = total - sum(dice)
    if side.points == UNTOLD and not side.parts:
        return replace(side, dice=dice, total=total, points=points)
    rest = points - side.points
    more = (Part(say(phrase("evading" if rest == EVASION else "points_in_this_fight")), rest),) if rest else ()
    return replace(side, dice=dice, total=total, points=points, parts=(*side.parts, *more))
