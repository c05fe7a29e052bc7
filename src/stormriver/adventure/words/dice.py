"""Words of dice: rolling them, what follows from them, and rolling again."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, frames
from stormriver.adventure.model.clauses import dice, said_of, things
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.needs import A_DIE, A_FIGHT, A_NUMBER, A_ROLL, A_TARGET, OF_A_ROLL, THAT_CARD
from stormriver.adventure.model.perils import Fight, LoseFollower
from stormriver.adventure.model.rolls import labels, nearest_row, results, rolling, span
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ALL_SEATS,
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
from stormriver.adventure.procedures.terrain import names_at
from stormriver.kernel.ask import NUMBER, verb
from stormriver.kernel.bitmask import mask_of, members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import (
    Clause,
    Listed,
    Noun,
    Part,
    Retold,
    Rows,
    Sentences,
    Text,
    bid,
    do,
    following,
    listed,
    phrase,
    retold,
    state,
)
from stormriver.language.grammar import NOTHING, ZERO, Condition, Effect, Fixed, Names, Nothing, Signed, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

BITS: Final = 4
"""How many bits of a frame's number hold the roll of one seat."""
MOST_DICE: Final = 8
"""How many dice a roll is looked through for."""
DIE: Final = verb("die", NUMBER)
RESULT: Final = verb("result", NUMBER)
FACE: Final = verb("face", NUMBER)
CHOICE: Final = 2  # the step in which a result is chosen

ONE: Final = Dice(Fixed(1))


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

    def clause(self) -> Part:
        return listed(self._clauses(apart=False), "then")

    def clauses(self) -> list[Part]:
        return self._clauses(apart=True)

    def _clauses(self, apart: bool) -> list[Part]:
        """Return the roll and what follows; apart in sentences of their own if what follows hangs on a condition."""
        lead = rolling(self.dice, self.for_, self.plus, self.minus, self.who)
        if self.rows:
            ranges = labels(self.table_of_results, self.minus is not ZERO, self.plus is not ZERO)
            return [results(lead, ranges, [self._deed(*row) for row in self.table_of_results])]
        deed = self.do_.clause() if self.who == YOU else Retold(self.do_.clause())
        told = following(lead, deed)
        return [lead, deed] if apart and isinstance(told, Listed) and told.joined == "also" else [told]

    def _deed(self, low: int, high: int, effect: Effect) -> Part:
        deed = effect.clause()
        if any(low <= result <= high for result in self.again):
            deed = listed([deed, bid("roll_once_more")], "then")
        return deed if self.who == YOU else Retold(deed)


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

    def clause(self) -> Part:
        lead, most = rolling(self.dice, self.for_), self.most.clause()
        if isinstance(self.then, Nothing):
            return Rows(lead, ((phrase("more_than", number=most), self.else_.clause()),))
        rows = [(phrase("up_to", number=most), self.then.clause())]
        if not isinstance(self.else_, Nothing):
            rows.append((phrase("more"), self.else_.clause()))
        return Rows(lead, tuple(rows))


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

    def clause(self) -> Part:
        results = (("higher", self.win), ("equal", self.draw), ("lower", self.lose))
        rows = {name: deed.clause() for name, deed in results if deed is not NOTHING} or {"equal": NOTHING.clause()}
        if "lower" in rows and rows.get("equal") == rows["lower"]:
            rows["not_higher"] = rows.pop("lower")
            del rows["equal"]
        lead = bid("roll_for_both_sides", dice=dice(self.dice))
        return Rows(lead, tuple((phrase(f"total_{name}"), deed) for name, deed in rows.items()))


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
            node.fail("the lowest or the highest roll can be singled out, not {which!r}", which=self.which)

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

    def clause(self) -> Part:
        return listed(self.clauses(), "then")

    def clauses(self) -> list[Part]:
        everyone = said_of(self.who, "roll_dice", dice=Noun("die", "a"))
        tied = Clause((do("roll_as_tied"),), phrase(f"those_tied_for_{self.which}"))
        return [Listed((everyone, tied), "also"), retold(self.do_.clause(), phrase(f"one_with_{self.which}"))]


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

    def clause(self) -> Part:
        return listed(self.clauses(), "then")

    def clauses(self) -> list[Part]:
        mine = things(self.table).many(self.things, "your_belongings", "and", "your")
        if self.but:
            mine = phrase("things_except", things=mine, but=things(self.table).those(self.but, "and"))
        noun = "follower" if "follower" in self.things else "object" if self.things == {"object"} else "card"
        ends = state(f"be_{'killed' if noun == 'follower' else 'discarded'}_by_roll", Noun(noun, "the"))
        each = Rows(bid("roll_for_each", things=mine), ((span(1, self.lost), ends),))
        if not self.you:
            return [each]
        own = [effect.clause() for _, _, effect in self.you]
        return [results(bid("roll_for_yourself"), labels(self.you), own), each]


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

    def clause(self) -> Part:
        return Clause((do("roll_one_die_again"), do("keep_new_result")))


class Add(Effect):
    """Add to the dice just rolled; the natural result stays known. `{add: 1}`"""

    word = "add"
    rule = "golden.natural_roll"
    needs = frozenset({A_ROLL})
    more: Signed

    def do(self, game: AdventureGame, context: Context) -> None:
        roll_below(game).total += self.more.of(game, context)

    def clause(self) -> Part:
        if isinstance(self.more, Fixed) and self.more.fixed < 0:
            return bid("subtract_from_roll", number=Text(str(-self.more.fixed)))
        return bid("add_to_roll", number=self.more.clause())


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

    def clause(self) -> Part:
        return Clause((do("attack_roll_once_more"), do("keep_new_roll")))


class Rolled(Value):
    """What was rolled. `rolled`"""

    word = "rolled"
    needs = frozenset({A_NUMBER})

    def of(self, game: AdventureGame, context: Context) -> int:
        return context.roll

    def clause(self) -> Part:
        return Noun("roll", "the")


class Natural(Condition):
    """A die of one's roll, or of one's attack in the fight, shows this number, whatever was added. `{natural: 6}`"""

    word = "natural"
    needs = frozenset({A_DIE})
    die: int

    def test(self, game: AdventureGame, context: Context) -> bool:
        return self.die in faces(natural_dice(game, context), MOST_DICE)

    def clause(self) -> Part:
        return state("show_number", Noun("die", "your"), number=Text(str(self.die)))


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
    return allowed(game, seat, "choose_result", names_at(game, game.state.seats[seat][SPACE]))


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
