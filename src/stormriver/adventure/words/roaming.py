"""Words of what roams and is moved about: cards lying on the board, Enemies driven off, one's own steps and rolls."""

from __future__ import annotations

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import lay
from stormriver.adventure.procedures.dice import pack, unpack
from stormriver.adventure.procedures.movement import step_instead
from stormriver.adventure.procedures.stats import region
from stormriver.adventure.procedures.travel import along
from stormriver.adventure.words.strife import AtOne
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.language.control import OneOf
from stormriver.language.grammar import Condition, Effect, Names
from stormriver.language.source import Node

CHOOSE_CARD = verb("card", CARD)


class Draws(Condition):
    """On a space where cards are drawn. `draws`"""

    word = "draws"

    def test(self, game: AdventureGame, context: Context) -> bool:
        return game.table.spaces[game.state.seats[context.seat][SPACE]].draw > 0

    def english(self) -> str:
        return "cards are drawn on your space"

    def negation(self) -> str:
        return "no cards are drawn on your space"


class PickCard(OneOf):
    """Choose a card that lies face up on one's space, `here`, or elsewhere in the `region`, and do something with it.
    `{pick_card: here, do: discard_chosen}`"""

    word = "pick_card"
    ask = asks.PICK
    option = CHOOSE_CARD
    where: str
    do_: Effect

    def ready(self, names: Names, node: Node) -> None:
        if self.where not in ("here", "region"):
            node.fail(f"cards are picked here or in the region, not {self.where!r}")

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards among which a character may choose."""
        table = game.table
        here = game.state.seats[context.seat][SPACE]
        if self.where == "here":
            return list(game.state.zones[table.lying + here])
        around = region(game, context.seat)
        return [
            card
            for number, space in enumerate(table.spaces)
            if space.region == around and number != here
            for card in game.state.zones[table.lying + number]
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.aimed(chosen))

    def english(self) -> str:
        where = "on your space" if self.where == "here" else "elsewhere in this Region"
        return f"choose a card that lies {where} and {self.do_.english()}"


class BringChosen(Effect):
    """Move the card that was chosen to one's space. `bring_chosen`"""

    word = "bring_chosen"

    def do(self, game: AdventureGame, context: Context) -> None:
        space = game.state.seats[context.seat][SPACE]
        lay(game, context.target, space, context.seat)
        events.CARD_PLACED.tell(game, context.seat, context.target, space)

    def english(self) -> str:
        return "move it to your space"


class Drive(AtOne):
    """Put an Enemy on the next space clockwise instead of fighting it. `{drive: enemy}`, `{drive: enemy, back: true}`

    With `back: true` it is the next space counterclockwise.
    """

    word = "drive"
    rule = "evade.effect"
    back: bool = False

    def _beyond(self, game: AdventureGame, seat: int) -> int:
        return along(game.table, game.state.seats[seat][SPACE], -1 if self.back else 1)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        space = self._beyond(game, context.seat)
        fights.leave_fight(game, fights.fight_under_way(game), chosen)
        lay(game, chosen, space, context.seat)
        events.CARD_PLACED.tell(game, context.seat, chosen, space)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        here = game.state.seats[context.seat][SPACE]
        moves = self._beyond(game, context.seat) != here and not fights.creatures_immune(game, context.seat)
        return moves and bool(fights.meant(game, context, self.things))

    def english(self) -> str:
        way = "counterclockwise" if self.back else "clockwise"
        return f"put the {self.bare()} on the next space {way} instead of fighting it"


class Walk(Effect):
    """Move 1 space; no die is rolled. `walk`"""

    word = "walk"
    rule = "movement.without_roll"

    def do(self, game: AdventureGame, context: Context) -> None:
        step_instead(game)

    def english(self) -> str:
        return "move 1 space"


class RollAnew(Effect):
    """Make one's attack roll in the fight once more; the new one stands. `roll_anew`"""

    word = "roll_anew"
    rule = "battle.attack_roll"

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = fights.fight_under_way(game)
        first = fight.seat == context.seat
        count = len(unpack(fight.roll if first else fight.rival_roll))
        rolled = pack(game.roll(context.seat, count))
        if first:
            fight.roll = rolled
        else:
            fight.rival_roll = rolled

    def english(self) -> str:
        return "make your attack roll once more and keep the new one"
