"""`stormriver games`: the games kept at this device, and how people have done in them."""

from __future__ import annotations

from typing import Annotated

import typer

from stormriver.cli.kept import Kept, kept, scores
from stormriver.cli.listing import show_list
from stormriver.cli.reader import READER
from stormriver.cli.setup import AsJson, print_json
from stormriver.cli.wording import listed_words, tell, words
from stormriver.language.naming import named


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("games")(games)


def games(
    scored: Annotated[bool, typer.Option("--scores", help="How people have done in the games that ended.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the games kept at this device, the one played last first; the terminal goes on with them."""
    found = kept()
    if scored:
        table = scores(found)
        if as_json:
            print_json([score._asdict() for score in table])
        elif not table:
            typer.echo(tell(READER, "no_game_ended"))
        else:
            heads = [words(READER, f"score_{head}") for head in ("preset", "name", "games", "won", "soonest")]
            show_list(heads, [[one.preset, named(one.name), *map(_number, one[2:])] for one in table])
    elif as_json:
        print_json([{**one._asdict(), "path": str(one.path), "when": one.when.isoformat()} for one in found])
    elif not found:
        typer.echo(tell(READER, "no_game_kept"))
    else:
        heads = [words(READER, f"kept_{head}") for head in ("when", "preset", "turn", "seats", "state", "file")]
        show_list(heads, map(_row, found))


def _row(one: Kept) -> list[str]:
    state = words(READER, "kept_under_way")
    if one.over:
        winners = listed_words(READER, list(map(named, one.winners)))
        state = words(READER, "kept_won", who=winners) if winners else words(READER, "kept_without_winner")
    when = f"{one.when:%Y-%m-%d %H:%M}"
    return [when, one.preset, str(one.turn), ", ".join(map(named, one.seats)), state, str(one.path)]


def _number(value: object) -> str:
    return "-" if value is None else str(value)
