"""What the numbers of a unit are at this moment, and what it is able to do.

Nothing is applied and undone: whatever lies on a unit, its tile and those around it gives what it gives whenever it is
asked for. First the printed strength, then what it becomes or is halved to, then all that is added (wargame.32).
"""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import ALWAYS
from stormriver.wargame.model.columns import SIDES
from stormriver.wargame.model.definitions import Gift
from stormriver.wargame.procedures.findings import kept
from stormriver.wargame.procedures.forces import bearer, items_of, owner, stack, units_of
from stormriver.wargame.procedures.grid import beside, square_of, tile_at, unit_at
from stormriver.wargame.procedures.marks import found, on_square, on_unit

# What a unit is doing, as flags of a frame that conditions look at.
ATTACKING = 1
DEFENDING = 2
SHOOTING = 4
BATTLING = 8
FIRST_ROUND = 16
QUESTING = 32
BY_NATURE = 64
"""Only what the unit is by itself counts; set while its abilities are looked for."""

USUAL_WOUNDS = 3
"""The wounds that kill a unit (wounds.killed)."""


def about(game: Game, unit: int, foe: int = NONE, flags: int = 0, space: int = NONE) -> Frame:
    """Return a frame that is on no stack, for testing conditions about a unit.

    Args:
        game: the game.
        unit: whom it is about.
        foe: the unit it fights, if any.
        flags: what it is doing.
        space: the square that is attacked, if any.
    """
    return Frame(0, owner(game, unit), card=unit, target=foe, flags=flags, space=space)


def gifts(game: Game, frame: Frame, number: str = "") -> Iterator[Gift]:
    """Yield what is given to the unit of a frame (its `card`) now; abilities count once, however often had.

    Args:
        game: the game.
        frame: the unit and what it is doing, see `about`.
        number: a field of gifts; then only those that give something of it.
    """
    for gift in _outer_gifts(game, frame.card, number):
        if _counts(game, frame, gift):
            yield gift
    given = game.table.gifts_of(number)
    if given.by_abilities:
        for name in abilities(game, frame.card):
            for gift in given.by_abilities.get(name, ()):
                if gift.to == "here" and _counts(game, frame, gift):
                    yield gift


def _counts(game: Game, frame: Frame, gift: Gift) -> bool:
    return gift.when is ALWAYS or gift.when.test(game, frame)


def _outer_gifts(game: Game, unit: int, number: str) -> Iterator[Gift]:
    """Yield what the unit itself and all that lies on and around it might give to it of a number."""
    given = game.table.gifts_of(number)
    by_card = given.by_card
    yield from by_card.get(unit, ())
    for card in stack(game, unit):
        yield from by_card.get(card, ())
    if given.by_marks:
        for mark in found(game, game.table.subject_of_card(unit)):
            yield from given.by_marks.get(mark.kind, ())
    yield from given.by_rules
    square = square_of(game, unit)
    if square == NONE:
        return
    if given.by_tiles:
        for gift in by_card.get(tile_at(game, square), ()):
            if not on_square(game, square, "ruin"):
                yield gift
    if not (given.by_near or given.by_neighbours):
        return
    for place in beside(square):
        if given.by_near:
            for gift in given.by_near.get(tile_at(game, place), ()):
                if not on_square(game, place, "ruin"):
                    yield gift
        if given.by_neighbours:
            other = unit_at(game, place)
            if other in given.by_neighbours and owner(game, other) == owner(game, unit):
                yield from given.by_neighbours[other]


@kept
def abilities(game: Game, unit: int) -> frozenset[str]:
    """Return the abilities a unit has now, by nature or by gift."""
    frame = about(game, unit, flags=BY_NATURE)
    had = set(game.table.cards[unit].abilities)
    for gift in _outer_gifts(game, unit, "abilities"):
        if _counts(game, frame, gift):
            had.update(gift.abilities)
    return frozenset(had)


def has(game: Game, unit: int, ability: str) -> bool:
    """Tell whether a unit has an ability now."""
    return ability in abilities(game, unit)


def forbidden(game: Game, unit: int, what: str) -> bool:
    """Tell whether a spell on all forbids a unit to `move` or `attack`; it leaves out who is immune (wargame.53)."""
    kinds = game.table.marks
    return any(what in kinds[mark.kind].forbids for mark in game.state.marks) and not has(game, unit, "immune")


def is_a(game: Game, unit: int, name: str) -> bool:
    """Tell whether a unit is something by its nature: of a side, type or class."""
    return name in game.table.cards[unit].names


def is_any(game: Game, unit: int, things: frozenset[str], by_nature: bool = False) -> bool:
    """Tell whether a unit is or has one of some things: by its nature or, unless only that counts, by an ability."""
    if not things.isdisjoint(game.table.cards[unit].names):
        return True
    return not by_nature and not things.isdisjoint(abilities(game, unit))


