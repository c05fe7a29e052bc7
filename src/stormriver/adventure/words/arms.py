"""Words of arms: wield, stand_off."""

from __future__ import annotations

from stormriver.adventure.model.perils import DRAWN, Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import belongings
from stormriver.adventure.procedures.stats import can_use, marks_on, total
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import FIGHT_END
from stormriver.language.grammar import Effect


class Wield(Effect):
    """Take this Weapon in hand for the fight, as long as a hand is free; then no other is used. `wield`"""

    word = "wield"
    rule = "objects.weapon"

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        wielded, sheathed = table.rule_marks.wielded, table.rule_marks.sheathed
        game.mark(wielded, table.subject_of_card(context.card), 1, FIGHT_END, context.seat)
        if self._hands(game, context) > 0:
            return
        for card in belongings(game, context.seat):
            subject = table.subject_of_card(card)
            if card in table.weapons and not marks_on(game, subject, wielded):
                game.mark(sheathed, subject, 1, FIGHT_END, context.seat)

    def _hands(self, game: AdventureGame, context: Context) -> int:
        """Return how many more Weapons may be used in the fight."""
        table = game.table
        kind = table.rule_marks.wielded
        held = sum(marks_on(game, table.subject_of_card(card), kind) for card in belongings(game, context.seat))
        return total(game, context.seat, table.WEAPONS) - held

    def possible(self, game: AdventureGame, context: Context) -> bool:
        table = game.table
        return (
            can_use(game, context.seat, context.card)
            and self._hands(game, context) > 0
            and not marks_on(game, table.subject_of_card(context.card), table.rule_marks.sheathed)
        )

    def english(self) -> str:
        return "take this card in hand"


class StandOff(Effect):
    """The fight that was just lost ends as a stand-off. `stand_off`"""

    word = "stand_off"
    rule = "battle.stand_off"

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = game.under_way(Fight)
        if fight is not None:
            fight.outcome = DRAWN

    def english(self) -> str:
        return "the fight is a stand-off"
