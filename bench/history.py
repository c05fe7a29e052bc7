"""The history of the bench: a line for each run that was written, so that a slow slide is seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

KEPT = ("date", "revision", "python", "system", "cpu", "cores", "rounds", "seconds")
DIGITS = 4


def line_of(results: dict[str, Any]) -> dict[str, Any]:
    """What the history keeps of a run: when, of what and where it was measured, and the medians."""
    of_each = {
        name: {figure: rounded(value) for figure, value in one["medians"].items() if value is not None}
        for name, one in results["contestants"].items()
    }
    return {**{key: results[key] for key in KEPT}, "medians": of_each}


def rounded(value: float) -> float:
    """A number with as many digits as the rounds agree on at best."""
    return float(f"{value:.{DIGITS}g}")


def add_line(path: Path, results: dict[str, Any]) -> None:
    """Add a run to the history."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line_of(results)) + "\n")
