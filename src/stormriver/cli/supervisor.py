"""The supervisor of `stormriver serve --workers`: it keeps several server processes running at one socket.

The processes share nothing but the socket and the database; see `server.cluster`. A signal to end goes to all of them;
at SIGHUP they are replaced one after the other, so that a new version takes over without a pause.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from types import FrameType

import msgspec
import structlog

from stormriver.server.settings import Settings

WATCH_SECONDS = 0.2
"""How often it is looked whether all processes run."""
END_SECONDS = 15.0
"""How long a process may take to end before it is killed."""
FAILED_EARLY_SECONDS = 5.0
"""A process that fails within this time would fail again: the supervisor ends with it."""
ENDING = (signal.SIGINT, signal.SIGTERM)

log = structlog.get_logger("stormriver.supervisor")


class Process:
    """One server process. Its settings come by its standard input, whose end tells it that the supervisor is gone."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.begun = time.monotonic()
        number = listener.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "stormriver.cli.server_process", str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[number],
            start_new_session=True,  # Ctrl-C is told to the supervisor, which tells the others
        )
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(settings) + b"\n")
        self._process.stdin.flush()

    @property
    def number(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """What it has ended with, None if it runs."""
        return self._process.poll()

    def wait_until_ready(self) -> bool:
        """Wait until it serves; returns False if it has ended instead."""
        assert self._process.stdout is not None
        return self._process.stdout.read(1) != b""

    def end(self) -> None:
        """Tell it to end."""
        self._process.terminate()

    def wait(self) -> None:
        """Wait until it has ended; one that takes too long is killed."""
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Supervisor:
    """Keeps as many server processes running as the settings say, at one socket."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._processes: list[Process] = []
        self._ending = False
        self._replacing = False

    def run(self) -> None:
        """Run until told to end; SystemExit if a process cannot even start."""
        for number in ENDING:
            signal.signal(number, self._end)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        self._processes = [self._begun() for _ in range(self._settings.workers)]
        try:
            while not self._ending:
                self._look()
                time.sleep(WATCH_SECONDS)
        finally:
            for process in self._processes:
                process.end()
            for process in self._processes:
                process.wait()

    def _begun(self) -> Process:
        return Process(self._settings, self._listener)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending = True

    def _replace(self, number: int, frame: FrameType | None) -> None:
        self._replacing = True

    def _look(self) -> None:
        """Replace what has ended, and one after the other what is to be replaced."""
        for place, process in enumerate(self._processes):
            if process.code is None:
                continue
            log.warning("a server process has ended", process=process.number, code=process.code)
            if process.code > 0 and time.monotonic() - process.begun < FAILED_EARLY_SECONDS:
                raise SystemExit(process.code)
            self._processes[place] = self._begun()
        if self._replacing:
            self._replacing = False
            self._replace_all()

    def _replace_all(self) -> None:
        """Replace one process after the other, each once another is there to serve in its stead."""
        for place, process in enumerate(self._processes):
            successor = self._begun()
            if self._ending or not successor.wait_until_ready():
                log.error("a server process cannot be replaced", process=process.number)
                successor.end()
                return
            self._processes[place] = successor
            process.end()
            process.wait()
