"""What a question of these tests observes; a module of its own, so that workers of a cluster find it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from stormriver.kernel.facade import Game


def die_once(game: Game) -> None:
    """Kill the process in which a game is played, but for the first time only."""
    marker = Path(os.environ["STORMRIVER_TEST_MARKER"])
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def process(game: Game) -> int:
    """Return the number of the process in which a game is played."""
    return os.getpid()
