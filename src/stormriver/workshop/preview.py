"""Previews: how the cards of a pack look and what they say, as data and as a page for the browser."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path

from msgspec import Struct

from stormriver.art.compose import picture
from stormriver.language.message import put
from stormriver.language.rendering import language as language_of
from stormriver.presentation.facts import CommonCard
from stormriver.presentation.registry import presentation_of
from stormriver.workshop.bench import OnBench

NUMBERS = ("strength", "craft", "points", "life", "fate", "gold")
"""The numbers that may stand on a card, in their order."""
STYLE = Path(__file__).with_name("preview.css")


class Face(Struct, frozen=True):
    """One card as it is to be seen.

    Attributes:
        kind: what it is, in words; `deck` what it is drawn from.
        numbers: those on it, each with its name.
        text: all that it says; characters say each ability in a line of its own.
        picture: as SVG; empty if it has none.
        copies: how many there are.
        line: where it stands in the pack.
    """

    id: str
    name: str
    kind: str
    deck: str
    numbers: list[tuple[str, int]]
    text: str
    picture: str
    copies: int
    file: str
    line: int


def faces(pack: OnBench, language: str) -> list[Face]:
    """Return the cards of a pack as they are to be seen, in the order of its files.

    Args:
        pack: a pack that can be loaded.
        language: the code of the language in which they speak.

    Raises:
        BadContent: for what is wrong in the pack.
    """
    table = pack.table()
    book = presentation_of(table).book_of(table, language)
    found = []
    for card in table.definitions:
        if card.stands is not None and pack.holds(card.stands.file):
            shown = book.cards[card.id]
            deck = book.decks[shown.deck].name if shown.deck in book.decks else shown.deck
            text = table.says(card, language)
            drawn, numbers = picture(shown.picture) or "", _numbers(shown, language)
            said = (card.id, shown.name, shown.kind_name, deck, numbers, text, drawn, shown.copies)
            found.append(Face(*said, card.stands.file, card.stands.line))
    return sorted(found, key=lambda face: (face.file, face.line))


def _numbers(card: CommonCard, language: str) -> list[tuple[str, int]]:
    """Return the numbers on a card, each with its name."""
    words = language_of(language).fragment
    return [(words(f"terminal.words.{name}"), value) for name in NUMBERS if (value := getattr(card, name, 0)) > 0]


def page(title: str, shown: Sequence[Face], language: str) -> str:
    """Return a page with all cards, one file that needs nothing beside it.

    Args:
        title: its heading, such as the name of the pack.
        shown: the cards.
        language: the code of the language in which they speak.
    """
    style, name = STYLE.read_text(encoding="utf-8"), escape(title)
    cards = "".join(_card(face, language) for face in shown)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{name}</title>'
        f'<meta name="viewport" content="width=device-width"><style>\n{style}</style></head>'
        f"<body><h1>{name}</h1><main>\n{cards}</main></body></html>\n"
    )


def _card(face: Face, language: str) -> str:
    """Return a card as HTML."""
    drawn = b64encode(face.picture.encode()).decode()
    image = f'<img alt="" src="data:image/svg+xml;base64,{drawn}">' if drawn else ""
    numbers = "".join(f"<span>{escape(name)} <b>{value}</b></span>" for name, value in face.numbers)
    text = "".join(f"<p>{escape(line)}</p>" for line in face.text.splitlines() if line)
    copies = escape(put("{number} in {deck}", language, number=face.copies, deck=face.deck))
    place = escape(put("{file}, line {line}", language, file=face.file, line=face.line))
    return (
        f'<article id="{face.id}"><h2>{escape(face.name)}</h2>{image}<h3>{escape(face.kind)}{numbers}</h3>{text}'
        f"<footer><span>{copies}</span><span>{place}</span></footer></article>\n"
    )
