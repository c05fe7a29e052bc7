"""How things stand at an ask, in words: which moment this is, and what a roll leads to."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import RollUnderWay, roll_under_way
from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.hooks import said_moments
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.procedures import movement
from stormriver.adventure.view import View
from stormriver.adventure.words.dice import Roll, Within
from stormriver.kernel import ask as kinds
from stormriver.language.clauses import Sentences, listed
from stormriver.presentation.adventure.ids import number, say, table_of, tell
from stormriver.presentation.adventure.moments import moments


def moment(view: View) -> str:
    """Return at which moment the viewer may answer something, as a sentence; nothing if there is no window."""
    open_for = sum(BITS[name] for name in moments(view))
    return tell(view, "stands.moment", when=said_moments(open_for)) if open_for else ""


def rolled(view: View) -> str:
    """Return the roll under way, and what it leads to as it stands; nothing if there is none."""
    found = roll_under_way(view.game)
    if found is None:
        return ""
    return f"{tell(view, 'stands.rolled', total=number(found.total))} {leads_to(view, found)}".strip()


def die_table(view: View) -> str:
    """Return the table behind the roll under way in a sentence; nothing if there is none."""
    roll = roll_under_way(view.game)
    word = None if roll is None else roll.word
    return say(view, Sentences(tuple(word.clauses()))) if isinstance(word, Roll) and word.rows else ""


def leads_to(view: View, roll: RollUnderWay) -> str:
    """Return what a roll leads to as it stands, if that can be told."""
    table = table_of(view)
    if roll.moves:
        here = view.game.state.seats[roll.seat][SPACE]
        codes = movement.reachable(view.game, roll.seat, here, roll.total, roll.came_from)
        spaces = [things(table).space_itself(kinds.verb_of(code)[2]) for code in dict.fromkeys(codes)]
        return tell(view, "stands.leads_to", spaces=listed(spaces)) if spaces else ""
    word, about = roll.word, roll.about
    if isinstance(word, Roll) and word.rows:
        result = roll.total + word.plus.of(view.game, about) - word.minus.of(view.game, about)
        said = [tell(view, "stands.modified", result=number(result))] if result != roll.total else []
        said.append(tell(view, "stands.as_it_stands", deed=word.following(result).clause()))
        return " ".join(said)
    if isinstance(word, Within):
        most = word.most.of(view.game, about)
        return tell(view, f"stands.{'enough' if roll.total <= most else 'too_much'}", most=number(most))
    return ""
