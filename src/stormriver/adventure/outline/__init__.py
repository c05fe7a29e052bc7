"""Outlines: what an effect, a card, a space or an option is expected to change, read from its words.

Nothing is carried out, no die is rolled, and nothing hidden is looked at: a reader works on the masked
copy of one seat. So a player, a hint or a page can weigh a card that nobody has described before.
"""

from __future__ import annotations

from importlib import import_module

from stormriver.adventure.outline.changes import Changes, Worth, plain_worth
from stormriver.adventure.outline.reader import Reader

for _name in ("control", "rolls", "fortune", "cards", "strife", "states", "places"):
    import_module(f"stormriver.adventure.outline.{_name}")  # the readings make themselves known

__all__ = ["Changes", "Reader", "Worth", "plain_worth"]
