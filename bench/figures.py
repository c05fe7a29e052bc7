"""Figures from what workers answer: rates, medians over the rounds, ratios."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

Answer = Mapping[str, Any]
Round = Mapping[str, float | None]


def figures(answers: Mapping[str, Answer]) -> dict[str, float | None]:
    """The figures of one round, from the worker's answers to `play`, `clone` and `answer`."""
    found: dict[str, float | None] = {}
    if play := answers.get("play"):
        count, seconds, forced = play["count"], play["seconds"], play["forced"]
        found["decisions_per_second"] = count / seconds
        found["all_decisions_per_second"] = None if forced is None else (count + forced) / seconds
        if thinking := play.get("thinking"):
            found["call_ms"] = thinking / (count + (forced or 0)) * 1e3
    for name in ("clone", "answer"):
        if one := answers.get(name):
            found[f"{name}_us"] = one["seconds"] / one["count"] * 1e6
    return found


def median(rounds: Sequence[Round], figure: str) -> float | None:
    """Median of a figure over the rounds; None where a round has none."""
    values = [one.get(figure) for one in rounds]
    return None if None in values else statistics.median(value for value in values if value is not None)


def medians(rounds: Sequence[Round]) -> dict[str, float | None]:
    """The medians of all figures that the first round has."""
    return {figure: median(rounds, figure) for figure in rounds[0]}


def spread(rounds: Sequence[Round]) -> float:
    """How far apart the rounds lie: highest decisions/s less lowest, over the median."""
    speeds = [one["decisions_per_second"] or 0.0 for one in rounds]
    return (max(speeds) - min(speeds)) / statistics.median(speeds)


def ratio(mine: Sequence[Round], theirs: Sequence[Round], figure: str) -> float | None:
    """Median over the rounds of the ratio within a round; None where a round has none.

    The two were measured moments apart, so what slows the machine cancels out.
    """
    pairs = [(a.get(figure), b.get(figure)) for a, b in zip(mine, theirs, strict=True)]
    quotients = [a / b for a, b in pairs if a is not None and b is not None]
    return statistics.median(quotients) if len(quotients) == len(pairs) else None
