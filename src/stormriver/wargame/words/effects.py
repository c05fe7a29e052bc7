"""Words of spells and of items that are used up: what they do to units, squares, hands and what is under way.

In their contexts `card` is the spell or item, `rival` the unit that casts or uses it, and `target` whom it is done to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NewType

from stormriver.kernel.ask import CARD, SPACE, verb
from stormriver.kernel.errors import EngineError
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import OWN_TURN_START, TURN_END
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import alternatives
from stormriver.language.clauses import Count, During, Noun, Part, Text, bid, do, doing, listed, phrase
from stormriver.language.control import OneOf
from stormriver.language.decoders import Named
from stormriver.language.grammar import Effect, Fixed, Names, Value, register
from stormriver.language.source import Node
from stormriver.wargame.model import asks, frames
from stormriver.wargame.model.clauses import borne
from stormriver.wargame.model.columns import GOLD, SKIPS
from stormriver.wargame.model.frames import BY_SPELL, DEADLY, INTO_HAND, PETRIFYING, POISONED, SURE, Announced, Cast
from stormriver.wargame.model.moments import WARGAME
from stormriver.wargame.model.needs import A_SPELL, A_SQUARE, A_UNIT
from stormriver.wargame.model.nouns import amount, mark_name
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import may_act
from stormriver.wargame.procedures.battle import hand_over
from stormriver.wargame.procedures.casting import aim_at, aims, covered, negatable, spell_before, spell_under_way
from stormriver.wargame.procedures.chits import discard, draw
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import all_units, items_of, stack, take_control
from stormriver.wargame.procedures.grid import beside, free_squares, square_of, tiles_on, unit_at
from stormriver.wargame.procedures.movement import put, switch
from stormriver.wargame.procedures.shooting import infect, shoot, volley
from stormriver.wargame.procedures.strength import carriers_for, has, magic_users
from stormriver.wargame.procedures.turn import ailments, relieve
from stormriver.wargame.procedures.windows import subject_of_fate

MarkName = NewType("MarkName", str)
register("MarkName", Named("mark"), WARGAME)

ON: Final = verb("on", SPACE)
CHIT: Final = verb("chit", CARD)
WITH: Final = verb("with", CARD)
AT: Final = verb("at", CARD)

NEGATES: Final[dict[str, type[Announced]]] = {
    "spell": Cast, "move": frames.Move, "shot": frames.Shoot, "attack": frames.Attack,
}  # fmt: skip
"""What a spell may negate, and the frames that are meant."""
ROLLED: Final = 2
"""The step after the roll, for a word that lets somebody choose and then rolls."""
STACKED: Final = ("curse", "boon", "item")
"""What is stacked with a unit."""
TICKS: Final = {"turn_end": TURN_END, "own_turn": OWN_TURN_START}
"""Until when a mark lies: the end of the turn under way, or the beginning of the caster's next turn."""


# attacks


class Shoot(Effect):
    """A ranged attack of this strength at everybody on the squares covered. `{shoot: 5}`, `{shoot: 4, poison: true}`

    It is the caster's attack of this turn (wargame.42); one unit after the other, each by dice of its own (wargame.44).
    """

    word = "shoot"
    needs = frozenset({A_SQUARE})
    rule = "shooting.spells"
    power: Value
    poison: bool = False
    petrify: bool = False

    def do(self, game: WargameGame, context: Context) -> None:
        manner = BY_SPELL | (POISONED if self.poison else 0) | (PETRIFYING if self.petrify else 0)
        marks.use_attack(game, context.rival)
        units = [unit_at(game, square) for square in covered(spell_under_way(game))]
        struck = [unit for unit in units if unit != NONE and not has(game, unit, "immune")]
        volley(game, context.seat, context.rival, struck, self.power.of(game, context), manner)

    def possible(self, game: WargameGame, context: Context) -> bool:
        return may_act(game, context.rival)

    def clause(self) -> Part:
        manner = [
            phrase(name) for name, on in (("with_poison", self.poison), ("with_petrification", self.petrify)) if on
        ]
        return bid("shoot", power=self.power.clause(), manner=listed(manner, "and") if manner else Text(""))


