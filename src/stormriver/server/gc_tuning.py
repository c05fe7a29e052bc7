"""Tuning of the garbage collector and of threads, so that no pause of theirs makes everybody wait."""

from __future__ import annotations

import gc
import sys

from stormriver.server import metrics

THRESHOLDS = (5_000, 3, 10_000)
"""After how many new objects the collector looks at the young ones, and after how many such looks at older ones.

What is in memory is tables in play and cards, nearly all of which stay; to look at all of it took up to a second. So
that is put off for hours. Those that one look has left are looked at after a few: after twenty it took 0.1 s.
"""
SWITCH_SECONDS = 0.001
"""How long a thread that works something out keeps the event loop waiting; Python's own is five times that."""


def shorten_pauses() -> None:
    """Keep pauses short from now on, and measure them; what is in memory already is exempt from collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    metrics.pauses.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
