"""The reader of the command line: their language is the one asked for, else that of the system, else English."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from stormriver.kernel.errors import StormriverError

OPTION = "--language"
USUAL = "en"
"""The language of those who ask for none that there is."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment that name the language of messages; the first that is set counts."""

_reading: ContextVar[str] = ContextVar("reading", default=USUAL)


class Reader:
    """Whoever reads what the command that is running says."""

    @property
    def language(self) -> str:
        """The code of their language."""
        return _reading.get()


READER = Reader()


@contextmanager
def reading(code: str) -> Iterator[None]:
    """Let the reader read a language for a while."""
    before = _reading.set(code)
    try:
        yield
    finally:
        _reading.reset(before)


def chosen(typed: Sequence[str]) -> str:
    """Return the language that a command line asks for, wherever in it, else that of the system.

    Raises:
        StormriverError: if there is no such language; the sentence names those that there are.
    """
    wanted = asked_for(typed)
    if wanted is None:
        return of_system()
    from stormriver.language.catalogue import languages  # most commands are asked for no language

    if wanted not in languages():
        from stormriver.cli.wording import listed_words, tell

        with reading(of_system()):
            known = listed_words(READER, languages())
            raise StormriverError(tell(READER, "no_language", wanted=repr(wanted), known=known))
    return wanted


def asked_for(typed: Sequence[str]) -> str | None:
    """Return the language that stands behind `--language`; None if there is none."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument(OPTION, nargs="?")
    found: str | None = parser.parse_known_args(typed)[0].language
    return found


def of_system() -> str:
    """Return the language of the system if there is a catalogue of it, else English."""
    name = next(filter(None, map(os.environ.get, VARIABLES)), "")
    tag = re.split("[.@]", name)[0]
    if tag in ("", "C", "POSIX"):
        return USUAL
    from babel import negotiate_locale  # takes a while, and many systems name no language

    from stormriver.language.catalogue import languages

    return negotiate_locale([tag], languages()) or USUAL
