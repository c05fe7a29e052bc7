"""Measure how a pack with a board of its own plays: a dated result under docs/results, and a table for its page.

    python tools/measure_pack.py frontier --games 200 --ending watch --write
    python tools/measure_pack.py frontier --games 40

Four `steady` players play the same seeds three times: without the pack, with it, and with one of its endings face up
where it has an option that lays them. Noted is how long games take, who goes to the board of the pack, which of its
cards are met, whom its figures come upon, and where games are won. With `--write` the table goes to the page of the pack,
docs/packs/NAME.md, else it is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

from stormriver import lab
from stormriver.adventure.model import events as adventure
from stormriver.adventure.model.columns import SPACE
from stormriver.kernel import events
from stormriver.kernel.game import Game
from stormriver.lab.experiment import Experiment
from stormriver.lab.game import GameRow
from stormriver.lab.questions import STANDARD, Question
from stormriver.language.grammar import NOTHING
from stormriver.workshop import balance

DOCS = Path(__file__).resolve().parent.parent / "docs"
START, END = "<!-- measured:start -->", "<!-- measured:end -->"
PLAYERS = ("steady",) * 4
RIVALS = 3
"""How many seats a figure may come upon at once before it is counted as a crowd: all of them are counted anyhow."""


def observe(game: Game) -> dict[str, Any]:
    """Return where the seats were at the beginning of their turns, whom figures came upon, and where the game was won."""
    table: Any = game.table
    at = dict.fromkeys(range(len(table.seats)), -1)
    turns: Counter[str] = Counter()  # by Region
    been: dict[str, set[int]] = {}  # by Region the seats
    came_upon: Counter[str] = Counter()  # by figure
    taken: Counter[str] = Counter()
    for event in game.log or ():
        if event.kind == events.SET and event.data[0] == SPACE:
            at[event.seat] = event.data[1]
        elif event.kind == events.CHANGED and event.data[0] == SPACE:
            at[event.seat] += event.data[1]
        elif event.kind == events.TURN:
            region = table.region_at[at[event.seat]].id if at[event.seat] >= 0 else ""
            turns[region] += 1
            been.setdefault(region, set()).add(event.seat)
        elif event.kind == adventure.CARD_PLACED.name and event.data[0] in table.roaming:
            card, space = table.cards[event.data[0]], event.data[1]
            there = sum(place == space for place in at.values()) if card.comes is not NOTHING else 0
            came_upon[card.id] += there
        elif event.kind == adventure.CHARACTER_TAKEN.name:
            taken[table.cards[event.data[0]].id] += 1
    goal = [table.cards[card].id for zone in (table.goal, table.goal_covered) if zone >= 0 for card in game.state.zones[zone]]
    won = [table.spaces[at[table.seats.index(name)]].id for name in game.result]
    return {
        "turns": turns,
        "been": {region: sorted(seats) for region, seats in been.items()},
        "came_upon": came_upon,
        "taken": taken,
        "goal": goal,
        "won_at": won,
    }


PLACES = Question("places", lambda experiment, rows: None, observe)


def play(games: int, first: int, packs: tuple[str, ...], options: dict[str, Any], workers: int) -> list[GameRow]:
    """Play so many games, and return what came of each."""
    asked = Experiment(players=PLAYERS, games=games, seed=first, packs=packs, options=options)
    questions = (*STANDARD, balance.QUESTION, PLACES)
    return lab.run(asked, questions=questions, workers=workers, each=lambda done, of: print(f"\r{done} of {of}", end="", file=sys.stderr)).rows
