"""Words of dice: roll, throw, reroll, add, within, contest."""

from __future__ import annotations

from stormriver.adventure.model import asks, frames
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.perils import LoseFollower
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import YOU, DieTable, Purpose, Things, Who
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.dice import faces, push_roll, reroll_die, turn_die
from stormriver.adventure.procedures.stats import allowed, names_now
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.words.fortune import subject
from stormriver.kernel.ask import NUMBER, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.english import dice, listed, shared_beginning, they
from stormriver.language.grammar import NOTHING, Effect, Fixed, Nothing, Value
from stormriver.language.message import Message

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

    def do(self, game: AdventureGame, context: Context) -> None:
        seat = one(game, context, self.who)
        if seat != NONE:
            step = CHOICE if chooses_result(game, seat, context) else 0
            self.begin(game, context.of(seat), step)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame.context), self.for_, frame.context.card)
        elif frame.step == CHOICE:
            frame.next_stage()
            game.pose(frame.seat, asks.RESULT, [RESULT + low for low, _, _ in self.rows])
        elif frame.step == 1:
            about = frame.context.rolled(*game.state.returned)
            self._follow(game, frame, about, about.roll + self.plus.of(game, about) - self.minus.of(game, about))
        else:
            self._follow(game, frame, frame.context, game.state.answer - RESULT)

    def _follow(self, game: AdventureGame, frame: WordFrame, about: Context, result: int) -> None:
        """Do what the table says; roll once more if it says so."""
        frame.start_over()
        if result not in self.again:
            game.state.frames.pop()
        nearest_row(self.rows, result).run(game, about.rolled(result, about.natural))

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message:
        return Message("result/result", {"deed": " ".join(nearest_row(self.rows, argument).sentences())})

    def english(self) -> str:
        change = "" if self.plus is ZERO else f" and add {self.plus.english()}"
        change += "" if self.minus is ZERO else f" and subtract {self.minus.english()}"
        how = "pray: " if self.for_ == "pray" else ""
        rows = rows_english(self.rows, self.who)
        rows += f"; after {listed(map(str, self.again))}, roll once more" if self.again else ""
        return f"{how}{subject(self.who, 'roll', 'rolls')} {dice(self.dice.english())}{change} ({rows})"


def chooses_result(game: AdventureGame, seat: int, context: Context) -> bool:
    """Tell whether a character chooses the result of a table that stands on their space."""
    if context.card != NONE or "choose_result" not in game.table.allows:
        return False
    return allowed(game, seat, "choose_result", game.table.spaces[game.state.seats[seat][SPACE]].names)


class Throw(Effect):
    """Roll, then do something with the number, `rolled`. `{throw: 1, do: {mark: pit_fiends, amount: rolled}}`"""

    word = "throw"
    rule = "components.dice"
    dice: Value
    do_: Effect
    for_: Purpose = Purpose("")

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame.context), self.for_, frame.context.card)
            return
        game.state.frames.pop()
        self.do_.run(game, frame.context.rolled(*game.state.returned))

    def english(self) -> str:
        return f"roll {dice(self.dice.english())}, then {self.do_.english()}"


