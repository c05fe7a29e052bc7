"""How a game went, at the terminal."""

from __future__ import annotations

import pytest

from stormriver.cli.screen import course
from stormriver.presentation.facts import Course, Timeline, TurningPoint


class Reader:
    """Somebody who reads English."""

    language = "en"


@pytest.mark.parametrize(
    ("values", "most", "width", "bars"),
    [((0, 7, 14), 14, 9, "▁▄█"), ((0, 0), 0, 9, "▁▁"), (range(9), 8, 3, "▁▄█"), ((), 3, 9, "")],
)
def test_values_are_drawn_as_bars_no_wider_than_there_is_room(values: range, most: int, width: int, bars: str) -> None:
    assert course.sparkline(values, most, width) == bars


def test_the_course_of_a_game_has_curves_sums_luck_and_turning_points() -> None:
    ann = Course(0, "Ann", (), {"strength": (3, 5)}, {"won": 2}, dice=4, pips=16, expected=14)
    ben = Course(1, "Ben", (), {"strength": (3, 3)}, {})
    line = Timeline(2, (ann, ben), (TurningPoint(7, 3, "FightWon", 0, "Ann 9 : 7 Bear", "bear"),))
    lines = [row.plain.rstrip() for row in course.page(Reader(), line, 60)]
    assert [row for row in lines if row.startswith(("Ann  ", "Ben  "))] == [
        "Ann          ▅█ 5",
        "Ben          ▅▅ 3",
    ]
    sums = [row.split() for row in lines]
    assert ["Fights", "won", "2", "0"] in sums and ["Luck", "a", "die", "+0.50", "-"] in sums
    assert lines[-1] == "Turn 3  Ann 9 : 7 Bear"
