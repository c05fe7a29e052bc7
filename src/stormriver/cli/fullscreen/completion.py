"""Completion of what is typed: the answers and commands that it may become, each with what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from stormriver.cli.offers import Offers
from stormriver.cli.prompt_commands import SEPARATOR


class Offered(Completer):
    """Completes the last part of a line by what is on offer.

    Attributes:
        offers: callback that returns what may be typed now.
    """

    def __init__(self, offers: Callable[[], Offers]) -> None:
        self.offers = offers

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the words that the last part of the line may become."""
        typed = document.text_before_cursor.rpartition(SEPARATOR)[2].lstrip()
        for word, does in self.offers().completions(typed.lower()).items():
            yield Completion(word, -len(typed), display_meta=does)
