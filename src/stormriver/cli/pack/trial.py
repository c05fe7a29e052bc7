"""`stormriver pack test`: the scenarios and examples of a pack run, and what of its cards they have not reached."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from stormriver.cli.game_setup import AsJson, Options, options_of, print_json
from stormriver.cli.pack.arguments import Folder, For, show_outcomes, with_columns
from stormriver.cli.wording import echo
from stormriver.kernel.translatable import plural
from stormriver.workshop import bench, coverage


def trial(
    folder: Folder,
    preset: For = None,
    option: Options = None,
    least: Annotated[
        int, typer.Option("--least", min=0, max=100, help="Exit with 1 if fewer per cent were reached.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Run the scenarios and examples of a pack, and say which words of its cards none of them has reached."""
    with with_columns():
        found = coverage.try_out(bench.lay(folder, preset, options_of(option)))
    held = all(outcome.passed for outcome in found.outcomes)
    share = int(100 * found.share)
    if as_json:
        print_json({"passed": held, "reached": round(found.share, 4), "cards": [facts(card) for card in found.cards]})
    else:
        show_outcomes(found.outcomes)
        show(found, share)
    if not held or share < least:
        raise typer.Exit(1)


def facts(card: coverage.Card) -> dict[str, Any]:
    """Return how far a card was reached as plain data."""
    missed = [{"line": where.line, "path": where.path, "word": word} for where, word in card.missed]
    return {
        "id": card.name,
        "file": card.stands.file,
        "line": card.stands.line,
        "played": card.played,
        "missed": missed,
    }


def show(found: coverage.Coverage, share: int) -> None:
    """Print what was not reached, and how much was."""
    for card in found.cards:
        place = {"file": card.stands.file, "line": card.stands.line, "name": card.name}
        if not card.played and not card.reached:
            echo("{file}, line {line}: {name} is in no scenario", **place)
        else:
            for where, word in card.missed:
                told = "{file}, line {line}, at {path}: {word!r} was never reached"
                echo(told, file=where.file, line=where.line, path=where.path, word=word)
    cards = plural(len(found.cards), "{number} card or space", "{number} cards and spaces")
    echo("{share} % of {cards} reached.", share=share, cards=cards)
