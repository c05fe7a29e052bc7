"""The report of an experiment is one file that needs nothing beside it, and its charts say what was found."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from stormriver.kernel.errors import StormriverError
from stormriver.lab import Answer, Experiment, Figure, Results, run
from stormriver.lab.charts import bin_edges, histogram, interval_chart, ticks, told
from stormriver.lab.report import MOST_BYTES, check_place, report, write_report
from stormriver.lab.runner import answers
from stormriver.lab.statistics import STANDARD

PAIRED = Experiment(players=("steady", "random"), seed=1, games=3, paired=True, options={"last_round": 3})
WHEN = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def results() -> Results:
    return run(PAIRED)


class Outside(HTMLParser):
    """Collects what a page would fetch, and the elements that are left open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and what it refers to."""
        if tag in ("script", "link", "img", "iframe", "object", "base"):
            self.fetched.append(tag)
        self.fetched += [
            str(value) for name, value in attrs if name in ("src", "href", "xlink:href", "style", "onload")
        ]
        self.open += [tag] if tag != "meta" else []

    def handle_endtag(self, tag: str) -> None:
        """Note the end of the innermost element; ValueError if it is another one."""
        self.open.reverse()
        self.open.remove(tag)
        self.open.reverse()


def outside(page: str) -> list[str]:
    """Return what a page would fetch from elsewhere or run."""
    return [*Outside(page).fetched, *re.findall(r"@import|url\(", page)]


@pytest.mark.slow
def test_the_report_needs_nothing_beside_it_and_is_small(results: Results) -> None:
    page = report(results, "stormriver simulate", WHEN)
    assert outside(page) == []
    assert Outside(page).open == []
    assert len(page.encode()) < MOST_BYTES
    assert "prefers-color-scheme: dark" in page
    assert outside(page.replace("<h1>", '<img src="https://example.org/a.png"><h1>')) != []


def test_the_report_says_what_was_played_how_when_and_by_which_command(results: Results) -> None:
    page = report(results, "stormriver simulate --games 3 -o 'odd=<&>'", WHEN)
    for said in (
        "6 games of Revised 4th Edition", "Each of 3 seeds was played 2 times", "in 95 of 100 such experiments",
        "stormriver simulate --games 3 -o &#x27;odd=&lt;&amp;&gt;&#x27;", "2026-11-22 12:00 UTC by Stormriver",
        "<td>1 to 3</td>", "<td>last_round=3</td>", results.experiment.id,
    ):  # fmt: skip
        assert said in page
    for answer in results.answers:
        assert f"<h2>{answer.title}</h2>" in page
    assert "Experiment(preset=" in report(results, "", WHEN)


@pytest.mark.slow
def test_the_largest_report_stays_small(results: Results) -> None:
    """Ten thousand seeds, a player of its own kind in each of six seats, and a hundred characters."""
    rows = [
        msgspec.structs.replace(row, seed=seed, began=[f"character_{seed % 100}", f"character_{seed % 99}"])
        for seed in range(10_000)
        for row in results.rows[:2]
    ]
    asked = msgspec.structs.replace(PAIRED, games=10_000, seed=0)
    many = Results(asked, rows, answers(asked, rows, STANDARD))
    assert len(report(many, "", WHEN).encode()) < MOST_BYTES


def test_a_report_says_where_it_cannot_be_written(results: Results, tmp_path: Path) -> None:
    write_report(results, tmp_path / "new" / "report.html")
    assert (tmp_path / "new" / "report.html").stat().st_size > 5_000
    with pytest.raises(StormriverError, match="new cannot be written: is a directory"):
        check_place(tmp_path / "new")
    with pytest.raises(StormriverError, match="cannot be written"):
        check_place(tmp_path / "new" / "report.html" / "within.html")


# charts


def shown(svg: str) -> list[str]:
    """Return the texts of a picture, in order; it must be sound XML."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("text")]


