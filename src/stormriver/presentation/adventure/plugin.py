"""How adventure games are shown (see presentation/showing.py)."""

from __future__ import annotations

from stormriver.presentation.adventure import advice, book, matters, telling, trail, viewing
from stormriver.presentation.showing import Presentation

PRESENTATION = Presentation(
    book_of=book.book_of,
    view_of=viewing.view_of,
    told=telling.told,
    trail=trail.Trail,
    advice=advice.advice,
    matter_of=matters.matter_of,
    at_first=matters.AT_FIRST,
    roles=viewing.roles,
)
