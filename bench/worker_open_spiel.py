"""open_spiel, driven from Python: backgammon or gin rummy, two random players."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib.metadata import version

import pyspiel

from method import Draw, Engine, Played, serve

GAMES = ("backgammon", "gin_rummy")


def draw_chance(state: pyspiel.State, draw: Draw) -> None:
    """Let chance move. Nobody decides here, so this is never counted.

    Walking the outcomes is faster than random.choices, and far faster than
    the numpy.random.choice of open_spiel's own examples.
    """
    left = draw()
    outcomes = state.chance_outcomes()
    drawn = outcomes[-1][0]  # for the last crumb that rounding may leave
    for outcome, probability in outcomes:
        left -= probability
        if left <= 0:
            drawn = outcome
            break
    state.apply_action(drawn)


def play(state: pyspiel.State, draw: Draw, most: int) -> Played:
    """Play on at random, to the end of the game or a number of decisions."""
    decisions = forced = 0
    while not state.is_terminal():
        if state.is_chance_node():
            draw_chance(state, draw)
            continue
        actions = state.legal_actions()
        count = len(actions)
        if count > 1:
            if decisions == most:
                return Played(decisions, forced, False)
            decisions += 1
        else:
            forced += 1
        state.apply_action(actions[int(draw() * count)])
    return Played(decisions, forced, True)


def options(state: pyspiel.State) -> list[int]:
    """The legal actions of a state, computed anew each time."""
    actions: list[int] = state.legal_actions()
    return actions


def answerer() -> Callable[[pyspiel.State, int], object]:
    """The function that takes an action, with a random generator of its own for chance."""
    draw = random.Random(1).random

    def answer(state: pyspiel.State, action: int) -> object:
        """Play on through chance: the other engines roll and draw by themselves."""
        state.apply_action(action)
        while state.is_chance_node():
            draw_chance(state, draw)
        return state.legal_actions()

    return answer


def main() -> None:
    """Serve the game that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, required=True)
    game = pyspiel.load_game(parser.parse_args().game)
    serve(
        Engine(
            name="open_spiel",
            version=version("open_spiel"),
            seats=game.num_players(),
            start=lambda seed: game.new_initial_state(),
            play=play,
            clone=pyspiel.State.clone,
            options=options,
            answer=answerer(),
        )
    )


if __name__ == "__main__":
    main()
