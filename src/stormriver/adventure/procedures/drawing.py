"""Drawing cards onto a space: exchanging, placing elsewhere, laying counters (cards.draw)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.fortune import stock_left
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import context, table_of, total
from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

REDRAW = verb("redraw", CARD)


def deck_here(game: Game, seat: int, deck: int) -> int:
    """Return the deck that is meant by one where a character is: in some Regions another takes the place of the usual.

    Rule: drawing.meant.
    """
    table = table_of(game)
    return table.drawn_at[game.state.seats[seat][SPACE]] if deck == table.drawn_from else deck


def draw_one(game: Game, frame: Frame) -> None:
    """Draw the cards, face up onto the space (cards.draw)."""
    table: AdventureTable = game.table
    while frame.amount > 0:
        card = top(game, table.drawn_at[frame.space])
        if card == NONE:
            break
        game.move_card(card, table.lying + frame.space, frame.seat)
        events.CARD_DRAWN.tell(game, frame.seat, card, frame.space)
        frame.group |= 1 << card
        frame.amount -= 1


def offer_redraw(game: Game, frame: Frame) -> None:
    """Some characters and Objects may exchange one of the cards just drawn (ruling.70)."""
    game.state.answer = PASS
    table: AdventureTable = game.table
    if frame.roll < total(game, frame.seat, table.REDRAWS):
        drawn = frame.group & ~frame.flags  # flags: those drawn in exchange
        cards = [c for c in game.state.zones[table.lying + frame.space] if drawn >> c & 1]
        if cards:
            game.pose(frame.seat, "redraw", [PASS, *(REDRAW + card for card in cards)])


def redraw(game: Game, frame: Frame) -> None:
    """Exchange the card; the one drawn instead cannot be exchanged again."""
    if game.state.answer == PASS:
        return
    table = table_of(game)
    discard(game, game.state.answer - REDRAW, frame.seat)
    frame.roll += 1
    card = top(game, table.drawn_at[frame.space])
    if card != NONE:
        game.move_card(card, table.lying + frame.space, frame.seat)
        events.CARD_DRAWN.tell(game, frame.seat, card, frame.space)
        frame.group |= 1 << card
        frame.flags |= 1 << card
    game.go_to(frame, offer_redraw)


def relocate(game: Game, frame: Frame) -> None:
    """Cards placed elsewhere go there first; those that hold counters get them (encounter.placed_elsewhere)."""
    table: AdventureTable = game.table
    for card in game.state.zones[table.lying + frame.space]:
        if frame.rival_roll >> card & 1 or not frame.group >> card & 1:
            continue
        frame.rival_roll |= 1 << card
        _lay_counters(game, frame.seat, card)
        if table.cards[card].drawn is not NOTHING:
            game.go_to(frame, relocate)
            table.cards[card].drawn.run(game, context(frame.seat, card, space=frame.space))
            return


def wait_for_number(game: Game, frame: Frame) -> None:
    """Cards that are laid elsewhere wait until their number comes (encounter.placed_elsewhere)."""
    table = table_of(game)
    for card in game.state.zones[table.lying + frame.space]:
        if frame.group >> card & 1:
            _lay_counters(game, frame.seat, card)
            if table.cards[card].drawn is not NOTHING:
                game.mark(table.rule_marks.bound, table.subject_of_card(card))


def _lay_counters(game: Game, seat: int, card: int) -> None:
    table = table_of(game)
    for column, amount in table.cards[card].holds.items():
        left = stock_left(game, column, seat, amount.of(game, context(seat, card)))
        if left:
            game.mark(table.held_marks[column], table.subject_of_card(card), left)


STEPS = (
    ("cards.draw", draw_one),
    ("cards.draw", offer_redraw),
    ("cards.draw", redraw),
    ("encounter.placed_elsewhere", relocate),
)
IN_ORDER_STEPS = tuple((rule, wait_for_number if step is relocate else step) for rule, step in STEPS)
"""Where the numbers of cards come before all else."""
