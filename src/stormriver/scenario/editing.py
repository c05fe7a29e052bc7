"""Editing the text of a scenario: one of its entries is written anew, and all else stays as its author wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stormriver.language.source import read_text
from stormriver.scenario.flow import document

BEFORE = ("title", "cite", "why", "game", "players", "turn")
AFTER = ("shuffled", "dice", "answers", "strict", "expect", "open")
ORDER = (*BEFORE, "", *AFTER)
"""The order in which a file says things; the empty word stands for what each rulebook says of its position."""
KEY = re.compile(r"([a-z_]+)\s*:")


def edited(text: str, changes: Mapping[str, object]) -> str:
    """Return the text of a scenario with some of its entries written anew.

    Args:
        text: strict YAML; empty for a scenario that is to be begun.
        changes: by its key what an entry says now; one that is None is taken out.

    Raises:
        BadContent: with the line, if the text is no mapping in strict YAML.
    """
    root = read_text(text, "scenario")
    entries = {} if root.value is None else root.mapping()
    blocks = _blocks(text)
    if [key for key, _ in blocks if key] != list(entries):  # one line, quoted keys: nothing to be told apart
        plain: dict[str, object] = {key: node.plain() for key, node in entries.items()}
        blocks = [(key, document({key: value})) for key, value in plain.items()]
    for key, value in changes.items():
        blocks = _with(blocks, key, "" if value is None else document({key: value}))
    return "".join(block for _, block in blocks)


Blocks = list[tuple[str, str]]
"""The lines of each entry with its key; lines that belong to none, such as comments, have none."""


def _blocks(text: str) -> Blocks:
    """Return the entries of a mapping whose keys begin their lines, with their lines."""
    found: Blocks = []
    for line in text.splitlines(keepends=True):
        line = line if line.endswith("\n") else f"{line}\n"
        key = KEY.match(line)
        if key:
            found.append((key[1], line))
        elif line[0] == "#" or not found:
            found.append(("", line))
        else:
            name, lines = found[-1]
            found[-1] = (name, lines + line)
    return found


def _with(blocks: Blocks, key: str, written: str) -> Blocks:
    """Return the blocks with that of a key written anew, or where its order wants it; without it if nothing is."""
    for at, (name, _) in enumerate(blocks):
        if name == key:
            return [*blocks[:at], *([(key, written)] if written else []), *blocks[at + 1 :]]
    place = next((at for at, (name, _) in enumerate(blocks) if name and _rank(name) > _rank(key)), len(blocks))
    return [*blocks[:place], (key, written), *blocks[place:]] if written else blocks


def _rank(key: str) -> int:
    return ORDER.index(key if key in ORDER else "")
