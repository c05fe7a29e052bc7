"""A Ray cluster whose machines play seeds: `pip install 'stormriver[ray]'` on each of them.

Packs travel by content, so no machine needs their folders. A machine whose cards, rules or players are others than
here is refused, as its games would be others too.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from socket import create_connection, gethostname
from typing import Any

import msgspec

from stormriver.kernel.errors import StormriverError
from stormriver.kernel.plugins import content_folders
from stormriver.lab.experiment import Experiment
from stormriver.lab.work import Failure, Losses, SeedResult, Task, Tell
from stormriver.language import pack_words

LOCAL = "local"
"""The address that starts a cluster of this machine alone."""
AHEAD = 2
"""How many seeds wait or are under way for each processor, so that none is idle while answers travel."""

REACHED_WITHIN = 10.0
"""Seconds in which the machine at an address must answer."""

Files = tuple[tuple[str, bytes], ...]


class Pack(msgspec.Struct, frozen=True):
    """A pack as it travels: the name of its folder, its files, and whether its Python may be run."""

    name: str
    files: Files
    trusted: bool


class RayCluster:
    """Plays seeds on the machines of a cluster; a context that leaves the cluster at its end."""

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        """Join or start a cluster.

        Args:
            address: `local` for one of this machine, `auto` for the one running here, or `ray://HOST:PORT`.
            workers: how many processes a local one has; None: one for each processor.

        Raises:
            StormriverError: if Ray is not installed, the cluster cannot be reached, or it has its own workers.
        """
        if address != LOCAL and workers is not None:
            raise StormriverError(
                "How many workers there are is said for a {local} cluster; {address!r} has its own.",
                local=LOCAL,
                address=address,
            )
        self._ray = _joined(address, workers)
        self._aside = redirect_stdout(sys.stderr)

    def __enter__(self) -> RayCluster:
        """Return the cluster itself; what Ray has to say of its workers goes to the error stream from now on."""
        self._aside.__enter__()  # Ray prints it where results are printed
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the cluster, and end one that was started here with all that it does."""
        self._ray.shutdown()
        self._aside.__exit__(None, None, None)

    def results(self, task: Task, seeds: Sequence[int], tell: Tell) -> Iterator[SeedResult]:
        """Yield results as they come, see `work.Backend`; whatever ends this cancels what is under way."""
        ray = self._ray
        play = ray.remote(num_cpus=1, max_retries=0)(play_seed)
        sent = ray.put((task, task.experiment.id, tuple(packs_of(task.experiment.packs))))
        left = deque(seeds)
        losses = Losses(tell)
        under_way: dict[Any, int] = {}
        try:
            while left or under_way:
                while left and len(under_way) < self._room():
                    seed = left.popleft()
                    under_way[play.remote(sent, seed)] = seed
                (ended,), _ = ray.wait(list(under_way))
                seed = under_way.pop(ended)
                result = self._result(ended)
                if result is None:
                    left.appendleft(losses.add(seed, "A worker of the cluster"))
                else:
                    yield result
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)

    def _room(self) -> int:
        """Return how many seeds may be under way; a cluster may grow and shrink."""
        return AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _result(self, reference: Any) -> SeedResult | None:
        """Return what came of a seed, None if its worker has died; what it failed with is raised."""
        failed = self._ray.exceptions
        try:
            found = self._ray.get(reference)
        except (failed.WorkerCrashedError, failed.NodeDiedError, failed.ObjectLostError, failed.OutOfMemoryError):
            return None
        except failed.RayError as error:
            told = str(error).strip().splitlines()[-1]
            raise StormriverError("The cluster cannot play a seed: {told}", told=told) from error
        if isinstance(found, Failure):
            raise found.error
        assert isinstance(found, SeedResult)
        return found


def _joined(address: str, workers: int | None) -> Any:
    """Return the module `ray`, joined to a cluster."""
    try:
        import ray
    except ImportError:
        raise StormriverError("Ray is not installed here: pip install 'stormriver[ray]'.") from None
    # A worker that dies is told of by us, so its traces need not be; and Ray does not count who uses it.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": True}
    if address == LOCAL:
        settings |= {"num_cpus": workers, "include_dashboard": False}
    try:
        _knock(address)
        ray.init(address=address, **settings)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        said = getattr(error, "strerror", None) or str(error).strip() or type(error).__name__
        told = said.splitlines()[0].rstrip(".")
        raise StormriverError(
            "The Ray cluster {address!r} cannot be joined: {told}.", address=address, told=told
        ) from error
    return ray


def _knock(address: str) -> None:
    """Raise OSError if nobody listens at an address, for which Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        create_connection((host, int(port)), REACHED_WITHIN).close()


def packs_of(names: Sequence[str]) -> Iterator[Pack | str]:
    """Yield packs as they travel: those that are installed by name, those that are folders with their files."""
    installed = {path.name for folder in content_folders() for path in folder.iterdir()}
    for name in names:
        if name in installed:
            yield name
        else:
            folder = Path(name)
            paths = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
            files = tuple((path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths)
            yield Pack(folder.resolve().name, files, pack_words.is_trusted(folder))


def play_seed(sent: tuple[Task, str, tuple[Pack | str, ...]], seed: int) -> SeedResult | Failure:
    """Play a seed on whichever machine this is.

    Args:
        sent: what to do, the id of its experiment where it was asked for, and its packs.
        seed: what to do it with.
    """
    task, wanted, packs = sent
    try:
        here = _with_packs_here(task, packs)
        if _id_here(msgspec.json.encode(here.experiment)) != wanted:
            other = (
                "The machine {machine} has other rules, cards or players than this one: install the same version of"
                " Stormriver on both."
            )
            return Failure(StormriverError(other, machine=gethostname()))
    except StormriverError as error:
        return Failure(error)
    return here.attempt(seed)


def _with_packs_here(task: Task, packs: tuple[Pack | str, ...]) -> Task:
    """Return a task whose packs lie on this machine."""
    folders = tuple(pack if isinstance(pack, str) else written(pack) for pack in packs)
    experiment = msgspec.structs.replace(task.experiment, packs=folders)
    return Task(experiment, task.observers, task.records)


@cache
def _id_here(experiment: bytes) -> str:
    """Return the id that an experiment has on this machine; it is asked for with each seed."""
    return msgspec.json.decode(experiment, type=Experiment).id


_folders: list[tempfile.TemporaryDirectory[str]] = []
"""The folders of packs that came from elsewhere, which go when this process ends."""


@cache
def written(pack: Pack) -> str:
    """Write a pack to a folder of this process, under its own name, and return where it lies."""
    _folders.append(tempfile.TemporaryDirectory(prefix="stormriver-pack-"))
    folder = Path(_folders[-1].name) / pack.name
    for name, content in pack.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if pack.trusted:
        pack_words.trust(folder)
    return str(folder)
