"""Entries of the journal are read as they were written."""

from __future__ import annotations

from stormriver.presentation.attention import Concern
from stormriver.server import journal

LEFT = Concern(frozenset(), {"spell": 2.5}, frozenset({"fate"}))


def test_what_was_left_is_read_as_it_was_written() -> None:
    entry = journal.Answered(key="pass", let_go={"spell": 2.5}, offered=["fate"])
    read = journal.read(journal.written(entry))
    assert isinstance(read, journal.Answered)
    assert read.concern == entry.concern == LEFT


def test_what_earlier_versions_wrote_is_read() -> None:
    read = journal.read('{"kind":"answered","key":"pass","let_go":{"spell":2.5,"fate":null}}')
    assert isinstance(read, journal.Answered)
    assert read.concern == LEFT
