"""The table of the server's settings, in the page on running one."""

from __future__ import annotations

from pages.markers import between
from stormriver.server.settings import Setting, all_settings


def replaced(text: str) -> str:
    """Return the page with its table of settings written anew."""
    rows = ["| Option | Variable | Default | What it does |", "|---|---|---|---|", *map(_row, all_settings())]
    return between(text, "settings", rows)


def _row(setting: Setting) -> str:
    default = str(setting.default).lower() if isinstance(setting.default, bool) else str(setting.default)
    return f"| `{setting.option}` | `{setting.variable}` | {default and f'`{default}`'} | {setting.text} |"
