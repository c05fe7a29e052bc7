"""Snapshots: a game as it stood after so many answers, so that to open it again or to look back only a few are played.

A snapshot holds for the engine that took it: one of another version, and one that is damaged, is passed over.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

import stormriver
from stormriver.api import resume_game
from stormriver.kernel import saves
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.game import Game
from stormriver.kernel.table import Table
from stormriver.server.journal import Answered, Kept, Resigned, TakenBack, Upgraded

EVERY = 100
"""After how many answers a snapshot is taken; no more are ever played to come to a moment of a game."""


class Snapshot(Struct, frozen=True):
    """A game after so many answers, when so many entries of its journal had been carried out.

    Attributes:
        engine: which engine and content it holds for, see `engine_of`.
        state: a save without its log, compressed.
    """

    answers: int
    lines: int
    engine: str
    state: bytes


def snapshot_of(game: Game, answers: int, lines: int) -> Snapshot:
    """Return a snapshot of a game after so many answers, and so many entries."""
    state = zlib.compress(saves.dump(game, logged=False).encode(), level=1)
    return Snapshot(answers, lines, engine_of(game.table), state)


def game_from(snapshot: Snapshot, table: Table, packs: Sequence[str] = ()) -> Game | None:
    """Return the game of a snapshot, without its log; None if it does not hold at a table, or is damaged.

    Args:
        snapshot: which one.
        table: that of the game.
        packs: where its packs lie, see `resume_game`.
    """
    if snapshot.engine != engine_of(table):
        return None
    try:
        game = resume_game(zlib.decompress(snapshot.state).decode(), packs)
    except (zlib.error, UnicodeDecodeError, BadRecord):
        return None
    same = game.table.seats == table.seats and engine_of(game.table) == snapshot.engine
    return game if same else None


def engine_of(table: Table) -> str:
    """Return what the course of a game hangs on beside its answers: a hash of code and content."""
    ours, theirs = (_code(of.partition(".")[0]) for of in (stormriver.__name__, type(table.rulebook).__module__))
    facts = table.facts()
    told = repr((ours, theirs, facts["preset"], sorted(facts["options"].items()), sorted(facts["hashes"].items())))
    return hashlib.sha256(told.encode()).hexdigest()


@cache
def _code(package: str) -> str:
    """Return the hash of all sources of a package."""
    found = hashlib.sha256()
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for source in sorted(Path(folder).rglob("*.py")):
            found.update(source.read_bytes())
    return found.hexdigest()


class Snapshots:
    """The snapshots of a game, by how many answers had been given.

    Attributes:
        unkept: those taken since the last commit.
        changed: whether some are new, or not wanted any more, since the last commit.
    """

    def __init__(self, kept: Iterable[Snapshot] = (), packs: Sequence[str] = ()) -> None:
        self._packs = packs
        self._all = {one.answers: one for one in kept}
        self.unkept: list[Snapshot] = []
        self.changed = False

    @property
    def answers(self) -> list[int]:
        """After how many answers each was taken."""
        return sorted(self._all)

    def due(self, answers: int) -> bool:
        """Tell whether a snapshot is to be taken after so many answers."""
        return answers >= max(self._all, default=0) + EVERY

    def add(self, snapshot: Snapshot) -> None:
        """Add a snapshot."""
        self._all[snapshot.answers] = snapshot
        self.unkept.append(snapshot)
        self.changed = True

    def take_back(self, answers: int, lines: int) -> None:
        """Drop what shows answers that are taken back: of those before so many entries, the ones after more answers."""
        left = {number: one for number, one in self._all.items() if number <= answers or one.lines > lines}
        if len(left) < len(self._all):
            self._all, self.changed = left, True
            self.unkept = [one for one in self.unkept if one.answers in left]

    def nearest(self, answers: int, table: Table) -> tuple[Snapshot, Game] | None:
        """Return the last one after at most so many answers with its game; those that do not hold are dropped."""
        for number in [number for number in reversed(self.answers) if number <= answers]:
            snapshot = self._all.get(number)
            game = None if snapshot is None else game_from(snapshot, table, self._packs)
            if snapshot is not None and game is not None:
                return snapshot, game
            self._all.pop(number, None)
            self.changed = True
        return None

    def last(self, lines: Sequence[Kept], table: Table) -> tuple[Snapshot, Game] | None:
        """Return the last one with its game, if the journal tells all that came of the answers before."""
        found = self.nearest(len(lines), table)
        return found if found is not None and _is_told(lines, found[0], table) else None

    def mark_kept(self) -> None:
        """Note that all is committed."""
        self.unkept, self.changed = [], False


def _is_told(lines: Iterable[Kept], snapshot: Snapshot, table: Table) -> bool:
    """Tell whether the entries before a snapshot tell all that came of them, so that none need be played again.

    Those of earlier versions do not, nor do those that an upgrade has given other numbers.
    """
    answers = 0
    for kept in lines:
        entry = kept.entry
        if kept.number >= snapshot.lines:
            break
        if isinstance(entry, Upgraded) or (isinstance(entry, Answered) and not entry.asked):
            return False
        if isinstance(entry, Resigned) and table.rulebook.concedes:  # which the rules carry out
            return False
        answers += isinstance(entry, Answered)
        answers -= entry.answers if isinstance(entry, TakenBack) else 0
    return answers == snapshot.answers
