"""The text of a card, space or mark, generated from what it does."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.analysis.under_way import cards_behind
from stormriver.adventure.model.definitions import Card, Space
from stormriver.adventure.text.spoken import card_text
from stormriver.adventure.view import View
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, blank, fold, rule, text
from stormriver.cli.wording import Spoken, tell, words
from stormriver.kernel import ask as kinds
from stormriver.kernel.errors import BadAnswer
from stormriver.language.message import note_in
from stormriver.presentation.adventure.ids import action_of, cards_of, place, spaces_of, table_of

PRINTED = ("strength", "craft", "life", "fate")
"""The numbers that may be printed on a card."""


SIGNS = {"printed": "✓", "sure": "✓", "likely": "≈"}
"""How it is marked that a card is certain, or nearly so."""
UNSURE = "✎"
"""The sign of all that may differ from what is printed."""


def source(to: Spoken, provenance: str) -> str:
    """Return how sure a card is, as a sign and a word."""
    return f"{SIGNS.get(provenance, UNSURE)} {words(to, f'provenance_{provenance}')}" if provenance else ""


def origin(to: Spoken, provenance: str, note: str) -> str:
    """Return how sure a card or space is, with what that means and what of it is known.

    Args:
        to: whoever reads it.
        provenance: how sure it is.
        note: what of it is known, in their language.
    """
    means = f"{source(to, provenance)}: {words(to, f'provenance_{provenance}_means')}." if provenance else ""
    return " ".join(part for part in (means, note) if part)


def doubtful(thing: Card | Space) -> bool:
    """Tell whether it may differ from what is printed, so that this is to be said beside it."""
    return thing.provenance not in ("", "sure", "printed")


def lines_of(view: View, card: Card, width: int) -> Lines:
    """Return a card with its kind, its numbers and its text."""
    numbers = [f"{words(view, name)} {getattr(card, name)}" for name in PRINTED if getattr(card, name)]
    table = table_of(view)
    action = action_of(table, card)
    word = [words(view, f"action_{action}")] if action else []
    kind = table.name_of(table.kinds[card.kind], view.language)
    told = ", ".join([kind, *word, *([] if card.alignment else numbers)])
    head = text((table.name_of(card, view.language), "bold"), (f"  {told}  ({card.id})", palette.FAINT))
    return [head, *said(view, card, width)]


def lines_of_space(view: View, space: Space, width: int) -> Lines:
    """Return a space with its Region, how many cards are drawn there, and its text."""
    table = table_of(view)
    region = table.name_of(table.regions[space.region], view.language)
    head = text((place(view, space.id), "bold"), (f"  {region}  ({space.id})", palette.FAINT))
    return [head, *said(view, space, width)]


def said(view: View, thing: Card | Space, width: int) -> Lines:
    """Return what a card or space says, indented; of a character each ability on a line of its own."""
    paragraphs = [line for line in card_text(table_of(view), thing, view.language).splitlines() if line.strip()]
    told = [folded for line in paragraphs for folded in fold(Text(f"  {line}"), width, 2)]
    if not doubtful(thing):
        return told
    known = origin(view, thing.provenance, note_in(view.language, thing.note))
    return [*told, *fold(Text(f"  {known}", palette.FAINT), width, 2)]


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
    lines = [rule(tell(view, "cards_in_question"), width)]
    definitions = cards_of(table)
    for name in dict.fromkeys(names):
        if name in definitions:
            lines += lines_of(view, definitions[name], width)
    if here is not None:
        lines += [blank(), *lines_of_space(view, spaces_of(table)[here], width)]
    return lines


def page(view: View, typed: str, width: int) -> Lines:
    """Return the cards and spaces that are meant by what is typed: an id, or the beginning of an id or name.

    Raises:
        BadAnswer: if there are none.
    """
    wanted = "_".join(typed.lower().split())
    table = table_of(view)
    everything: dict[str, Card | Space] = {**spaces_of(table), **cards_of(table)}
    found = (
        [everything[wanted]]
        if wanted in everything
        else [thing for name, thing in everything.items() if name.startswith(wanted)]
    )
    found = found or [thing for name, thing in everything.items() if wanted in name]
    found = found or [thing for thing in everything.values() if typed.lower() in _name(view, thing).lower()]
    if not found:
        raise BadAnswer(tell(view, "no_card_called", words=repr(typed)))
    lines: Lines = []
    for thing in found:
        made = lines_of(view, thing, width) if isinstance(thing, Card) else lines_of_space(view, thing, width)
        lines += [*made, blank()]
    return lines


def _name(view: View, thing: Card | Space) -> str:
    return table_of(view).name_of(thing, view.language)
