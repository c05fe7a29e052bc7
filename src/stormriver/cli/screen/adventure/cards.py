"""The text of a card, space or mark in plain English, generated from what it does."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.analysis.under_way import cards_behind
from stormriver.adventure.model.definitions import PROVENANCES, Card, Space
from stormriver.adventure.text.english import card_text
from stormriver.adventure.view import View
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, blank, fold, rule, text
from stormriver.kernel import ask as kinds
from stormriver.kernel.errors import BadAnswer
from stormriver.presentation.adventure.ids import action_of, cards_of, space_name, spaces_of, table_of

PRINTED = ("strength", "craft", "life", "fate")
"""The numbers that may be printed on a card."""


SIGNS = {"printed": "✓", "sure": "✓", "likely": "≈"}
"""How it is marked that a card is certain, or nearly so."""
UNSURE = "✎"
"""The sign of all that may differ from what is printed."""


def source(provenance: str) -> str:
    """Return how sure a card is, as a sign and a word."""
    return f"{SIGNS.get(provenance, UNSURE)} {provenance}" if provenance else ""


def origin(provenance: str, note: str) -> str:
    """Return how sure a card or space is, with what that means and what of it is known."""
    means = PROVENANCES.get(provenance, "")
    return " ".join(part for part in (f"{source(provenance)}: {means}." if means else "", note) if part)


def doubtful(thing: Card | Space) -> bool:
    """Tell whether it may differ from what is printed, so that this is to be said beside it."""
    return thing.provenance not in ("", "sure", "printed")


def lines_of(view: View, card: Card, width: int) -> Lines:
    """Return a card with its kind, its numbers and its text."""
    numbers = [f"{name.capitalize()} {getattr(card, name)}" for name in PRINTED if getattr(card, name)]
    table = table_of(view)
    word = action_of(table, card).capitalize()
    kind = ", ".join([table.kinds[card.kind].name, *([word] if word else []), *([] if card.alignment else numbers)])
    head = text((card.name, "bold"), (f"  {kind}  ({card.id})", palette.FAINT))
    return [head, *said(view, card, width)]


def lines_of_space(view: View, space: Space, width: int) -> Lines:
    """Return a space with its Region, how many cards are drawn there, and its text."""
    region = table_of(view).regions[space.region].name
    head = text((space_name(space), "bold"), (f"  {region}  ({space.id})", palette.FAINT))
    return [head, *said(view, space, width)]


def said(view: View, thing: Card | Space, width: int) -> Lines:
    """Return what a card or space says, indented; of a character each ability on a line of its own."""
    paragraphs = [line for line in card_text(table_of(view), thing).splitlines() if line.strip()]
    told = [folded for line in paragraphs for folded in fold(Text(f"  {line}"), width, 2)]
    return [
        *told,
        *(fold(Text(f"  {origin(thing.provenance, thing.note)}", palette.FAINT), width, 2) if doubtful(thing) else []),
    ]


def in_question(view: View, width: int) -> Lines:
    """Return the cards the viewer may want to read now: those on offer, those met, those on their space, their own."""
    table = table_of(view)
    names: list[str] = []
    if view.ask is not None:
        options = view.ask.options.values()
        names += [str(table.cards[option.argument].id) for option in options if option.kind == kinds.CARD]
    names += [str(table.cards[card].id) for card in cards_behind(view.game)]
    here = view.me.space
    if here is not None:
        names += view.on_space(here)
    names += [*view.me.cards, *view.me.spells]
    if view.me.character is not None:
        names.append(view.me.character)
    lines = [rule("Cards in question", width)]
    definitions = cards_of(table)
    for name in dict.fromkeys(names):
        if name in definitions:
            lines += lines_of(view, definitions[name], width)
    if here is not None:
        lines += [blank(), *lines_of_space(view, spaces_of(table)[here], width)]
    return lines


def page(view: View, words: str, width: int) -> Lines:
    """Return the cards and spaces that some words mean.

    Raises:
        BadAnswer: if there are none.
    """
    wanted = "_".join(words.lower().split())
    table = table_of(view)
    everything: dict[str, Card | Space] = {**spaces_of(table), **cards_of(table)}
    found = (
        [everything[wanted]]
        if wanted in everything
        else [thing for name, thing in everything.items() if name.startswith(wanted)]
    )
    found = found or [thing for name, thing in everything.items() if wanted in name]
    if not found:
        raise BadAnswer(f"No card and no space is called {words!r}.")
    lines: Lines = []
    for thing in found:
        made = lines_of(view, thing, width) if isinstance(thing, Card) else lines_of_space(view, thing, width)
        lines += [*made, blank()]
    return lines
