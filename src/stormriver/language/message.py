"""Messages: what words tell people, as the key of a message and its parts; the catalogues hold the messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stormriver.language.clauses import Part


class Message(NamedTuple):
    """A message that is not yet put into a language.

    Attributes:
        key: its key among the options of the rulebook.
        parts: what stands in its slots: names, numbers, what effects do.
    """

    key: str
    parts: Mapping[str, Part]
