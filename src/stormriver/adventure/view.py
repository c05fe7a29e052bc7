"""What a seat sees of an adventure game, with names instead of numbers; what players and pages are given."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from stormriver.adventure.analysis.goal_keys import keys_of
from stormriver.adventure.analysis.roads import Roads, roads_of
from stormriver.adventure.model.columns import (
    ALIGNMENT,
    ALIGNMENTS,
    CHARACTER,
    CRAFT,
    EXPERIENCE,
    FATE,
    GOLD,
    LIFE,
    MISSED,
    OUT,
    SPACE,
    STATUS,
    STRENGTH,
)
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import belongings, spell_limit, surplus_objects
from stormriver.adventure.procedures.fortune import gold_on
from stormriver.adventure.procedures.limits import worth
from stormriver.adventure.procedures.lives import leaves_game
from stormriver.adventure.procedures.stats import craft, forbidden, printed, strength, value
from stormriver.adventure.procedures.travel import may_enter
from stormriver.kernel import view as kernel_view
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.state import NONE
from stormriver.kernel.view import back_of
from stormriver.language.source import closest


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatView:
    """One seat as another sees it."""

    def __init__(self, view: View, number: int) -> None:
        self._view = view
        self.number = number
        self.name = view.game.table.seats[number]

    def __repr__(self) -> str:
        return f"<Seat {self.name} in the {self._view!r}>"

    @property
    def _row(self) -> vec[i64]:
        return self._view.game.state.seats[self.number]

    @property
    def in_game(self) -> bool:
        """Whether the player is still in the game."""
        return self._row[STATUS] != OUT

    @property
    def playing(self) -> bool:
        """Whether there is a character on the board."""
        return self._row[CHARACTER] != NONE

    @property
    def character(self) -> str | None:
        """The id of the character."""
        return self._view.card_id(self._row[CHARACTER]) if self.playing else None

    @property
    def space(self) -> str | None:
        """The id of the space."""
        return str(self._view.game.table.spaces[self._row[SPACE]].id) if self.playing else None

    @property
    def place(self) -> int:
        """The number of the space in `View.roads`; -1 without a character."""
        return self._row[SPACE]

    @property
    def region(self) -> str | None:
        """The id of the Region."""
        return str(self._view.game.table.spaces[self._row[SPACE]].region) if self.playing else None

    @property
    def lives(self) -> int:
        """The lives left."""
        return self._row[LIFE]

    @property
    def fate(self) -> int:
        """The fate tokens left."""
        return self._row[FATE]

    @property
    def gold(self) -> int:
        """The gold in hand."""
        return self._row[GOLD]

    @property
    def experience(self) -> int:
        """Points for what has been defeated, in games that count them."""
        return self._row[EXPERIENCE]

    @property
    def life_value(self) -> int:
        """The lives up to which healing goes."""
        return value(self._view.game, self.number, LIFE) if self.playing else 0

    @property
    def fate_value(self) -> int:
        """The fate up to which replenishing goes."""
        return value(self._view.game, self.number, FATE) if self.playing else 0

    @property
    def strength(self) -> int:
        """Strength with all that counts at this moment, battles aside."""
        return strength(self._view.game, self.number) if self.playing else 0

    @property
    def craft(self) -> int:
        """Craft with all that counts at this moment."""
        return craft(self._view.game, self.number) if self.playing else 0

    @property
    def own_strength(self) -> int:
        """Strength without Objects and Followers: printed value and counters."""
        return printed(self._view.game, self.number, STRENGTH) + self._row[STRENGTH] if self.playing else 0

    @property
    def own_craft(self) -> int:
        """Craft without Objects and Followers."""
        return printed(self._view.game, self.number, CRAFT) + self._row[CRAFT] if self.playing else 0

    @property
    def battle_strength(self) -> int:
        """What would count in a battle, before the die."""
        if not self.playing:
            return 0
        game = self._view.game
        fight = Fight(self.number, self._row[SPACE])
        game.push(fight)  # what holds only in a battle is asked as if in one
        try:
            return fights.score(game, self.number, fight)
        finally:
            game.state.frames.pop()

    @property
    def alignment(self) -> str:
        """The alignment at this moment: `good`, `neutral` or `evil`."""
        return ALIGNMENTS[self._row[ALIGNMENT]]

    @property
    def missed_turns(self) -> int:
        """How many turns are still to be missed."""
        return self._row[MISSED]

    @property
    def cards(self) -> list[str]:
        """The ids of Objects and Followers."""
        return [self._view.card_id(card) for card in belongings(self._view.game, self.number)]

    @property
    def counters(self) -> dict[str, int]:
        """The counters of each kind, and the gold; of Strength and Craft those beyond the printed value."""
        return {name: self._row[column] for name, column in self._view.game.table.counters.items()}

    @property
    def own_counters(self) -> dict[str, int]:
        """The counters of each kind that a pack has put into the box."""
        return {counter.id: self._row[column] for column, counter in self._view.game.table.own_counters.items()}

    @property
    def room(self) -> int:
        """How many more Objects may be carried."""
        return -surplus_objects(self._view.game, self.number) if self.playing else 0

    @property
    def keys(self) -> int:
        """How many cards are among the belongings without which the goal cannot be entered."""
        cards = self._view.game.table.cards
        wanted = keys_of(self._view.game.table)
        return sum(not wanted.isdisjoint(cards[card].names) for card in belongings(self._view.game, self.number))

    @property
    def walks(self) -> bool:
        """Whether something keeps the character from rolling the die for their moves."""
        return self.playing and forbidden(self._view.game, self.number, "roll_move")

    @property
    def held(self) -> bool:
        """Whether something keeps the character on the space until it is done or the character turns back."""
        marks = self._view.game.table.marks
        return any(marks[mark.kind].holds for mark in self._view.game.state.marks.on.get(self.number, ()))

    @property
    def standing(self) -> tuple[object, ...]:
        """All that the outcome of an encounter depends on, as a key for caches."""
        state, table = self._view.game.state, self._view.game.table
        row = self._row
        marks = state.marks.on.get(self.number, ())
        own = tuple(mark.values() for mark in marks if mark.kind != table.rule_marks.used)
        counters = (row[CHARACTER], row[LIFE], row[FATE] > 0, row[GOLD], row[STRENGTH], row[CRAFT], row[ALIGNMENT])
        own_counters = tuple([row[column] for column in table.own_counters])
        kept = (state.zones[table.play + self.number], state.zones[table.trophies + self.number])
        held = len(state.zones[table.hand + self.number])
        if not table.for_all_changes:
            return (counters, own_counters, *kept, held, own)
        places = tuple([state.place[card] for card in table.figures])
        return (counters, own_counters, *kept, held, own, tuple(self._view.now), self._view.in_force, places)

    @property
    def trophies(self) -> list[str]:
        """The ids of trophies."""
        return self._view.zone(f"trophies.{self.name}")

    @property
    def trophy_points(self) -> tuple[int, int]:
        """The points of the trophies for Strength and for Craft."""
        return worth(self._view.game, self.number, STRENGTH), worth(self._view.game, self.number, CRAFT)

    @property
    def spells(self) -> list[str]:
        """The ids of the Spells held; `?` for each that is not known to the viewer."""
        return self._view.zone(f"hand.{self.name}")

    @property
    def spell_limit(self) -> int:
        """How many Spells the character may hold; 0 without a character."""
        return spell_limit(self._view.game, self.number) if self.playing else 0

    @property
    def marks(self) -> dict[str, int]:
        """The marks on the character, and how much of each."""
        return self._view.marks_of(self.number)

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data."""
        names = (
            "name", "in_game", "playing", "character", "space", "region", "lives", "life_value", "fate", "fate_value",
            "gold", "experience", "strength", "craft", "own_strength", "own_craft", "battle_strength", "alignment",
            "missed_turns", "cards", "trophies", "trophy_points", "spells", "spell_limit", "marks",
        )  # fmt: skip
        found = {name: getattr(self, name) for name in names}
        return found | ({"own_counters": self.own_counters} if self.own_counters else {})


