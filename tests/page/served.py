"""A real server: `stormriver serve` in a process of its own, on a port and a database of its own, without delays."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

SEED = 5
"""The seed of tables for which nobody chooses one, so that the same games come again."""
TESTS = Path(__file__).resolve().parents[1]
CODE = (
    f"import sys; sys.path.append({str(TESTS)!r}); from page import positions; positions.add(); "
    f"from stormriver.server import replay; replay.new_seed = lambda: {SEED}"
)
"""What is otherwise than at any server: its seeds, and that tables can begin with positions."""
SEEDED = f"{CODE}; replay.DICE = 'splitmix64'"
"""With it the dice come of those seeds alone, whatever pages add to them."""
MAIN = "from stormriver.cli.app import main; main()"
AT_ONCE = ["--forced-least", "0", "--forced-most", "0.01", "--computer-least", "0", "--computer-most", "0.01"]
RATES = [f"--rate-{what}" for what in ("requests", "changes", "tables", "logins", "messages", "reports")]
FREELY = [word for rate in RATES for word in (rate, "1000000/second")] + ["--tables-a-person", "10000"]
SECONDS = 60


class Served:
    """A server that can be killed and started again with all that it has kept.

    Args:
        folder: where its database lies.
        package: the folder from which it imports the program, if not from where these tests do.
        code: what is otherwise there than at any server.
        name: what people call its machine, if they know it by a name.
        words: what it is told beside that.
    """

    def __init__(
        self, folder: Path, package: Path | None = None, code: str = SEEDED, name: str = "", words: Sequence[str] = ()
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = int(found.getsockname()[1])
        self.address = f"http://{name or '127.0.0.1'}:{self.port}"
        self._words = [*(["--origin", self.address] if name else []), *words]
        self._folder = folder
        self._start = [sys.executable, "-c", f"{code}; {MAIN}", "serve", "--log", "error"]
        self.database = f"sqlite:///{folder}/tables.db"
        self._env = {**os.environ, "STORMRIVER_THINKERS": "1"}
        if package is not None:
            self._env["PYTHONPATH"] = f"{package}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = ["--port", str(self.port), "--database", self.database, *AT_ONCE, *FREELY]
        words += ["--uploads", f"{self._folder}/uploads", *self._words]
        self._process = subprocess.Popen([*self._start, *words], cwd=self._folder, env=self._env)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                with urlopen(f"{self.address}/healthz"):
                    return
            except URLError:
                time.sleep(0.05)
        raise AssertionError("The server does not answer; what it said stands above.")

    def kill(self) -> None:
        """Kill it at once, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
