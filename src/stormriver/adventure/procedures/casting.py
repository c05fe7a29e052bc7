"""Casting a Spell: choose the target, announce it, let others answer, then it works (rules chapter `spells`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import CASTS
from stormriver.adventure.model.columns import SPACE as SPACE_COLUMN
from stormriver.adventure.model.procedures import CAST
from stormriver.adventure.model.types import NOBODY
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.spells import SPELL, take_back
from stormriver.adventure.procedures.stats import allowed, is_playing, table_of
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import (
    answer_own,
    open_window,
    options_of,
    target_cards,
    target_spaces,
    targets,
    view,
)
from stormriver.kernel.ask import CARD, PASS, SEAT, SPACE, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Effect

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

AT = verb("at", SEAT)
ON = verb("on", SPACE)
CARD_KEY = verb("card", CARD)
CANCELLED = 1
UNHELD = 2  # nobody held the Spell: it does not count as one of those cast
NO_TARGET = -2


def cast_unheld(game: Game, seat: int, card: int, target: int) -> None:
    """Let a Spell that nobody held be cast at a character, as if by a seat; it stays shown when it has worked."""
    space = game.state.seats[seat][SPACE_COLUMN]
    game.push(Frame(CAST, seat, card=card, rival=target, space=space, flags=UNHELD))


def show(game: Game, frame: Frame) -> None:
    """The Spell is shown, and counts against what may be cast this turn (spells.cast_limit)."""
    if frame.card != NONE and not frame.flags & UNHELD:
        game.move_card(frame.card, table_of(game).casting, frame.seat)
        game.change(frame.seat, CASTS, -1)


def choose_target(game: Game, frame: Frame) -> None:
    """Choose whom, which space or which card it is cast at."""
    game.state.answer = NO_TARGET
    if frame.card == NONE or frame.flags & UNHELD:
        return
    spell = table_of(game).cards[frame.card].cast
    assert spell is not None
    about = view(game, frame.seat, frame.card, frame)
    if spell.target != NOBODY:
        game.pose(frame.seat, "target", [AT + seat for seat in targets(game, about, frame.card)])
    elif spell.space:
        game.pose(frame.seat, "target", [ON + space for space in target_spaces(game, about, frame.card)])
    elif spell.card:
        game.pose(frame.seat, "target", [CARD_KEY + card for card in target_cards(game, frame.card)])


def announce(game: Game, frame: Frame) -> None:
    """Say whom or what it is cast at."""
    answer = game.state.answer
    if answer != NO_TARGET:
        spell = table_of(game).cards[frame.card].cast
        assert spell is not None
        if spell.target != NOBODY:
            frame.rival = answer - AT
        elif spell.space:
            frame.space = answer - ON
        else:
            frame.target = answer - CARD_KEY
    events.SPELL_CAST.tell(game, frame.seat, frame.card, frame.rival, frame.word)


def be_answered(game: Game, frame: Frame) -> None:
    """Others may answer; a Spell that answers is answered in the same way."""
    table = table_of(game)
    after = (frame.seat + 1) % len(game.state.seats)
    open_window(game, after, table.SPELL_CAST, table.SPELL_CAST)


def work(game: Game, frame: Frame) -> None:
    """The Spell works, unless it was cancelled."""
    if frame.flags & CANCELLED or not is_playing(game, frame.seat):
        return
    effect_of(table_of(game), frame).run(game, frame)


def effect_of(table: AdventureTable, frame: Frame) -> Effect:
    """Return what the Spell that is cast does: as its card says or, if it is none, the word that casts it."""
    effect: Effect = table.words[frame.word].do if frame.card == NONE else table.cards[frame.card].effect
    return effect


def worked(game: Game, frame: Frame) -> None:
    """Who has cast the Spell may do what follows that."""
    table = table_of(game)
    options = []
    held = frame.card != NONE and not frame.flags & UNHELD
    if held and game.state.place[frame.card] == table.casting and is_playing(game, frame.seat):
        options = options_of(game, frame.seat, table.SPELL_WORKED, frame)
    if options:
        game.pose(frame.seat, "worked", [PASS, *options])
    else:
        game.skip_next(frame)  # nothing to carry out


def followed(game: Game, frame: Frame) -> None:
    """Carry out what follows it."""
    if game.state.answer != PASS:
        answer_own(game, frame.seat, game.state.answer, frame)


def put_away(game: Game, frame: Frame) -> None:
    """A Spell that has worked goes to its discard pile (spells.after_cast), unless it lies on the board.

    Who may take Spells back has it again.
    """
    table = table_of(game)
    if frame.card != NONE and not frame.flags & UNHELD:
        if game.state.place[frame.card] == table.casting:
            if is_playing(game, frame.seat) and allowed(game, frame.seat, "take_back", SPELL):
                take_back(game, frame.seat, frame.card)
            else:
                discard(game, frame.card, frame.seat)
        if not game.state.zones[table.hand + frame.seat] and is_playing(game, frame.seat):
            fire(game, frame.seat, "cast_last")


STEPS = (
    ("spells.cast_limit", show),
    ("spells.as_printed", choose_target),
    ("spells.as_printed", announce),
    ("spells.as_printed", be_answered),
    ("spells.as_printed", work),
    ("spells.after_cast", worked),
    ("spells.after_cast", followed),
    ("spells.after_cast", put_away),
)
