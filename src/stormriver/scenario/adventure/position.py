"""Building an adventure game from the position of a scenario.

A fresh table is set up as at the start of a game; then every card the file names is put where the
file has it, taken from wherever it lies, decks first. So each card is in exactly one place.
"""

from __future__ import annotations

from stormriver.adventure.model.columns import (
    ALIGNMENT,
    ALIGNMENTS,
    CHARACTER,
    CRAFT,
    DEAD,
    EXTRA,
    GOLD,
    LIFE,
    MISSED,
    OUT,
    SPACE,
    STATUS,
    STRENGTH,
)
from stormriver.adventure.procedures import cycles, endings
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.fortune import in_use, lay_gold, small_in_use
from stormriver.adventure.procedures.lives import summit_reached
from stormriver.adventure.procedures.spells import room_for_spells
from stormriver.adventure.procedures.stats import form, printed
from stormriver.adventure.procedures.turn import begin_at, set_up_rules, stock_spaces
from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.kernel.marks import OWN_TURN_END, OWN_TURN_START
from stormriver.kernel.state import NONE
from stormriver.scenario.adventure.possible import check_possible
from stormriver.scenario.adventure.reading import CardNote, MarkNote, Player, Position
from stormriver.scenario.adventure.vocabulary import vocabulary
from stormriver.scenario.vocabulary import only_so_many, whole

SEED = 20_07
"""All that a scenario leaves to chance, its dice aside, comes from this seed."""


def build(position: Position) -> Game:
    """Return a game in a position, before the first step of the turn.

    Raises BadContent, with file and line, for what cannot be: a card named more often than it
    exists, a Strength below the printed one, counters beyond the stock.
    """
    return _Builder(position).game


