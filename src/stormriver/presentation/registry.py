"""The registry of presentations: how the games of a rulebook are shown, found by its entry point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from stormriver.kernel.game import Game
from stormriver.kernel.plugins import plugin
from stormriver.kernel.table import Table
from stormriver.language.clauses import Part
from stormriver.presentation.adventure import facts as adventure_facts
from stormriver.presentation.attention import (
    Concern,
    Evident,
    Recurring,
    all_pressing,
    never_evident,
    never_leads_on,
    never_recurs,
    nothing_at_hand,
)
from stormriver.presentation.event_trail import Trail
from stormriver.presentation.facts import Advice, Milestone, Timeline, Told
from stormriver.presentation.generic import facts as generic_facts
from stormriver.presentation.milestones import milestones_of
from stormriver.presentation.standing_orders import Matter
from stormriver.presentation.timeline import timeline_of
from stormriver.presentation.wargame import facts as wargame_facts

GROUP = "stormriver.presentation"
"""The entry points by which a rulebook names its presentation, see kernel/plugins.py."""

Book = adventure_facts.Book | wargame_facts.WarBook | generic_facts.GenericBook
"""The book of a table of any rulebook."""
View = adventure_facts.View | wargame_facts.WarView | generic_facts.GenericView
"""The view of a game of any rulebook."""


def nothing_odd(table: Table) -> Sequence[str]:
    """Return that nothing is odd about a table, for rulebooks that do not look."""
    return []


class Presentation(NamedTuple):
    """How games of a rulebook are shown.

    Attributes:
        book_of: from a table and a language to its book.
        view_of: from a game, a viewer, an onlooker's view if it has been made, and a language to the viewer's view.
        told: from a table, a log, the first event, a viewer, the trail and a language to what the viewer is told.
        trail: the class of the trail that follows a log.
        advice: from a view, its ask and a computer player to what that thinks of the options.
        matter_of: from a view to what a standing order could settle.
        kind_of_ask: from a table and the name of a kind of ask in saves to its words as a part.
        thing_declined: from a table and the key of an option to what an order not to choose it declines.
        at_first: the default standing orders of every seat.
        roles: from a view and its game to what each seat plays, or has played last, for statistics.
        role: the word for what a seat plays, such as `character`, used as a key in results.
        concerns: from a view and the matter of its ask to what of it concerns the viewer now; by default all of it.
        leads_on: from a view and the matter of its ask to whether leaving it only leads to the viewer's next question,
            so that both can be put as one.
        onward: the verbs of options that are put as one with the question to which they lead at once, if they do.
        recurring: from a game to the question that its pending ask puts again, if it does.
        evident: from a view to the answer to its ask that goes without saying, None if there is a choice.
        at_hand: from a view to the ids of what the viewer has and may make use of at some time.
        hidden: the kinds of asks that offer what a seat hides from the others.
        entrusted: the kinds of asks that a person may leave to a computer player, all of them in a row at one word.
        milestones: from a table and all that a viewer is told of a game to how they find their way through it.
        timeline: from a table, a whole log, its first state and a language to how the game went.
        oddities: from a table to what its author hardly means so, a sentence each, with file and line.
    """

    book_of: Callable[..., Book]
    view_of: Callable[..., Any]
    told: Callable[..., tuple[Told, ...]]
    trail: Callable[..., Trail]
    advice: Callable[..., tuple[Advice, ...]]
    matter_of: Callable[[Any], Matter | None]
    kind_of_ask: Callable[[Any, str], Part]
    thing_declined: Callable[[Any, str], Part]
    at_first: Mapping[str, tuple[str, ...]]
    roles: Callable[[Any, Game], list[str]]
    role: str = "seat"
    concerns: Callable[[Any, Matter], Concern] = all_pressing
    leads_on: Callable[[Any, Matter], bool] = never_leads_on
    onward: frozenset[str] = frozenset()
    recurring: Callable[[Any], Recurring | None] = never_recurs
    evident: Callable[[Any], Evident | None] = never_evident
    at_hand: Callable[[Any], tuple[str, ...]] = nothing_at_hand
    hidden: frozenset[str] = frozenset()
    entrusted: frozenset[str] = frozenset()
    milestones: Callable[..., tuple[Milestone, ...]] = milestones_of
    timeline: Callable[..., Timeline] = timeline_of
    oddities: Callable[[Any], Sequence[str]] = nothing_odd


def presentation_of(table: Table) -> Presentation:
    """Return how games of a table are shown: as its rulebook says, or as plain facts."""
    return presentation_named(table.rulebook.name)


def presentation_named(rulebook: str) -> Presentation:
    """Return how games of a rulebook are shown, plain facts if it brings nothing."""
    found: Presentation | None = plugin(GROUP, rulebook)
    if found is None:
        from stormriver.presentation.generic.plugin import PRESENTATION  # it is made of this module's record

        return PRESENTATION
    return found
