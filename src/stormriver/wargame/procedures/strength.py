"""The numbers of a unit at this moment, and what it is able to do.

Nothing is applied and undone: each number is folded, whenever it is needed, from the gifts of all that lies on a unit,
its tile and those around it. First the printed strength, then what it becomes or is halved to, then all that is added
(wargame.32).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import ALWAYS
from stormriver.wargame.model.definitions import Gift
from stormriver.wargame.model.table import Gifts, WargameGame
from stormriver.wargame.procedures.forces import bearer, held_by, items_of, owner, stack, units_of
from stormriver.wargame.procedures.grid import beside, square_of, tile_at, units_on
from stormriver.wargame.procedures.marks import disease, found, in_ruins, wounds
from stormriver.wargame.procedures.memo import kept, kept_long

# What a unit is doing, one bit each; conditions look at it.
ATTACKING: Final = 1
DEFENDING: Final = 2
SHOOTING: Final = 4
BATTLING: Final = 8
FIRST_ROUND: Final = 16
QUESTING: Final = 32
BY_NATURE: Final = 64
"""Only what the unit is by itself counts; this bit is set while its abilities are looked up."""

NO_GIFTS: Final[list[Gift]] = []
USUAL_WOUNDS: Final = 3
"""The wounds that kill a unit (wounds.killed)."""


@mypyc_attr(acyclic=True, free_list_len=1)
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


def gifts(game: WargameGame, context: Context) -> list[Gift]:
    """Return the gifts to a unit now; an ability that it has several times counts once.

    Args:
        game: the game.
        context: the unit and what it is doing, see `about`.
    """
    given = game.table.gifts_of("")
    offered = _outer_gifts(game, context.card, given)
    for name in abilities(game, context.card):
        offered += given.by_abilities.get(name, ())
    return [gift for gift in offered if _counts(game, context, gift)]


def _counts(game: WargameGame, context: Context, gift: Gift) -> bool:
    return gift.when is ALWAYS or gift.when.test(game, context)


def _outer_gifts(game: WargameGame, unit: int, given: Gifts) -> list[Gift]:
    """Return what the unit itself and all that lies on and around it might give to it, of those in an index."""
    by_card = given.by_card
    offered = [*by_card.get(unit, ())]
    for card in stack(game, unit):
        offered += by_card.get(card, ())
    if given.by_marks:
        for mark in found(game, game.table.subject_of_card(unit)):
            offered += given.by_marks.get(mark.kind, ())
    offered += given.by_rules.get(unit, ())
    square = square_of(game, unit)
    if square == NONE:
        return offered
    if given.by_tiles:
        offered += _of_tiles(game, given, square)
    if given.by_neighbours:
        for other in units_on(game, beside(square)):
            if other in given.by_neighbours and owner(game, other) == owner(game, unit):
                offered += given.by_neighbours[other]
    return offered


@kept_long
def _of_tiles(game: WargameGame, given: Gifts, square: int) -> list[Gift]:
    """Return what tiles give to who stands on a square, of those in an index; in ruins they give nothing."""
    offered = [*_of_tile(game, given.by_card, square)]
    for place in beside(square):
        offered += _of_tile(game, given.by_near, place)
    return offered


def _of_tile(game: WargameGame, by_card: dict[int, tuple[Gift, ...]], square: int) -> tuple[Gift, ...]:
    given = by_card.get(tile_at(game, square), ())
    return () if given and in_ruins(game, square) else given


@kept
def abilities(game: WargameGame, unit: int) -> frozenset[str]:
    """Return the abilities a unit has now, by nature or by gift."""
    nature: frozenset[str] = game.table.nature[unit]
    offered = _outer_gifts(game, unit, game.table.gifts_of("abilities"))
    if not offered:
        return nature
    context = about(game, unit, doing=BY_NATURE)
    return nature.union(*[gift.abilities for gift in offered if _counts(game, context, gift)])


def has(game: WargameGame, unit: int, ability: str) -> bool:
    """Tell whether a unit has an ability now."""
    return unit in _with(game, ability)


def has_any(game: WargameGame, unit: int, things: Iterable[str]) -> bool:
    """Tell whether a unit has an ability now that is among some things."""
    known = game.table.abilities
    return any(thing in known and has(game, unit, thing) for thing in things)


@kept
def _with(game: WargameGame, ability: str) -> frozenset[int]:
    """Return the units that have an ability now."""
    given = game.table.gifts_of("abilities", ability)
    lasting = given.lasting and given.unconditional
    return _with_long(game, ability) if lasting else game.table.able(ability).union(_gifted(game, ability))


@kept_long
def _with_long(game: WargameGame, ability: str) -> frozenset[int]:
    """Return the same where it does not depend on where units stand."""
    return game.table.able(ability).union(_gifted(game, ability))


def _gifted(game: WargameGame, ability: str) -> list[int]:
    """Return the units to which something gives an ability that they have not by nature."""
    offers = _offers(game, "abilities", ability)
    able = game.table.able(ability)
    return [unit for unit, offered in offers.items() if unit not in able and _counting(game, unit, offered, BY_NATURE)]


def _counting(game: WargameGame, unit: int, offered: list[Gift], doing: int = 0) -> list[Gift]:
    return [gift for gift in offered if gift.when is ALWAYS or gift.when.test(game, about(game, unit, doing=doing))]


def _offers(game: WargameGame, number: str, ability: str) -> dict[int, list[Gift]]:
    """Return the gifts of a number (`abilities`: of one of them) that units may have, by unit, whatever they do."""
    lasting = game.table.gifts_of(number, ability).lasting
    return _offers_long(game, number, ability) if lasting else _find_offers(game, number, ability)


@kept_long
def _offers_long(game: WargameGame, number: str, ability: str) -> dict[int, list[Gift]]:
    """Return the same where it does not depend on where units stand."""
    return _find_offers(game, number, ability)


def _find_offers(game: WargameGame, number: str, ability: str) -> dict[int, list[Gift]]:
    given = game.table.gifts_of(number, ability)
    offers = {unit: [*gifts] for unit, gifts in given.innate.items()}
    for card, gifts in given.by_stacked.items():
        unit = bearer(game, card)
        if unit != NONE:
            _offer(offers, [unit], gifts)
    for tile in given.by_tiles:
        square = game.state.place[tile] - game.table.tiles
        if 0 <= square < len(game.table.spaces) and not in_ruins(game, square):
            _offer(offers, units_on(game, (square,)), given.by_card[tile])
            if tile in given.by_near:
                _offer(offers, units_on(game, beside(square)), given.by_near[tile])
    for unit, gifts in given.by_neighbours.items():
        _offer(offers, _friends_beside(game, unit), gifts)
    for name, gifts in given.by_abilities.items():
        _offer(offers, _gifted(game, name), gifts)
    if given.by_marks:
        first = game.table.first_card
        for mark in game.state.marks:
            if mark.kind in given.by_marks:
                _offer(offers, [mark.subject - first], given.by_marks[mark.kind])
    return offers


def _offer(offers: dict[int, list[Gift]], units: list[int], gifts: Sequence[Gift]) -> None:
    for unit in units:
        offers.setdefault(unit, []).extend(gifts)


def _friends_beside(game: WargameGame, unit: int) -> list[int]:
    """Return the units of the same side beside a unit; none if it is not on the map."""
    square = square_of(game, unit)
    if square == NONE:
        return []
    seat = owner(game, unit)
    return [other for other in units_on(game, beside(square)) if owner(game, other) == seat]


def forbidden(game: WargameGame, unit: int, what: str) -> bool:
    """Tell whether a spell on everybody forbids a unit to `move` or `attack`; some are immune (wargame.53)."""
    return what in _forbidden(game) and not has(game, unit, "immune")


def unhindered(game: WargameGame, units: list[int], what: str) -> list[int]:
    """Return those of some units that are not `forbidden` something."""
    return [unit for unit in units if has(game, unit, "immune")] if what in _forbidden(game) else units


@kept_long
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
    return not by_nature and has_any(game, unit, things)


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


def given_of(game: WargameGame, unit: int, number: str, ability: str = "") -> list[Gift]:
    """Return the gifts of a number to a unit that does nothing, e.g. `gold`; most units have none.

    Args:
        game: the game.
        unit: the unit.
        number: a field of gifts.
        ability: if that is `abilities`, the one that is looked for.
    """
    given = _given(game, number, ability)
    return given.get(unit, NO_GIFTS)


@kept
def _given(game: WargameGame, number: str, ability: str = "") -> dict[int, list[Gift]]:
    """Return the gifts of a number (`abilities`: of one of them) to units that do nothing; most have none."""
    offers = _offers(game, number, ability)
    if game.table.gifts_of(number, ability).unconditional:
        return offers
    counting = {unit: _counting(game, unit, offered) for unit, offered in offers.items()}
    return {unit: gifts for unit, gifts in counting.items() if gifts}


def given_to_all(game: WargameGame, seat: int, number: str) -> list[Gift]:
    """Return the gifts of a number to all units of a seat, as long as they do nothing."""
    given = _given(game, number)
    return [gift for unit in units_of(game, seat) if unit in given for gift in given[unit]]


# magic


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
    return held_by(game, seat, game.table.sources(ability))


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
