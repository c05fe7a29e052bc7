"""Casting a spell: the caster, the aim, the answers, the effect (rules chapter `spells`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stormriver.kernel.ask import CARD, SPACE, verb
from stormriver.kernel.errors import EngineError
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import OWN_TURN_START
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.language.grammar import ALWAYS
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.columns import NEUTRAL
from stormriver.wargame.model.definitions import Spell
from stormriver.wargame.model.frames import Announced, Attack, Cast, Move
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.chits import discard, give
from stormriver.wargame.procedures.forces import all_units, on_map, owner
from stormriver.wargame.procedures.grid import beside, distance, square_of, tiles_on, units_on, within
from stormriver.wargame.procedures.memo import kept
from stormriver.wargame.procedures.openings import open_window
from stormriver.wargame.procedures.strength import about, casters_of, has, is_a

BY: Final = verb("by", CARD)
AT: Final = verb("at", CARD)
ON: Final = verb("on", SPACE)
DONE: Final = verb("done")

NEAR: Final = ("unit", "friend", "foe", "neutral")
"""The sorts of targets that are looked for around the caster; the others are given."""


# who may cast what


def castable(game: WargameGame, seat: int, moment: int) -> list[int]:
    """Return the spells seen in a seat's hand that could be cast at a moment by somebody at something."""
    spells = game.table.spell
    timely = [card for card in game.state.zones[game.table.hand + seat] if card >= 0 and spells[card].at & moment]
    return [card for card in timely if any(could_cast(game, seat, card, unit) for unit in _able(game, seat, card))]


def casters(game: WargameGame, seat: int, spell: int) -> list[int]:
    """Return the Magic Users of a seat who could cast a spell (spells.caster, wargame.40)."""
    return [unit for unit in _able(game, seat, spell) if could_cast(game, seat, spell, unit)]


def could_cast(game: WargameGame, seat: int, spell: int, caster: int) -> bool:
    """Tell whether one who is `_able` to cast a spell could cast it at something, and it would do something."""
    card = game.table.spell[spell]
    if card.target in ("none", "square"):  # its own square is always within reach
        return would_work(game, seat, spell, caster)
    if card.target == "spell":
        return spell_before(game, spell) is not None and would_work(game, seat, spell, caster)
    if card.target in NEAR:
        units = _reached(game, seat, spell)[caster]
    else:
        units = _fitting(game, spell, caster, _concerned(game, caster, card))
    return any(would_work(game, seat, spell, caster, unit) for unit in units)


def _able(game: WargameGame, seat: int, spell: int) -> list[int]:
    """Return the Magic Users of a seat of the side that a spell asks for; if units are in their reach, should it."""
    card = game.table.spell[spell]
    if card.target in NEAR:
        return list(_reached(game, seat, spell))
    units = casters_of(game, seat)
    return [unit for unit in units if is_a(game, unit, card.side)] if card.side else units


@kept
def _reached(game: WargameGame, seat: int, spell: int) -> dict[int, list[int]]:
    """Return by caster the units that a spell could be aimed at, if there are any and it would do something to them."""
    card = game.table.spell[spell]
    units = [unit for unit in casters_of(game, seat) if not card.side or is_a(game, unit, card.side)]
    reached = {unit: _fitting(game, spell, unit, _around(game, card, seat, unit)) for unit in units}
    return {unit: fitting for unit, fitting in reached.items() if fitting}


def would_work(game: WargameGame, seat: int, spell: int, caster: int, target: int = NONE) -> bool:
    """Tell whether a spell would do something; a curse or boon does by staying with its unit."""
    card = game.table.spell[spell]
    return bool(card.lasts or card.effect.possible(game, Context(seat, spell, rival=caster, target=target)))


def aims(game: WargameGame, seat: int, spell: int, caster: int, turned: bool = False) -> list[int]:
    """Return what a spell may be aimed at: option codes of units, squares or spells.

    Args:
        game: the game.
        seat: who casts it.
        spell: the spell.
        caster: the Magic User who does.
        turned: whether another spell redirects it; then it may strike units of either side (wargame.52).
    """
    card = game.table.spell[spell]
    if card.target == "square":
        return [ON + square for square in _squares(game, card, caster)] if would_work(game, seat, spell, caster) else []
    if card.target == "spell":
        before = spell_before(game, spell)
        return [AT + before.card] if before is not None and would_work(game, seat, spell, caster) else []
    if card.target == "none":
        return []
    near = _around(game, card, seat, caster, turned) if card.target in NEAR else _concerned(game, caster, card)
    units = _fitting(game, spell, caster, near)
    return [AT + unit for unit in units if would_work(game, seat, spell, caster, unit)]


def _squares(game: WargameGame, card: Spell, caster: int) -> Sequence[int]:
    """Return the squares within the range of a spell."""
    return range(len(game.table.spaces)) if card.range == NONE else within(square_of(game, caster), card.range)


def _fitting(game: WargameGame, spell: int, caster: int, units: list[int]) -> list[int]:
    """Return those of some units that are what the target of a spell must be."""
    only = game.table.spell[spell].only
    return units if only is ALWAYS else [unit for unit in units if only.test(game, about(game, unit, caster))]


def _around(game: WargameGame, card: Spell, seat: int, caster: int, turned: bool = False) -> list[int]:
    """Return the units on the map that a spell of the sorts in `NEAR` could touch."""
    every = card.range == NONE
    units = all_units(game) if every else units_on(game, within(square_of(game, caster), card.range))
    if card.target == "neutral":
        units = [unit for unit in units if game.table.unit[unit].side == NEUTRAL]
    if card.target != "unit" and not turned:
        units = [unit for unit in units if (owner(game, unit) == seat) == (card.target == "friend")]
    return [unit for unit in units if not has(game, unit, "immune")]


