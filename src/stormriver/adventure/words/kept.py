"""Words of cards and spaces that keep other cards."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import count, things
from stormriver.adventure.model.columns import GOLD, SPACE
from stormriver.adventure.model.frames import Draw
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.needs import KEEPS_CARDS, THIS_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import DeckRef, Things, UpTo, refuse_spells
from stormriver.adventure.procedures.belongings import discard, having, may_have, take
from stormriver.adventure.procedures.fortune import gain
from stormriver.adventure.procedures.limits import DONE
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import form, marks_on
from stormriver.adventure.procedures.windows import USE_CARD
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Noun, Part, Text, bid, do, doing, optional, state
from stormriver.language.grammar import Condition, Effect, Fixed, Names
from stormriver.language.source import Node

DISCARD: Final = verb("discard", CARD)


TAKE: Final = verb("take", CARD)


PUT: Final = verb("put", CARD)


class LayOn(Effect):
    """Lay cards from a deck face up on this card or space, up to so many in all. `{lay_on: 4, from: posters}`"""

    word = "lay_on"
    needs = frozenset({KEEPS_CARDS})
    unattended = True
    count: int
    from_: DeckRef

    def do(self, game: AdventureGame, context: Context) -> None:
        zone = keeper(game, context)
        while len(game.state.zones[zone]) < self.count:
            card = top(game, self.from_)
            if card == NONE:
                return
            game.move_card(card, zone, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return len(game.state.zones[keeper(game, context)]) < self.count

    def clause(self) -> Part:
        deck, cards = things(self.table).deck(self.from_), count("card", self.count)
        return bid("lay_cards_until", deck=deck, keeper=keeper_said(self), cards=cards)


class PickUp(Effect):
    """Take a card that lies on this card or space, or all of them. `pick_up`, `{pick_up: all}`"""

    word = "pick_up"
    needs = frozenset({KEEPS_CARDS})
    count: UpTo = UpTo(Fixed(1))

    def cards(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards that may be taken there."""
        if form(game, context.seat) != NONE:
            return []
        return [card for card in game.state.zones[keeper(game, context)] if may_have(game, context.seat, card)]

    def do(self, game: AdventureGame, context: Context) -> None:
        cards = self.cards(game, context)
        if self.count.of(game, context) >= len(cards):
            for card in cards:
                take(game, context.seat, card)
        else:
            self.begin(game, context, count=self.count.of(game, context))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0 and frame.count > 0:
            frame.step = 1
            game.pose(frame.seat, asks.TAKE, [TAKE + card for card in self.cards(game, frame.context)])
        elif frame.step == 1:
            frame.start_over()
            frame.count -= 1
            take(game, frame.seat, game.state.answer - TAKE)
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self.cards(game, context))

    def clause(self) -> Part:
        one = self.count.clause() == Text("1")
        cards = Noun("card", "a") if one else count("card", self.count)
        return bid("take_cards_from", cards=cards, keeper=keeper_said(self))


class PutOn(Effect):
    """Put a belonging on this card or space; with `for`, any number for gold. `{put_on: object, for: 1}`"""

    word = "put_on"
    needs = frozenset({KEEPS_CARDS})
    things: Things
    for_: int = 0

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def _cards(self, game: AdventureGame, context: Context) -> list[int]:
        return [card for card in having(game, context.seat, self.things) if card != context.card]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self._cards(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        cards = self._cards(game, frame.context)
        stage = frame.next_stage()
        if stage == 1 and cards:
            game.pose(frame.seat, asks.PUT_ON, [DONE] * bool(self.for_) + [PUT + card for card in cards])
        elif stage == 2 and cards and game.state.answer != DONE:
            game.move_card(game.state.answer - PUT, keeper(game, frame.context), frame.seat)
            if self.for_:
                gain(game, frame.seat, GOLD, self.for_)
                frame.start_over()
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._cards(game, context))

    def clause(self) -> Part:
        known, on_it = things(self.table), keeper_said(self)
        if not self.for_:
            return bid("put_one_on", what=known.one(self.things, anything="a_belonging"), keeper=on_it)
        what = known.many(self.things, anything="belongings")
        return optional(bid("put_any_on", things=what, keeper=on_it, price=count("gold", self.for_)))


