"""What all tests share: how hypothesis searches, and a word on tests that `make quick` should leave out."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# A game's worth of engine in one example takes as long as it takes; a busy machine is no failure.
settings.register_profile("local", deadline=None)
# On a build machine the examples are the same every time, so that a red build can be repeated.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

QUICK_SECONDS = 5.0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that take long without being marked `slow`: they are what makes `make quick` slow."""
    calls = [report for report in terminalreporter.getreports("passed") if report.when == "call"]
    long = [report for report in calls if report.duration > QUICK_SECONDS and "slow" not in report.keywords]
    if long:
        terminalreporter.section("not quick, and not marked slow")
        for report in sorted(long, key=lambda report: -report.duration):
            terminalreporter.write_line(f"{report.duration:6.1f} s  {report.nodeid}")
