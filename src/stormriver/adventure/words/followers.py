"""Words of Followers, and of those who fight beside a character or in their place."""

from __future__ import annotations

from stormriver.adventure.model import asks, events, perils
from stormriver.adventure.model.needs import A_FIGHT, OWN_CARD, THIS_CARD
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import MarkRef, Things, refuse_spells
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import FOLLOWER, discard, having
from stormriver.adventure.procedures.stats import forbidden
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.words.fights import AtOne
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, Names
from stormriver.language.source import Node

CHOOSE_CARD = verb("card", CARD)


class Recruit(AtOne):
    """Keep an Enemy of the fight as a Follower. `{recruit: animal}`, `{recruit: construct, as: rewound}`

    `as` is a mark that makes something else of it for as long as one has it.
    """

    word = "recruit"
    as_: MarkRef = MarkRef(NONE)

    def flaw(self) -> str:
        if self.as_ != NONE and not self.table.marks[self.as_].makes:
            return "that mark makes nothing else of a card: give it `makes:`"
        return ""

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fight = fights.fight_under_way(game)
        killed = fight.outcome == perils.WON
        fights.leave_fight(game, fight, chosen)
        game.move_card(chosen, game.table.play + context.seat, context.seat)
        events.RECRUITED.tell(game, context.seat, chosen)
        if self.as_ != NONE:
            game.mark(self.as_, game.table.subject_of_card(chosen), 1)
        if killed:
            fire(game, context.seat, "killed_enemy", names_of(game, chosen))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(fights.meant(game, context, self.things)) and not forbidden(game, context.seat, "have", FOLLOWER)

    def english(self) -> str:
        marked = "" if self.as_ == NONE else f', marked "{self.table.marks[self.as_].name}"'
        return f"keep the {nouns(self.table).bare(self.things, 'Enemy')} as a Follower{marked}"


class Ally(OneOf):
    """Let one Follower that was an Enemy add its Strength to this battle. `{ally: enemy, lost: true}`"""

    word = "ally"
    needs = frozenset({A_FIGHT})
    ask = asks.WHICH
    option = CHOOSE_CARD
    things: Things
    lost: bool = False

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return having(game, context.seat, self.things)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.add_ally(game, context.seat, chosen)
        if self.lost:
            discard(game, chosen, context.seat)

    def english(self) -> str:
        follower = nouns(self.table).bare(self.things)
        text = f"add the Strength of one {follower} among your Followers to yours for this battle"
        return text + (", then discard that Follower" if self.lost else "")


class StandIn(Effect):
    """Let this Follower fight in one's place, with so much Strength and nothing beside it. `{stand_in: 3, as: hired}`

    It takes the defeat too: it is killed in place of a lost life. `as` is the mark that lies on the card meanwhile.
    """

    word = "stand_in"
    rule = "battle.attack_roll"
    needs = frozenset({THIS_CARD, OWN_CARD, A_FIGHT})
    strength: int
    as_: MarkRef

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        game.mark(self.as_, table.subject_of_card(context.card), self.strength, FIGHT_END, context.seat)

    def english(self) -> str:
        return (
            f"let this Follower fight in your place with Strength {self.strength} and nothing added to it; a character"
            " it beats loses 1 life, and if it is beaten, it is killed and you lose nothing else"
        )
