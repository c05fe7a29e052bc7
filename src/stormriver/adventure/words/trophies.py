"""Words of trophies: what they are exchanged for, claimed with and taken by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stormriver.adventure.model import asks, events, frames
from stormriver.adventure.model.clauses import count, noun_of, things, whom
from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, GOLD
from stormriver.adventure.model.needs import A_FIGHT, THIS_CARD
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ANYTHING, EVERYTHING, TARGET, YOU, Column, Things, Who
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import belongings, discard, strip
from stormriver.adventure.procedures.fortune import can_carry_gold, gain
from stormriver.adventure.procedures.limits import DONE, HAND_IN, worth
from stormriver.adventure.procedures.stats import allowed, total
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.words.gold import bought_often
from stormriver.adventure.words.objects import of_kinds
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.clauses import Part, bid, do, doing, phrase, state
from stormriver.language.control import OneOf
from stormriver.language.grammar import Condition, Effect, Value

CHOOSE_CARD: Final = verb("card", CARD)


TAKE: Final = verb("take", CARD)


class Redeem(Effect):
    """Discard any number of trophies of a kind, gain gold equal to their points, and discard this card.
    `{redeem: animal}`"""

    word = "redeem"
    rule = "posters.enemies"
    needs = frozenset({THIS_CARD})
    things: Things

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            left = [card for card in matching(game, frame.seat, self.things) if not frame.chosen >> card & 1]
            if left:
                game.pose(
                    frame.seat, asks.REDEEM, [*([DONE] if frame.count else []), *(HAND_IN + card for card in left)]
                )
            else:
                game.state.answer = DONE
        elif game.state.answer == DONE:
            game.state.frames.pop()
            for card in matching(game, frame.seat, self.things):
                if frame.chosen >> card & 1:
                    discard(game, card, frame.seat)
            pay_bounty(game, frame.seat, frame.context.card, frame.count)
        else:
            card = game.state.answer - HAND_IN
            frame.chosen |= 1 << card
            frame.count += points_of(game, card)
            frame.start_over()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return can_carry_gold(game, context.seat) and bool(matching(game, context.seat, self.things))

    def clause(self) -> Part:
        handed_in = do("discard_trophies", kind=things(self.table).bare(self.things))
        return doing([handed_in, do("gain_bounty_by_points"), do("discard_poster")], None)


class Claim(Effect):
    """Gain the bounty of this card and discard it. `{claim: rolled}`"""

    word = "claim"
    rule = "posters.characters"
    needs = frozenset({THIS_CARD})
    gold: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        pay_bounty(game, context.seat, context.card, self.gold.of(game, context))

    def clause(self) -> Part:
        return doing([do("gain", what=count("gold", self.gold)), do("discard_poster")], None)


class Exchange(Effect):
    """Exchange trophies for Strength or Craft at a rate of the place's own. `{exchange: strength, rate: 5}`

    With `must: true` they are exchanged once at least, if they are enough.
    """

    word = "exchange"
    rule = "trophies.exchange"
    column: Column
    rate: int
    must: bool = False

    def flaw(self) -> str:
        return "" if self.rate > 0 else Translatable("a counter costs one trophy point or more: raise `rate`")

    def do(self, game: AdventureGame, context: Context) -> None:
        game.push(frames.Exchange(context.seat, self.rate, 1 << self.column, self.must))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return worth(game, context.seat, self.column) >= self.rate

    def clause(self) -> Part:
        price = count("trophy_point", self.rate)
        deed = bid("exchange_trophies", what=count(noun_of(self.table, self.column), 1), price=price)
        return bought_often(deed, EVERYTHING, self.must)


class Seize(OneOf):
    """Take a trophy from another character, of one's choice. `{seize: target}`, `{seize: target, only: dragon}`"""

    word = "seize"
    rule = "trophies.take"
    ask = asks.SEIZE
    option = TAKE
    who: Who = TARGET
    only: Things = ANYTHING

    def among(self, game: AdventureGame, context: Context) -> Sequence[int]:
        other = one(game, context, self.who)
        if other == NONE:
            return ()
        return matching(game, other, self.only) if self.only else game.state.zones[game.table.trophies + other]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.among(game, context):
            self.begin(game, context.facing(one(game, context, self.who)))

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        game.move_card(chosen, game.table.trophies + context.seat, context.seat)

    def clause(self) -> Part:
        if self.only:
            return bid("take_from_trophies", what=things(self.table).one(self.only), who=whom(self.who))
        return bid("seize_trophy", who=whom(self.who))


