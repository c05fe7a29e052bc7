"""Packs that saves and records name by their ids, found again wherever they lie by now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from stormriver.kernel.errors import MissingPack
from stormriver.language.pack_about import PackAbout
from stormriver.language.packs import offered, own_packs, pack_folder, packs_at
from stormriver.language.source import Faults


def given_by_id(packs: Iterable[str]) -> dict[str, str]:
    """Return packs, by name or folder, as they are given, and all those in folders of packs, by their ids.

    Raises:
        StormriverError: for one that there is not.
    """
    found: dict[str, str] = {}
    for name in packs:
        inner = [] if name in own_packs() else packs_at(Path(name))
        for one in [name] if inner in ([], [Path(name)]) else map(str, inner):
            found[PackAbout(pack_folder(one), Faults()).id] = one
    return found


def found_again(name: str, given: Mapping[str, str]) -> str:
    """Return the name or folder by which a pack of a save or record is found here.

    Args:
        name: its id; in those of earlier versions also the path at which it lay.
        given: where to look first, see `given_by_id`.

    Raises:
        MissingPack: if it is nowhere.
    """
    path = Path(name)
    id = path.stem if path.is_absolute() else name
    if id in given:
        return given[id]
    if path.is_absolute() and path.exists():
        return name
    if id in own_packs():
        return id
    known = offered()
    if id not in known:
        raise MissingPack(pack=id)
    return str(known[id]) if Path(id).exists() else id  # a folder here may be called so too
