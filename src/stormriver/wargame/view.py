"""What a side sees of a wargame, with names instead of numbers; what players and pages are given."""

from __future__ import annotations

from typing import Any

from stormriver.kernel import view as kernel_view
from stormriver.kernel.state import NONE
from stormriver.wargame.model.columns import GOLD, SIDES, SKIPS
from stormriver.wargame.model.frames import Window
from stormriver.wargame.model.phases import Phase, target_of
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import items_of, owner, stack, units_of
from stormriver.wargame.procedures.grid import square_of, tile_at, unit_at
from stormriver.wargame.procedures.marks import disease, on_square, wounds
from stormriver.wargame.procedures.strength import (
    abilities,
    limit_of,
    magic_points,
    magic_users,
    save_of,
    steps_of,
    strength,
)
from stormriver.wargame.procedures.turn import hand_limit, holds_goals
from stormriver.wargame.procedures.windows import moments_for


class UnitView:
    """One unit on the map."""

    def __init__(self, view: View, card: int) -> None:
        self._view = view
        self._game = view.game
        self.number = card
        self.definition = view.game.table.cards[card]
        self.id = str(self.definition.id)

    @property
    def owner(self) -> int:
        """The number of the seat that controls it; -1 for nobody."""
        return owner(self._game, self.number)

    @property
    def square(self) -> str:
        """The id of its square."""
        return str(self._game.table.spaces[square_of(self._game, self.number)].id)

    @property
    def place(self) -> int:
        """The number of its square."""
        return square_of(self._game, self.number)

    @property
    def strength(self) -> int:
        """Its strength where it stands, with all that counts whatever it does."""
        return strength(self._game, self.number)

    @property
    def wounds(self) -> int:
        """How many Wound chits lie on it."""
        return wounds(self._game, self.number)

    @property
    def limit(self) -> int:
        """The wounds that kill it."""
        return limit_of(self._game, self.number)

    @property
    def diseased(self) -> bool:
        """Whether it has a disease counter."""
        return bool(disease(self._game, self.number))

    @property
    def save(self) -> int:
        """The highest roll with which it nullifies a hit; 0 for none."""
        return save_of(self._game, self.number)

    @property
    def steps(self) -> int:
        """How many spaces it may move."""
        return steps_of(self._game, self.number)

    @property
    def abilities(self) -> list[str]:
        """The ids of its abilities, by nature or gift."""
        return sorted(abilities(self._game, self.number))

    @property
    def items(self) -> list[str]:
        """The ids of its items."""
        return [self._view.card_id(card) for card in items_of(self._game, self.number)]

    @property
    def chits(self) -> list[str]:
        """The ids of the curses and boons stacked with it."""
        items = items_of(self._game, self.number)
        return [self._view.card_id(card) for card in stack(self._game, self.number) if card not in items]

    @property
    def marks(self) -> dict[str, int]:
        """The marks on it, by id; control, wounds and disease apart."""
        return self._view.marks_of(self._game.table.subject_of_card(self.number), ("control", "wound", "disease"))

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, fit for JSON."""
        names = (
            "id", "owner", "square", "strength", "wounds", "limit", "diseased", "save", "steps", "abilities", "items",
            "chits", "marks",
        )  # fmt: skip
        return {name: getattr(self, name) for name in names}


class SquareView:
    """One square of the map."""

    def __init__(self, view: View, number: int) -> None:
        self._view = view
        self.number = number
        square = view.game.table.spaces[number]
        self.id, self.side, self.row, self.column = square.id, square.side, square.row, square.column

    @property
    def tile(self) -> str:
        """The id of the tile that lies there; empty before the map is laid."""
        game = self._view.game
        return (
            self._view.card_id(tile_at(game, self.number)) if game.state.zones[game.table.tiles + self.number] else ""
        )

    @property
    def unit(self) -> UnitView | None:
        """The unit there, if any."""
        card = unit_at(self._view.game, self.number)
        return None if card == NONE else UnitView(self._view, card)

    @property
    def block(self) -> int:
        """The Block tokens there."""
        game = self._view.game
        return on_square(game, self.number, game.table.rule_marks.block)

    @property
    def ruin(self) -> int:
        """The Ruin tokens there."""
        game = self._view.game
        return on_square(game, self.number, game.table.rule_marks.ruin)


class SeatView:
    """One side as another sees it."""

    def __init__(self, view: View, number: int) -> None:
        self._view = view
        self._game = view.game
        self.number = number
        self.name = view.game.table.seats[number]
        self.side = SIDES[number]

    def __repr__(self) -> str:
        return f"<Seat {self.name} in the {self._view!r}>"

    @property
    def gold(self) -> int:
        """Its bags of gold."""
        return self._game.state.seats[self.number][GOLD]

    @property
    def skips(self) -> int:
        """The turns it is still to skip."""
        return self._game.state.seats[self.number][SKIPS]

    @property
    def spells(self) -> list[str]:
        """The ids of its spells; `?` for what the viewer may not know."""
        return [self._view.card_id(c) for c in self._game.state.zones[self._game.table.hand + self.number]]

    @property
    def hand_limit(self) -> int:
        """How many spells it may keep at the end of its turn."""
        return hand_limit(self._game, self.number)

    @property
    def points(self) -> int:
        """Its magic points."""
        return magic_points(self._game, self.number)

    @property
    def magic_users(self) -> int:
        """How many Magic Users it has."""
        return len(magic_users(self._game, self.number))

    @property
    def units(self) -> list[UnitView]:
        """Its units on the map, in board order."""
        return [UnitView(self._view, card) for card in units_of(self._game, self.number)]

    @property
    def goals(self) -> tuple[str, ...]:
        """The tiles that it must capture."""
        return tuple(self._game.table.goals[self.number])

    @property
    def holds_goals(self) -> bool:
        """Whether it stands on all tiles that it must capture."""
        return holds_goals(self._game, self.number)

    @property
    def drawn(self) -> list[str]:
        """The ids of what it has drawn and is still to place, stack or choose from."""
        return [self._view.card_id(c) for c in self._game.state.zones[self._game.table.drawn + self.number]]

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, fit for JSON."""
        names = ("name", "side", "gold", "skips", "spells", "hand_limit", "points", "magic_users", "goals", "drawn")
        return {name: getattr(self, name) for name in names} | {"units": [unit.facts() for unit in self.units]}


