"""Words of Followers, and of those who fight beside a character or in their place."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events, perils
from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.needs import A_FIGHT, OWN_CARD, THIS_CARD
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
from stormriver.kernel.translatable import Translatable
from stormriver.language.clauses import Part, Rows, Text, bid, do, doing, phrase
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, Names
from stormriver.language.source import Node

CHOOSE_CARD: Final = verb("card", CARD)


class Recruit(AtOne):
    """Keep an Enemy of the fight as a Follower. `{recruit: animal}`, `{recruit: construct, as: rewound}`

    `as` is a mark that makes something else of it for as long as one has it.
    """

    word = "recruit"
    as_: MarkRef = MarkRef(NONE)

    def flaw(self) -> str:
        if self.as_ != NONE and not self.table.marks[self.as_].makes:
            return Translatable("that mark makes nothing else of a card: give it `makes:`")
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

    def clause(self) -> Part:
        known = things(self.table)
        kept = known.bare(self.things, "the", "enemy")
        if self.as_ == NONE:
            return bid("recruit", what=kept)
        return bid("recruit_as", what=kept, made=known.mark(self.as_, "a"))


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

    def clause(self) -> Part:
        added = do("add_strength_of_follower", what=things(self.table).bare(self.things, "a"))
        return doing([added, do("discard_that_follower")] if self.lost else [added], None)


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

    def clause(self) -> Part:
        lead = bid("let_this_follower_fight", strength=Text(str(self.strength)))
        beats, beaten = phrase("if_it_beats_a_character"), phrase("if_it_is_beaten")
        return Rows(lead, ((beats, phrase("it_costs_a_life")), (beaten, phrase("it_is_killed_instead"))))
