"""How busy a server is, in sentences: what `/metrics` tells machines."""

from __future__ import annotations

import math

from prometheus_client.metrics import MetricWrapperBase

from stormriver.language.message import message
from stormriver.server import metrics
from stormriver.server.moderation.facts import Load
from stormriver.server.moderation.queries import Census


def load(tables: int, census: Census, language: str) -> Load:
    """Return how busy the server is, in the words of a language.

    Args:
        tables: how many are in memory.
        census: how much the database holds.
    """
    answers = int(total(metrics.answers, "_count"))
    said = [
        message("server.load.now", tables=tables, pages=int(total(metrics.connections))),
        message("server.load.requests", requests=int(total(metrics.requests, "_count")), refused=int(_refused())),
        message("server.load.failures", failures=int(total(metrics.player_failures, "_total"))),
    ]
    if answers:
        half, most = (f"{1000 * within(share):g}" for share in (0.5, 0.99))
        said.insert(1, message("server.load.answers", answers=answers, half=half, most=most))
    return Load([*(one.told(language) for one in said), *kept(census, language)], census.reports)


def kept(census: Census, language: str) -> list[str]:
    """Return how much the database holds, in the words of a language."""
    said = (
        message("server.load.kept", tables=census.tables, playing=census.in_play),
        message("server.load.people", people=census.people, accounts=census.accounts),
        message("server.load.reports", reports=census.reports),
    )
    return [one.told(language) for one in said]


def total(metric: MetricWrapperBase, ending: str = "") -> float:
    """Return the sum of all samples of a metric, of those whose names end so."""
    return sum(sample.value for found in metric.collect() for sample in found.samples if sample.name.endswith(ending))


def within(share: float) -> float:
    """Return within how many seconds such a share of all answers was shown: the bound of the bucket it falls into."""
    buckets = {
        float(sample.labels["le"]): sample.value
        for found in metrics.answers.collect()
        for sample in found.samples
        if sample.name.endswith("_bucket")
    }
    least = share * max(buckets.values())
    return min(
        bound for bound, count in buckets.items() if (count >= least and not math.isinf(bound)) or bound == max(buckets)
    )


def _refused() -> float:
    return total(metrics.refused, "_total")
