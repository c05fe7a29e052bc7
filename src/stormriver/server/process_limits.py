"""Limits that the system keeps for a process: of memory, files and time; where it cannot do so, nothing is limited."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

resource: Any = None
with suppress(ImportError):  # there is none on Windows
    import resource

NONE = (AttributeError, ValueError, OSError)
"""What tells that the system has no such limit."""


def limit_memory(most: int) -> None:
    """Limit how many bytes of memory this process, and those it starts, may have."""
    with suppress(*NONE):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_files(longest: int) -> None:
    """Limit how many bytes each file that it writes may have."""
    with suppress(*NONE):
        resource.setrlimit(resource.RLIMIT_FSIZE, (longest, longest))


def limit_seconds(seconds: int) -> None:
    """Let the system end this process if it works longer than so many seconds from now."""
    with suppress(*NONE):
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime) + seconds
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def peak_memory() -> int:
    """Return the most bytes of memory that this process has had at once; 0 if that is not known."""
    if resource is None:
        return 0
    peak: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
