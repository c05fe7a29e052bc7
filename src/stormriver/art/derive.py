"""What a picture shows of which nothing is said: it follows from a thing's id, tags, kind and numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from hashlib import blake2s

from stormriver.art.vocabulary import FIGURE, FOLDER, MOST_FIGURES, SCENERY, Art, figures

ANY = "any"
"""What holds for all things of which nothing else is said."""
PROP = "prop"
"""What stands beside a figure that many things may have."""
STRONG = 6
"""From this Strength or Craft on a creature looms before a dark sky."""
DARK = ("tempest", "blaze", "void")


@cache
def defaults() -> dict[str, dict[str, list[str]]]:
    """Return by tag or kind the words of each part of a picture that go with it."""
    return tomllib.loads((FOLDER / "defaults.toml").read_text(encoding="utf-8"))


def completed(said: Art, thing: str, kind: str, tags: Sequence[str] = (), number: int = 0) -> Art:
    """Return a picture with all its parts: what is said of it, and for the rest what goes with the thing.

    Args:
        said: the parts that its author has chosen.
        thing: its id; a word of it that is a figure becomes the subject.
        kind: what it is; its tags, the most particular one first, come before that.
        number: its Strength or Craft, 0 for none.
    """
    sources = [defaults()[name] for name in (*tags, kind, ANY) if name in defaults()]

    def chosen(part: str) -> str:
        words = next((source[part] for source in sources if part in source), [""])
        return words[_lot(thing, part) % len(words)]

    parts = {part: getattr(said, part) or chosen(part) for part in SCENERY}
    if not said.sky and number >= STRONG:
        parts["sky"] = DARK[_lot(thing, "dark") % len(DARK)]
    if said.ground and not said.light:
        parts["light"] = ""  # who lays a ground says what shines there
    return Art(said.figures or _named(thing) or (chosen(FIGURE), chosen(PROP)), **parts)


def _named(thing: str) -> tuple[str, ...]:
    """Return the figures that an id speaks of: all of it as one word, else its words, what it is called last first."""
    words = thing.split("_")
    if (whole := "-".join(words)) in figures():
        return (whole,)
    return tuple(word for word in reversed(words) if word in figures())[:MOST_FIGURES]


def _lot(thing: str, part: str) -> int:
    """Return a number that is always the same for a thing and a part, and as good as drawn by lot."""
    return int.from_bytes(blake2s(f"{thing}.{part}".encode(), digest_size=4).digest(), "big")