def _concerned(game: WargameGame, caster: int, card: Spell) -> list[int]:
    """Return the caster, or the unit that moves or is attacked in what is being answered, if a spell could touch it."""
    unit = caster if card.target == "self" else _answered(game, card.target)
    near = unit != NONE and (
        card.range == NONE or distance(square_of(game, caster), square_of(game, unit)) <= card.range
    )
    return [unit] if near and not has(game, unit, "immune") else []


def _answered(game: WargameGame, target: str) -> int:
    """Return the unit that moves, or that is attacked, in what is being answered; NONE if nothing of the kind is."""
    if target == "mover":
        move = game.under_way(Move)
        return NONE if move is None else move.unit
    attack = game.under_way(Attack)
    return NONE if attack is None else attack.target


# casting


def choose_caster(game: WargameGame, frame: Cast) -> None:
    """The player names the Magic User who casts (spells.caster)."""
    game.pose(frame.seat, asks.CASTER, [BY + unit for unit in casters(game, frame.seat, frame.card)])


def note_caster(game: WargameGame, frame: Cast) -> None:
    """Note who casts."""
    frame.caster = game.state.answer - BY


def choose_aim(game: WargameGame, frame: Cast) -> None:
    """Choose what it is cast at, within its range (spells.range)."""
    if game.table.spell[frame.card].target == "none":
        game.state.answer = DONE
    else:
        found = aims(game, frame.seat, frame.card, frame.caster)
        squares = [code - ON for code in found] if game.table.spell[frame.card].target == "square" else []
        game.pose(frame.seat, asks.AIM, found, tiles_on(game, ON, squares))


def note_aim(game: WargameGame, frame: Cast) -> None:
    """Note what it is cast at."""
    if game.state.answer != DONE:
        aim_at(game, frame, game.state.answer)


def aim_at(game: WargameGame, frame: Cast, code: int) -> None:
    """Aim a spell that is being cast at a unit, square or spell, given as the code of an option."""
    if game.table.spell[frame.card].target == "square":
        frame.space = code - ON
    else:
        frame.target = code - AT
        frame.space = square_of(game, frame.target)
    frame.covered = 1 << frame.space if frame.space != NONE else 0


def choose_cover(game: WargameGame, frame: Cast) -> None:
    """Of several squares each next one touches one chosen already (spells.cover, wargame.43)."""
    if frame.negated or not 0 < frame.covered.bit_count() < game.table.spell[frame.card].covers:
        game.skip_next(frame)
        return
    chosen = covered(frame)
    touching = dict.fromkeys([near for square in chosen for near in beside(square) if near not in chosen])
    game.pose(frame.seat, asks.COVER, [DONE, *[ON + square for square in touching]], tiles_on(game, ON, touching))


def note_cover(game: WargameGame, frame: Cast) -> None:
    """Note the square, and choose the next one."""
    if game.state.answer != DONE:
        frame.covered |= 1 << game.state.answer - ON
        game.go_to(frame, choose_cover)


def covered(casting: Cast) -> list[int]:
    """Return the squares covered by a spell that is being cast, see `spell_under_way`."""
    return [square for square in range(casting.covered.bit_length()) if casting.covered >> square & 1]


def reveal(game: WargameGame, frame: Cast) -> None:
    """The spell may be answered (spells.answer)."""
    events.SPELL_CAST.tell(game, frame.seat, frame.card, frame.caster, frame.target)
    open_window(game, game.table.SPELL_CAST)


def work(game: WargameGame, frame: Cast) -> None:
    """The spell takes effect, unless its caster or target is gone (spells.work)."""
    card = game.table.spell[frame.card]
    lost = frame.target != NONE and card.target != "spell" and not on_map(game, frame.target)
    gone = lost or not on_map(game, frame.caster)
    if frame.negated or gone:
        events.SPELL_FAILED.tell(game, frame.seat, frame.card)
        return
    card.effect.run(game, frame.as_context())


def settle(game: WargameGame, frame: Cast) -> None:
    """A curse or boon stays with its unit, any other spell is spent (spells.stay)."""
    game.state.frames.pop()
    card = game.table.spell[frame.card]
    if game.state.place[frame.card] != game.table.casting:
        return
    if card.lasts and not frame.negated and on_map(game, frame.target):
        give(game, frame.target, frame.card)
        if card.fades:
            marks.put_on_unit(game, frame.card, game.table.rule_marks.fading, 1, OWN_TURN_START, frame.seat)
    else:
        discard(game, frame.card, frame.seat)


STEPS: Final[Steps] = (
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


# what is being cast


def spell_under_way(game: WargameGame) -> Cast:
    """Return the spell that is being cast, the topmost if there are several."""
    casting = game.under_way(Cast)
    if casting is None:
        raise EngineError("no spell is being cast")
    return casting


def spell_before(game: WargameGame, spell: int) -> Cast | None:
    """Return the topmost spell being cast other than `spell`, which may be its answer; None if there is none."""
    for frame in reversed(game.state.frames):
        if isinstance(frame, Cast) and frame.card != spell:
            return frame
    return None


def negatable(game: WargameGame, kind: type[Announced]) -> Announced | None:
    """Return the move, attack or spell below the spell under way that it could negate.

    Args:
        game: the game.
        kind: what it negates: Move, Shoot, Attack, Cast.
    """
    answering = game.under_way(Cast)
    below = answering is None
    for frame in reversed(game.state.frames):
        if below and isinstance(frame, kind):
            return frame
        below = below or frame is answering
    return None
