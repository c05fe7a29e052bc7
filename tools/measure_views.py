"""Measure what it costs to show a game: a view of each seat and what it is told, at every decision of whole games.

python tools/measure_views.py --games 3 --seats 4
"""

from __future__ import annotations

import argparse
from time import perf_counter

import msgspec

from stormriver import players
from stormriver.api import begin_game
from stormriver.presentation.adventure.build_view import views_of
from stormriver.presentation.adventure.event_feed import Trail, told

MOST = 4000
"""After how many decisions a game is given up."""


def measured(seed: int, seats: int) -> tuple[int, float, float, int]:
    """Return the decisions of a game, the seconds for its views and for what is told, and the bytes of JSON."""
    game = begin_game(seats=seats, seed=seed, skip_forced=False)
    decide = [players.make("steady", seed + seat) for seat in range(seats)]
    trail, since, viewing, telling, size = Trail(game.table), 0, 0.0, 0.0, 0
    for decision in range(MOST):
        began = perf_counter()
        views = views_of(game, range(seats))
        seen = perf_counter()
        for seat in range(seats):
            told(game.table, game.log or [], since, seat, trail)
        telling += perf_counter() - seen
        viewing += seen - began
        since = len(game.log or [])
        size += sum(map(len, map(msgspec.json.encode, views)))
        ask = game.ask
        if ask is None:
            return decision, viewing, telling, size
        game.play(ask.keys.index(decide[ask.seat](game.view(ask.seat), ask)))
    return MOST, viewing, telling, size


def main() -> None:
    """Print the figures of each game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    for seed in range(given.games):
        decisions, viewing, telling, size = measured(seed, given.seats)
        views = decisions * given.seats
        print(
            f"game {seed}: {decisions} decisions; a view {1000 * viewing / views:.3f} ms,"
            f" what it is told {1000 * telling / views:.3f} ms, {size // views} bytes of JSON"
        )


if __name__ == "__main__":
    main()
