"""Long proofs (`make soak`, `make fuzz`, `make ladder`) can be broken off, go on there, and tell what they tried."""

from __future__ import annotations

import importlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cross
import fuzz
import ladder
import soak
from support import proofs
from support.proofs import ROOT, Found, Proof


class Tries:
    """Stands for what is tried: notes the numbers, and is broken off or fails at one of them."""

    def __init__(self, broken_off_at: int = -1, fails_at: int = -1, source: Path | None = None) -> None:
        self.made: list[int] = []
        self.broken_off_at = broken_off_at
        self.fails_at = fails_at
        self.source = source

    def attempt(self, number: int) -> Found:
        if number == self.broken_off_at:
            raise KeyboardInterrupt
        self.made.append(number)
        return Found(failure=f"game {number} broke a promise") if number == self.fails_at else Found({"decisions": 10})

    def sources(self) -> Iterable[Path]:
        return () if self.source is None else (self.source,)

    def run(self, file: Path, wanted: int, *words: str) -> int:
        """Go on with these tries."""
        proof = Proof("soak", "games", 99, self.attempt, self.sources)
        return proofs.main(proof, ["--result", str(file), "--wanted", str(wanted), *words])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results" / "soak.json"


def told(file: Path) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(file.read_text())
    return facts


def test_a_run_that_is_broken_off_goes_on_where_it_was(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = Tries(broken_off_at=3), Tries()
    assert first.run(file, 12) == 130
    assert "Broken off after 3 games; the same command goes on there." in capsys.readouterr().out
    assert [stretch["count"] for stretch in told(file)["stretches"]] == [3]
    assert second.run(file, 12) == 0
    assert "It goes on after 3 games." in capsys.readouterr().out
    assert (first.made, second.made) == ([0, 1, 2], list(range(3, 12)))
    (stretch,) = told(file)["stretches"]
    assert (stretch["first"], stretch["count"], stretch["sums"]) == (0, 12, {"decisions": 120})
    assert (told(file)["wanted"], told(file)["failures"]) == (12, [])


def test_what_is_measured_is_kept_each_and_told_in_the_docs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(number: int) -> Found:
        sums = {"answers": 1000, "faults of 2 servers": 1}
        return Found(sums, {"killed": [100 * number], "frozen": [2000 + number]})

    proof = Proof("faults", "tries", 3, attempt, lambda: ())
    assert proofs.main(proof, ["--result", str(file)]) == 0
    (stretch,) = told(file)["stretches"]
    assert stretch["measured"] == {"killed": [0, 100, 200], "frozen": [2000, 2001, 2002]}
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    page = importlib.import_module("pages.faults").replaced("<!-- faults:start -->\n<!-- faults:end -->\n", file)
    for words in (
        "6 faults, 3 of 2 servers",
        "3,000 answers",
        "None failed.",
        "| killed | 3 | 0.1 | 0.2 |",
        "| all | 6 |",
    ):
        assert words in page


def test_a_finished_run_has_nothing_left_to_try(file: Path) -> None:
    Tries().run(file, 3)
    again = Tries()
    assert again.run(file, 3) == 0
    assert again.made == []
    assert again.run(file, 5) == 0
    assert again.made == [3, 4]


def test_after_a_change_of_the_sources_it_goes_on_in_a_stretch_of_its_own(file: Path, tmp_path: Path) -> None:
    source = tmp_path / "engine.py"
    source.write_text("one")
    Tries(source=source).run(file, 3)
    source.write_text("another")
    again = Tries(source=source)
    again.run(file, 5)
    assert again.made == [3, 4]
    one, other = told(file)["stretches"]
    assert (one["first"], one["count"], other["first"], other["count"]) == (0, 3, 3, 2)
    assert one["sources"] != other["sources"]


def test_anew_forgets_what_was_tried(file: Path) -> None:
    Tries().run(file, 3)
    again = Tries()
    assert again.run(file, 2, "--anew") == 0
    assert again.made == [0, 1]
    assert [stretch["count"] for stretch in told(file)["stretches"]] == [2]


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"stretches":[{"odd":1}],"failures":[]}'])
def test_what_is_no_result_is_refused_and_kept(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    with pytest.raises(SystemExit, match=r"soak.json is no result of a proof \(.*\); --anew begins a new one"):
        Tries().run(file, 3)
    assert file.read_text() == text


def test_a_failure_is_told_and_tried_again(file: Path) -> None:
    assert Tries(fails_at=2).run(file, 5) == 1
    assert told(file)["failures"] == ["game 2 broke a promise"]
    assert told(file)["stretches"][0]["count"] == 2
    again = Tries()
    assert again.run(file, 5) == 0
    assert again.made == [2, 3, 4]
    assert told(file)["failures"] == []


def test_only_tries_one_and_keeps_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert Tries().run(file, 5, "--only", "4") == 0
    assert "10 decisions" in capsys.readouterr().out
    assert Tries(fails_at=4).run(file, 5, "--only", "4") == 1
    assert "game 4 broke a promise" in capsys.readouterr().out
    assert not file.exists()


def test_what_is_hashed_is_engine_content_and_checks() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in soak.sources()}
    assert {"src/stormriver/kernel/game.py", "src/stormriver/content/city/pets.yaml"} <= names
    assert {"tests/soak.py", "tests/support/contract.py"} <= names
    assert not any(name.startswith(("src/stormriver/cli", "src/stormriver/server")) for name in names)


