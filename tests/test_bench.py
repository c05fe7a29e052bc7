"""The bench counts what it says, tells what it measured, and judges rightly; how fast anything is, no test asserts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from support.documents import ROOT, read

sys.path.insert(0, str(ROOT / "bench"))

import engines
import method
import run
import tables
from chart import chart
from contestants import CONTESTANTS, GAMES
from engines import Launch, digest
from figures import figures, median, ratio
from history import line_of
from method import APART, BATCH, SAMPLE_CAP, STATES, Course, Draw, Engine, Meter, Played, sample_states, serve
from targets import Target, judge, read_targets
from workers import Worker, WorkerFailed

LENGTH = 7
"""The real decisions of a game of the made-up engine; after each comes a forced ask."""


@pytest.fixture(autouse=True)
def uncollected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the rubbish of all other tests where it is: nothing is timed here."""
    monkeypatch.setattr(method.gc, "collect", lambda: 0)


@dataclass
class Stick:
    """A game in which a stick is notched, and what was done with it."""

    seed: int
    notches: int = 0


def notch(stick: Stick, draw: Draw, most: int) -> Played:
    made = 0
    while stick.notches < LENGTH:
        if made == most:
            return Played(made, made, False)
        draw()
        stick.notches += 1
        made += 1
    return Played(made, made, True)


@dataclass
class Calls:
    """What an engine was asked to do."""

    started: list[int]
    clones: int = 0
    answers: int = 0


def sticks(play: Callable[[Stick, Draw, int], Played] = notch, **more: Any) -> tuple[Engine[Stick], Calls]:
    """Return an engine of sticks, and the calls that are made to it."""
    calls = Calls([])

    def start(seed: int) -> Stick:
        calls.started.append(seed)
        return Stick(seed)

    def clone(stick: Stick) -> Stick:
        calls.clones += 1
        return replace(stick)

    def answer(stick: Stick, option: int) -> None:
        assert option in (0, 1)
        calls.answers += 1

    return Engine("sticks", "1", 2, start, play, clone, lambda stick: (0, 1), answer, **more), calls


def ticking() -> Callable[[], float]:
    """Return a clock that goes on by a second whenever it is looked at."""
    seconds = count()
    return lambda: float(next(seconds))


# the method


def test_play_counts_real_decisions_and_goes_on_where_it_stopped() -> None:
    engine, calls = sticks()
    meter = Meter(engine, ticking())
    assert meter.play(10) == {"count": 10, "seconds": 1.0, "forced": 10, "thinking": 0.0}
    assert (calls.started, meter.course.state.notches) == ([1, 2], 10 - LENGTH)
    meter.play(LENGTH - 1)
    assert (calls.started, meter.course.state.notches) == ([1, 2, 3], 2)


def test_an_engine_that_skips_forced_asks_has_no_count_of_them() -> None:
    engine, _ = sticks(skips_forced=True)
    assert Meter(engine, ticking()).play(3)["forced"] is None


def test_the_time_that_players_think_is_added_up() -> None:
    engine, _ = sticks(lambda stick, draw, most: replace(notch(stick, draw, most), thinking=0.25))
    assert Meter(engine, ticking()).play(2 * LENGTH)["thinking"] == 0.5


def test_a_game_is_left_at_the_cap() -> None:
    engine, calls = sticks()
    course = Course(engine, 1, cap=3)
    assert course.play_on(7).decisions == 7
    assert (calls.started, course.made) == ([1, 2, 3], 1)


def test_warming_up_tells_how_long_games_are_and_how_many_were_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, _ = sticks()
    assert method.warm_up(engine) == {"decisions_a_game": LENGTH, "capped_games": 0, "games": method.WARM_UP}
    monkeypatch.setattr(method, "CAP", 5)
    assert method.warm_up(engine) == {
        "decisions_a_game": 5,
        "capped_games": method.WARM_UP,
        "games": method.WARM_UP,
    }


def test_states_are_taken_before_real_choices_of_games_of_their_own() -> None:
    engine, _ = sticks()
    states = sample_states(engine)
    assert len(states) == STATES
    assert all(stick.notches < LENGTH and stick.seed >= method.SAMPLE_SEED for stick in states)
    assert len({stick.notches for stick in states}) == LENGTH  # from all stages of a game
    assert sample_states(engine) == states


