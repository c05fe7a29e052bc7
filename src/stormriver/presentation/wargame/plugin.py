"""How wargames are shown (see presentation/showing.py)."""

from __future__ import annotations

from stormriver.presentation.showing import Presentation
from stormriver.presentation.trail import Trail
from stormriver.presentation.wargame import advice, book, matters, telling, viewing

PRESENTATION = Presentation(
    book_of=book.book_of,
    view_of=viewing.view_of,
    told=telling.told,
    trail=Trail,
    advice=advice.advice,
    matter_of=matters.matter_of,
    at_first={},
    roles=viewing.roles,
)
