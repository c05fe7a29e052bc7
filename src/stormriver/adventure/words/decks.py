"""Words of decks: looking at what comes, drawing from it, putting back."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events, frames
from stormriver.adventure.model.clauses import count, things, top_cards
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ANYTHING, EVERYTHING, CardRef, DeckRef, DeckRefs, Things, UpTo
from stormriver.adventure.procedures.belongings import discard, strip
from stormriver.adventure.procedures.drawing import deck_here, drawn
from stormriver.adventure.procedures.encounter import meet_first
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import is_playing
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.terrain import draws_at
from stormriver.kernel.ask import CARD, NAME, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import GOING_ON, NONE
from stormriver.language.clauses import Do, Given, Noun, Part, Text, bid, do, doing, following, listed, phrase, state
from stormriver.language.control import OneOf
from stormriver.language.grammar import NOTHING, Condition, Effect, Names, Value
from stormriver.language.source import Node

DECK: Final = verb("deck", NAME)


UNDER: Final = verb("under", CARD)


KEEP: Final = verb("keep", CARD)


BACK: Final = verb("back", CARD)


CHOOSE_CARD: Final = verb("card", CARD)


ONE: Final = Text("1")


UNMET: Final = ("spells", "characters")
"""The decks whose cards are not encountered."""


class Peek(Effect):
    """Look at the top cards of a deck; their order stays. `{peek: 5, deck: adventure}`"""

    word = "peek"
    count: int
    deck: DeckRef

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        for card in reversed(
            game.state.zones[table.deck_zone[deck_here(game, context.seat, self.deck)]][-self.count :]
        ):
            game.learn(context.seat, card)

    def clause(self) -> Part:
        return bid("look_in_order", cards=top_cards(self.count, things(self.table).deck(self.deck)))


class Arrange(Effect):
    """Look at the top cards of a deck of one's choice, and put them back in any order. `{arrange: 3, of: [spells]}`

    One card can only be looked at.
    """

    word = "arrange"
    count: int
    of_: DeckRefs

    def ready(self, names: Names, node: Node) -> None:
        for deck in self.of_:
            names.table.add_name(self.table.decks[deck].id)

    def _decks(self, game: AdventureGame) -> list[int]:
        table = game.table
        return [deck for deck in self.of_ if game.state.zones[table.deck_zone[deck]]]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self._decks(game):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Choose the deck, look, and choose card by card what lies on top of those chosen before.

        The frame counts the cards and names none: it is seen by all.
        """
        table = game.table
        if frame.step == 0:
            frame.step = 1
            game.pose(frame.seat, asks.DECK, [DECK + table.name(table.decks[deck].id) for deck in self._decks(game)])
        elif frame.step == 1:
            frame.step = 2
            name = table.names[game.state.answer - DECK]
            deck = next(deck for deck in self.of_ if table.decks[deck].id == name)
            frame.context = frame.context.aimed(deck)
            seen = game.state.zones[table.deck_zone[deck]][-self.count :]
            frame.count = frame.chosen = len(seen)
            for card in reversed(seen):
                game.learn(frame.seat, card)
        elif frame.step == 2:
            frame.step = 3
            game.pose(frame.seat, asks.ARRANGE, [UNDER + card for card in self._waiting(game, frame)])
        else:
            frame.step = 2
            card = game.state.answer - UNDER
            frame.count -= 1
            game.move_card(card, table.deck_zone[frame.context.target], frame.seat)
            game.learn(frame.seat, card)
            if not frame.count:
                game.state.frames.pop()

    def _waiting(self, game: AdventureGame, frame: WordFrame) -> tuple[int, ...]:
        """Return the cards that are still to be put back; they lie right below those chosen."""
        pile = game.state.zones[game.table.deck_zone[frame.context.target]]
        return pile[len(pile) - frame.chosen : len(pile) - frame.chosen + frame.count]

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._decks(game))

    def clause(self) -> Part:
        looked = do("look_at", cards=top_cards(self.count, things(self.table).decks(self.of_)))
        return doing([looked] if self.count == 1 else [looked, do("put_back_in_any_order")], None)


