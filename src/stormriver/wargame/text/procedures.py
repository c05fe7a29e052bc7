"""The procedures of the wargame under way, in a sentence each."""

from __future__ import annotations

from stormriver.kernel.frames import NONE, Frame, WordFrame
from stormriver.kernel.view import Unresolved, unresolved
from stormriver.language.clauses import Noun
from stormriver.language.rendering import sentence_of_word, spoken
from stormriver.wargame.model import frames
from stormriver.wargame.model.nouns import chit, phase, seat, square
from stormriver.wargame.model.phases import Phase, target_of
from stormriver.wargame.model.table import WargameGame, WargameTable
from stormriver.wargame.text.event_text import unknown


def under_way(game: WargameGame, code: str = "en") -> list[Unresolved]:
    """Return what is still to be resolved in a masked game, the topmost first."""
    return unresolved(game, lambda table, frame, card: _said(table, frame, card, code))


def _said(table: WargameTable, frame: Frame, card: int, code: str) -> str:
    """Return a procedure under way in one sentence.

    Args:
        table: the table of the game.
        frame: the procedure.
        card: the chit behind it, if it may be known; NONE if not, or if there is none.
        code: the language.
    """
    speaker = spoken(table, code)
    if isinstance(frame, WordFrame):
        return sentence_of_word(table, frame.word, code)
    if isinstance(frame, Phase):
        return speaker.message("wargame.procedure.phase", name=phase(frame.procedure))
    target = target_of(frame)
    space = frame.space if isinstance(frame, frames.Move) else NONE
    return speaker.message(
        f"wargame.procedure.{frame.procedure}",
        seat=seat(table, frame.seat),
        card=chit(table, card) if card != NONE else unknown(),
        target=chit(table, target) if target != NONE else Noun("unit", "a"),
        space=square(table, space) if space != NONE else Noun("space", "a"),
    )
