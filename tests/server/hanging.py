"""A database that does not answer for a while, and one that tells who asks it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from stormriver.server.database import Database

LONGEST = 60.0
"""A database that was forgotten answers after so many seconds, so that a test fails and does not hang."""


PATIENCE = 0.3
"""How long anybody waits for a database that hangs on purpose."""


@contextmanager
def hanging(database: Database) -> Iterator[None]:
    """Let a database answer nothing until the end of the block; what was asked is then done."""
    answers, engine, seconds = threading.Event(), database.store.engine, database.seconds
    database.seconds = PATIENCE

    def wait(*_: Any) -> None:
        answers.wait(LONGEST)

    event.listen(engine, "before_cursor_execute", wait)
    try:
        yield
    finally:
        database.seconds = seconds
        answers.set()
        event.remove(engine, "before_cursor_execute", wait)


@contextmanager
def asked_on_the_loop(engine: Engine) -> Iterator[list[str]]:
    """Return what a database is asked by a thread that has an event loop to serve meanwhile."""
    found: list[str] = []

    def look(_: Any, __: Any, statement: str, *___: Any) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        found.append(statement)

    event.listen(engine, "before_cursor_execute", look)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", look)
