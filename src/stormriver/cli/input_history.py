"""The history of typed lines: what whoever plays alone has typed in earlier games, kept among the user's data."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from stormriver.cli.user_data import own_data
from stormriver.kernel.errors import StormriverError

FILE = "history"
MOST = 200
"""How many lines are kept."""


def recalled() -> list[str]:
    """Return the lines that are kept, the one typed last at the end; none where they cannot be read."""
    with suppress(OSError, StormriverError, UnicodeDecodeError):
        lines = _file().read_text(encoding="utf-8").splitlines()
        if len(lines) > MOST:
            _file().write_text("".join(f"{line}\n" for line in lines[-MOST:]), encoding="utf-8")
        return lines[-MOST:]
    return []


def note(line: str) -> None:
    """Keep a line; where that cannot be, it is recalled in this game alone."""
    with suppress(OSError, StormriverError), _file().open("a", encoding="utf-8") as file:
        file.write(f"{' '.join(line.split())}\n")


def _file() -> Path:
    return own_data() / FILE
