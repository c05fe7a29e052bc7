"""The Strength or Craft with which a creature attacks: exactly one of them, and not nothing."""

from __future__ import annotations

from typing import NoReturn

from stormriver.kernel.translatable import Translatable
from stormriver.language.grammar import ZERO, Fixed, Value
from stormriver.language.source import Node


def is_something(power: Value) -> bool:
    """Tell whether a Strength or Craft is given, and is not the plain number 0."""
    return power is not ZERO and not (isinstance(power, Fixed) and power.fixed == 0)


def refuse_powerless(node: Node, near: str) -> NoReturn:
    """Raise BadContent for a fight that does not say how strong a creature is; `near` is a card of a like name."""
    told = "a creature attacks with Strength or with Craft: give `strength` or `craft`"
    met = Translatable("; the card {near!r} is met where it lies, and `lay_out` lays it there", near=near)
    node.fail("{problem}{hint}", problem=Translatable(told), hint=met if near else "")
