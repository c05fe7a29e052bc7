"""What the bench of the page reads from a browser's trace, and that the docs tell what was measured last."""

from __future__ import annotations

import json
import sys
from typing import Any

from support.documents import ROOT, read

sys.path.insert(0, str(ROOT / "bench"))

import page_frames

OURS, OTHER = 7, 8


def event(name: str, start: float, took: float = 0, thread: int = OURS, ph: str = "X") -> dict[str, Any]:
    """Return an event of a trace; times are in milliseconds."""
    times = {"ts": start * 1000, "dur": took * 2000, "tdur": took * 1000}
    return {"name": name, "ph": ph, "pid": 1, "tid": thread, "args": {}, **times}


def trace(*events: dict[str, Any]) -> page_frames.Trace:
    """Return a trace in which one thread is the page's."""
    name = {"name": "thread_name", "ph": "M", "pid": 1, "tid": OURS, "args": {"name": "CrRendererMain"}}
    return page_frames.Trace([name, *events])


def test_a_frame_is_all_that_the_thread_has_done_since_the_one_before_and_nothing_of_other_threads() -> None:
    found = trace(
        event("RunTask", 1, 4),
        event("RunTask", 8, 5),
        event(page_frames.FRAME, 9, 3),
        event("RunTask", 15, 2),
        event("RunTask", 16, 40, thread=OTHER),
        event("RunTask", 25, 1),
        event(page_frames.FRAME, 25, 1),
        event("RunTask", 30, 7),
    )
    assert [task.processor for task in found.tasks] == [4, 5, 2, 1, 7]
    assert found.frame_work() == [9, 3]


def test_a_frame_at_which_something_is_drawn_has_all_that_was_done_since_the_last_such() -> None:
    found = trace(
        event(page_frames.DRAWN, 0, 1),
        event("RunTask", 1, 4),
        event(page_frames.FRAME, 2, 3),
        event("RunTask", 10, 6),
        event(page_frames.FRAME, 11, 5),
        event(page_frames.DRAWN, 13, 1),
        event("RunTask", 20, 2),
        event(page_frames.FRAME, 21, 1),
    )
    assert found.frame_work() == [4, 6, 2]
    assert found.frame_work(drawn=True) == [10]


def test_what_turns_the_recording_into_pixels_is_told_beside() -> None:
    found = trace(event("RunTask", 0, 3), event(page_frames.RASTER, 4, 30, thread=OTHER))
    assert found.raster == 30
    assert [task.processor for task in found.tasks] == [3]


def test_the_page_is_the_busiest_of_those_that_a_browser_has_ready() -> None:
    other = {"name": "thread_name", "ph": "M", "pid": 1, "tid": OTHER, "args": {"name": "CrRendererMain"}}
    for busy, idle in ((OURS, OTHER), (OTHER, OURS)):
        found = trace(other, event("RunTask", 1, 70, thread=busy), event("RunTask", 2, 9, thread=idle))
        assert [task.processor for task in found.tasks] == [70]


def test_what_takes_long_in_a_task_is_told_by_name() -> None:
    found = trace(event("RunTask", 0, 80), event("Layout", 1, 60), event("Paint", 62, 15), event("Layout", 200, 9))
    assert found.tasks[0].parts == {"Layout": 60, "Paint": 15}


def test_a_bound_that_is_passed_is_a_target_missed() -> None:
    quick = trace(event("RunTask", 1, 8), event(page_frames.FRAME, 2, 7), event(page_frames.DRAWN, 3, 1))
    slow = trace(event("RunTask", 1, 51), event(page_frames.FRAME, 2, 50))
    told = page_frames.table_of(page_frames.summary([{"quick": quick, "slow": slow}], 4))
    assert "| quick | 1 | 8.0 | 8.0 | 1 | 8.0 | 8 | 0 | target met | 0 |" in told
    assert "| slow | 1 | 51.0 | 51.0 | 0 | 0.0 | 51 | 1 | target missed | 0 |" in told


def test_the_docs_tell_what_was_measured_last() -> None:
    measured = json.loads(read("docs/results/page.json"))
    assert page_frames.table_of(measured) in read("docs/performance/page.md")
