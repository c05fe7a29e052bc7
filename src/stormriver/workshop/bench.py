"""A pack on the bench: its folder, what it says of itself, and the set-up by which it is looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stormriver.api import table_for
from stormriver.kernel.errors import StormriverError
from stormriver.language.pack_about import PackAbout
from stormriver.language.pack_zip import SUFFIX
from stormriver.language.packs import VARIABLE, offered, own_packs, pack_folder
from stormriver.language.ruleset import Ruleset, home
from stormriver.language.source import Faults

PACK_PRESET = "revised4"
"""The rulebook of a pack that does not say which it is for."""
SCENARIOS = "scenarios"
"""The folder of a pack with its scenarios."""


@dataclass(frozen=True)
class OnBench:
    """A pack whose author is at work on it.

    Attributes:
        folder: where it lies; of a zip file, where that is unpacked.
        about: what it says of itself.
        preset: the rulebook that it is laid on.
        options: options of it that differ from its defaults.
    """

    folder: Path
    about: PackAbout
    preset: str
    options: Mapping[str, object]

    @property
    def name(self) -> str:
        """What messages call it: the name of its folder."""
        return self.folder.name

    @property
    def packs(self) -> tuple[str, ...]:
        """The packs to be added to the rulebook: those that it needs, as far as they are known, and itself."""
        known = {*own_packs(), *offered()}
        return (*(need for item in self.about.needs if (need := item.text()) in known), str(self.folder))

    def table(self, *, bare: bool = False) -> Any:
        """Return a table of the set-up, with as few seats as there may be.

        Args:
            bare: whether the pack itself is left out.

        Raises:
            BadContent: for all that is wrong in the pack.
        """
        return table_of(self.preset, self.options, self.packs[:-1] if bare else self.packs)

    def scenarios(self) -> list[Path]:
        """Return its scenario files."""
        return sorted((self.folder / SCENARIOS).rglob("*.yaml"))

    def holds(self, file: str) -> bool:
        """Tell whether messages that name a file so mean one of this pack."""
        return file.startswith(f"{self.name}/")


def lay(path: Path, preset: str | None = None, options: Mapping[str, object] | None = None) -> OnBench:
    """Lay a pack on the bench; what is wrong in its files is told once they are loaded.

    Args:
        path: a folder, or a zip file of one.
        preset: a rulebook; None for the first that the pack says it is for.
        options: options of the rulebook.

    Raises:
        StormriverError: if there is no such folder or file.
    """
    if not (path.is_dir() or (path.suffix == SUFFIX and path.is_file())):
        raise StormriverError("There is no folder {folder}.", folder=path)
    folder = pack_folder(str(path.resolve()))
    return OnBench(folder, PackAbout(folder, Faults()), preset or home(folder) or PACK_PRESET, dict(options or {}))


@contextmanager
def within_reach(pack: OnBench) -> Iterator[None]:
    """Let scenarios and examples name a pack by its id for as long as this lasts, in place of one installed so."""
    before = os.environ.get(VARIABLE)
    others = [str(path) for name, path in offered().items() if name != pack.about.id]
    os.environ[VARIABLE] = os.pathsep.join([str(pack.folder), *others])
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def table_of(preset: str, options: Mapping[str, object], packs: Sequence[str] = ()) -> Any:
    """Return a table of a set-up, with as few seats as its preset allows, to look things up in.

    Raises:
        StormriverError: for an unknown preset, option, value or pack.
        BadContent: for an error in a pack, with file, line and path.
    """
    least, _ = Ruleset(preset, options, tuple(packs), Faults()).seats
    return table_for(preset, least, options, packs)
