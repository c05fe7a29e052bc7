"""Words of what is prevented, and of what it comes from."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events, perils
from stormriver.adventure.model.clauses import count, plain, things, whom
from stormriver.adventure.model.columns import LIFE
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.model.needs import A_CAST, A_LOSS, PREVENTABLE, TRANSFERABLE
from stormriver.adventure.model.perils import BY_REWARD, DRAWN, Fight, LoseLives
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import CASTER, EVERYTHING, Things, UpTo, Who
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.fortune import lose_lives
from stormriver.adventure.procedures.missed_turns import miss
from stormriver.adventure.procedures.stats import is_playing
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.windows import targets
from stormriver.kernel.ask import SEAT, verb
from stormriver.kernel.frames import NONE, Context, Frame
from stormriver.language.clauses import Noun, Part, bid, listed, phrase, state
from stormriver.language.control import OneOf
from stormriver.language.grammar import Condition, Effect, Fixed

PREVENTED: Final = {
    "life": BITS["life_lost"] | BITS["another_life_lost"],
    "follower": BITS["follower_lost"],
    "enemy": BITS["killed"] | BITS["another_killed"],
    "freedom": BITS["confined"],
    "turn": BITS["missing_turn"],
    "defeat": BITS["defeated"],
    "spell": BITS["spell_cast"],
}
"""What can be prevented, by the moments at which it is about to happen."""
AT: Final = verb("at", SEAT)


class Prevent(Effect):
    """Prevent what is about to happen: a lost life, a kill, being thrown into jail, a defeat, a Spell. `prevent`,
    `{prevent: all}`

    With a number, so many of the lives about to be lost. A defeat that is prevented is a stand-off.
    """

    word = "prevent"
    rule = "battle.compare"
    needs = frozenset({PREVENTABLE})
    lives: UpTo = UpTo(Fixed(1))

    def do(self, game: AdventureGame, context: Context) -> None:
        for below in reversed(answerable(game, context)):
            if isinstance(below, LoseLives):
                below.lives -= min(below.lives, self.lives.of(game, context))
                return
            if isinstance(below, Fight) and fights.loser(below) == context.seat:
                below.outcome = DRAWN
                return
            if isinstance(below, perils.Savable):
                below.saved = True
                return
            if isinstance(below, Cast):
                below.cancelled = True
                events.SPELL_CANCELLED.tell(game, below.seat, below.card, below.word)
                return

    def clause(self) -> Part:
        prevented = [key for key, moments in PREVENTED.items() if self.answers & moments] or list(PREVENTED)
        if len(prevented) > 1:
            lives = count("life", self.lives)
            return bid("prevent", what=listed([phrase(f"loss_of_{key}", lives=lives) for key in prevented]))
        (key,) = prevented
        if key == "spell":
            return state("have_no_effect", phrase("spell_just_cast"))
        if key == "defeat":
            return state("be_stand_off", phrase("fight_under_way"))
        if key == "life":
            return self._saved()
        return bid(f"prevent_{key}")

    def _saved(self) -> Part:
        """Return which lives are saved."""
        if self.lives is EVERYTHING:
            return bid("save_all_lives")
        return bid("save", what=Noun("life", "the") if plain(self.lives) == 1 else count("life", self.lives))


class Redirect(OneOf):
    """Let another character suffer what is about to happen: the Spell just cast, or a loss. `{redirect: any_other}`,
    `{redirect: caster}`

    A Spell goes over to another one at whom it may be cast; of lives and turns about to be lost, all do.
    """

    word = "redirect"
    needs = frozenset({TRANSFERABLE})
    ask = asks.AIM
    option = AT
    who: Who

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the characters to whom it may pass."""
        below = self._below(game, context)
        if below is None or (isinstance(below, perils.Savable) and below.saved):  # it has passed on already
            return []
        found = seats(game, context, self.who)
        if isinstance(below, Cast):
            if below.card == NONE or below.rival == NONE:
                return []
            return [seat for seat in found if seat != below.rival and self._fits(game, below, seat)]
        return [seat for seat in found if seat != below.seat and is_playing(game, seat)]

    def _fits(self, game: AdventureGame, spell: Cast, seat: int) -> bool:
        """Tell whether a Spell may turn on a character: one at whom it may be cast, or whoever has cast it."""
        if seat == spell.seat and self.who == CASTER:
            return game.table.cards[spell.card].effect.possible(game, spell.as_context().facing(seat))
        return seat in targets(game, spell.as_context(), spell.card)

    def _below(self, game: AdventureGame, context: Context) -> Frame | None:
        """Return what is under way that passes to another one."""
        for below in reversed(answerable(game, context)):
            if isinstance(below, (LoseLives, perils.Miss, perils.Confine, Cast)):
                return below
        return None

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        below = self._below(game, context)
        if isinstance(below, Cast):
            below.rival = chosen
            events.SPELL_CAST.tell(game, below.seat, below.card, chosen, below.word)
        elif isinstance(below, LoseLives):
            lives, below.lives = below.lives, 0
            lose_lives(game, chosen, lives, below.card, context.seat, below.space, below.by & ~BY_REWARD)
        elif isinstance(below, perils.Miss):
            below.saved = True
            miss(game, chosen, below.turns)
        elif isinstance(below, perils.Confine):
            below.saved = True
            game.push(perils.Confine(chosen, below.space))

    def clause(self) -> Part:
        if self.who == CASTER:
            return bid("redirect_to_caster", who=whom(self.who))
        if self.answers == BITS["spell_cast"]:
            return bid("redirect_spell", who=whom(self.who))
        return bid("redirect", who=whom(self.who))


def answerable(game: AdventureGame, context: Context) -> list[Frame]:
    """Return what is under way that a word may prevent: of the word of a Spell, what is below that Spell."""
    frames = game.state.frames
    for at in range(len(frames) - 1, -1, -1):
        below = frames[at]
        if isinstance(below, Cast):
            return frames[:at] if context.card != NONE and below.card == context.card else frames
    return frames


class CastAt(Condition):
    """The Spell just cast is cast at one of these characters. `{cast_at: you}`"""

    word = "cast_at"
    needs = frozenset({A_CAST})
    who: Who

    def test(self, game: AdventureGame, context: Context) -> bool:
        for below in reversed(answerable(game, context)):
            if isinstance(below, Cast):
                return below.rival != NONE and below.rival in seats(game, context, self.who)
        return False

    def clause(self) -> Part:
        return state("be_cast_on", who=whom(self.who))


class CausedBy(Condition):
    """What is about to happen is caused by one of these: a space, a card, `battle`, `psychic`. `{caused_by: battle}`"""

    word = "caused_by"
    needs = frozenset({A_LOSS})
    things: Things

    def test(self, game: AdventureGame, context: Context) -> bool:
        return not self.things.isdisjoint(fights.causes(game))

    def clause(self) -> Part:
        return state("be_lost", cause=things(self.table).cause(self.things))


class LastLife(Condition):
    """About to lose the last life. `last_life`"""

    word = "last_life"
    needs = frozenset({A_LOSS})

    def test(self, game: AdventureGame, context: Context) -> bool:
        loss = game.under_way(LoseLives)
        return loss is not None and loss.seat == context.seat and loss.lives >= game.state.seats[context.seat][LIFE]

    def clause(self) -> Part:
        return state("be_last_life")
