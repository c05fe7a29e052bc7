"""Messages: what words tell people, as a template key and arguments; the rulebook's texts hold the templates."""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """A message that is not yet put into a language.

    Attributes:
        key: the key of a template in the rulebook's `text/`.
        arguments: what fills its braces: names, numbers, texts of effects.
    """

    key: str
    arguments: dict[str, object]
