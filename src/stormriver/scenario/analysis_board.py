"""Analysis: where a scenario stands after its answers, and the same scenario with an answer more or less.

Nothing is kept but the text of the scenario: it holds the position, the answers and the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stormriver.kernel.ask import PASS, Ask
from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.kernel.translatable import Translatable
from stormriver.scenario.chance import Chance, Failed
from stormriver.scenario.editing import edited
from stormriver.scenario.excerpt import ending, written_answer
from stormriver.scenario.files import Scenario, read_scenario
from stormriver.scenario.position import build
from stormriver.scenario.run import Run, fault, run

Throw = Callable[[int], int]
"""Returns what a die shows that nobody has told; its argument is how many sides it has."""


class Thrown(Chance):
    """The dice of a scenario as far as they are told, those that are thrown after them, and all that were rolled."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.throw: Throw | None = None  # until all answers of the file are given a die must be told
        self.rolled: list[int] = []

    def die(self, sides: int) -> int:
        """Return the next die that is told, or one that is thrown; Failed if none is told and none may be thrown."""
        die = super().die(sides) if self.dice or self.throw is None else self.throw(sides)
        self.rolled.append(die)
        return die

    def left_over(self) -> list[Translatable]:
        """Return nothing: what is told of chance and has not happened may come yet."""
        return []


class Given(NamedTuple):
    """An answer that was given, at which ask, and how many dice had been rolled before."""

    ask: Ask
    key: str
    rolled: int

    @property
    def forced(self) -> bool:
        """Whether there was nothing else to do than to pass."""
        return self.ask.codes == [PASS]


class Analysis:
    """A scenario played as far as its answers lead; it can be played on.

    Attributes:
        text: the text of the scenario.
        scenario: the same, read.
        given: the answers so far, those that went without saying included.
        problem: what does not hold, or why its answers lead no further; None if all is well.

    Raises:
        BadContent: with the line, for whatever is wrong in the text.
    """

    def __init__(self, text: str, file: str = "scenario") -> None:
        self.text = text
        self.scenario = read_scenario(text, file)
        self.given: list[Given] = []
        self.problem: Translatable | None = None
        self._chance = Thrown(self.scenario)
        self._run = Run(self.scenario, self._note, self._chance)
        self._play_through()

    @property
    def game(self) -> Game:
        """The game where it stands."""
        return self._run.game

    def _play_through(self) -> None:
        try:
            self._run.play()
            if self.scenario.strict:
                self._pass_what_is_forced()
        except Failed as failed:
            self.problem = failed.problem
        except BadContent:
            raise
        except Exception as error:  # of the engine: what people come here to report
            self.problem = fault(error)

    def _note(self, game: Game, ask: Ask, key: str, given: bool) -> None:
        self.given.append(Given(ask, key, len(self._chance.rolled)))

    def _pass_what_is_forced(self) -> None:
        """Pass all asks at which nothing else is on offer, so that whoever is asked has a choice."""
        while (ask := self.game.ask) is not None and ask.codes == [PASS]:
            self._answer(ask, ask.keys[0])

    def _answer(self, ask: Ask | None, key: str) -> None:
        if ask is not None and key in ask.keys:
            self._note(self.game, ask, key, True)
        self.game.answer(key)

    def play(self, key: str, dice: Sequence[int], throw: Throw) -> None:
        """Answer the pending ask, and write the answer and the dice that were rolled into the text.

        Args:
            key: the key of one of its options.
            dice: what the next dice show, before those that the text still tells; those not rolled are forgotten.
            throw: what any further die shows.

        Raises:
            BadAnswer: if the key is not on offer.
        """
        told = self._chance.dice
        self._chance.dice, self._chance.throw = [*dice, *told], throw
        self._answer(self.game.ask, key)
        self._pass_what_is_forced()
        self._chance.dice = self._chance.dice[-len(told) :] if told else []
        self.text = self._written(self.given, [*self._chance.rolled, *self._chance.dice])

    def taken_back(self, answers: int) -> str:
        """Return the text without the last answers, or as many as there are; the dice since are open again.

        Args:
            answers: how many, at least 1; those at which there was no choice do not count.
        """
        chosen = [at for at, one in enumerate(self.given) if not one.forced][-answers:]
        if not chosen:
            return self.text
        return self._written(self.given[: chosen[0]], self._chance.rolled[: self.given[chosen[0]].rolled])

    def _written(self, given: Sequence[Given], dice: Sequence[int]) -> str:
        seats = self.scenario.table.seats
        answers = [written_answer(seats, one.ask, one.key) for one in given]
        changed = {"dice": list(dice) or None, "answers": answers or None, "strict": True, "expect": None}
        return edited(self.text, {**changed, "open": True if answers else None})

    def concluded(self) -> str:
        """Return the text as a scenario that expects what has happened, so that it can be kept as a test."""
        text = self._written(self.given, self._chance.rolled)
        seats = self.scenario.table.seats
        end = ending(self.game, seats)
        changed = self.scenario.rulebook.changes(build(self.scenario), self.game)
        whole = edited(text, {"open": None, "expect": changed | end})
        return whole if run(read_scenario(whole)).passed else edited(text, {"open": None, "expect": end})
