"""English sentences for the procedures of the wargame under way."""

from __future__ import annotations

from stormriver.kernel.frames import NONE, Frame, WordFrame
from stormriver.kernel.view import Unresolved, unresolved
from stormriver.language.english import named, sentence
from stormriver.wargame.model import frames
from stormriver.wargame.model.nouns import ChitName, chit, square
from stormriver.wargame.model.phases import Phase, Turn, target_of
from stormriver.wargame.model.table import WargameGame, WargameTable
from stormriver.wargame.text.situation import phase_name
from stormriver.wargame.text.wording import UNKNOWN

TEXTS: dict[type[Frame], str] = {
    frames.Setup: "The game is set up.",
    Turn: "Turn of {seat}.",
    frames.Move: "{card} move{card.s} to {space}.",
    frames.Volley: "{card} strike{card.s} at several units.",
    frames.Shoot: "{card} make{card.s} a ranged attack on {target}.",
    frames.Battle: "{card} attack{card.s} {target}.",
    frames.Theft: "{card} steal{card.s} from {target}.",
    frames.Enter: "{card} enter{card.s} a dangerous space.",
    frames.Hit: "{card} {card.is_} hit.",
    frames.Roll: "Dice are rolled.",
    frames.Draw: "{seat} draws.",
    frames.Place: "{card} {card.is_} placed.",
    frames.Equip: "{card} {card.is_} given to a unit.",
    frames.Cast: "{seat} casts {card}.",
    frames.Window: "Everybody concerned may answer.",
    frames.Fate: "{seat} makes use of Fate.",
}
"""What a procedure does, in one sentence."""


def under_way(game: WargameGame) -> list[Unresolved]:
    """Return what is still to be resolved in a masked game, the topmost first."""
    return unresolved(game, _said)


def _said(table: WargameTable, frame: Frame, card: int) -> str:
    """Return a procedure under way in one sentence.

    Args:
        table: the table of the game.
        frame: the procedure.
        card: the chit behind it, if it may be known; NONE if not, or if there is none.
    """
    if isinstance(frame, WordFrame):
        return sentence(table.words[frame.word].english())
    if isinstance(frame, Phase):
        return f"{phase_name(frame)}."
    target = target_of(frame)
    space = frame.space if isinstance(frame, frames.Move) else NONE
    return named(
        TEXTS[type(frame)].format(
            seat=named(table.seats[frame.seat]) if frame.seat != NONE else "nobody",
            card=chit(table, card) if card != NONE else ChitName(UNKNOWN),
            target=chit(table, target) if target != NONE else "a unit",
            space=square(table, space) if space != NONE else "a space",
        )
    )