class Destroy(Effect):
    """The unit it is cast at is destroyed unless it is saved; it counts as the caster's attack. `destroy`"""

    word = "destroy"
    needs = frozenset({A_UNIT})
    rule = "shooting.destroy"

    def do(self, game: WargameGame, context: Context) -> None:
        marks.use_attack(game, context.rival)
        shoot(game, context.seat, context.rival, context.target, manner=BY_SPELL | SURE | DEADLY)

    def possible(self, game: WargameGame, context: Context) -> bool:
        return may_act(game, context.rival)

    def clause(self) -> Part:
        return bid("destroy_unless_saved")


# squares


class Lay(Effect):
    """Lay tokens on each square covered. `{lay: block, count: 3}`"""

    word = "lay"
    needs = frozenset({A_SQUARE})
    rule = "tokens.lay"
    kind: MarkName
    count: Value = Fixed(1)

    def do(self, game: WargameGame, context: Context) -> None:
        for square in covered(spell_under_way(game)):
            marks.put_on_square(game, square, game.table.mark_ids[self.kind], self.count.of(game, context))

    def clause(self) -> Part:
        tokens = Count(mark_name(self.table, self.kind), amount(self.count))
        return bid("lay", tokens=tokens, where=phrase("each_space_covered"))


# units


class Mark(Effect):
    """Put a mark on the unit it is cast at, or on the bearer. `{mark: preserved, until: turn_end}`"""

    word = "mark"
    needs = frozenset({A_UNIT})
    rule = "spells.last"
    kind: MarkName
    until: str = "turn_end"

    def ready(self, names: Names, node: Node) -> None:
        if self.until not in TICKS:
            node.misspelt("a mark lies until {known}, not {name!r}", self.until, TICKS, known=alternatives(list(TICKS)))

    def do(self, game: WargameGame, context: Context) -> None:
        kind = game.table.mark_ids[self.kind]
        marks.put_on_unit(game, context.target, kind, 1, TICKS[self.until], context.seat)

    def clause(self) -> Part:
        return During(borne(self.table, self.kind), phrase(self.until))


class Darken(Effect):
    """A mark that holds for everybody until the turn ends. `{darken: darkness}`"""

    word = "darken"
    rule = "spells.last"
    kind: MarkName

    def do(self, game: WargameGame, context: Context) -> None:
        game.mark(game.table.mark_ids[self.kind], context.seat, 1, TURN_END, context.seat)

    def clause(self) -> Part:
        return During(borne(self.table, self.kind), phrase("turn_end"))


class Relieve(OneOf):
    """Take a wound, the disease or a curse off the unit it is cast at. `relieve`"""

    word = "relieve"
    needs = frozenset({A_UNIT})
    rule = "healing.healers"
    ask = asks.AILMENT

    def among(self, game: WargameGame, context: Context) -> list[int]:
        return ailments(game, context.target)

    def carry_out(self, game: WargameGame, context: Context, chosen: int) -> None:
        relieve(game, context.target, chosen)

    def clause(self) -> Part:
        return bid("relieve")


class Dispel(OneOf):
    """Discard a chit stacked with the unit it is cast at. `{dispel: [curse, boon]}`, `{dispel: item}`"""

    word = "dispel"
    needs = frozenset({A_UNIT})
    rule = "spells.dispel"
    ask = asks.CHIT
    option = CHIT
    what: tuple[str, ...]

    def ready(self, names: Names, node: Node) -> None:
        for sort in self.what:
            if sort not in STACKED:
                node.misspelt("a spell dispels {known}, not {name!r}", sort, STACKED, known=", ".join(STACKED))

    def among(self, game: WargameGame, context: Context) -> list[int]:
        cards = game.table.cards
        return [
            c for c in stack(game, context.target) if (getattr(cards[c], "lasts", "") or cards[c].group) in self.what
        ]

    def carry_out(self, game: WargameGame, context: Context, chosen: int) -> None:
        discard(game, chosen, context.seat)

    def clause(self) -> Part:
        return bid("dispel", what=listed([Noun(sort, "a") for sort in self.what]))


class Strip(Effect):
    """Discard all items of the unit it is cast at. `strip`"""

    word = "strip"
    needs = frozenset({A_UNIT})
    rule = "spells.work"

    def do(self, game: WargameGame, context: Context) -> None:
        for item in items_of(game, context.target):
            discard(game, item, context.seat)

    def clause(self) -> Part:
        return bid("strip")


