"""`stormriver cards`: looking through the cards, and searching them."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from stormriver.adventure.model.definitions import PROVENANCES
from stormriver.cli.plugin import shelf_of
from stormriver.cli.screen.adventure.cards import origin, source
from stormriver.cli.setup import AsJson, Options, Packs, Preset, near, options_of, packs_of, print_json, table_of
from stormriver.kernel.errors import StormriverError
from stormriver.language.english import counted
from stormriver.language.source import end_with_hint


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
    language: Annotated[str, typer.Option("--language", help="The language of names and texts: en, de.")] = "en",
    as_json: AsJson = False,
) -> None:
    """List the cards, or those that a search finds; a single one is shown in full."""
    table = table_of(preset, options_of(option), packs_of(packs))
    spoken = table.rulebook.speaks()
    if language not in spoken:
        raise StormriverError(f"The cards of {preset} do not speak {language!r}{end_with_hint(language, spoken)}")
    table_facts = partial(shelf_of(table).facts, table, language=language)
    _check(kind, deck, table)
    if provenance is not None and provenance not in PROVENANCES:
        raise StormriverError(f"No provenance is called {provenance!r}{end_with_hint(provenance, PROVENANCES)}")
    words = " ".join(search or []).lower().split()
    found = [card for card in table.definitions if _fits(table, table_facts(card), card, words, kind, deck)]
    if provenance is not None:
        found = [card for card in found if table_facts(card)["provenance"] == provenance]
    exact = [card for card in found if " ".join(words) in (card.id, table.name_of(card, language).lower())]
    if as_json:
        print_json([table_facts(card) for card in found])
    elif not found:
        if words:
            raise StormriverError(f"No card fits {' '.join(words)!r}{_near(table, ' '.join(words))}")
        typer.echo("No card fits that search.")
    elif len(exact or found) == 1:
        show(table_facts((exact or found)[0]))
        others = [card.id for card in found if card not in (exact or found)]
        if others:
            typer.echo(f"The search fits also: {', '.join(others)}")
    else:
        listing([table_facts(card) for card in found])


def _near(table: Any, words: str) -> str:
    """Return the end of a sentence about a search that finds nothing: a name like it, if there is one."""
    names = {name for card in table.definitions for name in (card.id, card.name.lower(), *card.id.split("_"))}
    return near(words, names)


def _check(kind: str | None, deck: str | None, table: Any) -> None:
    kinds = {name for card in table.definitions for name in shelf_of(table).kinds(card)}
    if kind is not None and kind not in kinds:
        raise StormriverError(f"No kind of card is called {kind!r}{end_with_hint(kind, kinds)}")
    decks = shelf_of(table).decks(table)
    if deck is not None and deck not in decks:
        raise StormriverError(f"No deck is called {deck!r}{end_with_hint(deck, decks)}")


def _fits(table: Any, known: dict[str, Any], card: Any, words: list[str], kind: str | None, deck: str | None) -> bool:
    if (kind is not None and kind not in shelf_of(table).kinds(card)) or (
        deck is not None and deck not in known["copies"]
    ):
        return False
    text = " ".join((card.id, known["name"], known["kind_name"], *known["tags"], known["text"])).lower()
    return all(word in text for word in words)


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


def listing(known: list[dict[str, Any]]) -> None:
    """Print several cards as a table."""
    rows = Table(box=None, pad_edge=False)
    for name in ("Card", "Kind", "Numbers", "Source", "Text"):
        rows.add_column(name)
    for card in known:
        numbers = ", ".join(f"{name} {number}" for name, number in card["numbers"].items())
        rows.add_row(card["id"], card["kind_name"], numbers, source(card["provenance"]), card["text"])
    Console(markup=False, highlight=False).print(rows)
    copies = sum(sum(card["copies"].values()) for card in known)
    typer.echo(f"{counted(len(known), 'title')}, {counted(copies, 'card')}.")
