"""Readings of what lies on spaces and is done there."""

from __future__ import annotations

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.types import ANY_CARD, HERE_SPACE, ON_THIS
from stormriver.adventure.procedures.belongings import partable
from stormriver.adventure.procedures.stats import is_playing
from stormriver.adventure.procedures.targets import spot_spaces
from stormriver.adventure.words.board import LayOut, PickSpace, PutInForce
from stormriver.adventure.words.places import ClearAway, DoAs, Lead, Linger, Place, Strew, Sweep, Visit
from stormriver.estimates.adventure.changes import Changes, add, for_rivals, lasting
from stormriver.estimates.adventure.having import had, lost
from stormriver.estimates.adventure.meeting import drawn_from, first_met
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect


@reads(Place)
def placed(reader: Reader, word: Place, context: Context) -> Changes:
    """A card that comes to lie here is met; what one does elsewhere is read when somebody comes to it."""
    return first_met(reader, context.target) if word.on == HERE_SPACE and context.target >= 0 else {}


@reads(ClearAway)
@reads(Sweep)
@reads(Lead)
def cleared(reader: Reader, word: Effect, context: Context) -> Changes:
    """Nothing: what lies on the board belongs to nobody."""
    return {}


@reads(Strew)
def strew(reader: Reader, word: Strew, context: Context) -> Changes:
    """Any of the belongings is gone."""
    if context.seat != reader.seat:
        return reader.of(context.seat, {"follower": -float(word.possible(reader.game, context))})
    cards = partable(reader.game, context.seat, word.things)
    return reader.mean([lost(reader, card) for card in cards]) if cards else {}


@reads(DoAs)
def do_as(reader: Reader, word: DoAs, context: Context) -> Changes:
    """What is done at the other space; of the same card all that it says, with no third time."""
    if word.space != ON_THIS:
        return reader.effect(word.meant(context.card), context)
    if context.seat != reader.seat or context.card in reader.holding:
        return {}
    return reader.within(context.card, lambda: reader.effect(word.meant(context.card), about(context)))


@reads(Visit)
def visit(reader: Reader, word: Visit, context: Context) -> Changes:
    """The best of the people to visit."""
    return reader.choice(context.seat, [reader.effect(effect, context) for effect in word.people.values()])


@reads(Linger)
def laid(reader: Reader, word: Effect, context: Context) -> Changes:
    """A card lies on a space; what it does there is read when somebody comes to it."""
    return {}


@reads(LayOut)
def laid_out(reader: Reader, word: LayOut, context: Context) -> Changes:
    """What lies where somebody stands is met by them; elsewhere by whoever comes first, if they like it."""
    found = reader.leading_on(word, lambda: _found(reader, word))
    if not found:
        return {}
    total: Changes = {}
    playing = sum(is_playing(reader.game, seat) for seat in range(len(reader.state.seats)))
    for space in spot_spaces(reader.game, context, word.on):
        if context.seat != NONE and space == reader.state.seats[context.seat][SPACE]:
            add(total, reader.of(context.seat, found), word.count)
        else:
            add(total, reader.best([{}, lasting(found)]), word.count / max(1, playing))
    return total


def _found(reader: Reader, word: LayOut) -> Changes:
    """Return what meeting a card changes that is laid out: a named one, or the mean of those in a deck."""
    if word.what == ANY_CARD:
        return drawn_from(reader, word.from_)
    table, place = reader.table, reader.state.place
    for card, definition in enumerate(table.definition_of):
        put_away = (NONE, table.deck_zone[table.backs[card]], table.discard_of[card])  # NONE: in a deck nobody sees
        if definition == word.what and place[card] in put_away:
            return first_met(reader, card)
    return {}


@reads(PutInForce)
def put_in_force(reader: Reader, word: PutInForce, context: Context) -> Changes:
    """Any of the cards that it may be, which does to all others what it does to the seat."""
    cards = {reader.table.definition_of[card]: card for card in word.enforces(reader.table)}
    own = reader.leading_on(word, lambda: reader.mean([had(reader, card) for card in cards.values()]))
    return {**own, **for_rivals(own)}


@reads(PickSpace)
def picked(reader: Reader, word: PickSpace, context: Context) -> Changes:
    """What is done at the best of the spaces; at any of them if somebody else chooses."""
    spaces = word.among(reader.game, context)
    return reader.choice(context.seat, [reader.effect(word.do_, context.at(space)) for space in spaces])


def space_picked(reader: Reader, name: str, argument: int) -> Changes:
    """Return what is done at a space that is chosen."""
    word = reader.word
    return reader.effect(word.do_, reader.context.at(argument)) if isinstance(word, PickSpace) else {}