def answer(unit: str, figures: list[Figure], expected: float | None = None, values: tuple[float, ...] = ()) -> Answer:
    """Return an answer to be drawn."""
    return Answer("one", "One", "", unit, figures, expected, list(values))


def test_a_chart_of_intervals_has_a_row_for_each_figure_within_its_axis() -> None:
    drawn = interval_chart(answer("share", [Figure("a < b", 0.25, 0.2, 0.31, 10), Figure("c", 1, 0.9, 1, 10)], 0.5))
    assert {"a < b", "c", "if all were alike", "25.0 % (20.0 to 31.0)", "0 %", "100 %"} <= set(shown(drawn))
    picture = ElementTree.fromstring(drawn)
    places = [float(line.get(end, "0")) for line in picture.iter("line") for end in ("x1", "x2")]
    first, last = picture.iter("circle")
    whisker = next(line for line in picture.iter("line") if line.get("class") == "whisker")
    low, high = (float(whisker.get(end, "0")) for end in ("x1", "x2"))
    assert low < float(first.get("cx", "0")) < high < float(last.get("cx", "0")) <= max(places) < 760


@pytest.mark.parametrize("unit", ["share", "difference of shares"])
def test_a_chart_of_one_point_can_be_drawn(unit: str) -> None:
    assert "only" in shown(interval_chart(answer(unit, [Figure("only", 0, 0, 0, 1)], 0)))


def bars(svg: str) -> list[str]:
    """Return what the bars of a histogram say when pointed at."""
    return [group.findtext("title") or "" for group in ElementTree.fromstring(svg).iter("g")]


def test_a_histogram_counts_every_game_once() -> None:
    drawn = histogram(answer("rounds", [], None, (3, 3, 4, 6)))
    assert bars(drawn) == ["0 to 4 rounds: 3 games", "5 to 9 rounds: 1 game"]
    assert "median 3.5, mean 4.0" in shown(drawn)


@pytest.mark.parametrize("values", [(5.0,), (5.0, 5.0), (0.0, 0.0), (1.5, 2.25, 9.75), tuple(range(5000)), (1, 10**6)])
def test_bins_hold_all_values_and_are_few(values: tuple[float, ...]) -> None:
    edges = bin_edges(values)
    assert edges[0] <= min(values) and max(values) <= edges[-1]
    assert 2 <= len(edges) <= 45
    counts = [
        int(bar.split(": ")[1].split()[0].replace(",", ""))
        for bar in bars(histogram(answer("rounds", [], None, values)))
    ]
    assert sum(counts) == len(values)


def test_ticks_are_round_and_within_bounds() -> None:
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(-61, 3) == [-60, -40, -20, 0]
    assert ticks(0.5, 3.5, whole=True) == [1, 2, 3]


def test_numbers_are_told_with_their_units() -> None:
    assert [told(0.1234, "share"), told(-0.05, "difference of shares"), told(0.05, "difference of shares")] == [
        "12.3 %", "−5.0", "+5.0",
    ]  # fmt: skip
    assert [told(12.34, "rounds"), told(12345.6, "decisions")] == ["12.3", "12,346"]


def test_the_report_is_written_in_the_reader_s_language(results: Results) -> None:
    page = report(results, "stormriver simulate", WHEN, "de")
    assert (
        '<html lang="de">' in page and "<h2>Siege nach Spieler</h2>" in page and " 95 von 100 solchen Versuchen" in page
    )
    english = re.findall(
        r"[^<>]*\b(?:the|of|games|seeds|seats|share|mean)\b[^<>]*",
        re.sub(r"<style>.*</style>", "", page, flags=re.DOTALL),
    )
    assert english == []


def test_a_report_says_how_many_games_were_broken_off(results: Results) -> None:
    cut = Results(
        results.experiment, results.rows, [msgspec.structs.replace(one, unfinished=2) for one in results.answers]
    )
    assert "which would have been longer: 2." in report(cut, "", WHEN)
    assert "die länger gedauert hätten: 2." in report(cut, "", WHEN, "de")
    assert "longer: " not in report(results, "", WHEN)
