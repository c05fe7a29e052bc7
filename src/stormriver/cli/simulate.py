"""`stormriver simulate`: many games of computer players, and their statistics."""

from __future__ import annotations

import csv
import io
import secrets
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import stormriver
from stormriver import players
from stormriver.api import usual_seats
from stormriver.cli.plugin import terminal_named
from stormriver.cli.setup import (
    AsJson,
    Options,
    Packs,
    Preset,
    options_of,
    packs_of,
    print_json,
    write_text,
)
from stormriver.kernel.errors import EngineError, StormriverError
from stormriver.kernel.game import Game
from stormriver.kernel.records import record_of
from stormriver.kernel.view import ONLOOKER
from stormriver.language.english import counted
from stormriver.language.ruleset import rulebook_of
from stormriver.language.source import end_with_hint
from stormriver.presentation.showing import presentation_of

QUICK = "random"
"""The player that looks at nothing, so that no view need be built for it."""

Chooser = Callable[[Game], int]


@dataclass
class Outcome:
    """How one game went."""

    seed: int
    seats: list[str]
    players: list[str]  # the kind of player in each seat
    began: list[str]  # the character or side each seat began with
    winners: list[str]  # the names of the winning seats
    played: list[str]  # what the winners played at the end, in the same order
    decisions: int
    turns: int
    rounds: int
    minutes: float  # the time it would have taken at a table
    finished: bool  # whether it ended before the cap


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("simulate")(simulate)


def simulate(
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 10,
    preset: Preset = "revised4",
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats", "-s", min=1, max=20, help="How many seats; 4 if nothing says, or the most there can be."
        ),
    ] = None,
    player: Annotated[
        str, typer.Option("--players", metavar="NAME[,NAME...]", help="Who plays: one for all seats, or one a seat.")
    ] = QUICK,
    option: Options = None,
    packs: Packs = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The seed of the first game; the others follow.")] = None,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Break a game off after so many decisions.")] = 20000,
    pace: Annotated[int, typer.Option("--pace", min=0, help="Seconds that people take for a turn.")] = 45,
    records: Annotated[Path | None, typer.Option("--records", help="Write a record of each game to a folder.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a line of CSV for each game.")] = False,
) -> None:
    """Let computer players play games against each other, and count who won and how long it took."""
    if as_json and as_csv:
        raise StormriverError("The results come as JSON or as CSV, not both.")
    options, added = options_of(option), packs_of(packs)
    kinds = seating(player, seats, usual_seats(preset, added))
    role = terminal_named(rulebook_of(preset)).role
    first = secrets.randbits(48) if seed is None else seed
    outcomes = []
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=as_json or as_csv or not console.is_terminal) as progress:
        for number in progress.track(range(games), description="Games"):
            game = stormriver.new_game(preset, len(kinds), first + number, options, added, log=records is not None)
            outcomes.append(play_out(game, kinds, first + number, cap, pace))
            if records is not None:
                write_text(records / f"{preset}-{first + number}.jsonl", record_of(game))
    if as_csv:
        typer.echo(as_lines([facts(outcome, role) for outcome in outcomes]), nl=False)
    elif as_json:
        setup = {"preset": preset, "options": options, "packs": added, "seed": first, "cap": cap, "pace": pace}
        results = [facts(outcome, role) for outcome in outcomes]
        print_json({**setup, **summary(outcomes, role), "results": results})
    else:
        show(outcomes, role, cap)


def seating(text: str, seats: int | None, usual: int) -> list[str]:
    """Return the kind of player in each seat.

    Args:
        text: kinds of players with commas between them; one for all seats, or one for each.
        seats: how many seats; None: as many as kinds are given, or the usual number if it is one.
        usual: that number.

    Raises:
        StormriverError: if a kind is not known, or their number does not fit.
    """
    kinds = [name.strip() for name in text.split(",")]
    for name in kinds:
        if name not in players.NAMES:
            raise StormriverError(f"No player is called {name!r}{end_with_hint(name, players.NAMES)}")
    if len(kinds) == 1:
        return kinds * (usual if seats is None else seats)
    if seats not in (None, len(kinds)):
        raise StormriverError(f"There are {seats} seats but {len(kinds)} players: {', '.join(kinds)}.")
    return kinds


def choosers(kinds: Sequence[str], seed: int) -> list[Chooser]:
    """Return for each seat the function that chooses the index of its answer in a game."""
    return [_chooser(kind, seat, seed) for seat, kind in enumerate(kinds)]


def _chooser(kind: str, seat: int, seed: int) -> Chooser:
    own = Random(f"{seed} {seat}").getrandbits(32)
    if kind == QUICK:
        return _random(Random(own).random)
    player = players.make(kind, own)

    def choose(game: Game) -> int:
        view = game.view(seat)
        assert view.ask is not None
        return int(view.ask.keys.index(player(view, view.ask)))

    return choose


