"""The report of an experiment: one HTML file with charts and tables, which needs nothing beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime
from html import escape
from pathlib import Path
from statistics import median

from stormriver import __version__
from stormriver.kernel.errors import unwritable
from stormriver.lab.charts import histogram, interval_chart, told
from stormriver.lab.questions import Answer
from stormriver.lab.runner import Results
from stormriver.language.english import counted
from stormriver.language.ruleset import read_preset

STYLE = Path(__file__).with_name("report.css")
MOST_BYTES = 1_000_000
INTERVALS = (
    "An interval is given behind each number: in 95 of 100 such experiments it holds the true value, which endlessly"
    " many games would show."
)


def write_report(results: Results, path: Path | str, command: str = "") -> None:
    """Write the report of an experiment to a file.

    Args:
        results: what was found.
        path: the file, which is written anew; its folder is made.
        command: what makes the same games again; if empty, the experiment as it is written in Python.

    Raises:
        StormriverError: if it cannot be written.
    """
    check_place(path)
    try:
        Path(path).write_text(report(results, command, datetime.now().astimezone()), encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None


def check_place(path: Path | str) -> None:
    """Refuse a place where no file can be written, best before the games are played; its folder is made.

    Raises:
        StormriverError: with what is in the way.
    """
    place = Path(path)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            raise IsADirectoryError(None, "is a directory")
        if not os.access(place if place.exists() else place.parent, os.W_OK):
            raise PermissionError(None, "permission denied")
    except OSError as error:
        raise unwritable(path, error) from None


def report(results: Results, command: str, when: datetime) -> str:
    """Return the report as HTML.

    Args:
        results: what was found.
        command: what makes the same games again; if empty, the experiment as it is written in Python.
        when: the date and time that it bears.
    """
    asked = results.experiment
    title = f"{counted(len(results.rows), 'game')} of {_rulebook(asked.preset)}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_players(results))} {escape(INTERVALS)}</p>",
        _tiles(results),
        *(_section(answer) for answer in results.answers),
        _set_up(results, command or repr(asked), when),
    ]
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'"  # so that the browser too sees to it that nothing is fetched
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _rulebook(preset: str) -> str:
    return read_preset(preset).mapping()["name"].text()


def _players(results: Results) -> str:
    asked = results.experiment
    if len(set(asked.players)) == 1:
        return f"All {len(asked.players)} players were {asked.players[0]!r}, and each game had a seed of its own."
    who = ", ".join(asked.players)
    if asked.paired:
        times = len(asked.seatings)
        return (
            f"The players were {who}. Each of {asked.games:,} seeds was played {times} times, with the players moved on"
            " by a seat each time, so that all met the same chance in the same seats."
        )
    return f"The players were {who}, in this order of seats, and each game had a seed of its own."


def _tiles(results: Results) -> str:
    """Return the few numbers that everybody looks for first."""
    rows, asked = results.rows, results.experiment
    numbers = {
        "games": f"{len(rows):,}",
        "seeds": f"{asked.games:,}",
        f"ended within {asked.cap:,} decisions": f"{sum(row.finished for row in rows) / len(rows):.0%}",
        "rounds in the median game": f"{median(row.rounds for row in rows):,g}",
        "minutes at a table in the median game": f"{median(row.minutes(asked.pace) for row in rows):,.0f}",
    }
    tiles = "".join(f"<div><dt>{escape(name)}</dt><dd>{number}</dd></div>" for name, number in numbers.items())
    return f'<dl class="tiles">{tiles}</dl>'


def _section(answer: Answer) -> str:
    chart = histogram(answer) if answer.values else interval_chart(answer)
    heading = f"<h2>{escape(answer.title)}</h2>\n<p>{escape(answer.explained)}</p>"
    return f'<section>\n{heading}\n<div class="chart">{chart}</div>\n{_numbers(answer)}\n</section>'


def _numbers(answer: Answer) -> str:
    """Return the figures as a table; open where the chart does not tell them."""
    rows: Iterable[list[str | int]] = (
        [figure.name, *(told(number, answer.unit) for number in (figure.value, figure.low, figure.high)), figure.count]
        for figure in answer.figures
    )
    table = _table(["", answer.unit, "from", "to", "counted"], rows)
    return f"<details{' open' if answer.values else ''}><summary>The numbers</summary>{table}</details>"


def _table(heads: list[str], rows: Iterable[list[str | int]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr><th>{escape(str(name))}</th>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
        for name, *cells in rows
    )
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _set_up(results: Results, command: str, when: datetime) -> str:
    """Return what is needed to make the same games again."""
    asked = results.experiment
    facts = {
        "rulebook": f"{_rulebook(asked.preset)} ({asked.preset})",
        "options": ", ".join(f"{name}={value}" for name, value in asked.options.items()) or "the defaults",
        "packs": ", ".join(Path(pack).resolve().name for pack in asked.packs) or "none beside the rulebook's own",
        "players": ", ".join(asked.players),
        "seeds": f"{asked.seeds[0]} to {asked.seeds[-1]}",
        "broken off after": f"{asked.cap:,} decisions",
        "pace": f"{asked.pace} seconds a turn, a guess at how long people take",
        "made": f"{when:%Y-%m-%d %H:%M %Z} by Stormriver {__version__}",
        "experiment": asked.id,
    }
    rows = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in facts.items())
    return (
        "<section>\n<h2>How these games were made</h2>\n"
        f'<div class="table"><table class="facts"><tbody>{rows}</tbody></table></div>\n'
        "<p>This makes them again, the same to the last die:</p>\n"
        f"<pre><code>{escape(command)}</code></pre>\n</section>"
    )
