"""Commitments: a hash is shown before a game, so that what it is of can be checked afterwards.

A server commits to its seed, each seat to a nonce, a random text of its own. When all have done so the nonces are told,
and the dice come from the hash of the seed and of them: neither the server nor a seat could foretell it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from stormriver.kernel.errors import BadRecord, Mismatch


def commitment(seed: int, salt: str = "") -> str:
    """Return the hash that commits a game to its seed: 64 hexadecimal digits that do not tell the seed.

    Args:
        seed: the seed of the game, any integer.
        salt: a random text made known with the seed at the end, so that nobody can try seeds until one fits.
    """
    return hashlib.sha256(f"stormriver seed {seed}{salt and f' salt {salt}'}".encode()).hexdigest()


def nonce_hash(nonce: str) -> str:
    """Return the hash by which a seat commits to its nonce, which it tells once all have committed to theirs."""
    return hashlib.sha256(f"stormriver nonce {nonce}".encode()).hexdigest()


def common_seed(seed: int, nonces: Mapping[int, str]) -> int:
    """Return the seed of the dice: a hash of the server's seed and of the nonces by seat, in the order of the seats."""
    told = "".join(f"\nseat {seat} nonce {nonces[seat]}" for seat in sorted(nonces))
    return int(hashlib.sha256(f"stormriver dice of seed {seed}{told}".encode()).hexdigest(), 16)


class Draw(NamedTuple):
    """How the seed of a game's dice was drawn in common, as its record tells it.

    Attributes:
        commitment: what the server had committed to before the seats told their nonces; `seed` and `salt` what it was.
        hashes: for each seat what it had committed to, empty if to nothing.
        nonces: for each seat what it told in time, empty if nothing: then the dice do not come from it.
    """

    commitment: str
    seed: int
    salt: str
    hashes: list[str]
    nonces: list[str]

    def checked_seed(self) -> int:
        """Return the seed of the dice.

        Raises:
            Mismatch: if the server or a seat had committed to something else.
        """
        if commitment(self.seed, self.salt) != self.commitment:
            raise Mismatch("The seed of the server is not what it had committed to.", 1)
        for seat, (nonce, told) in enumerate(zip(self.nonces, self.hashes, strict=True), 1):
            if nonce and nonce_hash(nonce) != told:
                raise Mismatch("The nonce of seat {seat} is not what it had committed to.", 1, seat=seat)
        return common_seed(self.seed, {seat: nonce for seat, nonce in enumerate(self.nonces) if nonce})

    def facts(self) -> dict[str, Any]:
        """Return it as it stands in the header of a record: its seed as text, as it is too long for a number there."""
        return {**self._asdict(), "seed": str(self.seed)}


def draw_of(header: Mapping[str, Any]) -> Draw | None:
    """Return how a seed was drawn by the header of a record; None if it does not say, as one person drew it alone.

    Raises:
        BadRecord: if it says so in no form that can be read.
    """
    facts = header.get("draw")
    if facts is None:
        return None
    try:
        draw = Draw(**{**facts, "seed": int(facts["seed"])})
    except (TypeError, ValueError, KeyError):
        draw = None
    if draw is None or not _is_whole(draw, len(header["seats"])):
        raise BadRecord("The header of the record does not say how the seed of its dice was drawn.")
    return draw


def _is_whole(draw: Draw, seats: int) -> bool:
    texts = isinstance(draw.commitment, str) and isinstance(draw.salt, str)
    lists: tuple[object, ...] = (draw.hashes, draw.nonces)  # of a file, which may say anything
    return texts and all(
        isinstance(one, list) and len(one) == seats and all(isinstance(told, str) for told in one) for one in lists
    )
