"""What is under way at an ask, in words: an attack, a spell, a roll, a move, the beginning of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel.ask import CARD
from stormriver.kernel.frames import Frame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Part, Text, dice_shown
from stormriver.language.rendering import language
from stormriver.wargame.model import asks
from stormriver.wargame.model.columns import GOLD
from stormriver.wargame.model.frames import Attack, Cast, Draw, Equip, Move, Place, Roll, Window
from stormriver.wargame.model.nouns import chit, phase, seat, square
from stormriver.wargame.model.phases import Movement, Phase, Recruiting
from stormriver.wargame.procedures.chits import just_drawn
from stormriver.wargame.procedures.dice import faces
from stormriver.wargame.text.event_text import UNTOLD, Said, unknown

if TYPE_CHECKING:
    from stormriver.wargame.view import View


def under_way(view: View) -> list[str]:
    """Return what is under way and what is left of it, a sentence each, the outermost first."""
    frames = view.game.state.frames
    said = [_told(view, frame, above) for frame, above in zip(frames, [*frames[1:], None], strict=True)]
    said += [_left(view, frames[-1])] if frames else []
    return [language(view.language).message(f"wargame.situation.{key}", **parts) for key, parts in said if key]


def _told(view: View, frame: Frame, above: Frame | None) -> Said:
    """Return what a procedure is about that is under way; `above` is the one begun by it, if any."""
    table = view.game.table
    if isinstance(frame, Phase):
        if isinstance(above, Window):  # it has one of its own only at its beginning
            return "phase", {"seat": seat(table, frame.seat), "name": phase(frame.procedure, "the")}
        tells_more = not isinstance(above, Roll | None) and not (isinstance(above, Move) and above.space == NONE)
        return UNTOLD if tells_more else ("in_phase", {"name": phase(frame.procedure)})
    if isinstance(frame, Move) and frame.space != NONE:
        return "move", {"card": chit(table, frame.unit), "space": square(table, frame.space)}
    if isinstance(frame, Attack):
        return "attack", {"card": chit(table, frame.attacker), "other": chit(table, frame.target)}
    if isinstance(frame, Cast) and above is not None and frame.caster != NONE:
        parts: dict[str, Part] = {"card": chit(table, frame.card), "other": chit(table, frame.caster)}
        return ("cast", parts) if frame.target == NONE else ("cast/at", {**parts, "target": chit(table, frame.target)})
    if isinstance(frame, Roll) and above is not None:
        return _rolled(view, frame)
    if isinstance(frame, Draw) and isinstance(above, Window):
        card = just_drawn(view.game, frame)
        return "draw", {"seat": seat(table, frame.seat), "card": chit(table, card) if card >= 0 else unknown()}
    return UNTOLD


def _left(view: View, frame: Frame) -> Said:
    """Return how much is left of what the pending ask is one of: moves, attacks, chits to be placed."""
    game, ask = view.game, view.ask
    if ask is None:
        return UNTOLD
    units = len({option.argument for option in ask.options.values() if option.kind == CARD})
    if isinstance(frame, Movement):
        numbers: dict[str, Part] = {"number": Text(str(frame.moves)), "total": Text(str(frame.rolled or frame.moves))}
        return f"left/{ask.kind}", numbers
    if isinstance(frame, Recruiting):
        count = game.state.seats[frame.seat][GOLD]
    elif isinstance(frame, Place | Equip):
        count = sum(isinstance(other, type(frame)) and other.seat == frame.seat for other in game.state.frames)
    elif ask.kind in (asks.SHOOTER, asks.ATTACKER, asks.HEAL):
        count = units
    else:
        return UNTOLD
    return f"left/{ask.kind}", {"number": Text(str(count))}


def _rolled(view: View, roll: Roll) -> Said:
    table = view.game.table
    name = dice_shown(faces(roll.natural, roll.dice))
    if roll.seat == NONE:
        return "roll/nobody", {"name": name}
    parts: dict[str, Part] = {"seat": seat(table, roll.seat), "name": name}
    return ("roll", parts) if roll.unit == NONE else ("roll/about", {**parts, "card": chit(table, roll.unit)})
