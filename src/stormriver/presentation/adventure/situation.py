"""How things stand at an ask, in words: which moment this is, and what a roll leads to."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import RollUnderWay, roll_under_way
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures import movement
from stormriver.adventure.view import View
from stormriver.adventure.words.dice import Roll, Within
from stormriver.kernel import ask as kinds
from stormriver.presentation.adventure.ids import space_name, table_of
from stormriver.presentation.adventure.moments import in_words, moments


def moment(view: View) -> str:
    """Return at which moment the viewer may answer something, as a sentence; nothing if there is no window."""
    said = in_words(moments(view))
    if not said:
        return ""
    return f"Now is {said.removeprefix('at ')}." if said.startswith("at ") else f"This is {said}."


def rolled(view: View) -> str:
    """Return the roll under way, and what it leads to as it stands; nothing if there is none."""
    found = roll_under_way(view.game)
    return f"You rolled {found.total}. {leads_to(view, found)}".strip() if found is not None else ""


def leads_to(view: View, roll: RollUnderWay) -> str:
    """Return what a roll leads to as it stands, if that can be told."""
    table = table_of(view)
    if roll.moves:
        here = view.game.state.seats[roll.seat][SPACE]
        codes = movement.reachable(view.game, roll.seat, here, roll.total, roll.came_from)
        names = [space_name(table.spaces[kinds.verb_of(code)[2]]) for code in dict.fromkeys(codes)]
        return f"That leads to {' or '.join(names)}." if names else ""
    word, about = roll.word, roll.about
    if isinstance(word, Roll) and word.rows:
        result = roll.total + word.plus.of(view.game, about) - word.minus.of(view.game, about)
        modified = f"With what is added or subtracted that is {result}. " if result != roll.total else ""
        return f"{modified}As it stands: {word.following(result).english()}. {' '.join(word.sentences())}"
    if isinstance(word, Within):
        most = word.most.of(view.game, about)
        return f"At most {most} is wanted: {'that will do' if roll.total <= most else 'that is too much'}."
    return ""
