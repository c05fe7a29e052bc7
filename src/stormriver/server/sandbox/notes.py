"""Notes of the tables that a process works for, in a file that outlives it: so it is known whose work has ended it."""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import Final

LONGEST: Final = 64
LOOP: Final = 0
"""Where the table is noted for which the event loop works just now."""
THREAD: Final = 1
"""And where that for which the background thread does."""
PLACES: Final = (LOOP, THREAD)


class Notes:
    """The file, as one process writes it and another reads it; to write costs no call of the system."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(LONGEST * len(PLACES)))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def write(self, place: int, table: str) -> None:
        """Note for which table work is done; an empty one: for none any more."""
        start = place * LONGEST
        self._map[start : start + LONGEST] = table.encode()[:LONGEST].ljust(LONGEST, b"\0")

    def read(self, place: int) -> str:
        """Return what is noted."""
        start = place * LONGEST
        return self._map[start : start + LONGEST].rstrip(b"\0").decode()

    def clear(self) -> None:
        """Note that no work is done."""
        for place in PLACES:
            self.write(place, "")

    def close(self) -> None:
        """Close the file."""
        self._map.close()
