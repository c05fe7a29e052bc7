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
from stormriver.kernel.translatable import Translatable
from stormriver.lab.charts import histogram, interval_chart, number, told
from stormriver.lab.runner import Results
from stormriver.lab.statistics import Answer
from stormriver.language.message import put
from stormriver.language.rendering import MODEL as USUAL
from stormriver.language.ruleset import read_preset
from stormriver.presentation.names import named_in

STYLE = Path(__file__).with_name("report.css")
MOST_BYTES = 1_000_000
INTERVALS = Translatable(
    "An interval is given behind each number: in 95 of 100 such experiments it holds the true value, which endlessly"
    " many games would show."
)


def write_report(results: Results, path: Path | str, command: str = "", language: str = USUAL) -> None:
    """Write the report of an experiment to a file.

    Args:
        results: what was found.
        path: the file, which is written anew; its folder is made.
        command: what makes the same games again; if empty, the experiment as it is written in Python.
        language: in which it is written, by its code.

    Raises:
        StormriverError: if it cannot be written.
    """
    check_place(path)
    try:
        Path(path).write_text(report(results, command, datetime.now().astimezone(), language), encoding="utf-8")
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


def report(results: Results, command: str, when: datetime, language: str = USUAL) -> str:
    """Return the report as HTML.

    Args:
        results: what was found.
        command: what makes the same games again; if empty, the experiment as it is written in Python.
        when: the date and time that it bears.
        language: in which it is written, by its code.
    """
    return _Report(results, command, when, language).page()


class _Report:
    """A report in a language."""

    def __init__(self, results: Results, command: str, when: datetime, language: str) -> None:
        self.results, self.asked = results, results.experiment
        self.command, self.when = command or repr(results.experiment), when
        self.language = language

    def page(self) -> str:
        """Return the whole page."""
        games = "{games} games of {rulebook}" if len(self.results.rows) != 1 else "1 game of {rulebook}"
        title = self.put(games, games=self.number(len(self.results.rows)), rulebook=self.rulebook())
        parts = [
            f"<h1>{title}</h1>",
            f"<p>{self.players()} {self.put(INTERVALS)}</p>",
            self.tiles(),
            *map(self.section, self.results.answers),
            self.set_up(),
        ]
        # The policy sees to it in the browser too that nothing is fetched.
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        return (
            f'<!doctype html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{title}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
            + "\n".join(parts)
            + "\n</body>\n</html>\n"
        )

    def put(self, text: str, /, **parts: object) -> str:
        """Return a text in the language, fit to stand in HTML."""
        return escape(put(text, self.language, **parts))

    def number(self, value: float) -> str:
        """Return a number as the language writes it."""
        return number(value, language=self.language)

    def rulebook(self) -> str:
        """Return the name of the rulebook."""
        name = read_preset(self.asked.preset).mapping()["name"].text()
        return named_in(self.language, "preset", self.asked.preset, name)

    def players(self) -> str:
        """Return who played, in which seats, and with which chance."""
        asked = self.asked
        if len(set(asked.players)) == 1:
            alike = "All {seats} players were {player!r}, and each game had a seed of its own."
            return self.put(alike, seats=len(asked.players), player=asked.players[0])
        who = ", ".join(asked.players)
        if not asked.paired:
            order = "The players were {who}, in this order of seats, and each game had a seed of its own."
            return self.put(order, who=who)
        paired = (
            "The players were {who}. Each of {seeds} seeds was played {times} times, with the players moved on by a"
            " seat each time, so that all met the same chance in the same seats."
        )
        return self.put(paired, who=who, seeds=self.number(asked.games), times=len(asked.seatings))

    def tiles(self) -> str:
        """Return the few numbers that everybody looks for first."""
        rows, asked = self.results.rows, self.asked
        ended = 100 * sum(row.finished for row in rows) / len(rows)
        numbers = {
            self.put("games"): self.number(len(rows)),
            self.put("seeds"): self.number(asked.games),
            self.put("ended within {cap} decisions", cap=self.number(asked.cap)): f"{self.number(round(ended))}%",
            self.put("rounds in the median game"): self.number(median(row.rounds for row in rows)),
            self.put("minutes at a table in the median game"): self.number(
                round(median(row.minutes(asked.pace) for row in rows))
            ),
        }
        tiles = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in numbers.items())
        return f'<dl class="tiles">{tiles}</dl>'

    def section(self, answer: Answer) -> str:
        """Return an answer with its chart and its numbers."""
        chart = (histogram if answer.values else interval_chart)(answer, self.language)
        explained = self.put(answer.explained)
        if answer.unfinished:
            cut = "Games broken off at the cap, which would have been longer: {number}."
            explained += f" {self.put(cut, number=self.number(answer.unfinished))}"
        heading = f"<h2>{self.put(answer.title)}</h2>\n<p>{explained}</p>"
        return f'<section>\n{heading}\n<div class="chart">{chart}</div>\n{self.numbers(answer)}\n</section>'

    def numbers(self, answer: Answer) -> str:
        """Return the figures as a table; open where the chart does not tell them."""
        heads = ["", self.put(answer.unit), self.put("from"), self.put("to"), self.put("counted")]
        rows = []
        for figure in answer.figures:
            ends = (told(value, answer.unit, self.language) for value in (figure.value, figure.low, figure.high))
            rows.append([self.put(figure.name), *ends, str(figure.count)])
        opened = " open" if answer.values else ""
        return f"<details{opened}><summary>{self.put('The numbers')}</summary>{_table(heads, rows)}</details>"

    def set_up(self) -> str:
        """Return what is needed to make the same games again."""
        asked = self.asked
        options = ", ".join(f"{name}={value}" for name, value in asked.options.items())
        packs = ", ".join(Path(pack).resolve().name for pack in asked.packs)
        made = "{when} by Stormriver {version}"
        facts = {
            "rulebook": f"{escape(self.rulebook())} ({asked.preset})",
            "options": escape(options) or self.put("the defaults"),
            "packs": escape(packs) or self.put("none beside the rulebook's own"),
            "players": escape(", ".join(asked.players)),
            "seeds": self.put("{low} to {high}", low=asked.seeds[0], high=asked.seeds[-1]),
            "broken off after": self.put("{number} decisions", number=self.number(asked.cap)),
            "pace": self.put("{pace} seconds a turn, a guess at how long people take", pace=asked.pace),
            "made": self.put(made, when=f"{self.when:%Y-%m-%d %H:%M %Z}", version=__version__),
            "experiment": asked.id,
        }
        rows = "".join(f"<tr><th>{self.put(name)}</th><td>{value}</td></tr>" for name, value in facts.items())
        return (
            f"<section>\n<h2>{self.put('How these games were made')}</h2>\n"
            f'<div class="table"><table class="facts"><tbody>{rows}</tbody></table></div>\n'
            f"<p>{self.put('This makes them again, the same to the last die:')}</p>\n"
            f"<pre><code>{escape(self.command)}</code></pre>\n</section>"
        )


def _table(heads: list[str], rows: Iterable[list[str]]) -> str:
    """Return a table, whose cells are HTML."""
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join(f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for name, *cells in rows)
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
