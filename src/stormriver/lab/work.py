"""The unit of work, all games of one seed, and what is asked of whatever carries it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Struct

from stormriver.api import begin_game
from stormriver.kernel.errors import EngineError, StormriverError
from stormriver.kernel.facade import Game
from stormriver.kernel.game import Game as Engine
from stormriver.kernel.records import record_of
from stormriver.kernel.translatable import Translatable
from stormriver.lab.experiment import Experiment
from stormriver.lab.simulation import GameRow, play_out

MOST_LOSSES = 3
"""After so many workers have died while they played a seed, it is given up."""


class SeedResult(Struct):
    """What came of a seed: a row for each of its games, and their records if these are wanted."""

    seed: int
    games: list[GameRow]
    records: list[str]


class Failure(Struct):
    """Why a seed could not be played: an error to be raised where the seed was asked for."""

    error: StormriverError | EngineError


@dataclass(frozen=True)
class Task:
    """What is done with each seed; it is sent to the workers, so observers are functions of modules.

    Attributes:
        experiment: how games are set up.
        observers: what questions note of each game at its end, by the names of the questions.
        records: whether records of the games are wanted.
    """

    experiment: Experiment
    observers: dict[str, Callable[[Game[Any]], Any]] = field(default_factory=dict)
    records: bool = False

    def play(self, seed: int) -> SeedResult:
        """Play all games of a seed; EngineError, with the seed, if one fails."""
        result = SeedResult(seed, [], [])
        for number, seating in enumerate(self.experiment.seatings):
            game = self._new_game(seed)
            row = play_out(game, seating, seed, self.experiment.cap)
            row.seating = number
            row.observed = {name: observe(Game(game)) for name, observe in self.observers.items()}
            result.games.append(row)
            result.records += [record_of(game)] if self.records else []
        return result

    def _new_game(self, seed: int) -> Engine:
        asked = self.experiment
        log = self.records or bool(self.observers)  # what they note of a game stands in its log
        return begin_game(asked.preset, len(asked.players), seed, asked.options, asked.packs, log=log)

    def attempt(self, seed: int) -> SeedResult | Failure:
        """Play all games of a seed, and return what comes of it, failures too, so that it can be sent back."""
        try:
            return self.play(seed)
        except (StormriverError, EngineError) as error:
            return Failure(error)
        except Exception as error:  # an observer may raise anything
            stopped = "seed {seed} stopped with {kind}: {error}"
            return Failure(EngineError(stopped, seed=seed, kind=type(error).__name__, error=str(error)))


Tell = Callable[[str], None]
"""Says a sentence to whoever has started the games."""


class Backend(Protocol):
    """Whatever plays seeds: this process, several, or a cluster."""

    def results(self, task: Task, seeds: Sequence[int], tell: Tell) -> Iterator[SeedResult]:
        """Yield what comes of each seed, in the order in which they are done.

        Args:
            task: what is done with each.
            seeds: any number of them, each once.
            tell: is told when a worker dies, and its seed is played again.

        Raises:
            EngineError: if a game fails, or a seed has cost too many workers.
            StormriverError: if the workers cannot play what is asked.
        """
        ...


class Losses:
    """How often each seed was under way in a worker that died."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._count: Counter[int] = Counter()

    def add(self, seed: int | None, worker: str) -> int:
        """Count a loss, tell of it, and return the seed, which is to be played again.

        Args:
            seed: which was under way.
            worker: what has died, as the beginning of a sentence.

        Raises:
            EngineError: if the seed has cost too many workers.
        """
        assert seed is not None, "only workers with a seed are waited for"
        self._count[seed] += 1
        if self._count[seed] == MOST_LOSSES:
            died = "{number} workers died, one after the other, while they played the seed {seed}"
            raise EngineError(died, number=MOST_LOSSES, seed=seed)
        again = "{worker} died while it played the seed {seed}; the seed is played again."
        self._tell(Translatable(again, worker=Translatable(worker), seed=seed))
        return seed


class SameProcess:
    """Plays one seed after the other in the process that asks."""

    def results(self, task: Task, seeds: Sequence[int], tell: Tell) -> Iterator[SeedResult]:
        """Yield the results in the order of the seeds, see `Backend`."""
        return map(task.play, seeds)
