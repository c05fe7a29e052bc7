"""The wargame's rulebook, as procedures: it knows no tile, unit, item or spell."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stormriver.wargame.view import SeatView, SquareView, UnitView, View

__all__ = ["SeatView", "SquareView", "UnitView", "View"]

if not TYPE_CHECKING:  # whoever imports a part of it is not to load its view

    def __getattr__(name: str) -> Any:
        if name in __all__:
            from stormriver.wargame import view

            return getattr(view, name)
        raise AttributeError(f"module 'stormriver.wargame' has no attribute {name!r}")
