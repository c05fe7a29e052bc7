"""What a server measures of itself, as Prometheus reads it."""

from __future__ import annotations

import gc
import re
from pathlib import Path

from prometheus_client import REGISTRY
from sites import quick_settings, site, told

from stormriver.server import metrics


def counted(page: str) -> dict[str, float]:
    """Return how often each thing was measured."""
    return {
        name: float(number) for name, number in re.findall(r"^stormriver_(\w+_seconds_count\S*) (\S+)$", page, re.M)
    }


def test_views_commits_thinking_and_the_collector_are_measured(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        before = counted(ann.get("/metrics").text)
        metrics.pauses.begin()
        table = ann.make("me", "computer")["table"]
        with ann.socket(table) as line:
            line.send_json({"type": "hello"})
            while not ((update := told(line, "update"))["view"]["ask"] or {}).get("options") or update["settled"]:
                pass
            line.send_json({"type": "hint", "id": 5})
            told(line, "hinted")
        gc.collect()
        after = counted(ann.get("/metrics").text)
    wanted = ("view", "commit", 'thinking_seconds_count{what="advice"}', 'collection_seconds_count{generation="2"}')
    for name in (one if "{" in one else f"{one}_seconds_count" for one in wanted):
        assert after[name] > before.get(name, 0), name


def test_a_pause_of_the_collector_is_counted_only_when_somebody_asks() -> None:
    """It may come while a metric is locked."""

    def so_far() -> float:
        return REGISTRY.get_sample_value("stormriver_collection_seconds_count", {"generation": "2"}) or 0

    pauses, before = metrics.CollectorPauses(), so_far()
    pauses.begin()
    gc.collect()
    gc.callbacks.remove(pauses._note)
    assert so_far() == before
    pauses.count()
    assert so_far() == before + 1
