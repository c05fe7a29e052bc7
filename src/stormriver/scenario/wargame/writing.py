"""A position of a wargame in writing, and what has changed since, in the words of a scenario file."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.marks import OWN_TURN_START
from stormriver.kernel.state import NONE
from stormriver.scenario.vocabulary import seat_names
from stormriver.scenario.wargame.layout import plain_map
from stormriver.scenario.wargame.reading import APART
from stormriver.wargame.model.columns import GOLD, NEUTRAL, SKIPS
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.forces import owner, stack
from stormriver.wargame.procedures.grid import tile_at, unit_at
from stormriver.wargame.procedures.marks import disease, on_square, wounds
from stormriver.wargame.procedures.marks import found as marks_on


def entries(game: Game, top: int | None) -> dict[str, object]:
    """Return the position of a game as the entries of a file, with so many chits of each cup (None: all)."""
    return _Written(game, top).entries()


class _Written:
    def __init__(self, game: Game, top: int | None) -> None:
        self.game = game
        self.top = top
        self.table = game.table  # of the wargame's kind
        self.seats = seat_names(game.table)

    def entries(self) -> dict[str, object]:
        """Return the entries, those that would be empty left out."""
        table, zones = self.table, self.game.state.zones
        facts = {**table.facts(), "packs": list(table.added_packs())}
        plain = plain_map(table)
        squares = {square.id: self._square(square.number, plain[square.number]) for square in table.spaces}
        cups = {name: self._ids(zones[zone][::-1][: self.top]) for name, zone in table.cup.items()}
        spent = {name: self._ids(zones[zone][::-1]) for name, zone in table.spent.items()}
        found: dict[str, object] = {
            "game": {key: facts[key] for key in ("preset", "packs", "options") if facts[key]},
            "players": [self._player(seat) for seat in range(len(self.seats))],
            "map": {name: told for name, told in squares.items() if told},
            "cups": {name: told for name, told in cups.items() if told},
            "spent": {name: told for name, told in spent.items() if told},
            "turn": self.seats[self.game.state.active],
        }
        return {key: value for key, value in found.items() if value}

    def _ids(self, cards: tuple[int, ...]) -> list[str]:
        return [str(self.table.cards[card].id) for card in cards]

    def _player(self, seat: int) -> dict[str, object]:
        row = self.game.state.seats[seat]
        found: dict[str, object] = {"seat": self.seats[seat]}
        found |= {name: row[column] for name, column in (("gold", GOLD), ("skips", SKIPS)) if row[column]}
        spells = self._ids(self.game.state.zones[self.table.hand + seat])
        return found | ({"spells": spells} if spells else {}) | self._marks(seat)

    def _square(self, square: int, plain: int) -> dict[str, object]:
        game, cards = self.game, self.table.cards
        tile, unit = tile_at(game, square), unit_at(game, square)
        found: dict[str, object] = {}
        if cards[tile].id != cards[plain].id:
            found["tile"] = cards[tile].id
        kinds = self.table.rule_marks
        for name, kind in (("block", kinds.block), ("ruin", kinds.ruin)):
            amount = on_square(game, square, kind)
            found |= {name: amount} if amount else {}
        return found | (self._unit(unit) if unit != NONE else {})

    def _unit(self, unit: int) -> dict[str, object]:
        game, cards = self.game, self.table.cards
        found: dict[str, object] = {"unit": cards[unit].id}
        if game.table.unit[unit].side == NEUTRAL:
            found["owner"] = self.seats[owner(game, unit)]
        if wounds(game, unit):
            found["wounds"] = wounds(game, unit)
        if disease(game, unit):
            found["disease"] = True
        for key, group in (("items", "item"), ("chits", "spell")):
            chits = [self._chit(card) for card in stack(game, unit) if cards[card].group == group]
            found |= {key: chits} if chits else {}
        return found | self._marks(self.table.subject_of_card(unit))

    def _chit(self, card: int) -> object:
        lying = marks_on(self.game, self.table.subject_of_card(card))
        casters = [self.seats[mark.owner] for mark in lying if self.table.marks[mark.kind].id == "fading"]
        told = ({"by": casters[0]} if casters else {}) | self._marks(self.table.subject_of_card(card))
        name = str(self.table.cards[card].id)
        return {"chit": name, **told} if told else name

    def _marks(self, subject: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for mark in marks_on(self.game, subject):
            name = str(self.table.marks[mark.kind].id)
            if name in APART:
                continue
            timed = mark.tick == OWN_TURN_START
            by = {"amount": mark.amount, "until": "own_turn_start", "by": self.seats[mark.owner]}
            found[name] = by if timed else mark.amount
        return {"marks": found} if found else {}


def piles(table: WargameTable) -> dict[int, str]:
    """Return the zones of the cups and hands, with the names that a file has for them."""
    hands = {table.hand + seat: f"hand.{name}" for seat, name in enumerate(seat_names(table))}
    return {zone: name for name, zone in table.cup.items()} | hands


def changes(before: Game, after: Game) -> dict[str, object]:
    """Return the facts of seats and squares that have changed, as a file expects them."""
    earlier, later = _facts(before), _facts(after)
    changed: dict[str, object] = {}
    for name, facts in later.items():
        told = {fact: value for fact, value in facts.items() if earlier[name].get(fact) != value}
        changed |= {name: told} if told else {}
    return changed


def _facts(game: Game) -> dict[str, dict[str, object]]:
    """Return what a file may expect of each seat and square."""
    found: dict[str, dict[str, object]] = {}
    for number, name in enumerate(seat_names(game.table)):
        seat = game.view(number).me
        found[name] = {"gold": seat.gold, "skips": seat.skips, "spells": sorted(seat.spells)}
    for square in game.view(0).squares:
        unit = square.unit
        here: dict[str, object] = {"unit": "none", "block": square.block, "ruin": square.ruin}
        if unit is not None:
            here |= {"unit": unit.id, "strength": unit.strength, "wounds": unit.wounds, "items": sorted(unit.items)}
        found[f"at.{square.id}"] = here
    return found
