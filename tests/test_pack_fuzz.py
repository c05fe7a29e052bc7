"""Packs written by chance, as a stranger might: each is refused with its place, or played in good order.

`make test` tries a handful, `make test-long` three hundred, `make fuzz` many thousands (see `support/pack_fuzz.py`).
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Iterable

import pytest

from stormriver.language.checking import Checker
from stormriver.language.grammar import Effect, fields
from support import pack_fuzz

FEW = 10
MANY = 300


def tried(numbers: Iterable[int]) -> Counter[str]:
    """Return what came of the packs of some numbers."""
    found: Counter[str] = Counter()
    for number in numbers:
        try:
            found.update(pack_fuzz.attempt(number))
        except Exception as error:
            raise AssertionError(f"pack number {number}: {type(error).__name__}: {error}") from error
    return found


@pytest.mark.slow
def test_what_checks_clean_plays_clean() -> None:
    found = tried(range(FEW))
    assert found["played"] > FEW // 2
    assert found["cards played with"] > FEW


@pytest.mark.long
def test_many_packs_check_clean_and_play_clean() -> None:
    found = tried(range(MANY))
    assert found["played"] > MANY // 2
    assert found["refused"]


def test_the_writer_comes_to_every_effect() -> None:
    """Each is written with fields of its own, not only as the example of its docstring."""
    writer = pack_fuzz.Writer(random.Random(1))
    written = [str(writer.filled(cls, 1)) for cls in pack_fuzz.families()[Effect] if fields(cls)]
    assert all(text.startswith("{") or text.isidentifier() for text in written)
    assert sum(text.startswith("{") for text in written) > len(written) // 2


@pytest.mark.slow
def test_the_fuzzer_sees_what_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check of what words need, a pack breaks a game."""
    monkeypatch.setattr(Checker, "check", lambda self, carriers: None)
    with pytest.raises(AssertionError, match="pack number"):
        tried(range(FEW))


def test_what_has_no_end_is_seen() -> None:
    with pytest.raises(AssertionError, match=r"it goes on for more than 0\.05 seconds"), pack_fuzz.in_time(0.05):
        while True:
            pass
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
