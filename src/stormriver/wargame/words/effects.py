"""Words of spells and of items that are used up: what they do to units, squares, hands and what is under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NewType

from stormriver.kernel.ask import CARD, SPACE, verb
from stormriver.kernel.game import Game
from stormriver.kernel.marks import OWN_TURN_START, TURN_END
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import OneOf
from stormriver.language.english import an, counted, listed
from stormriver.language.grammar import Effect, Fixed, Names, Value, register
from stormriver.language.source import Node, closest
from stormriver.wargame.model.columns import GOLD, SKIPS
from stormriver.wargame.model.procedures import BATTLE, CAST, FATE, MOVE, SHOOT
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import BY_SPELL, NEGATED, SURE, may_act
from stormriver.wargame.procedures.battle import hand_over
from stormriver.wargame.procedures.casting import aim_at, aims, covered, negatable, spell_under_way
from stormriver.wargame.procedures.chits import INTO_HAND, discard, draw, free
from stormriver.wargame.procedures.dice import push_roll
from stormriver.wargame.procedures.forces import all_units, items_of, stack, take_control
from stormriver.wargame.procedures.grid import beside, square_of, tiles_on, unit_at
from stormriver.wargame.procedures.movement import put, switch
from stormriver.wargame.procedures.shooting import infect, shoot, volley
from stormriver.wargame.procedures.strength import carriers_for, has, magic_users
from stormriver.wargame.procedures.turn import ailments, relieve
from stormriver.wargame.procedures.windows import subject_of_fate
from stormriver.wargame.procedures.wounds import DEADLY, PETRIFYING, POISONED

MarkName = NewType("MarkName", str)
register(MarkName, lambda names, node: names.check("mark", node))

ON = verb("on", SPACE)
CHIT = verb("chit", CARD)
WITH = verb("with", CARD)
AT = verb("at", CARD)

NEGATES = {"spell": (CAST,), "move": (MOVE,), "shot": (SHOOT,), "attack": (SHOOT, BATTLE)}
"""What a spell may bring to nothing, and the procedures that are meant."""
STACKED = ("curse", "boon", "item")
"""What is stacked with a unit."""
TICKS = {"turn_end": TURN_END, "own_turn": OWN_TURN_START}
"""Until when a mark lies: the end of the turn under way, or the beginning of the caster's next turn."""


# attacks


class Shoot(Effect):
    """A ranged attack of this strength at everybody on the squares covered. `{shoot: 5}`, `{shoot: 4, poison: true}`

    It is the caster's attack of this turn (wargame.42); one unit after the other, each by dice of its own (wargame.44).
    """

    word = "shoot"
    rule = "shooting.spells"
    power: Value
    poison: bool = False
    petrify: bool = False

    def run(self, game: Game, frame: Frame) -> None:
        flags = BY_SPELL | (POISONED if self.poison else 0) | (PETRIFYING if self.petrify else 0)
        marks.put_on_unit(game, frame.rival, "acted", 1, TURN_END)
        units = [unit_at(game, square) for square in covered(spell_under_way(game))]
        struck = [unit for unit in units if unit != NONE and not has(game, unit, "immune")]
        volley(game, frame.seat, frame.rival, struck, self.power.of(game, frame), flags)

    def possible(self, game: Game, frame: Frame) -> bool:
        return may_act(game, frame.rival)

    def english(self) -> str:
        more = "".join(f" with {name}" for name, on in (("poison", self.poison), ("petrification", self.petrify)) if on)
        return f"make a ranged attack of strength {self.power.english()}{more}"


class Destroy(Effect):
    """The unit it is cast at is destroyed unless it is saved; it counts as the caster's attack. `destroy`"""

    word = "destroy"
    rule = "shooting.destroy"

    def run(self, game: Game, frame: Frame) -> None:
        marks.put_on_unit(game, frame.rival, "acted", 1, TURN_END)
        shoot(game, frame.seat, frame.rival, frame.target, flags=BY_SPELL | SURE | DEADLY)

    def possible(self, game: Game, frame: Frame) -> bool:
        return may_act(game, frame.rival)

    def english(self) -> str:
        return "destroy it unless it is saved"


