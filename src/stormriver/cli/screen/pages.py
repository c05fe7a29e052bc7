"""The interface of a rulebook's pages; all other parts of the screens are the same in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from stormriver.cli.screen.lines import Lines
from stormriver.cli.screen.view import View
from stormriver.kernel.ask import Option
from stormriver.presentation.facts import Told


class Pages(Protocol):
    """The pages of one rulebook: a module that has these functions."""

    def picture(self, view: View, width: int, height: int, offers: bool = True, looked_at: str = "") -> Lines:
        """Return the board with the seats beside it, as much of both as a terminal holds.

        Args:
            view: what the viewer sees.
            width: columns of the terminal.
            height: lines there are.
            offers: whether the numbers of options stand where they lead to.
            looked_at: the id of the place that the viewer looks at; empty if none.
        """
        ...

    def situation(self, view: View) -> Lines:
        """Return what helps to answer: what is under way, and its odds."""
        ...

    def card_asking(self, view: View, width: int) -> Lines:
        """Return what the card says that the question is about; nothing if there is none, or the question says it."""
        ...

    def subject(self, view: View, option: Option) -> str:
        """Return what an option is about in a word or two."""
        ...

    def aside(self, view: View, option: Option) -> str:
        """Return what the option itself does not say: who and what is there now, or how an attack would go."""
        ...

    def who(self, view: View, seat: int) -> Text:
        """Return a seat with what it plays."""
        ...

    def glance(self, view: View, seat: int, width: int) -> Lines:
        """Return a seat in a line or a few."""
        ...

    def board_page(self, view: View, width: int, height: int) -> Lines:
        """Return the whole board, and what lies where by name."""
        ...

    def legend(self, view: View) -> Text:
        """Return what the signs on the board mean, in one line."""
        ...

    def sheet_page(self, view: View, seat: int, width: int) -> Lines:
        """Return all that a seat has, with its texts."""
        ...

    def place_at_hand(self, view: View) -> str:
        """Return the id of the place from which the viewer looks around the board; empty if there is none."""
        ...

    def place_beside(self, view: View, place: str, down: int, right: int) -> str:
        """Return the id of the place that lies beside one on the board; itself at the edge.

        Args:
            view: what the viewer sees.
            place: the id of the place.
            down: how many rows further down, -1 to 1.
            right: how many columns further right, -1 to 1.
        """
        ...

    def place_page(self, view: View, place: str, width: int) -> Lines:
        """Return what a place says, and who and what is there."""
        ...

    def option_at(self, view: View, place: str) -> int:
        """Return the number of the option that leads to a place or is about it, 0 if none is."""
        ...

    def odds_page(self, view: View, width: int) -> Lines:
        """Return the odds of what is under way, or of what is in reach."""
        ...

    def cards_in_question(self, view: View, width: int) -> Lines:
        """Return the cards the viewer may want to read now."""
        ...

    def card_page(self, view: View, words: str, width: int) -> Lines:
        """Return what some words mean; BadAnswer if there is no such thing."""
        ...

    def repeats(self, view: View, told: Told) -> bool:
        """Tell whether an event can be left out, as the lines beside it say the same."""
        ...

    def in_passing(self, told: Told, later: Sequence[Told]) -> bool:
        """Tell whether a summary leaves an event out.

        Args:
            told: the event.
            later: what is told after it.
        """
        ...
