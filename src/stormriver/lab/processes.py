"""Several processes of this machine that play seeds; one that dies is replaced, and its seed played again.

A pool of the standard library is broken as a whole when one of its processes dies, and does not say which of its
seeds that one had. Here each process has a pipe of its own and is given one seed at a time.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from stormriver.kernel.errors import StormriverError
from stormriver.lab.work import Failure, Losses, SeedResult, Task, Tell

READY = "ready"
METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
"""How processes are started: never as a copy of this one, whose threads (the progress bar's) would be missing."""
NO_START = (
    "A worker process could not be started; a script that plays with several workers does so under"
    ' `if __name__ == "__main__":`, and comes from a file.'
)


class Processes:
    """Plays seeds in several processes."""

    def __init__(self, workers: int) -> None:
        """Note how many there shall be, at least 1; they are started when there are seeds to play."""
        self.workers = workers

    def results(self, task: Task, seeds: Sequence[int], tell: Tell) -> Iterator[SeedResult]:
        """Yield results as they come, see `Backend`; whatever ends this ends the processes as well."""
        _check(task)
        left = deque(seeds)
        losses = Losses(tell)
        workers = [_Worker(task) for _ in range(min(self.workers, len(left)))]
        try:
            while left or any(worker.seed is not None for worker in workers):
                for worker in workers:
                    if worker.seed is None and left:
                        worker.give(left.popleft())
                for worker in _heard(workers):
                    answer = worker.receive()
                    if isinstance(answer, SeedResult):
                        yield answer
                    elif answer is None:
                        left.appendleft(losses.add(worker.end(), "A worker process"))
                        workers[workers.index(worker)] = _Worker(task)
        finally:
            for worker in workers:
                worker.end()


def _check(task: Task) -> None:
    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise StormriverError(
            "What a question observes must be a function of a module, so that workers find it."
        ) from None


def _heard(workers: list[_Worker]) -> list[_Worker]:
    """Wait until some of the workers that have a seed say something or die, and return them."""
    busy: dict[Any, _Worker] = {worker.connection: worker for worker in workers if worker.seed is not None}
    return [busy[connection] for connection in wait(list(busy))]


class _Worker:
    """One process, and the seed that it plays, None if it waits for one."""

    def __init__(self, task: Task) -> None:
        context: Any = multiprocessing.get_context(METHOD)
        if METHOD == "forkserver":
            context.set_forkserver_preload(["stormriver.lab.processes"])
        self.connection, far = context.Pipe()
        self.seed: int | None = None
        self._started = False
        self._process = context.Process(target=_work, args=(task, far), daemon=True)
        self._process.start()
        far.close()  # else its end would not be noticed

    def give(self, seed: int) -> None:
        """Let it play a seed; that it has died already shows when the result is read."""
        self.seed = seed
        with suppress(OSError):
            self.connection.send(seed)

    def receive(self) -> SeedResult | str | None:
        """Return the worker's next message: a result, READY, or None if it has died; raises an error that it sends."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            if not self._started:
                raise StormriverError(NO_START) from None
            return None
        if isinstance(answer, Failure):
            raise answer.error
        self._started = True
        if answer == READY:
            return READY
        assert isinstance(answer, SeedResult)
        self.seed = None
        return answer

    def end(self) -> int | None:
        """End it, whatever it is doing, and return the seed that it leaves unplayed, if any."""
        self._process.kill()
        self._process.join()
        self.connection.close()
        return self.seed


def _work(task: Task, connection: Connection) -> None:
    """Play the seeds that come until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes; the one that asks ends the others
    with suppress(EOFError, OSError):  # who asked has gone
        connection.send(READY)
        while True:
            connection.send(task.attempt(connection.recv()))
