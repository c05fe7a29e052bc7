"""Opening windows: a procedure lets both sides answer it (what they may answer stands in `windows`)."""

from __future__ import annotations

from stormriver.kernel.game import UNSEEN
from stormriver.kernel.state import NONE
from stormriver.wargame.model.frames import Window
from stormriver.wargame.model.phases import Shooting
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.forces import held_by
from stormriver.wargame.procedures.memo import kept
from stormriver.wargame.procedures.strength import casters_of, sources_of


def open_window(game: WargameGame, own: int, others: int = NONE, only: int = NONE) -> None:
    """Let both sides answer what the frame on top is about, the active one first; only the next step may come between.

    Args:
        game: the game.
        own: the moments of the seat of that frame.
        others: those of the other seat; NONE: the same.
        only: the one seat that is asked; NONE: both.
    """
    seat = game.state.frames[-1].seat
    others = own if others == NONE else others
    for asked in range(len(game.table.seats)):
        if only in (NONE, asked) and moments_to_answer(game, asked, own if asked == seat else others):
            game.push(Window(game.state.active, own, others, only))
            return


def open_phase(game: WargameGame) -> None:
    """Let both sides cast spells at the start of a phase (magic.when, wargame.39), which may be some way off."""
    table = game.table
    shooting = isinstance(game.state.frames[-1], Shooting)
    own = table.PHASE | (table.SHOOTING if shooting else 0)
    game.push(Window(game.state.active, own, table.ANOTHER_PHASE))


# when there is anything to answer with


def moments_to_answer(game: WargameGame, seat: int, moments: int) -> int:
    """Return those of some moments (a bitmask) at which a seat may have an answer; at others nobody need look."""
    chance = game.table.ROLLED | game.table.DRAWN
    answers = chance if moments & chance and fate_of(game, seat) else 0
    if moments & game.table.use_moments:
        answers |= _answers_of_items(game, seat)
    if moments & game.table.spell_moments:
        answers |= _answers_in_hand(game, seat)
    return moments & answers


@kept
def _answers_of_items(game: WargameGame, seat: int) -> int:
    """Return the moments of the items that a seat may use up."""
    answers = 0
    for item in usable_of(game, seat):
        answers |= game.table.item[item].at
    return answers


def _answers_in_hand(game: WargameGame, seat: int) -> int:
    """Return the moments of the spells that a seat could cast; where silence would tell which, those of all spells.

    The moments of a hand are kept in `Game.moment_mask` until the hand changes.
    """
    table = game.table
    answers: int = game.moment_mask[seat]
    if answers == UNSEEN:
        answers = 0
        for card in game.state.zones[table.hand + seat]:
            answers |= table.spell[card].at if card >= 0 else table.spell_moments  # one that is hidden may be any
        game.moment_mask[seat] = answers
    if not answers or not casters_of(game, seat):
        return 0
    return answers if game.skip_forced else table.spell_moments


@kept
def usable_of(game: WargameGame, seat: int) -> list[int]:
    """Return the items of a seat that may be used up at some moment."""
    return held_by(game, seat, game.table.usable)


def fate_of(game: WargameGame, seat: int) -> list[int]:
    """Return the sources of Fate that a seat has left this turn: units and items (fate.source, wargame.11)."""
    fated = game.table.rule_marks.fated
    return [source for source in sources_of(game, seat, "fate") if not marks.on_unit(game, source, fated)]
