"""The output streams: every sign can be written to every one of them, and nobody need read to the end."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import typer

from stormriver.cli.screen.palette import plain
from stormriver.presentation.plain import harmless

PLAIN = "stormriver.plain"
"""What is done with a sign that a stream cannot write: it is written in plain letters."""


def _in_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, _in_plain)


def make_legible() -> None:
    """Let both streams write in plain letters what they could not write otherwise."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def hush() -> None:
    """Write nothing more to a standard output that takes nothing more, at the end of the program neither."""
    with suppress(OSError, ValueError):  # no stream of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str, err: bool = False) -> None:
    """Print a text of any number of lines, with a mark for whatever would command the terminal or hide there."""
    typer.echo("\n".join(map(harmless, text.split("\n"))), err=err)
