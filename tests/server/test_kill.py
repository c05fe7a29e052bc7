"""A server is killed under play: nothing that anybody was shown is lost, and no table gets stuck."""

from __future__ import annotations

import asyncio

import pytest
from kill import kills


@pytest.mark.long
def test_kills_at_random_moments_lose_no_answer() -> None:
    """The long version is `python tests/server/kill.py --kills 200`."""
    assert asyncio.run(kills(5, seed=2)) > 0
