"""Words of strife: fight, single_out, destroy, avoid, ignore, recruit, ally, surprise, prevent, cancel, incant."""

from __future__ import annotations

from stormriver.adventure.model import asks, events, perils
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.perils import EVADED, WON
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import CreatureKinds, MarkRef, Things, UpTo
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import FOLLOWER, discard, having
from stormriver.adventure.procedures.spells import SPELL
from stormriver.adventure.procedures.stats import forbidden
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.triggers import fire
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.english import an
from stormriver.language.grammar import NOTHING, Effect, Fixed, Names, Value
from stormriver.language.source import Node

CHOOSE_CARD = verb("card", CARD)
ZERO = Fixed(0)


class Fight(Effect):
    """Fight a creature that is no card. `{fight: Brigand, strength: 4}`, `{fight: Spirit, craft: 4, kind: spirit}`

    `won` follows when it is beaten, `past` when it is beaten or evaded. Where there is experience, it is worth `points`
    instead of its Strength or Craft.
    """

    word = "fight"
    rule = "battle.when"
    name: str
    strength: Value = ZERO
    craft: Value = ZERO
    kind: CreatureKinds = CreatureKinds(frozenset())
    points: int = NONE  # experience for beating it; its Strength or Craft if it says none
    won: Effect = NOTHING
    past: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        if self.strength is ZERO:
            self.rule = "psychic.when"

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            psychic = self.strength is ZERO
            power = (self.craft if psychic else self.strength).of(game, frame.context)
            fights.begin_creature(game, frame.seat, self.number, power, psychic)
            return
        game.state.frames.pop()
        (outcome,) = game.state.returned
        if outcome == WON:
            self.won.run(game, frame.context)
        if outcome in (WON, EVADED):
            self.past.run(game, frame.context)

    def english(self) -> str:
        name, number = ("Strength", self.strength) if self.craft is ZERO else ("Craft", self.craft)
        power = number.english()
        text = f"fight {an(self.name)} {f'with {name}' if power.isdigit() else f'whose {name} is'} {power}"
        if self.won is not NOTHING:
            text += f", and if you win, {self.won.english()}"
        if self.past is not NOTHING:
            text += f", and if you win or evade, {self.past.english()}"
        return text


class SingleOut(OneOf):
    """Choose one creature of the fight, which alone is then meant. `{single_out: animal, do: {ignore: animal}}`"""

    word = "single_out"
    rule = "battle.enemies_as_one"
    ask = asks.WHICH
    option = CHOOSE_CARD
    things: Things
    do_: Effect

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return fights.meant(game, context, self.things)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.aimed(chosen))

    def english(self) -> str:
        return f"choose {nouns(self.table).one(self.things)} you are fighting and {self.do_.english()}"


class AtOne(OneOf):
    """Something done to one creature of the fight: the one singled out, else one of the seat's choice (ruling.79)."""

    ask = asks.WHICH
    option = CHOOSE_CARD
    things: Things

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return fights.meant(game, context, self.things)

    def do(self, game: AdventureGame, context: Context) -> None:
        meant = self.among(game, context)
        if len(meant) > 1:
            self.begin(game, context)
        elif meant:
            self.carry_out(game, context, meant[0])
        else:
            self.do_to_creature(game, context.seat)

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        """Do it to the creature of the fight if that is no card; by default nothing."""

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return True

    def bare(self) -> str:
        """Return the noun for the creature, without an article."""
        return nouns(self.table).bare(self.things, "creature")


class Destroy(AtOne):
    """Destroy a creature of the fight without fighting; it is no trophy. `{destroy: spirit}`"""

    word = "destroy"

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), chosen)
        discard(game, chosen, context.seat)

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        fight = fights.fight_under_way(game)
        fight.destroyed = True
        fights.settle_creature(game, fight, perils.WON)

    def english(self) -> str:
        reward = "experience" if "experience" in self.table.counters else "a trophy"
        return f"destroy the {self.bare()} without fighting it or gaining {reward}"


class Avoid(AtOne):
    """Leave a creature of the fight behind as if evaded. `{avoid: any}`"""

    word = "avoid"
    rule = "evade.effect"

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), chosen)

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        fights.settle_creature(game, fights.fight_under_way(game), perils.EVADED)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return not fights.creatures_immune(game, context.seat)

    def english(self) -> str:
        return f"evade the {self.bare()}"


class Ignore(AtOne):
    """Leave a creature of the fight alone; it is not evaded, so it still bars what lies there. `{ignore: animal}`"""

    word = "ignore"
    rule = "encounter.enemies_before_rest"

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_alone(game, fights.fight_under_way(game), [chosen])

    def english(self) -> str:
        return f"leave the {self.bare()} unfought"


class Recruit(AtOne):
    """Keep an Enemy of the fight as a Follower. `{recruit: animal}`, `{recruit: construct, as: rewound}`

    `as` is a mark that makes something else of it for as long as one has it.
    """

    word = "recruit"
    as_: MarkRef = MarkRef(NONE)

    def ready(self, names: Names, node: Node) -> None:
        if self.as_ != NONE and not self.table.marks[self.as_].makes:
            node.fail("that mark makes nothing else of a card: give it `makes:`")

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
    ask = asks.WHICH
    option = CHOOSE_CARD
    things: Things
    lost: bool = False

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


class Surprise(Effect):
    """The opponent of this fight rolls no die, and a victory over a character takes a life. `surprise`"""

    word = "surprise"

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = game.under_way(perils.Fight)
        if fight is not None:
            fight.surprised = True

    def english(self) -> str:
        return (
            "surprise your opponent, who rolls no die in this battle,"
            " but if you defeat a character, you must take a life"
        )


class Prevent(Effect):
    """Prevent what is about to happen: one lost life, a kill, being thrown into jail. `prevent`, `{prevent: all}`

    With a number, so many of the lives about to be lost.
    """

    word = "prevent"
    rule = "battle.compare"
    lives: UpTo = UpTo(Fixed(1))

    def do(self, game: AdventureGame, context: Context) -> None:
        for below in reversed(game.state.frames):
            if isinstance(below, perils.LoseLives):
                below.lives -= min(below.lives, self.lives.of(game, context))
                return
            if isinstance(below, perils.Savable):
                below.saved = True
                return

    def english(self) -> str:
        return "prevent it"


class Cancel(Effect):
    """Cancel the Spell that has just been cast. `cancel`"""

    word = "cancel"
    rule = "spells.as_printed"

    def do(self, game: AdventureGame, context: Context) -> None:
        casts = [below for below in game.state.frames if isinstance(below, Cast)]
        # the last one is this Spell itself, the one below it is what it answers
        answered = casts[-2] if casts[-1].card == context.card else casts[-1]
        answered.cancelled = True
        events.SPELL_CANCELLED.tell(game, answered.seat, answered.card, answered.word)

    def english(self) -> str:
        return "the Spell just cast has no effect"


class Incant(Effect):
    """Cast a Spell that is no card; it can be answered as any Spell. `{incant: Command Spell, do: ...}`"""

    word = "incant"
    rule = "crown.command"
    name: str
    do_: Effect

    def do(self, game: AdventureGame, context: Context) -> None:
        if forbidden(game, context.seat, "cast", SPELL):
            return
        game.push(Cast(context.seat, NONE, context.space, word=self.number))

    def english(self) -> str:
        return f"cast the {self.name}: {self.do_.english()}"
