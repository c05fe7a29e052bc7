"""Plugins: what installed packages bring to the layers of the program, found by the entry points they declare.

A rulebook declares one for each layer that it has something to say in, under its own name:

| Group | Names |
|---|---|
| `stormriver.rulebooks` | the function that makes its tables, see `api.table_for`; every rulebook has one |
| `stormriver.players` | the steady player, made from a seed |
| `stormriver.presentation` | a `presentation.plugin.Presentation` |
| `stormriver.scenario` | a `scenario.rulebook.Rulebook` |
| `stormriver.terminal` | a `cli.plugin.Terminal` |

Its presets and packs lie in the folder `content` of the package that makes its tables. What it leaves out is plain:
facts in a list, players by chance.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

RULEBOOKS = "stormriver.rulebooks"


@cache
def declared(group: str) -> dict[str, EntryPoint]:
    """Return what is declared in a group, by the names of the rulebooks; nothing of it is loaded."""
    return {point.name: point for point in sorted(entry_points(group=group))}


@cache
def plugin(group: str, rulebook: str) -> Any:
    """Return what a rulebook brings to a layer; None if it brings nothing.

    Args:
        group: of the entry points of the layer.
        rulebook: the name of the rulebook.
    """
    found = declared(group).get(rulebook)
    return None if found is None else found.load()


@cache
def content_folders() -> tuple[Path, ...]:
    """Return the folders in which the presets and packs of the rulebooks lie."""
    packages = dict.fromkeys([point.module.split(".")[0] for point in declared(RULEBOOKS).values()])
    return tuple(Path(str(files(package) / "content")) for package in packages)


@cache
def rulebook_in(package: str) -> str:
    """Return the name of the rulebook that a package of its own makes the tables of; nothing if it makes none."""
    return next((name for name, point in declared(RULEBOOKS).items() if point.module.split(".")[0] == package), "")
