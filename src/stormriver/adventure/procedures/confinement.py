"""Being taken to a place that one does not leave at will (rules chapter `jail`)."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.procedures import CONFINE
from stormriver.adventure.procedures.fights import SAVED
from stormriver.adventure.procedures.stats import is_playing, table_of
from stormriver.adventure.procedures.travel import go
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.game import Game
from stormriver.kernel.state import OVER, Frame


def confine(game: Game, seat: int, space: int) -> None:
    """Take a character to a space against his will, unless something saves him."""
    game.push(Frame(CONFINE, seat, space=space))


def confinement_answers(game: Game, frame: Frame) -> None:
    """What he has may save him."""
    if is_playing(game, frame.seat):
        open_window(game, frame.seat, table_of(game).CONFINED, 0)


def take_away(game: Game, frame: Frame) -> None:
    """He is taken there, and if it is his turn it ends at once (jail.thrown)."""
    if frame.flags & SAVED or not is_playing(game, frame.seat):
        return
    go(game, frame.seat, frame.space, events.CONFINED)
    if frame.seat == game.state.active:
        game.state.interrupt = OVER


STEPS = (
    ("jail.thrown", confinement_answers),
    ("jail.thrown", take_away),
)