class View(kernel_view.View[SeatView]):
    """What a seat, or an onlooker, may know of an adventure game (see kernel/view.py)."""

    def seat_at(self, number: int) -> SeatView:
        return SeatView(self, number)

    def zone(self, name: str) -> list[str]:
        """Return the ids of the cards of a zone by its name, e.g. `discard.adventure`; decks from the bottom up."""
        for number, zone in enumerate(self.game.table.zones):
            if zone.name == name:
                return [self.card_id(card) for card in self.game.state.zones[number]]
        known = [zone.name for zone in self.game.table.zones]
        raise StormriverError("There is no zone {name!r}{hint}", name=name, hint=closest(name, known))

    def on_space(self, space: str) -> list[str]:
        """Return the ids of the cards lying on a space, first drawn first."""
        number = self.game.table.lying + self._space_number(space)
        return [self.card_id(card) for card in self.game.state.zones[number]]

    def gold_on(self, space: str) -> int:
        """Return the gold lying on a space."""
        return gold_on(self.game, self._space_number(space))

    def _space_number(self, id: str) -> int:
        for number, space in enumerate(self.game.table.spaces):
            if space.id == id:
                return number
        known = [space.id for space in self.game.table.spaces]
        raise StormriverError("There is no space {name!r}{hint}", name=id, hint=closest(id, known))

    def decks(self) -> dict[str, int]:
        """Return how many cards each deck and pile holds."""
        return {
            zone.name: len(self.game.state.zones[number])
            for number, zone in enumerate(self.game.table.zones)
            if zone.name.startswith(("deck.", "discard."))
        }

    def marks_of(self, subject: int) -> dict[str, int]:
        """Return the marks on a seat, by id."""
        found: dict[str, int] = {}
        for mark in self.game.state.marks:
            if mark.subject == subject:
                name = str(self.game.table.marks[mark.kind].id)
                found[name] = found.get(name, 0) + mark.amount
        return found

    @property
    def in_force(self) -> tuple[int, ...]:
        """The numbers of the cards beside the board that hold for all."""
        table = self.game.table
        return self.game.state.zones[table.in_force] if table.in_force != NONE else ()

    @property
    def now(self) -> list[str]:
        """The ids of the marks that lie on the table: what holds for all at this time, such as day or night."""
        table = self.game.table
        marks = self.game.state.marks.on.get(table.board, ())
        return [str(table.marks[mark.kind].id) for mark in marks if mark.kind in table.cyclic]

    @property
    def final(self) -> bool:
        """Whether the player of a killed character is out of the game, as after the goal has been reached."""
        return leaves_game(self.game)

    @property
    def roads(self) -> Roads:
        """The ways of the board."""
        return roads_of(self.game.table)

    def lying(self) -> list[tuple[object, ...]]:
        """Return what lies on each space, in the order of `roads`: cards, marks such as gold, and characters."""
        state, table = self.game.state, self.game.table
        marks, first = state.marks.on, table.subject_of_space(0)
        found: list[tuple[object, ...]] = [
            (cards, tuple([mark.values() for mark in marks.get(subject, ())]))
            for subject, cards in enumerate(state.zones[table.lying : table.lying + len(table.spaces)], first)
        ]
        for row in state.seats:
            if row[SPACE] != NONE:
                found[row[SPACE]] += (row,)
        return found

    def may_enter(self, space: int) -> bool:
        """Tell whether this seat's character may enter a space, by its number in `roads`."""
        return may_enter(self.game, self.seat, space)

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, fit for JSON."""
        table = self.game.table
        ask = self.ask
        return {
            "seat": None if self.seat < 0 else table.seats[self.seat],
            "turn": self.turn,
            "active": self.active.name,
            "result": self.result,
            "seats": [seat.facts() for seat in self.seats],
            **({"in_force": [self.card_id(card) for card in self.in_force]} if self.in_force else {}),
            "spaces": {s.id: self.on_space(s.id) for s in table.spaces if self.on_space(s.id)},
            "decks": self.decks(),
            "ask": None
            if ask is None
            else {"seat": table.seats[ask.seat], "kind": ask.kind, "rule": ask.rule, "options": ask.keys},
        }


__all__ = ["SeatView", "View", "back_of"]
