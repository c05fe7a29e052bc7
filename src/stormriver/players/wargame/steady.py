"""A player of the wargame who weighs every option by what it is likely to bring, and takes the best.

They refer to no unit, tile, item or spell by name, only to what these give and do. Attacks are weighed by their
exact odds, moves by where they lead, spells by what they change now.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.ask import Ask, Option
from stormriver.players.wargame import attacks
from stormriver.players.wargame.worth import ITEM, UNIT, Worth
from stormriver.players.weighed import Weighed
from stormriver.wargame.analysis.under_way import (
    SpellUnderWay,
    attack_under_way,
    patient,
    spell_under_way,
    supposed_casting,
    supposed_covering,
    volley_power,
)
from stormriver.wargame.view import View

Reasons = dict[str, float]
"""The worth of an option, by reasons."""

IDLE: Final = frozenset({"pass", "done", "break_off"})
"""The keys that are taken unless something is better by `MARGIN`."""
MARGIN: Final = 0.15
LIVELY: Final = ("movement", "shooting", "battles")
"""The phases before which spells and items are considered; at other times only those that answer something."""
CARD_COST: Final = 0.7
"""The least worth of a spell for it to be cast; less when the hand is full."""
FULL_COST: Final = 0.4
REWARD: Final = 4.0
"""The worth of a quest to a unit that comes back."""
SPREAD: Final = 0.8
"""The factor on an item's worth to a unit, for each item that the unit has already."""
STEALING: Final = 0.5
"""The chance that a theft succeeds."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Steady:
    """A sound commander, who looks a move ahead, and in battles to their end."""

    def __init__(self, seed: int = 0) -> None:
        """Begin a game.

        Args:
            seed: any integer; settles which of equal options is taken.
        """
        self._random = Random(seed)
        self._worth: Worth | None = None

    def __call__(self, view: View, ask: Ask) -> str:
        """Return the key of the option that is worth most."""
        if len(ask.keys) == 1:
            return ask.keys[0]
        return self._best({one.key: one.worth for one in self._weigh(view, ask)})

    def weighed(self, view: View, ask: Ask) -> list[Weighed]:
        """Return the value of each option of the player's ask, with the reasons; the one to take comes first."""
        found = self._weigh(view, ask)
        best = self._best({one.key: one.worth for one in found})
        return sorted(found, key=lambda one: (one.key != best, -one.worth))

    def _weigh(self, view: View, ask: Ask) -> list[Weighed]:
        self._worth = Worth(view, self._worth)
        think = Thought(view, ask, self._worth)
        found = []
        for key, option in ask.options.items():
            reasons = think.of(option)
            found.append(Weighed(key, sum(reasons.values(), 0.0), reasons, reasons))
        return found

    def _best(self, worths: dict[str, float]) -> str:
        """Return the key that is worth most; rather none than one that is hardly better."""
        idle = [key for key in worths if key in IDLE]
        highest = max(worths.values())
        if idle and highest <= worths[idle[0]] + MARGIN:
            return idle[0]
        return self._random.choice([key for key, worth in worths.items() if worth >= highest - 1e-9])


