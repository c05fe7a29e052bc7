"""Words of what characters are able to do when attacked, and of their dice: slip_away, other_combat, attack_die."""

from __future__ import annotations

from stormriver.adventure.model import perils
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.dice import faces
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Condition, Effect


class SlipAway(Effect):
    """Get away from all that one is fighting, as if evaded. `slip_away`"""

    word = "slip_away"
    rule = "evade.effect"

    def do(self, game: AdventureGame, context: Context) -> None:
        fights.settle_creature(game, fights.fight_under_way(game), perils.EVADED)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        fight = fights.fight_under_way(game)
        return fight.rival != NONE or not fights.creatures_immune(game, context.seat)

    def english(self) -> str:
        return "evade all that you are fighting"


class OtherCombat(Effect):
    """Make a battle a psychic combat, or the other way round. `other_combat`"""

    word = "other_combat"
    rule = "encounter.character"

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = fights.fight_under_way(game)
        fight.psychic = not fight.psychic

    def english(self) -> str:
        return "make a battle a psychic combat, or a psychic combat a battle"


class AttackDie(Condition):
    """A die of one's own attack in the fight shows this number. `{attack_die: 6}`"""

    word = "attack_die"
    face: int

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(Fight)
        if fight is None:
            return False
        return self.face in faces(fight.roll if context.seat == fight.seat else fight.rival_roll, 8)

    def english(self) -> str:
        return f"your die shows a {self.face}"

    def negation(self) -> str:
        return f"your die does not show a {self.face}"
