"""Words of dice: rolling them, what follows from them, and rolling again."""

from __future__ import annotations

from stormriver.adventure.model import asks, frames
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.needs import A_DIE, A_FIGHT, A_NUMBER, A_ROLL, A_TARGET, OF_A_ROLL, THAT_CARD
from stormriver.adventure.model.nouns import nouns, subject
from stormriver.adventure.model.perils import Fight, LoseFollower
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ALL_SEATS,
    WHO_ENGLISH,
    YOU,
    Dice,
    DieTable,
    Purpose,
    TableOrDice,
    Things,
    Who,
    refuse_spells,
)
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.dice import dice_in_hand, faces, pack, push_roll, reroll_die, turn_die, unpack
from stormriver.adventure.procedures.stats import allowed, names_now
from stormriver.adventure.procedures.targets import one, seats
from stormriver.kernel.ask import NUMBER, verb
from stormriver.kernel.bitmask import mask_of, members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Sentences
from stormriver.language.english import dice, listed, shared_beginning, they, third_person
from stormriver.language.grammar import NOTHING, Condition, Effect, Fixed, Names, Nothing, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

BITS = 4
"""How many bits of a frame's number hold the roll of one seat."""


MOST_DICE = 8
"""How many dice a roll is looked through for."""


DIE = verb("die", NUMBER)


RESULT = verb("result", NUMBER)


CHOICE = 2  # the step in which a result is chosen


FACE = verb("face", NUMBER)


ZERO = Fixed(0)


ONE = Dice(Fixed(1))


class Roll(Effect):
    """Roll, and do what the table says, or something with the number, `rolled`. `{roll: {1-5: nothing, 6: end_turn}}`,
    `{roll: 2, do: {gain: {gold: rolled}}}`

    A modified result beyond the table counts as its nearest row. After the results of `again` one rolls once more.
    """

    word = "roll"
    rule = "components.dice"
    chancy = True
    provides = dict.fromkeys(("rows", "do_", "plus", "minus"), OF_A_ROLL)
    rows: TableOrDice
    do_: Effect = NOTHING
    dice: Dice = ONE
    for_: Purpose = Purpose("")
    plus: Value = ZERO
    minus: Value = ZERO
    who: Who = YOU
    again: tuple[int, ...] = ()

    def ready(self, names: Names, node: Node) -> None:
        if isinstance(self.rows, Value):
            if self.do_ is NOTHING or self.dice is not ONE or self.again:
                node.fail("`roll` with a number of dice says with `do` what follows, and neither `dice` nor `again`")
            self.dice = Dice(self.rows)
            self.rows = ()
        elif self.do_ is not NOTHING:
            node.fail("`roll` with a table says there what follows; leave `do` out")

    @property
    def table_of_results(self) -> DieTable:
        """The table; empty if the number is what counts."""
        assert isinstance(self.rows, tuple)
        return self.rows

    def following(self, result: int) -> Effect:
        """Return what follows a result."""
        return nearest_row(self.table_of_results, result) if self.rows else self.do_

    def do(self, game: AdventureGame, context: Context) -> None:
        seat = one(game, context, self.who)
        if seat != NONE:
            step = CHOICE if self.rows and chooses_result(game, seat, context) else 0
            self.begin(game, context.of(seat), step)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            push_roll(game, frame.seat, self.dice.of(game, frame.context), self.for_, frame.context.card)
        elif frame.step == CHOICE:
            frame.next_stage()
            game.pose(frame.seat, asks.RESULT, [RESULT + low for low, _, _ in self.table_of_results])
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
        self.following(result).run(game, about.rolled(result, about.natural))

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message:
        return Message("result/result", {"deed": Sentences(tuple(self.following(argument).clauses()))})

    def brings(self) -> tuple[str, ...]:
        return ("prayed",) if self.for_ == "pray" else ()

    def english(self) -> str:
        change = "" if self.plus is ZERO else f" and add {self.plus.english()}"
        change += "" if self.minus is ZERO else f" and subtract {self.minus.english()}"
        how = "pray: " if self.for_ == "pray" else ""
        if not self.rows:
            deed = self.do_.english() if self.who == YOU else they(self.do_.english())
            return f"{how}{subject(self.who, 'roll', 'rolls')} {dice(self.dice.english())}{change}, then {deed}"
        rows = rows_english(self.table_of_results, self.who)
        rows += f"; after {listed(map(str, self.again))}, roll once more" if self.again else ""
        return f"{how}{subject(self.who, 'roll', 'rolls')} {dice(self.dice.english())}{change} ({rows})"


class Within(Effect):
    """Roll no more than a number. `{within: {stat: craft}, dice: 2, then: enter, else: {lose: {craft: 1}}}`"""

    word = "within"
    rule = "components.dice"
    chancy = True
    provides = dict.fromkeys(("most", "then", "else_"), OF_A_ROLL)
    most: Value
    then: Effect
    else_: Effect = NOTHING
    dice: Dice = ONE
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

    def brings(self) -> tuple[str, ...]:
        return ("prayed",) if self.for_ == "pray" else ()

    def english(self) -> str:
        most = self.most.english()
        more = "" if isinstance(self.else_, Nothing) else f"; more: {self.else_.english()}"
        return f"roll {dice(self.dice.english())} (at most {most}: {self.then.english()}{more})"


