"""What is under way, for views and players: what the ask is about, the roll that may be answered, the moments."""

from __future__ import annotations

from dataclasses import dataclass

from stormriver.adventure.model.frames import Move, Roll, Take, Window
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.kernel.frames import NONE, Context, Frame, WordFrame
from stormriver.language.grammar import Effect


@dataclass(frozen=True, slots=True)
class RollUnderWay:
    """A roll that may still be answered.

    Attributes:
        seat: who rolls.
        dice: how many dice.
        total: what was rolled, with all that was added.
        natural: the dice as they fell, three bits each.
        word: the word that waits for it; None if none does.
        waiting: the frame of that word, or of what else waits for it.
    """

    seat: int
    dice: int
    total: int
    natural: int
    word: Effect | None
    waiting: Frame

    @property
    def about(self) -> Context:
        """What the word that waits is about."""
        return self.waiting.as_context()

    @property
    def moves(self) -> bool:
        """Whether it is the roll for a move."""
        return isinstance(self.waiting, Move)

    @property
    def set_against(self) -> int:
        """The roll of the other side, where a word lets somebody roll against something."""
        return self.waiting.count if isinstance(self.waiting, WordFrame) else 0

    @property
    def came_from(self) -> int:
        """The space before the gate that was passed in the move; NONE if there is none."""
        return self.waiting.came_from if isinstance(self.waiting, Move) else NONE

    @property
    def frees_from(self) -> int:
        """The kind of mark that holds who rolls fast, until the roll frees them; NONE if it does not."""
        move = self.waiting
        return move.held_by if isinstance(move, Move) and not move.rolling else NONE


def roll_under_way(game: AdventureGame) -> RollUnderWay | None:
    """Return the roll that may still be answered; None if there is none."""
    stack = game.state.frames
    for at in range(len(stack) - 1, 0, -1):
        roll = stack[at]
        if isinstance(roll, Roll):
            below = stack[at - 1]
            return RollUnderWay(roll.seat, roll.dice, roll.total, roll.natural, word_of(game, below), below)
    return None


def word_of(game: AdventureGame, frame: Frame) -> Effect | None:
    """Return the word that a frame carries out; None if it carries out none."""
    return game.table.words[frame.word] if isinstance(frame, WordFrame) else None


def word_asking(game: AdventureGame) -> Effect | None:
    """Return the word that poses the pending ask; None if a step of the rules does."""
    return word_of(game, game.state.frames[-1])


def answered(game: AdventureGame) -> Frame:
    """Return the procedure that the pending ask is about: where everybody concerned is asked, the one they answer."""
    frames = game.state.frames
    return frames[-2] if isinstance(frames[-1], Window) else frames[-1]


def asked_about(game: AdventureGame) -> tuple[Context, Fight | None]:
    """Return what the pending ask is about, and the fight if it is about one."""
    frame = answered(game)
    return frame.as_context(), frame if isinstance(frame, Fight) else None


def on_offer(game: AdventureGame) -> list[int]:
    """Return the cards on a space that may be taken now, by whoever may have them."""
    frame = answered(game)
    if not isinstance(frame, Take):
        return []
    return [card for card in game.state.zones[game.table.lying + frame.space] if frame.offered >> card & 1]


def spent_before(game: AdventureGame) -> int:
    """Return the gold spent so far where something is for sale now."""
    frame = game.state.frames[-1]
    return frame.chosen if isinstance(frame, WordFrame) else 0


def open_moments(game: AdventureGame, seat: int) -> int:
    """Return the moments, one bit each, for which everybody concerned is being asked, as far as they are a seat's."""
    frame = game.state.frames[-1]
    if not isinstance(frame, Window):
        return 0
    return frame.own if seat in (frame.seat, frame.rival) else frame.others
