"""`stormriver cards`: looking through the cards, and searching them."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from stormriver.adventure.model.definitions import PROVENANCES
from stormriver.cli import completions
from stormriver.cli.game_setup import AsJson, Options, Packs, Preset, options_of, packs_of, print_json, table_of
from stormriver.cli.hints import hint, near
from stormriver.cli.listing import show_list
from stormriver.cli.reader_language import READER
from stormriver.cli.registry import shelf_of
from stormriver.cli.screen.adventure.cards import origin, source
from stormriver.cli.wording import counted, say, tell, words
from stormriver.kernel.errors import StormriverError
from stormriver.language.clauses import Count, phrase
from stormriver.presentation.names import named_in


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("cards")(cards)


def cards(
    search: Annotated[
        list[str] | None,
        typer.Argument(help="Words that all must stand in the card.", autocompletion=completions.cards),
    ] = None,
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
    language = READER.language
    table_facts = partial(shelf_of(table).facts, table, language=language)
    _check(kind, deck, table)
    if provenance is not None and provenance not in PROVENANCES:
        raise StormriverError(tell(READER, "no_provenance", name=repr(provenance)) + hint(provenance, PROVENANCES))
    wanted = " ".join(" ".join(search or []).lower().split())
    found = find(table, wanted, kind, deck)
    if provenance is not None:
        found = [card for card in found if table_facts(card)["provenance"] == provenance]
    exact = [card for card in found if wanted in (card.id, table.name_of(card, language).lower())]
    if as_json:
        print_json([table_facts(card) for card in found])
    elif not found:
        if wanted:
            raise StormriverError(tell(READER, "no_card_fits", words=repr(wanted)) + _near(table, wanted))
        typer.echo(tell(READER, "no_card_found"))
    elif len(exact or found) == 1:
        show(table_facts((exact or found)[0]))
        others = [card.id for card in found if card not in (exact or found)]
        if others:
            typer.echo(tell(READER, "search_fits_also", cards=", ".join(others)))
    else:
        listing([table_facts(card) for card in found])


def find(table: Any, wanted: str, kind: str | None = None, deck: str | None = None) -> list[Any]:
    """Return the cards in which all words wanted stand, of a kind and in a deck, if those are named."""
    facts, words = partial(shelf_of(table).facts, table, language=READER.language), wanted.lower().split()
    return [card for card in table.definitions if _fits(table, facts(card), card, words, kind, deck)]


def _near(table: Any, wanted: str) -> str:
    """Return the end of a sentence about a search that finds nothing: a name like it, if there is one."""
    names = {table.name_of(card, READER.language).lower() for card in table.definitions}
    ids = {name for card in table.definitions for name in (card.id, *card.id.split("_"))}
    return near(wanted, names | ids)


def _check(kind: str | None, deck: str | None, table: Any) -> None:
    kinds = {name for card in table.definitions for name in shelf_of(table).kinds(card)}
    if kind is not None and kind not in kinds:
        raise StormriverError(tell(READER, "no_kind_of_card", name=repr(kind)) + hint(kind, kinds))
    decks = shelf_of(table).decks(table)
    if deck is not None and deck not in decks:
        raise StormriverError(tell(READER, "no_deck", name=repr(deck)) + hint(deck, decks))


def _fits(table: Any, known: dict[str, Any], card: Any, wanted: list[str], kind: str | None, deck: str | None) -> bool:
    if (kind is not None and kind not in shelf_of(table).kinds(card)) or (
        deck is not None and deck not in known["copies"]
    ):
        return False
    text = " ".join((card.id, known["name"], known["kind_name"], *known["tags"], known["text"])).lower()
    return all(word in text for word in wanted)


def show(card: dict[str, Any]) -> None:
    """Print one card in full."""
    action = words(READER, f"action_{card['action']}") if card["action"] else ""
    alignment = say(READER, phrase(f"alignment_{card['alignment']}")) if card["alignment"] else ""
    typer.echo(f"{card['name']} ({card['id']})")
    typer.echo("; ".join(filter(None, [card["kind_name"], action, alignment, *numbers(card)])))
    copies = [words(READER, "in_deck", number=count, deck=deck) for deck, count in card["copies"].items()]
    typer.echo(f"{words(READER, 'copies')}: {', '.join(copies)}")
    if card["tags"]:
        named = [named_in(READER.language, "tag", tag, tag) for tag in card["tags"]]
        typer.echo(f"{words(READER, 'tags')}: {', '.join(named)}")
    if card["text"]:
        typer.echo(card["text"])
    for example in card["examples"]:
        typer.echo(f"{words(READER, 'for_example')}: {example}")
    if card["provenance"]:
        typer.echo(f"{words(READER, 'source')}: {origin(READER, card['provenance'], card['note'])}")


def numbers(card: dict[str, Any]) -> list[str]:
    """Return the numbers of a card, each with its name."""
    return [f"{words(READER, name)} {value}" for name, value in card["numbers"].items()]


def listing(known: list[dict[str, Any]]) -> None:
    """Print several cards as a table."""
    heads = [words(READER, name) for name in ("card", "kind", "numbers", "source", "text")]
    entries = [
        [card["id"], card["kind_name"], ", ".join(numbers(card)), source(READER, card["provenance"]), card["text"]]
        for card in known
    ]
    show_list(heads, entries)
    copies = sum(sum(card["copies"].values()) for card in known)
    counts = (counted("title", len(known)), Count("card", copies))
    typer.echo(tell(READER, "counted", titles=counts[0], cards=counts[1]))
