"""Namesakes: the names that packs give to what they bring, and which of them another pack has given before."""

from __future__ import annotations

from typing import Final, NamedTuple

THING: Final = "thing"
"""The kind of all names that words may speak of, whatever they name."""
THINGS: Final = frozenset({"card", "space", "mark", "kind", "ability", "tile", "unit", "item", "spell"})
"""The kinds of names that name such a thing."""
PLACE: Final = "place"
"""The kind of all names of spaces, of their kinds and Regions."""
PLACES: Final = frozenset({"space", "region", "mark"})
"""The kinds of names that name such a place."""
DOT: Final = "."


class Renamed(NamedTuple):
    """A name of a pack that another one has given to something else.

    Attributes:
        kind: of the name, e.g. `card`.
        own: as the files of the pack have it.
        full: as all others call it.
    """

    kind: str
    own: str
    full: str


class Namesakes:
    """The names that packs give, and which of them another pack has given before.

    Attributes:
        packs: the ids of packs by their folders, by which files are told.
        given: by the id of a pack and kind of name, how all others call what it calls so.
        taken_over: by the id of a pack and kind of name, how all others call what its own of an id takes the place of.
        full: all names that begin with the id of a pack.
    """

    def __init__(self) -> None:
        self.packs: dict[str, str] = {}
        self.given: dict[tuple[str, str], dict[str, str]] = {}
        self.taken_over: dict[tuple[str, str], dict[str, str]] = {}
        self.full: set[str] = set()

    def give(self, folder: str, kind: str, name: str, taken: bool) -> str:
        """Note that a pack gives a name, and return how all others call what it names.

        Args:
            folder: the folder of the pack.
            kind: of the name, e.g. `card`.
            name: as it stands in the file.
            taken: whether something else has this name already.
        """
        pack = self.packs[folder]
        full = self.taken_over.get((pack, kind), {}).get(name) or (f"{pack}{DOT}{name}" if taken else name)
        wider = [wide for wide, kinds in ((THING, THINGS), (PLACE, PLACES)) if kind in kinds]
        for one in (kind, *wider):
            known = self.given.setdefault((pack, one), {})
            if full != name or one == kind:
                known[name] = full
            else:
                known.setdefault(name, full)
        if full != name:
            self.full.add(full)
        return full

    def give_apart(self, folder: str, kind: str, name: str) -> str:
        """Give a name as `give` does, told apart from the same name in other packs."""
        return self.give(folder, kind, name, self.is_given(folder, kind, name))

    def take_over(self, folder: str, kind: str, full: str) -> None:
        """Note that a thing of a pack takes the place of one of the same name in another pack.

        Args:
            folder: the folder of the pack.
            kind: of the name, e.g. `card`.
            full: how all others call what it replaces.
        """
        self.taken_over.setdefault((self.packs[folder], kind), {})[full.rpartition(DOT)[2]] = full

    def is_given(self, folder: str, kind: str, name: str) -> bool:
        """Tell whether another pack gives a name."""
        pack = self.packs[folder]
        return any(name in known for (giver, one), known in self.given.items() if one == kind and giver != pack)

    def all_of(self, kind: str) -> set[str]:
        """Return all names of a kind that packs have given, as all others call them."""
        return {full for (_, one), known in self.given.items() if one == kind for full in known.values()}

    def meant(self, kind: str, name: str, folder: str = "") -> str:
        """Return the full name of what a file means: its own pack's thing, or that of the pack named before it."""
        own = self.given.get((self.packs.get(folder, ""), kind), {}).get(name)
        if own is not None:
            return own
        pack, _, plain = name.partition(DOT)
        return self.given.get((pack, kind), {}).get(plain, name)

    def renamed(self, folder: str) -> tuple[Renamed, ...]:
        """Return the names of a pack that all others call otherwise."""
        return tuple(
            Renamed(kind, own, full)
            for (pack, kind), known in self.given.items()
            if pack == self.packs.get(folder)
            for own, full in known.items()
            if own != full
        )