class Within(Effect):
    """Roll no more than a number. `{within: {stat: craft}, dice: 2, then: enter, else: {lose: {craft: 1}}}`"""

    word = "within"
    rule = "components.dice"
    most: Value
    then: Effect
    else_: Effect = NOTHING
    dice: Value = ONE
    for_: Purpose = Purpose("")

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame.context), self.for_, frame.context.card)
            return
        game.state.frames.pop()
        about = frame.context.rolled(*game.state.returned)
        (self.then if about.roll <= self.most.of(game, about) else self.else_).run(game, about)

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

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            rolled = game.roll(NONE, self.dice.of(game, frame.context))
            frame.count = sum(rolled)
        elif stage == 2:
            push_roll(game, frame.seat, self.dice.of(game, frame.context), Purpose(""), frame.context.card)
        else:
            game.state.frames.pop()
            about = frame.context.rolled(*game.state.returned)
            more = about.roll - frame.count
            (self.win if more > 0 else self.lose if more < 0 else self.draw).run(game, about)

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

    def at_stake(self, game: AdventureGame, seat: int) -> list[int]:
        """Return the belongings of a seat that are rolled for."""
        found = partable(game, seat, self.things)
        return [card for card in found if self.but.isdisjoint(names_now(game, card))]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.you or self.at_stake(game, context.seat):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        mine = self.at_stake(game, frame.seat)
        own = bool(self.you)
        stage = frame.next_stage()
        if stage == 1:
            push_roll(game, frame.seat, own + len(mine), Purpose(""), frame.context.card)
            return
        game.state.frames.pop()
        about = frame.context.rolled(*game.state.returned)
        dice_ = faces(about.natural, own + len(mine))
        if own:
            nearest_row(self.you, dice_[0]).run(game, about)
        for card, die in zip(mine, dice_[own:], strict=True):
            if die <= self.lost:
                self._lose(game, frame.seat, card)

    def _lose(self, game: AdventureGame, seat: int, card: int) -> None:
        if "follower" in names_now(game, card):
            game.push(LoseFollower(seat, card))
        else:
            discard(game, card, seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self.you or self.at_stake(game, context.seat))

    def english(self) -> str:
        mine = nouns(self.table).many(self.things, "belongings")
        besides = f" but {nouns(self.table).those(self.but)}" if self.but else ""
        ends = "killed" if "follower" in self.things else "discarded"
        each = f"each of your {mine}{besides}, each of which is {ends} by a roll of {self.lost} or less"
        if not self.you:
            return f"roll a die for {each}"
        return f"roll a die for yourself ({rows_english(self.you)}) and one for {each}"


def nearest_row(rows: DieTable, result: int) -> Effect:
    """Return the effect in a table for a result; one beyond the table counts as its nearest row."""
    for _, high, effect in rows:
        if result <= high:
            return effect
    return rows[-1][2]


def rows_english(rows: DieTable, who: Who = YOU) -> str:
    """Return a table in words, for whoever rolls; a beginning that all rows share is said once."""
    texts = [effect.english() if who == YOU else they(effect.english()) for _, _, effect in rows]
    shared = shared_beginning(texts)
    texts[1:] = [text.removeprefix(shared) for text in texts[1:]]
    ranges = [str(low) if low == high else f"{low}-{high}" for low, high, _ in rows]
    return "; ".join(f"{result}: {text}" for result, text in zip(ranges, texts, strict=True))


class Reroll(Effect):
    """Roll one of the dice just rolled again, the holder's choice; the new result stands. `reroll`"""

    word = "reroll"
    rule = "fate.reroll"

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        rolled = roll_below(game)
        stage = frame.next_stage()
        if stage == 1:
            game.pose(frame.seat, asks.REROLL, [DIE + i + 1 for i in range(rolled.dice)])
        elif stage == 2:
            frame.count = game.state.answer - DIE - 1
            if frame.context.card == NONE and allowed(game, frame.seat, "choose_die"):
                return
            game.state.frames.pop()
            reroll_die(game, rolled, frame.count)
        elif stage == 3:
            shown = faces(rolled.natural, rolled.dice)[frame.count]
            game.pose(frame.seat, asks.FACE, [FACE + side for side in range(1, 7) if side != shown])
        else:
            game.state.frames.pop()
            turn_die(rolled, frame.count, game.state.answer - FACE)

    def english(self) -> str:
        return "roll one of the dice again and keep the new result"


class Add(Effect):
    """Add to the dice just rolled; the natural result stays known. `{add: 1}`"""

    word = "add"
    rule = "golden.natural_roll"
    more: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        roll_below(game).total += self.more.of(game, context)

    def english(self) -> str:
        if isinstance(self.more, Fixed) and self.more.fixed < 0:
            return f"subtract {-self.more.fixed} from the roll"
        return f"add {self.more.english()} to the roll"


def roll_below(game: AdventureGame) -> frames.Roll:
    """Return the roll under way that an answer is about."""
    rolling = game.under_way(frames.Roll)
    if rolling is None:
        raise LookupError("no roll is under way")
    return rolling
