"""The worth of units, squares and changes to a side: the opinions of the steady player of the wargame, in points.

A point is about what half a bag of gold is worth. Nothing is known by its name: a unit is worth what it is and can do,
a tile what it makes of a unit that stands there, a goal what holding it brings or denies.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from stormriver.estimates.wargame.changes import Change
from stormriver.estimates.wargame.clash import Clash
from stormriver.estimates.wargame.lookahead import Lookahead, Standing
from stormriver.estimates.wargame.reader import Reader
from stormriver.players.wargame import attacks
from stormriver.players.wargame.attacks import part
from stormriver.wargame.analysis.under_way import (
    AttackUnderWay,
    MoveUnderWay,
    SpellUnderWay,
    answered,
    attack_under_way,
    move_under_way,
    roll_under_way,
    spell_under_way,
)
from stormriver.wargame.view import View

BASE: Final = 1.5
WEIGHTS: Final[dict[str, float]] = {
    "strength": 1.0,
    "save": 0.6,
    "steps": 0.8,
    "bears": 1.2,
    "points": 1.5,
    "gold": 2.0,
    "heals": 0.5,
    "recruit": 2.5,
    "ranged": 1.5,
    "regenerate": 1.2,
    "healing": 1.5,
    "poison": 1.0,
    "petrify": 3.0,
    "fate": 1.0,
    "steal": 0.5,
    "martyr": 0.3,
    "morale": 1.0,
    "ambush": 0.5,
    "mountains": 0.3,
    "woods": 0.4,
    "forestwalk": 0.5,
    "disease": 0.3,
    "immune": 0.3,
    "fly": 0.5,
    "desertproof": 0.1,
    "helpless": -3.0,
    "witless": -1.5,
}
"""The worth of one of each feature, see `Standing`; abilities count once."""

GOLD: Final = 2.0
SPELL: Final = 1.5
ITEM: Final = 2.5
UNIT: Final = 6.0
TURN: Final = 8.0
"""What a bag of gold, a spell in hand, an item, a unit and a turn are worth, whichever they are."""
DISEASE: Final = 1.0
WIN: Final = 300.0
GOAL: Final = 6.0
"""What standing on a goal is worth, and denying the other side one."""
LAST_GOAL: Final = 14.0
"""The worth of keeping the other side from its last goal."""
TEMPO: Final = 0.12
"""What a step towards the goals is worth for each point of strength above `IDLE`."""
IDLE: Final = 2
CROWDED: Final[tuple[float, ...]] = (3.0, 1.5, 0.5)
"""What it costs to stand in one's own region when no square, one or two are left in it for recruits."""
IN_THE_WAY: Final = 0.5
"""The fraction of that cost for standing right beside the region, where units leaving it would pass."""
FIRST: Final = 0.5
SECOND: Final = 0.25
"""How likely the most dangerous foe, and the next one, attack."""
USE_NOW: Final = 0.9
"""The weight of an attack that could be made from a square."""
WEARY_FROM: Final = 40
WEARIEST: Final = 160
"""The rounds from which a side grows bolder, and in which it is boldest."""
CROWDED_FROM: Final = 14
MOST_CROWDED: Final = 26
"""The units from which a side grows bolder, as new ones will find no room beside them, and with which it is boldest."""
DARING: Final = 0.75
"""The fraction of its stake in an attack that a side disregards when it is boldest."""
BLOCKED: Final = 0.3
"""The fraction of a goal that a Block token on it denies."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """The worth of things to a seat in a position.

    Args:
        view: what the seat knows.
        before: an earlier object, whose caches are taken over as far as nothing has changed since.
    """

    def __init__(self, view: View, before: Worth | None = None) -> None:
        self.view = view
        self.seat = view.seat
        self.look = Lookahead(view.game)
        self.reader = Reader(self.look, self.change, self.standing)
        state = view.game.state
        self.position = (state.turn, state.zones[:], state.marks[:])
        same_turn = before is not None and before.position[0] == state.turn
        same = same_turn and before is not None and before.position == self.position
        self.memo: dict[Any, Any] = before.memo if before is not None and same else {}
        self.grounds: dict[Any, Standing] = before.grounds if before is not None and same_turn else {}
        self.moment = self._moment()
        self._answering = False
        weary = (state.turn / 2 - WEARY_FROM) / (WEARIEST - WEARY_FROM)
        throng = (len(self.units(self.seat)) - CROWDED_FROM) / (MOST_CROWDED - CROWDED_FROM)
        self.bold = min(1.0, max(0.0, weary, throng))
        self.goals = self._once("goals", lambda: [self.look.goals(seat) for seat in range(2)])

    def _once(self, key: Any, find: Any) -> Any:
        if key not in self.memo:
            self.memo[key] = find()
        return self.memo[key]

    @property
    def quiet(self) -> bool:
        """Whether nothing is under way but a phase."""
        return self.moment[1:] == (None, None, None, None)

    def _moment(self) -> tuple[object, ...]:
        """Return what is under way, as far as the worth of spells hangs on it."""
        game = self.view.game
        spell, roll = spell_under_way(game), roll_under_way(game)
        return (
            self.view.phase,
            None if spell is None else spell.about.values(),
            attack_under_way(game),
            move_under_way(game),
            None if roll is None else roll.faces,
        )

    # units

    def sign(self, unit: int) -> int:
        """Return 1 for a unit of the seat, -1 for one of the other side."""
        return 1 if self.owner(unit) == self.seat else -1

    def owner(self, unit: int) -> int:
        """Return the seat that controls a unit; what is still to be placed is the viewer's."""
        found: int = self._once(("owner", unit), lambda: self.look.owner(unit))
        return self.seat if found < 0 else found

    def units(self, seat: int) -> list[int]:
        """Return the units of a seat on the map."""
        found: list[int] = self._once(("units", seat), lambda: [unit.number for unit in self.view.seats[seat].units])
        return found

    def of_standing(self, standing: Standing) -> float:
        """Return the worth of an unhurt unit with these features."""
        return BASE + sum((WEIGHTS.get(name, 0.0) * amount for name, amount in standing.items()), 0.0)

    def standing(self, unit: int) -> Standing:
        """Return the features of a unit where it stands."""
        found: Standing = self._once(("standing", unit), lambda: self.look.standing(unit))
        return found

    def unit(self, unit: int) -> float:
        """Return the worth of a unit where it stands, unhurt; at least 1."""
        found: float = self._once(("unit", unit), lambda: max(1.0, self.of_standing(self.standing(unit))))
        return found

    def stake(self, unit: int) -> int:
        """Return what is at stake with a unit in an attack: its worth and what the square it holds means."""
        found: int = self._once(("stake", unit), lambda: round(self.unit(unit) + self._holding(unit)))
        return found

    def _holding(self, unit: int) -> float:
        square, seat = self.look.square(unit), self.owner(unit)
        return self.prize(seat, unit, square) if square >= 0 else 0.0

    def health(self, unit: int) -> int:
        """Return the wounds that a unit can still take."""
        found: int = self._once(("health", unit), lambda: self.look.health(unit))
        return found

    def power(self, unit: int) -> int:
        """Return the strength with which a unit attacks."""
        found: int = self._once(("power", unit), lambda: self.look.power(unit))
        return found

    # squares

    def ground(self, unit: int, square: int) -> Standing:
        """Return the features that a unit would have on a square."""
        state = self.view.game.state
        stack = state.zones[self.view.game.table.stacks + self.view.game.table.unit_number[unit]]
        key = (unit, square, stack, self.health(unit))
        if key not in self.grounds and self.look.square(unit) == square:
            self.grounds[key] = self.standing(unit)
        elif key not in self.grounds:
            with self.look.at(unit, square):
                self.grounds[key] = self.look.standing(unit)
        return self.grounds[key]

    def holder(self, square: int) -> int:
        """Return the seat that holds a square, -1 for none."""
        unit = self.view.squares[square].unit
        return -1 if unit is None else unit.owner

    def prize(self, seat: int, unit: int, square: int) -> float:
        """Return the worth to a seat of holding a square with a unit, if it is a goal of either side."""
        total = 0.0
        for side in range(2):
            if square not in self.goals[side]:
                continue
            others = [goal for goal in self.goals[side] if goal != square]
            held = all(self._held(side, goal, unit) for goal in others)
            if side == seat:
                mine = self.view.game.state.active == seat
                total += (WIN if mine else LAST_GOAL) if held else GOAL * (1 + self.bold)
            else:
                total += LAST_GOAL if held else GOAL / 2 if not self._threatened(side, others) else GOAL
        return total

    def _held(self, seat: int, square: int, but: int) -> bool:
        unit = self.view.squares[square].unit
        return unit is not None and unit.number != but and unit.owner == seat

    def _threatened(self, seat: int, squares: list[int]) -> bool:
        """Tell whether a seat could come to one of some squares in its next turn."""
        return any(
            self.look.near(unit, square) <= self.standing(unit)["steps"] + 1
            for square in squares
            for unit in self.units(seat)
        )

    def place(self, unit: int, square: int) -> dict[str, float]:
        """Return the worth, by reasons, of ending the move of one of the viewer's units on a square."""
        found: dict[str, float] = self._once(("place", unit, square), lambda: self._place(unit, square))
        return found

    def _place(self, unit: int, square: int) -> dict[str, float]:
        seat = self.owner(unit)
        standing = self.ground(unit, square)
        _, burns, mires = self.look.perils(unit, square)
        wounds = standing["bears"] - self.health(unit)
        ground = self.of_standing(standing) + min(wounds, standing.get("heals", 0.0))
        ground -= burns * self.unit(unit) * 0.35 + mires
        goals = [goal for goal in self.goals[seat] if self.holder(goal) != seat] or self.goals[seat]
        far = min(self.look.steps_between(square, goal) for goal in goals)
        tempo = TEMPO * max(0.0, standing["strength"] - IDLE) * (1 + 2 * self.bold)
        firm = min(1.5, 0.4 + standing["strength"] / 10 + standing["save"] / 10)
        prize = self.prize(seat, unit, square)
        return {
            "ground": ground,
            "goal": prize if prize >= WIN else prize * firm,
            "way": -tempo * far,
            "attack": USE_NOW * self.opening(unit, square),
            "danger": -self.danger(unit, square, standing) * (1 - 0.7 * self.bold),
            "room": -self.crowding(unit, square),
        }

    def crowding(self, unit: int, square: int) -> float:
        """Return the cost of a unit standing on a square that recruits need, or on the way of those making room."""
        seat, here = self.owner(unit), self.look.square(unit)
        left: int = self._once(("room", seat), lambda: self.look.room(seat))
        if self.look.is_home(seat, square):
            entering = here < 0 or not self.look.is_home(seat, here)
            return crowded(left - entering)
        leaving = any(self.look.is_home(seat, near) for near in self.look.beside(square))
        return IN_THE_WAY * crowded(left) if leaving else 0.0

    def opening(self, unit: int, square: int) -> float:
        """Return the worth of the best attack of a unit from a square."""
        rivals = self._once("rivals", lambda: {self.look.square(foe) for foe in self.units(1 - self.seat)})
        if rivals.isdisjoint(self.look.around(square)):
            return 0.0
        with self.look.at(unit, square):
            battles = [(foe, self.look.battle(unit, foe)) for foe in self.look.foes(unit)]
            shots = [(foe, self.look.shot(unit, foe)) for foe in self.look.targets(unit)]
            power, struck = self.look.volley(unit)
            volley = [(foe, self.look.shot(unit, foe, power)) for foe in struck]
        # weighed as things stand: what has been found to be worth something is kept, and is to hold everywhere
        return max(
            0.0,
            *(self.battle(clash, unit, foe) for foe, clash in battles),
            *(self.shot(clash, foe) for foe, clash in shots),
            sum((self.shot(clash, foe) for foe, clash in volley), 0.0),
        )

    def danger(self, unit: int, square: int, standing: Standing) -> float:
        """Return the expected cost of attacks on a unit on a square."""
        threats = sorted((self._threat(foe, unit, square, standing) for foe in self._near(unit, square)), reverse=True)
        likely = sum((share * threat for share, threat in zip((FIRST, SECOND), threats, strict=False)), 0.0)
        return likely * (1 - self.look.shelter(square))

    def _near(self, unit: int, square: int) -> list[int]:
        """Return the foes that could come beside a square."""
        foes = self._roaming(1 - self.owner(unit))
        return [foe for foe, here, steps in foes if self.look.steps_between(here, square) <= steps + 2]

    def _roaming(self, seat: int) -> list[tuple[int, int, float]]:
        """Return the units of a seat, where they stand and how far beyond the next square they move."""
        found: list[tuple[int, int, float]] = self._once(
            ("roaming", seat),
            lambda: [(unit, self.look.square(unit), self.standing(unit)["steps"]) for unit in self.units(seat)],
        )
        return found

    def _threat(self, foe: int, unit: int, square: int, standing: Standing) -> float:
        rival = self.standing(foe)
        lead = self.power(foe) - round(standing["strength"] - (standing["bears"] - self.health(unit)))
        clash = Clash(
            lead, lead, self.health(foe), self.health(unit), round(rival["save"]), round(standing["save"]),
            "poison" in rival, "petrify" in rival, "witless" in standing,
        )  # fmt: skip
        stake = round(self.unit(unit))
        threat = attacks.battle(clash, round(self.unit(foe)), stake).gain
        return max(0.0, threat, attacks.shot(clash, stake) if "ranged" in rival else 0.0)

    # attacks

    def battle(self, clash: Clash, attacker: int, defender: int) -> float:
        """Return the worth of a battle to the attacker's side."""
        return attacks.battle(clash, self.own_stake(attacker), self.stake(defender)).gain

    def own_stake(self, attacker: int) -> int:
        """Return the stake of an attacker, which is less the bolder its side is."""
        return round(self.stake(attacker) * (1 - DARING * self.bold))

    def shot(self, clash: Clash, target: int) -> float:
        """Return the worth of a ranged attack to the attacker's side."""
        return attacks.shot(clash, self.stake(target))

    def best_battle(self, unit: int) -> float:
        """Return the worth of the best battle that a unit could begin from where it stands; it may be below 0."""
        return max((self.battle(self.look.battle(unit, foe), unit, foe) for foe in self.look.foes(unit)), default=0.0)

    def best_shot(self, unit: int) -> float:
        """Return the worth of the best ranged attack that a unit could make from where it stands."""
        shots = [self.shot(self.look.shot(unit, foe), foe) for foe in self.look.targets(unit)]
        power, struck = self.look.volley(unit)
        return max(0.0, *shots, sum((self.shot(self.look.shot(unit, foe, power), foe) for foe in struck), 0.0))

    # changes

    def change(self, change: Change) -> float:
        """Return the worth of a change to the seat."""
        what, of, amount = change.what, change.of, change.amount
        if what in ("gold", "spell", "item", "turn"):
            each = {"gold": GOLD, "spell": SPELL, "item": ITEM, "turn": TURN}[what]
            return each * amount * (1 if of == self.seat else -1)
        if what in ("block", "ruin"):
            return self._token(what, of, amount)
        if what == "negate":
            return self.negated(of)
        if what == "fate":
            return self.reroll()
        return self.sign(of) * self._of_unit(change)

    def _of_unit(self, change: Change) -> float:
        """Return what a change is worth to the side of the unit that it is about."""
        unit, amount = change.of, change.amount
        if change.what == "kill":
            return -amount * self.stake(unit) * part(self.health(unit))
        if change.what == "wound":
            left = self.health(unit) - (amount > 0)  # the wound taken, or the one healed, is this one
            return self.stake(unit) * amount * (part(left) - part(left + 1))
        if change.what == "disease":
            return -DISEASE * amount
        if change.what == "control":
            return -2 * self.unit(unit)
        if change.what == "move":
            return self._shifted(unit, round(amount))
        if change.what == "switch":
            other = round(amount)
            return self._shifted(unit, self.look.square(other)) + self.sign(unit) * self.sign(other) * self._shifted(
                other, self.look.square(unit)
            )
        assert change.before is not None and change.after is not None
        gained = (self.of_standing(change.after) - self.of_standing(change.before)) * amount
        return gained if change.lasting else self._for_now(unit, change)

    def _shifted(self, unit: int, square: int) -> float:
        seat = self.owner(unit)
        return self.prize(seat, unit, square) - self.prize(seat, unit, self.look.square(unit))

    def _for_now(self, unit: int, change: Change) -> float:
        """Return what a change is worth that lasts for this turn only: nothing unless the unit fights just now."""
        assert change.before is not None and change.after is not None
        if "helpless" in change.after:
            return -self._attack_of(unit)
        attack = attack_under_way(self.view.game)
        if attack is None or unit not in (attack.attacker, attack.target):
            return 0.0
        gained = self._fought(attack, self.look.clash_with(attack, unit, change.before, change.after))
        gained -= self._fought(attack, self.look.clash_of(attack))
        return gained if unit == attack.attacker else -gained

    def _attack_of(self, unit: int) -> float:
        """Return what the attack is worth that a unit makes or may still make in this phase; it need make none."""
        attack = attack_under_way(self.view.game)
        if attack is not None and attack.attacker == unit:
            return 0.0 if attack.by_spell else self.under_attack(attack)
        if self.owner(unit) != self.view.game.state.active or not self.look.may_act(unit):
            return 0.0
        if self.view.phase == "shooting":
            return max(0.0, self.best_battle(unit), self.best_shot(unit))
        return max(0.0, self.best_battle(unit)) if self.view.phase == "battles" else 0.0

    def _token(self, what: str, square: int, amount: float) -> float:
        unit = self.view.squares[square].unit
        if what == "block":
            wanted = [seat for seat in range(2) if square in self.goals[seat] and unit is None]
            return sum((BLOCKED * GOAL * (-1 if seat == self.seat else 1) for seat in wanted), 0.0)
        if unit is None:
            return 0.0
        lost = self.of_standing(self._in_ruins(unit.number, square)) - self.unit(unit.number)
        return self.sign(unit.number) * lost * min(1.0, amount / 3)

    def _in_ruins(self, unit: int, square: int) -> Standing:
        """Return the features of a unit if the tile under it had no effect."""
        if not self.look.gives(square):
            return self.standing(unit)
        with self.look.marked("ruin", self.view.game.table.subject_of_space(square)):
            return self.look.standing(unit)

    # what is under way

    def negated(self, by: int) -> float:
        """Return the worth to the seat of negating what a card answers."""
        found = answered(self.view.game, by)
        if isinstance(found, SpellUnderWay):
            return SPELL if self._answering else -self.spell(found)
        if isinstance(found, MoveUnderWay):
            return self._ended(found) * (-1 if found.seat == self.seat else 1)
        if isinstance(found, AttackUnderWay):
            return self.under_attack(found) * (1 if found.rival == self.seat else -1)
        return 0.0

    def _ended(self, move: MoveUnderWay) -> float:
        """Return what a move that is under way brings the side that makes it."""
        if move.space < 0:
            return 0.0
        here = self.look.square(move.unit)
        return self.prize(move.seat, move.unit, move.space) - self.prize(move.seat, move.unit, here)

    def under_attack(self, attack: AttackUnderWay) -> float:
        """Return the worth of an attack under way to the attacker."""
        return max(0.0, self._fought(attack, self.look.clash_of(attack)))

    def _fought(self, attack: AttackUnderWay, clash: Clash) -> float:
        """Return what an attack under way is worth to the attacker if it starts or goes on from a clash."""
        if not attack.is_battle:
            return self.shot(clash, attack.target)
        return attacks.battle(clash, self.stake(attack.attacker), self.stake(attack.target)).gain

    def spell(self, casting: SpellUnderWay) -> float:
        """Return the worth of a spell under way to the viewer; a spell that it negates counts as average."""
        self._answering = True
        total = self.reader.total(self.reader.of_spell(casting))
        self._answering = False
        return total

    def reroll(self) -> float:
        """Return the worth of the best reroll of a die to the seat."""
        return max((worth for worth in self.rerolls()), default=0.0)

    def rerolls(self) -> list[float]:
        """Return, for each die of the roll under way, the worth to the seat of rolling it again."""
        roll = roll_under_way(self.view.game)
        if roll is None:
            return []
        mine = 1 if self.view.game.state.active == self.seat else -1
        each = 0.5 if roll.minor else 1.0
        return [each * mine * roll.wish * (3.5 - face) for face in roll.faces]


def crowded(left: int) -> float:
    """Return the cost of standing in one's own region with so many squares left in it for recruits."""
    return CROWDED[max(left, 0)] if left < len(CROWDED) else 0.0
