"""What spells and items are expected to change, read from their words; nothing is carried out and no die is rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatchmethod
from typing import NamedTuple

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import OneOf, Seq
from stormriver.language.grammar import Effect
from stormriver.wargame.analysis.odds import unsaved
from stormriver.wargame.analysis.prospects import Prospects, Standing, harm
from stormriver.wargame.model.definitions import Spell
from stormriver.wargame.procedures.casting import aim_at, covered
from stormriver.wargame.procedures.forces import all_units, items_of
from stormriver.wargame.procedures.grid import unit_at
from stormriver.wargame.procedures.marks import on_unit
from stormriver.wargame.procedures.strength import has, save_of
from stormriver.wargame.procedures.turn import DISEASE, REMOVE, WOUND
from stormriver.wargame.words import effects

STOLEN = 1 / 2
"""The chance that a theft succeeds."""


class Change(NamedTuple):
    """One thing that is expected to change.

    Attributes:
        what: `kill`, `wound`, `disease`, `standing`, `move`, `switch`, `control`: of a unit; `block`, `ruin`: of a
            square; `gold`, `spell`, `item`, `turn`: of a seat; `negate`, `fate`: of what is under way.
        of: the number of the unit, square or seat, or of the card that negates.
        amount: how much of it, or its chance; of a move the square, of a switch the other unit.
        before: of `standing`, what the unit is now.
        after: what it would be.
        lasting: whether that holds beyond this turn.
    """

    what: str
    of: int
    amount: float = 1.0
    before: Standing | None = None
    after: Standing | None = None
    lasting: bool = True


Worth = Callable[[Change], float]


class Outlook:
    """Reads what spells and items would change.

    Args:
        prospects: what could come of things.
        worth: what a change is worth to whoever reads; settles which of several things he would choose.
        standing: what a unit is now, for somebody who has found that out already.
    """

    def __init__(self, prospects: Prospects, worth: Worth, standing: Callable[[int], Standing]) -> None:
        self.prospects = prospects
        self.game: Game = prospects.game
        self.worth = worth
        self.standing = standing

    def of_spell(self, spell: Spell, frame: Frame) -> list[Change]:
        """Return what a spell would change; the frame names seat, caster (`rival`), target and squares (`group`)."""
        found = self.read(spell.effect, frame)
        if spell.lasts and frame.target != NONE:
            with self.prospects.stacked(frame.card, frame.target):
                after = self.prospects.standing(frame.target)
            found.append(Change("standing", frame.target, 1.0, self.standing(frame.target), after, not spell.fades))
        return found

    def of_item(self, item: int, unit: int) -> list[Change]:
        """Return what an item would change by being stacked with a unit."""
        with self.prospects.stacked(item, unit):
            after = self.prospects.standing(unit)
        return [Change("standing", unit, 1.0, self.standing(unit), after)]

    def of_loss(self, card: int, unit: int) -> list[Change]:
        """Return what a unit would lose with something stacked with it."""
        with self.prospects.unstacked(card):
            after = self.prospects.standing(unit)
        return [Change("standing", unit, 1.0, self.standing(unit), after)]

    def total(self, changes: Iterable[Change]) -> float:
        """Return what some changes are worth together."""
        return sum(self.worth(change) for change in changes)

    # words

    @singledispatchmethod
    def read(self, effect: Effect, frame: Frame) -> list[Change]:
        """Return what a word would change."""
        return []

    @read.register
    def _(self, effect: Seq, frame: Frame) -> list[Change]:
        return [change for part in effect.effects for change in self.read(part, frame)]

    @read.register
    def _(self, effect: OneOf, frame: Frame) -> list[Change]:
        choices = [self.choose(effect, frame, thing) for thing in effect.among(self.game, frame)]
        return max(choices, key=self.total, default=[])

    @read.register
    def _(self, effect: effects.Shoot, frame: Frame) -> list[Change]:
        power = effect.power.of(self.game, frame)
        units = [unit_at(self.game, square) for square in covered(frame)]
        found = []
        for unit in units:
            if unit != NONE and not has(self.game, unit, "immune"):
                clash = self.prospects.shot(frame.rival, unit, power)
                clash = clash._replace(poison=effect.poison, petrify=effect.petrify)
                found += [Change(what, unit, amount) for what, amount in harm(clash).items()]
        return found

    @read.register
    def _(self, effect: effects.Destroy, frame: Frame) -> list[Change]:
        return [Change("kill", frame.target, unsaved(save_of(self.game, frame.target)))]

    @read.register
    def _(self, effect: effects.Lay, frame: Frame) -> list[Change]:
        many = effect.count.of(self.game, frame)
        return [Change(effect.kind, square, many) for square in covered(frame)]

    @read.register
    def _(self, effect: effects.Mark, frame: Frame) -> list[Change]:
        with self.prospects.marked(effect.kind, self.game.table.subject_of_card(frame.target)):
            after = self.prospects.standing(frame.target)
        lasting = effect.until != "turn_end"
        return [Change("standing", frame.target, 1.0, self.standing(frame.target), after, lasting)]

    @read.register
    def _(self, effect: effects.Darken, frame: Frame) -> list[Change]:
        return [Change("turn", self.game.state.active, -1 / 2)]

    @read.register
    def _(self, effect: effects.Strip, frame: Frame) -> list[Change]:
        return [change for item in items_of(self.game, frame.target) for change in self.of_loss(item, frame.target)]

    @read.register
    def _(self, effect: effects.Control, frame: Frame) -> list[Change]:
        return [Change("control", frame.target)]

    @read.register
    def _(self, effect: effects.InfectAll, frame: Frame) -> list[Change]:
        units = [unit for unit in all_units(self.game) if not on_unit(self.game, unit, "disease")]
        return [Change("disease", unit) for unit in units if not has(self.game, unit, "immune")]

    @read.register
    def _(self, effect: effects.Negate, frame: Frame) -> list[Change]:
        return [Change("negate", frame.card)]

    @read.register
    def _(self, effect: effects.Fate, frame: Frame) -> list[Change]:
        return [Change("fate", NONE)]

    @read.register
    def _(self, effect: effects.Gain, frame: Frame) -> list[Change]:
        return [Change("gold", frame.seat, effect.gold.of(self.game, frame))]

    @read.register
    def _(self, effect: effects.DrawSpells, frame: Frame) -> list[Change]:
        return [Change("spell", frame.seat, effect.count.of(self.game, frame))]

    @read.register
    def _(self, effect: effects.Forget, frame: Frame) -> list[Change]:
        other = 1 - frame.seat
        many = min(effect.count.of(self.game, frame), self._spells(other))
        return [Change("spell", other, -many), *([Change("spell", frame.seat, many)] if effect.keep else [])]

    @read.register
    def _(self, effect: effects.Vortex, frame: Frame) -> list[Change]:
        return [Change("spell", seat, -self._spells(seat)) for seat in range(len(self.game.table.seats))]

    def _spells(self, seat: int) -> int:
        return len(self.game.state.zones[self.game.table.hand + seat])

    @read.register
    def _(self, effect: effects.Skip, frame: Frame) -> list[Change]:
        return [Change("turn", 1 - frame.seat, -1)]

    # words that let somebody choose one thing

    @singledispatchmethod
    def choose(self, effect: OneOf, frame: Frame, thing: int) -> list[Change]:
        """Return what choosing one thing would change."""
        return []

    @choose.register
    def _(self, effect: effects.Relieve, frame: Frame, thing: int) -> list[Change]:
        return self.of_relief(frame.target, thing)

    def of_relief(self, unit: int, what: int) -> list[Change]:
        """Return what a wound, the disease or a curse taken off a unit would change."""
        if what in (WOUND, DISEASE):
            return [Change("wound" if what == WOUND else "disease", unit, -1)]
        return self.of_loss(what - REMOVE, unit)

    @choose.register
    def _(self, effect: effects.Dispel, frame: Frame, thing: int) -> list[Change]:
        return self.of_loss(thing, frame.target)

    @choose.register
    def _(self, effect: effects.Rob, frame: Frame, thing: int) -> list[Change]:
        lost = [change._replace(amount=STOLEN) for change in self.of_loss(thing, frame.target)]
        return [*lost, Change("item", frame.seat, STOLEN)]

    @choose.register
    def _(self, effect: effects.Teleport, frame: Frame, thing: int) -> list[Change]:
        return [Change("move", frame.target, thing)]

    @choose.register
    def _(self, effect: effects.Displace, frame: Frame, thing: int) -> list[Change]:
        return [Change("switch", frame.target, thing)]

    @choose.register
    def _(self, effect: effects.Reflect, frame: Frame, thing: int) -> list[Change]:
        """Return that the spell comes to nothing where it was aimed, and what it would change there instead."""
        turned = effect.meant(self.game, frame).copy()
        spell = self.game.table.cards[turned.card]
        if spell.target == "spell":  # what answers an answer is not read on
            return [Change("negate", frame.card)]
        aim_at(self.game, turned, thing)
        return [Change("negate", frame.card), *self.of_spell(spell, turned)]
