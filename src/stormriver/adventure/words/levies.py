"""Words of what all alike give: half, pass_spells."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.spells import SPELL, hand
from stormriver.adventure.procedures.stats import forbidden, playing
from stormriver.adventure.procedures.targets import by_lot
from stormriver.adventure.words.upheaval import next_player
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Effect, Value


class Half(Value):
    """Half of a number, rounded up. `{half: {stat: gold}}`"""

    word = "half"
    whole: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return (self.whole.of(game, context) + 1) // 2

    def english(self) -> str:
        return f"half of {self.whole.english()}, rounded up"


class PassSpells(Effect):
    """All who have Spells pass one, by lot and all at once, to the next character clockwise. `pass_spells`

    Who may not gain Spells gets none: it is discarded.
    """

    word = "pass_spells"
    rule = "spells.gain"

    def do(self, game: AdventureGame, context: Context) -> None:
        passed = [(seat, by_lot(game, seat, hand(game, seat))) for seat in playing(game) if hand(game, seat)]
        for seat, card in passed:
            following = next_player(game, seat)
            if forbidden(game, following, "gain", SPELL):
                discard(game, card, seat)
            elif following != seat:
                game.move_card(card, game.table.hand + following, seat)
                game.learn(seat, card)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(hand(game, seat) for seat in playing(game))

    def english(self) -> str:
        return "all who have Spells pass one of them, chosen by lot, to the next character clockwise"
