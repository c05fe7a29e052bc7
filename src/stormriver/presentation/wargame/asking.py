"""The pending ask of a wargame: the question, what may be answered, and what each answer leads to."""

from __future__ import annotations

from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Option as Offered
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation import facts
from stormriver.presentation.wargame.option_odds import chances_of, odds_of
from stormriver.presentation.wargame.standing_orders import matter_of
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.grid import square_of
from stormriver.wargame.text.situation import under_way
from stormriver.wargame.view import View

IDLE = frozenset({"pass", "done", "break_off"})
"""The keys of options that do nothing."""
SAID_BEFORE = 2
"""How many sentences on what is under way go with a question: the attack, and the spell that answers it."""


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
    table: WargameTable = sight.game.table
    matter = matter_of(sight)
    return facts.Ask(
        seat=ask.seat,
        kind=ask.kind,
        rule=ask.rule,
        text=table.question(ask.posed, sight.language),
        situation=" ".join(under_way(sight)[-SAID_BEFORE:]),
        card=table.cards[ask.card].id if ask.card != NONE else "",
        options=tuple(_option(sight, table, option) for option in ask.options.values()),
        matter=None if matter is None else facts.Matter(matter.id, matter.words),
    )


def _option(sight: View, table: WargameTable, option: Offered) -> facts.Option:
    _, kind, number = kinds.verb_of(option.code)
    text, stop, detail = table.describe(option.ask.posed, option.code, sight.language).partition(". ")
    return facts.Option(
        key=option.key,
        text=text + stop.rstrip(),
        detail=detail.strip(),
        space=_space(sight, table, kind, number),
        card=table.cards[number].id if kind == kinds.CARD else "",
        odds=odds_of(sight, option.code),
        chances=chances_of(sight, option.code),
        idle=option.key in IDLE,
    )


def _space(sight: View, table: WargameTable, kind: int, number: int) -> str:
    """Return the square an option is about: the one it names, or where the unit that it names stands."""
    if kind == kinds.CARD and number in table.unit_number:
        number = square_of(sight.game, number)
    elif kind != kinds.SPACE:
        return ""
    return table.spaces[number].id if number != NONE else ""