class TakeTrophy(OneOf):
    """Take an Enemy that lies face up on the board as a trophy, without a fight. `{take_trophy: enemy}`"""

    word = "take_trophy"
    rule = "trophies.take"
    ask = asks.TAKE_TROPHY
    option = CHOOSE_CARD
    things: Things

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the Enemies among which one may choose."""
        table = game.table
        return [
            card
            for space in range(len(table.spaces))
            for card in game.state.zones[table.lying + space]
            if table.is_enemy[card] and not self.things.isdisjoint(table.cards[card].names)
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        strip(game, chosen)
        game.move_card(chosen, game.table.trophies + context.seat, context.seat)
        events.CARD_TAKEN.tell(game, context.seat, chosen)

    def clause(self) -> Part:
        return bid("take_as_trophy", what=things(self.table).one(self.things))


class Won(Value):
    """How many of these cards lie among one's trophies. `{won: poster}`, `{won: dragon, who: target}`"""

    word = "won"
    things: Things
    who: Who = YOU

    def of(self, game: AdventureGame, context: Context) -> int:
        table = game.table
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        trophies = game.state.zones[table.trophies + seat] if seat != NONE else ()
        return sum(card >= 0 and not self.things.isdisjoint(table.cards[card].names) for card in trophies)

    def some(self) -> Part | None:
        known = things(self.table)
        what, none = known.one(self.things), known.bare(self.things, "no")
        return state("have_one_among_trophies", whom(self.who), what=what, none=none)

    def clause(self) -> Part:
        found = things(self.table).many(self.things)
        if self.who == YOU:
            return phrase("number_among_trophies", things=found)
        return phrase("number_among_trophies_of", things=found, who=whom(self.who))


class Wanted(Condition):
    """Fighting somebody or something that there is a bounty on, by a card one has. `wanted`"""

    word = "wanted"
    needs = frozenset({A_FIGHT})

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(Fight)
        if fight is None or context.seat not in (fight.seat, fight.rival):
            return False
        cards = game.table.cards
        sought = frozenset(name for card in belongings(game, context.seat) for name in cards[card].seeks)
        if not sought:
            return False
        if fight.rival == NONE:
            return fights.opposes(game, fight, sought)
        rival = fight.rival if fight.seat == context.seat else fight.seat
        return ALIGNMENTS[game.state.seats[rival][ALIGNMENT]] in sought

    def clause(self) -> Part:
        return state("have_poster_about_opponent")


def matching(game: AdventureGame, seat: int, things: frozenset[str]) -> list[int]:
    """Return the trophies of a character that are of these kinds."""
    return of_kinds(game, game.state.zones[game.table.trophies + seat], things)


def points_of(game: AdventureGame, card: int) -> int:
    """Return the Strength or Craft of an Enemy."""
    definition = game.table.cards[card]
    return int(definition.strength + definition.craft)


def extra(game: AdventureGame, seat: int) -> int:
    """Return how much gold each bounty brings a character beyond the printed amount."""
    names = game.table.number_names
    return total(game, seat, names.index("bounty")) if "bounty" in names else 0


def pay_bounty(game: AdventureGame, seat: int, card: int, gold: int) -> None:
    """Pay the bounty of a card, which is discarded (posters.enemies, posters.characters), unless such are kept."""
    if can_carry_gold(game, seat):
        gain(game, seat, GOLD, gold + extra(game, seat))
    if allowed(game, seat, "keep_claimed", game.table.cards[card].names):
        game.move_card(card, game.table.trophies + seat, seat)
    else:
        discard(game, card, seat)
