"""The terminal of the adventure games (see cli/registry.py)."""

from __future__ import annotations

from stormriver.cli.registry import Terminal
from stormriver.cli.screen.adventure import pages
from stormriver.cli.shelf import adventure as shelf

TERMINAL = Terminal(pages, shelf)
