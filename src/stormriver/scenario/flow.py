"""Writing YAML as people write scenarios: one line for each player and list, strings unquoted wherever possible."""

from __future__ import annotations

import re

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_OTHER = frozenset({"true", "false", "null"})


def flow(value: object) -> str:
    """Return a value on one line: lists in brackets, mappings in braces, texts quoted only where they must be."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if _BARE.fullmatch(text) and text not in _OTHER:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def document(entries: dict[str, object]) -> str:
    """Return a whole file: each entry on its line, the items of `players` and `answers` each on their own."""
    lines = []
    for key, value in entries.items():
        if key in ("players", "answers") and isinstance(value, list):
            lines += [f"{key}:", *(f"  - {flow(item)}" for item in value)]
        elif key in ("expect", "spaces") and isinstance(value, dict):
            lines += [f"{key}:", *(f"  {flow(name)}: {flow(item)}" for name, item in value.items())]
        else:
            lines.append(f"{key}: {flow(value)}")
    return "\n".join(lines) + "\n"
