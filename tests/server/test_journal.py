"""Entries of the journal are read as they were written."""

from __future__ import annotations

import math

from stormriver.presentation.attention import ANYTHING
from stormriver.server import journal


def test_what_was_left_is_read_as_it_was_written_however_much_it_promised() -> None:
    entry = journal.Answered(key="pass", let_go={"spell": 2.5, "fate": ANYTHING})
    read = journal.read(journal.written(entry))
    assert isinstance(read, journal.Answered)
    assert read.promised == entry.promised == {"spell": 2.5, "fate": math.inf}
