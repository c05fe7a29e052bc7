"""What the pages are drawn from: a view, and the ask that the viewer must answer."""

from __future__ import annotations

from typing import Any

from stormriver.kernel.ask import Ask, Option

View = Any
"""What a seat sees of a game, by whichever rulebook it is played."""


def pending(view: View) -> Ask:
    """Return the ask the viewer must answer."""
    ask: Ask = view.ask
    assert ask is not None and ask.seat == view.seat
    return ask


def question_of(view: View) -> str:
    """Return the question of the ask in the viewer's language."""
    return str(view.game.table.question(pending(view).posed, view.language))


def described(view: View, option: Option) -> str:
    """Return what an option does, in the viewer's language."""
    return str(view.game.table.describe(option.ask.posed, option.code, view.language))
