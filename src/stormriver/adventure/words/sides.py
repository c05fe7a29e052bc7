"""Words of one of those who fight, whoever looks on: at_creature."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.spells import SPELL
from stormriver.adventure.procedures.stats import forbidden, is_playing
from stormriver.kernel.ask import SEAT, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
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
    ask = "side"
    creature: Effect
    or_character: Effect

    def among(self, game: Game, frame: Frame) -> list[int]:
        fight = fights.find_fight(game)
        if fight is None:
            return []
        found = [AT + seat for seat in self._characters(game, frame, fight)]
        if fight.rival == NONE and self.creature.possible(game, aimed(frame, fight.seat)):
            found.insert(0, CREATURE)
        return found

    def _characters(self, game: Game, frame: Frame, fight: Frame) -> Iterator[int]:
        """Yield the characters of a fight to whom it can be done; no Spell touches who is safe from Spells."""
        for seat in (fight.seat, fight.rival):
            if seat in (NONE, frame.seat) or not is_playing(game, seat) or forbidden(game, seat, "be_cast_at", SPELL):
                continue
            if self.or_character.possible(game, aimed(frame, seat)):
                yield seat

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0 and not self.among(game, frame):  # the fight is over meanwhile
            game.state.frames.pop()
            return
        super().step(game, frame)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        if chosen == CREATURE:
            self.creature.run(game, aimed(frame, fights.fight_under_way(game).seat))
        else:
            self.or_character.run(game, aimed(frame, chosen - AT))

    def parts(self) -> list[Effect]:
        return [self.creature, self.or_character]

    def english(self) -> str:
        creature, character = self.creature.english(), self.or_character.english()
        return f"choose a creature or another character in the fight (creature: {creature}; character: {character})"


def aimed(frame: Frame, seat: int) -> Frame:
    """Return the frame of a word with a character as its target."""
    about = frame.copy()
    about.rival = seat
    return about