def test_a_game_without_end_gives_few_of_the_states() -> None:
    def endless(stick: Stick, draw: Draw, most: int) -> Played:
        stick.notches += most
        return Played(most, 0, False)

    states = sample_states(sticks(endless)[0])
    assert max(stick.notches for stick in states) <= SAMPLE_CAP
    assert len({stick.seed for stick in states}) >= STATES * APART / 2 / SAMPLE_CAP / 2


def test_copies_and_answers_are_as_many_as_is_told() -> None:
    engine, calls = sticks()
    meter = Meter(engine, ticking())
    assert len(meter.states) == STATES
    calls.clones = 0
    assert meter.clone(3 * BATCH - 1) == {"count": 3 * BATCH, "seconds": 1.0}
    assert (calls.clones, calls.answers) == (3 * BATCH, 0)
    assert meter.answer(2 * BATCH) == {"count": 2 * BATCH, "seconds": 1.0}
    assert (calls.clones, calls.answers) == (5 * BATCH, 2 * BATCH)


def test_memory_is_that_of_the_copies_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, calls = sticks()
    meter = Meter(engine, ticking())
    assert meter.states
    calls.clones = 0
    monkeypatch.setattr(method, "resident", lambda: 1000 + 50 * calls.clones)
    assert meter.memory(2 * STATES) == {"count": 2 * STATES, "bytes": 50 * 2 * STATES}
    monkeypatch.setattr(method, "MOST_BYTES", 1)
    assert meter.memory(20 * STATES)["count"] == STATES


def test_a_worker_answers_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    serve(sticks(build="pure")[0], ["play 5\n", f"clone {BATCH}\n"])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0] == {"name": "sticks", "version": "1", "seats": 2, "build": "pure"}
    assert [one["count"] for one in told[1:]] == [5, BATCH]


# workers as processes

STAND_IN = """
import sys
print('{"name": "stand-in", "build": ""}', flush=True)
for line in sys.stdin:
    figure, count = line.split()
    if figure == "fall":
        sys.exit("no module of that name")
    print('{"count": %s, "seconds": %s}' % (count, int(count) / 1e6), flush=True)
"""


def test_a_worker_is_asked_and_says_why_it_fell() -> None:
    with Worker("stand-in", Launch([sys.executable, "-c", STAND_IN])) as worker:
        assert worker.told["name"] == "stand-in"
        assert worker.ask("play", 7)["count"] == 7
        assert worker.count_for("clone", 0.5) == 500_000  # a million of them a second
        with pytest.raises(WorkerFailed, match=r"^stand-in: no module of that name$"):
            worker.ask("fall")


def test_a_worker_that_cannot_begin_says_why() -> None:
    with pytest.raises(WorkerFailed, match=r"old: .*No module named 'no_such_module'"):
        Worker("old", Launch([sys.executable, "-c", "import no_such_module"]))


@pytest.mark.slow
@pytest.mark.parametrize("load", ["random", "steady"])
def test_the_worker_of_stormriver_plays_every_game(load: str) -> None:
    from worker_stormriver import engine

    for game, words in GAMES.items():
        given = dict(zip(words[::2], words[1::2], strict=True))
        packs = (given["--packs"],) if "--packs" in given else ()
        made = engine(given["--preset"], packs, int(given["--seats"]), load)
        played = Course(made, 1).play_on(5)
        assert played.decisions == 5, game
        assert (played.thinking > 0) == (load == "steady")


# what is made ready


def test_a_build_is_made_anew_when_a_source_has_changed(tmp_path: Path) -> None:
    one = tmp_path / "one.py"
    one.write_text("one = 1\n")
    before = digest([one], tmp_path, "3.11")
    assert digest([one], tmp_path, "3.11") == before
    assert digest([one], tmp_path, "3.12") != before
    one.write_text("one = 2\n")
    assert digest([one], tmp_path, "3.11") != before


