"""Scripted chance: every die of a scenario, and if need be the top cards of a deck that is shuffled."""

from __future__ import annotations

from stormriver.kernel.script import Script
from stormriver.kernel.translatable import Translatable, translatable
from stormriver.scenario.files import Order, Scenario


class Failed(Exception):
    """Something a scenario expects does not hold.

    Args:
        problem: what does not hold, in English, with slots for the parts; see `Translatable`.
        parts: what stands in the slots.

    Attributes:
        problem: the same with its slots filled.
    """

    def __init__(self, problem: str, /, **parts: object) -> None:
        self.problem = translatable(problem, **parts)
        super().__init__(self.problem)


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
            raise Failed("dice: {die} cannot be rolled with a die of {sides} sides", die=self.dice[0], sides=sides)
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
                raise Failed(
                    "line {line}: {name!r} is not among the cards of {zone}",
                    line=wanted.node.line,
                    name=name,
                    zone=self.zones[zone].name,
                )
            left.remove(card)
            top.append(card)
        return (*left, *reversed(top))

    def left_over(self) -> list[Translatable]:
        """Return in one line each what the file tells of chance and did not happen."""
        found = []
        if self.dice:
            found.append(Translatable("dice: {dice} left over", dice=", ".join(map(str, self.dice))))
        for zone, told in self.tops.items():
            name = self.zones[zone].name
            unused = "line {line}: {zone} was not shuffled"
            found += [Translatable(unused, line=order.node.line, zone=name) for order in told]
        return found
