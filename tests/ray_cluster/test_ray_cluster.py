"""A real local cluster plays what one process plays, also when a worker is killed under way and packs lie elsewhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ray_cluster.observing import die_once, process
from stormriver.kernel.errors import StormriverError
from stormriver.lab import STANDARD, BrokenOff, Experiment, Question, run
from stormriver.lab.ray_cluster import LOCAL, RayCluster

pytestmark = pytest.mark.slow

SHORT = Experiment(players=("steady", "random"), seed=5, games=8, paired=True, options={"last_round": 4})


def nothing(experiment: Experiment, rows: Any) -> None:
    """Answer nothing."""


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file that says that a worker has been killed; workers inherit its name."""
    with pytest.MonkeyPatch.context() as patch:
        file = tmp_path_factory.mktemp("cluster") / "died"
        patch.setenv("STORMRIVER_TEST_MARKER", str(file))
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
        yield file


@pytest.fixture(scope="module")
def cluster(marker: Path) -> Iterator[RayCluster]:
    with RayCluster(LOCAL, 2) as joined:
        yield joined


def test_a_killed_worker_changes_no_result(cluster: RayCluster, marker: Path, tmp_path: Path) -> None:
    questions = [*STANDARD, Question("die", nothing, die_once)]
    told: list[str] = []
    found = run(SHORT, questions=questions, backend=cluster, save=tmp_path / "ray.jsonl", tell=told.append)
    assert marker.exists()
    assert len(told) == 1
    assert told[0].startswith("A worker of the cluster died while it played the seed ")
    assert found == run(SHORT, questions=questions, save=tmp_path / "one.jsonl")
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()


def test_a_worker_killed_from_outside_is_replaced(cluster: RayCluster) -> None:
    """The process that played a seed is killed while it plays another one."""
    questions = [Question("process", nothing, process)]
    alive = run(SHORT, questions=questions, backend=cluster).rows[0].observed["process"]
    told: list[str] = []

    def kill(done: int, wanted: int) -> None:
        if done == 1:
            os.kill(alive, signal.SIGKILL)

    long = Experiment(players=("steady", "random"), seed=5, games=8, paired=True, options={"last_round": 30})
    found = run(long, backend=cluster, each=kill, tell=told.append)
    assert found == run(long)
    assert len(told) == 1


def test_ctrl_c_keeps_what_is_done_and_the_cluster_goes_on(cluster: RayCluster, tmp_path: Path) -> None:
    def each(done: int, wanted: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(BrokenOff, match="after 3 of 8 seeds"):
        run(SHORT, backend=cluster, save=tmp_path / "rows.jsonl", each=each)
    counts: list[int] = []
    found = run(SHORT, backend=cluster, save=tmp_path / "rows.jsonl", each=lambda done, wanted: counts.append(done))
    assert counts == [3, 4, 5, 6, 7, 8]
    assert found == run(SHORT)


def test_packs_and_records_travel(cluster: RayCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack is named by a path that means nothing where the workers are."""
    (tmp_path / "gifts").mkdir()
    card = "{id: gift, name: Gift, kind: event, copies: 3, meet: {gain: {gold: 1}}}"
    (tmp_path / "gifts" / "cards.yaml").write_text(f"deck: adventure\ncards:\n- {card}\n")
    monkeypatch.chdir(tmp_path)
    asked = Experiment(players=("random",) * 2, games=4, packs=("city", "gifts"), options={"last_round": 4})
    assert run(asked, backend=cluster, records="ray") == run(asked, records="one")
    names = sorted(path.name for path in Path("one").iterdir())
    assert names == [f"revised4-{seed}.jsonl" for seed in range(4)]
    for name in names:
        assert Path("ray", name).read_text().replace(str(tmp_path), "") != ""
        assert events(Path("ray", name)) == events(Path("one", name))


def events(record: Path) -> list[Any]:
    """Return the lines of a record but for the header, which names the place of packs, and the seal."""
    return [json.loads(line) for line in record.read_text().splitlines()[1:-1]]


def test_a_cluster_that_is_not_there_is_told_in_a_sentence() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "stormriver", "simulate", "-n", "1", "--ray", "127.0.0.1:1"],
        capture_output=True,
        text=True,
    )
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.splitlines()[-1].startswith("The Ray cluster '127.0.0.1:1' cannot be joined:")


def test_the_command_line_prints_the_same(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "stormriver", "simulate", "-n", "6", "--seats", "2", "--seed", "3", "--json"]
    line += ["-o", "last_round=4"]
    said = [subprocess.run([*line, *more], capture_output=True, text=True) for more in ([], ["--ray", LOCAL])]
    assert said[0].returncode == said[1].returncode == 0, said[1].stderr
    assert said[0].stdout == said[1].stdout
    assert said[1].stderr == ""


def test_workers_are_said_for_a_local_cluster_only() -> None:
    with pytest.raises(StormriverError, match="'auto' has its own"):
        RayCluster("auto", 2)
