"""The names that scenarios of wargames have beyond the common ones: chits by their sort, cups, hands, phases."""

from __future__ import annotations

from functools import lru_cache

from stormriver.language.source import Node
from stormriver.scenario.vocabulary import Vocabulary
from stormriver.scenario.wargame.event_parts import KINDS, PARTS
from stormriver.scenario.wargame.families import FAMILIES
from stormriver.wargame.analysis.under_way import PHASE_IDS
from stormriver.wargame.model import asks
from stormriver.wargame.model.table import WargameTable

SETUP = "setup"
"""The word in a file for the set-up of a game, in place of a phase."""

UNITS = frozenset({"unit"})
SORTS = {
    "at": UNITS | {"spell"}, "cast": frozenset({"spell"}), "chit": frozenset({"item", "spell"}),
    "discard": frozenset({"item", "spell"}), "fate": UNITS | {"item"}, "heal": UNITS | {"item"},
    "item": frozenset({"item"}), "keep": UNITS | {"item"}, "remove": frozenset({"item", "spell"}),
    "use": frozenset({"item"}),
}  # fmt: skip
"""The sorts of chits that each verb can name, if not units."""


class WargameVocabulary(Vocabulary):
    """The names of one table of a wargame."""

    messages = "wargame"
    turn_asks = frozenset(
        {asks.ATTACKER, asks.BREAK_OFF, asks.BUY, asks.FOE, asks.HEAL, asks.INFECT}
        | {asks.MOVE, asks.MOVES, asks.PATIENT, asks.QUEST, asks.SHOOTER, asks.VOLLEY}
    )
    others_asks = frozenset({asks.EVADE, asks.RETREAT})
    parts = PARTS
    kinds = KINDS
    table: WargameTable

    def __init__(self, table: WargameTable) -> None:
        super().__init__(table, FAMILIES)
        self.phases = {phase: number for number, phase in enumerate(PHASE_IDS)}
        self.hands = {f"hand.{name}": table.hand + number for name, number in self.seats.items()}

    def named_cards(self, verb: str) -> set[str]:
        """Return the chits that a verb can name, such as spells for `cast`; all without a verb."""
        if not verb:
            return super().named_cards(verb)
        return {chit.id for chit in self.table.definitions if chit.group in SORTS.get(verb, UNITS)}

    def chit(self, node: Node, group: str) -> str:
        """Return the id of the chit a node names, which is a tile, unit, item or spell as `group` says."""
        known = {chit.id: 0 for chit in self.table.definitions if chit.group == group}
        self.number(node, node.text(), known, group)
        return node.text()

    def cup(self, node: Node, name: str) -> str:
        """Return the name of a cup; `node` is where it is named."""
        self.number(node, name, self.table.cup, "cup")
        return name

    def pile(self, node: Node, name: str) -> int:
        """Return the zone of the cup called `name`, or of the hand of spells called `hand.SEAT`."""
        return self.number(node, name, self.table.cup | self.hands, "cup")


@lru_cache(maxsize=64)
def vocabulary(table: WargameTable) -> WargameVocabulary:
    """Return the names of a table; the same one for the same table."""
    return WargameVocabulary(table)
