"""Runs an experiment: gives its seeds to a backend, keeps what comes, and goes on where an earlier run ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.kernel.translatable import Translatable
from stormriver.lab.experiment import Experiment
from stormriver.lab.processes import Processes
from stormriver.lab.rows import RowFile
from stormriver.lab.simulation import GameRow
from stormriver.lab.statistics import STANDARD, Answer, Question
from stormriver.lab.work import Backend, SameProcess, SeedResult, Task, Tell


class Results(msgspec.Struct):
    """What an experiment has found.

    Attributes:
        experiment: what was asked; `games` says how many seeds are done.
        rows: a row for each game, by seed and seating, whichever worker played it when.
        answers: what the questions found, without those that had nothing to say.
    """

    experiment: Experiment
    rows: list[GameRow]
    answers: list[Answer]

    def answer(self, question: str) -> Answer:
        """Return the answer to a question by its name; StormriverError if there is none."""
        found = next((answer for answer in self.answers if answer.question == question), None)
        if found is None:
            known = ", ".join(answer.question for answer in self.answers)
            raise StormriverError(
                "There is no answer to {question!r}; there are {known}.", question=question, known=known
            )
        return found


class BrokenOff(KeyboardInterrupt):
    """Ctrl-C under way.

    Attributes:
        done: the rows of the games of each seed that is done, in order of the seeds.
        wanted: how many seeds were asked for.
        file: where the rows are kept, None if they are not.
    """

    def __init__(self, done: dict[int, list[GameRow]], wanted: int, file: Path | None) -> None:
        self.done, self.wanted, self.file = done, wanted, file
        told = Translatable("Broken off after {done} of {wanted} seeds.", done=len(done), wanted=wanted)
        if file:
            kept = "Broken off after {done} of {wanted} seeds, which are kept in {file}; the same call goes on there."
            told = Translatable(kept, done=len(done), wanted=wanted, file=file)
        super().__init__(told)


def run(
    experiment: Experiment,
    *,
    questions: Sequence[Question] = STANDARD,
    workers: int = 1,
    backend: Backend | None = None,
    save: Path | str | None = None,
    records: Path | str | None = None,
    each: Callable[[int, int], None] = lambda done, wanted: None,
    tell: Tell = lambda sentence: print(sentence, file=sys.stderr),
) -> Results:
    """Play the games of an experiment and answer questions about them.

    Args:
        experiment: what to play.
        questions: what is asked of the games.
        workers: how many processes play, 1 for this one alone; without effect if a backend is given.
        backend: what plays instead, such as a cluster.
        save: a file of rows; if it is there, the run goes on with it.
        records: a folder for a record of each game.
        each: is called with the number of seeds done and wanted, at the start and after each.
        tell: is told in a sentence when a worker dies.

    Raises:
        StormriverError: if the experiment cannot be played, or the file is of another one.
        EngineError: if a game fails.
        BrokenOff: on Ctrl-C.
    """
    experiment.check()
    observers = {question.name: question.observe for question in questions if question.observe}
    task = Task(experiment, observers, records is not None)
    file = None if save is None else RowFile(Path(save), _identity(task))
    done = {} if file is None else {seed: file.games[seed] for seed in experiment.seeds if seed in file.games}
    chosen = backend or (SameProcess() if workers == 1 else Processes(workers))
    each(len(done), experiment.games)
    try:
        for result in chosen.results(task, [seed for seed in experiment.seeds if seed not in done], tell):
            _keep(result, experiment, file, None if records is None else Path(records))
            done[result.seed] = result.games
            each(len(done), experiment.games)
    except KeyboardInterrupt:
        raise BrokenOff(dict(sorted(done.items())), experiment.games, None if file is None else file.path) from None
    if file is not None:
        file.sort()
    rows = [row for seed in experiment.seeds for row in done[seed]]
    return Results(experiment, rows, answers(experiment, rows, questions))


def answers(experiment: Experiment, rows: Sequence[GameRow], questions: Sequence[Question] = STANDARD) -> list[Answer]:
    """Return what questions find in the rows of an experiment, at least one."""
    found = [question.answer(experiment, rows) for question in questions]
    return [answer for answer in found if answer is not None]


def _identity(task: Task) -> dict[str, Any]:
    """Return what makes the rows of a task other ones: the experiment, and what is noted of each game."""
    observed = {"observed": sorted(task.observers)} if task.observers else {}
    return {**task.experiment.identity(), **observed}


def _keep(result: SeedResult, experiment: Experiment, file: RowFile | None, folder: Path | None) -> None:
    """Write the records of a seed's games, and then its rows: what has rows is done."""
    if folder is not None:
        for number, record in enumerate(result.records):
            seating = f"-{number + 1}" if len(result.records) > 1 else ""
            _write(folder / f"{experiment.preset}-{result.seed}{seating}.jsonl", record)
    if file is not None:
        file.add(result.seed, result.games)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None
