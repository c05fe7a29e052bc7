"""The registry of terminals: the pages and card lists of a rulebook, found by its entry point."""

from __future__ import annotations

from typing import Any, NamedTuple

from stormriver.cli.screen.pages import Pages
from stormriver.cli.shelf import Shelf
from stormriver.kernel.plugins import plugin

GROUP = "stormriver.terminal"
"""The entry points by which a rulebook names its terminal, see kernel/plugins.py."""


class Terminal(NamedTuple):
    """What a rulebook brings to the terminal.

    Attributes:
        pages: the module of its pages.
        shelf: the module that describes its cards.
    """

    pages: Pages
    shelf: Shelf


def terminal_named(rulebook: str) -> Terminal:
    """Return the terminal of a rulebook; a plain one if it brings none."""
    found: Terminal | None = plugin(GROUP, rulebook)
    if found is None:
        from stormriver.cli.screen.generic import TERMINAL  # it is made of this module's record

        return TERMINAL
    return found


def pages_of(view: Any) -> Pages:
    """Return the pages of the rulebook that the game of a view is played by."""
    return terminal_named(view.game.table.rulebook.name).pages


def shelf_of(table: Any) -> Shelf:
    """Return the shelf for the cards of a table."""
    return terminal_named(table.rulebook.name).shelf
