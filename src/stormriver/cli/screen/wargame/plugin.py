"""The terminal of the wargame (see cli/registry.py)."""

from __future__ import annotations

from stormriver.cli.registry import Terminal
from stormriver.cli.screen.wargame import pages
from stormriver.cli.shelf import wargame as shelf

TERMINAL = Terminal(pages, shelf)
