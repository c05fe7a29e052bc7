"""What the docs say of a run: its tables, the sentences below them, and what became of the targets; all in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from contestants import COMPILED, PURE, RANDOM, STEADY, STS
from figures import ratio
from method import CAP
from targets import judge, read_targets, verdict

Results = dict[str, Any]
BUILD_NAMES = {PURE: "interpreted", COMPILED: "compiled", "": "–"}

# column title, figure, digits after the point
COLUMNS = (
    ("decisions/s", "decisions_per_second", 0),
    ("forced counted", "all_decisions_per_second", 0),
    ("clone, µs", "clone_us", 2),
    ("clone + answer, µs", "answer_us", 1),
)


def page(results: Results) -> str:
    """All that stands between the markers of the page."""
    parts = [
        "![Decisions a second of each engine, on a logarithmic scale](../img/bench.svg)",
        random_table(results),
        *notes(results),
        steady_table(results),
        targets_table(results),
    ]
    return "\n\n".join(part for part in parts if part)


def random_table(results: Results) -> str:
    """All contestants under random play."""
    titles = ["engine", "game", "build", "seats", *(title for title, _, _ in COLUMNS)]
    titles += ["kept state, kB", "decisions a game"]
    rows = []
    for one in under(results, RANDOM):
        row = [f"{one['engine']} {one['version']}", one["game"], BUILD_NAMES[one["build"]], str(one["seats"])]
        row += [number(one["medians"].get(figure), digits) for _, figure, digits in COLUMNS]
        rows.append([*row, number(one["kept_bytes"] / 1e3, 1), length(one)])
    return markdown(titles, rows, 3)


def steady_table(results: Results) -> str:
    """What a call of steady costs, which is what a person waits for; empty if none was measured."""
    rows = [
        [one["game"], BUILD_NAMES[one["build"]], number(one["medians"]["call_ms"], 2)]
        + [number(one["medians"]["decisions_per_second"], 0)]
        for one in under(results, STEADY)
    ]
    table = markdown(["game, all seats steady", "build", "a call of steady, ms", "decisions/s"], rows, 2)
    return table if rows else ""


def targets_table(results: Results) -> str:
    """Which targets are met; empty if no contestant of theirs was measured."""
    rounds = {name: one["rounds"] for name, one in results["contestants"].items()}
    rows = [
        [one.target.says, one.target.wanted, number(one.value, 0 if one.value >= 1000 else 2), verdict(one.met)]
        for one in judge(read_targets(), rounds)
    ]
    return markdown(["target", "wanted", "measured", ""], rows, 1) if rows else ""


def notes(results: Results) -> list[str]:
    """The paragraphs below the table: where and how it was measured, and what else must be known."""
    contestants = results["contestants"]
    widest = max(one["spread"] for one in contestants.values())
    pinned = "pinned to one core" if results["pinned"] else "not pinned"
    lines = [
        f"Measured {results['date']} at revision {results['revision']}: Python {results['python']}, "
        f"{results['system']}, {results['cpu']} ({results['cores']} cores), {pinned}. Medians of {results['rounds']} "
        f"rounds, {results['seconds']:g} s of play in each; decisions/s differed by at most {widest:.0%} between the "
        "rounds of a contestant."
    ]
    if any(one.get("capped_games") for one in contestants.values()):
        lines.append(f"Where games are said to be over so many decisions long, some were cut off after {CAP:,}.")
    return [*lines, *summit(contestants)]


def summit(contestants: Results) -> list[str]:
    """How far away the summit of the field is, where it was measured."""
    mine = f"revised4-{COMPILED}"
    if STS not in contestants or mine not in contestants:
        return []
    times = ratio(contestants[STS]["rounds"], contestants[mine]["rounds"], "decisions_per_second")
    return [f"sts_lightspeed, written by hand in C++, makes {times:.1f} times the decisions of revised4 compiled."]


def under(results: Results, load: str) -> list[Results]:
    """The contestants under a load."""
    return [one for one in results["contestants"].values() if one["load"] == load]


def length(one: Results) -> str:
    """How long the games of a contestant are; more than the number, where some were cut off."""
    return ("over " if one["capped_games"] else "") + number(one["decisions_a_game"], 0)


def number(value: float | None, digits: int) -> str:
    """A figure as the tables show it; a dash for none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def markdown(titles: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    """A table, whose first columns, so many, are words and the others numbers."""
    rule = "|" + "---|" * words + "---:|" * (len(titles) - words)
    return "\n".join(["| " + " | ".join(titles) + " |", rule, *("| " + " | ".join(row) + " |" for row in rows)])


def write_between(path: Path, start: str, end: str, text: str) -> None:
    """Put a text between two markers of a page.

    Raises:
        SystemExit: if the page lacks one of them; it is left as it is.
    """
    page = path.read_text(encoding="utf-8")
    if start not in page or end not in page:
        raise SystemExit(f"{path.name}: the markers {start} and {end} are missing")
    before, rest = page.split(start, 1)
    after = rest.split(end, 1)[1]
    path.write_text(f"{before}{start}\n\n{text}\n\n{end}{after}", encoding="utf-8")
