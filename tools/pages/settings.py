"""The table of the server's settings, in the page on running one."""

from __future__ import annotations

import re

from stormriver.server.settings import Setting, all_settings

MARKS = re.compile(r"(<!-- settings:start -->\n).*?(<!-- settings:end -->)", re.DOTALL)


def replaced(text: str) -> str:
    """Return the page with its table of settings written anew."""
    rows = ["| Option | Variable | Default | What it does |", "|---|---|---|---|", *map(_row, all_settings())]
    return MARKS.sub(lambda found: found[1] + "\n".join(rows) + "\n" + found[2], text)


def _row(setting: Setting) -> str:
    default = str(setting.default).lower() if isinstance(setting.default, bool) else str(setting.default)
    return f"| `{setting.option}` | `{setting.variable}` | {default and f'`{default}`'} | {setting.text} |"
