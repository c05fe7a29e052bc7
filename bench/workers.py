"""A worker as a process: it is started, asked by lines, and ended."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from contextlib import suppress
from types import TracebackType
from typing import Any

from engines import Launch

Answer = dict[str, Any]
SHORTEST = 0.02
"""A measurement that took fewer seconds says little about how many to ask for."""
LEAD_IN = 200
"""The decisions that are played before anything counts: a player's first calls fill its caches."""
FIRST = {"play": 20, "clone": 100, "answer": 20}
"""How much is asked for at first."""


class WorkerFailed(Exception):
    """A worker ended though it should have answered; says which, and the last line of what it complained of."""


class Worker:
    """A worker that runs, with what it tells of itself in `told`."""

    def __init__(self, name: str, launch: Launch) -> None:
        """Start it; by its name it is told of.

        Raises:
            WorkerFailed: if it ends at once.
        """
        self.name = name
        # A fixed hash seed, so that sets and with them the games come out the same.
        settings = {**os.environ, "PYTHONHASHSEED": "0", **launch.environment}
        self._errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8")  # noqa: SIM115  closed with the worker
        self._process = subprocess.Popen(
            launch.command,
            env={name: value for name, value in settings.items() if value},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        try:
            self.told = self._hear()
        except WorkerFailed:
            self.close()
            raise

    def ask(self, figure: str, count: int = 0) -> Answer:
        """Have a figure measured, over so many of what it counts."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has ended; why is told where its answer is missing
            self._process.stdin.write(f"{figure} {count}\n")
            self._process.stdin.flush()
        return self._hear()

    def lead_in(self) -> None:
        """Play a little, so that what is measured afterwards is not the filling of caches."""
        self.ask("play", LEAD_IN)

    def count_for(self, figure: str, seconds: float) -> int:
        """How many of a figure take about so many seconds, found by asking for more and more."""
        count = FIRST[figure]
        while (took := self.ask(figure, count)["seconds"]) < min(SHORTEST, seconds):
            count *= 4
        return max(1, round(count * seconds / took))

    def _hear(self) -> Answer:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines() or ["it said nothing"]
            raise WorkerFailed(f"{self.name}: {said[-1]}")
        heard: Answer = json.loads(line)
        return heard

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # Whatever broke it off, it is not waited for.
        if kind is not None:
            self._process.kill()
        self.close()
