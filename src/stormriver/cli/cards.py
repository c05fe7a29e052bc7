"""`stormriver cards`: looking through the cards, and searching them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from stormriver.adventure.definitions import PROVENANCES, Card
from stormriver.adventure.english import card_text
from stormriver.adventure.table import AdventureTable
from stormriver.cli.screen.cards import origin, source
from stormriver.cli.setup import AsJson, Options, Packs, Preset, options_of, packs_of, print_json, table_of
from stormriver.kernel.errors import StormriverError
from stormriver.language.source import closest
from stormriver.presentation.adventure.names import action_of
from stormriver.scenario.explanation import example_in_short

NUMBERS = ("strength", "craft", "life", "fate", "gold", "spells", "cost")
"""The numbers that a card may have printed on it."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("cards")(cards)


def cards(
    search: Annotated[list[str] | None, typer.Argument(help="Words that all must stand in the card.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only one kind: enemy, weapon, spell and so on.")] = None,
    deck: Annotated[str | None, typer.Option("--deck", help="Only one deck: adventure, spells and so on.")] = None,
    provenance: Annotated[
        str | None, typer.Option("--provenance", help=f"Only what is this sure: {', '.join(PROVENANCES)}.")
    ] = None,
    preset: Preset = "revised4",
    option: Options = None,
    packs: Packs = None,
    as_json: AsJson = False,
) -> None:
    """List the cards, or those that a search finds; a single one is shown in full."""
    table = table_of(preset, options_of(option), packs_of(packs))
    _check(kind, deck, table)
    if provenance is not None and provenance not in PROVENANCES:
        raise StormriverError(f"No provenance is called {provenance!r}{closest(provenance, PROVENANCES)}.")
    words = " ".join(search or []).lower().split()
    found = [card for card in table.definitions if _fits(table, card, words, kind, deck)]
    found = [card for card in found if provenance in (None, card.provenance)]
    exact = [card for card in found if " ".join(words) in (card.id, card.name.lower())]
    if as_json:
        print_json([facts(table, card) for card in found])
    elif not found:
        typer.echo("No card fits that search.")
    elif len(exact or found) == 1:
        show(facts(table, (exact or found)[0]))
        others = [card.id for card in found if card not in (exact or found)]
        if others:
            typer.echo(f"The search fits also: {', '.join(others)}")
    else:
        listing(table, found)


def _check(kind: str | None, deck: str | None, table: AdventureTable) -> None:
    kinds = {name for card in table.definitions for name in card.names - {card.id}}
    if kind is not None and kind not in kinds:
        raise StormriverError(f"No kind of card is called {kind!r}{closest(kind, kinds)}.")
    decks = [known.id for known in table.decks]
    if deck is not None and deck not in decks:
        raise StormriverError(f"No deck is called {deck!r}{closest(deck, decks)}.")


def _fits(table: AdventureTable, card: Card, words: list[str], kind: str | None, deck: str | None) -> bool:
    if (kind is not None and kind not in card.names) or (deck is not None and deck not in copies(table, card)):
        return False
    text = " ".join((card.id, card.name, table.kinds[card.kind].name, *card.tags, card_text(table, card))).lower()
    return all(word in text for word in words)


def copies(table: AdventureTable, card: Card) -> dict[str, int]:
    """Return how many copies of a card each deck holds."""
    backs = [back for same, back in zip(table.cards, table.backs, strict=True) if same.id == card.id]
    return {deck.id: backs.count(number) for number, deck in enumerate(table.decks) if number in backs}


def facts(table: AdventureTable, card: Card) -> dict[str, Any]:
    """Return all that is known of a card as plain data, fit for JSON."""
    return {
        "id": card.id,
        "name": card.name,
        "kind": card.kind,
        "kind_name": table.kinds[card.kind].name,
        "deck": card.deck,
        "copies": copies(table, card),
        "numbers": {name: getattr(card, name) for name in NUMBERS if getattr(card, name)},
        "alignment": card.alignment or None,
        "tags": list(card.tags),
        "action": action_of(table, card),
        "text": card_text(table, card),
        "note": card.note,
        "provenance": card.provenance,
        "examples": [example_in_short(node) for node in card.examples],
    }


def show(card: dict[str, Any]) -> None:
    """Print one card in full."""
    numbers = [f"{name.capitalize()} {value}" for name, value in card["numbers"].items()]
    typer.echo(f"{card['name']} ({card['id']})")
    typer.echo("; ".join(filter(None, [card["kind_name"], card["action"].capitalize(), card["alignment"], *numbers])))
    typer.echo(f"Copies: {', '.join(f'{count} in the deck {deck}' for deck, count in card['copies'].items())}")
    for label in ("tags", "text"):
        value = card[label]
        if value:
            told = ", ".join(value) if isinstance(value, list) else value
            typer.echo(told if label == "text" else f"{label.capitalize()}: {told}")
        if label == "text":
            for example in card["examples"]:
                typer.echo(f"For example: {example}")
    if card["provenance"]:
        typer.echo(f"Source: {origin(card['provenance'], card['note'])}")


def listing(table: AdventureTable, found: list[Card]) -> None:
    """Print several cards as a table."""
    rows = Table(box=None, pad_edge=False)
    for name in ("Card", "Kind", "Numbers", "Source", "Text"):
        rows.add_column(name)
    for card in found:
        numbers = ", ".join(f"{name} {getattr(card, name)}" for name in NUMBERS if getattr(card, name))
        rows.add_row(card.id, table.kinds[card.kind].name, numbers, source(card.provenance), card_text(table, card))
    Console(markup=False, highlight=False).print(rows)
    typer.echo(f"{len(found)} titles, {sum(sum(copies(table, card).values()) for card in found)} cards.")