# squares


class Lay(Effect):
    """Lay tokens on each square covered. `{lay: block, count: 3}`"""

    word = "lay"
    rule = "tokens.lay"
    kind: MarkName
    count: Value = Fixed(1)

    def run(self, game: Game, frame: Frame) -> None:
        for square in covered(spell_under_way(game)):
            marks.put_on_square(game, square, self.kind, self.count.of(game, frame))

    def english(self) -> str:
        name = next(mark.name for mark in self.table.marks if mark.id == self.kind)
        return f"lay {counted(self.count.english(), name)} on each space covered"


# units


class Mark(Effect):
    """Put a mark on the unit it is cast at, or on the bearer. `{mark: preserved, until: turn_end}`"""

    word = "mark"
    rule = "spells.last"
    kind: MarkName
    until: str = "turn_end"

    def ready(self, names: Names, node: Node) -> None:
        if self.until not in TICKS:
            node.fail(f"a mark lies until {' or '.join(TICKS)}, not {self.until!r}{closest(self.until, TICKS)}")

    def run(self, game: Game, frame: Frame) -> None:
        marks.put_on_unit(game, frame.target, self.kind, 1, TICKS[self.until], frame.seat)

    def english(self) -> str:
        text = next(mark.text or mark.name for mark in self.table.marks if mark.id == self.kind)
        end = "the end of the turn" if self.until == "turn_end" else "the beginning of the caster's next turn"
        return f"until {end}, {text}"


class Darken(Effect):
    """A mark that holds for everybody until the turn ends. `{darken: darkness}`"""

    word = "darken"
    rule = "spells.last"
    kind: MarkName

    def run(self, game: Game, frame: Frame) -> None:
        game.mark(game.table.mark_ids[self.kind], frame.seat, 1, TURN_END, frame.seat)

    def english(self) -> str:
        text = next(mark.text for mark in self.table.marks if mark.id == self.kind)
        return f"until the end of the turn, {text}"


class Relieve(OneOf):
    """Take a wound, the disease or a curse off the unit it is cast at. `relieve`"""

    word = "relieve"
    rule = "healing.healers"
    ask = "ailment"

    def among(self, game: Game, frame: Frame) -> list[int]:
        return ailments(game, frame.target)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        relieve(game, frame.target, chosen)

    def english(self) -> str:
        return "take a wound, a disease or a curse off it"


class Dispel(OneOf):
    """Discard a chit stacked with the unit it is cast at. `{dispel: [curse, boon]}`, `{dispel: item}`"""

    word = "dispel"
    rule = "spells.dispel"
    ask = "chit"
    option = CHIT
    what: tuple[str, ...]

    def ready(self, names: Names, node: Node) -> None:
        for sort in self.what:
            if sort not in STACKED:
                node.fail(f"a spell dispels {', '.join(STACKED)}, not {sort!r}{closest(sort, STACKED)}")

    def among(self, game: Game, frame: Frame) -> list[int]:
        cards = game.table.cards
        return [c for c in stack(game, frame.target) if (getattr(cards[c], "lasts", "") or cards[c].group) in self.what]

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        discard(game, chosen, frame.seat)

    def english(self) -> str:
        return f"discard {an(listed(self.what))} stacked with it"


class Strip(Effect):
    """Discard all items of the unit it is cast at. `strip`"""

    word = "strip"
    rule = "spells.work"

    def run(self, game: Game, frame: Frame) -> None:
        for item in items_of(game, frame.target):
            discard(game, item, frame.seat)

    def english(self) -> str:
        return "discard all its items"


