"""Words of what lies on a card: lay_gold, take_gold, mark_this, marked_this, empty, lead, discard_here."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import GOLD, SPACE
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import MarkRef, Things, UpTo
from stormriver.adventure.procedures.belongings import discard, lay
from stormriver.adventure.procedures.fortune import can_carry_gold, lose, stock_left
from stormriver.adventure.procedures.stats import find_marks, marks_on
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.travel import along
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import TICKS
from stormriver.kernel.state import NONE
from stormriver.language.english import counted
from stormriver.language.grammar import Condition, Effect, Names, Value
from stormriver.language.source import Node, closest


def _hoard(game: AdventureGame, context: Context) -> tuple[int, int]:
    """Return the kind of mark that is gold on a card, and the number of the card as what marks lie on."""
    table = game.table
    return table.held_marks[GOLD], table.subject_of_card(context.card)


class LayGold(Effect):
    """Lay gold from the stockpile on this card, or with `own: true` one's own, if there is any. `{lay_gold: rolled}`"""

    word = "lay_gold"
    rule = "gold.stockpile"
    gold: Value
    own: bool = False

    def ready(self, names: Names, node: Node) -> None:
        if "held_gold" not in self.table.mark_ids:
            node.fail("gold on a card is the mark 'held_gold'; define it under `marks:`")

    def do(self, game: AdventureGame, context: Context) -> None:
        kind, subject = _hoard(game, context)
        wanted = self.gold.of(game, context)
        laid = lose(game, context.seat, GOLD, wanted) if self.own else stock_left(game, GOLD, context.seat, wanted)
        if laid > 0:
            for mark in find_marks(game, subject, kind):
                game.unmark(mark)
                laid += mark.amount
            game.mark(kind, subject, laid)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return not self.own or game.state.seats[context.seat][GOLD] > 0

    def english(self) -> str:
        many = counted(self.gold.english(), "gold")
        return f"lose {many}, which comes to lie on this card" if self.own else f"lay {many} on this card"


class TakeGold(Effect):
    """Take gold that lies on this card, as far as it goes. `{take_gold: 2}`, `{take_gold: all}`"""

    word = "take_gold"
    rule = "gold.stockpile"
    gold: UpTo

    def do(self, game: AdventureGame, context: Context) -> None:
        kind, subject = _hoard(game, context)
        if not can_carry_gold(game, context.seat):
            return
        wanted = self.gold.of(game, context)
        for mark in find_marks(game, subject, kind):
            taken = min(wanted, mark.amount)
            game.unmark(mark)
            if mark.amount > taken:
                game.mark(kind, subject, mark.amount - taken)
            game.change(context.seat, GOLD, taken)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        kind, subject = _hoard(game, context)
        return can_carry_gold(game, context.seat) and marks_on(game, subject, kind) > 0

    def english(self) -> str:
        return f"take {counted(self.gold.english(), 'gold')} that lies on this card"


class Empty(Condition):
    """No card and no gold lies on this card. `empty`"""

    word = "empty"

    def test(self, game: AdventureGame, context: Context) -> bool:
        table = game.table
        kept = table.kept.get(context.card)
        if kept is not None and game.state.zones[kept]:
            return False
        kind = table.held_marks.get(GOLD)
        return kind is None or not marks_on(game, table.subject_of_card(context.card), kind)

    def english(self) -> str:
        return "nothing lies on it any more"

    def negation(self) -> str:
        return "something lies on it"


class MarkThis(Effect):
    """Put a mark on this card, as a reminder. `{mark_this: good_chosen}`, `{mark_this: just_taken, until: turn_end}`"""

    word = "mark_this"
    incidental = True
    kind: MarkRef
    until: str = "never"

    def ready(self, names: Names, node: Node) -> None:
        if self.until not in TICKS:
            node.fail(f"no moment is called {self.until!r}{closest(self.until, TICKS)}")

    def do(self, game: AdventureGame, context: Context) -> None:
        subject = game.table.subject_of_card(context.card)
        if not find_marks(game, subject, self.kind):
            game.mark(self.kind, subject, 1, TICKS[self.until], context.seat)

    def english(self) -> str:
        return f'mark this card "{self.table.marks[self.kind].name}"'


class MarkedThis(Condition):
    """This card bears a mark. `{marked_this: good_chosen}`"""

    word = "marked_this"
    kind: MarkRef

    def test(self, game: AdventureGame, context: Context) -> bool:
        return marks_on(game, game.table.subject_of_card(context.card), self.kind) > 0

    def english(self) -> str:
        return f'this card is marked "{self.table.marks[self.kind].name}"'

    def negation(self) -> str:
        return f'this card is not marked "{self.table.marks[self.kind].name}"'


class Lead(Effect):
    """Move this card along the arrows; such cards where it comes by go with it. `{lead: enemy, along: rolled}`"""

    word = "lead"
    rule = "streets.clockwise"
    things: Things
    along: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        zone = game.state.place[context.card]
        if not table.is_lying(zone):
            return
        space, following = zone - table.lying, [context.card]
        for _ in range(self.along.of(game, context)):
            space = along(table, space, 1)
            found = game.state.zones[table.lying + space]
            following += [
                c for c in found if c not in following and not self.things.isdisjoint(names_of(game, c))
            ]  # fmt: skip
        for card in following:
            if game.state.place[card] != table.lying + space:
                lay(game, card, space, context.seat)
                events.CARD_PLACED.tell(game, context.seat, card, space)

    def english(self) -> str:
        known = nouns(self.table)
        spaces = counted(self.along.english(), "space")
        return f"move this card {spaces} clockwise; all {known.many(self.things)} on the spaces it comes to go with it"


class DiscardHere(Effect):
    """Discard the cards of these names that lie face up on one's space. `{discard_here: rune_gate}`"""

    word = "discard_here"
    incidental = True
    things: Things

    def do(self, game: AdventureGame, context: Context) -> None:
        here = game.state.seats[context.seat][SPACE]
        if here == NONE:
            return
        for card in game.state.zones[game.table.lying + here]:
            if not self.things.isdisjoint(names_of(game, card)):
                discard(game, card, context.seat)

    def english(self) -> str:
        return f"discard {nouns(self.table).those(self.things)} that lies here"