class Thought:
    """Weighs the options of one ask.

    Args:
        view: what the seat knows.
        ask: the pending ask, which is the seat's.
        worth: the worth of units, squares and changes.
    """

    def __init__(self, view: View, ask: Ask, worth: Worth) -> None:
        self.view = view
        self.ask = ask
        self.worth = worth
        self.look = worth.look
        self.cards = view.game.table.cards
        self.weigh: Callable[[Option], Reasons] = getattr(self, f"_{ask.kind}", self._window)
        self.word = view.game.table.word_of(ask.cause)
        if self.word is not None:
            self.weigh = self._word

    def of(self, option: Option) -> Reasons:
        """Return the worth of an option, by reasons; empty for one that changes nothing."""
        return {} if option.verb in ("pass", "done") else self.weigh(option)

    # setting up, recruiting

    def _place(self, option: Option) -> Reasons:
        """Where a unit is placed: what it is worth there; a goal of the rival is left to the best guard."""
        unit, square = self.ask.card, option.argument
        found = dict(self.worth.place(unit, square))
        drawn = self.view.game.state.zones[self.view.game.table.drawn + self.view.seat]
        others = [card for card in drawn if card != unit and self.cards[card].group == "unit"]
        if others and square in self.worth.goals[1 - self.view.seat]:
            own = self._guard(unit, square)
            if any(self._guard(other, square) > own for other in others):
                found["goal"] = -1.0
        return found

    def _guard(self, unit: int, square: int) -> float:
        standing = self.worth.ground(unit, square)
        return standing["strength"] + standing["save"]

    def _equip(self, option: Option) -> Reasons:
        return {"item": self._gain(self.ask.card, option.argument)}

    def _gain(self, item: int, unit: int) -> float:
        """Return what an item is worth to a unit: the stronger it is the more, and less with each it has already.

        All items of a unit are lost with it, and serve in one place only.
        """
        total = self.worth.reader.total(self.worth.reader.of_item(item, unit))
        return total * (1 + self.worth.standing(unit)["strength"] / 20) * SPREAD ** self.look.items(unit)

    def _keep(self, option: Option) -> Reasons:
        card = option.argument
        if self.cards[card].group == "item":
            carriers = self.look.carriers(self.view.seat, card)
            return {"item": max((self._gain(card, unit) for unit in carriers), default=0.0)}
        return {"unit": self.worth.unit(card)}

    def _buy(self, option: Option) -> Reasons:
        if option.verb == "buy_item":
            return {"item": ITEM}
        own = option.verb == "buy_own"
        return {"unit": UNIT + own} if self.look.has_room(self.view.seat, not own) else {}

    # magic

    def _window(self, option: Option) -> Reasons:
        if option.verb == "fate":
            return {"fate": self.worth.reroll() - 0.5}
        if self.worth.quiet and self.view.phase not in LIVELY:
            return {}
        return self._cast(option.argument) if option.verb == "cast" else self._use(option.argument)

    def _cast(self, spell: int) -> Reasons:
        hand = self.view.me.spells
        cost = FULL_COST if len(hand) >= self.view.me.hand_limit else CARD_COST
        return {"magic": self._best_casting(spell), "spell": -cost}

    def _best_casting(self, spell: int) -> float:
        """Return what a spell is worth, whoever casts it."""
        key = ("casting", spell, self.worth.moment)
        if key not in self.worth.memo:
            casters = self.look.casters(self.view.seat, spell)
            self.worth.memo[key] = max((self._by(spell, unit) for unit in casters), default=0.0)
        found: float = self.worth.memo[key]
        return found

    def _by(self, spell: int, caster: int) -> float:
        """Return what a spell is worth if a unit casts it."""
        card = self.cards[spell]
        if card.target == "none":
            return self._spell(supposed_casting(self.view.game, self.view.seat, spell, caster))
        options = self.look.aims(self.view.seat, spell, caster)
        return max((self._at(spell, caster, code) for code in options), default=0.0)

    def _at(self, spell: int, caster: int, code: int) -> float:
        """Return what a spell is worth if it is aimed at something."""
        if self.cards[spell].target == "square":
            return self._area(spell, caster, code & 0xFFFF)
        key = ("aimed", spell, code, caster if self.cards[spell].target == "self" else -1, self.worth.moment)
        if key not in self.worth.memo:
            casting = supposed_casting(self.view.game, self.view.seat, spell, caster, code)
            self.worth.memo[key] = self._spell(casting)
        found: float = self.worth.memo[key]
        return found

    def _area(self, spell: int, caster: int, square: int) -> float:
        """Return what a spell is worth that begins on a square and covers the best ones around."""
        key = ("area", spell, square)
        if key not in self.worth.memo:
            self.worth.memo[key] = self._best_area(spell, caster, square)
        found: float = self.worth.memo[key]
        return found

    def _best_area(self, spell: int, caster: int, square: int) -> float:
        chosen = [square]
        total = self._covering(spell, caster, square)
        for _ in range(self.cards[spell].covers - 1):
            more = {near for one in chosen for near in self.look.beside(one)} - set(chosen)
            best = max(more, key=lambda near: self._covering(spell, caster, near))
            if self._covering(spell, caster, best) <= 0:
                break
            total += self._covering(spell, caster, best)
            chosen.append(best)
        return total

    def _covering(self, spell: int, caster: int, square: int) -> float:
        """Return what it is worth that a spell covers a square."""
        key = ("covering", spell, square)
        if key not in self.worth.memo:
            self.worth.memo[key] = self._spell(supposed_covering(self.view.seat, spell, caster, square))
        found: float = self.worth.memo[key]
        return found

    def _spell(self, casting: SpellUnderWay) -> float:
        return self.worth.reader.total(self.worth.reader.of_spell(casting))

    def _use(self, item: int) -> Reasons:
        return {"magic": self.worth.reader.total(self.worth.reader.of_use(self.view.seat, item)), "item": -1.5}

    def _caster(self, option: Option) -> Reasons:
        return {"magic": self._by(self.ask.card, option.argument)}

    def _aim(self, option: Option) -> Reasons:
        return {"magic": self._at(self.ask.card, self._casting_now(), option.code)}

    def _cover(self, option: Option) -> Reasons:
        return {"magic": self._covering(self.ask.card, self._casting_now(), option.argument)}

    def _casting_now(self) -> int:
        """Return the unit that casts the spell under way."""
        spell = spell_under_way(self.view.game)
        assert spell is not None  # it poses the ask
        return spell.caster

    def _word(self, option: Option) -> Reasons:
        """Something that a word lets one choose."""
        thing = option.code - self.word.option
        return {"magic": self.worth.reader.total(self.worth.reader.of_choice(self.word, thing))}

    def _die(self, option: Option) -> Reasons:
        worths = self.worth.rerolls()
        return {"fate": worths[option.argument - 1] if option.argument <= len(worths) else 0.0}

    def _surplus(self, option: Option) -> Reasons:
        """What is discarded is the spell that is worth least: now, and by the moments at which it may be cast."""
        spell = option.argument
        moments = bin(self.cards[spell].at).count("1")
        return {"spell": -self._best_casting(spell) - 0.05 * moments - 0.1 * max(self.cards[spell].range, 0)}

    # quest

    def _quest(self, option: Option) -> Reasons:
        unit = option.argument
        back = self.look.quest(unit)
        return {"reward": back * REWARD, "risk": -(1 - back) * (self.worth.stake(unit) + 0.5)}

    # moving

    def _moves(self, option: Option) -> Reasons:
        unit = option.argument
        here = self.worth.place(unit, self.look.square(unit))
        best: Reasons = {}
        for square in self.look.reach(unit):
            found = self._step(unit, square, here)
            if sum(found.values(), 0.0) > sum(best.values(), 0.0):
                best = found
        return best

    def _step(self, unit: int, square: int, here: Reasons) -> Reasons:
        there = self.worth.place(unit, square)
        found = {name: there[name] - here[name] for name in there}
        deadly, _, _ = self.look.perils(unit, square)
        if deadly:
            found["peril"] = -deadly * self.worth.stake(unit)
        return found

    def _move(self, option: Option) -> Reasons:
        unit, square = self.ask.card, option.argument
        here = self.worth.place(unit, self.look.square(unit))
        if option.verb == "to":
            return self._step(unit, square, here)
        other, mine = option.argument, self.look.square(unit)
        theirs = self.look.square(other)
        ours = self._step(unit, theirs, here)
        others = self._step(other, mine, self.worth.place(other, theirs))
        return {name: ours.get(name, 0.0) + others.get(name, 0.0) for name in {*ours, *others}} | {"turn": -1.0}

    def _retreat(self, option: Option) -> Reasons:
        attack = attack_under_way(self.view.game)
        assert attack is not None  # it poses the ask
        unit = attack.target
        return self._step(unit, option.argument, self.worth.place(unit, self.look.square(unit)))

    # attacks

    def _shooter(self, option: Option) -> Reasons:
        if option.verb == "shoot":
            unit = option.argument
            return self._unless_it_fights(unit, [self._shot(unit, target) for target in self.look.targets(unit)])
        if option.verb == "volley":
            power, targets = self.look.volley(option.argument)
            return {"attack": sum((self._strike(option.argument, target, power) for target in targets), 0.0)}
        if option.verb == "infect":
            return self._unless_it_fights(
                option.argument, [self._infected(unit) for unit in self.look.victims(option.argument)]
            )
        return self._window(option)

    def _unless_it_fights(self, unit: int, worths: list[float]) -> Reasons:
        """Return the best of what a unit could do now instead of a battle, unless its best battle is worth more."""
        best = max(worths, default=0.0)
        return {"attack": best} if best >= max(0.0, self.worth.best_battle(unit)) else {}

    def _shot(self, unit: int, target: int) -> float:
        return self.worth.shot(self.look.shot(unit, target), target)

    def _strike(self, unit: int, target: int, power: int) -> float:
        return self.worth.shot(self.look.shot(unit, target, power), target)

    def _target(self, option: Option) -> Reasons:
        return {"attack": self._shot(self.ask.card, option.argument)}

    def _volley(self, option: Option) -> Reasons:
        return {"attack": self._strike(self.ask.card, option.argument, volley_power(self.view.game))}

    def _infect(self, option: Option) -> Reasons:
        return {"attack": self._infected(option.argument)}

    def _infected(self, unit: int) -> float:
        return -self.worth.sign(unit) * (1 + self.worth.unit(unit) / 10)

    def _attacker(self, option: Option) -> Reasons:
        unit = option.argument
        if option.verb == "steal":
            return {"item": STEALING * ITEM - max(0.0, self.worth.best_battle(unit))}
        return {"attack": self.worth.best_battle(unit)}

    def _foe(self, option: Option) -> Reasons:
        unit, foe = self.ask.card, option.argument
        return {"attack": self.worth.battle(self.look.battle(unit, foe), unit, foe)}

    def _rob(self, option: Option) -> Reasons:
        return {"item": float(len(self.view.unit(option.argument).items))}

    def _item(self, option: Option) -> Reasons:
        bearer = self.look.bearer(option.argument)
        return {"item": -self.worth.reader.total(self.worth.reader.of_item(option.argument, bearer))}

    def _evade(self, option: Option) -> Reasons:
        attack = attack_under_way(self.view.game)
        assert attack is not None
        mine, theirs = self.worth.stake(attack.attacker), self.worth.stake(attack.target)
        found = attacks.battle(self.look.clash_of(attack), mine, theirs)
        return {"attack": -max(found.fight, 0.0) if option.verb == "fight" else -max(found.evade, 0.0)}

    def _break_off(self, option: Option) -> Reasons:
        if option.verb == "break_off":
            return {}
        attack = attack_under_way(self.view.game)
        assert attack is not None
        mine, theirs = self.worth.own_stake(attack.attacker), self.worth.stake(attack.target)
        return {"attack": attacks.battle(self.look.clash_of(attack), mine, theirs).gain}

    def _martyr(self, option: Option) -> Reasons:
        """Somebody else takes the place of the one attacked if that costs less."""
        attack = attack_under_way(self.view.game)
        assert attack is not None
        now = self.worth.under_attack(attack)
        instead = self.worth.under_attack(attack.on(option.argument))
        return {"danger": now - instead - 0.5}

    # healing

    def _heal(self, option: Option) -> Reasons:
        healer = option.argument
        near = self.look.beside(self.look.square(healer))
        units = [self.view.squares[square].unit for square in near]
        mine = [unit for unit in units if unit is not None and unit.owner == self.view.seat]
        return {"healing": max((self._hurt(unit.number) for unit in mine), default=0.0)}

    def _hurt(self, unit: int) -> float:
        lost = self.worth.standing(unit)["bears"] - self.worth.health(unit)
        return min(1.0, lost) * self.worth.unit(unit) / 4 + self.look.diseased(unit) + 0.2

    def _patient(self, option: Option) -> Reasons:
        return {"healing": self._hurt(option.argument)}

    def _ailment(self, option: Option) -> Reasons:
        reader = self.worth.reader
        return {"healing": reader.total(reader.of_relief(patient(self.view.game), option.code))}
