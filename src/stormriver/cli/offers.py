"""What may be typed at a question: answers and commands, which are taken at once, and how words are completed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stormriver.cli.typed_answers import matching


class Offers(NamedTuple):
    """What may be typed.

    Attributes:
        answers: the keys of the options in their order, each with what it does.
        commands: the words of the commands, each with what it does.
        letters: what is taken at once where single keys are.
        board: whether there is a board to look about.
    """

    answers: Mapping[str, str] = {}
    commands: Mapping[str, str] = {}
    letters: frozenset[str] = frozenset()
    board: bool = False

    def at_once(self, typed: str) -> bool:
        """Tell whether what has been typed needs no Enter: an option's number that begins no other one, or a letter."""
        if typed.isdecimal():
            return 0 < int(typed) <= len(self.answers) < int(typed) * 10
        return typed in self.letters

    def completions(self, typed: str) -> dict[str, str]:
        """Return the words that what has been typed may become, each with what it does."""
        keys = matching(list(self.answers), typed) if typed else list(self.answers)
        words = {key: self.answers[key] for key in keys}
        return words | {word: does for word, does in self.commands.items() if word.startswith(typed)}


NOTHING = Offers()
"""Nothing in particular: any line may be typed."""
