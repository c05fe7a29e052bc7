"""The numbers of a unit at this moment, and what it is able to do.

Nothing is applied and undone: each number is folded, whenever it is needed, from the gifts of all that lies on a unit,
its tile and those around it. First the printed strength, then what it becomes or is halved to, then all that is added
(wargame.32).
"""

from __future__ import annotations

from typing import Any

from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import ALWAYS
from stormriver.wargame.model.definitions import Gift
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import bearer, chits_of, items_of, owner, stack, units_of
from stormriver.wargame.procedures.grid import beside, square_of, tile_at, unit_at
from stormriver.wargame.procedures.marks import disease, found, in_ruins, wounds
from stormriver.wargame.procedures.memo import kept

# What a unit is doing, one bit each; conditions look at it.
ATTACKING = 1
DEFENDING = 2
SHOOTING = 4
BATTLING = 8
FIRST_ROUND = 16
QUESTING = 32
BY_NATURE = 64
"""Only what the unit is by itself counts; this bit is set while its abilities are looked up."""

USUAL_WOUNDS = 3
"""The wounds that kill a unit (wounds.killed)."""


class UnitContext(Context):
    """The context of the conditions of gifts: a unit (`card`), what it does, its foe (`target`), the square attacked.

    Attributes:
        doing: what it is doing, e.g. ATTACKING | BATTLING.
    """

    __slots__ = ("doing",)

    def __init__(self, seat: int, unit: int, foe: int, space: int, doing: int) -> None:
        super().__init__(seat, unit, space=space, target=foe)
        self.doing = doing

    def __reduce__(self) -> tuple[Any, ...]:
        return UnitContext, (self.seat, self.card, self.target, self.space, self.doing)


def about(game: WargameGame, unit: int, foe: int = NONE, doing: int = 0, space: int = NONE) -> UnitContext:
    """Return the context in which conditions about a unit are tested.

    Args:
        game: the game.
        unit: the unit.
        foe: the unit it fights, if any.
        doing: what it is doing.
        space: the square that is attacked, if any.
    """
    return UnitContext(owner(game, unit), unit, foe, space, doing)


def is_doing(context: Context, what: int) -> bool:
    """Tell whether the unit of a context is doing all of a bitmask, e.g. BATTLING | FIRST_ROUND."""
    return isinstance(context, UnitContext) and context.doing & what == what


def gifts(game: WargameGame, context: Context, number: str = "") -> list[Gift]:
    """Return the gifts to a unit now; an ability that it has several times counts once.

    Args:
        game: the game.
        context: the unit and what it is doing, see `about`.
        number: a field of gifts; then only those that give something of it.
    """
    counting = [gift for gift in _outer_gifts(game, context.card, number) if _counts(game, context, gift)]
    given = game.table.gifts_of(number)
    if given.by_abilities:
        for name in abilities(game, context.card):
            for gift in given.by_abilities.get(name, ()):
                if gift.to == "here" and _counts(game, context, gift):
                    counting.append(gift)
    return counting


def _counts(game: WargameGame, context: Context, gift: Gift) -> bool:
    return gift.when is ALWAYS or gift.when.test(game, context)


def _outer_gifts(game: WargameGame, unit: int, number: str) -> list[Gift]:
    """Return what the unit itself and all that lies on and around it might give to it of a number."""
    given = game.table.gifts_of(number)
    by_card = given.by_card
    offered = [*by_card.get(unit, ())]
    for card in stack(game, unit):
        offered += by_card.get(card, ())
    if given.by_marks:
        for mark in found(game, game.table.subject_of_card(unit)):
            offered += given.by_marks.get(mark.kind, ())
    offered += given.by_rules
    square = square_of(game, unit)
    if square == NONE:
        return offered
    if given.by_tiles:
        offered += _of_tile(game, by_card, square)
    if given.by_near or given.by_neighbours:
        for place in beside(square):
            offered += _of_tile(game, given.by_near, place)
            if given.by_neighbours:
                other = unit_at(game, place)
                if other in given.by_neighbours and owner(game, other) == owner(game, unit):
                    offered += given.by_neighbours[other]
    return offered


def _of_tile(game: WargameGame, by_card: dict[int, tuple[Gift, ...]], square: int) -> tuple[Gift, ...]:
    """Return those of some gifts that the tile on a square gives; in ruins it gives none."""
    given = by_card.get(tile_at(game, square), ()) if by_card else ()
    return () if given and in_ruins(game, square) else given


