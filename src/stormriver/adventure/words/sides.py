"""Words of one of those who fight, whoever looks on: at_creature."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.adventure.model import asks
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.spells import SPELL
from stormriver.adventure.procedures.stats import forbidden, is_playing
from stormriver.kernel.ask import SEAT, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect

CREATURE = verb("creature")
AT = verb("at", SEAT)


class AtEither(OneOf):
    """Choose one side of the fight under way, not one's own, and do something to it.
    `{at_creature: {destroy: any}, or_character: {lose: {life: 1}, who: target}}`

    The target is the character chosen; of a creature, the character who fights it.
    """

    word = "at_creature"
    rule = "battle.cast"
    ask = asks.SIDE
    creature: Effect
    or_character: Effect

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        fight = game.under_way(Fight)
        if fight is None:
            return []
        found = [AT + seat for seat in self._characters(game, context, fight)]
        if fight.rival == NONE and self.creature.possible(game, context.facing(fight.seat)):
            found.insert(0, CREATURE)
        return found

    def _characters(self, game: AdventureGame, context: Context, fight: Fight) -> Iterator[int]:
        """Yield the characters of a fight to whom it can be done; no Spell touches who is safe from Spells."""
        for seat in (fight.seat, fight.rival):
            if seat in (NONE, context.seat) or not is_playing(game, seat) or forbidden(game, seat, "be_cast_at", SPELL):
                continue
            if self.or_character.possible(game, context.facing(seat)):
                yield seat

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0 and not self.among(game, frame.context):  # the fight is over meanwhile
            game.state.frames.pop()
            return
        super().step(game, frame)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        if chosen == CREATURE:
            fight = game.under_way(Fight)
            assert fight is not None
            self.creature.run(game, context.facing(fight.seat))
        else:
            self.or_character.run(game, context.facing(chosen - AT))

    def english(self) -> str:
        creature, character = self.creature.english(), self.or_character.english()
        return f"choose a creature or another character in the fight (creature: {creature}; character: {character})"
