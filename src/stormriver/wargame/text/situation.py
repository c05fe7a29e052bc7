"""What is under way at an ask, in words: an attack, a spell, a roll, a move, the beginning of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import named
from stormriver.language.telling import dice, said
from stormriver.wargame.model.phrases import Noun, chit, square
from stormriver.wargame.model.procedures import BATTLE, CAST, DRAW, MOVE, ROLL, SHOOT, WINDOW
from stormriver.wargame.procedures.chits import just_drawn
from stormriver.wargame.procedures.dice import faces
from stormriver.wargame.procedures.turn import PHASES
from stormriver.wargame.text.wording import PHASES as PHASE_NAMES
from stormriver.wargame.text.wording import SITUATIONS, UNKNOWN

if TYPE_CHECKING:
    from stormriver.wargame.view import View


def phase_name(phase: int) -> str:
    """Return the name of a phase by the number of its procedure."""
    return PHASE_NAMES[PHASES.index(phase)]


def under_way(view: View) -> list[str]:
    """Return what is under way, the outermost first, each in a sentence; nothing while a unit is only to be chosen."""
    found = [_told(view, at, frame) for at, frame in enumerate(view.game.state.frames)]
    return [text for text in found if text]


def _told(view: View, at: int, frame: Frame) -> str:
    frames = view.game.state.frames
    table = view.game.table
    following = frames[at + 1] if at + 1 < len(frames) else None
    seat = named(table.seats[frame.seat]) if frame.seat != NONE else ""
    if frame.procedure in PHASES:
        begins = following is not None and following.procedure == WINDOW and frame.step == 0
        return said(SITUATIONS["phase"], {"seat": seat, "name": phase_name(frame.procedure)}) if begins else ""
    if frame.procedure == MOVE and frame.space != NONE:
        return said(SITUATIONS["move"], {"card": chit(table, frame.card), "space": square(table, frame.space)})
    if frame.procedure in (SHOOT, BATTLE):
        return said(SITUATIONS["attack"], {"card": chit(table, frame.card), "other": chit(table, frame.target)})
    if frame.procedure == CAST and following is not None and frame.rival != NONE:
        at_unit = frame.target != NONE
        facts = {"card": chit(table, frame.card), "other": chit(table, frame.rival)}
        facts |= {"target": chit(table, frame.target)} if at_unit else {}
        return said(SITUATIONS["cast/at" if at_unit else "cast"], {**facts})
    if frame.procedure == ROLL and following is not None:
        return _rolled(view, frame, seat)
    if frame.procedure == DRAW and following is not None and following.procedure == WINDOW:
        card = just_drawn(view.game, frame)
        return said(SITUATIONS["draw"], {"seat": seat, "card": chit(table, card) if card >= 0 else Noun(UNKNOWN)})
    return ""


def _rolled(view: View, frame: Frame, seat: str) -> str:
    table = view.game.table
    shown = dice(faces(frame.group, frame.amount))
    if frame.seat == NONE:
        return said(SITUATIONS["roll/nobody"], {"name": shown})
    if frame.card == NONE:
        return said(SITUATIONS["roll"], {"seat": seat, "name": shown})
    return said(SITUATIONS["roll/about"], {"seat": seat, "name": shown, "card": chit(table, frame.card)})
