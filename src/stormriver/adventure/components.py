"""The components: how many counters, forms and alignment cards lie in the box."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureTable
from stormriver.language.amounts import read_count
from stormriver.language.grammar import Names
from stormriver.language.source import Node


def read_components(names: Names, table: AdventureTable, node: Node) -> None:
    """Let a table know how much there is of what the box holds, as its preset and packs say."""
    parts = node.only(*table.countable, "forms", "alignment_cards", "neutral_cards")
    table.counters = {name: column for name, column in table.countable.items() if name in parts}
    for column, counter in table.own_counters.items():
        table.stock[column] = (counter.small, counter.large)
    for name, column in table.counters.items():
        if column in table.own_counters:
            continue
        entries = parts[name].only("small", "large")
        table.stock[column] = (read_count(names, entries["small"]), read_count(names, entries["large"]))
    for name, node in parts["forms"].mapping().items():
        if name not in table.mark_ids:
            node.misspelt("no mark is called {name!r}", name, table.mark_ids)
        table.form_cards[table.mark_ids[name]] = read_count(names, node)
    table.alignment_cards = read_count(names, parts["alignment_cards"])
    table.neutral_cards = read_count(names, parts["neutral_cards"]) if "neutral_cards" in parts else 0
