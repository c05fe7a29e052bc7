"""Plugins: what installed packages add to the layers of the program, found by the entry points they declare.

A rulebook declares an entry point for each layer that it extends, under its own name:

| Group | Names |
|---|---|
| `stormriver.rulebooks` | the function that makes its tables, see `api.table_for`; every rulebook has one |
| `stormriver.players` | the steady player, made from a seed |
| `stormriver.presentation` | a `presentation.plugin.Presentation` |
| `stormriver.scenario` | a `scenario.rulebook.Rulebook` |
| `stormriver.terminal` | a `cli.plugin.Terminal` |

Its presets and packs lie in the folder `content` of the package that makes its tables. For a layer that it
leaves out there is a plain default: facts in a list, random players.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

RULEBOOKS: Final = "stormriver.rulebooks"


@cache
def declared(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by the names of the rulebooks, without loading any."""
    return {point.name: point for point in sorted(entry_points(group=group))}


@cache
def plugin(group: str, rulebook: str) -> Any:
    """Return the plugin of a rulebook for a layer, loaded; None if it has none.

    Args:
        group: the group of the layer's entry points, e.g. `stormriver.players`.
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
    """Return the name of the rulebook whose tables a top-level package makes; the empty text if it makes none."""
    return next((name for name, point in declared(RULEBOOKS).items() if point.module.split(".")[0] == package), "")
