"""Chance: two generators behind one interface, each with a state of one integer and, if it is the secure one, a key.

A state goes from number to number by `advance`, whatever is asked of it, and `number` reads from it. The fast
generator, splitmix64, has no key: who has seen enough dice can work out those to come. The secure one is BLAKE2b of a
counter under a key: nobody can who does not have the key. Which one a game has is named in its save and its record.

Sources: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014); RFC 7693, "The
BLAKE2 Cryptographic Hash and Message Authentication Code".
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

from stormriver.kernel.compiled import COMPILED
from stormriver.kernel.errors import StormriverError

MASK: Final = 0xFFFFFFFFFFFFFFFF
STRIDE: Final = 0x9E3779B97F4A7C15
SPLITMIX64: Final = "splitmix64"
BLAKE2B: Final = "blake2b"
GENERATORS: Final = (SPLITMIX64, BLAKE2B)
"""The names of the generators in files."""
KEY_BYTES: Final = 32
DRAW_BYTES: Final = 7
DRAWS: Final = 1 << 8 * DRAW_BYTES
"""How many numbers a draw of the secure generator is one of; they are few enough for the engine's short integers."""


def check_seed(seed: object) -> None:
    """Refuse what is no seed, by a StormriverError: a seed is any integer."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise StormriverError("A seed is a whole number, not {seed!r}.", seed=seed)


def begun(generator: str, seed: int) -> tuple[int, bytes]:
    """Return the first state of a generator, by its name, for a seed (any integer), and its key; the fast one has none.

    Raises:
        KeyError: if there is no generator of that name.
    """
    if generator == SPLITMIX64:
        return seeded(seed), b""
    if generator == BLAKE2B:
        return 0, hashlib.sha256(f"stormriver dice of seed {seed}".encode()).digest()
    raise KeyError(generator)


def fits(generator: object, key: bytes) -> bool:
    """Tell whether a key is one of a generator, by its name; False if there is none of that name."""
    return generator in GENERATORS and len(key) == (KEY_BYTES if generator == BLAKE2B else 0)


def advance(dice: int, key: bytes = b"") -> int:
    """Return the generator state that follows `dice`, for the next number; the secure one only counts."""
    return (dice + (1 if key else STRIDE)) & MASK


def number(dice: int, sides: int, key: bytes = b"") -> int:
    """Return the number from 0 to `sides` - 1 that the state `dice` stands for (sides from 1 to 2**31 - 1)."""
    if key:
        return secure_number(dice, sides, key)
    if COMPILED:
        return native_number(dice, sides)
    mixed = ((dice ^ (dice >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return ((mixed ^ (mixed >> 31)) * sides) >> 64


def secure_number(dice: int, sides: int, key: bytes) -> int:
    """Return what `number` does of the secure generator, each number as likely as any other (sides up to `DRAWS`).

    The hash is of the counter and of how often this number was drawn before: what is left over when `DRAWS` is divided
    among the sides is drawn anew.
    """
    even = DRAWS - DRAWS % sides
    drawn, tries = even, 0
    while drawn >= even:
        counted = dice.to_bytes(8, "big") + tries.to_bytes(4, "big")
        block = hashlib.blake2b(counted, key=key, digest_size=DRAW_BYTES).digest()
        drawn, tries = int.from_bytes(block, "big"), tries + 1
    return drawn % sides


def native_number(dice: int, sides: int) -> int:
    """Return what `number` does; for the compiled engine alone, whose products of 64 bits wrap around by themselves.

    Plain Python keeps all their bits, of which none above the 64th is looked at, and so needs longer than `number`, as
    that does in the compiled engine. The factors are those of `number`, with the sign that their highest bit means.
    """
    high: i64 = dice >> 32
    low: i64 = dice & 0xFFFFFFFF
    mixed = high << 32 | low
    mixed = (mixed ^ (mixed >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
    mixed = (mixed ^ (mixed >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
    mixed ^= mixed >> 31 & 0x1FFFFFFFF
    most: i64 = sides
    return ((mixed >> 32 & 0xFFFFFFFF) * most + ((mixed & 0xFFFFFFFF) * most >> 32)) >> 32


def seeded(seed: int) -> int:
    """Return the first state of the fast generator for a seed (any integer)."""
    return advance(seed & MASK)


def shuffled(dice: int, cards: tuple[int, ...], key: bytes = b"") -> tuple[int, tuple[int, ...]]:
    """Return the generator state after shuffling `cards`, and the cards in their new order."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        dice = advance(dice, key)
        other = number(dice, last + 1, key)
        order[last], order[other] = order[other], order[last]
    return dice, tuple(order)
