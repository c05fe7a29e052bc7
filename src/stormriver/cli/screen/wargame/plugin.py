"""The terminal of the wargame (see cli/plugin.py)."""

from __future__ import annotations

from stormriver.cli.plugin import Terminal
from stormriver.cli.screen.wargame import pages
from stormriver.cli.shelf import wargame as shelf

TERMINAL = Terminal(pages, shelf)