class _Builder:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.table = position.table
        self.cards = vocabulary(position.table).cards
        self.game = Game(self.table, self.table.new_state(SEED), None, skip_forced=False)
        self.taken: set[int] = set()
        self.chosen: dict[int, int] = {}  # the card for each note, by the note's identity
        self._shuffle()
        self._choose_cards()
        for player in position.players:
            self._seat(player)
        self._lay()
        self._check_stock()
        check_possible(self.game, position.players)
        begin_at(self.game, position.turn)
        if position.set_up:
            set_up_rules(self.game, position.turn)

    def _shuffle(self) -> None:
        for deck, facts in enumerate(self.table.decks):
            if facts.hidden:
                self.game.shuffle(self.table.deck_zone[deck])

    # cards

    def _choose_cards(self) -> None:
        """Settle which copy each named card is, so that nothing else takes it."""
        position = self.position
        piles = (position.spaces, position.on, position.decks, position.discards)
        notes = [
            *(position.goal or ()),
            *position.in_force,
            *(note for pile in piles for held in pile.values() for note in held),
        ]
        for player in position.players:
            notes += [*(player.spells or ()), *(player.cards or ()), *player.trophies, *player.reserve]
            notes += [player.character] if player.character else []
        for note in sorted(notes, key=lambda note: note.deck == NONE):  # who wants a certain copy chooses first
            self._choose(note)

    def _choose(self, note: CardNote) -> None:
        table, place = self.table, self.game.state.place
        copies = [
            card
            for card in self.cards[note.id]
            if card not in self.taken and (note.deck == NONE or table.backs[card] == note.deck)
        ]
        if not copies:
            exist = sum(note.deck in (NONE, table.backs[card]) for card in self.cards[note.id])
            note.node.fail(only_so_many(note.id, exist))
        copies.sort(key=lambda card: place[card] == table.box)
        self.taken.add(copies[0])
        self.chosen[id(note)] = copies[0]

    def _put(self, note: CardNote, zone: int, seat: int = NONE) -> int:
        card = self.chosen[id(note)]
        self.game.move_card(card, zone, seat)
        owner = self.position.turn if seat == NONE else seat
        for mark in note.marks:
            self._mark(mark, self.table.subject_of_card(card), owner)
        return card

    # seats

    def _seat(self, player: Player) -> None:
        game, seat = self.game, player.seat
        game.set(seat, MISSED, player.missed)
        game.set(seat, EXTRA, player.extra)
        if player.character is None:
            game.set(seat, STATUS, DEAD if player.in_game else OUT)
            return
        card = self._put(player.character, self.table.character + seat, seat)
        definition = self.table.cards[card]
        game.set(seat, CHARACTER, card)
        game.set(seat, SPACE, definition.start if player.space == NONE else player.space)
        alignment = ALIGNMENTS.index(definition.alignment)
        game.set(seat, ALIGNMENT, alignment if player.alignment == NONE else player.alignment)
        for mark in player.marks:
            self._mark(mark, seat, seat)
        self._counters(player)
        self._belongings(player)

    def _counters(self, player: Player) -> None:
        game, seat = self.game, player.seat
        card = game.state.seats[seat][CHARACTER]
        changed = form(game, seat) != NONE
        for column, given in player.columns.items():
            if column not in self.table.counters.values():
                given.fail("there are no such counters in {preset}", preset=self.table.ruleset.preset)
        for column in self.table.counters.values():
            node = player.columns.get(column)
            least = printed(game, seat, column) if column in (STRENGTH, CRAFT) else 0
            if node is not None:
                game.set(seat, column, whole(node, max(least, 1 if column == LIFE else 0)) - least)
            elif column not in (STRENGTH, CRAFT) and not (changed and column == GOLD):
                game.set(seat, column, self.table.printed[card].get(column, 0))

    def _belongings(self, player: Player) -> None:
        game, table, seat = self.game, self.table, player.seat
        for note in player.cards or ():
            card = self._put(note, table.play + seat, seat)
            if form(game, seat) != NONE or (table.cards[card].not_for and not may_have(game, seat, card)):
                note.node.fail("this character may not have {id!r} now", id=note.id)
        for note in player.trophies:
            self._put(note, table.trophies + seat, seat)
        for note in player.spells or ():
            self._put(note, table.hand + seat, seat)
        for note in player.reserve:
            self._put(note, table.reserve + seat, seat)
        if form(game, seat) == NONE:
            self._start(player)

    def _start(self, player: Player) -> None:
        """Give what a character starts with and the file does not speak of."""
        game, table, seat = self.game, self.table, player.seat
        definition = table.cards[game.state.seats[seat][CHARACTER]]
        if player.cards is None:
            for wanted in definition.objects:
                self._deal(table.deck_zone[table.stock_of_objects], table.play + seat, seat, wanted)
        if player.spells is None:
            for _ in range(min(definition.spells, room_for_spells(game, seat))):
                self._deal(table.deck_zone[table.spell_deck], table.hand + seat, seat)

    def _deal(self, source: int, zone: int, seat: int, wanted: str = "") -> None:
        """Take the top card of a deck that the file does not name, or the first called `wanted`."""
        for card in reversed(self.game.state.zones[source]):
            if card not in self.taken and wanted in ("", self.table.cards[card].id):
                self.taken.add(card)
                self.game.move_card(card, zone, seat)
                return

    # the board

    def _lay(self) -> None:
        position, game, table = self.position, self.game, self.table
        for space, notes in position.spaces.items():
            for note in notes:
                self._reveal(note, self._put(note, table.lying + space))
        for zone, notes in position.on.items():
            for note in notes:
                self._put(note, zone)
        for space, amount in position.gold.items():
            lay_gold(game, space, amount)
        for space, marks in position.marks.items():
            for mark in marks:
                self._mark(mark, table.subject_of_space(space), mark.owner)
        for kind in position.now:
            cycles.put(game, kind)
        self._lay_goal()
        for note in position.in_force:
            self._put(note, table.in_force)
        for zone, notes in (*position.discards.items(), *position.decks.items()):
            for note in reversed(notes):
                self._put(note, zone)
        stock_spaces(game, position.turn)

    def _lay_goal(self) -> None:
        """Lay on the goal what the file names; if it does not speak of it, what the rules lay there."""
        game, table = self.game, self.table
        if self.position.goal is None:
            endings.lay(game)
            if summit_reached(game):
                endings.turn_up(game, self.position.turn)
            return
        for note in self.position.goal:
            self._put(note, table.goal if summit_reached(game) else endings.where(table, self.chosen[id(note)]))

    def _reveal(self, note: CardNote, card: int) -> None:
        """Lay the counters on a card that holds some, as when it is drawn, unless the file gives them."""
        held = {self.table.held_marks[column]: amount for column, amount in self.table.cards[card].holds.items()}
        if not any(mark.kind in held for mark in note.marks):
            for kind, amount in held.items():
                count = amount.of(self.game, Context(self.position.turn, card))
                self.game.mark(kind, self.table.subject_of_card(card), count)

    def _mark(self, note: MarkNote, subject: int, owner: int) -> None:
        seat = note.owner if note.owner != NONE else owner
        if not (note.amount and note.left):
            return  # the file says that there is none
        timed = note.tick in (OWN_TURN_START, OWN_TURN_END)
        self.game.mark(note.kind, subject, note.amount, note.tick, seat if timed else NONE, note.left)

    # what there is

    def _check_stock(self) -> None:
        """Refuse counters beyond those in the box."""
        if not self.table.options["limited_supply"]:
            return
        for name, column in self.table.counters.items():
            stock = self.table.stock[column]
            if stock[0] != NONE and small_in_use(in_use(self.game, column), stock[1]) > stock[0]:
                self.position.players[0].node.fail("the position has more {name} counters than there are", name=name)
