"""`stormriver simulate`: many games of computer players by the lab, and their statistics."""

from __future__ import annotations

import csv
import io
import secrets
import shlex
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stormriver.api import usual_seats
from stormriver.cli import completions
from stormriver.cli.game_setup import (
    AsJson,
    Options,
    Packs,
    Preset,
    options_of,
    packs_of,
    print_json,
)
from stormriver.cli.reader_language import READER
from stormriver.cli.streams import INTERRUPTED, say
from stormriver.cli.wording import worded
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.translatable import Translatable, plural
from stormriver.lab.charts import number, told
from stormriver.lab.experiment import Experiment
from stormriver.lab.ray_cluster import RayCluster
from stormriver.lab.report import check_place, write_report
from stormriver.lab.rows import RowFile, first_seed
from stormriver.lab.runner import BrokenOff, Results, run
from stormriver.lab.simulation import QUICK, GameRow
from stormriver.lab.statistics import SHARE, Answer, role_word
from stormriver.lab.work import Tell

PLACES = {
    "least": "least", "quarter": "quarter", "middle": "middle", "three_quarters": "three quarters", "most": "most"
}  # fmt: skip
"""How the lengths of games are spread, and what that is called."""
COMPARED = ("wins_by_player", "player_differences")
"""The questions whose answers are printed as they are."""

Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games, or seeds with --paired.")]
Seats = Annotated[
    int | None,
    typer.Option("--seats", "-s", min=1, max=20, help="How many seats; 4 if nothing says, or the most there can be."),
]
Seating = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="NAME[,NAME...]",
        help="Who plays: one for all seats, or one a seat.",
        autocompletion=completions.players,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The seed of the first game; the others follow.")]
Cap = Annotated[int, typer.Option("--cap", min=1, help="Break a game off after so many decisions.")]
Pace = Annotated[int, typer.Option("--pace", min=0, help="Seconds that people take for a turn.")]
Paired = Annotated[
    bool, typer.Option("--paired", help="Play each seed with every player in every seat, to compare players.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=1000, help="How many processes play; 1 if nothing says.")
]
Ray = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: its address, auto, or local.")
]
SaveTo = Annotated[
    Path | None, typer.Option("--save", help="Keep what is done in a file, and go on with it if it is there.")
]
RecordsTo = Annotated[Path | None, typer.Option("--records", help="Write a record of each game to a folder.")]
ReportTo = Annotated[Path | None, typer.Option("--report", help="Write a report with charts as HTML.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print a line of CSV for each game.")]


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("simulate")(simulate)


