"""Words of Objects and other belongings: losing, taking, giving and having them."""

from __future__ import annotations

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import CHARACTER, GOLD
from stormriver.adventure.model.needs import A_TARGET, OWN_CARD, THAT_CARD, THIS_CARD
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ACTIVE,
    EVERYTHING,
    TARGET,
    WHO_ENGLISH,
    YOU,
    Things,
    UpTo,
    Who,
    refuse_spells,
)
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import discard, drop, having, may_have, partable, take
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, lose
from stormriver.adventure.procedures.limits import begin_ditch, may_ditch
from stormriver.adventure.procedures.stats import forbidden, form
from stormriver.adventure.procedures.targets import names_of, one, seats
from stormriver.adventure.words.counters import subject
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.english import plural
from stormriver.language.grammar import NOTHING, Condition, Effect, Fixed, Names, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

TAKE = verb("take", CARD)


TAKE_GOLD = verb("gold")


DISCARD = verb("discard", CARD)


ONE = UpTo(Fixed(1))


GIVE = verb("give", CARD)


GIVE_GOLD = verb("give_gold")


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
    needs = frozenset({THIS_CARD})

    def do(self, game: AdventureGame, context: Context) -> None:
        discard(game, context.card, context.seat)

    def english(self) -> str:
        return "discard this card"


class DiscardChosen(Effect):
    """Discard the card on the board that was chosen. `discard_chosen`"""

    word = "discard_chosen"
    needs = frozenset({THAT_CARD})

    def do(self, game: AdventureGame, context: Context) -> None:
        discard(game, context.target, context.seat)

    def english(self) -> str:
        return "discard the chosen card"


