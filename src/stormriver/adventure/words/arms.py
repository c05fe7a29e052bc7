"""Words of arms: wield, stand_off."""

from __future__ import annotations

from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import belongings
from stormriver.adventure.procedures.stats import can_use, marks_on, table_of, total
from stormriver.kernel.game import Game
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import Frame
from stormriver.language.grammar import Effect


class Wield(Effect):
    """Take this Weapon in hand for the fight, as long as a hand is free; then no other is used. `wield`"""

    word = "wield"
    rule = "objects.weapon"

    def run(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        wielded, sheathed = table.rule_marks.wielded, table.rule_marks.sheathed
        game.mark(wielded, table.subject_of_card(frame.card), 1, FIGHT_END, frame.seat)
        if self._hands(game, frame) > 0:
            return
        for card in belongings(game, frame.seat):
            subject = table.subject_of_card(card)
            if card in table.weapons and not marks_on(game, subject, wielded):
                game.mark(sheathed, subject, 1, FIGHT_END, frame.seat)

    def _hands(self, game: Game, frame: Frame) -> int:
        """Return how many more Weapons may be used in the fight."""
        table = table_of(game)
        kind = table.rule_marks.wielded
        held = sum(marks_on(game, table.subject_of_card(card), kind) for card in belongings(game, frame.seat))
        return total(game, frame.seat, table.WEAPONS) - held

    def possible(self, game: Game, frame: Frame) -> bool:
        table = table_of(game)
        return (
            can_use(game, frame.seat, frame.card)
            and self._hands(game, frame) > 0
            and not marks_on(game, table.subject_of_card(frame.card), table.rule_marks.sheathed)
        )

    def english(self) -> str:
        return "take this card in hand"


class StandOff(Effect):
    """The fight that was just lost ends as a stand-off. `stand_off`"""

    word = "stand_off"
    rule = "battle.stand_off"

    def run(self, game: Game, frame: Frame) -> None:
        fight = fights.find_fight(game)
        if fight is not None:
            fight.flags = fight.flags & ((1 << fights.OUTCOME) - 1) | fights.DRAWN << fights.OUTCOME

    def english(self) -> str:
        return "the fight is a stand-off"
