"""Features of well-known expansions, said as packs: their scenarios hold, and whole games are played with each."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from stormriver.api import begin_game, resume_game
from stormriver.players import make
from stormriver.scenario import run_file

FOLDER = Path(__file__).parent / "packs"
PACKS = sorted(path.parent for path in FOLDER.glob("*/pack.yaml"))
SCENARIOS = sorted(FOLDER.glob("*/scenarios/*.yaml"))
FEATURES = yaml.safe_load((FOLDER / "features.yaml").read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parts[-3]}/{file.stem}") for file in SCENARIOS])
def test_a_feature_plays_as_it_should(file: Path) -> None:
    outcome = run_file(file)
    if outcome.fault is not None:
        raise AssertionError(outcome.message) from outcome.fault
    assert outcome.passed, outcome.message


def test_each_feature_has_a_pack_and_each_pack_a_feature_and_a_scenario() -> None:
    named = {feature["pack"] for feature in FEATURES}
    assert named == {pack.name for pack in PACKS} == {file.parts[-3] for file in SCENARIOS}
    for feature in FEATURES:
        assert feature["said"] == "fully" or (feature["said"] == "partly" and feature["left"]), feature


@pytest.mark.long
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_played_with_each_pack(pack: Path, seed: int) -> None:
    """By random players, in one game by a default one too; and each goes on after a save."""
    said = yaml.safe_load((pack / "pack.yaml").read_text(encoding="utf-8")).get("options", {})
    options: dict[str, object] = {name: option["words"][1 + seed % 2] for name, option in said.items()}
    game = begin_game("revised4", 3, seed, {"last_round": 12, **options}, packs=[str(pack)], log=False)
    players = [make("steady" if seed == 2 and seat == 0 else "random", seed) for seat in range(3)]
    while (ask := game.ask) is not None:
        view = game.view(ask.seat)
        game.answer(players[ask.seat](view, view.ask))
        if game.state.turn == 12 and game.ask is not None:
            saved = game.save()
            assert resume_game(saved, [str(pack)]).save() == saved


@pytest.mark.long
@pytest.mark.parametrize("packs", list(pairwise(PACKS)), ids=lambda packs: "-".join(pack.name for pack in packs))
def test_two_packs_are_played_together(packs: tuple[Path, Path]) -> None:
    """Each with the next one, whatever both call alike."""
    game = begin_game("revised4", 3, 1, {"last_round": 8}, packs=list(map(str, packs)), log=False)
    player = make("random", 1)
    while (ask := game.ask) is not None:
        view = game.view(ask.seat)
        game.answer(player(view, view.ask))