class Rob(OneOf):
    """Steal an item of the unit it is cast at, on 1 to 3, for a character who may use it. `rob`"""

    word = "rob"
    rule = "battle.steal"
    ask = "item"
    option = CHIT

    def among(self, game: Game, frame: Frame) -> list[int]:
        return [item for item in items_of(game, frame.target) if carriers_for(game, frame.seat, item)]

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step < 2:
            super().step(game, frame)
        else:
            game.state.frames.pop()
            if frame.roll <= 3:
                hand_over(game, frame.seat, frame.rival, frame.space)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        frame.space, frame.step = chosen, 2
        game.push(frame)
        push_roll(game, frame.seat, about=frame.target)

    def english(self) -> str:
        return "steal one of its items on a roll of 1 to 3"


class Teleport(OneOf):
    """Move the unit it is cast at to an empty square: `any`, or one `beside` it. `{teleport: any}`"""

    word = "teleport"
    rule = "spells.move"
    ask = "square"
    option = ON
    where: str

    def ready(self, names: Names, node: Node) -> None:
        if self.where not in ("any", "beside"):
            node.fail(f"a unit is moved to any square or one beside it, not to {self.where!r}")

    def among(self, game: Game, frame: Frame) -> list[int]:
        squares = range(len(game.table.spaces)) if self.where == "any" else beside(square_of(game, frame.target))
        return [square for square in squares if free(game, square)]

    def amounts(self, game: Game, things: Sequence[int]) -> dict[int, int]:
        return tiles_on(game, ON, things)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        put(game, frame.target, chosen)

    def english(self) -> str:
        return "move it to any empty space" if self.where == "any" else "move it to an empty space beside it"


class Displace(OneOf):
    """Let the unit it is cast at switch places with one beside it. `displace`"""

    word = "displace"
    rule = "spells.move"
    ask = "partner"
    option = WITH

    def among(self, game: Game, frame: Frame) -> list[int]:
        here = square_of(game, frame.target)
        if marks.on_square(game, here, "block"):
            return []
        near = [unit_at(game, square) for square in beside(here) if not marks.on_square(game, square, "block")]
        return [unit for unit in near if unit != NONE and not has(game, unit, "immune")]

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        switch(game, frame.target, chosen)

    def english(self) -> str:
        return "let it switch places with a unit beside it"


class Control(Effect):
    """Take control of the neutral unit it is cast at. `control`"""

    word = "control"
    rule = "spells.control"

    def run(self, game: Game, frame: Frame) -> None:
        take_control(game, frame.target, frame.seat)

    def english(self) -> str:
        return "take control of it"


class InfectAll(Effect):
    """Every unit gets a disease counter. `infect_all`"""

    word = "infect_all"
    rule = "shooting.disease"

    def run(self, game: Game, frame: Frame) -> None:
        for unit in all_units(game):
            if not has(game, unit, "immune"):
                infect(game, unit)

    def english(self) -> str:
        return "every unit gets a disease counter"


# what is under way


class Negate(Effect):
    """Bring to nothing the spell, move, shot (ranged attack) or attack that is under way. `{negate: move}`"""

    word = "negate"
    rule = "spells.negate"
    what: str

    def ready(self, names: Names, node: Node) -> None:
        if self.what not in NEGATES:
            node.fail(f"a spell negates {', '.join(NEGATES)}, not {self.what!r}{closest(self.what, NEGATES)}")

    def run(self, game: Game, frame: Frame) -> None:
        meant = negatable(game, NEGATES[self.what])
        if meant is not None:
            meant.flags |= NEGATED

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(under.procedure in NEGATES[self.what] for under in game.state.frames)

    def english(self) -> str:
        return f"the {'ranged attack' if self.what == 'shot' else self.what} comes to nothing"


