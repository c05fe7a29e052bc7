"""Casting a spell: who, at what, what answers it, what it does (rules chapter `spells`)."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.kernel.ask import CARD, SPACE, verb
from stormriver.kernel.game import Game
from stormriver.kernel.marks import OWN_TURN_START
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.columns import NEUTRAL
from stormriver.wargame.model.procedures import BATTLE, CAST, MOVE, SHOOT
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.chits import discard, give
from stormriver.wargame.procedures.forces import all_units, on_map, owner
from stormriver.wargame.procedures.grid import beside, distance, square_of, tiles_on
from stormriver.wargame.procedures.strength import about, has, is_a, magic_users
from stormriver.wargame.procedures.windows import open_window

BY = verb("by", CARD)
AT = verb("at", CARD)
ON = verb("on", SPACE)
DONE = verb("done")

NEGATED = 1
"""Flag of a spell, move or attack that comes to nothing."""


# who may cast what


def castable(game: Game, seat: int, moment: int) -> list[int]:
    """Return the spells in a seat's hand that could be cast at a moment by somebody at something."""
    cards = game.table.cards
    hand = game.state.zones[game.table.hand + seat]
    users = magic_users(game, seat)
    return [c for c in hand if cards[c].at & moment and any(could_cast(game, seat, c, unit) for unit in users)]


def casters(game: Game, seat: int, spell: int) -> list[int]:
    """Return the Magic Users of a seat who could cast a spell (spells.caster, wargame.40)."""
    return [unit for unit in magic_users(game, seat) if could_cast(game, seat, spell, unit)]


def could_cast(game: Game, seat: int, spell: int, caster: int) -> bool:
    """Tell whether a Magic User could cast a spell at something, and it would do something."""
    card = game.table.cards[spell]
    if has(game, caster, "witless") or (card.side and not is_a(game, caster, card.side)):
        return False
    if card.target == "none":
        return would_work(game, seat, spell, caster)
    return any(_aims(game, seat, spell, caster))


def would_work(game: Game, seat: int, spell: int, caster: int, target: int = NONE) -> bool:
    """Tell whether a spell would do something; a curse or boon does by staying with its unit."""
    card = game.table.cards[spell]
    return bool(card.lasts or card.effect.possible(game, Frame(CAST, seat, card=spell, rival=caster, target=target)))


def aims(game: Game, seat: int, spell: int, caster: int, turned: bool = False) -> list[int]:
    """Return what a spell may be aimed at: option codes of units, squares or spells.

    Args:
        game: the game.
        seat: who casts it.
        spell: the spell.
        caster: the Magic User who does.
        turned: whether another spell turns it; then it may strike units of either side (wargame.52).
    """
    return list(_aims(game, seat, spell, caster, turned))


def _aims(game: Game, seat: int, spell: int, caster: int, turned: bool = False) -> Iterator[int]:
    card = game.table.cards[spell]
    here = square_of(game, caster)
    if card.target == "square":
        reached = [s.number for s in game.table.spaces if card.range == NONE or distance(here, s.number) <= card.range]
        yield from [ON + square for square in reached] if would_work(game, seat, spell, caster) else []
    elif card.target == "spell":
        under_way = [frame.card for frame in game.state.frames if frame.procedure == CAST and frame.card != spell]
        yield from [AT + under_way[-1]] if under_way and would_work(game, seat, spell, caster) else []
    elif card.target != "none":
        for unit in _candidates(game, card.target, seat, caster, turned):
            if (
                (card.range == NONE or distance(here, square_of(game, unit)) <= card.range)
                and not has(game, unit, "immune")
                and card.only.test(game, about(game, unit, caster))
                and would_work(game, seat, spell, caster, unit)
            ):
                yield AT + unit


def _candidates(game: Game, target: str, seat: int, caster: int, turned: bool) -> list[int]:
    """Return the units a spell of this sort of target could mean, wherever they are."""
    if target == "self":
        return [caster]
    if target in ("mover", "attacked"):
        return [unit for unit in [_concerned(game, target)] if unit != NONE]
    units = all_units(game)
    if target == "neutral":
        units = [unit for unit in units if game.table.cards[unit].side == NEUTRAL]
    if target == "unit" or turned:
        return units
    return [unit for unit in units if (owner(game, unit) == seat) == (target == "friend")]


def _concerned(game: Game, target: str) -> int:
    """Return the unit that moves, or that is attacked, in what is being answered; NONE if nothing of the kind is."""
    for frame in reversed(game.state.frames):
        if frame.procedure == MOVE and target == "mover":
            return frame.card
        if frame.procedure in (SHOOT, BATTLE) and target == "attacked":
            return frame.target
    return NONE


