"""The table of a wargame: every definition with its number, the map, the cups and stacks."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from stormriver.kernel.game import Game
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.state import NONE
from stormriver.kernel.table import HIDDEN, OPEN, OWN, Table, Zone
from stormriver.language.grammar import Condition
from stormriver.language.ruleset import Ruleset
from stormriver.wargame.model.columns import COLUMNS, NEUTRAL, SIDES
from stormriver.wargame.model.definitions import (
    SIZE,
    Ability,
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

CUPS = (
    *[f"{side}_tiles" for side in (*SIDES, NEUTRAL)],
    *[f"{side}_units" for side in (*SIDES, NEUTRAL)],
    "items", "spells",
)  # fmt: skip
"""The cups that chits are drawn from, each with a pile of spent ones."""


class Gifts:
    """An index of the gifts of one number by their carrier, so that carriers without any are left out.

    Attributes:
        by_card: those of units themselves, of chits stacked with them and of tiles.
        by_abilities: those of abilities to whoever has them.
        by_neighbours: those of the abilities that units have by nature, to friendly units beside them.
        by_marks: those of kinds of marks; `by_rules` those of the rules.
        always: the carriers in `by_card`, and the units that have one of the abilities by nature.
        by_tiles: whether any tile gives something of it; `by_near` what tiles also give to units beside them.
    """

    def __init__(self, table: WargameTable, number: str) -> None:
        cards = {card: _given(chit, number, "here", "near") for card, chit in enumerate(table.cards)}
        near = {card: _given(chit, number, "near") for card, chit in enumerate(table.cards)}
        here = {name: _given(ability, number, "here") for name, ability in table.abilities.items()}
        neighbourly = {name: _given(ability, number, "neighbours") for name, ability in table.abilities.items()}
        marks = {kind: _given(mark, number, "here") for kind, mark in enumerate(table.marks)}
        self.by_card = {card: gifts for card, gifts in cards.items() if gifts}
        self.by_tiles = any(table.cards[card].group == "tile" for card in self.by_card)
        self.by_near = {card: gifts for card, gifts in near.items() if gifts}
        self.by_abilities = {name: gifts for name, gifts in here.items() if gifts}
        able = [card for card, nature in table.nature.items() if not nature.isdisjoint(self.by_abilities)]
        self.always = frozenset((*self.by_card, *able))
        self.by_neighbours = {
            card: gifts
            for card, chit in enumerate(table.cards)
            if isinstance(chit, Unit)
            and (gifts := tuple(gift for name in chit.abilities for gift in neighbourly.get(name, ())))
        }
        self.by_marks = {kind: gifts for kind, gifts in marks.items() if gifts}
        self.by_rules = tuple(gift for rule in table.rules for gift in _given(rule, number, "here"))


def _given(carrier: Any, number: str, *reaches: str) -> tuple[Gift, ...]:
    """Return the gifts of a carrier that reach so far and give something of a number (empty: anything)."""
    return tuple(gift for gift in carrier.gives if gift.to in reaches and (not number or _gives(gift, number)))


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
        self._gifts: dict[str, Gifts] = {}

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
        """Say on what no memo of a position depends: chits off the map, marks that do nothing by themselves."""
        on_map = range(self.tiles, self.hand)  # the tiles, the units, and what is stacked with them
        self.aside = frozenset(zone for zone in range(len(self.zones)) if zone not in on_map)
        laid = (self.rule_marks.block, self.rule_marks.control, self.rule_marks.ruin)
        self.notes = frozenset(
            kind for kind, mark in enumerate(self.marks) if kind not in laid and not (mark.gives or mark.forbids)
        )

    def sources(self, ability: str) -> frozenset[int]:
        """Return the units that have an ability by nature, and the items that give it."""
        if ability not in self._sources:
            units = [card for card, nature in self.nature.items() if ability in nature]
            items = [card for card, chit in self.item.items() if any(ability in gift.abilities for gift in chit.gives)]
            self._sources[ability] = frozenset(units + items)
        return self._sources[ability]

    def gifts_of(self, number: str) -> Gifts:
        """Return the index of the gifts of a number; of all gifts if the number is empty."""
        if number not in self._gifts:
            self._gifts[number] = Gifts(self, number)
        return self._gifts[number]


def _lay(zones: list[Zone], name: str, visible: int = OPEN, owner: int = NONE) -> int:
    """Lay out a zone, and return its number."""
    zones.append(Zone(name, visible, owner))
    return len(zones) - 1


def _side_of(row: int) -> str:
    """Return whose region a row of the map belongs to: two rows Good, four Neutral, two Evil (map.regions)."""
    return SIDES[0] if row < 2 else NEUTRAL if row < 6 else SIDES[1]


WargameGame = Game[WargameTable]
"""A game at such a table."""
