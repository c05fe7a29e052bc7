"""Answers in a row: options with what they lead to at once, as options of one question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from stormriver.presentation.facts import Ask, Option


def in_a_row(ask: Ask, onward: Mapping[str, Ask]) -> Ask:
    """Return an ask with others put as one with it; the keys of answers in a row have blanks between them.

    Args:
        ask: the ask.
        onward: the asks to which options of it lead at once, by the keys of these; with the keys of the whole row.
    """
    return replace(ask, options=tuple(one for option in ask.options for one in _rows(option, onward)))


def _rows(first: Option, onward: Mapping[str, Ask]) -> Iterator[Option]:
    if first.key not in onward:
        yield first
        return
    for then in onward[first.key].options:
        yield replace(
            then,
            text=f"{first.text} {then.text}",
            space=first.space or then.space,
            card=then.card or first.card,
            idle=first.idle,
        )
