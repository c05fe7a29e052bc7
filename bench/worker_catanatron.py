"""catanatron: the settlers game, four random players."""

from __future__ import annotations

from importlib.metadata import version

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.enums import Action
from catanatron.models.player import Color, RandomPlayer

from method import Draw, Engine, Played, serve

PLAYERS = [RandomPlayer(color) for color in Color]


def play(game: Game, draw: Draw, most: int) -> Played:
    """The loop of `Game.play`, with the choice made here so it can be counted."""
    state = game.state
    decisions = forced = 0
    while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
        actions = state.playable_actions
        count = len(actions)
        if count > 1:
            if decisions == most:
                return Played(decisions, forced, False)
            decisions += 1
        else:
            forced += 1
        # Unvalidated: the action comes from the list itself, and looking it up
        # there again would only make catanatron look slower than it is.
        game.execute(actions[int(draw() * count)], validate_action=False)
    return Played(decisions, forced, True)


def options(game: Game) -> list[Action]:
    """The playable actions, which the state has computed already."""
    actions: list[Action] = game.state.playable_actions
    return actions


def answer(game: Game, action: Action) -> int:
    """`execute` computes the next playable actions by itself."""
    game.execute(action, validate_action=False)
    return len(game.state.playable_actions)


def main() -> None:
    """Serve catanatron."""
    serve(
        Engine(
            name="catanatron",
            version=version("catanatron"),
            seats=len(PLAYERS),
            start=lambda seed: Game(PLAYERS, seed=seed),
            play=play,
            clone=Game.copy,
            options=options,
            answer=answer,
        )
    )


if __name__ == "__main__":
    main()
