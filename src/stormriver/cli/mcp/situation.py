"""What an assistant is told of a game: what has happened, what its seat is asked, and how that seat stands.

It is made of the facts of one seat's view, as the page draws them: nothing that the seat may not know is in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from stormriver.presentation.facts import Ask, Told
from stormriver.presentation.registry import View

NOTHING: tuple[object, ...] = ("", None, [], {}, False)


def situation(view: View, told: Iterable[Told], settled: bool = False) -> dict[str, Any]:
    """Return where a game stands for one seat.

    Args:
        view: of the seat.
        told: what has happened since it was last told.
        settled: whether the table answers by itself what is asked.
    """
    ask = view.ask
    asked = ask is not None and ask.seat == view.seat and not settled
    names = [seat.name for seat in view.seats]
    found: dict[str, Any] = lean(
        {
            "happened": [one.text for one in told if one.text],
            "round": view.round,
            "turn_of": _name(names, view.active),
            "you": _name(names, view.seat),
            "your_seat": plain(view.seats[view.seat]) if view.seat >= 0 else None,
            "question": question(ask) if ask is not None and asked else None,
            "waiting_for": _name(names, ask.seat) if ask is not None and not asked else "",
            "over": view.over,
            "winners": list(view.result),
        }
    )
    return found


def question(ask: Ask) -> dict[str, Any]:
    """Return what is asked with its options, of which one is answered by its key, and why others are not on offer."""
    found: dict[str, Any] = lean(
        {
            "text": ask.text,
            "about": ask.situation,
            "rule": ask.rule,
            "odds": plain(ask.odds),
            "options": [plain(option) for option in ask.options],
            "not_on_offer": [plain(missing) for missing in ask.missing],
        }
    )
    return found


def plain(value: Any) -> Any:
    """Return facts as plain data, without what is empty or does not apply."""
    return lean(msgspec.to_builtins(value))


def lean(value: Any) -> Any:
    """Return plain data without entries that are empty, or -1, which stands for no seat or card."""
    if isinstance(value, dict):
        kept = {name: lean(part) for name, part in value.items()}
        return {name: part for name, part in kept.items() if part not in NOTHING and part != -1}
    return [lean(part) for part in value] if isinstance(value, list | tuple) else value


def _name(names: list[str], seat: int) -> str:
    return names[seat] if seat >= 0 else ""