class Contest(Effect):
    """Roll against the space or card, the higher total wins. `{contest: 2, win: ..., lose: ..., draw: ...}`"""

    word = "contest"
    rule = "components.dice"
    chancy = True
    provides = dict.fromkeys(("win", "draw", "lose"), OF_A_ROLL)
    dice: Dice
    win: Effect = NOTHING
    draw: Effect = NOTHING
    lose: Effect = NOTHING

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            rolled = game.roll(NONE, dice_in_hand(self.dice.of(game, frame.context)))
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


class RollOff(Effect):
    """Each rolls a die, equal rolls again; the single lowest or highest does something. `{roll_off: lowest, do: ...}`

    In what is done, `rolled` is the last roll of the one singled out.
    """

    word = "roll_off"
    rule = "components.dice"
    chancy = True
    provides = {"do_": frozenset({A_TARGET, A_NUMBER})}
    hides = {"do_": frozenset({THAT_CARD, A_DIE})}
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


class RollForEach(Effect):
    """Roll for each such belonging at once, `but` for some; those that roll at most `lost` are killed or discarded.
    `{roll_for_each: follower, lost: 2, you: {1-2: {lose: {life: 1}}, 3-6: nothing}}`

    With `you` one rolls for oneself as well.
    """

    word = "roll_for_each"
    rule = "components.dice"
    chancy = True
    provides = {"you": OF_A_ROLL}
    things: Things
    lost: int
    you: DieTable = DieTable(())
    but: Things = Things(frozenset())

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

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


class Reroll(Effect):
    """Roll one of the dice just rolled again, the holder's choice; the new result stands. `reroll`"""

    word = "reroll"
    rule = "fate.reroll"
    needs = frozenset({A_ROLL})

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
    needs = frozenset({A_ROLL})
    more: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        roll_below(game).total += self.more.of(game, context)

    def english(self) -> str:
        if isinstance(self.more, Fixed) and self.more.fixed < 0:
            return f"subtract {-self.more.fixed} from the roll"
        return f"add {self.more.english()} to the roll"


class RerollAttack(Effect):
    """Make one's attack roll in the fight once more; the new one stands. `reroll_attack`"""

    word = "reroll_attack"
    rule = "battle.attack_roll"
    needs = frozenset({A_FIGHT})

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


class Rolled(Value):
    """What was rolled. `rolled`"""

    word = "rolled"
    needs = frozenset({A_NUMBER})

    def of(self, game: AdventureGame, context: Context) -> int:
        return context.roll

    def english(self) -> str:
        return "the roll"


class Natural(Condition):
    """A die of one's roll, or of one's attack in the fight, shows this number, whatever was added. `{natural: 6}`"""

    word = "natural"
    needs = frozenset({A_DIE})
    die: int

    def test(self, game: AdventureGame, context: Context) -> bool:
        return self.die in faces(natural_dice(game, context), MOST_DICE)

    def english(self) -> str:
        return f"your die shows a {self.die}"

    def negation(self) -> str:
        return f"your die does not show a {self.die}"


def natural_dice(game: AdventureGame, context: Context) -> int:
    """Return the dice of the roll that a word answers, as they fell; without one those of one's side of the fight."""
    fight = game.under_way(Fight)
    if fight is None:
        return context.natural
    if context.natural and (context.roll, context.natural) != (fight.roll, fight.rival_roll):
        return context.natural
    return fight.roll if context.seat == fight.seat else fight.rival_roll


def chooses_result(game: AdventureGame, seat: int, context: Context) -> bool:
    """Tell whether a character chooses the result of a table that stands on their space."""
    if context.card != NONE or "choose_result" not in game.table.allows:
        return False
    return allowed(game, seat, "choose_result", game.table.spaces[game.state.seats[seat][SPACE]].names)


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


def roll_below(game: AdventureGame) -> frames.Roll:
    """Return the roll under way that an answer is about."""
    rolling = game.under_way(frames.Roll)
    if rolling is None:
        raise LookupError("no roll is under way")
    return rolling


def rolled_by(frame: WordFrame, seat: int) -> int:
    """Return what a seat has rolled in a roll-off; 0 if it has not rolled yet."""
    return frame.count >> BITS * seat & (1 << BITS) - 1


def leaders(frame: WordFrame, highest: bool) -> list[int]:
    """Return the seats of a roll-off with the best roll, once all have rolled."""
    rolls = {seat: rolled_by(frame, seat) for seat in members(frame.chosen)}
    best = (max if highest else min)(rolls.values(), default=0)
    return [seat for seat, roll in rolls.items() if roll == best]