class UseHere(Effect):
    """Make use of cards that lie on this card or space as of one's own. `use_here`"""

    word = "use_here"
    rule = "posters.at_the_gate"
    needs = frozenset({KEEPS_CARDS})

    def _acts(self, game: AdventureGame, context: Context) -> dict[int, Act]:
        """Return what may be done with the cards that lie there in the encounter."""
        table = game.table
        rows = table.acts_at(table.ENCOUNTER)
        found: dict[int, Act] = {}
        for card in game.state.zones[keeper(game, context)]:
            about = Context(context.seat, card, space=context.space)
            for act in rows.clauses.get(card, ()):
                if not act.cost and act.when.test(game, about) and act.do.possible(game, about):
                    found.setdefault(card, act)
        return found

    def do(self, game: AdventureGame, context: Context) -> None:
        if self._acts(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        acts = self._acts(game, frame.context)
        if frame.step == 0 and acts:
            frame.step = 1
            game.pose(frame.seat, asks.USE_KEPT, [DONE, *(USE_CARD + card for card in acts)])
        elif frame.step == 1 and game.state.answer != DONE:
            frame.start_over()
            card = game.state.answer - USE_CARD
            acts[card].do.run(game, Context(frame.seat, card, space=frame.context.space))
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._acts(game, context))

    def clause(self) -> Part:
        return optional(bid("use_cards_on", keeper=keeper_said(self)))


class RedrawHere(Effect):
    """Discard a belonging to discard cards of one's space, any number, and draw as many. `{redraw_here: automated}`"""

    word = "redraw_here"
    rule = "cards.draw"
    things: Things

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def _lying(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        return game.state.zones[game.table.lying + game.state.seats[context.seat][SPACE]]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            game.pose(frame.seat, asks.DISCARD, [DISCARD + card for card in having(game, frame.seat, self.things)])
        elif frame.step == 1:
            frame.step = 2
            discard(game, game.state.answer - DISCARD, frame.seat)
        elif frame.step == 2:
            frame.step = 3
            left = [card for card in self._lying(game, frame.context) if not frame.chosen >> card & 1]
            if left:
                game.pose(
                    frame.seat, asks.DISCARD, [*([DONE] if frame.chosen else []), *(DISCARD + card for card in left)]
                )
            else:
                game.state.answer = DONE
        elif game.state.answer != DONE:
            frame.step = 2
            frame.chosen |= 1 << game.state.answer - DISCARD
        else:
            game.state.frames.pop()
            cards = [card for card in members(frame.chosen) if card in self._lying(game, frame.context)]
            for card in cards:
                discard(game, card, frame.seat)
            game.push(Draw(frame.seat, game.state.seats[frame.seat][SPACE], len(cards)))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._lying(game, context)) and bool(having(game, context.seat, self.things))

    def clause(self) -> Part:
        what = things(self.table).one(self.things, anything="a_belonging")
        return doing([do("discard_one_of_own", what=what), do("replace_cards_here")], None)


class Empty(Condition):
    """No card and no gold lies on this card. `empty`"""

    word = "empty"
    needs = frozenset({THIS_CARD})

    def test(self, game: AdventureGame, context: Context) -> bool:
        table = game.table
        kept = table.kept.get(context.card)
        if kept is not None and game.state.zones[kept]:
            return False
        kind = table.held_marks.get(GOLD)
        return kind is None or not marks_on(game, table.subject_of_card(context.card), kind)

    def clause(self) -> Part:
        return state("have_nothing_left_on", Noun("card", "this"))


def keeper_said(word: Effect) -> Part:
    """Return what keeps the cards that a word speaks of: the card it stands on, or else the space."""
    carrier, _, _ = word.address.partition("/")
    return Noun("card" if carrier in things(word.table).cards else "space", "this")


def keeper(game: AdventureGame, context: Context) -> int:
    """Return the zone of the cards that lie on the card of a context, or on its space."""
    table = game.table
    kept = table.kept.get(context.card)
    return table.kept[table.space_source + context.space] if kept is None else kept
