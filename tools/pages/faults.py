"""The table of what several servers have survived, in the page on them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from pages.markers import between

RESULT = Path(__file__).resolve().parents[2] / "docs" / "results" / "faults.json"


def replaced(text: str, result: Path = RESULT) -> str:
    """Return the page with its table of faults written anew; without a result it says that there is none."""
    told = json.loads(result.read_text(encoding="utf-8")) if result.is_file() else {"stretches": []}
    lines = _told(told) if told["stretches"] else ["`make faults` has not been run yet."]
    return between(text, "faults", ["", *lines, ""])


def _told(told: dict[str, Any]) -> list[str]:
    sums: Counter[str] = sum((Counter(stretch["sums"]) for stretch in told["stretches"]), Counter())
    stalls: dict[str, list[int]] = {}
    for stretch in told["stretches"]:
        for kind, milliseconds in stretch["measured"].items():
            stalls.setdefault(kind, []).extend(milliseconds)
    every = [stall for kind in stalls.values() for stall in kind]
    of = " and ".join(
        f"{sums[name]} {name.removeprefix('faults ')}" for name in sorted(sums) if name.startswith("faults ")
    )
    failed = f"One try failed: {told['failures'][0]}." if told["failures"] else "None failed."
    return [
        f"{len(every)} faults, {of}, while people gave {sums['answers']:,} answers; nothing that was shown was lost."
        f" {failed}",
        "",
        "| Fault | Times | Median stall, s | Longest stall, s |",
        "|---|---:|---:|---:|",
        *(_row(kind, stalls[kind]) for kind in sorted(stalls, key=str.casefold)),
        _row("all", every),
    ]


def _row(kind: str, stalls: list[int]) -> str:
    return f"| {kind} | {len(stalls)} | {median(stalls) / 1000:.1f} | {max(stalls) / 1000:.1f} |"
