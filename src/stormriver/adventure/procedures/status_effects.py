"""Temporary states of a character: other forms, marks, missed turns; and when these end."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, CHARACTER, GOLD, MISSED, SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import belongings, discard, drop
from stormriver.adventure.procedures.fortune import lay_gold, lose
from stormriver.adventure.procedures.stats import find_marks, is_playing
from stormriver.adventure.procedures.terrain import look_again
from stormriver.adventure.procedures.waiting import waiting
from stormriver.kernel.budget import room_for_mark
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import FIGHT_END, OWN_TURN_END, OWN_TURN_START, TURN_END
from stormriver.kernel.state import NONE, OVER, Mark

NEUTRAL: Final = ALIGNMENTS.index("neutral")

AT_TURN_START: Final = 1 << OWN_TURN_START
AT_TURN_END: Final = 1 << TURN_END | 1 << FIGHT_END | 1 << OWN_TURN_END


def card_left(game: AdventureGame, seat: int, alignment: int) -> bool:
    """Tell whether there is an Alignment Card for a change, if it takes one (ruling.4)."""
    table = game.table
    if not table.options["limited_supply"] or _printed_alignment(game, seat) == alignment:
        return True
    changed = [
        row[ALIGNMENT]
        for other, row in enumerate(game.state.seats)
        if other != seat and is_playing(game, other) and row[ALIGNMENT] != _printed_alignment(game, other)
    ]
    if not table.neutral_cards:
        return len(changed) < table.alignment_cards
    neutral = changed.count(NEUTRAL)
    if alignment == NEUTRAL:
        return neutral < table.neutral_cards
    return len(changed) - neutral < table.alignment_cards


def _printed_alignment(game: AdventureGame, seat: int) -> int:
    card = game.table.cards[game.state.seats[seat][CHARACTER]]
    return ALIGNMENTS.index(card.alignment)


def transform(game: AdventureGame, seat: int, kind: int, turns: int) -> None:
    """Give a character another form (toad.form): what they carry drops, their counters are set aside.

    For a character in that form already, the turns are counted anew or added, as the preset says (toad.again).
    """
    table = game.table
    left = turns + (1 if seat == game.state.active else 0)  # the turn of the change does not count (ruling.23)
    already = find_marks(game, seat, kind)
    for mark in already:
        game.unmark(mark)
        if table.options["toad_again"] == "extend":
            left = mark.left + turns
    if not already:
        cards = table.form_cards.get(kind)  # none are counted of a form that is just a mark
        if table.options["limited_supply"] and cards is not None and _forms_in_use(game, kind) >= cards:
            return
        _drop_all(game, seat)
        _set_aside(game, seat)
    game.mark(kind, seat, 1, OWN_TURN_END, seat, left)
    events.TRANSFORMED.tell(game, seat, kind)


def _forms_in_use(game: AdventureGame, kind: int) -> int:
    return sum(mark.kind == kind for mark in game.state.marks)


def _drop_all(game: AdventureGame, seat: int) -> None:
    for card in belongings(game, seat):
        drop(game, seat, card)
    lay_gold(game, game.state.seats[seat][SPACE], lose(game, seat, GOLD, 1 << 20))


def _set_aside(game: AdventureGame, seat: int) -> None:
    table = game.table
    for column, kind in table.aside_marks.items():
        held = game.state.seats[seat][column]
        if held:
            game.change(seat, column, -held)
            game.mark(kind, seat, held)


def return_to_form(game: AdventureGame, seat: int) -> None:
    """Give a character their own form back: what was gained meanwhile is gone, their counters count again."""
    table = game.table
    for column, kind in table.aside_marks.items():
        game.change(seat, column, -game.state.seats[seat][column])
        for mark in find_marks(game, seat, kind):
            game.unmark(mark)
            game.change(seat, column, mark.amount)
    events.RESTORED.tell(game, seat)


def put_mark(game: AdventureGame, seat: int, kind: int, amount: int, tick: int, owner: int, turns: int) -> None:
    """Put a mark on a character; a second one of its kind replaces the first unless they add up."""
    if not game.table.marks[kind].stacks:
        for mark in find_marks(game, seat, kind):
            game.unmark(mark)
    elif not room_for_mark(game):
        return
    if tick == OWN_TURN_END:
        owner = seat
        turns += 1 if seat == game.state.active else 0
    game.mark(kind, seat, amount, tick, owner, turns)


def miss(game: AdventureGame, seat: int, turns: int) -> None:
    """Let a character miss turns (turn.lose).

    Where a turn that is cut short can be the missed one, their own ends at once, and counts if cards were waiting.
    """
    state = game.state
    if game.table.options["lost_turn_counts"] and seat == state.active and state.interrupt != OVER:
        turns -= waiting(game)
        state.interrupt = OVER
    game.change(seat, MISSED, turns)
    events.TURN_LOST.tell(game, seat, turns)


def count_down(game: AdventureGame, tick: int, owner: int) -> None:
    """Count the marks of a moment down, and end those whose time has come."""
    for mark in game.state.marks:
        if mark.tick == tick and (owner == NONE or mark.owner == owner) and _still_on(game, mark):
            game.unmark(mark)
            if mark.left > 1:
                game.mark(mark.kind, mark.subject, mark.amount, mark.tick, mark.owner, mark.left - 1)
            else:
                _end(game, mark)


def _still_on(game: AdventureGame, mark: Mark) -> bool:
    return mark in game.state.marks.on.get(mark.subject, ())


def _end(game: AdventureGame, mark: Mark) -> None:
    """Do what follows when a mark has run out: a form ends, a card that lingered is discarded."""
    table = game.table
    if mark.kind in table.forms:
        return_to_form(game, mark.subject)
    if mark.kind == table.rule_marks.lingering:
        card = mark.subject - len(table.seats)
        place = game.state.place[card]
        if place != NONE and (table.is_lying(place) or place == table.in_force):
            discard(game, card)
    elif mark.subject >= table.subject_of_space(0):
        look_again(game, mark.subject - table.subject_of_space(0))
    elif mark.subject < len(table.seats):  # what lies on a card or space ends with nobody who could do something
        table.marks[mark.kind].on_end.run(game, Context(mark.subject))


def end_owned(game: AdventureGame, seat: int) -> None:
    """End what would last for turns of a seat that has left the game."""
    for mark in game.state.marks:
        if mark.owner == seat and mark.tick in (OWN_TURN_START, OWN_TURN_END):
            game.unmark(mark)
            _end(game, mark)


def end_fight(game: AdventureGame) -> None:
    """Take off what lasted for a fight."""
    fight_marks = game.table.fight_marks
    for mark in game.state.marks:
        if mark.tick == FIGHT_END or mark.kind in fight_marks:
            game.unmark(mark)


def end_turn(game: AdventureGame, seat: int) -> None:
    """Count down what lasts until the end of a turn, and of this character's turns."""
    if game.state.marks.ticks & AT_TURN_END:
        count_down(game, TURN_END, NONE)
        count_down(game, FIGHT_END, NONE)
        count_down(game, OWN_TURN_END, seat)


def begin_turn(game: AdventureGame, seat: int) -> None:
    """Count down what lasts until the start of this character's turns."""
    if game.state.marks.ticks & AT_TURN_START:
        count_down(game, OWN_TURN_START, seat)