class View(kernel_view.View[SeatView]):
    """What a side, or an onlooker, may know of a wargame (see kernel/view.py)."""

    def __init__(self, game: WargameGame, seat: int) -> None:
        super().__init__(game, seat)
        self._squares: list[SquareView] = []  # made when they are first asked for

    def seat_at(self, number: int) -> SeatView:
        return SeatView(self, number)

    @property
    def phase(self) -> str:
        """The phase of the turn under way, e.g. `movement`; empty while the game is set up."""
        phase = self.game.under_way(Phase)
        return "" if phase is None else phase.procedure

    @property
    def moments(self) -> int:
        """The moments at which the pending ask lets the viewer answer something, one bit each; 0 at any other ask."""
        window = self.game.state.frames[-1] if self.game.state.frames else None
        return moments_for(self.game, window, self.seat) if isinstance(window, Window) else 0

    @property
    def in_question(self) -> list[int]:
        """The chits involved in what is under way, innermost first: who does it, and to whom it is done."""
        found = []
        for frame in reversed(self.game.state.frames):
            found += [card for card in (frame.card_behind(), target_of(frame)) if card >= 0]
        return found

    @property
    def squares(self) -> list[SquareView]:
        """The squares of the map, row by row."""
        if not self._squares:
            self._squares = [SquareView(self, square.number) for square in self.game.table.spaces]
        return self._squares

    def unit(self, card: int) -> UnitView:
        """Return a unit by the number of its chit."""
        return UnitView(self, card)

    def marks_of(self, subject: int, but: tuple[str, ...] = ()) -> dict[str, int]:
        """Return the marks on a unit or square by id, without some kinds."""
        found: dict[str, int] = {}
        for mark in self.game.state.marks:
            name = str(self.game.table.marks[mark.kind].id)
            if mark.subject == subject and name not in but:
                found[name] = found.get(name, 0) + mark.amount
        return found

    def cups(self) -> dict[str, int]:
        """Return how many chits each cup and each pile of spent ones holds."""
        return {
            zone.name: len(self.game.state.zones[number])
            for number, zone in enumerate(self.game.table.zones)
            if zone.name.startswith(("cup.", "spent."))
        }

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, fit for JSON."""
        ask = self.ask
        return {
            "seat": None if self.seat < 0 else self.game.table.seats[self.seat],
            "turn": self.turn,
            "active": self.active.name,
            "phase": self.phase,
            "seats": [seat.facts() for seat in self.seats],
            "squares": {s.id: {"tile": s.tile, "block": s.block, "ruin": s.ruin} for s in self.squares},
            "cups": self.cups(),
            "ask": None
            if ask is None
            else {"seat": self.game.table.seats[ask.seat], "kind": ask.kind, "keys": ask.keys},
            "result": self.result,
        }


__all__ = ["SeatView", "SquareView", "UnitView", "View"]
