"""How things stand at an ask, in words: which moment this is, and what a roll leads to."""

from __future__ import annotations

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.procedures import MOVE, ROLL, WORD
from stormriver.adventure.procedures import movement
from stormriver.adventure.view import View
from stormriver.adventure.words.dice import Roll, Within, nearest_row
from stormriver.kernel import ask as kinds
from stormriver.kernel.state import Frame
from stormriver.presentation.adventure.moments import in_words, moments
from stormriver.presentation.adventure.names import space_name, table_of


def moment(view: View) -> str:
    """Return at which moment the viewer may answer something, as a sentence; nothing if there is no window."""
    said = in_words(moments(view))
    if not said:
        return ""
    return f"Now is {said.removeprefix('at ')}." if said.startswith("at ") else f"This is {said}."


def roll_under_way(view: View) -> tuple[Frame, Frame] | None:
    """Return the roll under way and the frame that waits for it; None if there is none."""
    frames = view.game.state.frames
    at = next((i for i in reversed(range(1, len(frames))) if frames[i].procedure == ROLL), 0)
    return (frames[at], frames[at - 1]) if at else None


def rolled(view: View) -> str:
    """Return the roll under way, and what it leads to as it stands; nothing if there is none."""
    found = roll_under_way(view)
    return f"You rolled {found[0].roll}. {leads_to(view, *found)}".strip() if found is not None else ""


def leads_to(view: View, roll: Frame, below: Frame) -> str:
    """Return what a roll leads to as it stands, if that can be told."""
    table = table_of(view)
    if below.procedure == MOVE:
        here = view.game.state.seats[roll.seat][SPACE]
        codes = movement.reachable(view.game, roll.seat, here, roll.roll, below.target)
        names = [space_name(table.spaces[kinds.verb_of(code)[2]]) for code in dict.fromkeys(codes)]
        return f"That leads to {' or '.join(names)}." if names else ""
    if below.procedure != WORD:
        return ""
    word = table.words[below.word]
    if isinstance(word, Roll):
        result = roll.roll + word.plus.of(view.game, below) - word.minus.of(view.game, below)
        modified = f"With what is added or subtracted that is {result}. " if result != roll.roll else ""
        return f"{modified}As it stands: {nearest_row(word.rows, result).english()}. {' '.join(word.sentences())}"
    if isinstance(word, Within):
        most = word.most.of(view.game, below)
        return f"At most {most} is wanted: {'that will do' if roll.roll <= most else 'that is too much'}."
    return ""
