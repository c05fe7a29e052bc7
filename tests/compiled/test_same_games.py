"""The compiled engine plays the same games as its sources: dice, asks, events and saves of 200 games of every preset.

Each pack is in 25 more, and the steady player chooses alike.

Run by `make test-compiled`, which builds the engine; every test of this run imports the compiled one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

import stormriver
from compiled.stories import digest, story
from stormriver.adventure.view import SeatView, View
from stormriver.builds import build
from stormriver.kernel.ask import Ask
from stormriver.players.adventure.steady import Steady
from stormriver.players.adventure.worth import Worth
from support.random_games import worlds

GAMES, AT_ONCE = 200, 25
STEADY_GAMES = 2
BLOCKS = [(preset, first) for preset in stormriver.presets() for first in range(0, GAMES, AT_ONCE)]
PACKS = [("+".join((preset, *packs)), 0) for preset, packs in worlds() if packs]
HERE = Path(__file__).parent


def plain(*words: str) -> str:
    """Return what a process says that runs the sources."""
    environment = {**os.environ, "STORMRIVER_PURE": "1"}
    done = subprocess.run([sys.executable, *words], env=environment, text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout


def test_one_build_is_compiled_and_the_other_is_not() -> None:
    assert build() == "compiled"
    assert plain("-c", "from stormriver.builds import build; print(build())") == "plain Python\n"


@pytest.mark.timeout(900)  # 25 games twice, which takes long where much else is going on
@pytest.mark.parametrize(("world", "first"), [*BLOCKS, *PACKS])
def test_both_builds_play_the_same_games(world: str, first: int) -> None:
    compare(world, first, AT_ONCE, "random")


@pytest.mark.parametrize("world", ["+".join((preset, *packs)) for preset, packs in worlds()])
def test_the_steady_player_chooses_alike_in_both_builds(world: str) -> None:
    compare(world, 0, STEADY_GAMES, "steady")


def compare(world: str, first: int, count: int, player: str) -> None:
    """Compare so many games of a player, from a seed on."""
    wanted = json.loads(plain(str(HERE / "stories.py"), world, str(first), str(count), player))
    for seed, expected in enumerate(wanted, first):
        if digest(world, seed, player) != expected:
            pytest.fail(f"{world}, game {seed} of {player}: {difference(world, seed, player)}", pytrace=False)


def test_a_rulebook_from_outside_is_played_by_the_compiled_engine() -> None:
    """It is not compiled itself: its classes are interpreted ones below compiled ones."""
    told = (
        f"import sys; sys.path.insert(0, {str(HERE.parent / 'rulebooks')!r}); import stormriver;"
        "game = stormriver.new_game('race', seats=['eve', 'joe'], seed=1);"
        "[game.answer(game.ask.keys[-1]) for _ in range(300) if not game.over]; print(game.save())"
    )
    compiled = subprocess.run([sys.executable, "-c", told], text=True, stdout=subprocess.PIPE, check=True).stdout
    assert compiled == plain("-c", told)


def test_who_derives_from_a_compiled_player_or_view_is_asked_instead() -> None:
    class Headstrong(Steady):
        def _best(self, ask: Ask, values: list[float]) -> str:
            return ask.keys[-1]

    class Rich(SeatView):
        @property
        def gold(self) -> int:
            return 99

    class Afraid(Worth):
        def life(self, lives: float, change: float) -> float:
            return 99.0 * change

    game = stormriver.new_game("revised4", seats=2, seed=1)
    for _ in range(20):
        ask = game.ask
        assert ask is not None
        view: View = game.view(ask.seat)
        assert Rich(view, ask.seat).facts()["gold"] == 99
        assert Afraid(view)({"life": -1.0}) == -99.0
        assert Headstrong()(view, ask) == ask.keys[-1]
        game.play(len(ask.keys) - 1)


def difference(world: str, seed: int, player: str) -> str:
    """Return the first line in which the stories of a game differ."""
    told = f"from compiled.stories import story; print(*story({world!r}, {seed}, {player!r}), sep='\\n')"
    lines = plain("-c", f"import sys; sys.path.insert(0, {str(HERE.parent)!r}); {told}").splitlines()
    for number, (expected, found) in enumerate(zip_longest(lines, story(world, seed, player)), 1):
        if expected != found:
            return f"line {number} is {str(found)[:300]} when compiled, and {str(expected)[:300]} from the sources"
    return "it differs from run to run"
