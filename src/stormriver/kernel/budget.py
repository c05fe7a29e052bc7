"""The budget between two questions: what goes on beyond it is broken off, and the game goes on without it.

A pack can say what never ends, and no check of its words sees all of that. So the steps since the last question are
counted, and so is what they heap up. Where a bound is passed, the words that are carried out are watched for a while:
those are the circle. Whatever stands on their cards does nothing more until the next question, and those of their words
that are under way end where they are. The procedures of the rules are never cut: what they have begun they end.

What asks in each of its rounds is never watched so. But the questions of a turn are counted too: beyond their bound the
words that are under way when one is answered end there, with all that stands on their cards. Turns of somebody in
a row count as one, and beyond the bound nothing gives them another.

Where the rules alone go on, from turn to turn with nothing to ask, nobody can do anything any more, and nobody wins.
"""

from __future__ import annotations

from typing import Any, Final

from stormriver.kernel import events
from stormriver.kernel.errors import Endless
from stormriver.kernel.events import Event
from stormriver.kernel.frames import WordFrame
from stormriver.kernel.state import NONE

LOOKED_AFTER: Final = 250
"""After how many steps the budget is looked at, so that a step itself costs nothing."""
MOST_STEPS: Final = 5_000
"""The most steps between two questions; the longest that random games have shown took 361."""
MOST_DEPTH: Final = 100
"""The most procedures and words under way, one within the other; random games have shown 16."""
MOST_MARKS: Final = 300
"""The most marks on the table; where there are so many, no further ones are heaped on a character."""
MOST_ASKED: Final = 500
"""The most questions of a turn, to all seats, and of turns in a row; random games have shown 72 of a turn."""
MOST_DUE: Final = 20
"""How many turns may be due to a seat before play passes on; more of them with nothing to ask are no play any more."""
STEPS: Final = 1
DEPTH: Final = 2
MARKS: Final = 3
ASKED: Final = 4
TURNS: Final = 5
STUCK: Final = 6
BOUNDS: Final = {STEPS: "steps", DEPTH: "depth", MARKS: "marks", ASKED: "asked", TURNS: "turns", STUCK: "stuck"}
"""The names of the bounds, by their numbers in the event that tells of them."""
AMOUNTS: Final = {
    STEPS: MOST_STEPS, DEPTH: MOST_DEPTH, MARKS: MOST_MARKS, ASKED: MOST_ASKED, TURNS: MOST_DUE, STUCK: MOST_STEPS,
}  # fmt: skip
"""How much each of them is."""
ROUNDS: Final = 3
"""How many circles are broken off one by one; after so many all cards are silent until the next question."""


class Curb:
    """What is broken off until the next question.

    Attributes:
        bound: the bound that was passed last.
        rounds: how many circles have been broken off.
        seen: while the circle is watched, its words with their cards; else None.
        stopped: the words that do nothing more, by their numbers.
    """

    __slots__ = ("bound", "rounds", "seen", "stopped")

    def __init__(self) -> None:
        self.bound = STEPS
        self.rounds = 0
        self.seen: dict[int, int] | None = None
        self.stopped: set[int] = set()

    def stops(self, word: int, card: int) -> bool:
        """Tell whether a word does nothing more; one that is still carried out is noted."""
        if word in self.stopped:
            return True
        if self.seen is not None and word != NONE:
            self.seen.setdefault(word, card)
        return False


# The game comes in erased, as the game asks this module and not the other way round.


def look(game: Any, steps: int, turn: int) -> int:
    """See whether a bound is passed, and break off what has passed it; return the steps that count from now on.

    Args:
        game: a game between two steps.
        steps: those carried out since the last question.
        turn: the number of the turn of that question.

    Raises:
        Endless: if it is not the cards that go on, but the rules, within a turn.
    """
    curb = game.curb
    if curb is not None and curb.seen is not None:
        _break_off(game, curb, curb.seen, turn)
        return 0
    bound = _passed(game, steps, curb is None or not curb.rounds)
    if bound:
        if curb is None:
            curb = game.curb = Curb()
        curb.bound = bound
        curb.seen = {}
    return steps


def _passed(game: Any, steps: int, first: bool) -> int:
    """Return the bound that is passed, 0 for none; what a circle has heaped up is no second one."""
    if steps >= MOST_STEPS:
        return STEPS
    if first and len(game.state.frames) > MOST_DEPTH:
        return DEPTH
    return 0


def room_for_mark(game: Any) -> bool:
    """Tell whether another mark has room on the table; where it has not, the table reads of it once a question."""
    if len(game.state.marks) < MOST_MARKS:
        return True
    if game.curb is None:
        game.curb = Curb()
        game.write(events.CUT_SHORT, NONE, (MARKS, MOST_MARKS))
    return False


def room_for_turns(game: Any, due: int) -> bool:
    """Tell whether a seat with so many turns due may be given further ones; where not, the table reads of it."""
    if due < MOST_DUE and game.state.asked <= MOST_ASKED:
        return True
    game.write(events.CUT_SHORT, NONE, (ASKED, MOST_ASKED) if due < MOST_DUE else (TURNS, MOST_DUE))
    return False


def hush(game: Any) -> Curb | None:
    """Break off the words under way, as more has been asked in this turn than is bearable; None if there are none.

    Args:
        game: a game whose last question has been answered, with nothing done yet.
    """
    seen: dict[int, int] = {}
    for frame in game.state.frames:
        if isinstance(frame, WordFrame):
            seen.setdefault(frame.word, frame.context.card)
    if not seen:
        return None
    curb = Curb()
    curb.bound = ASKED
    _break_off(game, curb, seen, game.state.turn)
    return curb


def _break_off(game: Any, curb: Curb, seen: dict[int, int], turn: int) -> None:
    frames, words = game.state.frames, game.table.words
    if frames and isinstance(frames[-1], WordFrame):
        seen.setdefault(frames[-1].word, frames[-1].context.card)
    guilty: dict[str, int] = {}
    for word in seen:
        if word not in curb.stopped:
            guilty.setdefault(carrier_of(words[word].address), word)
    if not guilty:
        if game.state.turn > turn + MOST_DUE:
            game.write(events.CUT_SHORT, NONE, (STUCK, AMOUNTS[STUCK]))
            game.end(0)
            return
        raise Endless([words[frame.word].address for frame in frames if isinstance(frame, WordFrame)], MOST_STEPS)
    curb.rounds += 1
    curb.seen = None
    for number, one in enumerate(words):
        if curb.rounds == ROUNDS or carrier_of(one.address) in guilty:
            curb.stopped.add(number)
    ended = [isinstance(frame, WordFrame) and frame.word in curb.stopped for frame in frames]
    for frame, ends in zip(frames, ended, strict=True):
        if ends:
            game.finish(frame)
    for at in range(len(frames) - 1, 0, -1):
        if frames[at].finds_out and all(ended[at - 1 : at] + ended[at + 1 : at + 2]):
            del frames[at]  # what it would find out is for a word that has ended
    if game.log is not None:
        for word in guilty.values():
            cause = game.table.first_word + word
            game.log.append(Event(events.CUT_SHORT, NONE, (curb.bound, AMOUNTS[curb.bound]), cause, seen[word]))


def carrier_of(address: str) -> str:
    """Return the id of the card, space or mark on which a word stands."""
    return address.partition("/")[0]
