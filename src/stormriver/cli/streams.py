"""The output streams: any character can be written to them, and a reader may leave before the end."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import typer

from stormriver.cli.screen.palette import plain
from stormriver.presentation.plain import harmless

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C broke off."""
PLAIN = "stormriver.plain"
"""The error handler for characters that a stream cannot encode: they are written in plain letters."""


def _in_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, _in_plain)


def make_legible() -> None:
    """Let both output streams write in plain letters what they cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def hush() -> None:
    """Write nothing more to a standard output that has been closed, not even when the program ends."""
    with suppress(OSError, ValueError):  # no stream of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str, err: bool = False) -> None:
    """Print a text of any number of lines, with a mark for whatever would command the terminal or hide there."""
    typer.echo("\n".join(map(harmless, text.split("\n"))), err=err)
