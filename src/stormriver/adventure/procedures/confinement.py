"""Being taken to a place that one does not leave at will (rules chapter `jail`)."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.perils import Confine
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import is_playing
from stormriver.adventure.procedures.travel import go
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.program import Steps
from stormriver.kernel.state import OVER


def confine(game: AdventureGame, seat: int, space: int) -> None:
    """Take a character to a space against his will, unless something saves him."""
    game.push(Confine(seat, space))


def confinement_answers(game: AdventureGame, frame: Confine) -> None:
    """What he has may save him."""
    if is_playing(game, frame.seat):
        open_window(game, frame.seat, game.table.CONFINED, 0)


def take_away(game: AdventureGame, frame: Confine) -> None:
    """He is taken there, and if it is his turn it ends at once (jail.thrown)."""
    if frame.saved or not is_playing(game, frame.seat):
        return
    go(game, frame.seat, frame.space, events.CONFINED)
    if frame.seat == game.state.active:
        game.state.interrupt = OVER


STEPS: Steps = (
    ("jail.thrown", confinement_answers),
    ("jail.thrown", take_away),
)
