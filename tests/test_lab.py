"""The lab plays what it is asked, whoever plays it and however often it is broken off, and its intervals are right."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from stormriver.cli.simulate import command_of
from stormriver.kernel.errors import EngineError, StormriverError
from stormriver.kernel.facade import Game
from stormriver.kernel.records import read_record
from stormriver.lab import STANDARD, Answer, BrokenOff, Experiment, Question, Results, run
from stormriver.lab import experiment as experiments
from stormriver.lab.intervals import mean_interval, share_interval, student, wilson
from stormriver.lab.processes import Processes
from stormriver.lab.ray_cluster import Pack, packs_of, play_seed
from stormriver.lab.simulation import GameRow
from stormriver.lab.work import MOST_LOSSES, Losses, Task
from support.in_german import assert_german

SHORT = Experiment(players=("random", "random"), seed=5, games=4, options={"last_round": 2})
MIXED = msgspec.structs.replace(SHORT, players=("steady", "random"), paired=True, games=2)

Changed = Callable[..., Experiment]


def changed(**values: Any) -> Experiment:
    """Return the short experiment with something changed."""
    return msgspec.structs.replace(SHORT, **values)


def ctrl_c_after(seeds: int) -> Callable[[int, int], None]:
    """Return what is called after each seed and presses Ctrl-C when so many are done."""

    def each(done: int, wanted: int) -> None:
        if done == seeds:
            raise KeyboardInterrupt

    return each


# what is asked


@pytest.mark.parametrize(
    "values",
    [{"seed": 6}, {"players": ("random",) * 3}, {"options": {"last_round": 3}}, {"cap": 9}, {"preset": "third"}],
)
def test_another_experiment_has_another_id(values: dict[str, Any]) -> None:
    assert changed(**values).id != SHORT.id


def test_more_seeds_and_options_written_otherwise_are_the_same_experiment() -> None:
    assert changed(games=99, pace=1, options={"last_round": "2"}).id == SHORT.id


def test_a_changed_program_plays_another_experiment(monkeypatch: pytest.MonkeyPatch) -> None:
    before = SHORT.id
    monkeypatch.setattr(experiments, "program_hash", lambda: "0")
    assert SHORT.id != before


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"players": ("steddy", "random")}, "did you mean 'steady'?"),
        ({"players": ("random",)}, "for 2 to 6 seats, not 1"),
        ({"games": 0}, "at least 1 seed"),
        ({"paired": True}, "Paired seats compare players, and here all are 'random'."),
        ({"options": {"last_rond": 3}}, "did you mean 'last_round'?"),
        ({"packs": ("nowhere",)}, "No pack is called 'nowhere'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StormriverError, match=sentence.replace("?", r"\?")) as refused:
        run(changed(**values))
    assert_german(refused.value)


def test_paired_seats_move_the_players_on_until_they_sit_as_before() -> None:
    three = changed(players=("steady", "random", "random"), paired=True)
    assert three.seatings == [
        ("steady", "random", "random"),
        ("random", "random", "steady"),
        ("random", "steady", "random"),
    ]
    assert len(changed(players=("steady", "random") * 2, paired=True).seatings) == 2


def test_a_command_plays_the_same_experiment() -> None:
    asked = changed(players=("steady", "random"), paired=True, options={"last_round": "2"}, cap=50, pace=3)
    assert command_of(asked) == (
        "stormriver simulate --games 4 --seed 5 --preset revised4 --players steady,random -o last_round=2"
        " --cap 50 --pace 3 --paired"
    )


# what is found


@pytest.mark.slow
def test_rows_are_sorted_by_seed_and_seating() -> None:
    rows = run(MIXED).rows
    assert [(row.seed, row.players) for row in rows] == [
        (seed, kinds) for seed in (5, 6) for kinds in (["steady", "random"], ["random", "steady"])
    ]


def test_a_game_depends_on_its_seed_alone() -> None:
    alone = [run(changed(seed=seed, games=1)).rows[0] for seed in range(5, 9)]
    assert alone == run(SHORT).rows


def row(seed: int, players: str, winners: str, rounds: int = 10) -> GameRow:
    """Return the row of a game between players whose kinds are single letters, as are the names of the seats."""
    seats = list("abcdef"[: len(players)])
    return GameRow(
        seed=seed, seats=seats, players=list(players), began=["elf", "", "", ""][: len(players)],
        winners=list(winners), played=[], decisions=5, turns=rounds * len(players), finished=True,
    )  # fmt: skip


def asked(question: str, experiment: Experiment, rows: list[GameRow]) -> Answer | None:
    """Return what a standard question finds in some rows."""
    return next(one for one in STANDARD if one.name == question).answer(experiment, rows)


def test_wins_are_counted_by_seat_player_and_character() -> None:
    experiment = Experiment(players=("x", "y"), paired=True)
    rows = [row(1, "xy", "a"), row(1, "yx", "b"), row(2, "xy", "b"), row(2, "yx", "")]
    by_seat = asked("wins_by_seat", experiment, rows)
    by_player = asked("wins_by_player", experiment, rows)
    by_role = asked("wins_by_role", experiment, rows)
    assert by_seat and by_player and by_role
    assert [(one.name, one.value, one.count) for one in by_seat.figures] == [("a", 0.25, 4), ("b", 0.5, 4)]
    assert [(one.name, one.value, one.count) for one in by_player.figures] == [("x", 0.5, 4), ("y", 0.25, 4)]
    assert [(one.name, one.value, one.count) for one in by_role.figures] == [("elf", 0.25, 4)]
    assert by_seat.expected == 3 / 8
    assert by_role.question == "wins_by_character"


def test_players_are_compared_within_each_seed() -> None:
    experiment = Experiment(players=("x", "y"), paired=True)
    rows = [row(1, "xy", "a"), row(1, "yx", "b"), row(2, "xy", "b"), row(2, "yx", "b")]
    found = asked("player_differences", experiment, rows)
    assert found
    figure = found.figures[0]
    assert (figure.name, figure.value, figure.count) == ("x − y", 0.5, 2)  # 1 of seed 1, and 0 of seed 2
    assert (figure.low, figure.high) == (-1, 1)
    assert asked("player_differences", Experiment(players=("x", "y")), rows) is None


def test_lengths_say_how_many_games_were_broken_off() -> None:
    rows = [row(1, "xx", "a", rounds=10), row(2, "xx", "b", rounds=20)]
    found = asked("length_in_rounds", SHORT, rows)
    assert found and (found.figures[0].value, found.values) == (15, [10, 20])
    assert not found.unfinished
    rows[1].finished = False
    cut = asked("length_in_rounds", SHORT, rows)
    assert cut and cut.unfinished == 1


def lives(game: Game) -> list[int]:
    """Return the lives that each seat has at the end: what a question of these tests observes."""
    return [seat.lives for seat in game.view(0).seats]


def test_a_question_can_note_something_of_each_game(tmp_path: Path) -> None:
    def most(experiment: Experiment, rows: Any) -> Answer:
        return Answer("lives", "Most lives", "", "rounds", [], None, [max(one.observed["lives"]) for one in rows])

    question = Question("lives", most, lives)
    found = run(SHORT, questions=[question], save=tmp_path / "rows.jsonl")
    assert max(found.answer("lives").values) >= 4
    assert run(SHORT, questions=[question], save=tmp_path / "rows.jsonl") == found
    with pytest.raises(StormriverError, match="observed was lives, not others"):
        run(SHORT, questions=[Question("others", most, lives)], save=tmp_path / "rows.jsonl")
    with pytest.raises(StormriverError, match="no answer to 'wins'; there are lives"):
        found.answer("wins")


@pytest.mark.slow
def test_records_are_kept_of_every_game(tmp_path: Path) -> None:
    run(MIXED, records=tmp_path / "games")
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"revised4-{seed}-{way}.jsonl" for seed in (5, 6) for way in (1, 2)]
    assert all(read_record(file.read_text()).answers for file in files)


# broken off, and gone on


def test_a_run_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "new" / "rows.jsonl"
    with pytest.raises(BrokenOff, match="after 2 of 4 seeds") as left:
        run(SHORT, save=file, each=ctrl_c_after(2))
    assert (list(left.value.done), left.value.file) == ([5, 6], file)
    counts: list[int] = []
    again = run(SHORT, save=file, each=lambda done, wanted: counts.append(done))
    assert counts == [2, 3, 4]
    assert again == run(SHORT)


def test_a_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    run(SHORT, save=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-30])
    counts: list[int] = []
    run(SHORT, save=file, each=lambda done, wanted: counts.append(done))
    assert counts[0] == 3
    assert file.read_bytes() == whole


def test_more_seeds_go_on_with_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    run(changed(games=2), save=file)
    counts: list[int] = []
    assert run(SHORT, save=file, each=lambda done, wanted: counts.append(done)) == run(SHORT)
    assert counts[0] == 2
    assert len(run(changed(games=1), save=file).rows) == 1
    assert len(file.read_text().splitlines()) == 5


@pytest.mark.slow
def test_the_file_of_another_experiment_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    run(SHORT, save=file)
    before = file.read_bytes()
    with pytest.raises(StormriverError, match="seed was 5, not 6; cap was 20000, not 9") as refused:
        run(changed(seed=6, cap=9), save=file)
    assert_german(refused.value)
    with pytest.raises(StormriverError, match=r"experiment: preset was revised4, not third\. Name another"):
        run(changed(preset="third"), save=file)
    monkeypatch.setattr(experiments, "program_hash", lambda: "0")
    with pytest.raises(StormriverError, match="the program has changed since"):
        run(SHORT, save=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["a letter to Ann\n", "{}\n", '{"format": "stormriver-lab-0", "experiment": {}}\n'])
def test_a_file_that_holds_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(text)
    with pytest.raises(StormriverError, match="holds no rows of an experiment"):
        run(SHORT, save=file)
    assert file.read_text() == text


def test_a_fault_of_the_engine_keeps_what_was_done_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    play = Task.play

    def fails(task: Task, seed: int) -> Any:
        if seed == 7:
            raise EngineError("the game of seed 7 stopped")
        return play(task, seed)

    monkeypatch.setattr(Task, "play", fails)
    with pytest.raises(EngineError, match="seed 7"):
        run(SHORT, save=file)
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()[1:]] == [5, 6]


# several workers


def die_once(game: Game) -> None:
    """Kill the process in which a game is played, but for the first time only: what a question here observes."""
    marker = Path(os.environ["STORMRIVER_TEST_MARKER"])
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def nothing(experiment: Experiment, rows: Any) -> None:
    """Answer nothing."""


@pytest.mark.slow
def test_results_are_the_same_however_many_workers_play_and_whatever_becomes_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "died"
    monkeypatch.setenv("STORMRIVER_TEST_MARKER", str(marker))
    questions = [*STANDARD, Question("die", nothing, die_once)]
    told: list[str] = []
    two = run(MIXED, questions=questions, workers=2, save=tmp_path / "two.jsonl", tell=told.append)
    assert marker.exists()
    assert told in (
        ["A worker process died while it played the seed 5; the seed is played again."],
        ["A worker process died while it played the seed 6; the seed is played again."],
    )
    one = run(MIXED, questions=questions, save=tmp_path / "one.jsonl")
    assert one == two
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def raising(game: Game) -> None:
    """Raise what nobody expects: what a question here observes."""
    raise ValueError("odd")


@pytest.mark.slow
def test_a_failure_in_a_worker_is_told_with_its_seed_and_ends_all_workers() -> None:
    with pytest.raises(EngineError, match=r"seed \d stopped with ValueError: odd"):
        run(SHORT, questions=[Question("odd", nothing, raising)], workers=2)
    assert multiprocessing.active_children() == []


def test_what_workers_could_not_find_is_refused() -> None:
    with pytest.raises(StormriverError, match="must be a function of a module"):
        run(SHORT, questions=[Question("odd", nothing, lambda game: 1)], backend=Processes(2))


def test_a_seed_that_costs_too_many_workers_is_given_up() -> None:
    told: list[str] = []
    losses = Losses(told.append)
    for _ in range(MOST_LOSSES - 1):
        assert losses.add(7, "A worker") == 7
    losses.add(8, "A worker")
    with pytest.raises(EngineError, match="3 workers died, one after the other, while they played the seed 7"):
        losses.add(7, "A worker")
    assert len(told) == MOST_LOSSES


def gifts(folder: Path, gold: int = 1) -> Path:
    """Write a pack of one card, and return its folder."""
    pack = folder / "gifts"
    pack.mkdir(parents=True)
    card = f"{{id: gift, name: Gift, kind: event, copies: 3, meet: {{gain: {{gold: {gold}}}}}}}"
    (pack / "cards.yaml").write_text(f"deck: adventure\ncards:\n- {card}\n")
    return pack


@pytest.mark.slow
def test_a_pack_travels_by_content(tmp_path: Path) -> None:
    here = changed(packs=("city", str(gifts(tmp_path))), games=1)
    sent = (Task(here), here.id, tuple(packs_of(here.packs)))
    expected = Task(here).play(5)
    assert sent[2][0] == "city"
    (tmp_path / "gifts" / "cards.yaml").unlink()
    assert play_seed(sent, 5) == expected


def test_a_machine_with_other_cards_is_refused(tmp_path: Path) -> None:
    here = changed(packs=(str(gifts(tmp_path / "here")),))
    others = Pack("gifts", next(iter(packs_of([str(gifts(tmp_path / "there", gold=2))]))).files, False)  # type: ignore[union-attr]
    found = play_seed((Task(here), here.id, (others,)), 5)
    assert "other rules, cards or players than this one" in str(found.error)  # type: ignore[union-attr]


def test_the_place_of_a_pack_makes_no_other_experiment(tmp_path: Path) -> None:
    one, two, other = (
        changed(packs=(str(gifts(tmp_path / place, gold)),)) for place, gold in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one.id == two.id != other.id


# intervals


def test_wilson_gives_the_intervals_of_the_literature() -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    published = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (won, trials), bounds in published.items():
        assert wilson(won / trials, trials) == pytest.approx(bounds, abs=0.0001)


def test_student_gives_the_numbers_of_the_table() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 10**9: 1.960}
    for degrees, number in table.items():
        assert student(degrees) == pytest.approx(number, abs=0.01)


def test_games_of_a_seed_that_end_alike_count_once() -> None:
    alone = share_interval({seed: (seed % 2, 1) for seed in range(40)})
    alike = share_interval({seed: (4 * (seed % 2), 4) for seed in range(40)})
    apart = share_interval({seed: (2, 4) for seed in range(40)})
    assert alone == pytest.approx(wilson(0.5, 40))
    assert alike == pytest.approx(alone, abs=0.01)
    assert apart == pytest.approx(wilson(0.5, 160))
    assert share_interval({seed: (0, 4) for seed in range(40)}) == pytest.approx(wilson(0, 40))


@pytest.mark.slow
@pytest.mark.parametrize("together", [False, True])
def test_nineteen_of_twenty_intervals_hold_the_true_value(together: bool) -> None:
    """Tried out on 2,000 experiments of 50 seeds with 4 games each, which end alike or do not."""
    rng = Random(1)
    shares = means = 0
    for _ in range(2_000):
        games = [[rng.random() < 0.3] * 4 if together else [rng.random() < 0.3 for _ in range(4)] for _ in range(50)]
        low, high = share_interval({seed: (sum(won), 4) for seed, won in enumerate(games)})
        shares += low <= 0.3 <= high
        low, high = mean_interval([sum(won) / 4 for won in games])
        means += low <= 0.3 <= high
    assert 0.93 < shares / 2_000 < 0.98
    assert 0.92 < means / 2_000 < 0.97


def test_a_single_seed_says_nothing_of_the_spread() -> None:
    assert mean_interval([3.0]) == (3, 3)
    low, high = mean_interval([3.0, 4.0])
    assert -inf < low < -2 and 9 < high < inf


def test_results_can_be_written_and_read_again() -> None:
    found = run(SHORT)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Results) == found
