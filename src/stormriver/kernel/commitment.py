"""What is shown of a seed before a game, so that it can be checked afterwards."""

from __future__ import annotations

import hashlib


def commitment(seed: int, salt: str = "") -> str:
    """Return what can be shown of a seed at the start, so that it can be checked at the end.

    Args:
        seed: the seed of a game.
        salt: a random text told with the seed at the end, so that nobody can try seeds until one fits.
    """
    return hashlib.sha256(f"stormriver seed {seed}{salt and f' salt {salt}'}".encode()).hexdigest()