class Delve(Effect):
    """Shuffle a deck and turn up its cards one after the other, meeting each before the next. `{delve: adventure}`

    It is over when the turn is, or after `count` cards; then all of them go back to the deck. With `last` that card is
    none of these, and is met after them.
    """

    word = "delve"
    rule = "tower.cards"
    from_deck: DeckRef
    count: UpTo = EVERYTHING
    last: CardRef = CardRef(NONE)

    def ready(self, names: Names, node: Node) -> None:
        if self.last != NONE and self.count is EVERYTHING:
            node.fail("say with `count` how many cards come before the last one")

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        table = game.table
        pile = table.deck_zone[self.from_deck]
        if frame.step == 0:
            frame.step = 1
            frame.context = frame.context.at(game.state.seats[frame.seat][SPACE])
            frame.count = self.count.of(game, frame.context)
            game.shuffle(pile)
        going_on = game.state.interrupt == GOING_ON and is_playing(game, frame.seat)
        waiting = self._waiting(game, pile, frame.count) if going_on else []
        if not waiting:
            self._put_back(game, frame.context, pile)
            game.state.frames.pop()
            return
        frame.count -= frame.count > 0
        card = waiting[-1]
        game.move_card(card, table.lying + frame.context.space, frame.seat)
        events.CARD_DRAWN.tell(game, frame.seat, card, frame.context.space)
        table.cards[card].meet.run(game, Context(frame.seat, card, space=frame.context.space))

    def _waiting(self, game: AdventureGame, pile: int, count: int) -> list[int]:
        """Return the cards of which the next one is met, the top one last, with so many to be met before the last."""
        definition_of = game.table.definition_of
        return [card for card in game.state.zones[pile] if (definition_of[card] != self.last) == bool(count)]

    def _put_back(self, game: AdventureGame, context: Context, pile: int) -> None:
        table = game.table
        for card in game.state.zones[table.lying + context.space]:
            if table.backs[card] == self.from_deck:
                strip(game, card)  # nobody may know it by a mark once it lies face down
                game.move_card(card, pile, context.seat)

    def clause(self) -> Part:
        known = things(self.table)
        deck = known.deck(self.from_deck)
        if self.count is EVERYTHING:
            return doing([do("shuffle", deck=deck), do("turn_up_all"), do("do_what_each_says")], None)
        many = self.count.clause()
        turned = do("turn_up", cards=Noun("card_on_top", "the", many != ONE, {"number": many}))
        done = do("do_what_it_says" if many == ONE else "do_what_each_says")
        if self.last == NONE:
            return doing([do("shuffle", deck=deck), turned, done], None)
        last = known.the(self.table.definitions[self.last].id)
        met = bid("encounter_last", last=last)
        return listed([doing([do("shuffle_without", deck=deck, last=last), turned, done], None), met], "then")


