"""Measure how long games of a preset take, by computer players: `forecasts.json` beside its `setup.yaml`.

    python tools/measure_lengths.py revised4 --seats 2 4 6 --games 12
    python tools/measure_lengths.py revised4 --seats 2 4 6 --games 12 --packs city

Each length of the preset is played with each number of seats by `steady` players in the lab (stormriver.lab); what has
been measured of other lengths, seats and packs stays. A person is asked fewer questions than a computer player decides,
since the table passes what does not concern them: by how much, docs/results/attention.json tells. A test demands that
every length on offer has been measured with the options that it has today (tests/test_setups.py).
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

import msgspec

from stormriver import lab
from stormriver.lab.experiment import Experiment
from stormriver.lab.simulation import GameRow
from stormriver.language.ruleset import preset_folder, rulebook_of
from stormriver.language.setups import FORECASTS_FILE, Forecast, Forecasts, Length, read_forecasts, setup_of

ATTENTION = Path(__file__).resolve().parent.parent / "docs" / "results" / "attention.json"
PLAYER = "steady"


def asked_share(rulebook: str) -> float:
    """Return which share of the decisions of a computer player would be questions to a person, by rulebook."""
    parts = json.loads(ATTENTION.read_text())
    part = next(part for part in parts.values() if rulebook_of(part["preset"]) == rulebook)
    return float(part["questions_a_round"] / part["questions_a_round_today"])


def measure(preset: str, length: Length, seats: int, packs: tuple[str, ...], games: int, workers: int) -> Forecast:
    """Play the games of one set-up and return what they say."""
    experiment = Experiment(
        preset=preset,
        players=(PLAYER,) * seats,
        games=games,
        options=length.options,
        packs=packs,
    )
    rows = lab.run(experiment, workers=workers).rows
    return Forecast(
        length=length.id,
        seats=seats,
        packs=packs,
        games=games,
        options=length.options,
        rounds=spread([row.rounds for row in rows]),
        questions=round(median(map(decisions_of_a_seat, rows)) * asked_share(rulebook_of(preset)), 1),
    )


def decisions_of_a_seat(row: GameRow) -> float:
    """Return how many decisions a seat had in the mean."""
    return row.decisions / len(row.seats)


def spread(values: list[int]) -> tuple[int, int, int]:
    """Return below which value a tenth of some values lies, half of them, and nine tenths."""
    tenths = quantiles(values, n=10, method="inclusive")
    return round(tenths[0]), round(tenths[4]), round(tenths[8])


def kept(preset: str, found: Forecast) -> Forecasts:
    """Return what is known of a preset with what has just been found."""
    path = preset_folder(preset) / FORECASTS_FILE
    known = read_forecasts(path).found if path.is_file() else ()
    others = [old for old in known if (old.length, old.seats, old.packs) != (found.length, found.seats, found.packs)]
    order = [length.id for length in setup_of(preset).lengths]
    entries = [old for old in [*others, found] if old.length in order]
    entries.sort(key=lambda one: (one.packs, order.index(one.length), one.seats))
    made_by = f"python tools/measure_lengths.py {preset}"
    return Forecasts(made_by, datetime.now(UTC).date().isoformat(), PLAYER, tuple(entries))


def main() -> None:
    """Measure what the command line asks for, and write it down set-up by set-up."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("preset")
    asked.add_argument("--seats", type=int, nargs="+", required=True)
    asked.add_argument("--packs", nargs="*", default=[])
    asked.add_argument("--lengths", nargs="*", default=[], help="only these")
    asked.add_argument("--games", type=int, default=12)
    asked.add_argument("--workers", type=int, default=1)
    wanted = asked.parse_args()
    for length in setup_of(wanted.preset).lengths:
        for seats in wanted.seats if not wanted.lengths or length.id in wanted.lengths else []:
            found = measure(wanted.preset, length, seats, tuple(wanted.packs), wanted.games, wanted.workers)
            known = msgspec.json.encode(kept(wanted.preset, found))
            path = preset_folder(wanted.preset) / FORECASTS_FILE
            path.write_bytes(msgspec.json.format(known, indent=1) + b"\n")
            print(
                f"{length.id}, {seats} seats, {wanted.packs}: {found.rounds} rounds, {found.questions}", file=sys.stderr
            )


if __name__ == "__main__":
    main()
