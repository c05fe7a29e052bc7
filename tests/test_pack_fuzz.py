"""Packs written by chance, as a stranger might: each is refused with its place, or played in good order.

`make test` tries three hundred, `make fuzz` many thousands (see `support/pack_fuzz.py`).
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stormriver.adventure.model.hooks import YOU
from stormriver.adventure.model.table import AdventureTable
from stormriver.language.checking import Checker
from stormriver.language.grammar import NOTHING, Effect, fields
from support import pack_fuzz
from support.pack_writer import Tree, Writer, families

MANY = 300
STRETCH = 20
"""How many packs are one test."""
FEW = 10
WRITTEN = 150
"""So many packs hold all that a pack can say."""


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
@pytest.mark.parametrize("first", range(0, MANY, STRETCH))
def test_what_checks_clean_plays_clean(first: int) -> None:
    found = tried(range(first, first + STRETCH))
    assert found["played"] > STRETCH // 2
    assert found["cards played with"] > STRETCH
    assert found["games played to their end"]


def test_the_writer_comes_to_every_effect() -> None:
    """Each is written with fields of its own, not only as the example of its docstring."""
    writer = Writer(random.Random(1))
    written = [str(writer.filled(cls, 1)) for cls in families()[Effect] if fields(cls)]
    assert all(text.startswith("{") or text.isidentifier() for text in written)
    assert sum(text.startswith("{") for text in written) > len(written) // 2


def carriers(table: AdventureTable) -> Iterator[Any]:
    """Yield what carries hooks in the pack of a table."""
    for thing in (*table.definitions, *table.spaces, *table.marks, *table.rules):
        if thing.id.startswith("odd_"):
            yield from (thing, *getattr(thing, "abilities", ()))


READ: dict[str, Callable[[AdventureTable], bool]] = {
    "must": lambda table: any(one.must for one in carriers(table)),
    "respond": lambda table: any(one.respond for one in carriers(table)),
    "who of a trigger": lambda table: any(hook.who != YOU for one in carriers(table) for hook in one.trigger),
    "roams": lambda table: any(one.roams for one in own_cards(table)),
    "start of a figure": lambda table: any(one.roams and one.start >= 0 for one in own_cards(table)),
    "comes": lambda table: any(one.comes is not NOTHING for one in own_cards(table)),
    "grows": lambda table: any(getattr(one.grows, "fixed", None) != 0 for one in own_cards(table)),
    "holds": lambda table: any(one.holds for one in own_cards(table)),
    "cycle": lambda table: any(one.cycle == "odd_time" for one in table.marks),
    "terrain": lambda table: any(one.terrain is not None for one in table.marks),
    "paths": lambda table: bool(table.regions["odd_region"].paths) if "odd_region" in table.regions else False,
    "counters of its own": lambda table: "odd_favour" in table.counters,
    "set_up": lambda table: any(rule.set_up is not NOTHING for rule in table.rules),
}
"""What the language has beside words, and whether a pack that was read has it."""


def own_cards(table: AdventureTable) -> list[Any]:
    """Return the cards of the pack of a table."""
    return [card for card in table.definitions if card.id.startswith("odd_")]


@pytest.mark.slow
def test_the_writer_comes_to_all_that_a_pack_can_say(tmp_path: Path) -> None:
    """Each of it stands in some pack, and is not refused there."""
    left = set(READ)
    for number in range(WRITTEN):
        table = read(Writer(random.Random(number)).pack(), tmp_path / str(number))
        if table is not None:
            left -= {name for name in left if READ[name](table)}
        if not left:
            return
    pytest.fail(f"in none of {WRITTEN} packs: {sorted(left)}")


def read(files: dict[str, Tree], folder: Path) -> AdventureTable | None:
    """Return the table with a pack, without what is refused in it."""
    folder.mkdir()
    return pack_fuzz.read(folder, files)


@pytest.mark.slow
def test_a_game_that_does_not_end_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_fuzz, "ENDLESS", 20)
    table = read(Writer(random.Random(0)).pack(), tmp_path / "odd")
    assert table is not None
    with pytest.raises(AssertionError, match="after 20 decisions the game goes on"):
        pack_fuzz.to_its_end(table, 0)


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
