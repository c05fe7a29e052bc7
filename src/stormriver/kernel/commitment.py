"""Commitments: the hash of a seed is shown before a game, so that the seed can be checked afterwards."""

from __future__ import annotations

import hashlib


def commitment(seed: int, salt: str = "") -> str:
    """Return the hash that commits a game to its seed: 64 hexadecimal digits that do not tell the seed.

    Args:
        seed: the seed of the game, any integer.
        salt: a random text made known with the seed at the end, so that nobody can try seeds until one fits.
    """
    return hashlib.sha256(f"stormriver seed {seed}{salt and f' salt {salt}'}".encode()).hexdigest()
