"""Building a wargame from the position of a scenario.

All chits are in their cups, mixed, as before a game; then the map is laid, and what the file names is put where the
file has it. So each chit is in exactly one place.
"""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.marks import NEVER, OWN_TURN_START
from stormriver.kernel.state import NONE
from stormriver.scenario.vocabulary import only_so_many
from stormriver.scenario.wargame.layout import lay_map
from stormriver.scenario.wargame.reading import ChitNote, MarkNote, Place, Player, Position
from stormriver.wargame.model.columns import GOLD, NEUTRAL, SKIPS
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.forces import take_control
from stormriver.wargame.procedures.grid import unit_at
from stormriver.wargame.procedures.setup import mix_cups
from stormriver.wargame.procedures.strength import limit_of, may_carry
from stormriver.wargame.procedures.turn import begin_at

SEED = 20_07
"""All that a scenario leaves to chance, its dice aside, comes from this seed."""


def build(position: Position) -> Game:
    """Return a game in a position, before anything has happened in it.

    Raises BadContent, with file and line, for what cannot be: a chit named twice, an item nobody there may carry.
    """
    return _Builder(position).game


class _Builder:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.table = position.table
        self.game = Game(self.table, self.table.new_state(SEED), None, skip_forced=False)
        self.chits = {chit.id: chit for chit in self.table.definitions}
        self.left: dict[str, list[int]] = {name: [] for name in self.chits}
        for number, chit in enumerate(self.table.cards):
            self.left[chit.id].append(number)
        mix_cups(self.game)
        if not position.setup:
            self._lay_map()
        for place in position.places:
            self._place_unit(place)
        for place in position.places:  # once all stand, for what a unit may carry depends on where it is
            self._load(place)
        for player in position.players:
            self._seat(player)
        for name, notes in position.spent.items():
            self._pile(notes, self.table.spent[name])
        for name, notes in position.cups.items():
            self._pile(notes, self.table.cup[name])
        self._begin()

    def _begin(self) -> None:
        """Let the game begin with what is played: its set-up, a turn, or some phases of one."""
        if self.position.setup:
            self.table.rulebook.start(self.game)
        else:
            begin_at(self.game, self.position.turn, self.position.phases)

    # chits

    def _take(self, note: ChitNote) -> int:
        """Return the chit that a note names; each can be named as often as there are copies of it."""
        if not self.left[note.id]:
            copies = self.chits[note.id].copies
            note.node.fail(only_so_many(note.id, copies))
        return self.left[note.id].pop(0)

    def _put(self, note: ChitNote, zone: int, seat: int = NONE) -> int:
        return self._lay(self._take(note), note, zone, seat)

    def _lay(self, card: int, note: ChitNote, zone: int, seat: int) -> int:
        self.game.move_card(card, zone, seat)
        for mark in note.marks:
            self._mark(mark, self.table.subject_of_card(card), seat)
        return card

    def _mark(self, note: MarkNote, subject: int, seat: int) -> None:
        owner = seat if note.owner == NONE else note.owner
        self.game.mark(note.kind, subject, note.amount, note.tick, owner)

    def _pile(self, notes: tuple[ChitNote, ...], zone: int) -> None:
        """Put chits on top of a pile, the first one uppermost."""
        for note in reversed(notes):
            if self.chits[note.id].group == "tile":
                note.node.fail("tiles lie on the map")
            self._put(note, zone)

    # the map

    def _lay_map(self) -> None:
        for square, tile in enumerate(lay_map(self.table, self.position.places)):
            self.game.move_card(tile, self.table.tiles + square)

    def _place_unit(self, place: Place) -> None:
        kinds = self.table.rule_marks
        for kind, amount in ((kinds.block, place.block), (kinds.ruin, place.ruin)):
            if amount:
                marks.put_on_square(self.game, place.square, kind, amount)
        if place.unit is not None:
            unit = self._put(place.unit, self.table.units + place.square, place.owner)
            if self.game.table.unit[unit].side == NEUTRAL:
                take_control(self.game, unit, place.owner)

    def _load(self, place: Place) -> None:
        """Give a unit its items, chits, wounds and disease."""
        if place.unit is None:
            return
        game, table = self.game, self.table
        unit = unit_at(game, place.square)
        stack = table.stacks + table.unit_number[unit]
        for note in place.items:
            item = self._take(note)
            if not may_carry(game, unit, item):
                note.node.fail("{unit!r} may not carry {item!r}", unit=place.unit.id, item=note.id)
            self._lay(item, note, stack, place.owner)
        for note in place.chits:
            chit = self._put(note, stack)
            if chit in table.spell and table.spell[chit].fades:
                by = 1 - place.owner if note.by == NONE else note.by
                marks.put_on_unit(game, chit, table.rule_marks.fading, 1, OWN_TURN_START, by)
        if place.wounds >= limit_of(game, unit):
            place.node.fail("{wounds} wounds kill {id!r}", wounds=place.wounds, id=place.unit.id)
        kinds = table.rule_marks
        for kind, amount in ((kinds.wound, place.wounds), (kinds.disease, int(place.disease))):
            if amount:
                marks.put_on_unit(game, unit, kind, amount, NEVER)

    # seats

    def _seat(self, player: Player) -> None:
        game, seat = self.game, player.seat
        game.set(seat, GOLD, player.gold)
        game.set(seat, SKIPS, player.skips)
        for note in player.spells:
            self._put(note, self.table.hand + seat, seat)
        for mark in player.marks:
            self._mark(mark, seat, seat)
