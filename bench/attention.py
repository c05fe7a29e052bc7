"""How many questions the attention policy spares a seat, what that costs it, and what its pauses tell.

    .venv/bin/python bench/attention.py                       all of docs/results/attention.json anew
    .venv/bin/python bench/attention.py --only wargame        one of its parts; the others stay as they are
    .venv/bin/python bench/attention.py --games 4 --dry       a quick look; nothing is written
    .venv/bin/python bench/attention.py --kept FILE           goes on after the games that stand in a file
    .venv/bin/python bench/attention.py --processes 2         two games at a time

A compiled engine (`make compiled`) plays the same games in a fraction of the time.

One seat of each game is asked by the policy, and all seats are played by `steady`. The parts are the base game at four
seats, the wargame, and the base game once more with a `keeper` in that seat: `steady` who casts nothing, as people save
their Spells, while steady uses them as soon as they are of use. Today's questions are those that were put before there
was a policy: each ask with a choice, but what the usual standing orders decline. By the policy a gesture is a question:
the roll for a move, the space and whom to encounter there, a spell, its caster and its target, or the further squares
that it covers, are several asks and one question. Both the page and the terminal take them as one.

A game in which the policy passes nothing that the player would have answered otherwise is the same game under full
control. So only the others are played once more under full control, from the same seed, to compare who wins.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from stormriver import players
from stormriver.api import begin_game
from stormriver.kernel.game import Game
from stormriver.players.wargame.steady import Steady
from stormriver.players.weighed import EQUAL
from stormriver.presentation.further import next_question
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Matter, Orders
from stormriver.presentation.wargame.covering import covering_of
from stormriver.presentation.wargame.pairs import pairs_with
from stormriver.session.attention import Attention
from stormriver.session.decisions import Settled
from stormriver.session.gestures import onward
from stormriver.session.settling import Asked
from stormriver.wargame.model import asks
from stormriver.wargame.view import View as WarView

RESULT = Path(__file__).parent.parent / "docs" / "results" / "attention.json"
CAP = 20_000
NINETY_FIVE = 1.96
AT_HAND = ("window", "roll", "rolled", "fate")
"""How the kinds of asks begin that offer what a seat has at hand; all others are choices of the rules."""
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
        stretches: how often the policy begins to ask: questions of one sort in a row, with nothing come out between
            them, such as all moves of a phase, are one stretch.
        entrusted: those of the questions that *Do this for me* would have answered at the one before, see `entrusted`
            of `Presentation`.
        moments: the moments at which any seat was asked, or seemed to be asked, since it held Spells.
        fitting, fitting_asked: those of the measured seat when a Spell that it hides fitted, and when it was asked.
        idle, idle_asked: those when none did; of them when it had something else to choose: idle_before.
        milliseconds: the processor time that the policy took.
        games: how many were played.
        lost, gained: the games won under full control but not under the policy, and the other way round.
        put, passed_by, disputed: what was asked and passed, and passed otherwise than wanted, by kind.
    """

    rounds: float = 0.0
    today: int = 0
    asked: int = 0
    passed: int = 0
    otherwise: int = 0
    stretches: int = 0
    entrusted: int = 0
    moments: int = 0
    fitting: int = 0
    fitting_asked: int = 0
    idle: int = 0
    idle_asked: int = 0
    idle_before: int = 0
    milliseconds: float = 0.0
    games: int = 0
    lost: int = 0
    gained: int = 0
    put: Counter[str] = field(default_factory=Counter)
    passed_by: Counter[str] = field(default_factory=Counter)
    disputed: Counter[str] = field(default_factory=Counter)

    def add(self, other: Mapping[str, Any]) -> None:
        """Add what was counted in other games, as `vars` gives it."""
        for name, count in other.items():
            own = getattr(self, name)
            if isinstance(own, Counter):
                own.update(count)
            else:
                setattr(self, name, own + count)


