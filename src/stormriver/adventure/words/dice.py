"""Words of dice: roll, throw, reroll, add, within, contest."""

from __future__ import annotations

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.procedures import LOSE_FOLLOWER, ROLL
from stormriver.adventure.model.types import YOU, DieTable, Purpose, Things, Who
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.dice import faces, push_roll, reroll_die, turn_die
from stormriver.adventure.procedures.stats import allowed, names_now, table_of
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.words.fortune import subject
from stormriver.kernel.ask import NUMBER, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import dice, listed, shared_beginning, they
from stormriver.language.grammar import NOTHING, Effect, Fixed, Nothing, Value

DIE = verb("die", NUMBER)
RESULT = verb("result", NUMBER)
CHOICE = 2  # the step in which a result is chosen
FACE = verb("face", NUMBER)
ZERO = Fixed(0)
ONE = Fixed(1)


class Roll(Effect):
    """Roll and look up the table. `{roll: {1: {lose: {life: 1}}, 2-5: nothing, 6: {gain: {craft: 1}}}, for: pray}`

    A modified result beyond the table counts as its nearest row. After the results of `again` one rolls once more.
    """

    word = "roll"
    rule = "components.dice"
    rows: DieTable
    dice: Value = ONE
    for_: Purpose = Purpose("")
    plus: Value = ZERO
    minus: Value = ZERO
    who: Who = YOU
    again: tuple[int, ...] = ()

    def run(self, game: Game, frame: Frame) -> None:
        seat = one(game, frame, self.who)
        if seat != NONE:
            new = self.begin(game, frame)
            new.seat = seat
            new.step = CHOICE if chooses_result(game, seat, frame) else 0

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame), self.for_, frame.card)
        elif frame.step == CHOICE:
            frame.step += 1
            game.pose(frame.seat, "result", [RESULT + low for low, _, _ in self.rows])
        elif frame.step == 1:
            self._follow(game, frame, frame.roll + self.plus.of(game, frame) - self.minus.of(game, frame))
        else:
            self._follow(game, frame, game.state.answer - RESULT)

    def _follow(self, game: Game, frame: Frame, result: int) -> None:
        """Do what the table says; roll once more if it says so."""
        frame.step = 0
        frame.roll = result
        if result not in self.again:
            game.state.frames.pop()
        nearest_row(self.rows, result).run(game, frame)

    def parts(self) -> list[Effect]:
        return [effect for _, _, effect in self.rows]

    def english(self) -> str:
        change = "" if self.plus is ZERO else f" and add {self.plus.english()}"
        change += "" if self.minus is ZERO else f" and subtract {self.minus.english()}"
        how = "pray: " if self.for_ == "pray" else ""
        rows = rows_english(self.rows, self.who)
        rows += f"; after {listed(map(str, self.again))}, roll once more" if self.again else ""
        return f"{how}{subject(self.who, 'roll', 'rolls')} {dice(self.dice.english())}{change} ({rows})"


def chooses_result(game: Game, seat: int, frame: Frame) -> bool:
    """Tell whether a character chooses the result of a table that stands on his space."""
    if frame.card != NONE or "choose_result" not in game.table.allows:
        return False
    return allowed(game, seat, "choose_result", table_of(game).spaces[game.state.seats[seat][SPACE]].names)


class Throw(Effect):
    """Roll, then do something with the number, `rolled`. `{throw: 1, do: {mark: pit_fiends, amount: rolled}}`"""

    word = "throw"
    rule = "components.dice"
    dice: Value
    do: Effect
    for_: Purpose = Purpose("")

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame), self.for_, frame.card)
            return
        game.state.frames.pop()
        self.do.run(game, frame)

    def parts(self) -> list[Effect]:
        return [self.do]

    def english(self) -> str:
        return f"roll {dice(self.dice.english())}, then {self.do.english()}"


class Within(Effect):
    """Roll no more than a number. `{within: {stat: craft}, dice: 2, then: enter, else: {lose: {craft: 1}}}`"""

    word = "within"
    rule = "components.dice"
    most: Value
    then: Effect
    else_: Effect = NOTHING
    dice: Value = ONE
    for_: Purpose = Purpose("")

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame), self.for_, frame.card)
            return
        game.state.frames.pop()
        (self.then if frame.roll <= self.most.of(game, frame) else self.else_).run(game, frame)

    def parts(self) -> list[Effect]:
        return [self.then, self.else_]

    def english(self) -> str:
        most = self.most.english()
        more = "" if isinstance(self.else_, Nothing) else f"; more: {self.else_.english()}"
        return f"roll {dice(self.dice.english())} (at most {most}: {self.then.english()}{more})"


class Contest(Effect):
    """Roll against the space or card, the higher total wins. `{contest: 2, win: ..., lose: ..., draw: ...}`"""

    word = "contest"
    rule = "components.dice"
    dice: Value
    win: Effect = NOTHING
    draw: Effect = NOTHING
    lose: Effect = NOTHING

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            rolled = game.roll(NONE, self.dice.of(game, frame))
            frame.amount = sum(rolled)
        elif frame.step == 2:
            push_roll(game, frame.seat, self.dice.of(game, frame), Purpose(""), frame.card)
        else:
            game.state.frames.pop()
            outcome = self.win if frame.roll > frame.amount else self.lose if frame.roll < frame.amount else self.draw
            outcome.run(game, frame)

    def parts(self) -> list[Effect]:
        return [self.win, self.draw, self.lose]

    def english(self) -> str:
        results = (("higher", self.win), ("equal", self.draw), ("lower", self.lose))
        rows = [f"your total is {name}: {effect.english()}" for name, effect in results if effect is not NOTHING]
        return f"roll {dice(self.dice.english())} for yourself and as many against yourself ({'; '.join(rows)})"


