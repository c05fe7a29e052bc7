"""The vocabulary of pictures: figures and scenery, each called by a word that belongs to one part of a picture.

`figures.tsv` names the figures with whoever drew them, `outlines.json` holds their outlines, `scenery.toml` all else.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from stormriver.kernel.translatable import Translatable

FOLDER = Path(__file__).parent
FIGURE = "figure"
SCENERY = ("ground", "sky", "light", "frame", "palette")
"""The parts of a picture beside its figures; it has at most one of each."""
MOST_FIGURES = 3
"""The subject and at most two props."""

GROUNDS = ("cobbles", "flagstones")
"""What may lie between the spaces of a board, if not bare earth."""
LANDMARKS = ("avenue", "harbour", "houses", "park", "square", "tower", "wall")
"""What a board may show where it has no space, or around one; pages draw them."""


class Art(NamedTuple):
    """What a picture shows, in words of the vocabulary; what is empty follows from the thing (see derive.py).

    Attributes:
        figures: the subject first, then up to two props.
        ground, sky, light: where the figures stand, what is behind them, and what shines.
        frame, palette: what edges the picture, and its four inks.
    """

    figures: tuple[str, ...] = ()
    ground: str = ""
    sky: str = ""
    light: str = ""
    frame: str = ""
    palette: str = ""

    def words(self) -> tuple[str, ...]:
        """Return the words it is made of, as they are written in a card."""
        return (*self.figures, *(word for part in SCENERY if (word := getattr(self, part))))


NO_ART = Art()


class Figure(NamedTuple):
    """A figure: the icon of the game-icons set that it is, and who drew that."""

    word: str
    icon: str
    author: str


class BadArt(LookupError):
    """Words that are no picture.

    Attributes:
        problem: what is wrong.
        at: which word, counted from 0.
        known: the words of the vocabulary, if it is none of them; empty if it does not go with the others.
    """

    def __init__(self, problem: Translatable, at: int, known: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at
        self.known = known


@cache
def figures() -> dict[str, Figure]:
    """Return all figures by their words."""
    rows = (FOLDER / "figures.tsv").read_text(encoding="utf-8").splitlines()
    found = (Figure(*row.split("\t")) for row in rows if not row.startswith("#"))
    return {figure.word: figure for figure in found}


@cache
def outlines() -> dict[str, str]:
    """Return the outline of each icon, in a square of 512."""
    found: dict[str, str] = json.loads((FOLDER / "outlines.json").read_text(encoding="utf-8"))
    return found


@cache
def scenery() -> dict[str, dict[str, Any]]:
    """Return by part and word the layers of scenery, each an ink and an outline; of a palette its inks."""
    return tomllib.loads((FOLDER / "scenery.toml").read_text(encoding="utf-8"))


@cache
def vocabulary() -> dict[str, str]:
    """Return the part of a picture that each word belongs to."""
    return {
        **dict.fromkeys(figures(), FIGURE),
        **{word: part for part, words in scenery().items() for word in words},
    }


def art_of(words: Sequence[str]) -> Art:
    """Return the picture that words say, the subject before its props, scenery anywhere.

    Raises:
        BadArt: for an unknown word, a second ground, sky, light, frame or palette, or too many figures.
    """
    parts: dict[str, str] = {}
    shown: list[str] = []
    for at, word in enumerate(words):
        part = vocabulary().get(word)
        if part is None:
            raise BadArt(Translatable("no word of pictures is called {word!r}", word=word), at, tuple(vocabulary()))
        if part != FIGURE:
            if part in parts:
                both = "a picture has one {part}, and this is both {other} and {word}"
                raise BadArt(Translatable(both, part=Translatable(part), other=parts[part], word=word), at)
            parts[part] = word
        elif len(shown) == MOST_FIGURES:
            more = "a picture has at most {most} figures, and {word} is one more"
            raise BadArt(Translatable(more, most=MOST_FIGURES, word=word), at)
        else:
            shown.append(word)
    return Art(tuple(shown), **parts)
