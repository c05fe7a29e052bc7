"""The draw of a seed: what each seat of a table has committed to before the game, and told when it is to begin.

The server has committed to its own seed when it made the table. So neither it nor a seat knows the dice until all have
committed; a seat that then tells nothing is left out, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from stormriver.kernel.commitment import Draw, commitment


class SeedDraw(Struct):
    """The part that seats have in the seed of a table's dice.

    Attributes:
        hashes: by seat what it has committed to; the other seats take no part.
        nonces: by seat what it has told.
        since: when telling began, None if it has not.
    """

    hashes: dict[int, str] = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)
    since: float | None = None

    @property
    def complete(self) -> bool:
        """Whether all that have committed to something have told it."""
        return self.hashes.keys() <= self.nonces.keys()

    def arrange(self, order: Sequence[int]) -> None:
        """Let the seats stand in another order: for each place which seat comes there, by its number until now."""
        self.hashes = {place: self.hashes[seat] for place, seat in enumerate(order) if seat in self.hashes}

    def free(self, seat: int) -> None:
        """Forget the part of a seat that is open again; if telling had begun, all must commit to something new."""
        self.hashes.pop(seat, None)
        if self.since is not None:
            self.hashes, self.nonces, self.since = {}, {}, None

    def told(self, seats: int, seed: int, salt: str) -> Draw:
        """Return the draw of a table with so many seats as a record tells it, with what the server had committed to."""
        hashes, nonces = ([by_seat.get(seat, "") for seat in range(seats)] for by_seat in (self.hashes, self.nonces))
        return Draw(commitment(seed, salt), seed, salt, hashes, nonces)
