"""What shows games of each rulebook: one record of functions for each, chosen by the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stormriver.kernel.game import Game
from stormriver.kernel.table import Table
from stormriver.presentation.adventure import advice as adventure_advice
from stormriver.presentation.adventure import book as adventure_book
from stormriver.presentation.adventure import facts as adventure_facts
from stormriver.presentation.adventure import matters as adventure_matters
from stormriver.presentation.adventure import telling as adventure_telling
from stormriver.presentation.adventure import trail as adventure_trail
from stormriver.presentation.adventure import viewing as adventure_viewing
from stormriver.presentation.facts import Advice, Told
from stormriver.presentation.orders import Matter
from stormriver.presentation.trail import Trail
from stormriver.presentation.wargame import advice as wargame_advice
from stormriver.presentation.wargame import book as wargame_book
from stormriver.presentation.wargame import facts as wargame_facts
from stormriver.presentation.wargame import matters as wargame_matters
from stormriver.presentation.wargame import telling as wargame_telling
from stormriver.presentation.wargame import viewing as wargame_viewing

Book = adventure_facts.Book | wargame_facts.WarBook
"""The book of a table of any rulebook."""
View = adventure_facts.View | wargame_facts.WarView
"""The view of a game of any rulebook."""


class Showing(NamedTuple):
    """How games of a rulebook are shown.

    Attributes:
        book_of: from a table to its book.
        view_of: from a game, a viewer and the view of an onlooker, if it has been made, to the viewer's view.
        told: from a table, a log, the first event, a viewer and the trail to what the viewer is told.
        trail: what follows a log.
        advice: from a view, its ask and a computer player to what that thinks of the options.
        matter_of: from a view to what a standing order could settle.
        at_first: the standing orders that every seat has at first.
        roles: from a view and its game to what each seat plays, or has played last, for statistics.
    """

    book_of: Callable[[Any], Book]
    view_of: Callable[..., Any]
    told: Callable[..., tuple[Told, ...]]
    trail: Callable[..., Trail]
    advice: Callable[..., tuple[Advice, ...]]
    matter_of: Callable[[Any], Matter | None]
    at_first: Mapping[str, tuple[str, ...]]
    roles: Callable[[Any, Game], list[str]]


_SHOWINGS = {
    "adventure": Showing(
        adventure_book.book_of,
        adventure_viewing.view_of,
        adventure_telling.told,
        adventure_trail.Trail,
        adventure_advice.advice,
        adventure_matters.matter_of,
        adventure_matters.AT_FIRST,
        adventure_viewing.roles,
    ),
    "wargame": Showing(
        wargame_book.book_of,
        wargame_viewing.view_of,
        wargame_telling.told,
        Trail,
        wargame_advice.advice,
        wargame_matters.matter_of,
        {},
        wargame_viewing.roles,
    ),
}


def showing_of(table: Table) -> Showing:
    """Return how games of a table are shown."""
    return _SHOWINGS[table.rulebook.name]
