"""Looking ahead: units in other places or with other chits on them, attacks before they are made.

Nothing is carried out: what is supposed is put into the masked state of a view, evaluated, and taken out again.
"""

from __future__ import annotations

from stormriver.estimates.wargame.clash import Clash
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE, Mark
from stormriver.wargame.analysis.odds import chances
from stormriver.wargame.analysis.under_way import AttackUnderWay
from stormriver.wargame.model.columns import SIDES
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import may_act
from stormriver.wargame.procedures.battle import foes
from stormriver.wargame.procedures.casting import aims, casters
from stormriver.wargame.procedures.chits import free_at_home, free_beside
from stormriver.wargame.procedures.forces import bearer, items_of, owner
from stormriver.wargame.procedures.grid import around, beside, distance, square_of, tile_at
from stormriver.wargame.procedures.memo import Supposed, Suppositions
from stormriver.wargame.procedures.movement import deadliness, destinations, hold, partners
from stormriver.wargame.procedures.shooting import targets, victims, volley_of, volley_targets
from stormriver.wargame.procedures.strength import (
    ATTACKING,
    BATTLING,
    DEFENDING,
    FIRST_ROUND,
    QUESTING,
    SHOOTING,
    USUAL_WOUNDS,
    abilities,
    about,
    base,
    carriers_for,
    gifts,
    limit_of,
    save_of,
    strength,
)
from stormriver.wargame.procedures.wounds import harm_by_tile

Standing = dict[str, float]
"""The features of a unit, by name: `strength`, `save`, `steps`, `bears` (wounds), `points`, `gold`, `heals`, `recruit`,
and 1 for each ability it has."""


class Supposition:
    """Context manager: something is supposed. What is found out meanwhile is kept apart, and found again next time."""

    def __init__(self, look: Lookahead, what: tuple[int, ...]) -> None:
        """Prepare a supposition.

        Args:
            look: who supposes it.
            what: integers that identify it.
        """
        self.look = look
        self.game = look.game
        self.what = what
        self.before = look.game.memo, look.game.lasting, look.supposed

    def keep_apart(self, moved: bool = False) -> None:
        """Use memos of its own; where only a unit stands elsewhere, what is lasting holds."""
        _, lasting, around = self.before
        here = around.setdefault(self.what, Supposed())
        self.game.memo, self.game.lasting = here.memo, lasting if moved else here.lasting
        self.look.supposed = here.within

    def forget(self) -> None:
        """Go on with the memos from before."""
        self.game.memo, self.game.lasting, self.look.supposed = self.before


class InZone(Supposition):
    """Supposes that a chit lies in a zone, perhaps alone."""

    def __init__(self, look: Lookahead, card: int, zone: int, alone: bool = False) -> None:
        super().__init__(look, (card, zone))
        self.alone = alone
        state = look.game.state
        self.old = state.place[card]
        self.zones = state.zones[self.old], state.zones[zone]

    def __enter__(self) -> None:
        card, zone = self.what
        if self.old != zone:
            state = self.game.state
            state.zones[self.old] = tuple([other for other in state.zones[self.old] if other != card])
            state.zones[zone] = (card,) if self.alone else (*state.zones[zone], card)
            state.place[card] = zone
            self.keep_apart(moved=self.alone)

    def __exit__(self, *broken_off: object) -> None:
        card, zone = self.what
        if self.old != zone:
            self.forget()
            state = self.game.state
            state.zones[self.old], state.zones[zone] = self.zones
            state.place[card] = self.old


class Marked(Supposition):
    """Supposes that a mark lies on a unit or square."""

    def __init__(self, look: Lookahead, mark: Mark) -> None:
        super().__init__(look, mark.values())
        self.mark = mark
        self.marks = look.game.state.marks

    def __enter__(self) -> None:
        self.game.state.marks = self.marks.plus(self.mark)
        self.keep_apart()

    def __exit__(self, *broken_off: object) -> None:
        self.forget()
        self.game.state.marks = self.marks