class Rob(OneOf):
    """Steal an item of the unit it is cast at, on 1 to 3, for a character who may use it. `rob`"""

    word = "rob"
    needs = frozenset({A_UNIT})
    rule = "battle.steal"
    ask = asks.ITEM
    option = CHIT

    def among(self, game: WargameGame, context: Context) -> list[int]:
        return [item for item in items_of(game, context.target) if carriers_for(game, context.seat, item)]

    def step(self, game: WargameGame, frame: WordFrame) -> None:
        if frame.step < ROLLED:
            super().step(game, frame)
            return
        game.state.frames.pop()
        if last_roll(game) <= 3:
            hand_over(game, frame.seat, frame.context.rival, frame.chosen)

    def carry_out(self, game: WargameGame, context: Context, chosen: int) -> None:
        self.begin(game, context, ROLLED, chosen=chosen)
        push_roll(game, context.seat, about=context.target)

    def clause(self) -> Part:
        return bid("rob")


class Teleport(OneOf):
    """Move the unit it is cast at to an empty square: `any`, or one `beside` it. `{teleport: any}`"""

    word = "teleport"
    needs = frozenset({A_UNIT})
    rule = "spells.move"
    ask = asks.SQUARE
    option = ON
    where: str

    def ready(self, names: Names, node: Node) -> None:
        if self.where not in ("any", "beside"):
            node.fail("a unit is moved to any square or one beside it, not to {where!r}", where=self.where)

    def among(self, game: WargameGame, context: Context) -> list[int]:
        squares = range(len(game.table.spaces)) if self.where == "any" else beside(square_of(game, context.target))
        free = free_squares(game)
        return [square for square in squares if square in free]

    def amounts(self, game: WargameGame, things: Sequence[int]) -> dict[int, int]:
        return tiles_on(game, ON, things)

    def carry_out(self, game: WargameGame, context: Context, chosen: int) -> None:
        put(game, context.target, chosen)

    def clause(self) -> Part:
        return bid("move_anywhere" if self.where == "any" else "move_beside")


class Displace(OneOf):
    """Let the unit it is cast at switch places with one beside it. `displace`"""

    word = "displace"
    needs = frozenset({A_UNIT})
    rule = "spells.move"
    ask = asks.PARTNER
    option = WITH

    def among(self, game: WargameGame, context: Context) -> list[int]:
        here = square_of(game, context.target)
        if marks.blocked(game, here):
            return []
        near = [unit_at(game, square) for square in beside(here) if not marks.blocked(game, square)]
        return [unit for unit in near if unit != NONE and not has(game, unit, "immune")]

    def carry_out(self, game: WargameGame, context: Context, chosen: int) -> None:
        switch(game, context.target, chosen)

    def clause(self) -> Part:
        return bid("switch_places")


class Control(Effect):
    """Take control of the neutral unit it is cast at. `control`"""

    word = "control"
    needs = frozenset({A_UNIT})
    rule = "spells.control"

    def do(self, game: WargameGame, context: Context) -> None:
        take_control(game, context.target, context.seat)

    def clause(self) -> Part:
        return bid("take_control")


class InfectAll(Effect):
    """Every unit gets a disease counter. `infect_all`"""

    word = "infect_all"
    rule = "shooting.disease"

    def do(self, game: WargameGame, context: Context) -> None:
        for unit in all_units(game):
            if not has(game, unit, "immune"):
                infect(game, unit)

    def clause(self) -> Part:
        return doing([do("get_disease")], Noun("unit", "every"))


# what is under way


class Negate(Effect):
    """Negate the spell, move, shot (ranged attack) or attack that is under way. `{negate: move}`"""

    word = "negate"
    rule = "spells.negate"
    what: str

    def ready(self, names: Names, node: Node) -> None:
        if self.what not in NEGATES:
            node.misspelt("a spell negates {known}, not {name!r}", self.what, NEGATES, known=", ".join(NEGATES))

    def do(self, game: WargameGame, context: Context) -> None:
        meant = negatable(game, NEGATES[self.what])
        if meant is not None:
            meant.negated = True

    def possible(self, game: WargameGame, context: Context) -> bool:
        return game.under_way(NEGATES[self.what]) is not None

    def clause(self) -> Part:
        return doing([do("come_to_nothing")], Noun(f"negated_{self.what}", "the"))


