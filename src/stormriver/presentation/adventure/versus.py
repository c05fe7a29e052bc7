"""The two sides of a fight as they are shown: their faces, what makes up their scores, dice and totals."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stormriver.adventure.analysis.bouts import Bout
from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.columns import CHARACTER
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.stats import form, is_playing, total
from stormriver.adventure.words.fights import Fight
from stormriver.kernel.bitmask import members
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language import rendering
from stormriver.language.clauses import phrase, seat_name
from stormriver.presentation.adventure.foes import creatures, points_of_creature
from stormriver.presentation.adventure.stat_breakdown import Say, points_of
from stormriver.presentation.facts import Part, Side, Versus

UNTOLD = -1
"""Stands for points that nobody can tell yet."""


def versus_of(table: AdventureTable, bout: Bout, language: str = "en") -> Versus:
    """Return a fight as everybody sees it, in words of a language."""
    say = rendering.spoken(table, language).say
    game = Game(table, bout.state)
    fight = bout.fight
    other = _creatures(game, bout, say) if fight.rival == NONE else _seat(game, bout, fight.rival, language)
    sides = (_seat(game, bout, fight.seat, language), other)
    first, second = (
        replace(_thrown(side, dice, own, say), total=own if own is not None else 0)
        for side, dice, own in zip(sides, bout.dice, bout.totals or (None, None), strict=True)
    )
    kind = say(phrase("fight_psychic" if fight.psychic else "fight_battle"))
    return Versus(kind, (first, second), bout.totals is not None, bout.outcome)


def _seat(game: Game, bout: Bout, seat: int, language: str) -> Side:
    """Return the side of a character, or of the Follower that fights in their place."""
    table, fight = game.table, bout.fight
    say = rendering.spoken(table, language).say
    name = say(seat_name(table.seats[seat]))
    if not is_playing(game, seat):
        return Side(name, seat)
    deputy = fights.stand_in(game, seat)
    points = fights.score(game, seat, fight)
    if deputy is not None:
        card = deputy.subject - len(table.seats)
        return Side(name, seat, (table.cards[card].id,), points=points)
    shape = form(game, seat)
    face = table.marks[shape].id if shape != NONE else table.cards[game.state.seats[seat][CHARACTER]].id
    numbers = points_of(game, seat, language)
    own, more = ("craft", "psychic") if fight.psychic else ("strength", "battle")
    parts = numbers[own].parts + numbers[more].parts
    return Side(name, seat, (face,), points=points, parts=_whole(parts, points, say))


def _creatures(game: Game, bout: Bout, say: Say) -> Side:
    """Return the side of the Enemies that fight as one, or of a creature that is no card."""
    table, fight = game.table, bout.fight
    extra = total(game, fight.seat, table.CREATURE_ATTACK)
    group = members(fight.group)
    if not group:
        faces = () if bout.card == NONE else (table.cards[bout.card].id,)
        found = creatures(table, bout)
        known = points_of_creature(table, bout, found[0]) if len(found) == 1 else UNTOLD
        points = known if bout.totals is None else bout.totals[1] - sum(bout.dice[1])
        return Side(_met(table, bout, found, say), cards=faces, space=table.spaces[fight.space].id, points=points)
    cards = [(card, fights.power(game, fight, card)) for card in group]
    points = sum(power for _, power in cards) + extra
    parts = tuple(Part(say(things(table).card_itself(card)), power, table.cards[card].id) for card, power in cards)
    names = list(dict.fromkeys(part.name for part in parts))
    shown = _whole(parts, points, say) if len(parts) > 1 or extra else ()
    return Side(", ".join(names), cards=tuple(part.card for part in parts), points=points, parts=shown)


def _met(table: AdventureTable, bout: Bout, found: Sequence[Fight], say: Say) -> str:
    """Return what a creature that is no card is called; where that is not known, the card or space that was met."""
    names = list(dict.fromkeys(word.name for word in found))
    if len(names) == 1:
        return say(found[0].creature())
    known = things(table)
    return say(known.space_itself(bout.fight.space) if bout.card == NONE else known.card_itself(bout.card))


def _thrown(side: Side, dice: tuple[int, ...], own: int | None, say: Say) -> Side:
    """Return a side with its dice; once its total is told, with whatever else must have counted."""
    if own is None or side.points < 0 or not dice:
        return replace(side, dice=dice)
    counted = own - side.points
    if counted in (max(dice), sum(dice)):
        return replace(side, dice=dice)
    if len(dice) == 1 and 1 <= counted <= 6 and side.seat >= 0:  # its one die was turned to what was chosen
        return replace(side, dice=(counted,))
    points = own - max(dice)
    return replace(side, dice=dice, points=points, parts=_whole(side.parts, points, say))


def _whole(parts: tuple[Part, ...], points: int, say: Say) -> tuple[Part, ...]:
    """Return the parts of a score with what else counts in this fight, so that they add up to it."""
    rest = points - sum(part.amount for part in parts)
    return (*parts, Part(say(phrase("points_in_this_fight")), rest)) if rest else parts