class Lookahead:
    """Looks ahead in the game of a view.

    Attributes:
        game: a game of the caller's own; it is changed and changed back while something is supposed.
        supposed: what has been found out of suppositions so far.
    """

    def __init__(self, game: WargameGame) -> None:
        self.game = game
        self.supposed: Suppositions = {}

    # supposing

    def at(self, unit: int, square: int) -> InZone:
        """Suppose that a unit stands on a square, alone."""
        return InZone(self, unit, self.game.table.units + square, alone=True)

    def stacked(self, card: int, unit: int) -> InZone:
        """Suppose that an item, curse or boon is stacked with a unit."""
        return InZone(self, card, self.game.table.stacks + self.game.table.unit_number[unit])

    def unstacked(self, card: int) -> InZone:
        """Suppose that an item, curse or boon is gone."""
        return InZone(self, card, self.game.table.spent[self.game.table.cards[card].deck])

    def marked(self, kind: str, subject: int) -> Marked:
        """Suppose that a mark lies on a unit or square."""
        return Marked(self, Mark(self.game.table.mark_ids[kind], subject, 1, TURN_END, NONE, 1))

    # units

    def standing(self, unit: int) -> Standing:
        """Return the features of a unit where it stands, without wounds and disease, which heal."""
        game = self.game
        context = about(game, unit)
        given = gifts(game, context)
        found: Standing = {
            "strength": base(game, unit, given),
            "save": 0,
            "steps": 0,
            "bears": USUAL_WOUNDS,
            "points": game.table.points[unit],
            "gold": 0,
            "heals": 0,
            "recruit": 0,
        }
        for gift in given:
            found["strength"] += gift.strength.of(game, context)
            found["save"] = max(found["save"], gift.save)
            found["steps"] += gift.steps
            found["bears"] += gift.wounds
            found["points"] += gift.points
            found["gold"] += gift.gold
            found["heals"] += gift.heals
            found["recruit"] += gift.recruit
        for name in sorted(abilities(game, unit)):  # in one order in every process, as worths are summed
            found[name] = 1.0
        return found

    def health(self, unit: int) -> int:
        """Return the wounds that a unit can still take before it is killed."""
        return limit_of(self.game, unit) - marks.wounds(self.game, unit)

    def owner(self, unit: int) -> int:
        """Return the seat that controls a unit, -1 for none."""
        return owner(self.game, unit)

    def diseased(self, unit: int) -> bool:
        """Tell whether a unit has a disease counter."""
        return bool(marks.disease(self.game, unit))

    def power(self, unit: int) -> int:
        """Return the strength of a unit when it attacks in battle, whoever the foe is."""
        return strength(self.game, unit, doing=ATTACKING | BATTLING)

    def guard(self, unit: int) -> int:
        """Return the strength of a unit when it is attacked in battle, whoever the foe is."""
        return strength(self.game, unit, doing=DEFENDING | BATTLING)

    def quest(self, unit: int) -> float:
        """Return the chance that a unit comes back from a quest."""
        odds = chances(strength(self.game, unit, doing=QUESTING))
        return odds.win + odds.draw

    def carriers(self, seat: int, item: int) -> list[int]:
        """Return the units of a seat that could carry an item."""
        return carriers_for(self.game, seat, item)

    def room(self, seat: int) -> int:
        """Return how many squares of a seat's own region are free for recruits."""
        return len(free_at_home(self.game, seat))

    def is_home(self, seat: int, square: int) -> bool:
        """Tell whether a square lies in a seat's own region."""
        return bool(self.game.table.spaces[square].side == SIDES[seat])

    def has_room(self, seat: int, neutral: bool) -> bool:
        """Tell whether a recruit of a seat could be placed: one of its own alignment, or a neutral one."""
        return bool(free_at_home(self.game, seat) or (neutral and free_beside(self.game, seat)))

    def bearer(self, card: int) -> int:
        """Return the unit that something is stacked with, -1 for none."""
        return bearer(self.game, card)

    def items(self, unit: int) -> int:
        """Return how many items a unit has."""
        return len(items_of(self.game, unit))

    # the map

    def square(self, unit: int) -> int:
        """Return the square of a unit, -1 if it is not on the map."""
        return square_of(self.game, unit)

    def near(self, unit: int, square: int) -> int:
        """Return how many orthogonal steps a unit is from a square."""
        return distance(square_of(self.game, unit), square)

    def steps_between(self, square: int, other: int) -> int:
        """Return how many orthogonal steps lie between two squares."""
        return distance(square, other)

    def beside(self, square: int) -> tuple[int, ...]:
        """Return the squares that share an edge with a square."""
        return beside(square)

    def around(self, square: int) -> tuple[int, ...]:
        """Return the squares that share an edge or a corner with a square."""
        return around(square)

    def reach(self, unit: int) -> list[int]:
        """Return the squares to which a unit may move."""
        return destinations(self.game, unit)

    def partners(self, unit: int) -> list[int]:
        """Return the units with which a unit may switch places."""
        return partners(self.game, unit)

    def perils(self, unit: int, square: int) -> tuple[float, float, float]:
        """Return the chances that a square kills a unit that enters, wounds it in a turn, and holds it there."""
        game = self.game
        tile = game.table.tile[tile_at(game, square)]
        if not (tile.deadly or tile.burns or tile.mires):
            return 0.0, 0.0, 0.0
        with self.at(unit, square):
            return deadliness(game, unit, square) / 6, harm_by_tile(game, unit) / 6, hold(game, unit) / 6

    def shelter(self, square: int) -> float:
        """Return the chance that a tile lets who stands there evade an attack."""
        sheltering = int(self.game.table.tile[tile_at(self.game, square)].shelters)
        return 0.0 if marks.in_ruins(self.game, square) else sheltering / 6

    def gives(self, square: int) -> bool:
        """Tell whether the tile on a square gives anything to units."""
        return bool(self.game.table.cards[tile_at(self.game, square)].gives)

    def goals(self, seat: int) -> list[int]:
        """Return the squares that a seat must capture."""
        table = self.game.table
        wanted = table.goals[seat]
        return [s.number for s in table.spaces if table.cards[tile_at(self.game, s.number)].id in wanted]

    # attacks

    def foes(self, unit: int) -> list[int]:
        """Return whom a unit could attack in battle from where it stands."""
        return foes(self.game, unit)

    def targets(self, unit: int) -> list[int]:
        """Return whom a unit could shoot at from where it stands."""
        return targets(self.game, unit)

    def victims(self, unit: int) -> list[int]:
        """Return to whom a unit could give its disease from where it stands, friends included."""
        return victims(self.game, unit)

    def may_act(self, unit: int) -> bool:
        """Tell whether a unit may still attack this turn."""
        return may_act(self.game, unit)

    def volley(self, unit: int) -> tuple[int, list[int]]:
        """Return the strength of a unit's attack on all foes around, and those foes; none if it has no such attack."""
        return volley_of(self.game, unit), volley_targets(self.game, unit)

    def battle(self, attacker: int, defender: int, started: bool = False) -> Clash:
        """Return the clash of a battle that could begin, or of the next round of `started`."""
        later = self._lead(attacker, defender, BATTLING)
        first = later if started else self._lead(attacker, defender, BATTLING | FIRST_ROUND)
        return self._clash(attacker, defender, first, later)

    def _lead(self, attacker: int, defender: int, doing: int) -> int:
        game = self.game
        here = square_of(game, defender)
        own = strength(game, attacker, defender, ATTACKING | doing, here)
        return own - strength(game, defender, attacker, DEFENDING | doing, here)

    def shot(self, shooter: int, target: int, power: int = NONE) -> Clash:
        """Return the clash of a ranged attack; `power` is its strength if a spell makes it."""
        game = self.game
        here = square_of(game, target)
        own = strength(game, shooter, target, ATTACKING | SHOOTING, here) if power == NONE else power
        lead = own - strength(game, target, shooter, DEFENDING | SHOOTING, here)
        return self._clash(shooter, target, lead, lead)

    def _clash(self, attacker: int, defender: int, first: int, lead: int) -> Clash:
        game = self.game
        able, rival = abilities(game, attacker), abilities(game, defender)
        return Clash(
            first, lead, self.health(attacker), self.health(defender), save_of(game, attacker), save_of(game, defender),
            "poison" in able, "petrify" in able, "witless" in rival,
        )  # fmt: skip

    # what is under way

    def clash_of(self, attack: AttackUnderWay) -> Clash:
        """Return the clash of an attack that is under way."""
        if attack.is_battle:
            return self.battle(attack.attacker, attack.target, attack.rounds > 0)
        found = self.shot(attack.attacker, attack.target, attack.power)
        if attack.sure:
            return found._replace(lead=99, petrify=True)
        return found._replace(poison=attack.poison, petrify=attack.petrify) if attack.by_spell else found

    def clash_with(self, attack: AttackUnderWay, unit: int, before: Standing, after: Standing) -> Clash:
        """Return the clash of an attack under way if one of its units were replaced by another."""
        clash = self.clash_of(attack)
        stronger, save = round(after["strength"] - before["strength"]), round(after["save"])
        if unit == attack.target:
            return clash._replace(first=clash.first - stronger, lead=clash.lead - stronger, rival_save=save)
        if attack.power != NONE or attack.sure:
            return clash  # its strength is not that of the attacker
        return clash._replace(first=clash.first + stronger, lead=clash.lead + stronger, save=save)

    # spells

    def casters(self, seat: int, spell: int) -> list[int]:
        """Return the Magic Users of a seat who could cast a spell now."""
        return casters(self.game, seat, spell)

    def aims(self, seat: int, spell: int, caster: int) -> list[int]:
        """Return the option codes of what a spell could be aimed at."""
        return aims(self.game, seat, spell, caster)
