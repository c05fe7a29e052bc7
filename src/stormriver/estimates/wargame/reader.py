"""What spells and items are expected to change, read from their words; nothing is carried out and no die is rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch

from stormriver.estimates.wargame.changes import Change, Worth, mean
from stormriver.estimates.wargame.clash import harm
from stormriver.estimates.wargame.lookahead import Lookahead, Standing
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf, Seq
from stormriver.language.grammar import Effect, Nothing
from stormriver.language.usage import parts_of
from stormriver.wargame.analysis.odds import unsaved
from stormriver.wargame.analysis.under_way import SpellUnderWay, asked_about, spell_answered, supposed_casting
from stormriver.wargame.model.definitions import Spell
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import all_units, bearer, items_of
from stormriver.wargame.procedures.grid import unit_at
from stormriver.wargame.procedures.marks import disease
from stormriver.wargame.procedures.strength import has, save_of
from stormriver.wargame.procedures.turn import DISEASE, REMOVE, WOUND
from stormriver.wargame.procedures.windows import using
from stormriver.wargame.words import effects

STOLEN = 1 / 2
"""The chance that a theft succeeds."""


class Reader:
    """Estimates what spells and items would change.

    Args:
        look: looks ahead in the game of a view.
        worth: the valuation of the side that it reads for, which decides what that side would choose.
        standing: returns the features of a unit now, if they are cached elsewhere.
    """

    def __init__(self, look: Lookahead, worth: Worth, standing: Callable[[int], Standing]) -> None:
        self.look = look
        self.game: WargameGame = look.game
        self.worth = worth
        self.standing = standing

    def of_spell(self, casting: SpellUnderWay) -> list[Change]:
        """Return what a spell would change that is under way or supposed."""
        spell: Spell = self.game.table.spell[casting.card]
        found = self.read(spell.effect, casting.about, casting.squares)
        unit = casting.target
        if spell.lasts and unit != NONE:
            with self.look.stacked(casting.card, unit):
                after = self.look.standing(unit)
            found.append(Change("standing", unit, 1.0, self.standing(unit), after, not spell.fades))
        return found

    def of_use(self, seat: int, item: int) -> list[Change]:
        """Return what using up an item would change."""
        unit = bearer(self.game, item)
        return self.read(self.game.table.item[item].use, using(seat, item, unit), [])

    def of_item(self, item: int, unit: int) -> list[Change]:
        """Return what an item would change by being stacked with a unit."""
        with self.look.stacked(item, unit):
            after = self.look.standing(unit)
        return [Change("standing", unit, 1.0, self.standing(unit), after)]

    def of_loss(self, card: int, unit: int) -> list[Change]:
        """Return what a unit would lose with something stacked with it."""
        with self.look.unstacked(card):
            after = self.look.standing(unit)
        return [Change("standing", unit, 1.0, self.standing(unit), after)]

    def total(self, changes: Iterable[Change]) -> float:
        """Return what some changes are worth together."""
        return sum(self.worth(change) for change in changes)

    # words

    def read(self, effect: Effect, context: Context, squares: list[int]) -> list[Change]:
        """Return what a word would change, in a context and on the squares covered.

        A word without a reading of its own is read as the mean of its parts.
        """
        # what `singledispatchmethod` does is done by hand here: it takes six times as long, and this is called often
        return self._reading.dispatch(type(effect))(self, effect, context, squares)

    def choose(self, effect: OneOf, context: Context, thing: int) -> list[Change]:
        """Return what choosing one thing would change; of a word without a reading the mean of its parts."""
        return self._choosing.dispatch(type(effect))(self, effect, context, thing)

    @singledispatch
    def _reading(self, effect: Effect, context: Context, squares: list[int]) -> list[Change]:
        return mean([self.read(part, context, squares) for part in parts_of(effect)])

    @_reading.register
    def _(self, effect: Nothing, context: Context, squares: list[int]) -> list[Change]:
        return []

    @_reading.register
    def _(self, effect: Seq, context: Context, squares: list[int]) -> list[Change]:
        return [change for part in effect.effects for change in self.read(part, context, squares)]

    @_reading.register
    def _(self, effect: OneOf, context: Context, squares: list[int]) -> list[Change]:
        choices = [self.choose(effect, context, thing) for thing in effect.among(self.game, context)]
        return max(choices, key=self.total, default=[])

    @_reading.register
    def _(self, effect: effects.Shoot, context: Context, squares: list[int]) -> list[Change]:
        power = effect.power.of(self.game, context)
        units = [unit_at(self.game, square) for square in squares]
        found = []
        for unit in units:
            if unit != NONE and not has(self.game, unit, "immune"):
                clash = self.look.shot(context.rival, unit, power)
                clash = clash._replace(poison=effect.poison, petrify=effect.petrify)
                found += [Change(what, unit, amount) for what, amount in harm(clash).items()]
        return found

    @_reading.register
    def _(self, effect: effects.Destroy, context: Context, squares: list[int]) -> list[Change]:
        return [Change("kill", context.target, unsaved(save_of(self.game, context.target)))]

    @_reading.register
    def _(self, effect: effects.Lay, context: Context, squares: list[int]) -> list[Change]:
        many = effect.count.of(self.game, context)
        return [Change(effect.kind, square, many) for square in squares]

    @_reading.register
    def _(self, effect: effects.Mark, context: Context, squares: list[int]) -> list[Change]:
        with self.look.marked(effect.kind, self.game.table.subject_of_card(context.target)):
            after = self.look.standing(context.target)
        lasting = effect.until != "turn_end"
        return [Change("standing", context.target, 1.0, self.standing(context.target), after, lasting)]

    @_reading.register
    def _(self, effect: effects.Darken, context: Context, squares: list[int]) -> list[Change]:
        return [Change("turn", self.game.state.active, -1 / 2)]

    @_reading.register
    def _(self, effect: effects.Strip, context: Context, squares: list[int]) -> list[Change]:
        return [change for item in items_of(self.game, context.target) for change in self.of_loss(item, context.target)]

    @_reading.register
    def _(self, effect: effects.Control, context: Context, squares: list[int]) -> list[Change]:
        return [Change("control", context.target)]

    @_reading.register
    def _(self, effect: effects.InfectAll, context: Context, squares: list[int]) -> list[Change]:
        units = [unit for unit in all_units(self.game) if not disease(self.game, unit)]
        return [Change("disease", unit) for unit in units if not has(self.game, unit, "immune")]

    @_reading.register
    def _(self, effect: effects.Negate, context: Context, squares: list[int]) -> list[Change]:
        return [Change("negate", context.card)]

    @_reading.register
    def _(self, effect: effects.Fate, context: Context, squares: list[int]) -> list[Change]:
        return [Change("fate", NONE)]

    @_reading.register
    def _(self, effect: effects.Gain, context: Context, squares: list[int]) -> list[Change]:
        return [Change("gold", context.seat, effect.gold.of(self.game, context))]

    @_reading.register
    def _(self, effect: effects.DrawSpells, context: Context, squares: list[int]) -> list[Change]:
        return [Change("spell", context.seat, effect.count.of(self.game, context))]

    @_reading.register
    def _(self, effect: effects.Forget, context: Context, squares: list[int]) -> list[Change]:
        other = 1 - context.seat
        many = min(effect.count.of(self.game, context), self._spells(other))
        return [Change("spell", other, -many), *([Change("spell", context.seat, many)] if effect.keep else [])]

    @_reading.register
    def _(self, effect: effects.Vortex, context: Context, squares: list[int]) -> list[Change]:
        return [Change("spell", seat, -self._spells(seat)) for seat in range(len(self.game.table.seats))]

    def _spells(self, seat: int) -> int:
        return len(self.game.state.zones[self.game.table.hand + seat])

    @_reading.register
    def _(self, effect: effects.Skip, context: Context, squares: list[int]) -> list[Change]:
        return [Change("turn", 1 - context.seat, -1)]

    # words that let somebody choose one thing

    @singledispatch
    def _choosing(self, effect: OneOf, context: Context, thing: int) -> list[Change]:
        return mean([self.read(part, context, []) for part in parts_of(effect)])

    @_choosing.register
    def _(self, effect: effects.Relieve, context: Context, thing: int) -> list[Change]:
        return self.of_relief(context.target, thing)

    def of_choice(self, effect: OneOf, thing: int) -> list[Change]:
        """Return what choosing one thing would change at an ask of the word that is under way."""
        return self.choose(effect, asked_about(self.game), thing)

    def of_relief(self, unit: int, what: int) -> list[Change]:
        """Return what a wound, the disease or a curse taken off a unit would change."""
        if what in (WOUND, DISEASE):
            return [Change("wound" if what == WOUND else "disease", unit, -1)]
        return self.of_loss(what - REMOVE, unit)

    @_choosing.register
    def _(self, effect: effects.Dispel, context: Context, thing: int) -> list[Change]:
        return self.of_loss(thing, context.target)

    @_choosing.register
    def _(self, effect: effects.Rob, context: Context, thing: int) -> list[Change]:
        lost = [change._replace(amount=STOLEN) for change in self.of_loss(thing, context.target)]
        return [*lost, Change("item", context.seat, STOLEN)]

    @_choosing.register
    def _(self, effect: effects.Teleport, context: Context, thing: int) -> list[Change]:
        return [Change("move", context.target, thing)]

    @_choosing.register
    def _(self, effect: effects.Displace, context: Context, thing: int) -> list[Change]:
        return [Change("switch", context.target, thing)]

    @_choosing.register
    def _(self, effect: effects.Reflect, context: Context, thing: int) -> list[Change]:
        """Return that the spell comes to nothing where it was aimed, and what it would change there instead."""
        negated = Change("negate", context.card)
        spell = spell_answered(self.game, context.card)
        if spell is None or self.game.table.spell[spell.card].target == "spell":  # answers to answers are not read on
            return [negated]
        turned = supposed_casting(self.game, spell.about.seat, spell.card, spell.caster, thing)
        return [negated, *self.of_spell(turned)]
