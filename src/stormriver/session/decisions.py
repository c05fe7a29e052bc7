"""Decisions: what a session keeps of each, what taking one back would mean, and those that need no person."""

from __future__ import annotations

from typing import Literal, NamedTuple

from stormriver.kernel.game import Game
from stormriver.language import rendering
from stormriver.language.clauses import Part
from stormriver.presentation.attention import NO_CONCERN, Concern, Recurring
from stormriver.presentation.standing_orders import Matter

By = Literal["person", "computer", "order", "forced"]
"""Who has decided: a person, a computer player, a standing order, or the rules, since there was only one option."""


class Decision(NamedTuple):
    """One answer given.

    Attributes:
        seat: the seat that was asked.
        key: the key of the chosen option.
        by: who decided.
        passed: whether it only passed: nobody is told that another seat let a chance go by.
        revealed: how many dice and hidden cards had come out before it.
        logged: how many events there were before it.
        read: how many events each seat had read before it.
        ordered: the standing order that was given with it.
        let_go: what concerned its person at leisure, if they left it.
        recurring: the question that was answered, if it is put again as long as something goes on.
        asked: the kind of the ask; empty if the rules of today do not tell.
    """

    seat: int
    key: str
    by: By
    passed: bool
    revealed: int
    logged: int
    read: tuple[int, ...]
    ordered: Matter | None = None
    let_go: Concern = NO_CONCERN
    recurring: Recurring | None = None
    asked: str = ""


class Reach(NamedTuple):
    """What taking back a seat's last decision would mean.

    Attributes:
        answers: how many answers would be taken back, 0 if there is none.
        why: why it is not free; None if it is.
    """

    answers: int
    why: Part | None = None

    @property
    def reason(self) -> str:
        """Why it is not free, in English; empty if it is."""
        return self.told()

    def told(self, language: str = "en") -> str:
        """Return why it is not free in words of a language, as the end of a sentence; empty if it is."""
        return "" if self.why is None else rendering.language(language).say(self.why)


class Settled(NamedTuple):
    """An answer that needs no person.

    Attributes:
        key: the key of the option.
        told: the kind of ask that it declines, for the person whose order it was; empty if that is not worth telling.
    """

    key: str
    told: str = ""


class Further(NamedTuple):
    """The question to which leaving the pending one leads at once.

    Attributes:
        leaving: the key that leaves the pending one.
        game: a copy of the game, at the further question.
    """

    leaving: str
    game: Game

    @property
    def keys(self) -> list[str]:
        """The keys of its options."""
        return [] if self.game.ask is None else self.game.ask.keys
