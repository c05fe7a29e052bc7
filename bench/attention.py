"""How many questions the attention policy spares a seat, what that costs it, and what its pauses tell.

    .venv/bin/python bench/attention.py                       all of docs/results/attention.json anew
    .venv/bin/python bench/attention.py --only wargame        one of its parts; the others stay as they are
    .venv/bin/python bench/attention.py --games 4 --dry       a quick look; nothing is written

One seat of each game is asked by the policy, and all seats are played by `steady`. The parts are the base game at four
seats, the wargame, and the base game once more with a `keeper` in that seat: `steady` who casts nothing, as people save
their Spells, while steady uses them as soon as they are of use. Today's questions are those that were put before there
was a policy: all with a choice, but what the usual standing orders decline.

A game in which the policy passes nothing that the player would have answered otherwise is the same game under full
control. So only the others are played once more under full control, from the same seed, to compare who wins.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import stormriver
from stormriver import players
from stormriver.kernel.ask import PASS
from stormriver.kernel.game import Game
from stormriver.presentation.showing import presentation_of
from stormriver.presentation.standing_orders import Matter, Orders
from stormriver.session.attention import Attention, thing_of

RESULT = Path(__file__).parent.parent / "docs" / "results" / "attention.json"
CAP = 20_000
NINETY_FIVE = 1.96
WINDOW_SECONDS = 4.0
"""How long a sealed moment would last."""


class Part(NamedTuple):
    """One part of the measurement.

    Attributes:
        preset: the rulebook.
        seats: how many seats.
        keeps: whether the seat that is measured keeps its Spells.
    """

    preset: str
    seats: int
    keeps: bool = False


PARTS = {"base": Part("revised4", 4), "wargame": Part("wargame", 2), "keeper": Part("revised4", 4, True)}


@dataclass
class Tally:
    """What was counted in the games of a part.

    Attributes:
        rounds: how many rounds were played.
        today: the questions that the seat would have been asked before there was a policy.
        asked: those that the policy puts.
        passed: those that it passes.
        otherwise: those among them that the seat's player would have answered otherwise.
        moments: the moments at which any seat was asked, or seemed to be asked, since it held Spells.
        fitting: those of the measured seat at which it had something to choose, and of them those when it was asked.
        idle: those of the measured seat at which it could only pass.
        milliseconds: the processor time that the policy took.
        lost: for each game whether it was won under full control, less whether it was won under the policy.
        put, passed_by: what was asked and passed, by kind.
    """

    rounds: float = 0.0
    today: int = 0
    asked: int = 0
    passed: int = 0
    otherwise: int = 0
    moments: int = 0
    fitting: list[bool] = field(default_factory=list)
    idle: int = 0
    milliseconds: float = 0.0
    lost: list[int] = field(default_factory=list)
    put: Counter[str] = field(default_factory=Counter)
    passed_by: Counter[str] = field(default_factory=Counter)


class Measured:
    """The seat that is measured, with the policy on or off."""

    def __init__(self, game: Game, number: int, seed: int, keeps: bool, policy: bool) -> None:
        self.number, self.keeps, self.policy = number, keeps, policy
        self.player = players.make("steady", seed)
        self.showing = presentation_of(game.table)
        self.orders = Orders(self.showing.at_first)
        self.attention = Attention()
        self.turn = -1

    def answer(self, game: Game, tally: Tally) -> str:
        """Return the key of the answer, and count the question."""
        view = game.view(self.number)
        matter = self.showing.matter_of(view)
        wanted = str(self.player(view, view.ask))
        if matter is not None and self.keeps and wanted.startswith("cast:"):
            wanted = matter.leaving
        if matter is not None and self.orders.answer(matter) is not None:
            return matter.leaving
        tally.today += 1
        if matter is None or not self.policy:
            asked = True
        elif self.showing.leads_on(view, matter):
            tally.asked += wanted != matter.leaving  # else put as one with the question that follows
            return wanted
        else:
            asked = self._asked(game, view, matter, wanted, tally)
        if game.state.ask is not None and game.state.ask.kind == "window":
            tally.fitting.append(asked)
        (tally.put if asked else tally.passed_by)[_kind(view, matter)] += 1
        tally.asked += asked
        if asked or matter is None:
            return wanted
        tally.passed += 1
        tally.otherwise += wanted != matter.leaving
        return matter.leaving

    def _asked(self, game: Game, view: Any, matter: Matter, wanted: str, tally: Tally) -> bool:
        """Tell whether the policy puts the question, as a session would."""
        if game.state.active == self.number and game.state.turn != self.turn:
            self.turn = game.state.turn
            self.attention.let_go.clear()
        begun = time.process_time()
        concern = self.showing.concerns(view, matter)
        asked = self.attention.wants(self.orders.rest(matter), concern)
        tally.milliseconds += 1000 * (time.process_time() - begun)
        if asked and wanted == matter.leaving == "pass":
            self.attention.let_go.update(map(thing_of, concern.promising))
        return asked


def _kind(view: Any, matter: Matter | None) -> str:
    own = "own turn" if view.active.number == view.seat else "another's turn"
    return f"{view.ask.kind}, {own}" if matter is None else f"{matter.kind.partition('|')[0]}, {own}"[:80]


def play(part: Part, seed: int, tally: Tally, policy: bool = True) -> bool:
    """Play one game to its end; return whether the measured seat won."""
    game = stormriver.new_game(part.preset, part.seats, seed, log=False, skip_forced=False)
    number = seed % part.seats
    measured = Measured(game, number, 97 * seed + number, part.keeps, policy)
    others = [players.make("steady", 97 * seed + seat) for seat in range(part.seats)]
    for _ in range(CAP):
        ask = game.ask
        if ask is None:
            break
        tally.moments += ask.kind == "window"
        if len(ask.codes) == 1:
            tally.idle += ask.seat == number and ask.codes[0] == PASS
            game.play(0)
        elif ask.seat == number:
            game.play(ask.keys.index(measured.answer(game, tally)))
        else:
            view = game.view(ask.seat)
            game.play(ask.keys.index(others[ask.seat](view, view.ask)))
    tally.rounds += game.state.turn / part.seats
    return game.table.seats[number] in game.result


def measure(part: Part, games: int) -> dict[str, Any]:
    """Play the games of a part, and return its figures as plain data."""
    tally = Tally()
    for seed in range(games):
        before = tally.otherwise
        won = play(part, seed, tally)
        again = play(part, seed, Tally(), policy=False) if tally.otherwise > before else won
        tally.lost.append(again - won)
    return figures(part, tally)


def figures(part: Part, tally: Tally) -> dict[str, Any]:
    """Return what was counted, as plain data."""
    today, asked = tally.today / tally.rounds, tally.asked / tally.rounds
    seen = fmean(tally.fitting) if tally.fitting else 0.0
    return {
        "measured": datetime.now(UTC).date().isoformat(),
        "preset": part.preset,
        "seats": part.seats,
        "keeps_spells": part.keeps,
        "games": len(tally.lost),
        "rounds": round(tally.rounds, 1),
        "questions_a_round_today": round(today, 2),
        "questions_a_round": round(asked, 2),
        "share": round(asked / today, 3),
        "passed": tally.passed,
        "answered_otherwise": round(tally.otherwise / max(tally.passed, 1), 4),
        "win_share_lost": round(fmean(tally.lost), 4),
        "win_share_lost_at_most": round(most_lost(tally.lost), 4),
        "milliseconds_a_question": round(tally.milliseconds / max(tally.today, 1), 2),
        "moments_with_something_to_choose": len(tally.fitting),
        "moments_with_nothing": tally.idle,
        "guess_by_pauses_before": 1.0,
        "guess_by_pauses": round((1 + seen) / 2, 3),
        "guess_by_pauses_sealed": 0.5,
        "sealed_seconds_a_round": round(tally.moments / tally.rounds * WINDOW_SECONDS, 1),
        "asked_most": dict((kind, round(count / tally.rounds, 3)) for kind, count in tally.put.most_common(12)),
        "passed_most": dict((kind, round(count / tally.rounds, 3)) for kind, count in tally.passed_by.most_common(12)),
    }


def most_lost(lost: list[int]) -> float:
    """Return the loss in win share that the games leave possible with 95 %.

    Where none was won otherwise, that is as much as would still have shown in one of so many games: 3 in `n`.
    """
    if len(set(lost)) == 1:
        return fmean(lost) + 3 / len(lost)
    return fmean(lost) + NINETY_FIVE * stdev(lost) / sqrt(len(lost))


def main() -> None:
    """Measure what the command line asks for, and write it to the results."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=50, help="how many games of each part")
    asked.add_argument("--only", choices=PARTS, help="one part alone")
    asked.add_argument("--dry", action="store_true", help="write nothing")
    wanted = asked.parse_args()
    for name in [wanted.only] if wanted.only else PARTS:
        found = measure(PARTS[name], wanted.games)
        print(json.dumps({name: found}, indent=1))
        if not wanted.dry:
            known = json.loads(RESULT.read_text()) if RESULT.exists() else {}
            RESULT.write_text(json.dumps({**known, name: found}, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