class Fate(Effect):
    """One reroll of a die, or a chit drawn anew. `fate`"""

    word = "fate"
    rule = "fate.reroll"

    def do(self, game: WargameGame, context: Context) -> None:
        game.push(frames.Fate(context.seat, context.card))

    def possible(self, game: WargameGame, context: Context) -> bool:
        return subject_of_fate(game) is not None

    def clause(self) -> Part:
        return bid("turn_fate")


class Reflect(OneOf):
    """Change what the spell under way is aimed at, to something else in its reach, on either side. `reflect`"""

    word = "reflect"
    needs = frozenset({A_SPELL})
    rule = "spells.reflect"
    ask = asks.REDIRECT

    def among(self, game: WargameGame, context: Context) -> list[int]:
        meant = self.meant(game, context)
        now = ON + meant.space if game.table.spell[meant.card].target == "square" else AT + meant.target
        return [code for code in aims(game, meant.seat, meant.card, meant.caster, turned=True) if code != now]

    def meant(self, game: WargameGame, context: Context) -> Cast:
        """Return the spell that this one answers."""
        casting = spell_before(game, context.card)
        if casting is None:
            raise EngineError("there is no spell that could be turned")
        return casting

    def carry_out(self, game: WargameGame, context: Context, chosen: int) -> None:
        aim_at(game, self.meant(game, context), chosen)

    def clause(self) -> Part:
        return bid("reflect")


# hands and purses


class Gain(Effect):
    """Gain bags of gold. `{gain: 4}`"""

    word = "gain"
    rule = "recruit.gold"
    gold: Value

    def do(self, game: WargameGame, context: Context) -> None:
        game.change(context.seat, GOLD, self.gold.of(game, context))

    def clause(self) -> Part:
        return bid("gain_gold", gold=Count("gold", amount(self.gold)))


class DrawSpells(Effect):
    """Draw spells. `{draw_spells: 3}`"""

    word = "draw_spells"
    rule = "magic.power"
    count: Value

    def do(self, game: WargameGame, context: Context) -> None:
        draw(game, context.seat, "spells", self.count.of(game, context), INTO_HAND)

    def possible(self, game: WargameGame, context: Context) -> bool:
        return bool(magic_users(game, context.seat))  # nobody gains a spell without one (wargame.89)

    def clause(self) -> Part:
        return bid("draw", what=Count("spell", amount(self.count)))


class Forget(Effect):
    """The opponent loses spells drawn from their hand by chance; with `keep` they are yours. `{forget: 2}`"""

    word = "forget"
    rule = "spells.hands"
    count: Value
    keep: bool = False

    def do(self, game: WargameGame, context: Context) -> None:
        table = game.table
        victim = table.hand + 1 - context.seat
        game.shuffle(victim)
        for card in game.state.zones[victim][-self.count.of(game, context) :]:
            if self.keep:
                game.move_card(card, table.hand + context.seat, context.seat)
            else:
                discard(game, card, context.seat)

    def possible(self, game: WargameGame, context: Context) -> bool:
        return bool(game.state.zones[game.table.hand + 1 - context.seat])

    def clause(self) -> Part:
        spells = Count("spell", amount(self.count))
        if self.keep:
            return bid("take_from_hand", spells=spells)
        return doing([do("discard_at_random", spells=spells)], phrase("opponent"))


class Vortex(Effect):
    """Both sides discard all their spells. `vortex`"""

    word = "vortex"
    rule = "spells.hands"

    def do(self, game: WargameGame, context: Context) -> None:
        for seat in range(len(game.table.seats)):
            for card in game.state.zones[game.table.hand + seat]:
                discard(game, card, seat)

    def clause(self) -> Part:
        return doing([do("discard_all_spells")], phrase("both_sides"))


class Skip(Effect):
    """The opponent skips their next turn. `skip`"""

    word = "skip"
    rule = "turn.alternate"

    def do(self, game: WargameGame, context: Context) -> None:
        game.change(1 - context.seat, SKIPS, 1)

    def clause(self) -> Part:
        return doing([do("skip_turn")], phrase("opponent"))
