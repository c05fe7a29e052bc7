"""Words of all characters compared, and of one among them: roll_off, level, aim_at; and of gold: due."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.nouns import COLUMN_ENGLISH, amounts_english
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ALL_SEATS, WHO_ENGLISH, Amounts, Who
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.fortune import can_carry_gold, due, gain, lose
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.kernel.ask import NUMBER, SEAT, verb
from stormriver.kernel.bitmask import mask_of, members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.english import is_instruction, third_person
from stormriver.language.grammar import NOTHING, Effect, Names, Nothing
from stormriver.language.source import Node

AT = verb("at", SEAT)
PAY = verb("pay", NUMBER)
DONE = verb("done")
BITS = 4
"""How many bits of a frame's number hold the roll of one seat."""


class RollOff(Effect):
    """Each rolls a die, equal rolls again; the single lowest or highest does something. `{roll_off: lowest, do: ...}`

    In what is done, `rolled` is the last roll of the one singled out.
    """

    word = "roll_off"
    rule = "components.dice"
    which: str
    do_: Effect
    who: Who = ALL_SEATS

    def ready(self, names: Names, node: Node) -> None:
        if self.which not in ("lowest", "highest"):
            node.fail(f"the lowest or the highest roll can be singled out, not {self.which!r}")

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context, chosen=mask_of(seats(game, context, self.who)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Let those chosen roll clockwise; with all rolls there, those that are equal go on alone."""
        seat = self._next(game, frame)
        if frame.step == 1:
            frame.start_over()
            frame.count |= game.state.returned[0] << BITS * seat
        elif seat != NONE:
            frame.step = 1
            push_roll(game, seat, 1, "", frame.context.card)
        else:
            self._compare(game, frame)

    def _next(self, game: AdventureGame, frame: WordFrame) -> int:
        """Return whose turn it is to roll; NONE if all have."""
        count = len(game.state.seats)
        for i in range(count):
            seat = (frame.seat + i) % count
            if frame.chosen >> seat & 1 and not rolled_by(frame, seat):
                return seat
        return NONE

    def _compare(self, game: AdventureGame, frame: WordFrame) -> None:
        left = leaders(frame, self.which == "highest")
        if len(left) > 1:
            frame.chosen, frame.count = mask_of(left), 0
            return
        game.state.frames.pop()
        for seat in left:
            about = Context(seat, frame.context.card, frame.seat, frame.context.space, roll=rolled_by(frame, seat))
            self.do_.run(game, about)

    def english(self) -> str:
        deed = third_person(f"the one with the {self.which} roll", self.do_.english())
        return f"{WHO_ENGLISH[self.who]} rolls a die, those tied for the {self.which} roll once more, and {deed}"


def rolled_by(frame: WordFrame, seat: int) -> int:
    """Return what a seat has rolled in a roll-off; 0 if it has not rolled yet."""
    return frame.count >> BITS * seat & (1 << BITS) - 1


def leaders(frame: WordFrame, highest: bool) -> list[int]:
    """Return the seats of a roll-off with the best roll, once all have rolled."""
    rolls = {seat: rolled_by(frame, seat) for seat in members(frame.chosen)}
    best = (max if highest else min)(rolls.values(), default=0)
    return [seat for seat, roll in rolls.items() if roll == best]


class Level(Effect):
    """Who has most of something gives some of it to who has least; of equals you choose. `{level: {gold: 1}}`"""

    word = "level"
    rule = "gold.use"
    what: Amounts

    def ready(self, names: Names, node: Node) -> None:
        if set(self.what) != {GOLD}:
            node.fail("only gold can be levelled")

    def givers(self, game: AdventureGame) -> list[int]:
        """Return the richest characters."""
        return extremes(game, [seat for seat in playing(game) if game.state.seats[seat][GOLD]], 1)

    def takers(self, game: AdventureGame, giver: int) -> list[int]:
        """Return the poorest of the other characters who may have gold."""
        return extremes(game, [seat for seat in playing(game) if seat != giver and can_carry_gold(game, seat)], -1)

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(frame.seat, asks.GIVER, [AT + seat for seat in self.givers(game)])
        elif stage == 2:
            frame.chosen = game.state.answer - AT
        elif stage == 3 and self.takers(game, frame.chosen):
            game.pose(frame.seat, asks.RECEIVER, [AT + seat for seat in self.takers(game, frame.chosen)])
        else:
            game.state.frames.pop()
            if stage == 4:
                amount = self.what[GOLD].of(game, frame.context)
                gain(game, game.state.answer - AT, GOLD, lose(game, frame.chosen, GOLD, amount))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(self.takers(game, giver) for giver in self.givers(game))

    def english(self) -> str:
        (column,) = self.what
        return (
            f"the character with the most {COLUMN_ENGLISH[column]} gives {amounts_english(self.what)} to the one with"
            " the least, and you choose between equals"
        )


def extremes(game: AdventureGame, among: list[int], sign: int) -> list[int]:
    """Return the seats with the most gold (sign 1) or the least (-1) among some."""
    best = max((sign * game.state.seats[seat][GOLD] for seat in among), default=0)
    return [seat for seat in among if sign * game.state.seats[seat][GOLD] == best]


class AimAt(OneOf):
    """Choose a character, who is then the target. `{aim_at: any_other, do: {take: object}}`"""

    word = "aim_at"
    ask = asks.AIM
    option = AT
    who: Who
    do_: Effect

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the characters to whom it can be done."""
        found = seats(game, context, self.who)
        return [seat for seat in found if self.do_.possible(game, context.facing(seat))]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.facing(chosen))

    def english(self) -> str:
        deed = self.do_.english()
        return f"choose {WHO_ENGLISH[self.who]}{' and ' if is_instruction(deed) else ': '}{deed}"


class Due(Effect):
    """Pay gold that is due; who cannot does something else. `{due: 2, else: {confine: jail}}`, `{due: 9, then: win}`

    `then` follows for who pays.
    """

    word = "due"
    rule = "gold.use"
    gold: int
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def _means(self, game: AdventureGame, context: Context) -> list[int]:
        """Return what may make the gold that is lacking."""
        cost = due(game, context.seat, self.gold)
        return payable(game, context.seat, context, lambda gold: [PAY + cost] if gold >= cost else [])

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        cost = due(game, frame.seat, self.gold)
        stage = frame.next_stage()
        if game.state.seats[frame.seat][GOLD] >= cost and stage == 1:
            game.state.frames.pop()
            lose(game, frame.seat, GOLD, cost)
            self.then.run(game, frame.context)
        elif stage == 1 and self._means(game, frame.context):
            game.pose(frame.seat, asks.DUE, [DONE, *self._means(game, frame.context)])
        elif stage == 2 and game.state.answer != DONE:
            frame.start_over()
            answer_own(game, frame.seat, game.state.answer, frame.context)
        else:
            game.state.frames.pop()
            self.else_.run(game, frame.context)

    def english(self) -> str:
        none = isinstance(self.else_, Nothing)
        then = "" if isinstance(self.then, Nothing) else f" and {self.then.english()}"
        more = "" if none else f", and {third_person('whoever cannot', self.else_.english())}"
        return f"pay {self.gold} gold{then}{more}"
