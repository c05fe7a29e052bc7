"""The pending ask: the question, what may be answered, and what each answer leads to."""

from __future__ import annotations

from functools import lru_cache

from stormriver.adventure.analysis.under_way import asked_about
from stormriver.adventure.model import asks
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.view import View
from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Ask, Posed
from stormriver.kernel.ask import Option as Offered
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT
from stormriver.players.adventure.steady import IDLE
from stormriver.presentation import facts
from stormriver.presentation.adventure.futile import vain
from stormriver.presentation.adventure.ids import table_of
from stormriver.presentation.adventure.matches import fight_now
from stormriver.presentation.adventure.option_odds import chances_of, dice_shown, odds_of, table_of_roll
from stormriver.presentation.adventure.situation import moment, rolled
from stormriver.presentation.adventure.standing_orders import matter_of
from stormriver.presentation.adventure.unavailable import missing

ROLLED = frozenset({asks.ROLLED, asks.REROLL})
"""The asks about a roll that lies."""


def ask_of(sight: View) -> facts.Ask | None:
    """Return the pending ask; if another seat is asked, only the seat, the kind and the rule."""
    ask = sight.ask
    if ask is None:
        return None
    if sight.seat == OMNISCIENT:
        language = sight.language
        sight = View(sight.game, ask.seat)
        sight.language = language
    if ask.seat != sight.seat:
        return facts.Ask(ask.seat, ask.kind, ask.rule)
    table = table_of(sight)
    matter = matter_of(sight)
    return facts.Ask(
        seat=ask.seat,
        kind=ask.kind,
        rule=ask.rule,
        text=table.question(ask.posed, sight.language),
        situation=_stands(sight, ask),
        card=table.cards[ask.card].id if ask.card != NONE else "",
        options=tuple(_option(sight, table, option) for option in ask.options.values()),
        missing=missing(sight),
        odds=fight_now(sight),
        chances=table_of_roll(sight) if ask.kind in ROLLED else (),
        rolled=dice_shown(sight) if ask.kind in ROLLED else 0,
        matter=None if matter is None else facts.Matter(matter.id, matter.words),
    )


def _stands(sight: View, ask: Ask) -> str:
    """Return what one wants to know before answering, beside the odds of a fight."""
    return rolled(sight) if ask.kind in ROLLED else moment(sight)


def _option(sight: View, table: AdventureTable, option: Offered) -> facts.Option:
    ask = option.ask
    verb, kind, number = kinds.verb_of(option.code)
    text, detail = _said(table, ask.kind, ask.cause, option.code, ask.amounts.get(option.code), sight.language)
    return facts.Option(
        key=option.key,
        text=text,
        detail=detail,
        space=table.spaces[space].id if (space := _space(sight, verb, kind, number)) != NONE else "",
        card=table.cards[number].id if kind == kinds.CARD else "",
        seat=number if kind == kinds.SEAT else asked_about(sight.game).rival if verb in AGAINST else NONE,
        odds=odds_of(sight, option.code),
        chances=chances_of(sight, option.code),
        idle=option.key in IDLE,
        vain=vain(sight, option.code),
    )


def _space(sight: View, verb: str, kind: int, number: int) -> int:
    """Return the space that an option is about, NONE if it is about none: one named, or the one encountered."""
    if kind == kinds.SPACE:
        return number
    return asked_about(sight.game).space if verb in HERE else NONE


HERE = frozenset({"space", "visit"})
"""The verbs of options about the space that is being encountered."""
AGAINST = frozenset({"attack", "psychic"})
"""The verbs of options about the character that is being encountered."""


@lru_cache(maxsize=1 << 14)
def _said(
    table: AdventureTable, kind: str, cause: int, code: int, amount: int | None, language: str
) -> tuple[str, str]:
    """Return what an option does in one sentence, and what more there is to say of it."""
    amounts = {} if amount is None else {code: amount}
    said = table.describe(Posed(0, kind, [code], cause, NONE, amounts), code, language)
    first, stop, rest = said.partition(". ")
    return first + stop.rstrip(), rest.strip()
