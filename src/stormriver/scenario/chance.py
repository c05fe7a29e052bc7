"""Scripted chance: every die of a scenario, and if need be the top cards of a deck that is shuffled."""

from __future__ import annotations

from stormriver.kernel.script import Script
from stormriver.scenario.files import Order, Scenario


class Failed(Exception):
    """Something a scenario expects does not hold."""


class Chance(Script):
    """The dice of a scenario in the order rolled, and its shuffled decks; what it does not tell is left to chance."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.dice)
        self.cards = scenario.table.cards
        self.zones = scenario.table.zones
        self.tops: dict[int, list[Order]] = {zone: list(told) for zone, told in scenario.shuffled.items()}

    def die(self, sides: int) -> int:
        """Return the next die; Failed if there is none or it has not so many sides."""
        if not self.dice:
            raise Failed("dice: one too few, a further die was rolled")
        if self.dice[0] > sides:
            raise Failed(f"dice: {self.dice[0]} cannot be rolled with a die of {sides} sides")
        return super().die(sides)

    def order(self, zone: int, cards: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the cards with those on top that the file has there; Failed if one is not among them."""
        told = self.tops.get(zone)
        if not told:
            return None
        wanted = told.pop(0)
        left, top = list(cards), []
        for name in wanted.cards:
            card = next((card for card in left if self.cards[card].id == name), None)
            if card is None:
                raise Failed(f"line {wanted.node.line}: {name!r} is not among the cards of {self.zones[zone].name}")
            left.remove(card)
            top.append(card)
        return (*left, *reversed(top))

    def left_over(self) -> list[str]:
        """Return in one line each what the file tells of chance and did not happen."""
        found = [f"dice: {', '.join(map(str, self.dice))} left over"] if self.dice else []
        for zone, told in self.tops.items():
            found += [f"line {order.node.line}: {self.zones[zone].name} was not shuffled" for order in told]
        return found
