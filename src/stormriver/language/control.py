"""The words that put others together: one after another, a choice, a condition, a repetition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.ask import NAME, NO, YES, AskKind, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.game import Game
from stormriver.language import asks
from stormriver.language.clauses import (
    Clause,
    Do,
    Given,
    Part,
    Rows,
    Sentences,
    Text,
    bid,
    decided,
    doing,
    negated,
    optional,
    phrase,
    plain_deed,
    state,
)
from stormriver.language.clauses import listed as listed_parts
from stormriver.language.grammar import NOTHING, ZERO, Condition, Effect, Fixed, Nothing, Signed, Value
from stormriver.language.message import Message

CHOOSE: Final = verb("choose", NAME)
MANY_CHOICES: Final = 4
"""From so many choices on they are listed apart, also where each is a plain deed."""


class Seq(Effect):
    """One effect after another; written as a list."""

    unattended = True
    effects: tuple[Effect, ...] = ()

    def do(self, game: Game, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: Game, frame: WordFrame) -> None:
        at = frame.step
        if at == len(self.effects):
            game.state.frames.pop()
        else:
            frame.next_stage()
            self.effects[at].run(game, frame.context)

    def possible(self, game: Game, context: Context) -> bool:
        return any(effect.possible(game, context) for effect in self.effects if not effect.incidental())

    def clause(self) -> Part:
        said = [effect.clause() for effect in self.effects]
        if len(said) > 1 and all(one == said[0] for one in said):
            return phrase("times_over", number=Text(str(len(said))), deed=said[0])
        return listed_parts(said, "then")

    def clauses(self) -> list[Part]:
        return [clause for effect in self.effects for clause in effect.clauses()]


class If(Effect):
    """One of two effects, by a condition. `{if: {is: good}, then: ..., else: ...}`"""

    word = "if"
    unattended = True
    condition: Condition
    then: Effect
    else_: Effect = NOTHING

    def do(self, game: Game, context: Context) -> None:
        (self.then if self.condition.test(game, context) else self.else_).run(game, context)

    def possible(self, game: Game, context: Context) -> bool:
        return (self.then if self.condition.test(game, context) else self.else_).possible(game, context)

    def clause(self) -> Part:
        settled = self.condition.settled()
        if settled is not None:
            return (self.then if settled else self.else_).clause()
        if isinstance(self.else_, Nothing):
            return Given(self.then.clause(), self.condition.clause(), "first")
        if isinstance(self.then, Nothing):
            return Given(self.else_.clause(), negated(self.condition.clause()), "first")
        then, other, condition = self.then.clause(), self.else_.clause(), self.condition.clause()
        return then if then == other else Given(then, condition, "first", other)


class May(Effect):
    """An optional effect. `{may: {gain: {craft: 1}}}`"""

    word = "may"
    effect: Effect

    def do(self, game: Game, context: Context) -> None:
        if self.effect.possible(game, context):
            self.begin(game, context)

    def step(self, game: Game, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(frame.seat, asks.MAY, [YES, NO])
        else:
            game.state.frames.pop()
            if game.state.answer == YES:
                self.effect.run(game, frame.context)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        if verb != "yes":
            return None
        return Message("may/yes", {"deed": Sentences((decided(self.effect.clause()),))})

    def first_effect(self, verb: str, argument: int) -> Effect:
        return self.effect if verb == "yes" else NOTHING

    def possible(self, game: Game, context: Context) -> bool:
        return self.effect.possible(game, context)

    def clause(self) -> Part:
        return optional(self.effect.clause())


class Must(Effect):
    """Do something if it can be done, else something else. `{must: {discard: follower}, else: {lose: {life: 1}}}`"""

    word = "must"
    effect: Effect
    else_: Effect

    def chosen(self, game: Game, context: Context) -> Effect:
        """Return which of the two it is to be at this moment."""
        return self.effect if self.effect.possible(game, context) else self.else_

    def do(self, game: Game, context: Context) -> None:
        self.chosen(game, context).run(game, context)

    def clause(self) -> Part:
        return Given(self.effect.clause(), state("can_do_so"), otherwise=self.else_.clause())


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(Effect):
    """Something done with one thing out of several, the seat's choice; nothing if there are none.

    Words that let a seat choose one thing list the candidates (`among`) and act on the chosen one (`carry_out`).
    """

    ask: ClassVar[AskKind]
    """The kind of the ask that it poses."""
    option: ClassVar[int] = 0
    """The verb of all its options; 0 if they have several, and `among` returns whole options."""

    def among(self, game: Game, context: Context) -> Sequence[int]:
        """Return what may be chosen: arguments for the verb `option` or, if that is 0, whole option codes."""
        raise NotImplementedError(self.word)

    def asked(self) -> AskKind:
        """Return the kind of the ask, where one word poses several."""
        return self.ask

    def amounts(self, game: Game, things: Sequence[int]) -> dict[int, int] | None:
        """Return the amounts of the options by code, see `Game.pose`; None if there are none."""
        return None

    def carry_out(self, game: Game, context: Context, chosen: int) -> None:
        """Do it with the chosen thing; the frame of the word has ended, and `context` is what it was about."""
        raise NotImplementedError(self.word)

    def do(self, game: Game, context: Context) -> None:
        if self.among(game, context):
            self.begin(game, context)

    def step(self, game: Game, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            things = self.among(game, frame.context)
            if not things:  # what happened since `do` looked has taken the last one away
                game.state.frames.pop()
                return
            game.pose(frame.seat, self.asked(), [self.option + thing for thing in things], self.amounts(game, things))
        else:
            game.state.frames.pop()
            self.carry_out(game, frame.context, game.state.answer - self.option)

    def possible(self, game: Game, context: Context) -> bool:
        return bool(self.among(game, context))


class Choose(OneOf):
    """Exactly one of several named effects, the seat's choice. `{choose: {strength: ..., craft: ...}}`

    With `able: true` it is one that would do something; if none would, nothing is chosen.
    """

    word = "choose"
    ask = asks.CHOOSE
    option = CHOOSE
    choices: dict[int, Effect]
    able: bool = False

    def among(self, game: Game, context: Context) -> list[int]:
        return [name for name, choice in self.choices.items() if not self.able or choice.possible(game, context)]

    def carry_out(self, game: Game, context: Context, chosen: int) -> None:
        self.choices[chosen].run(game, context)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message:
        return Message("choose/choose", {"deed": Sentences(tuple(self.choices[argument].clauses()))})

    def first_effect(self, verb: str, argument: int) -> Effect:
        return self.choices[argument]

    def possible(self, game: Game, context: Context) -> bool:
        return any(choice.possible(game, context) for choice in self.choices.values())

    def clause(self) -> Part:
        choices = [effect.clause() for effect in self.choices.values()]
        plain = [deed for deed in map(plain_deed, choices) if deed is not None]
        if len(plain) == len(choices) < MANY_CHOICES:
            return doing(plain, None, "or")
        return Rows(bid("choose_one"), tuple((None, choice) for choice in choices))


class Repeat(Effect):
    """An effect several times over. `{repeat: 2, do: ...}`"""

    word = "repeat"
    unattended = True
    times: Value
    do_: Effect

    def do(self, game: Game, context: Context) -> None:
        self.begin(game, context, count=self.times.of(game, context))

    def step(self, game: Game, frame: WordFrame) -> None:
        if frame.count <= 0 or game.state.interrupt:  # whatever ends an encounter ends the repetition
            game.state.frames.pop()
        else:
            frame.count -= 1
            self.do_.run(game, frame.context)

    def clause(self) -> Part:
        key = "times" if isinstance(self.times, Fixed) else "as_many_times"
        return phrase(key, number=self.times.clause(), deed=self.do_.clause())


class Whether(Value):
    """One of two numbers, by a condition. `{if: {is: good}, then: 1, else: 0}`"""

    word = "if"
    unattended = True
    condition: Condition
    then: Signed
    else_: Signed = Signed(ZERO)

    def of(self, game: Game, context: Context) -> int:
        return (self.then if self.condition.test(game, context) else self.else_).of(game, context)

    def below_zero(self) -> bool:
        return self.then.below_zero() or self.else_.below_zero()

    def clause(self) -> Part:
        then, other, condition = self.then.clause(), self.else_.clause(), self.condition.clause()
        if other == ZERO.clause():
            return phrase("number_if", number=then, condition=condition)
        return phrase("number_if_otherwise", number=then, condition=condition, other=other)


class Not(Condition):
    """Holds when the other does not. `{not: {is: evil}}`"""

    word = "not"
    unattended = True
    condition: Condition

    def test(self, game: Game, context: Context) -> bool:
        return not self.condition.test(game, context)

    def clause(self) -> Part:
        return negated(self.condition.clause())

    def settled(self) -> bool | None:
        known = self.condition.settled()
        return None if known is None else not known


class All(Condition):
    """Holds when each of a list does. `{all: [{at: hills}, {is: good}]}`"""

    word = "all"
    unattended = True
    conditions: tuple[Condition, ...]

    def test(self, game: Game, context: Context) -> bool:
        return all(condition.test(game, context) for condition in self.conditions)

    def clause(self) -> Part:
        return _statements(self.conditions, "and", without=True)

    def settled(self) -> bool | None:
        known = [part.settled() for part in self.conditions]
        return False if False in known else None if None in known else True


class Any(Condition):
    """Holds when one of a list does. `{any: [{at: hills}, {at: woods}]}`"""

    word = "any"
    unattended = True
    conditions: tuple[Condition, ...]

    def test(self, game: Game, context: Context) -> bool:
        return any(condition.test(game, context) for condition in self.conditions)

    def clause(self) -> Part:
        return _statements(self.conditions, "or", without=False)

    def settled(self) -> bool | None:
        known = [part.settled() for part in self.conditions]
        return True if True in known else None if None in known else False


def _statements(conditions: tuple[Condition, ...], joined: str, without: bool) -> Part:
    """Return the statements of conditions that are not settled as `without`; with the same subject they are one."""
    found = [part.clause() for part in conditions if part.settled() is not without]
    same = [part for part in found if isinstance(part, Clause) and (len(part.does) == 1 or part.joined == joined)]
    if same and len(same) == len(found) and all(part.subject == same[0].subject for part in same):
        does = [one for part in same for one in part.does]
        if all(isinstance(one, Do) for one in does):
            return doing([one for one in does if isinstance(one, Do)], same[0].subject, joined)
    return listed_parts(found, joined)


ONE: Final = Fixed(1)
