"""What estimates keep is what would be found out anew, and a stale piece of it would be noticed."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.view import View
from stormriver.api import begin_game
from stormriver.estimates.adventure import reader as reading
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.estimates import Estimates
from stormriver.estimates.adventure.reader import Reader
from stormriver.kernel.game import UNSEEN
from stormriver.players.adventure.worth import Worth

SET_UPS = [("revised4", ("city",), 1), ("third", (), 2)]
EVERY = 60
"""So many random decisions lie between two positions that are read."""


def found(preset: str, packs: tuple[str, ...], seed: int) -> list[Changes | None]:
    """Return all that estimates say at some positions of a random game: of options, spaces, gates and the next card."""
    rng = random.Random(seed)
    game = begin_game(preset, seats=3, seed=seed, packs=packs, log=False)
    told: list[Changes | None] = []
    for decision in range(6 * EVERY):
        assert game.ask is not None
        if decision % EVERY == EVERY - 1:
            told += all_of(game.view(game.ask.seat))
        game.play(rng.randrange(len(game.ask.codes)))
    return told


def all_of(view: View) -> list[Changes | None]:
    """Return what estimates say of a position."""
    expected = Estimates(view, Worth(view))
    assert view.ask is not None
    told: list[Changes | None] = [expected.option(option) for option in view.ask.options.values()]
    if view.me.playing:
        told += [expected.landing(space) for space in range(len(view.roads.ids))]
        told += [expected.passage(crossing.space, crossing.gate) for crossing in view.roads.tries]
        told.append(expected.drawing())
    return told


def read_anew(reader: Reader, of: Callable[[Reader, int], Changes], card: int) -> Changes:
    """Stand in for `Reader.as_supposed`: keep nothing."""
    return of(reader, card)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "packs", "seed"), SET_UPS)
def test_what_is_kept_of_a_card_is_what_is_read_anew(
    preset: str, packs: tuple[str, ...], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = found(preset, packs, seed)
    monkeypatch.setattr(Reader, "as_supposed", read_anew)
    assert found(preset, packs, seed) == kept


@pytest.mark.slow
def test_a_reading_kept_beyond_what_was_supposed_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true = found(*SET_UPS[0])
    monkeypatch.setattr(Reader, "_supposition", lambda reader: ())
    assert found(*SET_UPS[0]) != true


def all_questions(game: AdventureGame, seat: int) -> tuple[int, int]:
    """Stand in for `masks`: any hook may answer."""
    return UNSEEN, UNSEEN


def rules_only(game: AdventureGame, seat: int) -> tuple[int, int]:
    """Stand in for `masks` as stale ones would be: what the seat has gained adds and forbids nothing."""
    return game.table.borne_by_all, UNSEEN


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "packs", "seed"), SET_UPS)
def test_hooks_that_are_passed_over_would_have_said_nothing(
    preset: str, packs: tuple[str, ...], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    masked = found(preset, packs, seed)
    monkeypatch.setattr(reading, "masks", all_questions)
    assert found(preset, packs, seed) == masked


@pytest.mark.slow
def test_a_stale_mask_of_hooks_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true = found(*SET_UPS[0])
    monkeypatch.setattr(reading, "masks", rules_only)
    assert found(*SET_UPS[0]) != true
