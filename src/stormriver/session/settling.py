"""Settling: what a seat's pending ask is about, and which answer to it needs no person."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from stormriver.kernel.game import Game
from stormriver.presentation.attention import Concern, Evident, Recurring
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Matter, Orders
from stormriver.session.attention import Attention
from stormriver.session.decisions import Settled

AGAIN = "again"
"""What stands for the kind of an ask that was answered as before."""


class Asked:
    """A pending ask, with what its rulebook's presentation tells of it; each of that is worked out once.

    Attributes:
        game: the game.
        view: what the seat that is asked may know of it.
        posed: the ask, to know it again.
    """

    def __init__(self, game: Game, view: Any) -> None:
        self.game, self.view = game, view
        self.posed = game.state.ask
        self._showing = presentation_of(game.table)

    @cached_property
    def matter(self) -> Matter | None:
        """What a standing order could settle of it."""
        return self._showing.matter_of(self.view)

    @cached_property
    def concern(self) -> Concern:
        """What of its matter concerns the seat now."""
        assert self.matter is not None
        return self._showing.concerns(self.view, self.matter)

    @cached_property
    def recurring(self) -> Recurring | None:
        """The question that it puts again, if it does."""
        return self._showing.recurring(self.game)

    @cached_property
    def evident(self) -> Evident | None:
        """The answer that goes without saying, if there is one."""
        return self._showing.evident(self.view)

    def settled(self, orders: Orders, attention: Attention) -> Settled | None:
        """Return the answer that needs no person; None if the person of the seat must be asked.

        Its standing orders say so, or its person has answered the same question before and nothing speaks against it
        since, or the answer goes without saying, or the seat wants to be asked about nothing that is on offer.

        Args:
            orders: the standing orders of the seat.
            attention: what it wants to be asked.
        """
        if attention.full:
            return None
        again = attention.answer_as_before(self.recurring)
        if again is not None:
            return Settled(again, AGAIN)
        matter = self.matter
        if matter is not None and orders.answer(matter) is not None:
            return Settled(matter.leaving, matter.kind if matter.worth_telling else "")
        rest = None if matter is None else orders.rest(matter)
        evident = self.evident if attention.lets_be() else None
        if evident is not None and (matter is None or rest is None or evident.key not in matter.things - rest.things):
            return Settled(evident.key, evident.because)
        if matter is None or rest is None or attention.wants_anyway(rest) or attention.wants(rest, self.concern):
            return None
        return Settled(matter.leaving)
