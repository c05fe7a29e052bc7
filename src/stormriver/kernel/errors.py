"""The exceptions of the engine; each carries one clear sentence that says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stormriver.kernel.translatable import Translatable, joined, translatable


class StormriverError(Exception):
    """Something the user gave is wrong; the message is one sentence fit to be shown as it is.

    Args:
        sentence: what is wrong in English, with slots for the parts; see `Translatable`.
        parts: what stands in the slots.

    Attributes:
        where: the field of a request to blame, empty for none.
    """

    where: str = ""

    def __init__(self, sentence: str, /, **parts: object) -> None:
        super().__init__(translatable(sentence, **parts))


class BadAnswer(StormriverError):
    """An answer that the pending ask does not offer."""


class BadContent(StormriverError):
    """A pack, preset or scenario file with errors; the message names file, line and path.

    Attributes:
        told: each error, and the same with its column; empty where it stands at no place in a file.
    """

    told: tuple[tuple[str, str], ...] = ()


class MissingPack(StormriverError):
    """A pack that a save or record names and that is not here.

    Args:
        sentence: what is wrong in English, with slots for the parts; see `Translatable`.
        pack: its id.
        parts: what else stands in the slots.
    """

    def __init__(self, sentence: str = "The pack {pack} is not here.", /, *, pack: str, **parts: object) -> None:
        super().__init__(sentence, pack=pack, **parts)
        self.pack = pack


class Endless(StormriverError):
    """What a pack says leads in a circle without a question.

    Args:
        words: the addresses of the words that are under way.
        steps: how many steps were carried out.
    """

    def __init__(self, words: Iterable[str], steps: int) -> None:
        named = joined(list(dict.fromkeys(words)) or [Translatable("the rules")])
        super().__init__("What happens now never ends: {named} went on for {steps} steps.", named=named, steps=steps)


class BadRecord(StormriverError):
    """A save or record that is broken, or made with other packs or another format."""


class Mismatch(BadRecord):
    """An intact record that contradicts the rules, its own events or its seed.

    Attributes:
        line: the first line of the record that does not fit, from 1; 0 if it is none in particular.
    """

    def __init__(self, sentence: str, line: int = 0, /, **parts: object) -> None:
        told = translatable(sentence, **parts)
        super().__init__(
            Translatable("Line {line} of the record: {problem}", line=line, problem=told) if line else told
        )
        self.line = line


class EngineError(Exception):
    """A fault of the engine itself; the game is left at the ask before the answer that led to it.

    Args:
        sentence: what has gone wrong in English, with slots for the parts; see `Translatable`.
        parts: what stands in the slots.
    """

    def __init__(self, sentence: str, /, **parts: object) -> None:
        super().__init__(translatable(sentence, **parts))


def unwritable(path: Path | str, error: OSError) -> StormriverError:
    """Return what to raise instead of the system's error if a file cannot be written."""
    return StormriverError("{path} cannot be written: {reason}.", path=path, reason=reason_of(error))


def reason_of(error: OSError) -> str:
    """Return what the system says of a file that cannot be read or written."""
    return (error.strerror or str(error)).lower()
