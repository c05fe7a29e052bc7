"""Logging: one JSON object a line on the standard error stream, for the libraries too, with the table's id."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog


def _plain(logger: Any, method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Leave out what uvicorn says once more in colour."""
    entry.pop("color_message", None)
    return entry


_shared: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _plain,
]


class _NoAddresses(logging.Filter):
    """Leaves out what uvicorn says of every socket: the address it came from is kept nowhere."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line may be written."""
        return '"WebSocket %s"' not in str(record.msg)


def log_as_json(level: str) -> None:
    """Let everything that is logged from now on be JSON, from a level up: `debug`, `info`, `warning` or `error`."""
    written = structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,  # no values of variables: secrets may be among them
            structlog.processors.JSONRenderer(),
        ],
        foreign_pre_chain=_shared,
    )
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(written)
    stream.addFilter(_NoAddresses())
    root = logging.getLogger()
    root.handlers = [stream]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    least = max(logging.INFO, root.level)
    for name in ("uvicorn.error", "websockets"):
        logging.getLogger(name).setLevel(least)  # below that they write down the headers of sockets, cookies too
    logging.getLogger("alembic").setLevel("WARNING")  # it tells of every start that nothing had to be done
    for name in ("httpx2", "httpcore2"):
        logging.getLogger(name).setLevel("WARNING")  # they write down where webhooks lead, and secrets that are sent
    structlog.configure(
        processors=[*_shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
