"""Triggers: hooks that follow an event by themselves, one's own or another character's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import NO_NAMES, can_use, carriers, playing
from stormriver.adventure.procedures.targets import seats
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE

if TYPE_CHECKING:
    from stormriver.adventure.model.hook_index import HookIndex
    from stormriver.adventure.model.hooks import Trigger


def fire(
    game: AdventureGame,
    seat: int,
    event: str,
    names: frozenset[str] = NO_NAMES,
    card: int = NONE,
    rival: int = NONE,
    target: int = NONE,
    roll: int = 0,
    natural: int = 0,
) -> None:
    """Run the triggers of a character that answer an event.

    Args:
        game: the game.
        seat: the character.
        event: the event, one of those in `moments.py`.
        names: the names of what the event was about.
        card: if given, only this card's own triggers answer (it has just been taken).
        rival: the other seat of their contexts.
        target: the card that the event is about.
        roll: what was rolled, with all that was added.
        natural: the dice as they fell, three bits each.
    """
    table = game.table
    if table.watched and event in table.watched and card == NONE:
        _told_to_others(game, seat, event, names, target)
    if card == NONE and not game.hook_mask[seat] & table.trigger_bits:
        return
    rows = table.triggers.get(event)
    if rows is None or (card == NONE and not game.hook_mask[seat] & rows.bit):
        return
    sources = [card] if card != NONE else carriers(game, seat, rows)
    _answer(game, rows, sources, Context(seat, NONE, rival, NONE, target, roll, natural), names)


def fire_for_all(game: AdventureGame, event: str, names: frozenset[str] = NO_NAMES) -> None:
    """Run the triggers that answer an event of the whole table: those of each character and, once, those for all.

    What holds for all is carried out for the one whose turn it is; if they have no character, for the next who has.
    """
    table = game.table
    rows = table.triggers.get(event)
    if rows is None:
        return
    seats = playing(game)
    for seat in reversed(seats):  # what is pushed last is carried out first
        if not game.hook_mask[seat] & rows.bit:
            continue
        sources = carriers(game, seat, rows)
        if seat != seats[0]:
            sources = [source for source in sources if source not in table.for_all]
        _answer(game, rows, sources, Context(seat), names)


def _answer(game: AdventureGame, rows: HookIndex, sources: list[int], context: Context, names: frozenset[str]) -> None:
    """Run the triggers of a character that stand on some sources, as far as they are about these names."""
    table, seat = game.table, context.seat
    for source in reversed(sources):  # what is pushed last is carried out first
        answering: tuple[Trigger, ...] = rows.clauses.get(source, ())
        for trigger in answering:
            if trigger.of and trigger.of.isdisjoint(names):
                continue
            if source < table.space_source and not can_use(game, seat, source):
                continue
            own = source if source < table.space_source else NONE
            about = context.seen_by(seat, own).at(game.state.seats[seat][SPACE])
            if trigger.when.test(game, about):
                trigger.do.run(game, about)
                if not game.state.frames:
                    return  # the game is over


def _told_to_others(game: AdventureGame, seat: int, event: str, names: frozenset[str], target: int) -> None:
    """Run the triggers of all characters that answer an event of another one; the active character's come first."""
    rows = game.table.watched[event]
    for witness in reversed(playing(game)):  # what is pushed last is carried out first
        if game.hook_mask[witness] & rows.bit:
            _witnessed(game, witness, seat, rows, names, target)


def _witnessed(
    game: AdventureGame, witness: int, seat: int, rows: HookIndex, names: frozenset[str], target: int
) -> None:
    """Run the triggers of one character that answer what has happened to a seat."""
    table = game.table
    for source in reversed(carriers(game, witness, rows)):
        answering: tuple[Trigger, ...] = rows.clauses.get(source, ())
        own = source if source < table.space_source else NONE
        if own != NONE and not can_use(game, witness, own):
            continue
        about = Context(witness, own, seat, game.state.seats[witness][SPACE], target)
        for trigger in answering:
            if trigger.of and trigger.of.isdisjoint(names):
                continue
            if seat in seats(game, about, trigger.who) and trigger.when.test(game, about):
                trigger.do.run(game, about)
