"""Drawing cards onto a space: exchanging, placing elsewhere, laying counters (cards.draw)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.frames import Draw
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.fortune import stock_left
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import total
from stormriver.adventure.procedures.triggers import fire
from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING

REDRAW: Final = verb("redraw", CARD)


def deck_here(game: AdventureGame, seat: int, deck: int) -> int:
    """Return the deck that stands for another one where a character is: some Regions have decks of their own.

    Rule: drawing.meant.
    """
    table = game.table
    return table.drawn_at[game.state.seats[seat][SPACE]] if deck == table.drawn_from else deck


def draw_one(game: AdventureGame, frame: Draw) -> None:
    """Draw the cards, face up onto the space (cards.draw)."""
    table = game.table
    while frame.count > 0:
        card = top(game, table.drawn_at[frame.space])
        if card == NONE:
            break
        game.move_card(card, table.lying + frame.space, frame.seat)
        drawn(game, frame.seat, card, frame.space)
        frame.drawn |= 1 << card
        frame.count -= 1


def drawn(game: AdventureGame, seat: int, card: int, space: int) -> None:
    """Tell that a card has been drawn, and let follow what does."""
    events.CARD_DRAWN.tell(game, seat, card, space)
    fire(game, seat, "drew", game.table.cards[card].names, target=card)


def offer_redraw(game: AdventureGame, frame: Draw) -> None:
    """Some characters and Objects may exchange one of the cards just drawn (ruling.70)."""
    game.state.answer = PASS
    table = game.table
    if frame.exchanged < total(game, frame.seat, table.REDRAWS):
        drawn = frame.drawn & ~frame.replacing
        cards = [c for c in game.state.zones[table.lying + frame.space] if drawn >> c & 1]
        if cards:
            game.pose(frame.seat, asks.REDRAW, [PASS, *[REDRAW + card for card in cards]])


def redraw(game: AdventureGame, frame: Draw) -> None:
    """Exchange the card; the one drawn instead cannot be exchanged again."""
    if game.state.answer == PASS:
        return
    table = game.table
    exchanged = game.state.answer - REDRAW
    discard(game, exchanged, frame.seat)
    frame.exchanged += 1
    card = top(game, table.backs[exchanged])
    if card != NONE:
        game.move_card(card, table.lying + frame.space, frame.seat)
        drawn(game, frame.seat, card, frame.space)
        frame.drawn |= 1 << card
        frame.replacing |= 1 << card
    game.go_to(frame, offer_redraw)


def relocate(game: AdventureGame, frame: Draw) -> None:
    """Cards placed elsewhere go there first; those that hold counters get them (encounter.placed_elsewhere)."""
    table = game.table
    for card in game.state.zones[table.lying + frame.space]:
        if frame.placed >> card & 1 or not frame.drawn >> card & 1:
            continue
        frame.placed |= 1 << card
        lay_held(game, frame.seat, card)
        if table.cards[card].drawn is not NOTHING:
            game.go_to(frame, relocate)
            table.cards[card].drawn.run(game, Context(frame.seat, card, space=frame.space))
            return


def wait_for_number(game: AdventureGame, frame: Draw) -> None:
    """Cards that are laid elsewhere wait until their number comes (encounter.placed_elsewhere)."""
    table = game.table
    for card in game.state.zones[table.lying + frame.space]:
        if frame.drawn >> card & 1:
            lay_held(game, frame.seat, card)
            if table.cards[card].drawn is not NOTHING:
                game.mark(table.rule_marks.bound, table.subject_of_card(card))


def lay_held(game: AdventureGame, seat: int, card: int) -> None:
    """Lay the counters on a card that it comes with, as far as the stockpile goes."""
    table = game.table
    for column, amount in table.cards[card].holds.items():
        left = stock_left(game, column, seat, amount.of(game, Context(seat, card)))
        if left:
            game.mark(table.held_marks[column], table.subject_of_card(card), left)


STEPS: Final[Steps] = (
    ("cards.draw", draw_one),
    ("cards.draw", offer_redraw),
    ("cards.draw", redraw),
    ("encounter.placed_elsewhere", relocate),
)
IN_ORDER_STEPS: Final[Steps] = tuple((rule, wait_for_number if step is relocate else step) for rule, step in STEPS)
"""The steps of drawing in games where cards placed elsewhere wait for their number."""