class Draw(Effect):
    """Draw cards face up onto one's space, and encounter them in their order. `{draw: 2}`, `{draw: 1, from: city}`

    `from` names a deck, else it is the one that is drawn from there; with `discards: true` they come off its discard
    pile. With `only` one goes on until there are so many of that kind, and discards the others; with `one: true` one
    encounters one of them, of one's choice, and discards the others.
    """

    word = "draw"
    rule = "cards.draw"
    chancy = True
    number_: Value
    from_: DeckRef = DeckRef(NONE)
    discards: bool = False
    only: Things = ANYTHING
    one: bool = False

    def ready(self, names: Names, node: Node) -> None:
        if self.from_ == NONE:
            return
        deck = self.table.decks[self.from_]
        if not deck.hidden or deck.lays or deck.id in UNMET:
            node.mapping()["from"].fail("cards of the deck {deck} are not encountered", deck=deck.id)
        if self.discards and not deck.discards:
            node.mapping()["discards"].fail("the deck {deck} has no discard pile", deck=deck.id)

    def do(self, game: AdventureGame, context: Context) -> None:
        if is_playing(game, context.seat):
            space = game.state.seats[context.seat][SPACE]
            self.begin(game, context.at(space), count=self.number_.of(game, context))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Draw, let what is drawn be exchanged or placed elsewhere, then meet one after the other."""
        if frame.step == 0:
            frame.step = 1
            self._draw(game, frame)
            game.push(frames.Draw(frame.seat, frame.context.space, 0, frame.chosen))
            return
        waiting = self._waiting(game, frame)
        if frame.step == 1:
            frame.step = 2 if self.one and len(waiting) > 1 else 3
            if frame.step == 2:
                game.pose(frame.seat, asks.PICK, [CHOOSE_CARD + card for card in waiting])
        elif frame.step == 2:
            frame.step = 3
            frame.chosen = 1 << game.state.answer - CHOOSE_CARD
            for card in waiting:
                if not frame.chosen >> card & 1:
                    discard(game, card, frame.seat)
        elif waiting and game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
            frame.chosen &= ~meet_first(game, frame.seat, waiting, frame.context.space)
        else:
            game.state.frames.pop()

    def deck(self, game: AdventureGame, space: int) -> int:
        """Return the deck that is drawn from on a space."""
        return game.table.drawn_at[space] if self.from_ == NONE else self.from_

    def _draw(self, game: AdventureGame, frame: WordFrame) -> None:
        """Draw the cards; the frame notes which, one bit each."""
        others: list[int] = []  # what is of another kind
        while frame.count > 0:
            card = self.next(game, self.deck(game, frame.context.space))
            if card == NONE:
                break
            game.move_card(card, game.table.lying + frame.context.space, frame.seat)
            drawn(game, frame.seat, card, frame.context.space)
            if self.wanted(game, card):
                frame.chosen |= 1 << card
                frame.count -= 1
            else:
                others.append(card)
        for card in others:
            discard(game, card, frame.seat)

    def next(self, game: AdventureGame, deck: int) -> int:
        """Return the next card; of a discard pile the uppermost that is wanted."""
        if not self.discards:
            return top(game, deck)
        found = [card for card in game.state.zones[game.table.deck_discard[deck]] if self.wanted(game, card)]
        return found[-1] if found else NONE

    def wanted(self, game: AdventureGame, card: int) -> bool:
        """Tell whether a card is one of those that are to be encountered."""
        return not self.only or not self.only.isdisjoint(names_of(game, card))

    def _waiting(self, game: AdventureGame, frame: WordFrame) -> list[int]:
        """Return the cards drawn that are still to be met, in their order."""
        table = game.table
        lying = game.state.zones[table.lying + frame.context.space]
        return sorted([card for card in lying if frame.chosen >> card & 1], key=table.order.__getitem__)

    def clause(self) -> Part:
        many = self.number_.clause()
        met = do("encounter_it" if many == ONE else "encounter_them")
        if self.one:
            return doing([self._drawn(), do("encounter_one"), do("discard_the_others")], None)
        if self.only and not self.discards:
            return doing([self._drawn(), do("discard_the_others"), met], None)
        return doing([self._drawn(), met], None)

    def _drawn(self) -> Do:
        """Return what it is to draw the cards."""
        known = things(self.table)
        cards = known.counted(self.only, self.number_)
        if self.discards:
            deck = known.deck(self.table.drawn_from if self.from_ == NONE else self.from_)
            return do("draw_from", cards=cards, deck=phrase("discard_pile_of", deck=deck))
        if self.only:
            if self.from_ == NONE:
                return do("draw_until", cards=cards)
            return do("draw_from_until", cards=cards, deck=known.deck(self.from_))
        if self.from_ == NONE:
            return do("draw_cards", cards=cards)
        return do("draw_from", cards=cards, deck=known.deck(self.from_))


class KeepBack(Effect):
    """Draw so many cards, keep one of them face down in front of one, and discard the others.
    `{keep_back: 3, from: city}`"""

    word = "keep_back"
    rule = "cards.draw"
    count: int
    from_: DeckRef

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def _drawn(self, game: AdventureGame, frame: WordFrame) -> tuple[int, ...]:
        """Return the cards just drawn: they came last."""
        zone = game.state.zones[game.table.reserve + frame.seat]
        return zone[len(zone) - frame.count :]

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            for _ in range(self.count):
                card = top(game, self.from_)
                if card != NONE:
                    game.move_card(card, game.table.reserve + frame.seat, frame.seat)
                    frame.count += 1
        elif stage == 2 and frame.count:
            game.pose(frame.seat, asks.KEEP_BACK, [KEEP + card for card in self._drawn(game, frame)])
        else:
            game.state.frames.pop()
            for card in self._drawn(game, frame):
                if card != game.state.answer - KEEP:
                    discard(game, card, frame.seat)

    def clause(self) -> Part:
        drawn = do("draw_from", cards=count("card", self.count), deck=things(self.table).deck(self.from_))
        return doing([drawn, do("keep_one_face_down"), do("discard_the_others")], None)


class PutBack(OneOf):
    """Put a card that one has kept face down on top of its deck. `put_back`, `{put_back: {unmark: toad}}`

    With the last of them something may follow.
    """

    word = "put_back"
    ask = asks.PUT_BACK
    option = BACK
    last: Effect = NOTHING

    def among(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        return game.state.zones[game.table.reserve + context.seat]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        table = game.table
        game.move_card(chosen, table.deck_zone[table.backs[chosen]], context.seat)
        game.learn(context.seat, chosen)
        if not self.among(game, context):
            self.last.run(game, context)

    def clause(self) -> Part:
        put = do("put_kept_on_deck")
        return doing([put], None) if self.last is NOTHING else following(put, self._with_the_last())

    def clauses(self) -> list[Part]:
        put = bid("put_kept_on_deck")
        return [put] if self.last is NOTHING else [put, self._with_the_last()]

    def _with_the_last(self) -> Part:
        return Given(self.last.clause(), state("be_none_left"), "first")


class Draws(Condition):
    """On a space where cards are drawn. `draws`"""

    word = "draws"

    def test(self, game: AdventureGame, context: Context) -> bool:
        return draws_at(game, game.state.seats[context.seat][SPACE]) > 0

    def clause(self) -> Part:
        return state("be_where_cards_are_drawn")
