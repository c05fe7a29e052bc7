"""Words of what is prevented, and of what it comes from."""

from __future__ import annotations

from stormriver.adventure.model import events, perils
from stormriver.adventure.model.columns import LIFE
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.needs import A_FIGHT, A_LOSS, A_SPELL, PREVENTABLE
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.perils import DRAWN, Fight, LoseLives
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import Things, UpTo
from stormriver.adventure.procedures import fights
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Condition, Effect, Fixed


class Prevent(Effect):
    """Prevent what is about to happen: one lost life, a kill, being thrown into jail. `prevent`, `{prevent: all}`

    With a number, so many of the lives about to be lost.
    """

    word = "prevent"
    rule = "battle.compare"
    needs = frozenset({PREVENTABLE})
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


class StandOff(Effect):
    """The fight that was just lost ends as a stand-off. `stand_off`"""

    word = "stand_off"
    rule = "battle.stand_off"
    needs = frozenset({A_FIGHT})

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = game.under_way(Fight)
        if fight is not None:
            fight.outcome = DRAWN

    def english(self) -> str:
        return "the fight is a stand-off"


class Cancel(Effect):
    """Cancel the Spell that has just been cast. `cancel`"""

    word = "cancel"
    rule = "spells.as_printed"
    needs = frozenset({A_SPELL})

    def do(self, game: AdventureGame, context: Context) -> None:
        casts = [below for below in game.state.frames if isinstance(below, Cast)]
        # the last one is this Spell itself, the one below it is what it answers
        answered = casts[-2] if casts[-1].card == context.card else casts[-1]
        answered.cancelled = True
        events.SPELL_CANCELLED.tell(game, answered.seat, answered.card, answered.word)

    def english(self) -> str:
        return "the Spell just cast has no effect"


class CausedBy(Condition):
    """What is about to happen is caused by one of these: a space, a card, `battle`, `psychic`. `{caused_by: battle}`"""

    word = "caused_by"
    needs = frozenset({A_LOSS})
    things: Things

    def test(self, game: AdventureGame, context: Context) -> bool:
        return not self.things.isdisjoint(fights.causes(game))

    def english(self) -> str:
        return f"it is lost {nouns(self.table).cause(self.things)}"

    def negation(self) -> str:
        return f"it is not lost {nouns(self.table).cause(self.things)}"


class LastLife(Condition):
    """About to lose the last life. `last_life`"""

    word = "last_life"
    needs = frozenset({A_LOSS})

    def test(self, game: AdventureGame, context: Context) -> bool:
        loss = game.under_way(LoseLives)
        return loss is not None and loss.seat == context.seat and loss.lives >= game.state.seats[context.seat][LIFE]

    def english(self) -> str:
        return "it is your last one"

    def negation(self) -> str:
        return "it is not your last one"
