"""The names that scenarios of adventure games have beyond the common ones: decks, and what marks are counted in."""

from __future__ import annotations

from functools import lru_cache

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import plain
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.words.marks import PutMark, Transform
from stormriver.kernel.marks import NEVER, OWN_TURN_END, TICKS
from stormriver.language.source import Node
from stormriver.scenario.adventure.event_parts import KINDS, PARTS
from stormriver.scenario.adventure.families import families
from stormriver.scenario.vocabulary import MOST, Vocabulary

SORTS = {
    "buy": frozenset({"belonging"}), "burgle": frozenset({"belonging"}), "cast": frozenset({"spell"}),
    "character": frozenset({"character"}), "ditch": frozenset({"belonging", "enemy"}),
    "give": frozenset({"belonging"}), "hand_in": frozenset({"enemy"}), "sell": frozenset({"belonging"}),
    "weapon": frozenset({"weapon"}),
}  # fmt: skip
"""The sorts of cards that each verb can name, if not all; an Enemy may be somebody's Follower."""
OF_DECKS = frozenset({"deck", "top", "burgle_top"})
"""The verbs that name a deck."""


class AdventureVocabulary(Vocabulary):
    """The names of one table of an adventure game."""

    messages = "adventure"
    turn_asks = frozenset(
        {asks.ENCOUNTER, asks.FIGHT, asks.MEET, asks.MOVE, asks.ONWARD, asks.ROLL, asks.STRIDE}
        | {asks.VISIT, asks.VISIT_ONE}
    )
    others_asks = frozenset({asks.EVADE})
    parts = PARTS
    kinds = KINDS
    table: AdventureTable

    def __init__(self, table: AdventureTable) -> None:
        super().__init__(table, families(table))
        self.decks = {deck.id: number for number, deck in enumerate(table.decks)}

    def deck(self, node: Node, name: str) -> int:
        """Return the number of the deck called `name`; `node` is where it is named."""
        return self.number(node, name, self.decks, "deck")

    def pile(self, node: Node, name: str) -> int:
        """Return the zone of the deck called `name`; `node` is where it is named."""
        return self.table.deck_zone[self.deck(node, name)]

    def present(self, node: Node, cycle: str) -> int:
        """Return the kind of mark of a cycle that a node names; BadContent if it is none of them."""
        self.number(node, cycle, {name: 0 for name in self.table.cycles}, "cycle")
        kinds = {str(self.table.marks[kind].id): kind for kind in self.table.cycles[cycle]}
        return self.number(node, node.text(), kinds, "mark")

    def counted(self, kind: int) -> tuple[int, bool]:
        """Return which moment ends a mark of a kind, and whether it is spoken of in turns rather than in amounts.

        Both are taken from the first effect in the packs that puts the mark; NEVER if none does.
        """
        if kind in self.table.forms:
            return OWN_TURN_END, True
        for word in self.table.words:
            if isinstance(word, PutMark) and word.kind == kind:
                return TICKS[word.until], word.turns > 0
            if isinstance(word, Transform) and word.form == kind:
                return OWN_TURN_END, True
        return NEVER, False

    def most(self, kind: int) -> int:
        """Return how much of a mark of a kind there can be: one where nothing ever puts more, or adds to it."""
        puts = [word.amount for word in self.table.words if isinstance(word, PutMark) and word.kind == kind]
        ones = puts and all(plain(amount) == 1 for amount in puts)
        return 1 if ones and not self.table.marks[kind].stacks else MOST

    def named_cards(self, verb: str) -> set[str]:
        """Return the cards that a verb can name, such as Spells for `cast`; all without a verb."""
        if verb not in SORTS:
            return super().named_cards(verb)
        return {name for name, copies in self.cards.items() if SORTS[verb] & self.table.cards[copies[0]].names}

    def named_options(self, verb: str) -> set[str]:
        """Return the texts that options name, acts among them; the table learns theirs only when one is offered."""
        if verb in OF_DECKS:
            return set(self.decks)
        acts = {act.key for found in self.table.acts.values() for act in found if act.key}
        return super().named_options(verb) | acts | {self.table.source_id(source) for source in self.table.acts}


@lru_cache(maxsize=64)
def vocabulary(table: AdventureTable) -> AdventureVocabulary:
    """Return the names of a table; the same one for the same table."""
    return AdventureVocabulary(table)