class RollForEach(Effect):
    """Roll for each such belonging at once, `but` for some; those that roll at most `lost` are killed or discarded.
    `{roll_for_each: follower, lost: 2, you: {1-2: {lose: {life: 1}}, 3-6: nothing}}`

    With `you` one rolls for oneself as well.
    """

    word = "roll_for_each"
    rule = "components.dice"
    things: Things
    lost: int
    you: DieTable = DieTable(())
    but: Things = Things(frozenset())

    def at_stake(self, game: Game, seat: int) -> list[int]:
        """Return the belongings of a seat that are rolled for."""
        found = partable(game, seat, self.things)
        return [card for card in found if self.but.isdisjoint(names_now(game, card))]

    def run(self, game: Game, frame: Frame) -> None:
        if self.you or self.at_stake(game, frame.seat):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        mine = self.at_stake(game, frame.seat)
        own = bool(self.you)
        frame.step += 1
        if frame.step == 1:
            push_roll(game, frame.seat, own + len(mine), Purpose(""), frame.card)
            return
        game.state.frames.pop()
        dice_ = faces(frame.rival_roll, own + len(mine))
        if own:
            nearest_row(self.you, dice_[0]).run(game, frame)
        for card, die in zip(mine, dice_[own:], strict=True):
            if die <= self.lost:
                self._lose(game, frame.seat, card)

    def _lose(self, game: Game, seat: int, card: int) -> None:
        if "follower" in names_now(game, card):
            game.push(Frame(LOSE_FOLLOWER, seat, card=card))
        else:
            discard(game, card, seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self.you or self.at_stake(game, frame.seat))

    def parts(self) -> list[Effect]:
        return [effect for _, _, effect in self.you]

    def english(self) -> str:
        mine = nouns(self.table).many(self.things, "belongings")
        besides = f" but {nouns(self.table).those(self.but)}" if self.but else ""
        ends = "killed" if "follower" in self.things else "discarded"
        each = f"each of your {mine}{besides}, each of which is {ends} by a roll of {self.lost} or less"
        if not self.you:
            return f"roll a die for {each}"
        return f"roll a die for yourself ({rows_english(self.you)}) and one for {each}"


def nearest_row(rows: DieTable, result: int) -> Effect:
    """Return the effect of a table for a result, however far beyond it."""
    for _, high, effect in rows:
        if result <= high:
            return effect  # type: ignore[no-any-return]
    return rows[-1][2]  # type: ignore[no-any-return]


def rows_english(rows: DieTable, who: Who = YOU) -> str:
    """Return a table in words, for whoever rolls; what all its rows begin with is said once."""
    texts = [effect.english() if who == YOU else they(effect.english()) for _, _, effect in rows]
    shared = shared_beginning(texts)
    texts[1:] = [text.removeprefix(shared) for text in texts[1:]]
    ranges = [str(low) if low == high else f"{low}-{high}" for low, high, _ in rows]
    return "; ".join(f"{result}: {text}" for result, text in zip(ranges, texts, strict=True))


class Reroll(Effect):
    """Roll one of the dice just rolled again, the holder's choice; the new result stands. `reroll`"""

    word = "reroll"
    rule = "fate.reroll"

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        rolled = roll_below(game)
        frame.step += 1
        if frame.step == 1:
            game.pose(frame.seat, "reroll", [DIE + i + 1 for i in range(rolled.amount)])
        elif frame.step == 2:
            frame.amount = game.state.answer - DIE - 1
            if frame.card == NONE and allowed(game, frame.seat, "choose_die"):
                return
            game.state.frames.pop()
            reroll_die(game, rolled, frame.amount)
        elif frame.step == 3:
            shown = faces(rolled.rival_roll, rolled.amount)[frame.amount]
            game.pose(frame.seat, "face", [FACE + side for side in range(1, 7) if side != shown])
        else:
            game.state.frames.pop()
            turn_die(rolled, frame.amount, game.state.answer - FACE)

    def english(self) -> str:
        return "roll one of the dice again and keep the new result"


class Add(Effect):
    """Add to the dice just rolled; the natural result stays known. `{add: 1}`"""

    word = "add"
    rule = "golden.natural_roll"
    more: Value

    def run(self, game: Game, frame: Frame) -> None:
        roll_below(game).roll += self.more.of(game, frame)

    def english(self) -> str:
        if isinstance(self.more, Fixed) and self.more.fixed < 0:
            return f"subtract {-self.more.fixed} from the roll"
        return f"add {self.more.english()} to the roll"


def roll_below(game: Game) -> Frame:
    """Return the roll under way that an answer is about."""
    for frame in reversed(game.state.frames):
        if frame.procedure == ROLL:
            return frame
    raise LookupError("no roll is under way")
