"""A picture as SVG: scenery and figures as flat shapes in four inks, like a cut in wood printed in colours.

All of it comes from the vocabulary, so there is nothing in it but shapes; the same words always make the same picture.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2s

from stormriver.art.vocabulary import Art, art_of, figures, outlines, scenery

SIZE = 512
INKS = ("light", "tint", "deep", "ink")
BACKGROUND = ("sky", "light", "ground")
"""What is printed before the figures, in this order."""
PLACES: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((256, 258, 348),),
    ((204, 236, 316), (386, 376, 192)),
    ((204, 258, 306), (388, 384, 176), (396, 134, 148)),
)
"""For one, two and three figures the middle and the size of each, the subject first."""
HALO = 22
"""How wide a figure's light edge is, both sides together."""
CUTS = "".join(f"M{x} 512q{150} -{120} {250} -{330}q-{70} {230} -{234} 330z" for x in range(120, 700, 44))
"""Strokes of the knife over the shaded side of a figure, in its square."""
CLOSE = 1.12
"""How much more than the subject is seen in the close view."""
WASH = "".join(f"M{x} {y}q60 -26 120 0q-60 22 -120 0z" for y in range(30, 512, 60) for x in range(-90, 512, 170))
"""Strokes of the brush over open land."""
TERRAIN = "terrain"
"""The word of a name that asks for land instead of a picture; the vocabulary has none like it."""
SPREAD = (
    (76, 92, 150), (250, 60, 128), (432, 84, 150), (52, 262, 126), (256, 232, 168), (462, 256, 130), (92, 430, 150),
    (268, 410, 132), (436, 432, 150),
)  # fmt: skip
"""The middle and size of each sign on land, those at the back first."""


def compose(art: Art) -> str:
    """Return a picture as SVG; `#close` behind its address shows the subject alone.

    Args:
        art: words of the vocabulary; parts that are empty are left out, and the palette is parchment.
    """
    inks = dict(zip(INKS, scenery()["palette"][art.palette or "parchment"].split(), strict=True))
    places = PLACES[max(len(art.figures), 1) - 1]
    drawn = [_layers(part, getattr(art, part), inks) for part in BACKGROUND]
    for number in reversed(range(len(art.figures))):  # the subject stands before its props
        drawn.append(_figure(art.figures[number], places[number], inks, number))
    drawn.append(_layers("frame", art.frame, inks))
    x, y, size = places[0]
    near = round(size * CLOSE)
    view = f'<view id="close" viewBox="{x - near // 2} {y - near // 2} {near} {near}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{view}'
        f'<path fill="#{inks["light"]}" d="M0 0h{SIZE}v{SIZE}H0z"/>{"".join(drawn)}</svg>'
    )


def terrain(art: Art) -> str:
    """Return the land of a picture as SVG, as old maps show it: its subject as a sign, over and over."""
    inks = dict(zip(INKS, scenery()["palette"][art.palette or "parchment"].split(), strict=True))
    outline = outlines()[figures()[art.figures[0]].icon] if art.figures else ""
    signs = "".join(
        f'<use href="#s" transform="translate({x - size // 2} {y - size // 2})scale({size / SIZE:.3f})"/>'
        for x, y, size in sorted(SPREAD, key=lambda spot: spot[1])
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}"><defs><path id="s" d="{outline}"'
        f' stroke="#{inks["light"]}" stroke-width="{HALO}" paint-order="stroke" fill="#{inks["deep"]}"/></defs>'
        f'<path fill="#{inks["light"]}" d="M0 0h{SIZE}v{SIZE}H0z"/>'
        f'<path fill="#{inks["tint"]}" opacity=".45" d="{WASH}"/>{signs}</svg>'
    )


def _layers(part: str, word: str, inks: dict[str, str]) -> str:
    """Return the shapes of a piece of scenery."""
    layers = scenery()[part][word] if word else ()
    rule = ' fill-rule="evenodd"' if part == "frame" else ""
    return "".join(f'<path fill="#{inks[ink]}"{rule} d="{outline}"/>' for ink, outline in layers)


def _figure(word: str, place: tuple[int, int, int], inks: dict[str, str], number: int) -> str:
    """Return a figure at its place: dark, edged in light, and cut on its shaded side."""
    x, y, size = place
    scale = size / SIZE
    outline = outlines()[figures()[word].icon]
    fill, cut = (inks["ink"], inks["deep"]) if number == 0 else (inks["deep"], inks["ink"])
    return (
        f'<g transform="translate({x - size // 2} {y - size // 2})scale({scale:.3f})">'
        f'<clipPath id="c{number}"><path id="f{number}" d="{outline}"/></clipPath>'
        f'<use href="#f{number}" stroke="#{inks["light"]}" stroke-width="{HALO / scale:.0f}" stroke-linejoin="round"'
        f' fill="#{inks["light"]}"/><use href="#f{number}" fill="#{fill}"/>'
        f'<path clip-path="url(#c{number})" fill="#{cut}" d="{CUTS}"/></g>'
    )


# pictures by their addresses


def picture_of(art: Art) -> str:
    """Return the name by which a picture is fetched: its words, and a hash of what they make, for caches."""
    return f"{'.'.join(art.words())}.{_hash(compose(art))}"


def terrain_of(art: Art) -> str:
    """Return the name by which the land of a picture is fetched."""
    return f"{TERRAIN}.{'.'.join(art.words())}.{_hash(terrain(art))}"


@lru_cache(maxsize=1024)
def picture(name: str) -> str | None:
    """Return as SVG what a name of `picture_of` or `terrain_of` shows; None if there is no such picture, or no more."""
    *words, print_ = name.split(".")
    try:
        drawn = terrain(art_of(words[1:])) if words[:1] == [TERRAIN] else compose(art_of(words))
    except LookupError:
        return None
    return drawn if _hash(drawn) == print_ else None


def _hash(drawn: str) -> str:
    return blake2s(drawn.encode(), digest_size=5).hexdigest()
