"""The view of a game: where it stands for one viewer, as facts with words.

What all viewers share is built once, as an onlooker's view; what each viewer knows beyond that is added to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from stormriver.adventure.model import events
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.procedures import under_way
from stormriver.adventure.view import View as Sight
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.adventure.asking import ask_of
from stormriver.presentation.adventure.facts import Kept, Lying, Seat, View
from stormriver.presentation.adventure.marks import at_present, marks_by_subject
from stormriver.presentation.adventure.seats import Marks, held, seat_of
from stormriver.presentation.facts import Ask, Pile
from stormriver.presentation.stack import stack_of


def view_of(game: Game, seat: int, public: View | None = None, language: str = "en") -> View:
    """Return where a game stands for a viewer.

    Args:
        game: the game, its hidden cards included.
        seat: a seat, an ONLOOKER, or somebody OMNISCIENT.
        public: the view of an onlooker in the same language, if it has been made already; that saves most of the work.
        language: the viewer's.
    """
    return _own(public or _public(game, language), game, seat, language)


def views_of(game: Game, viewers: Iterable[int], language: str = "en") -> list[View]:
    """Return the view of each of several viewers of one language; cheaper than one by one."""
    public = _public(game, language)
    return [view_of(game, viewer, public, language) for viewer in viewers]


def roles(view: View, game: Game) -> list[str]:
    """Return the character that each seat plays or played last, as far as the log of the game tells."""
    table = game.table
    taken = ((event.seat, event.data[0]) for event in game.log or () if event.kind == events.CHARACTER_TAKEN.name)
    last = {seat: table.cards[card].id for seat, card in taken}
    return [seat.character or last.get(seat.number, "") for seat in view.seats]


def _public(game: Game, language: str) -> View:
    """Return what everybody knows."""
    sight = Sight(game, ONLOOKER)
    sight.language = language
    table = game.table
    marks = marks_by_subject(sight.game, table, language)
    state, ask = sight.game.state, sight.game.ask
    return View(
        seat=ONLOOKER,
        turn=state.turn,
        round=-(-state.turn // len(table.seats)),
        active=state.active,
        over=state.ask is None,
        seats=tuple(seat_of(sight, number, marks) for number in range(len(table.seats))),
        spaces=_spaces(sight, table, marks),
        in_force=tuple(held(table, card, marks) for card in sight.in_force),
        now=at_present(sight.game, table),
        piles=_piles(sight, table),
        stack=stack_of(table, under_way(sight.game, language)),
        ask=None if ask is None else Ask(ask.seat, ask.kind, ask.rule),
        result=tuple(game.result),
    )


def _spaces(sight: Sight, table: AdventureTable, marks: Marks) -> dict[str, Lying]:
    """Return what lies on each space that is not bare."""
    state = sight.game.state
    gold: dict[int, int] = {}
    loose = table.mark_ids["loose_gold"]
    for mark in state.marks:
        if mark.kind == loose:
            gold[mark.subject] = gold.get(mark.subject, 0) + mark.amount
    found = {}
    for number, space in enumerate(table.spaces):
        cards = state.zones[table.lying + number]
        if number == table.summit and table.goal != NONE:
            cards += state.zones[table.goal] + state.zones[table.goal_covered]
        subject = table.subject_of_space(number)
        kept = _kept(sight, table, number, cards)
        if cards or kept or subject in gold or subject in marks:
            lying = tuple(held(table, card, marks) for card in cards)
            found[space.id] = Lying(lying, gold.get(subject, 0), marks.get(subject, ()), kept)
    return found


def _kept(sight: Sight, table: AdventureTable, space: int, cards: tuple[int, ...]) -> tuple[Kept, ...]:
    """Return what lies on a space, and on the cards there, apart from what is met."""
    sources = [(table.space_source + space, "")] + [(card, table.cards[card].id) for card in cards if card >= 0]
    found = []
    for source, name in sources:
        there = sight.game.state.zones[table.kept[source]] if source in table.kept else ()
        if there:
            found.append(Kept(name, tuple(table.cards[card].id for card in there)))
    return tuple(found)


def _piles(sight: Sight, table: AdventureTable) -> dict[str, Pile]:
    """Return the decks; of an open one, which has no discards of its own, the cards left are shown."""
    zones = sight.game.state.zones
    found = {}
    for deck, zone, discards in zip(table.decks, table.deck_zone, table.deck_discard, strict=True):
        shown = zones[discards] if discards != zone or not deck.hidden else ()
        found[deck.id] = Pile(len(zones[zone]), tuple(table.cards[card].id for card in shown if card >= 0))
    return found


def _own(public: View, game: Game, viewer: int, language: str) -> View:
    """Return the public view with what one viewer knows beyond it."""
    if viewer == ONLOOKER:
        return public
    sight = Sight(game, viewer)
    sight.language = language
    ask = ask_of(sight)
    asked, options = (ask.seat, ask.options) if ask is not None else (NONE, ())
    usable = {option.card for option in options if option.card}
    seats = tuple(_seen(sight, seat, usable if seat.number == asked else set()) for seat in public.seats)
    return replace(public, seat=max(viewer, ONLOOKER), seats=seats, ask=ask)


def _seen(sight: Sight, seat: Seat, usable: set[str]) -> Seat:
    """Return a seat with the cards that the viewer sees and others do not, and those that may be used now."""
    table = sight.game.table
    zones = sight.game.state.zones
    spells = tuple(held(table, card, {}, usable) for card in zones[table.hand + seat.number])
    choice = tuple(table.cards[card].id for card in zones[table.choice + seat.number] if card >= 0)
    reserve = tuple(held(table, card, {}, usable) for card in zones[table.reserve + seat.number])
    if not usable and (spells, choice, reserve) == (seat.spells, seat.choice, seat.reserve):
        return seat
    cards = tuple(replace(card, usable=card.card in usable) for card in seat.cards) if usable else seat.cards
    return replace(seat, spells=spells, choice=choice, reserve=reserve, cards=cards)