def strength(game: Game, unit: int, foe: int = NONE, flags: int = 0, space: int = NONE) -> int:
    """Return the strength of a unit in what it is doing; it may be zero and less.

    Args:
        game: the game.
        unit: whose strength.
        foe: the unit it fights, if any.
        flags: what it is doing, e.g. ATTACKING | BATTLING.
        space: the square that is attacked, if any.
    """
    frame = about(game, unit, foe, flags, space)
    given = list(gifts(game, frame))
    power = base(game, unit, given)
    power += sum(gift.strength.of(game, frame) for gift in given)
    if flags & SHOOTING and flags & ATTACKING:
        power += sum(gift.shot.of(game, frame) for gift in given)
    return power - on_unit(game, unit, "wound") - on_unit(game, unit, "disease")


def base(game: Game, unit: int, given: list[Gift]) -> int:
    """Return the strength of a unit before anything is added: printed, or what it has become, or half of it."""
    power = int(game.table.cards[unit].strength)
    for gift in given:
        if gift.becomes != NONE:
            power = gift.becomes
    return (power + 1) // 2 if any(gift.halves for gift in given) else power


@kept
def save_of(game: Game, unit: int) -> int:
    """Return the highest roll with which a unit nullifies a hit; 0 if it has no save. The best counts."""
    return max((gift.save for gift in gifts(game, about(game, unit), "save")), default=0)


@kept
def steps_of(game: Game, unit: int) -> int:
    """Return how many spaces a unit may move (movement.spaces)."""
    return 1 + sum(gift.steps for gift in gifts(game, about(game, unit), "steps"))


@kept
def limit_of(game: Game, unit: int) -> int:
    """Return how many wounds kill a unit (wounds.killed)."""
    return USUAL_WOUNDS + sum(gift.wounds for gift in gifts(game, about(game, unit), "wounds"))


@kept
def leaps_of(game: Game, unit: int) -> frozenset[str]:
    """Return the kinds of tiles to any of which a unit may leap from where it is; `any` stands for all."""
    return frozenset(kind for gift in gifts(game, about(game, unit), "leaps") for kind in gift.leaps)


def sum_of(game: Game, unit: int, number: str) -> int:
    """Return the sum of what is given to a unit: `gold`, `heals`, `recruit`, `hands`, `points`."""
    if game.table.gifts_of(number).lying and unit not in _takers(game, number):
        return 0
    return sum(int(getattr(gift, number)) for gift in gifts(game, about(game, unit), number))


@kept
def _takers(game: Game, number: str) -> set[int]:
    """Return the units that could be given a number that comes only from what lies on or under a unit, or is it."""
    found = set()
    for card in game.table.gifts_of(number).by_card:
        square = game.state.place[card] - game.table.tiles
        found.add(unit_at(game, square) if 0 <= square < len(game.table.spaces) else bearer(game, card))
        found.add(card)
    return found


# magic


def is_magic_user(game: Game, unit: int) -> bool:
    """Tell whether a unit is a Magic User."""
    return is_a(game, unit, "magic_user")


def points_of_unit(game: Game, unit: int) -> int:
    """Return the magic points that a unit provides with all that lies on it (magic.points)."""
    card = game.table.cards[unit]
    printed = card.points or int("magic_user" in card.names)  # a Magic User without a number gives one
    return printed + sum_of(game, unit, "points")


@kept
def magic_points(game: Game, seat: int) -> int:
    """Return the magic points that a seat controls at this moment (magic.points)."""
    return sum(points_of_unit(game, unit) for unit in units_of(game, seat))


@kept
def magic_users(game: Game, seat: int) -> list[int]:
    """Return the Magic Users of a seat on the map."""
    return [unit for unit in units_of(game, seat) if is_magic_user(game, unit)]


def levels(game: Game, seat: int, effect: str) -> int:
    """Return how often the Magic Power table grants something to a seat: `power`, `knowledge`, `summon` or `skill`."""
    points = magic_points(game, seat)
    return sum(points >= least for least, name in game.table.magic_power if name == effect)


# items


def sources_of(game: Game, seat: int, ability: str) -> list[int]:
    """Return what of a seat has an ability of its own: units by nature, and items that give it (fate.source)."""
    cards = game.table.cards
    found = []
    for unit in units_of(game, seat):
        found += [unit] if ability in cards[unit].abilities else []
        found += [item for item in items_of(game, unit) if any(ability in gift.abilities for gift in cards[item].gives)]
    return found


def may_carry(game: Game, unit: int, item: int) -> bool:
    """Tell whether an item may be stacked with a unit: a character who fulfils what it asks and has the slot free."""
    cards = game.table.cards
    if cards[unit].type != "character" or has(game, unit, "witless"):
        return False
    if not cards[item].for_.test(game, about(game, unit, flags=BY_NATURE)):
        return False
    slot = cards[item].slot
    if not slot:
        return True
    if slot in game.table.barred_slots and game.table.barred_slots[slot].test(game, about(game, unit, flags=BY_NATURE)):
        return False
    room = 1 + (sum_of(game, unit, "hands") if slot == "weapon" else 0)
    return bool(sum(cards[other].slot == slot for other in items_of(game, unit)) < room)


def carriers_for(game: Game, seat: int, item: int) -> list[int]:
    """Return the units of a seat with which an item may be stacked."""
    return [unit for unit in units_of(game, seat) if may_carry(game, unit, item)]


def side_name(seat: int) -> str:
    """Return the side a seat plays: good or evil."""
    return SIDES[seat]