# casting


def choose_caster(game: Game, frame: Frame) -> None:
    """The player names the Magic User who casts (spells.caster)."""
    game.pose(frame.seat, "caster", [BY + unit for unit in casters(game, frame.seat, frame.card)])


def note_caster(game: Game, frame: Frame) -> None:
    """Note who casts."""
    frame.rival = game.state.answer - BY


def choose_aim(game: Game, frame: Frame) -> None:
    """Choose what it is cast at, within its range (spells.range)."""
    if game.table.cards[frame.card].target == "none":
        game.state.answer = DONE
    else:
        found = aims(game, frame.seat, frame.card, frame.rival)
        squares = [code - ON for code in found] if game.table.cards[frame.card].target == "square" else []
        game.pose(frame.seat, "aim", found, tiles_on(game, ON, squares))


def note_aim(game: Game, frame: Frame) -> None:
    """Note what it is cast at."""
    if game.state.answer != DONE:
        aim_at(game, frame, game.state.answer)


def aim_at(game: Game, frame: Frame, code: int) -> None:
    """Aim a spell that is being cast at a unit, square or spell, given as the code of an option."""
    if game.table.cards[frame.card].target == "square":
        frame.space = code - ON
    else:
        frame.target = code - AT
        frame.space = square_of(game, frame.target)
    frame.group = 1 << frame.space if frame.space != NONE else 0


def choose_cover(game: Game, frame: Frame) -> None:
    """Of several squares each next one touches one chosen already (spells.cover, wargame.43)."""
    if frame.flags & NEGATED or not 0 < frame.group.bit_count() < game.table.cards[frame.card].covers:
        game.skip_next(frame)
        return
    chosen = covered(frame)
    touching = dict.fromkeys(near for square in chosen for near in beside(square) if near not in chosen)
    game.pose(frame.seat, "cover", [DONE, *(ON + square for square in touching)], tiles_on(game, ON, touching))


def note_cover(game: Game, frame: Frame) -> None:
    """Note the square, and choose the next one."""
    if game.state.answer != DONE:
        frame.group |= 1 << game.state.answer - ON
        game.go_to(frame, choose_cover)


def covered(frame: Frame) -> list[int]:
    """Return the squares that a spell covers; `frame` is that of its casting, see `spell_under_way`."""
    return [square for square in range(frame.group.bit_length()) if frame.group >> square & 1]


def reveal(game: Game, frame: Frame) -> None:
    """The spell may be answered (spells.answer)."""
    events.SPELL_CAST.tell(game, frame.seat, frame.card, frame.rival, frame.target)
    open_window(game, game.table.SPELL_CAST)


def work(game: Game, frame: Frame) -> None:
    """It does what it does; one whose caster or target is gone does nothing (spells.work)."""
    card = game.table.cards[frame.card]
    lost = frame.target != NONE and card.target != "spell" and not on_map(game, frame.target)
    gone = lost or not on_map(game, frame.rival)
    if frame.flags & NEGATED or gone:
        events.SPELL_FAILED.tell(game, frame.seat, frame.card)
        return
    card.effect.run(game, frame)


def settle(game: Game, frame: Frame) -> None:
    """A curse or boon stays with its unit, any other spell is spent (spells.stay)."""
    game.state.frames.pop()
    card = game.table.cards[frame.card]
    if game.state.place[frame.card] != game.table.casting:
        return
    if card.lasts and not frame.flags & NEGATED and on_map(game, frame.target):
        give(game, frame.target, frame.card)
        if card.fades:
            marks.put_on_unit(game, frame.card, "fading", 1, OWN_TURN_START, frame.seat)
    else:
        discard(game, frame.card, frame.seat)


STEPS = (
    ("spells.caster", choose_caster),
    ("spells.caster", note_caster),
    ("spells.range", choose_aim),
    ("spells.range", note_aim),
    ("spells.answer", reveal),
    ("spells.cover", choose_cover),
    ("spells.cover", note_cover),
    ("spells.work", work),
    ("spells.stay", settle),
)


def spell_under_way(game: Game) -> Frame:
    """Return the spell that is being cast, the topmost if there are several."""
    return next(frame for frame in reversed(game.state.frames) if frame.procedure == CAST)


def negatable(game: Game, procedures: tuple[int, ...]) -> Frame | None:
    """Return the move, attack or spell below the spell under way that it could bring to nothing."""
    frames = game.state.frames
    own = next((n for n in range(len(frames) - 1, -1, -1) if frames[n].procedure == CAST), len(frames))
    return next((frames[n] for n in range(own - 1, -1, -1) if frames[n].procedure in procedures), None)
