"""The table of a wargame: every definition with its number, the map, the cups and stacks."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.game import Game
from stormriver.kernel.memos import Aside
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.state import NONE
from stormriver.kernel.table import HIDDEN, OPEN, OWN, Table, Zone
from stormriver.language.control import All
from stormriver.language.grammar import ALWAYS, Condition
from stormriver.language.ruleset import Ruleset
from stormriver.wargame.model.columns import COLUMNS, NEUTRAL, SIDES
from stormriver.wargame.model.definitions import (
    SIZE,
    Ability,
    ByNature,
    Chit,
    Gift,
    Item,
    MarkKind,
    RuleMarks,
    Spell,
    Square,
    Tile,
    Unit,
)
from stormriver.wargame.model.moments import BITS

CUPS: Final = (
    *[f"{side}_tiles" for side in (*SIDES, NEUTRAL)],
    *[f"{side}_units" for side in (*SIDES, NEUTRAL)],
    "items", "spells",
)  # fmt: skip
"""The cups that chits are drawn from, each with a pile of spent ones."""


class Gifts:
    """An index of the gifts of one number, or of one ability, by their carrier; carriers without any are left out.

    Attributes:
        by_card: those of units themselves, of chits stacked with them and of tiles; `by_stacked` of the second only.
        by_abilities: those of abilities to whoever has them; abilities are not given by others.
        by_neighbours: those of the abilities that units have by nature, to friendly units beside them.
        by_marks: those of kinds of marks; `by_rules` those of the rules to each unit for which they may ever hold.
        by_tiles: the tiles that give something of it.
        by_near: what tiles also give to units beside them.
        innate: what units have of it wherever they are: by themselves, their abilities and the rules.
        unconditional: whether none of them has a condition.
        lasting: whether to whom they go does not depend on where units stand, so that `Game.lasting` may hold it.
    """

    def __init__(self, table: WargameTable, number: str, ability: str = "") -> None:
        wanted = (number, ability)
        cards = {card: _given(chit, wanted, "here", "near") for card, chit in enumerate(table.cards)}
        near = {card: _given(chit, wanted, "near") for card, chit in enumerate(table.cards)}
        here = {name: _given(known, wanted, "here") for name, known in table.abilities.items() if number != "abilities"}
        neighbourly = {name: _given(known, wanted, "neighbours") for name, known in table.abilities.items()}
        marks = {kind: _given(mark, wanted, "here") for kind, mark in enumerate(table.marks)}
        self.by_card = {card: gifts for card, gifts in cards.items() if gifts}
        on_units = ("item", "spell")
        self.by_stacked = {card: gifts for card, gifts in self.by_card.items() if table.cards[card].group in on_units}
        self.by_tiles = [card for card in self.by_card if card in table.tile]
        self.by_near = {card: gifts for card, gifts in near.items() if gifts}
        self.by_abilities = {name: gifts for name, gifts in here.items() if gifts}
        self.by_neighbours = {
            card: gifts
            for card, chit in enumerate(table.cards)
            if isinstance(chit, Unit)
            and (gifts := tuple(gift for name in chit.abilities for gift in neighbourly.get(name, ())))
        }
        self.by_marks = {kind: gifts for kind, gifts in marks.items() if gifts}
        self.rules = tuple(gift for rule in table.rules for gift in _given(rule, wanted, "here"))
        by_rules = {card: _fitting(self.rules, unit) for card, unit in table.unit.items()}
        self.by_rules = {card: gifts for card, gifts in by_rules.items() if gifts}
        innate = {card: self._innate(card, nature) for card, nature in table.nature.items()}
        self.innate = {card: gifts for card, gifts in innate.items() if gifts}
        placed = bool(self.by_tiles or self.by_neighbours)
        self.unconditional = all(gift.when is ALWAYS for gift in self._all())
        able = [table.gifts_of("abilities", name) for name in self.by_abilities]
        self.lasting: bool = not placed and all(given.lasting and given.unconditional for given in able)

    def _all(self) -> list[Gift]:
        indexed = (self.by_card, self.by_abilities, self.by_marks)
        return [*self.rules, *[gift for index in indexed for gifts in index.values() for gift in gifts]]

    def _innate(self, unit: int, nature: frozenset[str]) -> tuple[Gift, ...]:
        able = tuple(gift for name in nature for gift in self.by_abilities.get(name, ()))
        return (*self.by_card.get(unit, ()), *self.by_rules.get(unit, ()), *able)


def _given(carrier: Any, wanted: tuple[str, str], *reaches: str) -> tuple[Gift, ...]:
    """Return the gifts of a carrier that reach so far and give something of a number or ability; empty: anything."""
    number, ability = wanted
    given = tuple(gift for gift in carrier.gives if gift.to in reaches and (not number or _gives(gift, number)))
    return tuple(gift for gift in given if ability in gift.abilities) if ability else given


def _fitting(gifts: tuple[Gift, ...], unit: Unit) -> tuple[Gift, ...]:
    """Return those of some gifts that a unit may ever have."""
    return tuple(gift for gift in gifts if _may_hold(gift.when, unit))


def _may_hold(condition: Condition, unit: Unit) -> bool:
    """Tell whether a condition may ever hold for a unit; it does not if the unit is something else by nature."""
    if isinstance(condition, All):
        return all(_may_hold(part, unit) for part in condition.conditions)
    return not isinstance(condition, ByNature) or condition.may_hold_for(unit.names)


def _gives(gift: Gift, number: str) -> bool:
    """Tell whether a gift gives something of a number: it is not 0; for those of which 0 is something, not NONE."""
    given = getattr(gift, number)
    return bool(given != NONE if number in ("volley", "becomes") else given)


@mypyc_attr(allow_interpreted_subclasses=True)  # tables are copied, see `called`
class WargameTable(Table):
    """All that games of one preset, with the same packs and options, share."""

    cards: tuple[Chit, ...]
    marks: tuple[MarkKind, ...]

    def __init__(self, rulebook: Rulebook[WargameTable], ruleset: Ruleset, seats: tuple[str, ...]) -> None:
        super().__init__(rulebook)
        self.ruleset = ruleset
        self.seats = seats
        self.columns = COLUMNS
        self.options: dict[str, Any] = {name: setting.value for name, setting in ruleset.settings.items()}
        self.spaces = tuple(
            Square(number, *divmod(number, SIZE), _side_of(number // SIZE)) for number in range(SIZE * SIZE)
        )

        self.PHASE = BITS["phase"]
        self.ANOTHER_PHASE = BITS["another_phase"]
        self.SHOOTING = BITS["shooting"]
        self.MOVE = BITS["move"]
        self.ANOTHER_MOVE = BITS["another_move"]
        self.ATTACK = BITS["attack"]
        self.ANOTHER_ATTACK = BITS["another_attack"]
        self.ROLLED = BITS["rolled"]
        self.DRAWN = BITS["drawn"]
        self.SPELL_CAST = BITS["spell_cast"]

        # filled by the loader
        self.definitions: list[Chit] = []
        self.abilities: dict[str, Ability] = {}
        self.rules: tuple[Ability, ...] = ()
        self.mark_ids: dict[str, int] = {}
        self.magic_power: list[tuple[int, str]] = []  # points, and what they grant
        self.barred_slots: dict[str, Condition] = {}  # who may not use items of a slot
        self.goals: tuple[tuple[str, ...], ...] = ()  # the tiles that each side must capture
        self.numbers: dict[str, int] = {}  # numbers of the preset, e.g. how many units each side draws

    def arrange(self) -> None:
        """Lay out the zones, once all definitions are read."""
        zones: list[Zone] = []
        self.cup = {cup: _lay(zones, f"cup.{cup}", HIDDEN) for cup in CUPS}
        self.spent = {cup: _lay(zones, f"spent.{cup}") for cup in CUPS}
        self.casting = _lay(zones, "casting")
        self.tiles = len(zones)
        for square in self.spaces:
            _lay(zones, f"tile.{square.id}")
        self.units = len(zones)
        for square in self.spaces:
            _lay(zones, f"unit.{square.id}")
        self.tile = {card: chit for card, chit in enumerate(self.cards) if isinstance(chit, Tile)}
        self.unit = {card: chit for card, chit in enumerate(self.cards) if isinstance(chit, Unit)}
        self.item = {card: chit for card, chit in enumerate(self.cards) if isinstance(chit, Item)}
        self.spell = {card: chit for card, chit in enumerate(self.cards) if isinstance(chit, Spell)}
        self.nature = {card: frozenset(chit.abilities) for card, chit in self.unit.items()}
        self.unit_cards = [card for card, chit in enumerate(self.cards) if chit.group == "unit"]
        self.unit_number = {card: number for number, card in enumerate(self.unit_cards)}
        sides = [chit.side if isinstance(chit, Unit) else NEUTRAL for chit in self.cards]
        self.own_seat = [SIDES.index(side) if side in SIDES else NONE for side in sides]
        self.magic_users = frozenset(card for card, chit in self.unit.items() if "magic_user" in chit.names)
        # a Magic User without a number provides one magic point
        self.points = {card: chit.points or int(card in self.magic_users) for card, chit in self.unit.items()}
        self.usable = frozenset(card for card, chit in self.item.items() if chit.at)
        self._able: dict[str, frozenset[int]] = {}
        self._sources: dict[str, frozenset[int]] = {}
        self.stacks = len(zones)
        for card in self.unit_cards:
            _lay(zones, f"on.{self.cards[card].id}")
        self.hand = len(zones)
        for number, seat in enumerate(self.seats):
            _lay(zones, f"hand.{seat}", OWN, number)
        self.drawn = len(zones)  # what a seat has drawn and is still to place, stack or choose from
        for number, seat in enumerate(self.seats):
            _lay(zones, f"drawn.{seat}", OPEN, number)
        self.zones = tuple(zones)
        self.backs = tuple(CUPS.index(chit.deck) for chit in self.cards)
        self.spell_deck = CUPS.index("spells")
        self._gifts: dict[tuple[str, str], Gifts] = {}

        self.first_card = self.subject_of_card(0)  # the subject of the marks on the first card; the others follow
        self.rule_marks = RuleMarks(self.mark_ids)
        self._set_aside()
        self.spell_moments = 0
        self.use_moments = 0
        for chit in self.cards:
            if isinstance(chit, Spell):
                self.spell_moments |= chit.at
            elif isinstance(chit, Item):
                self.use_moments |= chit.at

    def _set_aside(self) -> None:
        """Say on what no memo depends: chits off the map, marks that do nothing by themselves.

        What does not depend on where units stand, and who controls them, outlives their moves.
        """
        on_map = range(self.tiles, self.hand)  # the tiles, the units, and what is stacked with them
        off_map = [zone for zone in range(len(self.zones)) if zone not in on_map]
        laid = (self.rule_marks.block, self.rule_marks.control, self.rule_marks.ruin)
        idle = [kind for kind, mark in enumerate(self.marks) if kind not in laid and not (mark.gives or mark.forbids)]
        self.aside = Aside(off_map, idle)
        self.lasting_aside = Aside([*off_map, *range(self.units, self.stacks)], [*idle, self.rule_marks.control])

    def able(self, ability: str) -> frozenset[int]:
        """Return the units that have an ability by nature."""
        if ability not in self._able:
            self._able[ability] = frozenset(card for card, nature in self.nature.items() if ability in nature)
        return self._able[ability]

    def sources(self, ability: str) -> frozenset[int]:
        """Return the units that have an ability by nature, and the items that give it."""
        if ability not in self._sources:
            items = [card for card, chit in self.item.items() if any(ability in gift.abilities for gift in chit.gives)]
            self._sources[ability] = self.able(ability).union(items)
        return self._sources[ability]

    def gifts_of(self, number: str, ability: str = "") -> Gifts:
        """Return the index of the gifts of a number (`abilities`: only of one ability); without one, of all gifts."""
        wanted = (number, ability)
        if wanted not in self._gifts:
            self._gifts[wanted] = Gifts(self, number, ability)
        return self._gifts[wanted]


def _lay(zones: list[Zone], name: str, visible: int = OPEN, owner: int = NONE) -> int:
    """Lay out a zone, and return its number."""
    zones.append(Zone(name, visible, owner))
    return len(zones) - 1


def _side_of(row: int) -> str:
    """Return whose region a row of the map belongs to: two rows Good, four Neutral, two Evil (map.regions)."""
    return SIDES[0] if row < 2 else NEUTRAL if row < 6 else SIDES[1]


WargameGame = Game[WargameTable]
"""A game at such a table."""
