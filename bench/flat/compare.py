"""Plays the same games with the engine and with the study, and compares them event for event.

PYTHONPATH=src:bench .venv/bin/python -m flat.compare --games 200
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from flat.cells import seeded, unsigned
from flat.compiler import compiled
from flat.machine import play, run
from flat.opcodes import Program
from flat.state import COUNT, WINNERS, Game, Line, new_game
from stormriver.adventure.model.table import AdventureTable
from stormriver.api import begin_game, table_for
from stormriver.kernel.dice import seeded as first_dice
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game as EngineGame

PACK = str(Path(__file__).resolve().parent / "slice")
PRESET = "revised4"
SEATS = 4


def engine_game(seed: int, log: bool = True) -> EngineGame:
    """Return a game of the slice, played by the engine."""
    return begin_game(PRESET, seats=SEATS, seed=seed, packs=[PACK], log=log)


def program() -> Program:
    """Return the flat code of the slice."""
    table = table_for(PRESET, SEATS, packs=[PACK])
    assert isinstance(table, AdventureTable)
    return compiled(table)


def flat_game(code: Program, seed: int, log: bool = True) -> Game:
    """Return a game of the slice, played by flat code, at its first ask."""
    game = new_game(code, seeded(first_dice(seed)), [] if log else None)
    run(game)
    return game


def line(event: Event) -> Line:
    """Return an event of the engine as the study writes it."""
    return (event.kind, event.seat, event.data, event.cause, event.card)


def difference(code: Program, seed: int) -> str:
    """Play a game with both, choosing alike; return the first difference in words, the empty text if there is none."""
    engine, flat = engine_game(seed), flat_game(code, seed)
    assert engine.log is not None and flat.log is not None
    chance = random.Random(seed)
    checked = 0
    while True:
        for number in range(checked, max(len(engine.log), len(flat.log))):
            mine = line(engine.log[number]) if number < len(engine.log) else None
            other = flat.log[number] if number < len(flat.log) else None
            if mine != other:
                return f"seed {seed}, event {number}: the engine has {mine}, the study {other}"
        checked = len(engine.log)
        if engine.state.dice != unsigned(flat.dice):
            return f"seed {seed}, event {checked}: the dice differ"
        count = 0 if engine.ask is None else len(engine.ask.codes)
        if count != flat.cells[COUNT]:
            return f"seed {seed}, event {checked}: the engine has {count} options, the study {flat.cells[COUNT]}"
        if engine.ask is None:
            return "" if engine.state.result == flat.cells[WINNERS] else f"seed {seed}: the winners differ"
        choice = chance.randrange(count)
        engine.play(choice)
        play(flat, choice)


def main() -> int:
    """Compare as many games as asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    code = program()
    for seed in range(1, asked.games + 1):
        found = difference(code, seed)
        if found:
            print(found, file=sys.stderr)
            return 1
    print(f"{asked.games} games are equal, event for event.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
