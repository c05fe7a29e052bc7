"""Messages: what words have to say to people, for which the rulebook's texts have the sentences."""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """What is to be said, in no language yet.

    Attributes:
        key: of which template in the rulebook's `text/`.
        arguments: what is put into it: names, numbers, what effects say.
    """

    key: str
    arguments: dict[str, object]
