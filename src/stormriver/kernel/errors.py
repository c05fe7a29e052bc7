"""The exceptions of the engine; each carries one clear sentence that says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


class StormriverError(Exception):
    """Something the user gave is wrong; the message is one sentence fit to be shown as it is.

    Attributes:
        where: the field of a request to blame, empty for none.
    """

    where: str = ""

    def told(self, language: str = "en") -> str:
        """Return the sentence in a language, by its code; in English if it has no other."""
        return str(self)


class BadAnswer(StormriverError):
    """An answer that the pending ask does not offer."""


class BadContent(StormriverError):
    """A pack, preset or scenario file with an error; the message names file, line and path."""


class Endless(StormriverError):
    """What a pack says leads in a circle without a question.

    Args:
        words: the addresses of the words that are under way.
        steps: how many steps were carried out.
    """

    def __init__(self, words: Iterable[str], steps: int) -> None:
        named = ", ".join(dict.fromkeys(words)) or "the rules"
        super().__init__(f"What happens now never ends: {named} went on for {steps} steps.")


class BadRecord(StormriverError):
    """A save or record that is broken, or made with other packs or another format."""


class Mismatch(BadRecord):
    """An intact record that contradicts the rules, its own events or its seed.

    Attributes:
        line: the first line of the record that does not fit, from 1; 0 if it is none in particular.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"Line {line} of the record: {message}" if line else message)
        self.line = line


class EngineError(Exception):
    """A fault of the engine itself; the game is left at the ask before the answer that led to it."""


def unwritable(path: Path | str, error: OSError) -> StormriverError:
    """Return what to raise instead of the system's error if a file cannot be written."""
    return StormriverError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}.")
