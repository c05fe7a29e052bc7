"""Every word in every place on a board of six spaces: refused with what is lacking, or played in good order.

`make test` tries some hundreds, spread over all; `make fuzz` tries them all (see `support/crossing.py`).
"""

from __future__ import annotations

from collections import Counter

import pytest

import cross
from stormriver.kernel.errors import Endless
from stormriver.language.checking import Checker
from support import crossing
from support.crossing import Crossing

TRIED = [50, pytest.param(200, marks=pytest.mark.long)]
OF_FIGURES = {"{roam: this, towards: all, steps: 2}", "{roam: this, either: rolled}"}
"""Examples that stand on figures alone, of which none is crossed: `tests/packs` has some."""


@pytest.mark.slow
@pytest.mark.parametrize("tried", TRIED)
def test_a_word_anywhere_is_refused_or_played_in_good_order(tried: int) -> None:
    found: Counter[str] = Counter()
    for one in crossing.spread(tried):
        try:
            found[crossing.attempt(one)] += 1
        except Exception as error:
            raise AssertionError(f"{one} broke a game: {type(error).__name__}: {error}\n{one.pack}") from error
    assert min(found["refused"], found["played"]) > tried // 6, found


def test_every_word_has_an_example_to_be_tried() -> None:
    assert [cls.word for cls in crossing.all_words() if not crossing.examples(cls)] == []


@pytest.mark.long
def test_every_word_may_stand_somewhere() -> None:
    """No word is refused wherever it is put: else the check would be against the word, not against the place."""
    refused = {one.word for one in crossing.crossings()}
    for one in crossing.crossings():
        if one.word in refused and not crossing.refusal(one):
            refused.discard(one.word)
    assert refused == OF_FIGURES


@pytest.mark.slow
def test_the_crossing_sees_what_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check a word that lacks something breaks a game."""
    monkeypatch.setattr(Checker, "check", lambda self, carriers: None)
    broken = 0
    for place in ("meet of a place", "meet of a stranger", "visit of a space"):
        found = next(one for one in crossing.crossings() if one.word == "{add: 1}" and one.carrier == place)
        try:
            crossing.attempt(found)
        except Endless:
            raise
        except Exception:
            broken += 1
    assert broken


def test_a_crossing_says_which_it_is() -> None:
    assert str(Crossing("reroll", "meet of a place", "")) == "reroll in meet of a place"


@pytest.mark.slow
def test_the_long_proof_tries_them_all() -> None:
    assert len(crossing.crossings()) <= cross.WANTED
