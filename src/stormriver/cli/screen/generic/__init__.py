"""The terminal of a rulebook that brings none of its own: facts in a list."""

from __future__ import annotations

from stormriver.cli.registry import Terminal
from stormriver.cli.screen.generic import pages
from stormriver.cli.shelf import generic as shelf

TERMINAL = Terminal(pages, shelf)
