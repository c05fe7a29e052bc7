"""Questions put to the rows of an experiment, each answered by figures with intervals; a new one is added here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from msgspec import Struct, field

from stormriver.kernel.facade import Game
from stormriver.lab.experiment import Experiment
from stormriver.lab.intervals import Interval, mean_interval, share_interval
from stormriver.lab.simulation import GameRow
from stormriver.language.ruleset import rulebook_of
from stormriver.presentation.registry import presentation_named

SHARE = "share"
"""The unit of shares from 0 to 1, which are shown in per cent."""
DIFFERENCE = "difference of shares"
"""The unit of differences of shares, which are shown in percentage points."""

BY_ROLE = {"character": "Wins by character", "side": "Wins by side"}
LENGTH = {"rounds": "Length in rounds", "minutes": "Length in minutes", "decisions": "Length in decisions"}


class Figure(Struct):
    """One number of an answer.

    Attributes:
        name: what it is about.
        value: the number; shares go from 0 to 1.
        low: where the true value begins with 95 % certainty.
        high: where it ends.
        count: how many games, or seats in games, it rests on.
    """

    name: str
    value: float
    low: float
    high: float
    count: int


class Answer(Struct):
    """What a question found.

    Attributes:
        question: its name.
        title: the heading; like the next it is English, and told in other languages where a catalogue has it.
        explained: what was counted, and how the interval comes about, in a sentence or two.
        unit: of the figures: `SHARE`, `DIFFERENCE`, or a noun in the plural.
        figures: in the order in which they are shown.
        expected: what each figure would be if all were alike, None where that says nothing.
        values: each game's own value, where their spread is worth showing.
        unfinished: how many of the games were broken off, so that their values would have been larger.
    """

    question: str
    title: str
    explained: str
    unit: str
    figures: list[Figure]
    expected: float | None = None
    values: list[float] = field(default_factory=list)
    unfinished: int = 0


Rows = Sequence[GameRow]


@dataclass(frozen=True)
class Question:
    """What can be asked of an experiment.

    Attributes:
        name: a word for it, used as a key.
        answer: from the experiment and all rows, in order, to what they say; None if there is nothing to say.
        observe: what is noted of each game at its end for `GameRow.observed`, as plain data; a function of a module,
            None if the rows say enough.
    """

    name: str
    answer: Callable[[Experiment, Rows], Answer | None]
    observe: Callable[[Game[Any]], Any] | None = None


Won = Iterable[tuple[int, str, bool]]
"""The seed, who, and whether they won, for each seat of each game."""


def _shares(won: Won) -> list[Figure]:
    """Return for each name the share that won, the largest first."""
    groups: dict[str, dict[int, tuple[float, int]]] = defaultdict(dict)
    for seed, name, success in won:
        wins, count = groups[name].get(seed, (0, 0))
        groups[name][seed] = (wins + success, count + 1)
    found = []
    for name, by_seed in groups.items():
        count = sum(number for _, number in by_seed.values())
        share = sum(wins for wins, _ in by_seed.values()) / count
        found.append(_figure(name, share, share_interval(by_seed), count))
    return sorted(found, key=lambda figure: (-figure.value, figure.name))


def _figure(name: str, value: float, interval: Interval, count: int) -> Figure:
    return Figure(name, round(value, 6), round(interval.low, 6), round(interval.high, 6), count)


def _mean_share(rows: Rows) -> float:
    """Return the share of seats that won, in all games together."""
    return sum(len(row.winners) for row in rows) / sum(len(row.seats) for row in rows)


def wins_by_seat(experiment: Experiment, rows: Rows) -> Answer:
    """How often each seat won."""
    won = [(row.seed, seat, seat in row.winners) for row in rows for seat in row.seats]
    by_name = {figure.name: figure for figure in _shares(won)}
    return Answer(
        "wins_by_seat",
        "Wins by seat",
        "The share of all games that the seat won. Intervals are Wilson's.",
        SHARE,
        [by_name[seat] for seat in rows[0].seats],
        _mean_share(rows),
    )


def wins_by_player(experiment: Experiment, rows: Rows) -> Answer | None:
    """How often a seat won in which a player of each kind sat; nothing if all are of one kind."""
    if len(set(experiment.players)) == 1:
        return None
    won = [
        (row.seed, player, seat in row.winners)
        for row in rows
        for seat, player in zip(row.seats, row.players, strict=True)
    ]
    return Answer(
        "wins_by_player",
        "Wins by player",
        "The share of seats with this player that won, counted over all games. Intervals are Wilson's, for as many"
        " seats as the games of one seed are worth.",
        SHARE,
        _shares(won),
        _mean_share(rows),
    )


def player_differences(experiment: Experiment, rows: Rows) -> Answer | None:
    """How much more often seats of one player won than those of another, by seed; nothing unless seats are paired."""
    if not experiment.paired:
        return None
    kinds = sorted(set(experiment.players))
    by_seed: dict[int, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for seat, player in zip(row.seats, row.players, strict=True):
            by_seed[row.seed][player].append(seat in row.winners)
    figures = []
    for one, other in combinations(kinds, 2):
        differences = [fmean(won[one]) - fmean(won[other]) for won in by_seed.values()]
        low, high = mean_interval(differences)
        within = Interval(max(-1.0, low), min(1.0, high))
        figures.append(_figure(f"{one} − {other}", fmean(differences), within, len(differences)))
    return Answer(
        "player_differences",
        "Players compared within each seed",
        "The share of seats won by one player less that of the other in the games of the same seed, in which both"
        " sat in the same seats; the mean over all seeds, which is what is counted. Intervals are Student's.",
        DIFFERENCE,
        figures,
        0.0,
    )


def wins_by_role(experiment: Experiment, rows: Rows) -> Answer | None:
    """How often those won who began with each character, or as each side; nothing if nobody began as anything."""
    word = role_word(experiment)
    won = [
        (row.seed, role, seat in row.winners)
        for row in rows
        for seat, role in zip(row.seats, row.began, strict=True)
        if role
    ]
    if not won:
        return None
    return Answer(
        f"wins_by_{word}",
        BY_ROLE.get(word, f"Wins by {word}"),
        "The share of games that were won by whoever had begun as what is named, also where they ended as something"
        " else. Intervals are Wilson's, for as many games as those of one seed are worth. Of many intervals one in"
        " twenty misses, so look twice at an odd one out.",
        SHARE,
        _shares(won),
        _mean_share(rows),
    )


def length_in_rounds(experiment: Experiment, rows: Rows) -> Answer:
    """How many rounds a game took."""
    return _length("rounds", rows, [row.rounds for row in rows])


def length_in_minutes(experiment: Experiment, rows: Rows) -> Answer:
    """How many minutes a game would take at a table."""
    return _length("minutes", rows, [row.minutes(experiment.pace) for row in rows])


def length_in_decisions(experiment: Experiment, rows: Rows) -> Answer:
    """How many decisions a game took."""
    return _length("decisions", rows, [row.decisions for row in rows])


def _length(unit: str, rows: Rows, values: Sequence[float]) -> Answer:
    by_seed: dict[int, list[float]] = defaultdict(list)
    for row, value in zip(rows, values, strict=True):
        by_seed[row.seed].append(value)
    interval = mean_interval([fmean(games) for games in by_seed.values()])
    unfinished = sum(not row.finished for row in rows)
    return Answer(
        f"length_in_{unit}",
        LENGTH[unit],
        "The length of each game, and the mean. Its interval is Student's, over the seeds.",
        unit,
        [_figure("mean", fmean(values), interval, len(values))],
        None,
        [float(value) for value in values],
        unfinished,
    )


def role_word(experiment: Experiment) -> str:
    """Return the word for what a seat plays: `character`, `side`, or `seat` where there is nothing else."""
    return presentation_named(rulebook_of(experiment.preset)).role


STANDARD = (
    Question("wins_by_seat", wins_by_seat),
    Question("wins_by_player", wins_by_player),
    Question("player_differences", player_differences),
    Question("wins_by_role", wins_by_role),
    Question("length_in_rounds", length_in_rounds),
    Question("length_in_minutes", length_in_minutes),
    Question("length_in_decisions", length_in_decisions),
)
"""What is asked of every experiment."""
