"""Words of what characters are able to do when attacked, and of their dice: slip_away, other_combat, attack_die."""

from __future__ import annotations

from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.dice import faces
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Condition, Effect


class SlipAway(Effect):
    """Get away from all that one is fighting, as if evaded. `slip_away`"""

    word = "slip_away"
    rule = "evade.effect"

    def run(self, game: Game, frame: Frame) -> None:
        fights.settle_creature(game, fights.fight_under_way(game), fights.EVADED)

    def possible(self, game: Game, frame: Frame) -> bool:
        fight = fights.fight_under_way(game)
        return fight.rival != NONE or not fights.creatures_immune(game, frame.seat)

    def english(self) -> str:
        return "evade all that you are fighting"


class OtherCombat(Effect):
    """Make a battle a psychic combat, or the other way round. `other_combat`"""

    word = "other_combat"
    rule = "encounter.character"

    def run(self, game: Game, frame: Frame) -> None:
        fights.fight_under_way(game).flags ^= fights.PSYCHIC

    def english(self) -> str:
        return "make a battle a psychic combat, or a psychic combat a battle"


class AttackDie(Condition):
    """A die of one's own attack in the fight shows this number. `{attack_die: 6}`"""

    word = "attack_die"
    face: int

    def test(self, game: Game, frame: Frame) -> bool:
        fight = fights.find_fight(game)
        if fight is None:
            return False
        return self.face in faces(fight.roll if frame.seat == fight.seat else fight.rival_roll, 8)

    def english(self) -> str:
        return f"your die shows a {self.face}"

    def negation(self) -> str:
        return f"your die does not show a {self.face}"
