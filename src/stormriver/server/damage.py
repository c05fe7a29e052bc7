"""Damage: what is kept of a table and makes no sense is told in a sentence, wherever it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from lzma import LZMAError

from msgspec import MsgspecError
from structlog import get_logger

from stormriver.server.errors import Damaged


@contextmanager
def told_if_damaged() -> Iterator[None]:
    """Tell in a sentence that what is being read of a table makes no sense; the log says why.

    Raises:
        Damaged: if that is so.
    """
    try:
        yield
    except (MsgspecError, LZMAError, ValueError, TypeError, LookupError, OverflowError) as error:
        get_logger("stormriver.database").error("what is kept of a table cannot be read", reason=str(error))
        raise Damaged("server.lobby.damaged") from error
