"""Words of bounties: redeem, bounty, use_kept, wanted."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, GOLD
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import Things
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import belongings, discard
from stormriver.adventure.procedures.fortune import can_carry_gold, gain
from stormriver.adventure.procedures.limits import DONE, HAND_IN
from stormriver.adventure.procedures.stats import allowed, total
from stormriver.adventure.procedures.windows import USE_CARD
from stormriver.adventure.words.keeping import keeper
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Condition, Effect, Value


def matching(game: AdventureGame, seat: int, things: frozenset[str]) -> list[int]:
    """Return the trophies of a character that are of these kinds."""
    table = game.table
    return [card for card in game.state.zones[table.trophies + seat] if not things.isdisjoint(table.cards[card].names)]


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


class Redeem(Effect):
    """Discard any number of trophies of a kind, gain gold equal to their points, and discard this card.
    `{redeem: animal}`"""

    word = "redeem"
    rule = "posters.enemies"
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

    def english(self) -> str:
        kind = nouns(self.table).bare(self.things)
        return (
            f"discard any number of your {kind} trophies, gain gold equal to their Strength and Craft together"
            " and discard this card"
        )


class Bounty(Effect):
    """Gain the bounty of this card and discard it. `{bounty: rolled}`"""

    word = "bounty"
    rule = "posters.characters"
    gold: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        pay_bounty(game, context.seat, context.card, self.gold.of(game, context))

    def english(self) -> str:
        return f"gain gold equal to {self.gold.english()} and discard this card"


class UseKept(Effect):
    """Make use of cards that lie on this card or space as of one's own. `use_kept`"""

    word = "use_kept"
    rule = "posters.at_the_gate"

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

    def english(self) -> str:
        return "you may make use of cards that lie here as if you had them"


class Wanted(Condition):
    """Fighting somebody or something that there is a bounty on, by a card one has. `wanted`"""

    word = "wanted"

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

    def english(self) -> str:
        return "one of your Wanted Posters is about your opponent"

    def negation(self) -> str:
        return "none of your Wanted Posters is about your opponent"
