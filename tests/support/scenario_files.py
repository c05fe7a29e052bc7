"""The scenarios of the project: those below `tests/scenarios`, and those that packs of ours carry themselves."""

from __future__ import annotations

from pathlib import Path

from support.layers import CONTENT

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"


def scenario_files() -> dict[str, Path]:
    """Return the files of all scenarios by name, sorted: `city/pets/fez`, or `frontier/flood` of the pack so called."""
    found = {file.relative_to(FOLDER).with_suffix("").as_posix(): file for file in FOLDER.rglob("*.yaml")}
    for folder in CONTENT.glob("*/scenarios"):
        pack = folder.parent.name
        for file in folder.rglob("*.yaml"):
            found[f"{pack}/{file.relative_to(folder).with_suffix('').as_posix()}"] = file
    return dict(sorted(found.items()))
