"""Cutting a scenario out of a game (to be written)."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.kernel.game import Game


def position_of(game: Game) -> str:
    raise NotImplementedError


def cut(game: Game, answers: Sequence[str]) -> str:
    raise NotImplementedError
