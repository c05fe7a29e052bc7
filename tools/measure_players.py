"""Measure the computer players: how long their games are, who wins, how fast they decide.

    python tools/measure_players.py                    100 games of four steady players, and 30 against random ones
    python tools/measure_players.py --games 20         fewer
    python tools/measure_players.py --write            write the figures into docs/players-measured.md
    python tools/measure_players.py --packs city --options ending=revealed
                                                       games of four steady players with packs and options
    python tools/measure_players.py --preset wargame   games of two steady players, and how often each side won
    python tools/measure_players.py --preset wargame --player random --first 100 --games 50
                                                       of two random ones, with seeds 100 to 149

Seeds are 0, 1, 2, ...; so everybody measures the same games, and only the seconds differ.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from pages.markers import between
from stormriver.adventure.model.events import CHARACTER_TAKEN
from stormriver.api import begin_game, table_for
from stormriver.kernel.game import Game
from stormriver.language.ruleset import rulebook_of
from stormriver.players import make

PAGE = Path(__file__).resolve().parent.parent / "docs" / "players-measured.md"
CAP = 30_000
"""After so many decisions a game counts as unfinished."""
PACE = 5
"""The seconds that a decision usually takes people."""


@dataclass
class Figures:
    """What was measured of some games.

    Attributes:
        rounds: of each game, its turns by the number of seats.
        decisions: of each game, the options chosen out of two or more.
        seconds: of each game, processor time.
        finished: how many games came to an end.
        winners: how often each player won.
        victors: with which character.
        taken: how often each character was played, new ones after a death included.
        goals: what lay on the goal in each game.
        sides: how often each side of a wargame won.
    """

    rounds: list[float] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    finished: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    victors: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    goals: list[str] = field(default_factory=list)
    sides: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class SetUp:
    """A set-up of games: a preset, packs, and options that differ from the preset."""

    preset: str = "revised4"
    packs: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


PLAIN = SetUp()


def measure(names: list[str], games: int, with_: SetUp = PLAIN, first: int = 0) -> Figures:
    """Return the figures of so many games between players of these names, who change seats from game to game."""
    figures = Figures()
    for seed in range(first, first + games):
        seated = names[seed % len(names) :] + names[: seed % len(names)]
        _play(seated, seed, figures, with_)
        print(f"\r{seed - first + 1} of {games} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    return figures


def _play(names: list[str], seed: int, figures: Figures, with_: SetUp) -> None:
    began = time.process_time()
    options = dict(with_.options)
    game = begin_game(with_.preset, seats=len(names), seed=seed, options=options, packs=with_.packs)
    players = [make(name, seed * 10 + seat) for seat, name in enumerate(names)]
    decisions = 0
    while game.ask is not None and decisions < CAP:
        ask = game.ask
        view = game.view(ask.seat)
        game.play(ask.keys.index(players[ask.seat](view, view.ask)))
        decisions += 1
    figures.seconds.append(time.process_time() - began)
    figures.rounds.append(game.state.turn / len(names))
    figures.decisions.append(decisions)
    figures.finished += game.ask is None
    winners = [seat for seat in game.view(0).seats if seat.name in game.result]
    figures.winners.update(names[seat.number] for seat in winners)
    if rulebook_of(with_.preset) == "wargame":
        figures.sides.update(seat.side for seat in winners)
        return
    figures.goals.append(_goal(game))
    figures.victors.update(str(seat.character) for seat in winners)
    for event in game.log or ():
        if event.kind == CHARACTER_TAKEN.name:
            figures.taken[game.table.cards[event.data[0]].name] += 1


def _goal(game: Game) -> str:
    """Return the name of the card that lies on the goal."""
    table = game.table
    zones = (table.goal, table.goal_covered) if table.goal >= 0 else ()
    return "".join(table.cards[card].name for zone in zones for card in game.state.zones[zone])


def shares(figures: Figures) -> str:
    """Return the figures of games with packs, by the card that lies on the goal."""
    lines = ["| on the goal | games | finished | rounds | longest | decisions |", "|---|---:|---:|---:|---:|---:|"]
    for goal in sorted(set(figures.goals)):
        games = [number for number, name in enumerate(figures.goals) if name == goal]
        rounds = [figures.rounds[number] for number in games]
        decisions = [figures.decisions[number] for number in games]
        finished = sum(count < CAP for count in decisions)
        lines.append(
            f"| {goal or 'nothing'} | {len(games)} | {finished} | {statistics.median(rounds):,.0f} | {max(rounds):,.0f}"
            f" | {statistics.median(decisions):,.0f} |"
        )
    return "\n".join(lines)


def sides(figures: Figures) -> str:
    """Return the figures of wargames: how long they are, and how often each side won, with the interval of 95 %."""
    games = len(figures.rounds)
    cost = 1000 * sum(figures.seconds) / sum(figures.decisions)
    lines = [
        f"{games} games, of which {figures.finished} finished; a decision takes {cost:.1f} ms of one core.",
        "",
        *lengths(figures),
        f"| minutes at {PACE} s a decision | {spread([n * PACE / 60 for n in figures.decisions])} |",
        "",
        "| side | won | share | between |",
        "|---|---:|---:|---:|",
    ]
    for side in ("good", "evil"):
        least, most = interval(figures.sides[side], figures.finished)
        share = figures.sides[side] / max(1, figures.finished)
        lines.append(f"| {side} | {figures.sides[side]} | {share:.0%} | {least:.0%} and {most:.0%} |")
    return "\n".join(lines)


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the interval of a chance that came true so often, with a confidence of 95 % (Wilson)."""
    if not games:
        return 0.0, 1.0
    share, z = won / games, 1.96
    middle = share + z * z / (2 * games)
    half = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def lengths(figures: Figures) -> list[str]:
    """Return the rows that tell how long games take."""
    return [
        "| a game takes | shortest | tenth | median | ninth tenth | longest |",
        "|---|---:|---:|---:|---:|---:|",
        f"| rounds | {spread(figures.rounds)} |",
        f"| decisions | {spread([float(n) for n in figures.decisions])} |",
    ]


