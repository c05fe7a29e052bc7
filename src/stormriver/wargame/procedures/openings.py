"""Opening windows: a procedure lets both sides answer it (what they may answer stands in `windows`)."""

from __future__ import annotations

from stormriver.kernel.state import NONE
from stormriver.wargame.model.frames import Window
from stormriver.wargame.model.phases import Shooting
from stormriver.wargame.model.table import WargameGame


def open_window(game: WargameGame, own: int, others: int = NONE, only: int = NONE) -> None:
    """Let both sides answer what the frame on top is about, the active one first.

    Args:
        game: the game.
        own: the moments of the seat of that frame.
        others: those of the other seat; NONE: the same.
        only: the one seat that is asked; NONE: both.
    """
    game.push(Window(game.state.active, own, own if others == NONE else others, only))


def open_phase(game: WargameGame) -> None:
    """Let both sides cast spells at the start of a phase (magic.when, wargame.39)."""
    table = game.table
    shooting = isinstance(game.state.frames[-1], Shooting)
    open_window(game, table.PHASE | (table.SHOOTING if shooting else 0), table.ANOTHER_PHASE)
