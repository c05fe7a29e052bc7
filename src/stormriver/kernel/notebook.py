"""Games and views as a notebook shows them: small tables, without a style of their own."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from stormriver.kernel.game import Game


def game_as_html(game: Game[Any]) -> str:
    """Return the pending ask of a game with its options, or its result once it is over."""
    ask, seats = game.ask, game.table.seats
    title = f"{game.table.facts()['preset']}, turn {game.state.turn}"
    if ask is None:
        return f"<p><b>{escape(title)}</b>: won by {escape(', '.join(game.result) or 'nobody')}</p>"
    asked = (
        f"<p><b>{escape(title)}</b>, {escape(seats[ask.seat])}: {escape(ask.text)} <code>{escape(ask.rule)}</code></p>"
    )
    return asked + _table([[f"<code>{escape(key)}</code>", escape(option.text)] for key, option in ask.options.items()])


def seats_as_html(facts: Mapping[str, Any], whose: str) -> str:
    """Return a view as a table with a column for each seat.

    Args:
        facts: what the view tells as plain data.
        whose: whose view it is.
    """
    title = f"<p><b>View of {escape(whose)}</b>, turn {facts.get('turn', 0)}</p>"
    told: list[dict[str, Any]] = facts.get("seats", [])
    names = [name for name in (told[0] if told else {}) if not isinstance(told[0][name], dict)]
    return title + _table([[f"<b>{escape(name)}</b>", *[_cell(seat.get(name)) for seat in told]] for name in names])


def _cell(value: object) -> str:
    """Return one fact as the text of a cell."""
    if isinstance(value, list | tuple):
        return escape(", ".join([_name(one) for one in value]))
    return "" if value is None else escape(str(value))


def _name(value: object) -> str:
    """Return what stands for one of several facts: of a thing with an id, the id."""
    return str(value.get("id", value)) if isinstance(value, dict) else str(value)


def _table(rows: list[list[str]]) -> str:
    """Return rows of cells, which are HTML already, as a table."""
    lines = ["".join([f'<td style="text-align: left">{cell}</td>' for cell in row]) for row in rows]
    return f"<table>{''.join([f'<tr>{line}</tr>' for line in lines])}</table>"
