"""The modules of the package as text and as syntax trees, for the tests that look at the code itself."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import stormriver

PACKAGE = Path(stormriver.__file__).parent
ENGINE = ("kernel", "language", "adventure")
"""The folders of the engine, from the lowest layer up."""


class Module(NamedTuple):
    """One module: its path inside the package, without `.py` and with dots, and its syntax tree."""

    name: str
    tree: ast.Module


@lru_cache(maxsize=None)
def modules(*folders: str) -> tuple[Module, ...]:
    """Return the modules of some folders of the package (none named: all of it), in order of their paths."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if not folders or parts[0] in folders:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            found.append(Module(".".join(parts), tree))
    return tuple(found)
