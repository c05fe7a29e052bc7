"""What is under way at an ask, in words: an attack, a spell, a roll, a move, the beginning of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel.frames import Frame
from stormriver.kernel.state import NONE
from stormriver.language.english import named
from stormriver.language.shared_events import dice, said
from stormriver.wargame.model.frames import Attack, Cast, Draw, Move, Roll, Window
from stormriver.wargame.model.nouns import ChitName, chit, square
from stormriver.wargame.model.phases import PHASES, Phase
from stormriver.wargame.procedures.chits import just_drawn
from stormriver.wargame.procedures.dice import faces
from stormriver.wargame.text.wording import PHASES as PHASE_NAMES
from stormriver.wargame.text.wording import SITUATIONS, UNKNOWN

if TYPE_CHECKING:
    from stormriver.wargame.view import View


def phase_name(phase: Phase) -> str:
    """Return the name of a phase."""
    return PHASE_NAMES[PHASES.index(type(phase))]


def under_way(view: View) -> list[str]:
    """Return what is under way, a sentence each, the outermost first; none while a unit is yet to be chosen."""
    frames = view.game.state.frames
    found = [_told(view, frame, above) for frame, above in zip(frames, [*frames[1:], None], strict=True)]
    return [text for text in found if text]


def _told(view: View, frame: Frame, above: Frame | None) -> str:
    """Return what a procedure is about that is under way; `above` is the one begun by it, if any."""
    table = view.game.table
    seat = named(table.seats[frame.seat]) if frame.seat != NONE else ""
    if isinstance(frame, Phase):  # it has a window of its own only at its beginning
        begins = isinstance(above, Window)
        return said(SITUATIONS["phase"], {"seat": seat, "name": phase_name(frame)}) if begins else ""
    if isinstance(frame, Move) and frame.space != NONE:
        return said(SITUATIONS["move"], {"card": chit(table, frame.unit), "space": square(table, frame.space)})
    if isinstance(frame, Attack):
        return said(SITUATIONS["attack"], {"card": chit(table, frame.attacker), "other": chit(table, frame.target)})
    if isinstance(frame, Cast) and above is not None and frame.caster != NONE:
        at_unit = frame.target != NONE
        facts = {"card": chit(table, frame.card), "other": chit(table, frame.caster)}
        facts |= {"target": chit(table, frame.target)} if at_unit else {}
        return said(SITUATIONS["cast/at" if at_unit else "cast"], {**facts})
    if isinstance(frame, Roll) and above is not None:
        return _rolled(view, frame, seat)
    if isinstance(frame, Draw) and isinstance(above, Window):
        card = just_drawn(view.game, frame)
        return said(SITUATIONS["draw"], {"seat": seat, "card": chit(table, card) if card >= 0 else ChitName(UNKNOWN)})
    return ""


def _rolled(view: View, roll: Roll, seat: str) -> str:
    table = view.game.table
    shown = dice(faces(roll.natural, roll.dice))
    if roll.seat == NONE:
        return said(SITUATIONS["roll/nobody"], {"name": shown})
    if roll.unit == NONE:
        return said(SITUATIONS["roll"], {"seat": seat, "name": shown})
    return said(SITUATIONS["roll/about"], {"seat": seat, "name": shown, "card": chit(table, roll.unit)})
