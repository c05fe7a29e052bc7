"""All that a rude visitor can do at once, through each reverse proxy: limits hold, and who is honest plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from attack import endure, guarded
from reverse_proxies import KINDS, needs_proxies

SECONDS = 15.0
MOST_MEMORY = 150_000_000
"""How many bytes more a server may have, mostly for the tables that whoever attacks may make."""


@pytest.mark.long
@needs_proxies
@pytest.mark.parametrize("kind", KINDS)
def test_under_a_mixed_attack_every_answer_of_an_honest_player_arrives(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It ends with Lost if one does not; how long they took is told by `python tests/server/attack.py`."""
    proxy = guarded(kind, tmp_path)
    proxy.start()
    try:
        found = asyncio.run(endure(proxy, SECONDS))
    finally:
        proxy.end()
    assert found.delays
    assert found.refused.keys() >= {"rate", "length", "connections"}
    assert found.grown < MOST_MEMORY
    assert "Traceback" not in capfd.readouterr().err
