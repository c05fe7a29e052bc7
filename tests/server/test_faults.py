"""Servers on one Postgres are killed, frozen and restarted under play: nothing that was shown is lost, all goes on."""

from __future__ import annotations

import asyncio

import pytest
from faults import KINDS, PATIENCE, suffer

from support.postgres import needs_postgres


@pytest.mark.long
@needs_postgres
def test_a_fault_of_each_kind_loses_no_answer() -> None:
    """The long version, in which no table may stand still for 5 seconds, is `make faults`."""
    found = asyncio.run(suffer(2, list(dict.fromkeys(KINDS)), seed=2, longest=PATIENCE))
    assert found.sums["answers"] > 0
    assert {kind: len(stalls) for kind, stalls in found.measured.items()} == dict.fromkeys(KINDS, 1)
