"""What is under way, for views and players: what the ask is about, rolls, Spells and perils that may be answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from stormriver.adventure.analysis.fights import FightUnderWay
from stormriver.adventure.model.frames import Cast, Exchange, Move, Roll, Take, Window
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.perils import Confine, Fight, LoseFollower, LoseLives, Miss, Savable
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.casting import effect_of
from stormriver.adventure.procedures.limits import rate_of, trophies
from stormriver.adventure.procedures.windows import find_act, may_parry
from stormriver.kernel.frames import NONE, Context, Frame, WordFrame
from stormriver.language.grammar import Effect

# the ask


def asked_about(game: AdventureGame) -> Context:
    """Return what the pending ask is about."""
    return _answered(game).as_context()


def fight_asked_about(game: AdventureGame) -> FightUnderWay | None:
    """Return the fight that the pending ask is about; None if it is about something else, within a fight or not."""
    frame = _answered(game)
    return FightUnderWay(game, frame) if isinstance(frame, Fight) else None


def act_behind(game: AdventureGame, seat: int, code: int) -> tuple[int, Act]:
    """Return the act that a seat makes use of by an option of the pending ask, and what carries it."""
    frame = _answered(game)
    return find_act(game, seat, code, frame if isinstance(frame, Fight) else None)


def may_still_parry(game: AdventureGame, seat: int, armour: int) -> bool:
    """Tell whether a seat may use an Armour now, as far as the uses before in the same fight leave it that."""
    frame = _answered(game)
    return may_parry(game, seat, armour, frame.as_context(), frame if isinstance(frame, Fight) else None)


def on_offer(game: AdventureGame) -> list[int]:
    """Return the cards on a space that may be taken now, by whoever may have them."""
    frame = _answered(game)
    if not isinstance(frame, Take):
        return []
    return [card for card in game.state.zones[game.table.lying + frame.space] if frame.offered >> card & 1]


def open_moments(game: AdventureGame, seat: int) -> int:
    """Return the moments, one bit each, for which everybody concerned is being asked, as far as they are a seat's."""
    frame = game.state.frames[-1]
    if not isinstance(frame, Window):
        return 0
    return frame.own if seat in (frame.seat, frame.rival) else frame.others


def cards_behind(game: AdventureGame) -> list[int]:
    """Return the known cards that have caused what is under way, the last one first."""
    found = [frame.card_behind() for frame in reversed(game.state.frames)]
    return [card for card in found if card >= 0]


def _answered(game: AdventureGame) -> Frame:
    """Return the procedure that the pending ask is about: where everybody concerned is asked, the one they answer."""
    frames = game.state.frames
    return frames[-2] if isinstance(frames[-1], Window) else frames[-1]


# the word that asks


def word_asking(game: AdventureGame) -> Effect | None:
    """Return the word that poses the pending ask; None if a step of the rules does."""
    return _word_of(game, game.state.frames[-1])


def bought_before(game: AdventureGame) -> int:
    """Return how many wares have been bought so far where something is for sale now."""
    return _counted(game)


def spent_before(game: AdventureGame) -> int:
    """Return the gold spent so far where something is for sale now."""
    frame = game.state.frames[-1]
    return frame.chosen if isinstance(frame, WordFrame) else 0


def lives_at_stake(game: AdventureGame) -> int:
    """Return how many lives a word takes, where something may be lost instead of one."""
    return _counted(game)


def die_to_turn(game: AdventureGame) -> int:
    """Return which die, counted from 0, is turned to the number that is asked for."""
    return _counted(game)


def _counted(game: AdventureGame) -> int:
    """Return the count that the word that asks keeps."""
    frame = game.state.frames[-1]
    return frame.count if isinstance(frame, WordFrame) else 0


def _word_of(game: AdventureGame, frame: Frame) -> Effect | None:
    """Return the word that a frame carries out; None if it carries out none."""
    return game.table.words[frame.word] if isinstance(frame, WordFrame) else None


@contextmanager
def supposed_stake(game: AdventureGame, word: Effect, context: Context, gold: int) -> Iterator[None]:
    """Suppose that so much gold has been staked on what a word does."""
    game.push(WordFrame(context, word.number, count=gold))
    try:
        yield
    finally:
        game.state.frames.pop()


# rolls and moves


