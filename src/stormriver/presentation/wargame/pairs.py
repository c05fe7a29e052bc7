"""Pairs of answers: which unit, and where it goes or whom it attacks, as one gesture on the map."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Option
from stormriver.presentation.further import next_question
from stormriver.presentation.wargame.facts import Pair
from stormriver.presentation.wargame.option_odds import odds_of
from stormriver.wargame.procedures.battle import ATTACK
from stormriver.wargame.procedures.grid import square_of
from stormriver.wargame.procedures.movement import MOVE_KEY, hold
from stormriver.wargame.procedures.shooting import SHOOT_KEY
from stormriver.wargame.view import View

AT_ONCE = frozenset({MOVE_KEY, SHOOT_KEY, ATTACK})
"""The verbs of options with a unit that lead at once to where it goes, or whom it strikes at."""


def pairs_of(view: View) -> tuple[Pair, ...]:
    """Return the pairs of answers that the viewer may give now; none if nobody asks them for a unit."""
    ask = view.ask
    if ask is None or ask.seat != view.seat:
        return ()
    return tuple(pair for option in ask.options.values() for pair in _following(view, option))


def _following(view: View, first: Option) -> Iterator[Pair]:
    """Yield the pairs that begin with an option."""
    begun = first.code - first.argument
    if begun not in AT_ONCE or (begun == MOVE_KEY and hold(view.game, first.argument)):
        return  # a roll may hold it back before that
    here = view.game.clone()
    here.skip_forced = False  # the second answer is given even if there is but one
    game = next_question(here, first.key)
    if game is None or game.ask is None:
        return
    then = View(game, view.seat)
    spaces = view.game.table.spaces
    for option in game.ask.options.values():
        at = option.argument if option.kind == kinds.SPACE else square_of(game, option.argument)
        odds = odds_of(then, option.code)
        yield Pair(
            key=first.key,
            then=option.key,
            source=spaces[square_of(game, first.argument)].id,
            target=spaces[at].id,
            attack=begun != MOVE_KEY,
            chance=-1.0 if odds is None else odds.win,
        )