class Measured:
    """The seat that is measured, with the policy on or off."""

    def __init__(self, game: Game, number: int, seed: int, keeps: bool, policy: bool) -> None:
        self.number, self.keeps, self.policy = number, keeps, policy
        self.player = players.make("steady", seed)
        self.showing = presentation_of(game.table)
        self.orders = Orders(self.showing.at_first)
        self.attention = Attention()
        self.turn = -1
        self.following: tuple[tuple[str, ...], ...] = ()
        self.put: tuple[str, int, int] | None = None

    def answer(self, game: Game, tally: Tally) -> str:
        """Return the key of the answer, and count the question."""
        begun, self.following = self.following, ()
        key = self._answer(game, tally, begun)
        if any(rest[0] == key for rest in begun):
            self.following = after(begun, key)
        elif self.policy or key.startswith("cast:"):
            self.following = tuple(self._gestures(game, key))
        if self.policy and not self.following:
            self.following = tuple(self._squares(game, key))
        return key

    def _squares(self, game: Game, key: str) -> Iterator[tuple[str, ...]]:
        """Yield the keys that go on with the squares of a spell, which are marked and given as one."""
        view = game.view(self.number)
        if isinstance(view, WarView) and view.ask is not None and covering_of(view) is not None:
            then = next_question(game, key)
            if then is not None and then.ask is not None and then.ask.kind == view.ask.kind:
                yield from ((other,) for other in then.ask.keys)

    def _gestures(self, game: Game, key: str) -> Iterator[tuple[str, ...]]:
        """Yield the keys by which an answer can go on in one gesture, at the page as at the terminal."""
        view = game.view(self.number)
        if isinstance(view, WarView) and view.ask is not None:
            yield from (tuple(pair.then.split()) for pair in pairs_with(view, view.ask.options[key]))
        then = onward(game, self.orders, self.attention).get(key)
        if then is not None and then.game.ask is not None:
            yield from ((*then.keys[1:], other) for other in then.game.ask.keys)

    def _answer(self, game: Game, tally: Tally, rows: tuple[tuple[str, ...], ...]) -> str:
        """Do so; an answer that begins one of some rows belongs to the same gesture as the one before."""
        following = frozenset(row[0] for row in rows)
        asked = Asked(game, game.view(self.number))
        view, matter = asked.view, asked.matter
        wanted = str(self.player(view, view.ask))
        if view.ask.kind in (asks.CASTER, asks.AIM) and wanted not in following:
            wanted = self._as_good(game, wanted, rows)
        if matter is not None and self.keeps and wanted.startswith("cast:"):
            wanted = matter.leaving
        if matter is not None and self.orders.answer(matter) is not None:
            return matter.leaving
        tally.today += 1
        if wanted in following and self.policy:
            return wanted
        if self.policy and matter is not None and self.showing.leads_on(view, matter):
            tally.asked += wanted != matter.leaving  # else put as one with the question that follows
            return wanted
        settled = self._settled(asked, tally) if self.policy else None
        if settled is None and self.policy:
            self._note_answer(asked, wanted)
        if view.ask.kind == "window":
            self._note_pause(view, settled is None, tally)
        if settled is None:
            put = (view.ask.kind, game.state.turn, game.revealed)
            tally.stretches += put != self.put
            same = self.put is not None and self.put[0] == view.ask.kind
            tally.entrusted += same and view.ask.kind in self.showing.entrusted
            self.put = put
        (tally.put if settled is None else tally.passed_by)[_kind(view, matter)] += 1
        if settled is None:
            tally.asked += 1
            return wanted
        tally.passed += 1
        tally.otherwise += wanted != settled.key
        if wanted != settled.key:
            tally.disputed[_kind(view, matter)] += 1
        return settled.key

    def _as_good(self, game: Game, wanted: str, rows: Iterable[tuple[str, ...]]) -> str:
        """Return an answer that goes on in a gesture, such as who casts a spell where, if it is as good as `wanted`."""
        view = game.view(self.number)
        worth = {one.key: one.worth for one in Steady().weighed(view, view.ask)}
        good = [row for row in rows if row[0] in worth and worth[row[0]] >= worth[wanted] - EQUAL]
        for key in dict.fromkeys(row[0] for row in good):
            then = next_question(game, key)
            rest = [row[1:] for row in good if row[0] == key and row[1:]]
            if not rest or then is None or then.ask is None:
                return key
            best = Steady()(then.view(self.number), then.ask)
            if self._as_good(then, best, rest) in {row[0] for row in rest}:
                return key
        return wanted

    def _settled(self, asked: Asked, tally: Tally) -> Settled | None:
        """Return the answer for which the policy needs no person, as a session would."""
        if asked.game.state.turn != self.turn:
            self.turn = asked.game.state.turn
            self.attention.begin_turn()
        begun = time.process_time()
        settled = asked.settled(self.orders, self.attention)
        tally.milliseconds += 1000 * (time.process_time() - begun)
        return settled

    def _note_answer(self, asked: Asked, wanted: str) -> None:
        """Note what the person answers, as a session would."""
        if asked.recurring is not None:
            self.attention.note_answer(wanted, asked.recurring)
        if asked.matter is not None and wanted == asked.matter.leaving:
            self.attention.let_pass(asked.concern)

    def _note_pause(self, view: Any, asked: bool, tally: Tally) -> None:
        """Count whether others see the seat pause, and whether a Spell that it hides fitted."""
        if any(key.startswith("cast:") for key in view.ask.keys):
            tally.fitting += 1
            tally.fitting_asked += asked
        else:
            tally.idle += 1
            tally.idle_before += 1
            tally.idle_asked += asked


