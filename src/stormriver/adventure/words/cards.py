"""Words of cards: take, fetch, discard, discard_this, discard_chosen, sell, peek, arrange."""

from __future__ import annotations

from collections.abc import Iterable

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    EVERYTHING,
    TARGET,
    WHO_ENGLISH,
    YOU,
    DeckRef,
    DeckRefs,
    FetchedCard,
    Things,
    UpTo,
    Who,
)
from stormriver.adventure.procedures.belongings import discard, having, may_draw_from, may_have, partable, take
from stormriver.adventure.procedures.drawing import deck_here
from stormriver.adventure.procedures.fortune import gain, lose
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import forbidden, form, is_playing
from stormriver.adventure.procedures.targets import names_of, one, seats
from stormriver.adventure.words.fortune import subject
from stormriver.kernel.ask import CARD, NAME, verb, verb_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.english import an, counted, listed, one_after_another, plural
from stormriver.language.grammar import NOTHING, Effect, Fixed, Names, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

TAKE = verb("take", CARD)
TAKE_GOLD = verb("gold")
TOP = verb("top", NAME)
DECK = verb("deck", NAME)
UNDER = verb("under", CARD)
DISCARD = verb("discard", CARD)
SELL = verb("sell", CARD)
DONE = verb("done")
ONE = UpTo(Fixed(1))


class Take(OneOf):
    """Take a belonging from another character, your choice. `{take: object, or_gold: 1}`"""

    word = "take"
    ask = asks.TAKE_FROM
    things: Things
    from_: Who = TARGET
    or_gold: int = 0
    except_: Things = Things(frozenset())

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.among(game, context):
            self.begin(game, context.facing(one(game, context, self.from_)))

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        victim = one(game, context, self.from_)
        if victim == NONE:
            return []
        options = [
            TAKE + card
            for card in having(game, victim, self.things)
            if may_have(game, context.seat, card)
            and self.except_.isdisjoint(names_of(game, card))
            and not forbidden(game, victim, "be_robbed", names_of(game, card))
        ]
        if self.or_gold and game.state.seats[victim][GOLD] and form(game, context.seat) == NONE:
            options.append(TAKE_GOLD)
        return options

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        if chosen == TAKE_GOLD:
            gain(game, context.seat, GOLD, lose(game, context.rival, GOLD, self.or_gold))
        else:
            take(game, context.seat, chosen - TAKE)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        return Message("take_from/gold", {"gold": self.or_gold}) if verb == "gold" else None

    def english(self) -> str:
        known = nouns(self.table)
        what = known.one(self.things) if self.things else "an Object or Follower"
        what += f" other than {known.those(self.except_)}" if self.except_ else ""
        gold = f" or {self.or_gold} gold" if self.or_gold else ""
        return f"take {what}{gold} from {WHO_ENGLISH[self.from_]}"


