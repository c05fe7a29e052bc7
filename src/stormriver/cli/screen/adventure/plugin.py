"""The terminal of the adventure games (see cli/plugin.py)."""

from __future__ import annotations

from stormriver.cli.plugin import Terminal
from stormriver.cli.screen.adventure import pages
from stormriver.cli.shelf import adventure as shelf

TERMINAL = Terminal(pages, shelf)
