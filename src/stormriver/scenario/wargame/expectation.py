"""What a scenario of a wargame expects of seats, squares, cups and piles of spent chits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language.source import Node
from stormriver.scenario.expectation import Reader
from stormriver.scenario.wargame.vocabulary import WargameVocabulary
from stormriver.wargame.procedures.grid import unit_at
from stormriver.wargame.view import SeatView, SquareView, UnitView

SEAT_FACTS: dict[str, Callable[[SeatView], object]] = {
    "gold": lambda seat: seat.gold,
    "skips": lambda seat: seat.skips,
    "spells": lambda seat: seat.spells,
    "hand_limit": lambda seat: seat.hand_limit,
    "points": lambda seat: seat.points,
    "magic_users": lambda seat: seat.magic_users,
    "units": lambda seat: [unit.id for unit in seat.units],
    "drawn": lambda seat: seat.drawn,
    "holds_goals": lambda seat: seat.holds_goals,
}
"""What may be expected of a seat, besides its `marks`; for a list of chits its length will do."""

SQUARE_FACTS: dict[str, Callable[[SquareView], object]] = {
    "tile": lambda square: square.tile,
    "unit": lambda square: "none" if square.unit is None else square.unit.id,
    "block": lambda square: square.block,
    "ruin": lambda square: square.ruin,
}
"""What may be expected of a square."""

UNIT_FACTS: dict[str, Callable[[UnitView], object]] = {
    "strength": lambda unit: unit.strength,
    "wounds": lambda unit: unit.wounds,
    "limit": lambda unit: unit.limit,
    "save": lambda unit: unit.save,
    "steps": lambda unit: unit.steps,
    "disease": lambda unit: unit.diseased,
    "items": lambda unit: unit.items,
    "chits": lambda unit: unit.chits,
}
"""What may be expected of the unit on a square, besides its `owner`, `marks`, and the abilities it `has` or `lacks`."""

OF_UNITS = (*UNIT_FACTS, "owner", "marks", "has", "lacks")
LISTS = frozenset({"spells", "units", "drawn", "items", "chits"})
FLAGS = frozenset({"disease", "holds_goals"})


class WargameReader(Reader):
    """Reads what is expected of seats, squares, cups and piles of spent chits."""

    places = ("at", "cup", "spent")
    names: WargameVocabulary

    def seat(self, seat: int, node: Node) -> None:
        """Read the facts and marks expected of a seat."""
        name = self.names.table.seats[seat]
        for key, value in node.mapping().items():
            if key == "marks":
                self._marks(f"{name}.marks", value, lambda game: seat)
            elif key in SEAT_FACTS:
                self._fact(f"{name}.{key}", key, value, _of_seat(seat, SEAT_FACTS[key]))
            else:
                value.misspelt("no fact of a seat is called {name!r}", key, [*SEAT_FACTS, "marks"])

    def place(self, key: str, place: str, name: str, node: Node) -> None:
        """Read what is expected of a square, a cup or a pile of spent chits."""
        if place == "at":
            self._square(key, self.names.space_called(node, name), node)
        else:
            cup = self.names.cup(node, name)
            zones = self.names.table.cup if place == "cup" else self.names.table.spent
            self.check_pile(node, key, zones[cup], ordered=place == "cup")

    def _square(self, name: str, square: int, node: Node) -> None:
        for key, value in node.mapping().items():
            if key == "tile":
                self.check(value, f"{name}.tile", self.names.chit(value, "tile"), _of_square(square, SQUARE_FACTS[key]))
            elif key == "unit":
                wanted = "none" if value.value == "none" else self.names.chit(value, "unit")
                self.check(value, f"{name}.unit", wanted, _of_square(square, SQUARE_FACTS[key]))
            elif key in SQUARE_FACTS:
                self._fact(f"{name}.{key}", key, value, _of_square(square, SQUARE_FACTS[key]))
            elif key in OF_UNITS:
                self._unit(f"{name}.{key}", square, key, value)
            else:
                known = [*SQUARE_FACTS, *OF_UNITS]
                value.misspelt("no fact of a square is called {name!r}", key, known)

    def _unit(self, name: str, square: int, key: str, node: Node) -> None:
        if key == "marks":
            self._marks(name, node, lambda game: _subject(game, square))
        elif key == "owner":
            seats = self.names.table.seats
            self.names.seat(node)
            self.check(node, name, node.text(), _of_unit(square, lambda unit: seats[unit.owner]))
        elif key in ("has", "lacks"):
            for item in node.many():
                self.names.number(item, item.text(), dict.fromkeys(self.names.table.abilities, 0), "ability")
            wanted = [item.text() for item in node.many()]
            found = wanted if key == "has" else []
            self.check(node, name, found, _of_unit(square, lambda unit: [a for a in wanted if a in unit.abilities]))
        else:
            self._fact(name, key, node, _of_unit(square, UNIT_FACTS[key]))

    def _fact(self, name: str, key: str, node: Node, found: Callable[[Game], Any]) -> None:
        if key in LISTS:
            self.check_cards(node, name, found, ordered=False)
        else:
            self.check(node, name, node.flag() if key in FLAGS else node.integer(), found)

    def _marks(self, name: str, node: Node, subject: Callable[[Game], int]) -> None:
        """Expect so much of some kinds of marks; 0 for none."""
        for key, value in node.mapping().items():
            kind = self.names.mark(value, key)

            def amount(game: Game, kind: int = kind) -> int:
                lying = [mark for mark in game.state.marks if mark.subject == subject(game)]
                return sum(mark.amount for mark in lying if mark.kind == kind)

            self.check(value, f"{name}.{key}", value.integer(), amount)


def _subject(game: Game, square: int) -> int:
    """Return whom marks are about: the unit on a square; nobody if there is none."""
    unit = unit_at(game, square)
    return NONE if unit == NONE else int(game.table.subject_of_card(unit))


def _of_seat(seat: int, fact: Callable[[SeatView], object]) -> Callable[[Game], object]:
    return lambda game: fact(game.view(seat).me)


def _of_square(square: int, fact: Callable[[SquareView], object]) -> Callable[[Game], object]:
    return lambda game: fact(game.view(0).squares[square])


def _of_unit(square: int, fact: Callable[[UnitView], object]) -> Callable[[Game], object]:
    """Return how a fact of the unit on a square is found; `none` stands for it if there is no unit."""

    def found(game: Game) -> object:
        unit = game.view(0).squares[square].unit
        return "none" if unit is None else fact(unit)

    return found
