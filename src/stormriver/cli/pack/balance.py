"""`stormriver pack balance`: what the cards of a pack do to games that computer players play."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import msgspec
import typer
from babel.numbers import format_decimal
from rich.console import Console
from rich.table import Table

from stormriver.cli import completions
from stormriver.cli.game_setup import AsJson, Options, options_of, print_json
from stormriver.cli.pack.arguments import Folder, For, with_columns
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import echo, worded
from stormriver.kernel.translatable import Translatable
from stormriver.lab import Experiment
from stormriver.lab.regression import Effect
from stormriver.workshop import balance as balances
from stormriver.workshop import bench

COLUMNS = (
    Translatable("card"),
    Translatable("met in games"),
    Translatable("times a game"),
    Translatable("kept in games"),
    Translatable("kills"),
    Translatable("winning, in points"),
    Translatable("rounds more"),
)


def balance(
    folder: Folder,
    card: Annotated[
        str | None, typer.Option("--card", metavar="ID", help="Play the same seeds without this card as well.")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    players: Annotated[
        str,
        typer.Option(
            "--players", help="A computer player a seat, with commas between them.", autocompletion=completions.players
        ),
    ] = "steady,steady,steady,steady",
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game; the others follow.")] = 0,
    cap: Annotated[int, typer.Option("--cap", min=1, help="After so many decisions a game is broken off.")] = 20_000,
    workers: Annotated[int, typer.Option("--workers", min=1, help="How many processes play.")] = 1,
    preset: For = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play many games with a pack, and tell of each card how often it is met, kept and deadly, and what it changes."""
    asked = Experiment(players=tuple(players.split(",")), games=games, seed=seed, cap=cap)
    with with_columns():
        pack = bench.lay(folder, preset, options_of(option))
        found = balances.balance(pack, asked, card or "", workers)
    if as_json:
        answers = {answer.question: msgspec.to_builtins(answer.figures) for answer in found.results.answers}
        cards = [asdict(one) for one in found.cards]
        print_json({"answers": answers, "cards": cards, "without": msgspec.to_builtins(found.without)})
        return
    show(found, card or "")


def show(found: balances.Balance, card: str) -> None:
    """Print what was found as tables."""
    console = Console(markup=False, highlight=False)
    for answer in found.results.answers:
        if answer.question in ("wins_by_character", "wins_by_side", "length_in_rounds"):
            rows = _table(worded(READER, answer.title), ("", "mean", "95 % between", "counted"))
            for figure in answer.figures:
                share = 100 if answer.unit == "share" else 1
                between = _between(figure.low * share, figure.high * share)
                rows.add_row(worded(READER, figure.name), number(figure.value * share), between, str(figure.count))
            console.print(rows)
    rows = _table(worded(READER, "Cards"), COLUMNS)
    for one in found.cards:
        counts = (str(one.games), number(one.met), str(one.kept), str(one.kills))
        rows.add_row(one.name, *counts, _effect(one.winning, 100), _effect(one.length, 1))
    console.print(rows)
    if found.without:
        rows = _table(worded(READER, "With {card} less without it", card=card), ("", "more", "95 % between"))
        for figure in found.without:
            rows.add_row(worded(READER, figure.name), number(figure.value), _between(figure.low, figure.high))
        console.print(rows)
    echo("What keeping a card goes with is no proof of what it does; `--card` plays the same seeds without it.")


def _table(title: str, columns: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left")
    for name in columns:
        first = not table.columns
        table.add_column(worded(READER, name), justify="left" if first else "right", no_wrap=first)
    return table


def _effect(effect: Effect | None, scale: int) -> str:
    """Return an effect with how far its interval reaches to either side; a dash where nothing can be said."""
    if effect is None:
        return "–"
    return f"{number(scale * effect.value)} ± {number(scale * (effect.high - effect.value))}"


def _between(low: float, high: float) -> str:
    return worded(READER, "{low} and {high}", low=number(low), high=number(high))


def number(value: float) -> str:
    """Return a number with one place behind the point, as the reader writes it."""
    return format_decimal(round(value, 1), format="0.0", locale=READER.language)