class Fate(Effect):
    """One reroll of a die, or a chit drawn anew. `fate`"""

    word = "fate"
    rule = "fate.reroll"

    def run(self, game: Game, frame: Frame) -> None:
        game.push(Frame(FATE, frame.seat, card=frame.card))

    def possible(self, game: Game, frame: Frame) -> bool:
        return subject_of_fate(game) is not None

    def english(self) -> str:
        return "have one die rolled again, or a chit drawn anew"


class Reflect(OneOf):
    """Change what the spell under way is aimed at, to something else in its reach, on either side. `reflect`"""

    word = "reflect"
    rule = "spells.reflect"
    ask = "redirect"

    def among(self, game: Game, frame: Frame) -> list[int]:
        meant = self.meant(game, frame)
        now = ON + meant.space if game.table.cards[meant.card].target == "square" else AT + meant.target
        return [code for code in aims(game, meant.seat, meant.card, meant.rival, turned=True) if code != now]

    def meant(self, game: Game, frame: Frame) -> Frame:
        """Return the spell that this one answers."""
        under_way = reversed(game.state.frames)
        return next(other for other in under_way if other.procedure == CAST and other.card != frame.card)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        aim_at(game, self.meant(game, frame), chosen)

    def english(self) -> str:
        return "choose another target for the spell"


# hands and purses


class Gain(Effect):
    """Gain bags of gold. `{gain: 4}`"""

    word = "gain"
    rule = "recruit.gold"
    gold: Value

    def run(self, game: Game, frame: Frame) -> None:
        game.change(frame.seat, GOLD, self.gold.of(game, frame))

    def english(self) -> str:
        return f"gain {self.gold.english()} gold"


class DrawSpells(Effect):
    """Draw spells. `{draw_spells: 3}`"""

    word = "draw_spells"
    rule = "magic.power"
    count: Value

    def run(self, game: Game, frame: Frame) -> None:
        draw(game, frame.seat, "spells", self.count.of(game, frame), INTO_HAND)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(magic_users(game, frame.seat))  # nobody gains a spell without one (wargame.89)

    def english(self) -> str:
        return f"draw {counted(self.count.english(), 'spell')}"


class Forget(Effect):
    """The opponent loses spells drawn from his hand by chance; with `keep` they are yours. `{forget: 2}`"""

    word = "forget"
    rule = "spells.hands"
    count: Value
    keep: bool = False

    def run(self, game: Game, frame: Frame) -> None:
        table = game.table
        victim = table.hand + 1 - frame.seat
        game.shuffle(victim)
        for card in game.state.zones[victim][-self.count.of(game, frame) :]:
            if self.keep:
                game.move_card(card, table.hand + frame.seat, frame.seat)
            else:
                discard(game, card, frame.seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(game.state.zones[game.table.hand + 1 - frame.seat])

    def english(self) -> str:
        what = counted(self.count.english(), "spell")
        if self.keep:
            return f"take {what} from the opponent's hand at random"
        return f"the opponent discards {what} at random"


class Vortex(Effect):
    """Both sides discard all their spells. `vortex`"""

    word = "vortex"
    rule = "spells.hands"

    def run(self, game: Game, frame: Frame) -> None:
        for seat in range(len(game.table.seats)):
            for card in game.state.zones[game.table.hand + seat]:
                discard(game, card, seat)

    def english(self) -> str:
        return "both sides discard all their spells"


class Skip(Effect):
    """The opponent skips his next turn. `skip`"""

    word = "skip"
    rule = "turn.alternate"

    def run(self, game: Game, frame: Frame) -> None:
        game.change(1 - frame.seat, SKIPS, 1)

    def english(self) -> str:
        return "the opponent skips his next turn"


DONE_TO: dict[str, tuple[type[Effect], ...]] = {
    "unit": (Destroy, Mark, Relieve, Dispel, Strip, Rob, Teleport, Displace, Control),
    "square": (Shoot, Lay),
    "spell": (Reflect,),
}
"""What words are done to; what says one of them is aimed at such a thing."""
