"""The metrics of the server, for Prometheus."""

from __future__ import annotations

import gc
import time
from collections import deque

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
LONG = (0.5, 1, 2, 5, 10, 30, 60, 600, 3600, 86_400)

tables = Gauge("stormriver_tables", "Tables in memory")
connections = Gauge("stormriver_connections", "Open sockets")
messages = Counter("stormriver_messages", "Messages of pages, by their type", ["type"])
refused = Counter("stormriver_refused", "Requests and messages refused before they reached a table, by reason", ["why"])
answers = Histogram("stormriver_answer_seconds", "From a person's answer to everybody's view", buckets=QUICK)
requests = Histogram("stormriver_request_seconds", "Requests", ["method", "route", "status"], buckets=QUICK)
views = Histogram("stormriver_view_seconds", "To make what one page is sent of a change", buckets=QUICK)
commits = Histogram("stormriver_commit_seconds", "Transactions of journals", buckets=QUICK)
thinking = Histogram(
    "stormriver_thinking_seconds",
    "Computer players asked for an answer or advice, and waited for",
    ["what"],
    buckets=QUICK,
)
collections = Histogram(
    "stormriver_collection_seconds", "Pauses of the garbage collector", ["generation"], buckets=QUICK
)
sandbox_running = Gauge("stormriver_sandbox_running", "Whether the sandbox for strangers' packs runs")
sandbox_starts = Histogram("stormriver_sandbox_start_seconds", "To start the sandbox", buckets=LONG)
sandbox_lives = Histogram(
    "stormriver_sandbox_life_seconds", "How long a sandbox had run that ended, by why: a table, or another", ["why"],
    buckets=LONG,
)  # fmt: skip
sandbox_halted = Counter("stormriver_sandbox_halted", "Tables halted for good, since they had ended the sandbox")
player_failures = Counter("stormriver_player_failures", "Asks at which a computer player hung or failed", ["player"])


class CollectorPauses:
    """Measures the pauses of the garbage collector.

    They are noted at once and counted when somebody asks for metrics: the collector may begin while a metric is
    locked, and to count then would wait for that lock for ever.
    """

    def __init__(self) -> None:
        self._begun = 0.0
        self._noted: deque[tuple[int, float]] = deque(maxlen=10_000)

    def begin(self) -> None:
        """Measure from now on."""
        if self._note not in gc.callbacks:
            gc.callbacks.append(self._note)

    def count(self) -> None:
        """Count what has been noted."""
        while self._noted:
            generation, seconds = self._noted.popleft()
            collections.labels(str(generation)).observe(seconds)

    def _note(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self._noted.append((about["generation"], time.perf_counter() - self._begun))


pauses = CollectorPauses()