def abilities(game: WargameGame, unit: int) -> frozenset[str]:
    """Return the abilities a unit has now, by nature or by gift."""
    gifted = _gifted(game)
    return gifted[unit] if unit in gifted else game.table.nature[unit]


@kept
def _gifted(game: WargameGame) -> dict[int, frozenset[str]]:
    """Return the abilities of the units to which something may give one."""
    return {unit: _abilities(game, unit) for unit in _takers(game, "abilities") if unit in game.table.unit}


def _abilities(game: WargameGame, unit: int) -> frozenset[str]:
    offered = _outer_gifts(game, unit, "abilities")
    if not offered:
        return game.table.nature[unit]
    context = about(game, unit, doing=BY_NATURE)
    given = [gift.abilities for gift in offered if _counts(game, context, gift)]
    return game.table.nature[unit].union(*given)


def has(game: WargameGame, unit: int, ability: str) -> bool:
    """Tell whether a unit has an ability now."""
    return unit in _with(game, ability)


@kept
def _with(game: WargameGame, ability: str) -> frozenset[int]:
    """Return the units that have an ability now, among the items that give it."""
    gifted = _gifted(game)
    given = [unit for unit, had in gifted.items() if ability in had]
    return game.table.sources(ability).difference(gifted).union(given)


def forbidden(game: WargameGame, unit: int, what: str) -> bool:
    """Tell whether a spell on everybody forbids a unit to `move` or `attack`; some are immune (wargame.53)."""
    return what in _forbidden(game) and not has(game, unit, "immune")


@kept
def _forbidden(game: WargameGame) -> frozenset[str]:
    """Return what only who is immune may do now."""
    kinds = game.table.marks
    return frozenset(what for mark in game.state.marks for what in kinds[mark.kind].forbids)


def is_a(game: WargameGame, unit: int, name: str) -> bool:
    """Tell whether a unit is something by its nature: of a side, type or class."""
    return name in game.table.unit[unit].names


def is_any(game: WargameGame, unit: int, things: frozenset[str], by_nature: bool = False) -> bool:
    """Tell whether a unit is or has one of some things: by its nature or, unless only that counts, by an ability."""
    if not things.isdisjoint(game.table.unit[unit].names):
        return True
    return not by_nature and not things.isdisjoint(abilities(game, unit))


def strength(game: WargameGame, unit: int, foe: int = NONE, doing: int = 0, space: int = NONE) -> int:
    """Return the strength of a unit in what it is doing; it may be zero and less.

    Args:
        game: the game.
        unit: whose strength.
        foe: the unit it fights, if any.
        doing: what it is doing, e.g. ATTACKING | BATTLING.
        space: the square that is attacked, if any.
    """
    context = about(game, unit, foe, doing, space)
    given = gifts(game, context)
    power = base(game, unit, given)
    shooting = is_doing(context, SHOOTING | ATTACKING)
    for gift in given:
        power += gift.strength.of(game, context)
        if shooting:
            power += gift.shot.of(game, context)
    return power - wounds(game, unit) - disease(game, unit)


def base(game: WargameGame, unit: int, given: list[Gift]) -> int:
    """Return the strength of a unit before anything is added: printed, or what it has become, or half of it."""
    power = int(game.table.unit[unit].strength)
    for gift in given:
        if gift.becomes != NONE:
            power = gift.becomes
    return (power + 1) // 2 if any(gift.halves for gift in given) else power


def save_of(game: WargameGame, unit: int) -> int:
    """Return the highest roll with which a unit nullifies a hit; 0 if it has no save. The best counts."""
    return max((gift.save for gift in given_of(game, unit, "save")), default=0)


def steps_of(game: WargameGame, unit: int) -> int:
    """Return how many spaces a unit may move (movement.spaces)."""
    return 1 + sum(gift.steps for gift in given_of(game, unit, "steps"))


def limit_of(game: WargameGame, unit: int) -> int:
    """Return how many wounds kill a unit (wounds.killed)."""
    return USUAL_WOUNDS + sum(gift.wounds for gift in given_of(game, unit, "wounds"))


def leaps_of(game: WargameGame, unit: int) -> frozenset[str]:
    """Return the kinds of tiles to any of which a unit may leap from where it is; `any` stands for all."""
    return frozenset(kind for gift in given_of(game, unit, "leaps") for kind in gift.leaps)


