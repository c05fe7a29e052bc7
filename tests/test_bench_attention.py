"""The measurement of the attention policy: it goes on where it stopped, and bounds a loss by pairs of games."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from support.documents import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import attention
from attention import Part, Tally


def test_games_that_were_counted_already_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def measured(part: Part, seed: int) -> Tally:
        played.append(seed)
        tally = Tally(rounds=10.0, today=40, asked=20 + seed, games=1, lost=seed == 2)
        tally.put["move, own turn"] = 20 + seed
        return tally

    monkeypatch.setattr(attention, "measure_one", measured)
    kept = tmp_path / "kept.jsonl"
    attention.measure("base", 2, kept)
    kept.write_text(kept.read_text() + json.dumps({"part": "wargame", "seed": 2, "counted": {}}) + "\n")
    found = attention.measure("base", 3, kept)
    assert played == [0, 1, 2]
    assert (found["games"], found["share"], found["games_won_otherwise"]) == (3, round(63 / 120, 3), 1)
    assert found["asked_most"] == {"move, own turn": round(63 / 30, 3)}


@pytest.mark.parametrize(
    ("lost", "gained", "games", "most"),
    [(0, 0, 60, 0.05), (1, 1, 100, 0.0279), (2, 0, 100, 0.0476), (0, 2, 100, 0.0076)],
)
def test_a_loss_is_bounded_by_how_many_pairs_of_games_went_otherwise(
    lost: int, gained: int, games: int, most: float
) -> None:
    assert attention.most_lost(lost, gained, games) == pytest.approx(most, abs=1e-4)
