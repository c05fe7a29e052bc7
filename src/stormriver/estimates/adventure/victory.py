"""What is needed to win at the goal."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import COUNTERS, GOLD
from stormriver.adventure.procedures import endings
from stormriver.adventure.procedures.fortune import due
from stormriver.adventure.procedures.stats import allowed, stat
from stormriver.adventure.view import View
from stormriver.adventure.words.counters import Least
from stormriver.adventure.words.gold import Owe
from stormriver.adventure.words.numbers import Greater
from stormriver.adventure.words.trophies import Won
from stormriver.adventure.words.winning import Win
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader
from stormriver.kernel.frames import Context
from stormriver.language.control import If, Seq
from stormriver.language.grammar import Effect, Fixed

KEEPING: Final = 0.4
"""The fraction of a contract that counts for a card whose bounty is still to be earned."""


def contracts(reader: Reader, card: int, share: float = 1.0) -> Changes:
    """Return the contract that a card becomes when its bounty is paid, where such cards are kept."""
    names = reader.card_names(card)
    if "keep_claimed" in reader.table.allows and allowed(reader.game, reader.seat, "keep_claimed", names):
        return {"contract": share}
    return {}


def needed_to_win(view: View) -> dict[str, tuple[int, int]]:
    """Return, by name, the things that win at the goal by their number: how many the seat has, how many it takes."""
    game, table, seat = view.game, view.game.table, view.seat
    card = endings.ending(game, table.summit)
    found: dict[str, tuple[int, int]] = {}
    effect = endings.demand(game, table.summit)[0] if card >= 0 else None
    if isinstance(effect, Owe) and _wins(effect.then):
        found["gold"] = (stat(game, seat, GOLD), due(game, seat, effect.gold))
    if not isinstance(effect, If) or not _wins(effect.then):
        return found
    condition = effect.condition
    names = {column: name for name, column in COUNTERS.items()}
    if isinstance(condition, Least):
        for column, amount in condition.amounts.items():
            found[names[column]] = (stat(game, seat, column), amount.of(game, Context(seat)))
    elif isinstance(condition, Greater) and isinstance(condition.number_, Won) and isinstance(condition.than, Fixed):
        found["contract"] = (condition.number_.of(game, Context(seat)), condition.than.fixed + 1)
    return found


def _wins(effect: Effect) -> bool:
    return isinstance(effect, Win) or (isinstance(effect, Seq) and any(_wins(part) for part in effect.effects))