def after(rows: tuple[tuple[str, ...], ...], key: str) -> tuple[tuple[str, ...], ...]:
    """Return how some rows of answers go on after one of them."""
    return tuple(row[1:] for row in rows if row[0] == key and row[1:])


def _kind(view: Any, matter: Matter | None) -> str:
    own = "own turn" if view.active.number == view.seat else "another's turn"
    return f"{view.ask.kind}, {own}" if matter is None else f"{matter.kind.partition('|')[0]}, {own}"[:80]


def play(part: Part, seed: int, tally: Tally, policy: bool = True) -> bool:
    """Play one game to its end; return whether the measured seat won."""
    game = begin_game(part.preset, part.seats, seed, log=False, skip_forced=False)
    number = seed % part.seats
    measured = Measured(game, number, 97 * seed + number, part.keeps, policy)
    others = [players.make("steady", 97 * seed + seat) for seat in range(part.seats)]
    for _ in range(CAP):
        ask = game.ask
        if ask is None:
            break
        tally.moments += ask.kind == "window"
        if len(ask.codes) == 1:
            tally.idle += ask.seat == number and ask.kind == "window"
            if ask.seat == number and any(row[0] == ask.keys[0] for row in measured.following):
                measured.following = after(measured.following, ask.keys[0])
            game.play(0)
        elif ask.seat == number:
            game.play(ask.keys.index(measured.answer(game, tally)))
        else:
            view = game.view(ask.seat)
            game.play(ask.keys.index(others[ask.seat](view, view.ask)))
    tally.rounds += game.state.turn / part.seats
    return game.table.seats[number] in game.result


def measure(name: str, games: int, kept: Path | None, processes: int = 1) -> dict[str, Any]:
    """Play the games of a part, and return its figures as plain data.

    Args:
        name: of the part.
        games: how many, from seed 0.
        kept: a file of what was counted in each game that has been played already; those to come are added.
        processes: how many games are played at a time.
    """
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    known = {entry["seed"]: entry for entry in map(json.loads, lines) if entry["part"] == name}
    missing = [seed for seed in range(games) if seed not in known]
    for seed, found in zip(missing, tallies(PARTS[name], missing, processes), strict=True):
        known[seed] = {"part": name, "seed": seed, "counted": vars(found)}
        if kept is not None:
            with kept.open("a") as file:
                file.write(json.dumps(known[seed]) + "\n")
    tally = Tally()
    for seed in range(games):
        tally.add(known[seed]["counted"])
    return figures(PARTS[name], tally)


def tallies(part: Part, seeds: list[int], processes: int) -> Iterator[Tally]:
    """Yield what is counted in each of some games, in their order."""
    if processes == 1:
        yield from (measure_one(part, seed) for seed in seeds)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(partial(measure_one, part), seeds)


