"""Chance that is fed back instead of drawn: the dice and shuffled orders of a scenario or replay."""

from __future__ import annotations

from collections.abc import Iterable

from mypy_extensions import mypyc_attr

from stormriver.kernel.errors import EngineError


@mypyc_attr(allow_interpreted_subclasses=True)
class Script:
    """Fixed chance instead of the generator: dice, and the orders of shuffled cards."""

    def __init__(self, dice: Iterable[int] = (), orders: Iterable[tuple[int, ...]] | None = None) -> None:
        """Tell chance beforehand.

        Args:
            dice: what the next dice show.
            orders: the orders of the cards that are shuffled next; None to leave them to chance.
        """
        self.dice = list(dice)
        self.orders = None if orders is None else list(orders)

    def copy(self) -> Script:
        """Return a script with the same dice and orders still to come."""
        return Script(self.dice, self.orders)

    def die(self, sides: int) -> int:
        """Return the next scripted die; EngineError if none is left. `sides` is not checked."""
        if not self.dice:
            raise EngineError("a die was rolled, but no further die was told")
        return self.dice.pop(0)

    def order(self, zone: int, cards: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the next scripted order of shuffled cards; None to leave it to the generator.

        Args:
            zone: the zone that is shuffled.
            cards: the cards that are shuffled, in their order so far.

        Raises:
            EngineError: if orders are scripted, but none is left.
        """
        if self.orders is None:
            return None
        if not self.orders:
            raise EngineError("cards were shuffled, but no further order was told")
        return self.orders.pop(0)
