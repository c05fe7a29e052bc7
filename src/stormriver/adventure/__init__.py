"""The rulebook of the adventure games, as procedures: lists of named steps in the rulebook's own order."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stormriver.adventure.view import SeatView, View

__all__ = ["SeatView", "View"]

if not TYPE_CHECKING:  # whoever imports a part of it is not to load its view

    def __getattr__(name: str) -> Any:
        if name in __all__:
            from stormriver.adventure import view

            return getattr(view, name)
        raise AttributeError(f"module 'stormriver.adventure' has no attribute {name!r}")