def simulate(
    games: Games = 10,
    preset: Preset = "revised4",
    seats: Seats = None,
    player: Seating = QUICK,
    option: Options = None,
    packs: Packs = None,
    seed: Seed = None,
    cap: Cap = 20000,
    pace: Pace = 45,
    paired: Paired = False,
    workers: Workers = None,
    ray: Ray = None,
    save: SaveTo = None,
    records: RecordsTo = None,
    report: ReportTo = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let computer players play games against each other, and count who won and how long it took."""
    if as_json and as_csv:
        raise StormriverError("The results come as JSON or as CSV, not both.")
    options, added = options_of(option), packs_of(packs)
    kept = first_seed(save) if save is not None else None
    experiment = Experiment(
        preset=preset,
        players=tuple(seating(player, seats, usual_seats(preset, added))),
        seed=seed if seed is not None else secrets.randbits(48) if kept is None else kept,
        games=games,
        paired=paired,
        options={name: str(value) for name, value in options.items()},
        packs=tuple(added),
        cap=cap,
        pace=pace,
    )
    experiment.check()
    if report is not None:
        check_place(report)
    results = played(experiment, workers, ray, save, records, quiet=as_json or as_csv)
    if report is not None:
        write_report(results, report, command_of(experiment), READER.language)
    word = role_word(experiment)
    if as_csv:
        typer.echo(as_lines([facts(row, word, pace) for row in results.rows]), nl=False)
    elif as_json:
        print_json(as_data(results, word))
    else:
        show(results, word)


def seating(text: str, seats: int | None, usual: int) -> list[str]:
    """Return the kind of player in each seat.

    Args:
        text: kinds of players with commas between them; one for all seats, or one for each.
        seats: how many seats; None: as many as kinds are given, or the usual number if it is one.
        usual: that number.

    Raises:
        StormriverError: if their number does not fit.
    """
    kinds = [name.strip() for name in text.split(",")]
    if len(kinds) == 1:
        return kinds * (usual if seats is None else seats)
    if seats not in (None, len(kinds)):
        raise StormriverError(
            "There are {seats} seats but {number} players: {known}.",
            seats=seats,
            number=len(kinds),
            known=", ".join(kinds),
        )
    return kinds


def command_of(experiment: Experiment) -> str:
    """Return the command that plays the games of an experiment."""
    plain = Experiment()
    words = ["stormriver", "simulate", "--games", str(experiment.games), "--seed", str(experiment.seed)]
    words += ["--preset", experiment.preset, "--players", ",".join(experiment.players)]
    words += [word for name, value in experiment.options.items() for word in ("-o", f"{name}={value}")]
    words += [word for pack in experiment.packs for word in ("--packs", pack)]
    for name in ("cap", "pace"):
        if (value := getattr(experiment, name)) != getattr(plain, name):
            words += [f"--{name}", str(value)]
    if len(experiment.players) == 1:
        words += ["--seats", "1"]  # one name stands for all seats
    return shlex.join([*words, "--paired"] if experiment.paired else words)


# playing


def played(
    experiment: Experiment, workers: int | None, ray: str | None, save: Path | None, records: Path | None, quiet: bool
) -> Results:
    """Play an experiment with a progress bar; Ctrl-C keeps what is done, says how to go on and leaves.

    Args:
        experiment: what to play.
        workers: how many processes; None: one, or what the cluster has.
        ray: the address of a cluster, None for this machine.
        save: the file of rows, None for none.
        records: the folder of records, None for none.
        quiet: whether there is no progress bar.
    """
    with ExitStack() as stack:
        backend = stack.enter_context(RayCluster(ray, workers)) if ray is not None else None
        each, tell = stack.enter_context(progress(quiet))
        try:
            return run(
                experiment,
                workers=workers or 1,
                backend=backend,
                save=save,
                records=records,
                each=each,
                tell=tell,
            )
        except BrokenOff as left:
            stack.close()
            say(worded(READER, how_to_go_on(left, experiment)), err=True)
            raise typer.Exit(INTERRUPTED) from None


@contextmanager
def progress(quiet: bool) -> Iterator[tuple[Callable[[int, int], None], Tell]]:
    """Show a progress bar of seeds, and yield what is called at each and what says a sentence above it."""
    console = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)
    columns = (
        TextColumn(worded(READER, "Seeds")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as shown:
        bar = shown.add_task("", total=None)
        yield (
            lambda done, wanted: shown.update(bar, completed=done, total=wanted),
            lambda told: console.print(worded(READER, told)),
        )


def how_to_go_on(left: BrokenOff, experiment: Experiment) -> Translatable:
    """Keep what is done of a run that was broken off, and return the sentence about it."""
    if not left.done:
        return Translatable("Broken off before the first seed was done.")
    file = left.file
    if file is None:
        file = Path(f"stormriver-{experiment.id}.jsonl")
        rows = RowFile(file, experiment.identity())
        for seed, games in left.done.items():
            rows.add(seed, games)
    kept = "Broken off after {done} of {wanted} seeds, which are kept in {file}; the same command goes on there."
    if not left.file:
        kept = (
            "Broken off after {done} of {wanted} seeds, which are kept in {file};"
            " the same command with --save {file} goes on there."
        )
    return Translatable(kept, done=len(left.done), wanted=left.wanted, file=file)


# results


def facts(row: GameRow, role: str, pace: int) -> dict[str, Any]:
    """Return one result as plain data; what the winners played stands under the word for it, e.g. `characters`."""
    return {
        "seed": row.seed,
        "seats": row.seats,
        "players": row.players,
        "began": row.began,
        "winners": row.winners,
        f"{role}s": row.played,
        "decisions": row.decisions,
        "turns": row.turns,
        "rounds": row.rounds,
        "minutes": row.minutes(pace),
        "finished": row.finished,
    }


def as_data(results: Results, role: str) -> dict[str, Any]:
    """Return all results as plain data: the set-up, the sums, the answers with their intervals, and each game."""
    asked = results.experiment
    setup = {"preset": asked.preset, "options": asked.options, "packs": list(asked.packs), "seed": asked.seed}
    setup |= {"cap": asked.cap, "pace": asked.pace, "paired": asked.paired, "experiment": asked.id}
    rows = [facts(row, role, asked.pace) for row in results.rows]
    answers = {answer.question: msgspec.to_builtins(answer) for answer in results.answers}
    for answer in answers.values():
        del answer["question"], answer["values"], answer["unfinished"]  # they stand before it, and in the results
    return {**setup, **summary(results, role), "answers": answers, "results": rows}


def summary(results: Results, role: str) -> dict[str, Any]:
    """Return the results in sum: wins by seat and by what was played, and how long games were.

    Args:
        results: of at least one game.
        role: the word for what was played.
    """
    rows, asked = results.rows, results.experiment
    seats = [
        {
            "seat": seat,
            "player": "each in turn" if asked.paired else kind,
            "wins": sum(seat in r.winners for r in rows),
        }
        for seat, kind in zip(rows[0].seats, asked.players, strict=True)
    ]
    names = sorted({name for row in rows for name in (*row.began, *row.played) if name})
    by_role = [
        {
            role: name,
            "begun": sum(row.began.count(name) for row in rows),
            "wins": sum(row.played.count(name) for row in rows),
        }
        for name in names
    ]
    lengths: dict[str, Sequence[float]] = {
        "rounds": [row.rounds for row in rows],
        "minutes": [row.minutes(asked.pace) for row in rows],
        "decisions": [row.decisions for row in rows],
    }
    return {
        "games": len(rows),
        "finished": sum(row.finished for row in rows),
        "seats_won": seats,
        f"{role}s": by_role,
        "length": {name: spread(values) for name, values in lengths.items()},
    }


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return least, quarter, middle, three quarters and most of some numbers (at least one of them)."""
    ordered = sorted(values)
    quarters = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    marks = (ordered[0], *quarters, ordered[-1])
    return {name: round(value, 1) for name, value in zip(PLACES, marks, strict=True)}


def as_lines(results: Sequence[dict[str, Any]]) -> str:
    """Return a line of CSV for each result, after one with the names of the columns."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(results[0])
    for result in results:
        writer.writerow(" ".join(value) if isinstance(value, list) else value for value in result.values())
    return text.getvalue()


def show(results: Results, role: str) -> None:
    """Print the results as tables."""
    console = Console()
    asked, whole = results.experiment, summary(results, role)
    facts = {"games": plural(whole["games"], "{number} game", "{number} games"), "seed": asked.seed}
    facts |= {"ended": whole["finished"], "cap": asked.cap}
    told = Translatable("{games} from seed {seed}; {ended} ended within {cap} decisions.", **facts)
    if asked.paired:
        paired = "{games} from seed {seed}, {each} of each seed; {ended} ended within {cap} decisions."
        told = Translatable(paired, each=len(asked.seatings), **facts)
    console.print(worded(READER, told))
    console.print(_table(Translatable("Winners by seat"), whole["seats_won"], whole["games"]))
    for answer in results.answers:
        if answer.question in COMPARED:
            console.print(_answer(answer))
    console.print(_table(Translatable("Winners by {role}", role=Translatable(role)), whole[f"{role}s"], None))
    lengths = Table(title=worded(READER, "Length"), title_justify="left")
    lengths.add_column("")
    for name in whole["length"]["rounds"]:
        lengths.add_column(worded(READER, PLACES[name]), justify="right")
    for name, numbers in whole["length"].items():
        lengths.add_row(worded(READER, name), *(number(value, language=READER.language) for value in numbers.values()))
    console.print(lengths)


def _answer(answer: Answer) -> Table:
    """Return an answer as a table, with its intervals."""
    table = Table(title=worded(READER, answer.title), title_justify="left")
    table.add_column(worded(READER, "player"))
    for name in ("counted", "share" if answer.unit == SHARE else "points more", "95 % between"):
        table.add_column(worded(READER, name), justify="right")
    for figure in answer.figures:
        ends = (figure.value, figure.low, figure.high)
        value, low, high = (told(end, answer.unit, READER.language) for end in ends)
        between = worded(READER, "{low} and {high}", low=low, high=high)
        table.add_row(worded(READER, figure.name), f"{figure.count}", value, between)
    return table


def _table(title: Translatable, rows: list[dict[str, Any]], games: int | None) -> Table:
    """Return wins as a table; a share is of `games`, or of the games begun where None."""
    table = Table(title=worded(READER, title), title_justify="left")
    for name in rows[0] if rows else ():
        table.add_column(worded(READER, name), justify="left" if isinstance(rows[0][name], str) else "right")
    table.add_column(worded(READER, "share"), justify="right")
    for row in rows:
        of = row["begun"] if games is None else games
        table.add_row(
            *(worded(READER, value) if isinstance(value, str) else str(value) for value in row.values()),
            f"{row['wins'] / of:.0%}" if of else "",
        )
    return table