def test_only_the_newest_builds_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUILDS", tmp_path / "builds")
    for number in range(engines.KEPT + 2):
        folder, there = engines.build_folder(f"build-{number}")
        assert not there
        folder.mkdir()
        engines.os.utime(folder, (number, number))
    assert {path.name for path in (tmp_path / "builds").iterdir()} == {f"build-{n}" for n in range(2, engines.KEPT + 2)}
    assert engines.build_folder("build-3")[1]


def test_the_sources_of_another_engine_have_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no sources of sts_lightspeed in that folder"):
        engines.sts_driver(tmp_path)


# figures and targets


def test_figures_are_rates_of_what_was_answered() -> None:
    play = {"count": 100, "seconds": 2.0, "forced": 300, "thinking": 0.0}
    assert figures({"play": play, "clone": {"count": 10, "seconds": 0.001}}) == {
        "decisions_per_second": 50,
        "all_decisions_per_second": 200,
        "clone_us": 100,
    }
    steady = figures({"play": {**play, "forced": None, "thinking": 1.0}})
    assert (steady["call_ms"], steady["all_decisions_per_second"]) == (10, None)


def rounds(*speeds: float | None) -> list[dict[str, float | None]]:
    """Return rounds of which only the decisions a second are known."""
    return [{"decisions_per_second": speed} for speed in speeds]


def test_ratios_are_taken_within_a_round() -> None:
    # The machine was ten times as slow in the second round, for both.
    assert ratio(rounds(200, 20, 220), rounds(100, 10, 10), "decisions_per_second") == 2
    assert ratio(rounds(200), rounds(None), "decisions_per_second") is None
    assert median(rounds(1, 9, 2), "decisions_per_second") == 2


@pytest.mark.parametrize(
    ("least", "most", "met"), [(10, None, True), (10.1, None, False), (None, 10, True), (None, 9.9, False)]
)
def test_targets_are_judged_either_way(least: float | None, most: float | None, met: bool) -> None:
    alone = Target("alone", "ours", "decisions_per_second", least=least, most=most)
    times = Target("times", "ours", "decisions_per_second", "theirs", least, most)
    measured = {"ours": rounds(10, 9, 11), "theirs": rounds(1, 0.9, 1.1)}
    assert [round(one.value, 9) for one in judge([alone, times], measured)] == [10, 10]
    assert judge([alone], measured)[0].met is met
    assert [one.target.says for one in judge([alone, times], {"ours": rounds(10)})] == ["alone"]


def test_a_target_has_one_bound() -> None:
    with pytest.raises(ValueError, match="either a least or a most"):
        Target("both", "ours", "clone_us", least=1, most=2)
    with pytest.raises(ValueError, match="either a least or a most"):
        Target("none", "ours", "clone_us")


def test_every_target_is_of_something_that_is_measured() -> None:
    every = read_targets()
    assert len(every) >= 10
    columns = {figure for _, figure, _ in tables.COLUMNS}
    for target in every:
        assert {target.of, target.against or target.of} <= set(CONTESTANTS)
        assert target.figure in columns


# what is told


def made_up(speeds: dict[str, float]) -> dict[str, Any]:
    """Return the results of a made-up run: for each contestant its decisions a second, in three rounds alike."""
    found = {}
    for name, speed in speeds.items():
        one = CONTESTANTS[name]
        medians: dict[str, float | None] = {"decisions_per_second": speed, "all_decisions_per_second": None}
        about: dict[str, Any] = {}
        if one.load == "steady":
            medians["call_ms"] = 1e3 / speed
        else:
            medians |= {"clone_us": 1.234, "answer_us": 5.6}
            about = {"decisions_a_game": 1100.3, "capped_games": 3, "games": 10, "kept_bytes": 5400.0}
        found[name] = {
            "engine": one.engine, "game": one.game, "build": one.build, "load": one.load, "version": "1.0", "seats": 4,
            **about, "medians": medians, "spread": 0.07, "rounds": [medians] * 3,
        }  # fmt: skip
    machine = {"python": "3.11.7", "system": "Linux", "cpu": "Some CPU", "cores": 2, "pinned": True}
    return {"date": "2026-11-23", "revision": "abc123", **machine, "rounds": 3, "seconds": 1.0, "contestants": found}


