"""Being taken to a place that one does not leave at will (rules chapter `jail`)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import events
from stormriver.adventure.model.perils import Confine
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import is_playing
from stormriver.adventure.procedures.travel import go
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.program import Steps
from stormriver.kernel.state import OVER


def confine(game: AdventureGame, seat: int, space: int) -> None:
    """Take a character to a space against their will, unless something saves them."""
    game.push(Confine(seat, space))


def confinement_answers(game: AdventureGame, frame: Confine) -> None:
    """Belongings and abilities may save the character."""
    if is_playing(game, frame.seat):
        open_window(game, frame.seat, game.table.CONFINED, 0)


def take_away(game: AdventureGame, frame: Confine) -> None:
    """The character is taken there, and their own turn ends at once (jail.thrown)."""
    if frame.saved or not is_playing(game, frame.seat):
        return
    go(game, frame.seat, frame.space, events.CONFINED)
    if frame.seat == game.state.active:
        game.state.interrupt = OVER


STEPS: Final[Steps] = (
    ("jail.thrown", confinement_answers),
    ("jail.thrown", take_away),
)
