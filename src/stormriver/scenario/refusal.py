"""Refused options: keys that must not be on offer at any ask from one answer to the next, though they could be."""

from __future__ import annotations

from stormriver.kernel.ask import Ask
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.table import HIDDEN
from stormriver.kernel.translatable import Translatable
from stormriver.scenario.chance import Failed
from stormriver.scenario.files import Scenario


class Refusal:
    """What a file refuses from one place on, and whether each key could have been on offer there.

    A key that could not be offered at any of the asks looked at proves nothing by not being there. That is so if
    asks of their kinds never offer such keys, or if its card lies unseen in a deck, and the position does not name it.

    Attributes:
        scenario: the file.
        where: how messages speak of the place.
        keys: what is refused.
        seat: whose asks are looked at; NONE: everybody's.
    """

    def __init__(self, scenario: Scenario, where: Translatable, keys: tuple[str, ...], seat: int = NONE) -> None:
        self.scenario = scenario
        self.where = where
        self.keys = keys
        self.seat = seat
        self._kinds: dict[str, None] = {}  # of the asks looked at
        self._possible: set[str] = set()
        self._hidden: set[str] = set()  # what could have been offered but for its card

    def look(self, game: Game, ask: Ask) -> None:
        """Look at an ask; Failed if it offers what is refused."""
        if not self.keys or self.seat not in (NONE, ask.seat):
            return
        wrong = [key for key in self.keys if key in ask.keys]
        if wrong:
            raise Failed("{where}: {known} should not be on offer", where=self.where, known=", ".join(wrong))
        self._kinds[ask.kind] = None
        family = self.scenario.names.families[ask.kind]
        for key in filter(family.may_offer, self.keys):
            (self._possible if self._in_reach(game, key) else self._hidden).add(key)

    def close(self) -> None:
        """Failed if something refused could never have been on offer at the asks looked at."""
        if self.keys and not self._kinds:
            raise Failed("{where}: nothing was asked any more", where=self.where)
        for key in self.keys:
            if key not in self._possible:
                raise Failed(
                    "{where}: that {key} is refused proves nothing: {reason}",
                    where=self.where,
                    key=key,
                    reason=self._reason(key),
                )

    def _in_reach(self, game: Game, key: str) -> bool:
        """Tell whether a key names no card, or one that somebody sees, knows of or can come upon in this position."""
        table, state = game.table, game.state
        cards = self.scenario.names.cards_named(key)
        seen = [table.zones[state.place[card]].visible != HIDDEN or card in state.known for card in cards]
        return not cards or any(seen) or table.cards[cards[0]].id in self.scenario.named

    def _reason(self, key: str) -> Translatable:
        if key in self._hidden:
            return Translatable("its card lies unseen in a deck, and the position does not name it")
        kinds = ", ".join(map(repr, self._kinds))
        return Translatable("up to the next answer only {kinds} is asked, which never offers it", kinds=kinds)
