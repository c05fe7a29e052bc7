"""`stormriver games`: the games kept at this device, how people have done in them, and games removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from stormriver.cli import completions
from stormriver.cli.game_setup import AsJson, print_json
from stormriver.cli.kept_games import Character, Kept, kept, remove
from stormriver.cli.listing import show_list
from stormriver.cli.reader_language import READER
from stormriver.cli.scores import Score, Won, best_games, scores
from stormriver.cli.wording import listed_words, tell, words
from stormriver.language.naming import named
from stormriver.presentation.names import named_in

MOST = 5
"""How many of the best games of a rulebook are listed."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("games")(games)


def games(
    scored: Annotated[bool, typer.Option("--scores", help="How people have done in the games that ended.")] = False,
    gone: Annotated[
        list[str] | None,
        typer.Option(
            "--remove", metavar="NAME", help="Remove a game from those that are kept.", autocompletion=completions.games
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games kept at this device, the one played last first; the terminal goes on with them."""
    for one in remove(gone or ()):
        typer.echo(tell(READER, "game_removed", game=one.name))
    if gone:
        return
    found = kept()
    table = scores(found)
    if as_json:
        print_json([_as_json(one) for one in (table if scored else found)])
    elif scored:
        _show_scores(table)
    elif found:
        _show("kept", ("game", "when", "turn", "seats", "state"), [_row(one) for one in found])
    else:
        typer.echo(tell(READER, "no_game_kept"))


def _as_json(one: Any) -> Any:
    """Return what is told of games as JSON has it."""
    if isinstance(one, tuple) and hasattr(one, "_asdict"):
        own = {"name": one.name} if isinstance(one, Kept) else {}
        return own | {name: _as_json(value) for name, value in one._asdict().items()}
    if isinstance(one, tuple):
        return [_as_json(part) for part in one]
    return one.isoformat() if isinstance(one, datetime) else str(one) if isinstance(one, Path) else one


def _show(table: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    show_list([words(READER, f"{table}_{head}") for head in heads], rows)


def _row(one: Kept) -> list[str]:
    state = words(READER, "kept_under_way")
    if one.over:
        winners = listed_words(READER, list(map(named, one.winners)))
        state = words(READER, "kept_won", who=winners) if winners else words(READER, "kept_without_winner")
    return [one.name, f"{one.when:%Y-%m-%d %H:%M}", str(one.turn), ", ".join(map(named, one.seats)), state]


def _show_scores(found: Sequence[Score]) -> None:
    if not found:
        typer.echo(tell(READER, "no_game_ended"))
        return
    heads = ("preset", "name", "games", "won", "soonest", "average", "in_a_row", "character")
    _show("score", heads, [_score_row(one) for one in found])
    best = best_games(found, MOST)
    if best:
        typer.echo(f"\n{tell(READER, 'best_games')}")
        _show("score", ("game", "turn", "name", "played", "against", "rules", "when"), [_won_row(one) for one in best])


def _score_row(one: Score) -> list[str]:
    soonest = "-" if one.soonest is None else str(one.soonest)
    numbers = [str(one.games), str(one.won), soonest, f"{one.average:.0f}", str(one.in_a_row)]
    return [one.preset, named(one.name), *numbers, _called(one.character)]


def _won_row(one: Won) -> list[str]:
    against = [player if number == 1 else f"{number} {player}" for player, number in Counter(one.against).items()]
    told = [named(one.name), _called(one.character), ", ".join(against), ", ".join(one.rules) or "-"]
    return [one.game, str(one.turn), *told, f"{one.when:%Y-%m-%d}"]


def _called(one: Character) -> str:
    return named_in(READER.language, "card", one.id, one.name) if one.id else "-"
