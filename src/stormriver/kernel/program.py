"""Procedures: named lists of steps in the rulebook's order, and the program of a table, which holds them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from stormriver.kernel.compiled import COMPILED
from stormriver.kernel.frames import Frame, WordFrame
from stormriver.kernel.state import State

Step = Callable[[Any, Any], None]  # erased: each takes the game and the frame of its own procedure
Steps = tuple[tuple[str, Step], ...]
"""The steps of a procedure, each after the id of the rule it carries out."""

FINISH: Final = 0
"""The number of `finish` among the steps of a rulebook."""


class Procedure:
    """A list of steps in the rulebook's order, and the frames it works on.

    Attributes:
        kind: the class of its frames, which holds its name.
        rules: the id of the rule of each step.
        steps: the functions that carry the steps out.
    """

    def __init__(self, kind: type[Frame], *steps: tuple[str, Step]) -> None:
        self.kind = kind
        self.name = kind.procedure
        self.rules = tuple(rule for rule, _ in steps)
        self.steps = tuple(step for _, step in steps)


def numbered(programs: Mapping[str, Steps]) -> tuple[Step, ...]:
    """Return all steps of a rulebook in the order of their numbers, as its module `dispatch` calls them.

    That is for the compiled engine alone, else there are none: it jumps to a function that is named in the code, while
    one from a list has to be called by way of the interpreter. Plain Python is quicker with the list.

    Args:
        programs: the steps of its procedures, by name.
    """
    return in_order(programs) if COMPILED else ()


def in_order(programs: Mapping[str, Steps]) -> tuple[Step, ...]:
    """Return all steps of a rulebook, each once, after those that every program has."""
    return tuple(dict.fromkeys([finish, carry_on, *[step for steps in programs.values() for _, step in steps]]))


class Program:
    """All procedures of a table, one after the other, so that one number (a place) says where a frame stands.

    Place 0 is for the words of cards, the last one for those that have ended. Each procedure has a place for its
    beginning before its first step, and one for its end after the last.

    Attributes:
        steps: the function to call at each place.
        numbers: the number of that function for `Rulebook.carry_out`; empty if it is called from `steps`.
        following: the place that comes after each, idle steps left out.
        names: the name of each place, such as `fight/survive`; the second occurrence of a step ends in `#2`.
        rules: the id of the rule behind each place.
        begin: where the frames of each kind begin.
        at: by kind of frame, the place of each step, the first one if it occurs more than once.
        end: where the frames of each kind end.
        kinds: the kind of frame that may stand at each place.
    """

    def __init__(
        self, procedures: Sequence[Procedure], idle: frozenset[Step] = frozenset(), numbered: Sequence[Step] = ()
    ) -> None:
        """Lay the procedures out one after the other.

        Args:
            procedures: those of the table.
            idle: steps in which nothing can happen at this table; they keep their places, but are skipped.
            numbered: every step of the rulebook, in the order of their numbers; none if it does not number them.
        """
        self.steps: list[Step] = [carry_on]
        self.following = [0]
        self.names = ["word"]
        self.rules = [""]
        self.kinds: list[type[Frame]] = [WordFrame]
        self.begin: dict[type[Frame], int] = {WordFrame: 0}
        self.at: dict[type[Frame], dict[Step, int]] = {}
        self.end: dict[type[Frame], int] = {}
        for procedure in procedures:
            self._add(procedure, idle)
        self.end[WordFrame] = len(self.steps)
        self._lay(WordFrame, finish, "word/finished", "golden.special_over_rules")
        number_of = {step: number for number, step in enumerate(numbered)}
        self.numbers = [number_of[step] for step in self.steps] if numbered else []

    def _add(self, procedure: Procedure, idle: frozenset[Step]) -> None:
        kind = procedure.kind
        self._lay(kind, finish, procedure.name, procedure.rules[0])  # it has begun
        self.begin[kind] = len(self.steps)
        self.at[kind] = {}
        told: dict[str, int] = {}
        for rule, step in zip(procedure.rules, procedure.steps, strict=True):
            name = step.__name__
            told[name] = told.get(name, 0) + 1
            self.at[kind].setdefault(step, len(self.steps))
            again = f"#{told[name]}" if told[name] > 1 else ""
            self._lay(kind, step, f"{procedure.name}/{name}{again}", rule)
        self.end[kind] = len(self.steps)
        self._lay(kind, finish, f"{procedure.name}/finished", procedure.rules[-1])
        for place in reversed(range(self.begin[kind], self.end[kind])):
            if self.steps[place] in idle:
                self.steps[place] = self.steps[place + 1]
                self.following[place] = self.following[place + 1]

    def _lay(self, kind: type[Frame], step: Step, name: str, rule: str) -> None:
        self.steps.append(step)
        self.following.append(len(self.steps))
        self.names.append(name)
        self.rules.append(rule)
        self.kinds.append(kind)


def finish(game: Any, frame: Frame) -> None:
    """Pop a procedure off the stack; this stands after its last step."""
    state: State = game.state
    state.frames.pop()


def carry_on(game: Any, frame: WordFrame) -> None:
    """Carry out the next step of a word of a card; this stands at place 0."""
    game.table.words[frame.word].step(game, frame)