def spread(values: list[float]) -> str:
    """Return the shortest, the middle and the longest of some values, and the tenths between which most lie."""
    tenths = statistics.quantiles(values if len(values) > 1 else values * 2, n=10, method="inclusive")
    middle = statistics.median(values)
    return f"{min(values):,.0f} | {tenths[0]:,.0f} | {middle:,.0f} | {tenths[-1]:,.0f} | {max(values):,.0f}"


def report(equals: Figures, mixed: Figures, names: dict[str, str]) -> str:
    """Return the figures as a piece of the page."""
    games, others = len(equals.rounds), len(mixed.rounds)
    cost = 1000 * sum(equals.seconds) / sum(equals.decisions)
    lines = [
        f"{games} games of four `steady` players, seeds 0 to {games - 1}; {equals.finished} of them finished.",
        "",
        *lengths(equals),
        "",
        f"A game takes {statistics.median(equals.seconds):.1f} s of one core, a decision {cost:.1f} ms, "
        "engine and log included.",
        "",
        "| character | played | won | share |",
        "|---|---:|---:|---:|",
    ]
    for name, played in sorted(equals.taken.items(), key=lambda item: -equals.victors[names[item[0]]] / item[1]):
        won = equals.victors[names[name]]
        lines.append(f"| {name} | {played} | {won} | {100 * won / played:.0f} % |")
    lines += [
        "",
        f"Against three `random` players, who change seats with it, one `steady` player won {mixed.winners['steady']} "
        f"of {others} games in {statistics.median(mixed.rounds):.0f} rounds (median).",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, print and perhaps write."""
    parser = argparse.ArgumentParser(description="Measure the computer players.")
    parser.add_argument("--games", type=int, default=100, help="how many games (at least 2)")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/players-measured.md")
    parser.add_argument("--preset", default=PLAIN.preset, help="what these games are played by")
    parser.add_argument("--packs", nargs="*", default=[], help="packs that the games are played with")
    parser.add_argument("--options", nargs="*", default=[], help="options of these games, as name=value")
    parser.add_argument("--player", default="steady", help="who plays both sides of a wargame")
    parser.add_argument("--first", type=int, default=0, help="the first seed of wargames")
    given = parser.parse_args()
    options = tuple(tuple(pair.split("=", 1)) for pair in given.options)
    with_ = SetUp(given.preset, tuple(given.packs), options)
    if rulebook_of(with_.preset) == "wargame":
        print(sides(measure([given.player] * 2, given.games, with_, given.first)))
        return
    if with_ != PLAIN:
        print(shares(measure(["steady"] * 4, given.games, with_)))
        return
    equals = measure(["steady"] * 4, given.games)
    mixed = measure(["steady", "random", "random", "random"], max(2, given.games * 3 // 10))
    table = table_for("revised4", 4)
    text = report(equals, mixed, {card.name: card.id for card in table.cards})
    print(text)
    if given.write:
        PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), "players", ["", text, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
