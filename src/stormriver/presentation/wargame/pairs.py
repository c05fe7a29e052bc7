"""Pairs of answers: which unit or chit, and where it goes, whom it attacks or what it is cast at, as one gesture."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from msgspec.structs import replace

from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Option
from stormriver.presentation.further import next_question
from stormriver.presentation.wargame.facts import Pair
from stormriver.presentation.wargame.option_odds import odds_of
from stormriver.wargame.model import asks
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.battle import ATTACK, STEAL
from stormriver.wargame.procedures.casting import BY
from stormriver.wargame.procedures.chits import KEEP
from stormriver.wargame.procedures.forces import foes_beside
from stormriver.wargame.procedures.grid import around, distance, square_of
from stormriver.wargame.procedures.movement import MOVE_KEY, hold
from stormriver.wargame.procedures.shooting import INFECT, SHOOT_KEY
from stormriver.wargame.procedures.windows import CAST_KEY
from stormriver.wargame.view import View

ATTACKS = frozenset({SHOOT_KEY, ATTACK})
UNCHOSEN = frozenset({"none", "self", "spell"})
"""The targets of spells that leave their caster nothing to aim at."""
AT_ONCE = ATTACKS | {MOVE_KEY, BY, INFECT, STEAL}
"""The verbs of options with a unit that lead at once to where it goes, whom it strikes at, or what it casts at."""


def pairs_of(view: View) -> tuple[Pair, ...]:
    """Return the pairs of answers that the viewer may give now; none if nobody asks them for a unit."""
    ask = view.ask
    if ask is None or ask.seat != view.seat:
        return ()
    return tuple(pair for option in ask.options.values() for pair in pairs_with(view, option))


def pairs_with(view: View, first: Option) -> Iterator[Pair]:
    """Yield the pairs of answers that begin with an option of the viewer's ask."""
    begun = first.code - first.argument
    if begun in (CAST_KEY, KEEP):
        yield from _with_chit(view, first)
    elif begun in AT_ONCE:
        yield from (pair for pair in _with_unit(view, first) if pair.target != pair.source)  # that is no way to go


def _with_unit(view: View, first: Option) -> Iterator[Pair]:
    """Yield the pairs of a unit and where it goes, whom it strikes at or what it casts at, be it itself."""
    begun = first.code - first.argument
    if begun == MOVE_KEY and hold(view.game, first.argument):
        return  # a roll may hold it back before that
    assert view.ask is not None
    if begun == BY and view.game.table.spell[view.ask.card].target == "none":
        return  # nothing is to be chosen
    game = _after(view.game, first.key)
    if game is None or game.ask is None:
        return
    then, source = View(game, view.seat), square_of(view.game, first.argument)
    spaces, units = view.game.table.spaces, view.game.table.unit_number
    for option in game.ask.options.values():
        if option.kind != kinds.SPACE and option.argument not in units:
            continue  # a spell lies on no square
        at = option.argument if option.kind == kinds.SPACE else square_of(game, option.argument)
        odds = odds_of(then, option.code)
        yield Pair(
            key=first.key,
            then=option.key,
            source=spaces[source].id,
            target=spaces[at].id,
            attack=begun in ATTACKS,
            chance=-1.0 if odds is None else odds.win,
        )


def _with_chit(view: View, first: Option) -> Iterator[Pair]:
    """Yield the gestures by which a spell is cast at somebody, or a chit that is kept comes to a square or unit."""
    game, table = _after(view.game, first.key), view.game.table
    if game is None or game.ask is None or game.ask.kind not in (asks.CASTER, asks.PLACE, asks.EQUIP):
        return
    then, chit = View(game, view.seat), table.cards[first.argument].id
    if game.ask.kind == asks.CASTER:
        target = table.spell[first.argument].target
        if target == "square":
            yield from _at_squares(game, first)
            return
        for by in game.ask.options.values():
            if target in UNCHOSEN:
                yield _with_caster(game, first.key, by, chit)
            else:
                yield from (
                    replace(pair, key=first.key, then=f"{by.key} {pair.then}", card=chit)
                    for pair in _with_unit(then, by)
                )
        return
    for option in game.ask.options.values():
        at = option.argument if option.kind == kinds.SPACE else square_of(game, option.argument)
        yield Pair(key=first.key, then=option.key, source="", target=table.spaces[at].id, card=chit)


def _at_squares(game: WargameGame, cast: Option) -> Iterator[Pair]:
    """Yield the gestures by which a spell is cast at a square: whoever has nobody around to strike may as well cast it.

    Of those it is the nearest; where all who reach the square have a foe around, each of them is a way of its own.
    """
    assert game.ask is not None
    spaces, chit = game.table.spaces, game.table.cards[cast.argument].id
    ways: dict[int, list[tuple[bool, int, Pair]]] = {}
    for by in game.ask.options.values():
        aim, here = _after(game, by.key), square_of(game, by.argument)
        busy = bool(foes_beside(game, by.argument, around(here)))
        for option in aim.ask.options.values() if aim is not None and aim.ask is not None else ():
            at, then = option.argument, f"{by.key} {option.key}"
            pair = Pair(key=cast.key, then=then, source=spaces[here].id, target=spaces[at].id, card=chit)
            ways.setdefault(at, []).append((busy, distance(here, at), pair))
    for found in ways.values():
        busy, _, nearest = min(found, key=itemgetter(0, 1))
        yield from [pair for _, _, pair in found] if busy else [nearest]


def _with_caster(game: WargameGame, cast: str, by: Option, chit: str) -> Pair:
    """Return the gesture by which a unit casts a spell whose target is not chosen: that unit is pointed at."""
    aim = _after(game, by.key) if game.table.spell[by.ask.card].target != "none" else None
    aimed = [] if aim is None or aim.ask is None else aim.ask.keys[:1]
    at = game.table.spaces[square_of(game, by.argument)].id
    return Pair(key=cast, then=" ".join([by.key, *aimed]), source="", target=at, card=chit)


def _after(game: WargameGame, key: str) -> WargameGame | None:
    """Return a game at the question to which an answer leads at once, even if there is but one answer to that."""
    here = game.clone()
    here.skip_forced = False
    return next_question(here, key)
