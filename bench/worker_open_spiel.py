"""open_spiel, driven from Python: backgammon or gin rummy, two random players."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.metadata import version

import pyspiel

from method import Engine, Played, arguments, report

GAMES = ("backgammon", "gin_rummy")


def draw(state: pyspiel.State, rng: Callable[[], float]) -> None:
    """Let chance move. Nobody decides here, so this is never counted.

    Walking the outcomes is faster than random.choices, and far faster than
    the numpy.random.choice of open_spiel's own examples.
    """
    left = rng()
    outcomes = state.chance_outcomes()
    drawn = outcomes[-1][0]  # for the last crumb that rounding may leave
    for outcome, probability in outcomes:
        left -= probability
        if left <= 0:
            drawn = outcome
            break
    state.apply_action(drawn)


def player(game: pyspiel.Game) -> Callable[[int, int], Played[pyspiel.State]]:
    """The function that plays one random game, as `Engine.play` wants it."""

    def play(seed: int, cap: int) -> Played[pyspiel.State]:
        rng = random.Random(seed).random
        state = game.new_initial_state()
        decisions = forced = 0
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state, rng)
                continue
            actions = state.legal_actions()
            count = len(actions)
            if count > 1:
                if decisions == cap:
                    return Played(state, decisions, forced, False)
                decisions += 1
            else:
                forced += 1
            state.apply_action(actions[int(rng() * count)])
        return Played(state, decisions, forced, True)

    return play


def options(state: pyspiel.State) -> list[int]:
    """The legal actions of a state, computed anew each time."""
    actions: list[int] = state.legal_actions()
    return actions


def answerer() -> Callable[[pyspiel.State, int], object]:
    """The function that takes an action, with a random generator of its own for chance."""
    rng = random.Random(1).random

    def answer(state: pyspiel.State, action: int) -> object:
        """Play on through chance: the other engines roll and draw by themselves."""
        state.apply_action(action)
        while state.is_chance_node():
            draw(state, rng)
        return state.legal_actions()

    return answer


def main() -> None:
    """Measure the game that the command line names and print the worker's line."""
    parser = arguments()
    parser.add_argument("--game", choices=GAMES, required=True)
    chosen = parser.parse_args()
    game = pyspiel.load_game(chosen.game)
    engine = Engine(
        name=chosen.game,
        version=version("open_spiel"),
        seats=game.num_players(),
        play=player(game),
        clone=pyspiel.State.clone,
        options=options,
        answer=answerer(),
    )
    report(engine, chosen)


if __name__ == "__main__":
    main()