def measure_one(part: Part, seed: int) -> Tally:
    """Return what is counted in one game, and in the same one under full control if that is another."""
    tally = Tally(games=1)
    won = play(part, seed, tally)
    again = play(part, seed, Tally(), policy=False) if tally.otherwise else won
    tally.lost, tally.gained = int(again > won), int(won > again)
    return tally


def figures(part: Part, tally: Tally) -> dict[str, Any]:
    """Return what was counted, as plain data."""
    today, asked = tally.today / tally.rounds, tally.asked / tally.rounds
    seen, feigned = tally.fitting_asked / max(tally.fitting, 1), tally.idle_asked / max(tally.idle, 1)
    return {
        "measured": datetime.now(UTC).date().isoformat(),
        "preset": part.preset,
        "seats": part.seats,
        "keeps_spells": part.keeps,
        "games": tally.games,
        "rounds": round(tally.rounds, 1),
        "questions_a_round_today": round(today, 2),
        "questions_a_round": round(asked, 2),
        "share": round(asked / today, 3),
        "about_what_is_at_hand_today": round((_at_hand(tally.put) + _at_hand(tally.passed_by)) / tally.rounds, 2),
        "about_what_is_at_hand": round(_at_hand(tally.put) / tally.rounds, 2),
        "stretches_a_round": round(tally.stretches / tally.rounds, 2),
        "could_be_entrusted_a_round": round(tally.entrusted / tally.rounds, 2),
        "passed": tally.passed,
        "answered_otherwise": round(tally.otherwise / max(tally.passed, 1), 4),
        "games_won_otherwise": tally.lost + tally.gained,
        "win_share_lost": round((tally.lost - tally.gained) / tally.games, 4),
        "win_share_lost_at_most": round(most_lost(tally.lost, tally.gained, tally.games), 4),
        "milliseconds_a_question": round(tally.milliseconds / max(tally.today, 1), 2),
        "moments_with_a_fitting_spell": tally.fitting,
        "moments_with_none": tally.idle,
        "guess_by_pauses_before": round(1 - tally.idle_before / max(tally.idle, 1) / 2, 3),
        "guess_by_pauses": round((1 + abs(seen - feigned)) / 2, 3),
        "guess_by_pauses_sealed": 0.5,
        "sealed_seconds_a_round": round(tally.moments / tally.rounds * WINDOW_SECONDS, 1),
        "asked_most": dict((kind, round(count / tally.rounds, 3)) for kind, count in tally.put.most_common(12)),
        "passed_most": dict((kind, round(count / tally.rounds, 3)) for kind, count in tally.passed_by.most_common(12)),
        "disputed": dict(tally.disputed),
    }


def _at_hand(kinds: Counter[str]) -> int:
    """Return how many of some asks, counted by kind, offer what a seat has at hand."""
    return sum(count for kind, count in kinds.items() if kind.startswith(AT_HAND))


def most_lost(lost: int, gained: int, games: int) -> float:
    """Return the loss in win share that pairs of games from the same seeds leave possible with 95 %.

    Where none was won otherwise, that is as much as would still have shown in one of so many games: 3 in `games`.

    Args:
        lost: the games won under full control alone.
        gained: those won under the policy alone.
        games: all of them.
    """
    mean = (lost - gained) / games
    if not lost + gained:
        return 3 / games
    return mean + NINETY_FIVE * sqrt(((lost + gained) / games - mean**2) / (games - 1))


def main() -> None:
    """Measure what the command line asks for, and write it to the results."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=400, help="how many games of each part")
    asked.add_argument("--only", choices=PARTS, help="one part alone")
    asked.add_argument("--kept", type=Path, help="a file of the games played so far")
    asked.add_argument("--processes", type=int, default=1, help="how many games are played at a time")
    asked.add_argument("--dry", action="store_true", help="write nothing")
    wanted = asked.parse_args()
    for name in [wanted.only] if wanted.only else PARTS:
        found = measure(name, wanted.games, wanted.kept, wanted.processes)
        print(json.dumps({name: found}, indent=1))
        if not wanted.dry:
            known = json.loads(RESULT.read_text()) if RESULT.exists() else {}
            RESULT.write_text(json.dumps({**known, name: found}, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
