"""Words of all characters compared, and of one among them: roll_off, level, aim_at; and of gold: due."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.phrases import COLUMN_ENGLISH, amounts_english
from stormriver.adventure.model.types import ALL_SEATS, WHO_ENGLISH, Amounts, Who
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.fortune import can_carry_gold, due, gain, lose
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.kernel.ask import NUMBER, SEAT, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import OneOf
from stormriver.language.english import is_instruction, third_person
from stormriver.language.grammar import NOTHING, Effect, Names, Nothing
from stormriver.language.source import Node

AT = verb("at", SEAT)
PAY = verb("pay", NUMBER)
DONE = verb("done")
BITS = 4
"""How many bits of a frame hold the roll of a seat."""


class RollOff(Effect):
    """Each rolls a die, equal rolls again; the single lowest or highest does something. `{roll_off: lowest, do: ...}`

    In what is done, `rolled` is the last roll of the one singled out.
    """

    word = "roll_off"
    rule = "components.dice"
    which: str
    do: Effect
    who: Who = ALL_SEATS

    def ready(self, names: Names, node: Node) -> None:
        if self.which not in ("lowest", "highest"):
            node.fail(f"the lowest or the highest roll can be singled out, not {self.which!r}")

    def run(self, game: Game, frame: Frame) -> None:
        new = self.begin(game, frame)
        for seat in seats(game, frame, self.who):
            new.group |= 1 << seat

    def step(self, game: Game, frame: Frame) -> None:
        """Let those in the group roll clockwise; with all rolls there, those that are equal go on alone."""
        if frame.step == 1:
            frame.step = 0
            frame.flags |= 1 << frame.target
            frame.amount |= frame.roll << BITS * frame.target
            return
        seat = self._next(game, frame)
        if seat != NONE:
            frame.step = 1
            frame.target = seat
            push_roll(game, seat, 1, "", frame.card)
            return
        left = leaders(frame, self.which == "highest")
        if len(left) > 1:
            frame.group, frame.flags, frame.amount = sum(1 << seat for seat in left), 0, 0
            return
        game.state.frames.pop()
        for seat in left:
            about = Frame(0, seat, card=frame.card, rival=frame.seat, space=frame.space)
            about.roll = rolled_by(frame, seat)
            self.do.run(game, about)

    def _next(self, game: Game, frame: Frame) -> int:
        count = len(game.state.seats)
        order = [(frame.seat + i) % count for i in range(count)]
        return next((seat for seat in order if (frame.group & ~frame.flags) >> seat & 1), NONE)

    def parts(self) -> list[Effect]:
        return [self.do]

    def english(self) -> str:
        deed = third_person(f"the one with the {self.which} roll", self.do.english())
        return f"{WHO_ENGLISH[self.who]} rolls a die, those tied for the {self.which} roll once more, and {deed}"


def rolled_by(frame: Frame, seat: int) -> int:
    """Return what a seat has rolled in the roll-off of a frame."""
    return frame.amount >> BITS * seat & (1 << BITS) - 1


def leaders(frame: Frame, highest: bool) -> list[int]:
    """Return the seats of a roll-off with the best roll, once all have rolled."""
    rolls = {seat: rolled_by(frame, seat) for seat in range(frame.group.bit_length()) if frame.group >> seat & 1}
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

    def givers(self, game: Game) -> list[int]:
        """Return the richest characters."""
        return extremes(game, [seat for seat in playing(game) if game.state.seats[seat][GOLD]], 1)

    def takers(self, game: Game, giver: int) -> list[int]:
        """Return the poorest of the other characters who may have gold."""
        return extremes(game, [seat for seat in playing(game) if seat != giver and can_carry_gold(game, seat)], -1)

    def run(self, game: Game, frame: Frame) -> None:
        if self.possible(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            game.pose(frame.seat, "giver", [AT + seat for seat in self.givers(game)])
        elif frame.step == 2:
            frame.target = game.state.answer - AT
        elif frame.step == 3 and self.takers(game, frame.target):
            game.pose(frame.seat, "receiver", [AT + seat for seat in self.takers(game, frame.target)])
        else:
            game.state.frames.pop()
            if frame.step == 4:
                amount = self.what[GOLD].of(game, frame)
                gain(game, game.state.answer - AT, GOLD, lose(game, frame.target, GOLD, amount))

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(self.takers(game, giver) for giver in self.givers(game))

    def english(self) -> str:
        (column,) = self.what
        return (
            f"the character with the most {COLUMN_ENGLISH[column]} gives {amounts_english(self.what)} to the one with"
            " the least, and you choose between equals"
        )


def extremes(game: Game, among: list[int], sign: int) -> list[int]:
    """Return those of some seats with the most gold (sign 1) or the least (-1)."""
    best = max((sign * game.state.seats[seat][GOLD] for seat in among), default=0)
    return [seat for seat in among if sign * game.state.seats[seat][GOLD] == best]


class AimAt(OneOf):
    """Choose a character, who is then the target. `{aim_at: any_other, do: {take: object}}`"""

    word = "aim_at"
    ask = "aim"
    option = AT
    who: Who
    do: Effect

    def among(self, game: Game, frame: Frame) -> list[int]:
        """Return the characters to whom it can be done."""
        found = []
        for seat in seats(game, frame, self.who):
            about = frame.copy()
            about.rival = seat
            if self.do.possible(game, about):
                found.append(seat)
        return found

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        frame.rival = chosen
        self.do.run(game, frame)

    def parts(self) -> list[Effect]:
        return [self.do]

    def english(self) -> str:
        deed = self.do.english()
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

    def _means(self, game: Game, frame: Frame) -> list[int]:
        """Return what may make the gold that is lacking."""
        cost = due(game, frame.seat, self.gold)
        return payable(game, frame.seat, frame, lambda gold: [PAY + cost] if gold >= cost else [])

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        cost = due(game, frame.seat, self.gold)
        frame.step += 1
        if game.state.seats[frame.seat][GOLD] >= cost and frame.step == 1:
            game.state.frames.pop()
            lose(game, frame.seat, GOLD, cost)
            self.then.run(game, frame)
        elif frame.step == 1 and self._means(game, frame):
            game.pose(frame.seat, "due", [DONE, *self._means(game, frame)])
        elif frame.step == 2 and game.state.answer != DONE:
            frame.step = 0
            answer_own(game, frame.seat, game.state.answer, frame)
        else:
            game.state.frames.pop()
            self.else_.run(game, frame)

    def parts(self) -> list[Effect]:
        return [self.then, self.else_]

    def english(self) -> str:
        none = isinstance(self.else_, Nothing)
        then = "" if isinstance(self.then, Nothing) else f" and {self.then.english()}"
        more = "" if none else f", and {third_person('whoever cannot', self.else_.english())}"
        return f"pay {self.gold} gold{then}{more}"
