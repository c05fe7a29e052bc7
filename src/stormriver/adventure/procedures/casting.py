"""Casting a Spell: choose the target, announce it, let others answer, then it works (rules chapter `spells`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import CASTS
from stormriver.adventure.model.columns import SPACE as SPACE_COLUMN
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import NOBODY, SPELL
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.spells import take_back
from stormriver.adventure.procedures.stats import allowed, is_playing
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import (
    answer_own,
    open_window,
    options_of,
    target_cards,
    target_spaces,
    targets,
)
from stormriver.kernel.ask import CARD, PASS, SEAT, SPACE, verb
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

AT: Final = verb("at", SEAT)
ON: Final = verb("on", SPACE)
CARD_KEY: Final = verb("card", CARD)
NO_TARGET: Final = -2


def cast_unheld(game: AdventureGame, seat: int, card: int, target: int) -> None:
    """Let a Spell that nobody held be cast at a character, as if by a seat; it stays shown when it has worked."""
    space = game.state.seats[seat][SPACE_COLUMN]
    game.push(Cast(seat, card, space, target, unheld=True))


def show(game: AdventureGame, frame: Cast) -> None:
    """The Spell is shown, and counts against what may be cast this turn (spells.cast_limit)."""
    if frame.card != NONE and not frame.unheld:
        game.move_card(frame.card, game.table.casting, frame.seat)
        game.change(frame.seat, CASTS, -1)


def choose_target(game: AdventureGame, frame: Cast) -> None:
    """Choose whom, which space or which card it is cast at."""
    game.state.answer = NO_TARGET
    if frame.card == NONE or frame.unheld:
        return
    spell = game.table.cards[frame.card].cast
    assert spell is not None
    about = frame.as_context()
    if spell.target != NOBODY:
        options = [AT + seat for seat in targets(game, about, frame.card)]
    elif spell.space:
        options = [ON + space for space in target_spaces(game, about, frame.card)]
    elif spell.card:
        options = [CARD_KEY + card for card in target_cards(game, frame.card)]
    else:
        return
    if options:
        game.pose(frame.seat, asks.TARGET, options)
    else:  # since it was shown there is nothing left to cast it at
        frame.cancelled = True


def announce(game: AdventureGame, frame: Cast) -> None:
    """Say whom or what it is cast at."""
    answer = game.state.answer
    if answer != NO_TARGET:
        spell = game.table.cards[frame.card].cast
        assert spell is not None
        if spell.target != NOBODY:
            frame.rival = answer - AT
        elif spell.space:
            frame.space = answer - ON
        else:
            frame.target = answer - CARD_KEY
    events.SPELL_CAST.tell(game, frame.seat, frame.card, frame.rival, frame.word)
    if frame.card != NONE:
        fire(game, frame.seat, "cast", game.table.cards[frame.card].names, target=frame.card)


def be_answered(game: AdventureGame, frame: Cast) -> None:
    """Others may answer; a Spell that answers is answered in the same way."""
    table = game.table
    after = (frame.seat + 1) % len(game.state.seats)
    open_window(game, after, table.SPELL_CAST, table.SPELL_CAST)


def work(game: AdventureGame, frame: Cast) -> None:
    """The Spell works, unless it was cancelled."""
    if frame.cancelled or not is_playing(game, frame.seat):
        return
    effect_of(game.table, frame).run(game, frame.as_context())


def effect_of(table: AdventureTable, frame: Cast) -> Effect:
    """Return what the Spell that is cast does: as its card says or, if it is none, the word that casts it."""
    effect: Effect = table.words[frame.word].do_ if frame.card == NONE else table.cards[frame.card].effect
    return effect


def worked(game: AdventureGame, frame: Cast) -> None:
    """Who has cast the Spell may do what follows that."""
    table = game.table
    options = []
    held = frame.card != NONE and not frame.unheld
    if held and game.state.place[frame.card] == table.casting and is_playing(game, frame.seat):
        options = options_of(game, frame.seat, table.SPELL_WORKED, frame)
    if options:
        game.pose(frame.seat, asks.WORKED, [PASS, *options])
    else:
        game.skip_next(frame)  # nothing to carry out


def followed(game: AdventureGame, frame: Cast) -> None:
    """Carry out the option that was chosen after the Spell had worked."""
    if game.state.answer != PASS:
        answer_own(game, frame.seat, game.state.answer, frame.as_context())


def put_away(game: AdventureGame, frame: Cast) -> None:
    """A Spell that has worked goes to its discard pile (spells.after_cast), unless it lies on the board.

    Who may take Spells back has it again.
    """
    table = game.table
    if frame.card != NONE and not frame.unheld:
        if game.state.place[frame.card] == table.casting:
            if is_playing(game, frame.seat) and allowed(game, frame.seat, "take_back", SPELL):
                take_back(game, frame.seat, frame.card)
            else:
                discard(game, frame.card, frame.seat)
        if not game.state.zones[table.hand + frame.seat] and is_playing(game, frame.seat):
            fire(game, frame.seat, "cast_last")


STEPS: Final[Steps] = (
    ("spells.cast_limit", show),
    ("spells.as_printed", choose_target),
    ("spells.as_printed", announce),
    ("spells.as_printed", be_answered),
    ("spells.as_printed", work),
    ("spells.after_cast", worked),
    ("spells.after_cast", followed),
    ("spells.after_cast", put_away),
)
