"""Words of bounties: redeem, bounty, use_kept, wanted."""

from __future__ import annotations

from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, GOLD
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.types import Things
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import belongings, discard
from stormriver.adventure.procedures.fortune import can_carry_gold, gain
from stormriver.adventure.procedures.limits import DONE, HAND_IN
from stormriver.adventure.procedures.stats import allowed, context, table_of, total
from stormriver.adventure.procedures.windows import USE_CARD
from stormriver.adventure.words.keeping import keeper
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Condition, Effect, Value


def matching(game: Game, seat: int, things: frozenset[str]) -> list[int]:
    """Return the trophies of a character that are of these kinds."""
    table = table_of(game)
    return [card for card in game.state.zones[table.trophies + seat] if not things.isdisjoint(table.cards[card].names)]


def points_of(game: Game, card: int) -> int:
    """Return the Strength or Craft of an Enemy."""
    definition = table_of(game).cards[card]
    return int(definition.strength + definition.craft)


def extra(game: Game, seat: int) -> int:
    """Return how much more than printed each bounty brings a character."""
    names = table_of(game).number_names
    return total(game, seat, names.index("bounty")) if "bounty" in names else 0


def pay_bounty(game: Game, seat: int, card: int, gold: int) -> None:
    """Pay the bounty of a card, which is discarded (posters.enemies, posters.characters), unless such are kept."""
    if can_carry_gold(game, seat):
        gain(game, seat, GOLD, gold + extra(game, seat))
    if allowed(game, seat, "keep_claimed", table_of(game).cards[card].names):
        game.move_card(card, table_of(game).trophies + seat, seat)
    else:
        discard(game, card, seat)


class Redeem(Effect):
    """Discard any number of trophies of a kind, gain gold equal to their points, and discard this card.
    `{redeem: animal}`"""

    word = "redeem"
    rule = "posters.enemies"
    things: Things

    def run(self, game: Game, frame: Frame) -> None:
        if self.possible(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0:
            frame.step = 1
            left = [card for card in matching(game, frame.seat, self.things) if not frame.group >> card & 1]
            if left:
                game.pose(frame.seat, "redeem", [*([DONE] if frame.amount else []), *(HAND_IN + card for card in left)])
            else:
                game.state.answer = DONE
        elif game.state.answer == DONE:
            game.state.frames.pop()
            for card in matching(game, frame.seat, self.things):
                if frame.group >> card & 1:
                    discard(game, card, frame.seat)
            pay_bounty(game, frame.seat, frame.card, frame.amount)
        else:
            card = game.state.answer - HAND_IN
            frame.group |= 1 << card
            frame.amount += points_of(game, card)
            frame.step = 0

    def possible(self, game: Game, frame: Frame) -> bool:
        return can_carry_gold(game, frame.seat) and bool(matching(game, frame.seat, self.things))

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

    def run(self, game: Game, frame: Frame) -> None:
        pay_bounty(game, frame.seat, frame.card, self.gold.of(game, frame))

    def english(self) -> str:
        return f"gain gold equal to {self.gold.english()} and discard this card"


class UseKept(Effect):
    """Make use of cards that lie on this card or space as of one's own. `use_kept`"""

    word = "use_kept"
    rule = "posters.at_the_gate"

    def _acts(self, game: Game, frame: Frame) -> dict[int, Act]:
        """Return what may be done with the cards that lie there in the encounter."""
        table = table_of(game)
        rows = table.acts_at(table.ENCOUNTER)
        found: dict[int, Act] = {}
        for card in game.state.zones[keeper(game, frame)]:
            about = context(frame.seat, card, space=frame.space)
            for act in rows.clauses.get(card, ()):
                if not act.cost and act.when.test(game, about) and act.do.possible(game, about):
                    found.setdefault(card, act)
        return found

    def run(self, game: Game, frame: Frame) -> None:
        if self._acts(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        acts = self._acts(game, frame)
        if frame.step == 0 and acts:
            frame.step = 1
            game.pose(frame.seat, "use_kept", [DONE, *(USE_CARD + card for card in acts)])
        elif frame.step == 1 and game.state.answer != DONE:
            frame.step = 0
            card = game.state.answer - USE_CARD
            acts[card].do.run(game, context(frame.seat, card, space=frame.space))
        else:
            game.state.frames.pop()

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self._acts(game, frame))

    def english(self) -> str:
        return "you may make use of cards that lie here as if you had them"


class Wanted(Condition):
    """Fighting somebody or something that there is a bounty on, by a card one has. `wanted`"""

    word = "wanted"

    def test(self, game: Game, frame: Frame) -> bool:
        fight = fights.find_fight(game)
        if fight is None or frame.seat not in (fight.seat, fight.rival):
            return False
        cards = table_of(game).cards
        sought = frozenset(name for card in belongings(game, frame.seat) for name in cards[card].seeks)
        if not sought:
            return False
        if fight.rival == NONE:
            return fights.opposes(game, fight, sought)
        rival = fight.rival if fight.seat == frame.seat else fight.seat
        return ALIGNMENTS[game.state.seats[rival][ALIGNMENT]] in sought

    def english(self) -> str:
        return "one of your Wanted Posters is about your opponent"

    def negation(self) -> str:
        return "none of your Wanted Posters is about your opponent"
