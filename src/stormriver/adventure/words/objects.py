"""Words of Objects and other belongings: losing, taking, giving and having them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.clauses import all_of_yours, card_meant, count, things, whom
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.needs import A_TARGET
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.model.types import (
    ANYTHING,
    EVERYTHING,
    SPELL,
    TARGET,
    THAT,
    THIS,
    YOU,
    Cards,
    Gift,
    Things,
    UpTo,
    Who,
    refuse_spells,
)
from stormriver.adventure.procedures.belongings import discard, drop, having, may_have, partable, take
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, lose
from stormriver.adventure.procedures.limits import begin_ditch, may_ditch
from stormriver.adventure.procedures.spells import come_to, hand, room_for_spells
from stormriver.adventure.procedures.stats import allowed, forbidden, form
from stormriver.adventure.procedures.targets import by_lot, names_of, one, seats, the_card
from stormriver.kernel.ask import CARD, AskKind, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Clause, Given, Listed, Part, Text, bid, do, phrase, retold, state
from stormriver.language.control import OneOf
from stormriver.language.grammar import NOTHING, Effect, Fixed, Names
from stormriver.language.message import Message
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node

TAKE: Final = verb("take", CARD)


TAKE_GOLD: Final = verb("gold")


DISCARD: Final = verb("discard", CARD)


ONE: Final = UpTo(Fixed(1))


GIVE: Final = verb("give", CARD)


GIVE_GOLD: Final = verb("give_gold")


BELONGING: Final = Things(frozenset({"belonging"}))


class Discard(Effect):
    """Discard this card, that card, or belongings or Spells of the owner's choice. `discard`, `{discard: that}`,
    `{discard: spell, count: all}`, `{discard: dragon, of: trophies}`

    Belongings and Spells never mean the card that says so. With `of: trophies` it is trophies that are discarded.
    """

    word = "discard"
    ask: ClassVar[AskKind] = asks.DISCARD
    key: ClassVar[str] = "discard"
    """What it is called in the catalogues."""
    things: Cards = THIS
    count: UpTo = ONE
    who: Who = YOU
    of_: str = ""

    def ready(self, names: Names, node: Node) -> None:
        if self.things in (THIS, THAT) and (self.count is not ONE or self.who != YOU):
            node.fail("this or that is one card, whoever has it; leave `count` and `who` out")
        if self.of_ and (self.of_ != "trophies" or self.things in (THIS, THAT)):
            node.mapping()["of"].fail("one discards things of one's `trophies`, not of {of!r}", of=self.of_)

    def incidental(self) -> bool:
        return self.things == THIS

    def cards(self, game: AdventureGame, context: Context, seat: int) -> list[int]:
        """Return the cards of a seat that may be discarded; those that cling to it only if all go (ruling.120)."""
        table = game.table
        if self.of_:
            return of_kinds(game, game.state.zones[table.trophies + seat], self.things)
        if "spell" in self.things:
            return [card for card in game.state.zones[table.hand + seat] if card != context.card]
        cards = having(game, seat, self.things) if self.count is EVERYTHING else partable(game, seat, self.things)
        return [card for card in cards if card != context.card]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.things in (THIS, THAT):
            self._discard_it(game, context)
            return
        for seat in seats(game, context, self.who):
            cards = self.cards(game, context, seat)
            count = self.count.of(game, context)
            if count >= len(cards):
                for card in cards:
                    self.let_go(game, card, seat)
            else:
                self.begin(game, context.of(seat), count=count)

    def let_go(self, game: AdventureGame, card: int, seat: int) -> None:
        """Let a card go where it comes to by this word."""
        discard(game, card, seat)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.count == 0:
            game.state.frames.pop()
        elif frame.step == 0:
            frame.step = 1
            cards = self.cards(game, frame.context, frame.seat)
            game.pose(frame.seat, self.ask, [DISCARD + card for card in cards])
        else:
            frame.start_over()
            frame.count -= 1
            self.let_go(game, game.state.answer - DISCARD, frame.seat)

    def _discard_it(self, game: AdventureGame, context: Context) -> None:
        """Discard a single card; that one only if it is still had, or lies on the board."""
        card, table = the_card(context, self.things), game.table
        place = game.state.place[card]
        if self.things == THIS or place == table.play + context.seat or table.is_lying(place):
            self.let_go(game, card, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        if self.things in (THIS, THAT):
            return True
        return any(self.cards(game, context, seat) for seat in seats(game, context, self.who))

    def clause(self) -> Part:
        if self.things in (THIS, THAT):
            return bid(self.key, what=card_meant(self.things))
        known = things(self.table)
        if self.of_:
            if self.count is EVERYTHING:
                found = known.many(self.things, "all_of_them", "and", "all")
            else:
                found = known.counted(self.things, self.count)
            return retold(bid(f"{self.key}_of_trophies", what=found), whom(self.who))
        if self.count is not EVERYTHING:
            return retold(bid(self.key, what=known.counted(self.things or BELONGING, self.count)), whom(self.who))
        carrier = known.cards.get(self.address.partition("/")[0])
        if carrier is not None and carrier.kind in self.things:
            others = known.many(self.things, joined="and")
            return retold(bid(f"{self.key}_all_others", what=others), whom(self.who))
        every = known.many(self.things, determiner="your", joined="and") if self.things else all_of_yours()
        return retold(bid(f"{self.key}_all", what=every), whom(self.who))


class Ditch(Effect):
    """Leave this card, that card, or any of one's belongings or a gold on one's space. `{ditch: any}`"""

    word = "ditch"
    rule = "objects.ditch"
    what: Cards

    def ready(self, names: Names, node: Node) -> None:
        if self.what not in (THIS, THAT, ANYTHING):
            node.fail("one leaves behind this card, that card, or any of one's belongings: write this, that or any")

    def incidental(self) -> bool:
        return self.what != THAT

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.what == ANYTHING:
            if may_ditch(game, context.seat):
                begin_ditch(game, context.seat)
        else:
            left_behind(game, context.seat, the_card(context, self.what))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self.what != ANYTHING or may_ditch(game, context.seat)

    def clause(self) -> Part:
        if self.what == ANYTHING:
            return bid("leave_something")
        return bid("ditch", what=card_meant(self.what))


def left_behind(game: AdventureGame, seat: int, card: int) -> None:
    """Let a character leave a belonging behind, which they cannot take back this turn (objects.no_take_back)."""
    if game.state.place[card] == game.table.play + seat:
        drop(game, seat, card)
        events.DITCHED.tell(game, seat, card)


class Take(OneOf):
    """Take a belonging from another character, your choice, or a Spell. `{take: object, or_gold: 1}`, `{take: spell}`

    A Spell is drawn by lot, unless one may look at it; there has to be room for it.
    """

    word = "take"
    ask = asks.TAKE_FROM
    things: Things
    from_: Who = TARGET
    or_gold: int = 0
    except_: Things = Things(frozenset())

    def ready(self, names: Names, node: Node) -> None:
        if self.things != SPELL:
            refuse_spells(self.things, node)
        elif self.or_gold or self.except_:
            node.fail("a Spell is taken by lot; leave `or_gold` and `except` out")

    def do(self, game: AdventureGame, context: Context) -> None:
        found = self.among(game, context)
        if not found:
            return
        about = context.facing(one(game, context, self.from_))
        if self.things == SPELL and not allowed(game, context.seat, "see_spells"):
            self.carry_out(game, about, by_lot(game, context.seat, found))
        else:
            self.begin(game, about)

    def _spells(self, game: AdventureGame, context: Context, victim: int) -> list[int]:
        if room_for_spells(game, context.seat) <= 0 or forbidden(game, victim, "be_robbed", SPELL):
            return []
        return [TAKE + card for card in hand(game, victim)]

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        victim = one(game, context, self.from_)
        if victim == NONE:
            return []
        if self.things == SPELL:
            return self._spells(game, context, victim)
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
            come_to(game, context.seat, chosen - TAKE)
            if self.things == SPELL:
                game.learn(context.rival, chosen - TAKE)  # who had it knows which it is

    def brings(self) -> tuple[str, ...]:
        return () if self.things == SPELL else ("gained", "parted")

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        return Message("take_from/gold", {"gold": Text(str(self.or_gold))}) if verb == "gold" else None

    def clause(self) -> Part:
        if self.things == SPELL:
            return bid("take_spell", who=whom(self.from_))
        what = _belonging(self.table, self.things)
        if self.except_:
            what = phrase("other_than", what=what, others=things(self.table).those(self.except_))
        return bid("take_from", what=_or_gold(what, self.or_gold), who=whom(self.from_))


class Give(Effect):
    """Give a belonging or Spell of the giver's choice, this or that card, or gold. `{give: object, to: active}`

    You give it, or with `to: you` the target does; gold as far as it goes: `{give: {gold: 1}, to: target}`. `or_gold`
    lets the giver give gold instead; `then` follows if something was given, `else` if it could not be.
    """

    word = "give"
    rule = "cards.possessions"
    provides = {"then": frozenset({A_TARGET})}
    what: Gift
    to: Who
    or_gold: int = 0
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        if self.what.cards != SPELL:
            refuse_spells(self.what.cards, node)
        if self.what.gold is not None:
            self.rule = "gold.use"
        if self.or_gold and not self._chosen:
            node.fail("gold may be given instead of a belonging of the giver's choice only; leave `or_gold` out")

    def needed(self) -> frozenset[Need]:
        return frozenset({A_TARGET}) if self.to == YOU else NONE_GIVEN

    @property
    def _chosen(self) -> bool:
        """Whether the giver chooses what to give."""
        return self.what.gold is None and self.what.cards not in (THIS, THAT)

    def _sides(self, game: AdventureGame, context: Context) -> tuple[int, int]:
        """Return who gives and who is given to; NONE twice if there are no two of them."""
        taker = one(game, context, self.to)
        giver = one(game, context, TARGET) if self.to == YOU else context.seat
        return (NONE, NONE) if NONE in (giver, taker) or giver == taker else (giver, taker)

    def _options(self, game: AdventureGame, giver: int, taker: int) -> list[int]:
        if NONE in (giver, taker):
            return []
        if self.what.cards == SPELL:
            return [GIVE + card for card in hand(game, giver)] if room_for_spells(game, taker) > 0 else []
        options = [GIVE + card for card in partable(game, giver, self.what.cards) if may_have(game, taker, card)]
        if self.or_gold and game.state.seats[giver][GOLD] >= self.or_gold and can_carry_gold(game, taker):
            options.append(GIVE_GOLD)
        return options

    def possible(self, game: AdventureGame, context: Context) -> bool:
        giver, taker = self._sides(game, context)
        return giver != NONE and (self._can(game, context, giver, taker) or self.else_ is not NOTHING)

    def _can(self, game: AdventureGame, context: Context, giver: int, taker: int) -> bool:
        """Tell whether there is something that can be given."""
        if self._chosen:
            return bool(self._options(game, giver, taker))
        if self.what.gold is not None:
            return can_carry_gold(game, taker)
        card = the_card(context, self.what.cards)
        return game.state.place[card] == game.table.play + giver and may_have(game, taker, card)

    def do(self, game: AdventureGame, context: Context) -> None:
        giver, taker = self._sides(game, context)
        if giver == NONE:
            return
        if not self._can(game, context, giver, taker):
            self.else_.run(game, context)
        elif self._chosen:
            self.begin(game, context.facing(giver if self.to == YOU else taker))
        else:
            self.then.run(game, context)
            self._hand_over(game, context, giver, taker)

    def _hand_over(self, game: AdventureGame, context: Context, giver: int, taker: int) -> None:
        """Give what there is no choice of."""
        if self.what.gold is None:
            take(game, taker, the_card(context, self.what.cards))
        else:
            gain(game, taker, GOLD, lose(game, giver, GOLD, self.what.gold.of(game, context)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        taker = one(game, frame.context, self.to)
        giver = frame.context.rival if taker == frame.seat else frame.seat  # saves of language 1 have them so or so
        stage = frame.next_stage()
        if stage == 1 and self._options(game, giver, taker):
            game.pose(giver, asks.GIVE, self._options(game, giver, taker))
            return
        answer = game.state.answer
        game.state.frames.pop()
        if stage == 1:
            return
        self.then.run(game, frame.context)  # what takes steps of its own lies below what the gift brings about
        if answer == GIVE_GOLD:
            gain(game, taker, GOLD, lose(game, giver, GOLD, self.or_gold))
        else:
            come_to(game, taker, answer - GIVE)
            if self.what.cards == SPELL:
                game.learn(giver, answer - GIVE)

    def clause(self) -> Part:
        deed = self._deed()
        if self.then is not NOTHING:
            deed = Listed((deed, self.then.clause()), "then")
        if self.else_ is NOTHING:
            return deed
        able = state("be_given" if self._chosen and self.to == YOU else "do_so", modal="can")
        return Given(deed, able, "last" if self.then is NOTHING else "first", self.else_.clause())

    def _deed(self) -> Part:
        """Return what is done, apart from what follows; gold is given as far as it goes."""
        given, who = self._given(), whom(TARGET if self.to == YOU else self.to)
        if self._chosen and self.to == YOU:
            return Clause((do("give_you", what=given),), who)
        key = "take_from" if self.to == YOU else "give_to"
        if self.what.gold is not None and self.else_ is NOTHING:
            key += "_if_able"
        return bid(key, what=given, who=who)

    def _given(self) -> Part:
        """Return what is given, with `or 1 gold` if it may be that instead."""
        if self.what.gold is not None:
            return count("gold", self.what.gold)
        if not self._chosen:
            return card_meant(self.what.cards)
        return _or_gold(_belonging(self.table, self.what.cards), self.or_gold)


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

    def clause(self) -> Part:
        return bid("exchange", what=_belonging(self.table, self.things), who=whom(self.who))


def of_kinds(game: AdventureGame, cards: Sequence[int], things: Things) -> list[int]:
    """Return those of some cards that are of these kinds; without kinds, all that are known."""
    table = game.table
    return [card for card in cards if card >= 0 and (not things or not things.isdisjoint(table.cards[card].names))]


def _belonging(table: AdventureTable, wanted: frozenset[str]) -> Part:
    """Return one of some things; an Object or Follower if there is no limit."""
    known = things(table)
    return known.one(wanted) if wanted else known.named("belonging", "a")


def _or_gold(what: Part, gold: int) -> Part:
    """Return what is taken or given, with an amount of gold that it may be instead; 0 for none."""
    if not gold:
        return what
    others = what.parts if isinstance(what, Listed) else (what,)
    return Listed((*others, count("gold", gold)))
