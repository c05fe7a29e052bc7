"""Procedures: named lists of steps in the rulebook's order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Step = Callable[[Any, Any], None]  # erased: each takes the game and the frame of its own procedure


class Procedure:
    """A named list of steps in the rulebook's order; each step names the rule it carries out.

    Attributes:
        rules: the id of the rule of each step.
        steps: what is carried out.
        at: where each step stands, the first time if it stands there more than once.
    """

    def __init__(self, name: str, *steps: tuple[str, Step]) -> None:
        self.name = name
        self.rules = tuple(rule for rule, _ in steps)
        self.steps = tuple(step for _, step in steps)
        self.at = {step: number for number, step in reversed(list(enumerate(self.steps)))}

    def program(self, idle: frozenset[Step] = frozenset()) -> tuple[tuple[Step, int], ...]:
        """Return for each step, and for the end, which one is carried out there and the number of the one after it.

        `idle` are steps in which nothing can happen at a table; they are passed over, and keep their numbers.
        """
        program: list[tuple[Step, int]] = [(finish, len(self.steps) + 1)]
        for number, step in reversed(list(enumerate(self.steps, 1))):
            program.append(program[-1] if step in idle else (step, number))
        return tuple(reversed(program))


def finish(game: Any, frame: Any) -> None:
    """Take a procedure off the stack; the step after its last one."""
    game.state.frames.pop()