@dataclass(frozen=True, slots=True)
class RollUnderWay:
    """A roll that may still be answered.

    Attributes:
        seat: who rolls.
        dice: how many dice.
        total: what was rolled, with all that was added.
        natural: the dice as they fell, three bits each.
        word: the word that waits for it; None if none does.
        about: what the word that waits is about.
        set_against: the roll of the other side, where a word lets somebody roll against something.
        moves: whether it is the roll for a move.
        came_from: the space before the gate that was passed in the move; NONE if there is none.
        frees_from: the kind of mark that holds who rolls fast, until the roll frees them; NONE if it does not.
    """

    seat: int
    dice: int
    total: int
    natural: int
    word: Effect | None
    about: Context
    set_against: int = 0
    moves: bool = False
    came_from: int = NONE
    frees_from: int = NONE


def roll_under_way(game: AdventureGame) -> RollUnderWay | None:
    """Return the roll that may still be answered; None if there is none."""
    stack = game.state.frames
    for at in range(len(stack) - 1, 0, -1):
        roll = stack[at]
        if isinstance(roll, Roll):
            return _rolled(game, roll, stack[at - 1])
    return None


def _rolled(game: AdventureGame, roll: Roll, below: Frame) -> RollUnderWay:
    """Return a roll; `below` is what waits for it."""
    dice = (roll.seat, roll.dice, roll.total, roll.natural)
    if isinstance(below, Move):
        held_by = NONE if below.rolling else below.held_by
        return RollUnderWay(*dice, None, below.as_context(), 0, True, below.came_from, held_by)
    against = below.count if isinstance(below, WordFrame) else 0
    return RollUnderWay(*dice, _word_of(game, below), below.as_context(), against)


def steps_left(game: AdventureGame) -> int:
    """Return how many spaces of the move under way are left to go; 0 without one."""
    move = game.under_way(Move)
    return 0 if move is None else move.count


# what is answered


def spell_answered(game: AdventureGame, by: int) -> tuple[Effect, Context] | None:
    """Return what the Spell does that a card answers, and what that is about; None if no Spell is being cast."""
    for frame in reversed(game.state.frames):
        if isinstance(frame, Cast) and frame.card != by:
            return effect_of(game.table, frame), frame.as_context()
    return None


def spell_aimed_at(game: AdventureGame) -> int:
    """Return the seat at which the Spell being cast is aimed; NONE if none is being cast, or at nobody."""
    cast = game.under_way(Cast)
    return NONE if cast is None else cast.rival


@dataclass(frozen=True, slots=True)
class Peril:
    """What is about to happen to a character, or to the Enemies of their fight, and may still be prevented.

    Attributes:
        what: lives are lost, a defeated Enemy or a Follower is killed, turns are missed, or somebody is taken away.
        seat: to whom, or in whose fight.
        count: how many lives or turns.
        space: where somebody is taken to.
    """

    what: Literal["lives", "enemy", "follower", "turns", "taken_away"]
    seat: int
    count: int = 0
    space: int = NONE


def peril_under_way(game: AdventureGame) -> Peril | None:
    """Return what is about to happen and may be prevented, the innermost if there are several; None without any."""
    for frame in reversed(game.state.frames):
        if isinstance(frame, LoseLives):
            return Peril("lives", frame.seat, frame.lives)
        if isinstance(frame, Savable):
            return _savable(frame)
    return None


def _savable(frame: Savable) -> Peril:
    if isinstance(frame, Fight):
        return Peril("enemy", frame.seat)
    if isinstance(frame, Confine):
        return Peril("taken_away", frame.seat, space=frame.space)
    if isinstance(frame, Miss):
        return Peril("turns", frame.seat, frame.turns)
    assert isinstance(frame, LoseFollower)
    return Peril("follower", frame.seat)


# trophies


@dataclass(frozen=True, slots=True)
class ExchangeUnderWay:
    """Trophies that are being exchanged.

    Attributes:
        column: the counter that they are exchanged for.
        points: the points of those handed in so far.
        left: the trophies of the kind that may still be handed in.
        rate: how many points are one counter.
    """

    column: int
    points: int
    left: list[int]
    rate: int


def exchange_under_way(game: AdventureGame) -> ExchangeUnderWay | None:
    """Return the exchange of trophies under way; None if there is none."""
    frame = game.under_way(Exchange)
    if frame is None:
        return None
    left = [card for card in trophies(game, frame.seat, frame.column) if not frame.handed_in >> card & 1]
    return ExchangeUnderWay(frame.column, frame.points, left, rate_of(game, frame))