class Ditch(Effect):
    """Leave one of one's belongings, or a gold, on one's space. `ditch`"""

    word = "ditch"
    rule = "objects.ditch"
    incidental = True

    def do(self, game: AdventureGame, context: Context) -> None:
        if may_ditch(game, context.seat):
            begin_ditch(game, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return may_ditch(game, context.seat)

    def english(self) -> str:
        return "leave something of yours on your space"


class DitchThis(Effect):
    """Leave this card on one's space. `ditch_this`"""

    word = "ditch_this"
    rule = "objects.ditch"
    incidental = True
    needs = frozenset({THIS_CARD, OWN_CARD})

    def do(self, game: AdventureGame, context: Context) -> None:
        left_behind(game, context.seat, context.card)

    def english(self) -> str:
        return "ditch this card"


class Forgo(Effect):
    """The card just gained is not kept: `discard` or `ditch` it. `{forgo: discard}`"""

    word = "forgo"
    rule = "objects.ditch"
    needs = frozenset({THAT_CARD})
    how: str

    def ready(self, names: Names, node: Node) -> None:
        if self.how not in ("discard", "ditch"):
            node.fail(f"what is gained can be forgone by discard or ditch, not {self.how!r}")

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.how == "ditch":
            left_behind(game, context.seat, context.target)
        elif game.state.place[context.target] == game.table.play + context.seat:
            discard(game, context.target, context.seat)

    def english(self) -> str:
        return "discard what you have gained" if self.how == "discard" else "ditch what you have gained"


def left_behind(game: AdventureGame, seat: int, card: int) -> None:
    """Let a character leave a belonging behind, which they cannot take back this turn (objects.no_take_back)."""
    if game.state.place[card] == game.table.play + seat:
        drop(game, seat, card)
        events.DITCHED.tell(game, seat, card)


class Take(OneOf):
    """Take a belonging from another character, your choice. `{take: object, or_gold: 1}`"""

    word = "take"
    ask = asks.TAKE_FROM
    things: Things
    from_: Who = TARGET
    or_gold: int = 0
    except_: Things = Things(frozenset())

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

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


class Give(Effect):
    """Another character gives one of their belongings, of their choice. `{give: object, or_gold: 1, then: pass_this}`

    `or_gold` lets them give gold instead; `then` follows if they have given something, `else` if they could not. `who`
    gives and `to` is given to: `{give: belonging, who: you, to: active}`.
    """

    word = "give"
    rule = "cards.possessions"
    provides = {"then": frozenset({A_TARGET})}
    things: Things
    who: Who = TARGET
    to: Who = YOU
    or_gold: int = 0
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def _options(self, game: AdventureGame, giver: int, taker: int) -> list[int]:
        options = [GIVE + card for card in partable(game, giver, self.things) if may_have(game, taker, card)]
        if self.or_gold and game.state.seats[giver][GOLD] >= self.or_gold and can_carry_gold(game, taker):
            options.append(GIVE_GOLD)
        return options

    def do(self, game: AdventureGame, context: Context) -> None:
        giver, taker = one(game, context, self.who), one(game, context, self.to)
        if NONE not in (giver, taker) and self._options(game, giver, taker):
            self.begin(game, context.of(taker).facing(giver))
        elif giver != NONE:
            self.else_.run(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(frame.context.rival, asks.GIVE, self._options(game, frame.context.rival, frame.seat))
            return
        answer = game.state.answer
        game.state.frames.pop()
        self.then.run(game, frame.context)  # what takes steps of its own lies below what the gift brings about
        if answer == GIVE_GOLD:
            gain(game, frame.seat, GOLD, lose(game, frame.context.rival, GOLD, self.or_gold))
        else:
            take(game, frame.seat, answer - GIVE)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        giver, taker = one(game, context, self.who), one(game, context, self.to)
        given = NONE not in (giver, taker) and bool(self._options(game, giver, taker))
        return given or (giver != NONE and self.else_ is not NOTHING)

    def english(self) -> str:
        known = nouns(self.table)
        what = known.one(self.things) if self.things else "an Object or Follower"
        gold = f" or {self.or_gold} gold" if self.or_gold else ""
        then = "" if self.then is NOTHING else f"; then {self.then.english()}"
        if self.who == YOU:
            failing = "" if self.else_ is NOTHING else f", or else {self.else_.english()}"
            return f"you must give {WHO_ENGLISH[self.to]} {what}{gold}{then}{failing}"
        failing = "" if self.else_ is NOTHING else f"; if none of it can be given, {self.else_.english()}"
        return f"{WHO_ENGLISH[self.who]} must give you {what}{gold}, of their choice{then}{failing}"


class HandOver(OneOf):
    """Give one of one's belongings, of one's choice, to another character. `{hand_over: object, to: active}`"""

    word = "hand_over"
    rule = "cards.possessions"
    ask = asks.GIVE
    option = GIVE
    things: Things
    to: Who = ACTIVE

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        taker = one(game, context, self.to)
        if taker in (NONE, context.seat):
            return []
        return [card for card in having(game, context.seat, self.things) if may_have(game, taker, card)]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        take(game, one(game, context, self.to), chosen)

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"give {what} to {WHO_ENGLISH[self.to]}"


class PassThis(Effect):
    """Another character comes to have this card. `pass_this`"""

    word = "pass_this"
    rule = "cards.possessions"
    needs = frozenset({THIS_CARD, OWN_CARD, A_TARGET})

    def do(self, game: AdventureGame, context: Context) -> None:
        mine = game.state.place[context.card] == game.table.play + context.seat
        other = one(game, context, TARGET)
        if mine and other != NONE and may_have(game, other, context.card):
            take(game, other, context.card)

    def english(self) -> str:
        return "that character takes this card over"


class PayTo(Effect):
    """Give gold to another character, as far as one can. `{pay_to: 1}`, `{pay_to: 1, from: target, who: you}`"""

    word = "pay_to"
    rule = "gold.use"
    gold: Value
    who: Who = TARGET
    from_: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        giver, other = one(game, context, self.from_), one(game, context, self.who)
        if NONE not in (giver, other) and can_carry_gold(game, other):
            gain(game, other, GOLD, lose(game, giver, GOLD, self.gold.of(game, context)))

    def english(self) -> str:
        if self.who == YOU:
            return f"take {self.gold.english()} gold from {WHO_ENGLISH[self.from_]} if you can"
        return f"{subject(self.from_, 'give', 'gives')} {WHO_ENGLISH[self.who]} {self.gold.english()} gold if you can"


class Swap(Effect):
    """Exchange one of one's own belongings for one of another character's. `{swap: object}`"""

    word = "swap"
    rule = "cards.possessions"
    things: Things
    who: Who = TARGET

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def _mine(self, game: AdventureGame, context: Context, rival: int) -> list[int]:
        return [
            c for c in having(game, context.seat, self.things) if c != context.card and may_have(game, rival, c)
        ]  # fmt: skip

    def _theirs(self, game: AdventureGame, context: Context, rival: int) -> list[int]:
        return [
            card
            for card in having(game, rival, self.things)
            if may_have(game, context.seat, card) and not forbidden(game, rival, "be_robbed", names_of(game, card))
        ]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context.facing(one(game, context, self.who)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(
                frame.seat, asks.SWAP, [GIVE + card for card in self._mine(game, frame.context, frame.context.rival)]
            )
        elif stage == 2:
            frame.chosen = game.state.answer - GIVE
        elif stage == 3:
            game.pose(
                frame.seat,
                asks.TAKE_FROM,
                [TAKE + card for card in self._theirs(game, frame.context, frame.context.rival)],
            )
        else:
            game.state.frames.pop()
            take(game, frame.context.rival, frame.chosen)
            take(game, frame.seat, game.state.answer - TAKE)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        rival = one(game, context, self.who)
        return rival != NONE and bool(self._mine(game, context, rival)) and bool(self._theirs(game, context, rival))

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"exchange {what} of yours for one of {WHO_ENGLISH[self.who]}'s"


class Has(Condition):
    """Having one of these cards, or being this character. `{has: talisman}`"""

    word = "has"
    things: Things
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        if seat == NONE:
            return False
        if having(game, seat, self.things):
            return True
        character = game.state.seats[seat][CHARACTER]
        return character != NONE and not self.things.isdisjoint(game.table.cards[character].names)

    def english(self) -> str:
        return f"{having_got(self.who)} {nouns(self.table).one(self.things)}"

    def negation(self) -> str:
        return f"{having_got(self.who, negated=True)} {nouns(self.table).one(self.things)}"


class Count(Value):
    """How many of these belongings the character has. `{count: follower}`"""

    word = "count"
    things: Things

    def of(self, game: AdventureGame, context: Context) -> int:
        return len(having(game, context.seat, self.things))

    def english(self) -> str:
        known = nouns(self.table)
        if all(map(known.is_sort, self.things)):
            return f"the number of {known.many(self.things, 'Objects and Followers', 'and')} you have"
        return f"the number of cards called {known.bare(self.things)} you have"


class Wielded(Condition):
    """This card was used in the fight. `wielded`"""

    word = "wielded"
    needs = frozenset({THIS_CARD, OWN_CARD})

    def test(self, game: AdventureGame, context: Context) -> bool:
        return fights.wields(game, context.seat, context.card)

    def english(self) -> str:
        return "you used this card in the fight"

    def negation(self) -> str:
        return "you did not use this card in the fight"


def having_got(who: Who, negated: bool = False) -> str:
    """Return somebody with the verb `to have`: `you have`, `that character does not have`."""
    if negated:
        return f"{WHO_ENGLISH[who]} {'do' if who == YOU else 'does'} not have"
    return f"{WHO_ENGLISH[who]} {'have' if who == YOU else 'has'}"