class Fetch(Effect):
    """Take cards from stocks, free of charge. `{fetch: talisman, from: talismans}`, `{fetch: any, from: shop}`

    From an open stock it is a card of one's choice, from a face-down one the top card. `from` names decks, or what
    several decks are (`shop`); `only` what may be taken; `then` follows once something has been taken, `else` if there
    is nothing to take.
    """

    word = "fetch"
    rule = "talismans.stock"
    card: FetchedCard
    from_: DeckRefs
    count: Value = Fixed(1)
    only: Things = Things(frozenset())
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        for deck in self.from_:
            names.table.add_name(self.table.decks[deck].id)

    def _offers(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards on offer, and of face-down decks the top."""
        table = game.table
        found: dict[int, int] = {}
        for deck in self.from_:
            pile = game.state.zones[table.deck_zone[deck]]
            if table.decks[deck].hidden:
                if pile and may_draw_from(game, context.seat, deck):
                    found[-1 - deck] = TOP + table.name(table.decks[deck].id)
                continue
            for card in pile:
                kind = table.definition_of[card]
                if self.only and self.only.isdisjoint(names_of(game, card)):
                    continue
                if int(self.card) in (NONE, kind) and kind not in found and may_have(game, context.seat, card):
                    found[kind] = TAKE + card
        return list(found.values())

    def do(self, game: AdventureGame, context: Context) -> None:
        if is_playing(game, context.seat) and self._offers(game, context) and form(game, context.seat) == NONE:
            self.begin(game, context, count=self.count.of(game, context))
        else:
            self.else_.run(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        offers = self._offers(game, frame.context)
        if frame.step == 0 and frame.count > 0 and offers:
            frame.step = 1
            game.pose(frame.seat, asks.FETCH, offers)
        elif frame.step == 1:
            frame.start_over()
            frame.count -= 1
            name, _, number = verb_of(game.state.answer)
            if name == "top":
                number = self._top(game, number)
            frame.context = frame.context.aimed(number)
            frame.chosen = 1
            take(game, frame.seat, number)
        else:
            game.state.frames.pop()
            if frame.chosen:
                self.then.run(game, frame.context)

    def _top(self, game: AdventureGame, name: int) -> int:
        table = game.table
        deck = next(n for n in self.from_ if table.decks[n].id == table.names[name])
        return top(game, deck)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._offers(game, context)) or (self.else_ is not NOTHING and self.else_.possible(game, context))

    def english(self) -> str:
        taken = one_after_another([self._english(), "" if self.then is NOTHING else self.then.english()])
        if self.else_ is not NOTHING:
            return f"{taken}, or {self.else_.english()} if there is none"
        return taken

    def _english(self) -> str:
        if not self.from_:
            return "nothing happens"
        if int(self.card) != NONE:
            left = ", if one is left" if self.else_ is NOTHING else ""
            return f"take {an(self.table.definitions[int(self.card)].name)} from {self._decks(self.from_)}{left}"
        many = self.count.english()
        noun = nouns(self.table).bare(self.only)
        closed = [deck for deck in self.from_ if self.table.decks[deck].hidden]
        chosen = [deck for deck in self.from_ if deck not in closed]
        ways = []
        if chosen:
            ways.append(f"{an(noun) if many == '1' else counted(many, noun)} of your choice from {self._decks(chosen)}")
        if closed:
            ways.append(f"the top {'card' if many == '1' else counted(many, 'card')} of {self._decks(closed)}")
        return f"take {', or '.join(ways)}"

    def _decks(self, decks: Iterable[int]) -> str:
        return listed([f"the {self.table.decks[deck].name}" for deck in decks], "or")


class Discard(Effect):
    """Discard belongings or Spells, the owner's choice; never the card that says so. `{discard: spell, count: all}`"""

    word = "discard"
    things: Things
    count: UpTo = ONE
    who: Who = YOU

    def cards(self, game: AdventureGame, context: Context, seat: int) -> list[int]:
        """Return the cards of a seat that may be discarded; those that cling to it only if all go (ruling.120)."""
        table = game.table
        if "spell" in self.things:
            return [card for card in game.state.zones[table.hand + seat] if card != context.card]
        cards = having(game, seat, self.things) if self.count is EVERYTHING else partable(game, seat, self.things)
        return [card for card in cards if card != context.card]

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            cards = self.cards(game, context, seat)
            count = self.count.of(game, context)
            if count >= len(cards):
                for card in cards:
                    discard(game, card, seat)
            else:
                self.begin(game, context.of(seat), count=count)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.count == 0:
            game.state.frames.pop()
        elif frame.step == 0:
            frame.step = 1
            cards = self.cards(game, frame.context, frame.seat)
            game.pose(frame.seat, asks.DISCARD, [DISCARD + card for card in cards])
        else:
            frame.start_over()
            frame.count -= 1
            discard(game, game.state.answer - DISCARD, frame.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(self.cards(game, context, seat) for seat in seats(game, context, self.who))

    def english(self) -> str:
        whose = "your" if self.who == YOU else "their"
        what = nouns(self.table).bare(self.things)
        if self.count is EVERYTHING:
            many = f"all {whose} {nouns(self.table).many(self.things, 'cards')}"
        else:
            number = self.count.english()
            many = f"{number} {what if number == '1' else plural(what)}"
        return f"{subject(self.who, 'discard', 'discards')} {many}"


class DiscardThis(Effect):
    """Discard this card. `discard_this`"""

    word = "discard_this"
    incidental = True

    def do(self, game: AdventureGame, context: Context) -> None:
        discard(game, context.card, context.seat)

    def english(self) -> str:
        return "discard this card"


class DiscardChosen(Effect):
    """Discard the card on the board that was chosen. `discard_chosen`"""

    word = "discard_chosen"

    def do(self, game: AdventureGame, context: Context) -> None:
        discard(game, context.target, context.seat)

    def english(self) -> str:
        return "discard the chosen card"


class Sell(Effect):
    """Discard any number of belongings for gold each. `{sell: object, for: 1}`

    Those that are `except` are not sold. `then` follows if any has been sold.
    """

    word = "sell"
    rule = "gold.stockpile"
    things: Things
    for_: int
    except_: Things = Things(frozenset())
    then: Effect = NOTHING

    def cards(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards that may be sold."""
        found = [card for card in partable(game, context.seat, self.things) if card != context.card]
        return [card for card in found if self.except_.isdisjoint(names_of(game, card))] if self.except_ else found

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.cards(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        cards = self.cards(game, frame.context)
        stage = frame.next_stage()
        if stage == 1 and cards:
            game.pose(frame.seat, asks.SELL, [DONE, *(SELL + card for card in cards)])
        elif stage == 2 and cards and game.state.answer != DONE:
            discard(game, game.state.answer - SELL, frame.seat)
            gain(game, frame.seat, GOLD, self.for_)
            frame.start_over()
            frame.count += 1
        else:
            game.state.frames.pop()
            if frame.count:
                self.then.run(game, frame.context)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        return Message("sell/sell", {"gold": self.for_}) if verb == "sell" else None

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self.cards(game, context))

    def english(self) -> str:
        what = nouns(self.table).many(self.things, "Objects or Followers")
        what += f", other than {nouns(self.table).many(self.except_)}," if self.except_ else ""
        then = "" if self.then is NOTHING else f", and then {self.then.english()}"
        return f"you may discard any number of your {what} for {self.for_} gold each{then}"


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

    def english(self) -> str:
        deck = self.table.decks[self.deck].name
        return f"look at the top {self.count} cards of the {deck} without changing their order"


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

    def english(self) -> str:
        decks = listed([f"the {self.table.decks[deck].name}" for deck in self.of_], "or")
        if self.count == 1:
            return f"look at the top card of {decks}"
        return f"look at the top {self.count} cards of {decks} and put them back in any order"