RESULTS = made_up(
    {"revised4-pure": 30_000, "revised4-compiled": 97_000, "catanatron": 9_000, "revised4-pure-steady": 500}
)


def test_the_page_tells_what_was_measured() -> None:
    page = tables.page(RESULTS)
    whole = made_up({"catanatron": 9_000})
    whole["contestants"]["catanatron"] |= {"capped_games": 0, "decisions_a_game": 48.4}
    assert "| stormriver 1.0 | revised4 | compiled | 4 | 97,000 | – | 1.23 | 5.6 | 5.4 | over 1,100 |" in page
    assert "| catanatron 1.0 | settlers | – | 4 | 9,000 | – |" in page
    assert "| revised4 | interpreted | 2.00 | 500 |" in page
    assert "times catanatron's | at least 10 | 10.78 | target met |" in page
    assert "compiled revised4, a clone, µs | at most 1.5 | 1.23 | target met |" in page
    assert "Measured 2026-11-23 at revision abc123: Python 3.11.7, Linux, Some CPU (2 cores), pinned" in page
    assert "some were cut off after 5,000." in page
    assert "| 48 |" in tables.page(whole) and "cut off" not in tables.page(whole)
    assert "at least 10 | 5.00 | target missed" in tables.page(
        made_up({"revised4-compiled": 45_000, "catanatron": 9_000})
    )


def test_a_run_is_kept_in_full_and_as_a_line_and_replaces_the_one_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RESULTS", "HISTORY", "PAGE", "CHART"):
        monkeypatch.setattr(run, name, tmp_path / name)
    run.PAGE.write_text(f"# Before\n{run.START}\nold\n{run.END}\nAfter\n")
    run.write(RESULTS)
    run.write(made_up({"catanatron": 1_234.5678}))
    page = run.PAGE.read_text()
    assert page.startswith("# Before\n") and page.endswith(f"{run.END}\nAfter\n")
    assert ("1,235" in page, "97,000" in page, "old" in page) == (True, False, False)
    assert json.loads(run.RESULTS.read_text()) == made_up({"catanatron": 1_234.5678})
    first, second = [json.loads(line) for line in run.HISTORY.read_text().splitlines()]
    assert first["medians"]["revised4-compiled"]["decisions_per_second"] == 97_000
    assert (second["date"], second["revision"], second["cpu"]) == ("2026-11-23", "abc123", "Some CPU")
    assert second["medians"] == {"catanatron": {"decisions_per_second": 1235, "clone_us": 1.234, "answer_us": 5.6}}


def test_a_page_without_markers_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing here\n")
    with pytest.raises(SystemExit, match="the markers"):
        tables.write_between(page, run.START, run.END, "text")
    assert page.read_text() == "nothing here\n"


def test_the_page_of_today_has_the_figures_of_the_run_that_is_kept() -> None:
    page = read("docs/performance/README.md").partition(run.START)[2].partition(run.END)[0]
    kept = json.loads(read("bench/results.json"))
    assert len(kept["contestants"]) >= 4
    assert f"Measured {kept['date']}" in page
    for one in kept["contestants"].values():
        assert f" {one['medians']['decisions_per_second']:,.0f} |" in page


def test_the_history_can_be_read_line_by_line() -> None:
    lines = [json.loads(line) for line in read("bench/history.jsonl").splitlines()]
    assert lines
    assert all(set(line_of(RESULTS)) <= set(line) and line["medians"] for line in lines)


def test_the_chart_shows_each_contestant_where_its_speed_stands() -> None:
    drawn = ElementTree.fromstring(chart(RESULTS))
    space = "{http://www.w3.org/2000/svg}"
    places = {
        str(circle.findtext(f"{space}title")): float(circle.attrib["cx"]) for circle in drawn.iter(f"{space}circle")
    }
    assert set(places) == {"pure 30,000", "compiled 97,000", "9,000"}
    assert places["9,000"] < places["pure 30,000"] < places["compiled 97,000"]
    written = [text.text for text in drawn.iter(f"{space}text")]
    assert {"stormriver, revised4", "catanatron, settlers", "10,000", "97,000"} <= set(written)
