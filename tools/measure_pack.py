"""Measure how a pack with a board of its own plays: a dated result under docs/results, and the tables of its page.

    python tools/measure_pack.py frontier --games 200 --option watch

Four `steady` players play the same seeds without the pack, with it, and, where an option of it lays an ending on the
goal, with an ending face up. Noted is how long games take, who goes to the board of the pack, which of its cards are
met, whom its figures come upon and where games are won. What has been played is kept, so that the same command goes on
where it was broken off; the tables go to docs/packs/NAME.md. Whoever has more Strength and Craft of their own than
anybody else leads, from the beginning of a turn on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from pages.markers import between
from stormriver import lab
from stormriver.adventure.model import events as adventure
from stormriver.adventure.model.columns import CHARACTER, CRAFT, SPACE, STRENGTH
from stormriver.api import table_for
from stormriver.kernel import events
from stormriver.kernel.facade import Game
from stormriver.kernel.state import NONE
from stormriver.lab.experiment import Experiment
from stormriver.lab.simulation import GameRow
from stormriver.lab.statistics import STANDARD, Question
from stormriver.language.grammar import NOTHING
from stormriver.workshop import balance

DOCS = Path(__file__).resolve().parent.parent / "docs"
PLAYERS = ("steady",) * 4
PRESET = "revised4"


def observe(game: Game) -> dict[str, Any]:
    """Return in which Regions turns were begun, whom figures came upon, who was played, and where the game was won."""
    table = game.engine.table
    at: dict[int, int] = {}  # by seat its space
    turns: Counter[str] = Counter()
    been: dict[str, set[int]] = {}
    came_upon: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for event in game.log:
        if event.kind == events.SET and event.data[0] == SPACE:
            at[event.seat] = event.data[1]
        elif event.kind == events.TURN and at.get(event.seat, NONE) != NONE:
            region = table.region_at[at[event.seat]].id
            turns[region] += 1
            been.setdefault(region, set()).add(event.seat)
        elif event.kind == adventure.CARD_PLACED.name and event.data[0] in table.roaming:
            figure = table.cards[event.data[0]]
            if figure.comes is not NOTHING:
                came_upon[figure.id] += sum(space == event.data[1] for space in at.values())
        elif event.kind == adventure.CHARACTER_TAKEN.name:
            taken[table.cards[event.data[0]].id] += 1
    goals = (table.goal, table.goal_covered) if table.goal != NONE else ()
    return {
        "turns": turns,
        "been": {region: sorted(seats) for region, seats in been.items()},
        "came_upon": came_upon,
        "taken": taken,
        "leaders": leaders(game),
        "goal": [table.cards[card].id for zone in goals for card in game.engine.state.zones[zone]],
        "won_at": [table.spaces[at[table.seats.index(name)]].id for name in game.result],
    }


def leaders(game: Game) -> int:
    """Return how often another seat than before came to lead, in Strength and Craft without belongings."""
    table = game.engine.table
    printed, counters = [0] * len(table.seats), [0] * len(table.seats)
    changes, leader = 0, NONE
    for event in game.log:
        if event.kind == events.SET and event.data[0] == CHARACTER:
            card = event.data[1]
            printed[event.seat] = 0 if card == NONE else table.cards[card].strength + table.cards[card].craft
            counters[event.seat] = 0
        elif event.kind == events.CHANGED and event.data[0] in (STRENGTH, CRAFT):
            counters[event.seat] += event.data[1]
        elif event.kind == events.TURN:
            strong = [sum(both) for both in zip(printed, counters, strict=True)]
            if strong.count(max(strong)) == 1 and (first := strong.index(max(strong))) != leader:
                changes += leader != NONE
                leader = first
    return changes


PLACES = Question("places", lambda experiment, rows: None, observe)


def play(experiment: Experiment, kept: Path, workers: int) -> Sequence[GameRow]:
    """Play the games of an experiment, or go on with those that are kept, and return what came of each."""

    def told(done: int, wanted: int) -> None:
        print(f"\r{kept.stem}: {done} of {wanted} games", end="", file=sys.stderr)

    questions = (*STANDARD, balance.QUESTION, PLACES)
    rows = lab.run(experiment, questions=questions, workers=workers, save=kept, each=told).rows
    print(file=sys.stderr)
    return rows


def total(counts: Iterable[dict[str, int]]) -> Counter[str]:
    """Return several counts as one."""
    found: Counter[str] = Counter()
    for one in counts:
        found.update(one)
    return found


def figures(rows: Sequence[GameRow], regions: frozenset[str], cards: Sequence[str]) -> dict[str, Any]:
    """Return what the games of one set-up show.

    Args:
        rows: its games.
        regions: those of the pack.
        cards: the ids of its cards.
    """
    rounds = [row.rounds for row in rows]
    tenths = quantiles(rounds, n=10, method="inclusive")
    places = [row.observed["places"] for row in rows]
    noted = [row.observed["cards"] for row in rows]
    turns, taken, won = total(one["turns"] for one in places), total(one["taken"] for one in places), Counter[str]()
    for row in rows:
        won.update(row.played)
    there = [len({seat for region in regions for seat in one["been"].get(region, ())}) for one in places]
    upon, met = total(one["came_upon"] for one in places), total(one["met"] for one in noted)
    kills = total(one["kills"] for one in noted)
    endings: dict[str, Counter[str]] = {}
    for one in places:
        endings.setdefault(" ".join(one["goal"]) or "none", Counter()).update(one["won_at"])
    return {
        "games": len(rows),
        "finished": sum(row.finished for row in rows),
        "rounds": [round(tenths[0]), round(median(rounds)), round(tenths[-1])],
        "decisions": round(median(row.decisions for row in rows)),
        "leader changes, a game": round(sum(one["leaders"] for one in places) / len(rows), 1),
        "seats that were there": round(sum(there) / sum(len(row.seats) for row in rows), 3),
        "turns begun there": round(sum(turns[region] for region in regions) / max(1, sum(turns.values())), 3),
        "came upon somebody, a game": {one: round(number / len(rows), 2) for one, number in sorted(upon.items())},
        "characters": {one: {"played": taken[one], "won": won[one]} for one in sorted(taken)},
        "won at": {goal: dict(where.most_common()) for goal, where in endings.items()},
        "cards": {
            one: {
                "met a game": round(met[one] / len(rows), 2),
                "games": sum(one in seen["met"] or one in seen["kept"] for seen in noted),
                "deaths": kills[one],
            }
            for one in cards
        },
    }  # fmt: skip


def per_cent(share: float) -> str:
    """Return a share as whole per cent."""
    return f"{share:.0%}".replace("%", " %")


def tables(result: dict[str, Any], names: dict[str, str], characters: Sequence[str]) -> str:
    """Return the tables of the page.

    Args:
        result: what was measured.
        names: of cards and characters, by their ids.
        characters: those of the pack.
    """
    played = result["played"]
    found = played["with"]
    lines = [
        f"{found['games']} games of four `steady` players, seeds {result['first']} to "
        f"{result['first'] + found['games'] - 1}, {result['date']}, by `{result['command']}`"
        f" ([all numbers](../results/{result['pack']}.json)).",
        "",
        "| | games | ended | rounds: tenth | median | ninth tenth | decisions | the lead changes |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, one in played.items():
        cells = (
            result["told"][name],
            one["games"],
            one["finished"],
            *one["rounds"],
            f"{one['decisions']:,}",
            one["leader changes, a game"],
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    lines += ["", "| | |", "|---|---:|"]
    lines += [f"| seats that were there | {per_cent(found['seats that were there'])} |"]
    lines += [f"| turns begun there | {per_cent(found['turns begun there'])} |"]
    for figure, times in found["came upon somebody, a game"].items():
        lines.append(f"| how often the {names[figure]} comes upon somebody, a game | {times} |")
    lines += ["", "| Character | played | won | share |", "|---|---:|---:|---:|"]
    others = Counter[str]()
    for one, record in found["characters"].items():
        if one not in characters:
            others.update(record)
    rows = [(names[one], found["characters"].get(one, {"played": 0, "won": 0})) for one in characters]
    for name, record in [*rows, ("all others", others)]:
        share = per_cent(record["won"] / max(1, record["played"]))
        lines.append(f"| {name} | {record['played']} | {record['won']} | {share} |")
    lines += ["", "| Card | met or had in games | met, a game | deaths |", "|---|---:|---:|---:|"]
    for one, record in sorted(found["cards"].items(), key=lambda item: (-item[1]["games"], item[0])):
        lines.append(f"| {names[one]} | {record['games']} | {record['met a game']} | {record['deaths']} |")
    return "\n".join(lines)


def main() -> None:
    """Measure what the command line asks for, and write it down."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("pack")
    asked.add_argument("--games", type=int, default=40, help="at least 2")
    asked.add_argument("--first", type=int, default=0, help="the first seed")
    asked.add_argument("--option", default="", help="the option that lays an ending; it is set to `revealed`")
    asked.add_argument("--plain", type=int, default=0, help="how many games without it; as many if not said")
    asked.add_argument("--endings", type=int, default=0, help="how many games with an ending; as many if not said")
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--kept", type=Path, default=Path("build/measured"), help="where the games are kept")
    asked.add_argument("--dry", action="store_true", help="print the tables and write nothing")
    wanted = asked.parse_args()
    plain, table = table_for(PRESET, 4), table_for(PRESET, 4, packs=(wanted.pack,))
    regions = frozenset(table.regions) - frozenset(plain.regions)  # type: ignore[attr-defined]
    below = {card.id for card in plain.cards}
    new = {card.id: card for card in table.cards if card.id not in below}
    characters = [one for one, card in new.items() if card.deck == "characters"]
    setups: dict[str, tuple[str, int, tuple[str, ...], dict[str, Any]]] = {
        "without": ("without the pack", wanted.plain or wanted.games, (), {}),
        "with": ("with it", wanted.games, (wanted.pack,), {}),
    }
    if wanted.option:
        ending = {wanted.option: "revealed"}
        setups["ending"] = ("with an ending face up", wanted.endings or wanted.games, (wanted.pack,), ending)
    played = {}
    for name, (_, games, packs, options) in setups.items():
        experiment = Experiment(players=PLAYERS, games=games, seed=wanted.first, packs=packs, options=options)
        rows = play(experiment, wanted.kept / f"{wanted.pack}_{name}.jsonl", wanted.workers)
        played[name] = figures(rows, regions, [one for one in new if one not in characters])
    result = {
        "pack": wanted.pack,
        "date": datetime.now(UTC).date().isoformat(),
        "command": f"python tools/measure_pack.py {' '.join(sys.argv[1:])}",
        "first": wanted.first,
        "told": {name: told for name, (told, *_) in setups.items()},
        "played": played,
    }
    text = tables(result, {card.id: card.name for card in table.cards}, characters)
    if wanted.dry:
        print(text)
        return
    (DOCS / "results" / f"{wanted.pack}.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    page = DOCS / "packs" / f"{wanted.pack}.md"
    page.write_text(between(page.read_text(encoding="utf-8"), "measured", ["", text, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