def _random(draw: Callable[[], float]) -> Chooser:
    def choose(game: Game) -> int:
        assert game.state.ask is not None
        return int(draw() * len(game.state.ask.codes))

    return choose


def play_out(game: Game, kinds: Sequence[str], seed: int, cap: int, pace: int) -> Outcome:
    """Play a new game to its end, or to the cap.

    Args:
        game: a game at its first ask.
        kinds: the kind of player in each seat.
        seed: what the players' own chance comes from.
        cap: the most decisions, at least 1.
        pace: the seconds of a turn at a table.

    Raises:
        EngineError: if the engine or a player fails, with the seed and the decision.
    """
    choose = choosers(kinds, seed)
    began = roles(game)
    decisions = 0
    while (ask := game.state.ask) is not None and decisions < cap:
        try:
            game.play(choose[ask.seat](game))
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise EngineError(f"the game of seed {seed} stopped at decision {decisions + 1} with {told}") from error
        decisions += 1
        if game.state.turn <= 1 and "" in began:
            began = roles(game)
    turns = game.state.turn
    names = game.result
    last = dict(zip(game.table.seats, roles(game), strict=True))
    return Outcome(
        seed, list(game.table.seats), list(kinds), began, names, [last[name] for name in names], decisions, turns,
        -(-turns // len(kinds)), round(turns * pace / 60, 1), game.state.ask is None,
    )  # fmt: skip


def roles(game: Game) -> list[str]:
    """Return what each seat plays, a character or a side; an empty word where that is not settled."""
    showing = presentation_of(game.table)
    return [role or "" for role in showing.roles(showing.view_of(game, ONLOOKER), game)]


# results


def facts(outcome: Outcome, role: str) -> dict[str, Any]:
    """Return one result as plain data; what the winners played stands under the word for it, e.g. `characters`."""
    return {f"{role}s" if name == "played" else name: value for name, value in asdict(outcome).items()}


def summary(outcomes: Sequence[Outcome], role: str) -> dict[str, Any]:
    """Return the results in sum: wins by seat, by player and by what was played, and how long games were.

    Args:
        outcomes: at least one, all of one set-up.
        role: the word for what was played.
    """
    seats = [
        {"seat": seat, "player": kind, "wins": sum(seat in outcome.winners for outcome in outcomes)}
        for seat, kind in zip(outcomes[0].seats, outcomes[0].players, strict=True)
    ]
    names = sorted({name for o in outcomes for name in (*o.began, *o.played) if name})
    by_role = [
        {
            role: name,
            "begun": sum(outcome.began.count(name) for outcome in outcomes),
            "wins": sum(outcome.played.count(name) for outcome in outcomes),
        }
        for name in names
    ]
    return {
        "games": len(outcomes),
        "finished": sum(outcome.finished for outcome in outcomes),
        "seats_won": seats,
        f"{role}s": by_role,
        "length": {name: spread([getattr(o, name) for o in outcomes]) for name in ("rounds", "minutes", "decisions")},
    }


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return least, quarter, middle, three quarters and most of some numbers (at least one of them)."""
    ordered = sorted(values)
    quarters = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    marks = (ordered[0], *quarters, ordered[-1])
    names = ("least", "quarter", "middle", "three_quarters", "most")
    return {name: round(value, 1) for name, value in zip(names, marks, strict=True)}


def as_lines(results: Sequence[dict[str, Any]]) -> str:
    """Return a line of CSV for each result, after one with the names of the columns."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(results[0])
    for result in results:
        writer.writerow(" ".join(value) if isinstance(value, list) else value for value in result.values())
    return text.getvalue()


def show(outcomes: Sequence[Outcome], role: str, cap: int) -> None:
    """Print the results as tables."""
    console = Console()
    first, whole = outcomes[0].seed, summary(outcomes, role)
    games = counted(whole["games"], "game")
    console.print(f"{games} from seed {first}; {whole['finished']} ended within {cap} decisions.")
    console.print(_table("Winners by seat", whole["seats_won"], whole["games"]))
    console.print(_table(f"Winners by {role}", whole[f"{role}s"], None))
    lengths = Table(title="Length", title_justify="left")
    lengths.add_column("")
    for name in whole["length"]["rounds"]:
        lengths.add_column(name.replace("_", " "), justify="right")
    for name, numbers in whole["length"].items():
        lengths.add_row(name, *(f"{number:g}" for number in numbers.values()))
    console.print(lengths)


def _table(title: str, rows: list[dict[str, Any]], games: int | None) -> Table:
    """Return wins as a table; a share is of `games`, or of the games begun where None."""
    table = Table(title=title, title_justify="left")
    for name in rows[0] if rows else ():
        table.add_column(name, justify="left" if isinstance(rows[0][name], str) else "right")
    table.add_column("share", justify="right")
    for row in rows:
        of = row["begun"] if games is None else games
        table.add_row(*map(str, row.values()), f"{row['wins'] / of:.0%}" if of else "")
    return table