def given_of(game: WargameGame, unit: int, number: str) -> list[Gift]:
    """Return the gifts of a number to a unit that does nothing, e.g. `gold`; most units have none."""
    return _given(game, unit, number) if unit in _takers(game, number) else []


@kept
def _given(game: WargameGame, unit: int, number: str) -> list[Gift]:
    return gifts(game, about(game, unit), number)


def given_to_all(game: WargameGame, seat: int, number: str) -> list[Gift]:
    """Return the gifts of a number to all units of a seat, as long as they do nothing."""
    takers = _takers(game, number)
    return [gift for unit in units_of(game, seat) if unit in takers for gift in given_of(game, unit, number)]


@kept
def _takers(game: WargameGame, number: str) -> set[int]:
    """Return all units to which something may give a number, and perhaps others."""
    given = game.table.gifts_of(number)
    if given.by_rules:
        return set(game.table.unit)
    place, table = game.state.place, game.table
    found = set(given.always)
    for card in given.by_card:
        square = place[card] - table.tiles
        found.add(unit_at(game, square) if 0 <= square < len(table.spaces) else bearer(game, card))
    for tile in given.by_near:
        found |= _beside(game, place[tile] - table.tiles)
    for unit in given.by_neighbours:
        found |= _beside(game, square_of(game, unit))
    if given.by_marks:
        first = table.subject_of_card(0)
        found |= {mark.subject - first for mark in game.state.marks if mark.kind in given.by_marks}
    if given.by_abilities:
        found |= _gifted(game).keys()  # the others have no more abilities than by nature
    return found


def _beside(game: WargameGame, square: int) -> set[int]:
    """Return the units beside a square, if it is one."""
    return {unit_at(game, place) for place in beside(square)} if 0 <= square < len(game.table.spaces) else set()


# magic


def points_of_unit(game: WargameGame, unit: int) -> int:
    """Return the magic points that a unit provides with all that lies on it (magic.points)."""
    return game.table.points[unit] + sum(gift.points for gift in given_of(game, unit, "points"))


@kept
def magic_points(game: WargameGame, seat: int) -> int:
    """Return the magic points that a seat controls at this moment (magic.points)."""
    printed = sum(game.table.points[unit] for unit in units_of(game, seat))
    return printed + sum(gift.points for gift in given_to_all(game, seat, "points"))


@kept
def magic_users(game: WargameGame, seat: int) -> list[int]:
    """Return the Magic Users of a seat on the map."""
    return [unit for unit in units_of(game, seat) if unit in game.table.magic_users]


@kept
def casters_of(game: WargameGame, seat: int) -> list[int]:
    """Return the Magic Users of a seat on the map who are able to cast spells."""
    return [unit for unit in magic_users(game, seat) if not has(game, unit, "witless")]


def levels(game: WargameGame, seat: int, effect: str) -> int:
    """Return how often the Magic Power table grants something to a seat: `power`, `knowledge`, `summon` or `skill`."""
    points = magic_points(game, seat)
    return sum(points >= least for least, name in game.table.magic_power if name == effect)


# items


@kept
def sources_of(game: WargameGame, seat: int, ability: str) -> list[int]:
    """Return a seat's sources of an ability: units that have it by nature, and items that give it (fate.source)."""
    sources = game.table.sources(ability)
    return [card for card in chits_of(game, seat) if card in sources]


def may_carry(game: WargameGame, unit: int, item: int) -> bool:
    """Tell whether an item may be stacked with a unit: a character who fulfils what it asks and has the slot free."""
    items = game.table.item
    if game.table.unit[unit].type != "character" or has(game, unit, "witless"):
        return False
    if not items[item].for_.test(game, about(game, unit, doing=BY_NATURE)):
        return False
    slot = items[item].slot
    if not slot:
        return True
    if slot in game.table.barred_slots and game.table.barred_slots[slot].test(game, about(game, unit, doing=BY_NATURE)):
        return False
    room = 1 + (sum(gift.hands for gift in given_of(game, unit, "hands")) if slot == "weapon" else 0)
    return bool(sum(items[other].slot == slot for other in items_of(game, unit)) < room)


def carriers_for(game: WargameGame, seat: int, item: int) -> list[int]:
    """Return the units of a seat with which an item may be stacked."""
    return [unit for unit in units_of(game, seat) if may_carry(game, unit, item)]
