"""Where a game stands for one viewer, as a plain list: whatever the rulebook's view gives as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stormriver.kernel.ask import PASS, Ask
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table, once_a_table
from stormriver.language import rendering
from stormriver.language.clauses import phrase
from stormriver.presentation import facts
from stormriver.presentation.generic.facts import Fact, GenericSeat, GenericView
from stormriver.presentation.names import named_in

ELSEWHERE = frozenset({"name", "seats", "seat", "turn", "active", "result", "ask"})
"""The data of a view that `GenericView` has fields of its own for, and so does not list."""


def view_of(game: Game, seat: int, public: GenericView | None = None, language: str = "en") -> GenericView:
    """Return where a game stands for a viewer.

    Args:
        game: the game, its hidden cards included.
        seat: a seat, an ONLOOKER, or somebody OMNISCIENT.
        public: the view of an onlooker, of which nothing is needed here.
        language: the viewer's.
    """
    state, table, told = game.state, game.table, game.view(seat).facts()
    ask = game.view(seat).ask
    return GenericView(
        seat=seat,
        turn=state.turn,
        round=-(-state.turn // len(table.seats)),
        active=state.active,
        over=state.ask is None,
        piles={},
        seats=tuple(
            GenericSeat(number, name, listed(table, of_seat, language))
            for number, (name, of_seat) in enumerate(zip(table.seats, told["seats"], strict=True))
        ),
        facts=listed(table, told, language),
        ask=None if ask is None else _ask(game, ask, seat, language),
        result=tuple(game.result),
    )


def roles(view: GenericView, game: Game) -> list[str]:
    """Return nothing for each seat: none plays a part that has a name."""
    return ["" for _ in view.seats]


@once_a_table
def card_names(table: Table, language: str = "en") -> dict[str, str]:
    """Return what the cards of a table are called in a language, by their ids."""
    return {card.id: table.name_of(card, language) for card in table.cards}


def listed(table: Table, told: Mapping[str, Any], language: str = "en") -> tuple[Fact, ...]:
    """Return what a view tells of a game or a seat, as names with values in words of a language."""
    names = card_names(table, language)
    return tuple(
        Fact(field_name(name, language), in_words(value, names, language))
        for name, value in told.items()
        if name not in ELSEWHERE and value not in (None, "", [], {}, ())
    )


def field_name(name: str, language: str) -> str:
    """Return what a field of a view is called in a language: by its catalogue under `fact.<name>`, else by its name."""
    return named_in(language, "fact", name, name.replace("_", " "))


def in_words(value: Any, names: Mapping[str, str], language: str = "en") -> str:
    """Return a value that is plain data in words of a language; what has a name by that name."""
    if isinstance(value, bool):
        return rendering.language(language).say(phrase("says_yes" if value else "says_no"))
    if isinstance(value, Mapping):
        return ", ".join(
            f"{field_name(name, language)}: {in_words(one, names, language)}" for name, one in value.items()
        )
    if isinstance(value, list | tuple):
        return ", ".join(in_words(one, names, language) for one in value)
    return names.get(str(value), str(value))


def _ask(game: Game, ask: Ask, viewer: int, language: str) -> facts.Ask:
    """Return the pending ask; if another seat is asked, only the seat, the kind and the rule."""
    if ask.seat != viewer:
        return facts.Ask(ask.seat, ask.kind, ask.rule)
    options = tuple(
        facts.Option(option.key, game.table.describe(ask.posed, option.code, language), idle=option.code == PASS)
        for option in ask.options.values()
    )
    card = str(game.table.cards[ask.card].id) if ask.card != NONE else ""
    return facts.Ask(ask.seat, ask.kind, ask.rule, game.table.question(ask.posed, language), card, options)
