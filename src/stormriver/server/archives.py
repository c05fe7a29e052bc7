"""Archives: the journal of a finished game in one row, compressed, since it is read seldom and never changes.

Entries in which a person has a name or a number stay as they were: these change when somebody is erased.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from stormriver.server import journal
from stormriver.server.damage import told_if_damaged
from stormriver.server.journal import Entry, Kept
from stormriver.server.models import ArchiveRow, JournalRow

NAMED = ("seated", "began", "spoken", "questioned", "upgraded", "muted", "shown_out")
"""The kinds of journal entries in which a person has a name or a number."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[tuple[int, float, Entry]]).decode


def packed(lines: Iterable[tuple[int, float, str]]) -> bytes:
    """Return lines of a journal, each with its number, its time and its entry as text, in few bytes."""
    return lzma.compress(_encode([(number, at, msgspec.Raw(entry.encode())) for number, at, entry in lines]))


def unpacked(archive: bytes) -> list[Kept]:
    """Return the lines that `packed` has packed."""
    return [Kept(number, at, entry) for number, at, entry in _decode(lzma.decompress(archive))]


def lines_of(session: Session, table: str) -> list[Kept]:
    """Return the journal of a table, with what is archived of it."""
    ours = select(JournalRow.number, JournalRow.at, JournalRow.entry).where(JournalRow.table == table)
    rows = session.execute(ours).all()
    archive = session.scalar(select(ArchiveRow.lines).where(ArchiveRow.table == table))
    with told_if_damaged():
        found = [Kept(number, at, journal.read(entry)) for number, at, entry in rows]
        if archive is not None:  # looked for last: what was archived meanwhile is found twice, and not missed
            found = list({kept.number: kept for kept in [*found, *unpacked(archive)]}.values())
    return sorted(found, key=lambda kept: kept.number)