@pytest.mark.long
@pytest.mark.parametrize("proof", [soak.SOAK, fuzz.FUZZ, cross.CROSSING, ladder.LADDER], ids=lambda proof: proof.name)
def test_a_proof_can_be_made_by_two_processes(proof: Proof, tmp_path: Path) -> None:
    """Its first tries succeed, and its sources are there."""
    file = tmp_path / "result.json"
    assert proofs.main(proof, ["--result", str(file), "--wanted", "3", "--workers", "2"]) == 0
    (stretch,) = told(file)["stretches"]
    assert stretch["count"] == 3 and sum(stretch["sums"].values()) >= 3


def test_a_failing_try_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rng: object) -> None:
        raise ValueError("no good")

    monkeypatch.setattr(fuzz, "DAMAGES", (broken,))
    found = fuzz.attempt(7)
    assert found.failure == "broken, number 7: ValueError: no good" and "Traceback" in found.trace


@pytest.mark.long
def test_a_run_that_is_killed_goes_on_where_it_was(file: Path) -> None:
    """As it happens: a process with real games, ended by the system, and another one after it."""
    words = [sys.executable, str(ROOT / "tests" / "soak.py"), "--result", str(file)]
    with subprocess.Popen([*words, "--wanted", "1000"], stdout=subprocess.PIPE, text=True) as process:
        while not file.is_file():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate()
    assert process.returncode == 130 and "the same command goes on there" in out
    done = told(file)["stretches"][0]["count"]
    again = subprocess.run([*words, "--wanted", str(done + 1)], capture_output=True, text=True, timeout=300)
    assert again.returncode == 0 and f"It goes on after {done} games." in again.stdout
    assert sum(stretch["count"] for stretch in told(file)["stretches"]) == done + 1


def test_the_docs_tell_the_result(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stretch = proofs.Stretch("2026-01-02", "1.2", "abc", "f00", 0, 1234, 60.0, {"decisions": 5678901})
    later = replace(stretch, date="2026-02-03", commit="def", first=1234, count=6)
    proofs.write(file, proofs.Result(20000, [stretch, later]))
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    coverage = importlib.import_module("pages.coverage")
    monkeypatch.setattr(coverage, "RESULTS", file.parent)
    page = " ".join(coverage.proved())
    for words in ("1,240 of 20,000", "11,357,802 decisions", "2026-02-03", "`abc`", "`def`", "none failed"):
        assert words in page
    proofs.write(file, proofs.Result(20000, [stretch], ["game 7 broke a promise"]))
    assert "game 7 broke a promise" in " ".join(coverage.proved())
    file.unlink()
    assert coverage.proved() == []
