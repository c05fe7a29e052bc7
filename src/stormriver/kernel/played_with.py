"""What a save or record was played with: its table set up again, and its packs told apart from those that are here.

A header names the packs that were added by their ids, and of all of them the hash of what they said and, if they say
one, the version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from stormriver.kernel.errors import BadRecord, MissingPack
from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.table import Table
from stormriver.kernel.translatable import Translatable, joined

REMEDY: Final = Translatable(
    "`stormriver pack install` brings the one that was played, or `--packs FOLDER` says where it lies "
    "(in Python `packs`)"
)
"""What would do where a pack is missing or another one."""


def set_up(facts: Mapping[str, Any], table_for: Callable[..., Table], numbering: Numbering = AS_READ) -> Table:
    """Return the table of a save or record.

    Args:
        facts: its header.
        table_for: finds the table for preset, seats, options and packs.
        numbering: in which order things are numbered.

    Raises:
        StormriverError: if it cannot be set up again; of a pack that is missing with the version that was played.
    """
    more = {} if numbering is AS_READ else {"numbering": numbering}
    try:
        return table_for(facts["preset"], facts["seats"], dict(facts["options"]), facts["packs"], **more)
    except MissingPack as missing:
        wanted = _named(missing.pack, facts.get("versions", {}))
        raise MissingPack(
            "it wants the pack {wanted}, which is not here; {remedy}.", pack=missing.pack, wanted=wanted, remedy=REMEDY
        ) from None


def others(there: Mapping[str, Any], here: Mapping[str, Any]) -> Translatable | None:
    """Return the packs and presets that say something else in a header than here, with their versions; None if none do.

    Args:
        there: the header.
        here: the facts of the table of today.
    """
    told, found = there["hashes"], here["hashes"]
    names = [name for name in {**told, **found} if told.get(name) != found.get(name)]
    listed = joined([_told_apart(name, there.get("versions", {}), here.get("versions", {})) for name in names])
    if set(names).isdisjoint(here["packs"]):
        return listed if names else None  # what the program itself brings is not to be installed
    return Translatable("{packs}; {remedy}", packs=listed, remedy=REMEDY)


def missed(gone: BadRecord, there: Mapping[str, Any], here: Mapping[str, Any]) -> BadRecord:
    """Return the refusal of a save in which something has gone, with the packs that have changed since it was made.

    Args:
        gone: says what has gone.
        there, here: as for `others`.
    """
    changed = others(there, here)
    if changed is None or not here["packs"]:
        return gone
    return BadRecord("{gone} Other packs are here now: {packs}.", gone=gone, packs=changed)


def _told_apart(name: str, then: Mapping[str, str], now: Mapping[str, str]) -> str:
    if name not in then or name not in now:
        return name
    if then[name] == now[name]:
        return Translatable("{name} {version}, here with another content", name=name, version=then[name])
    return Translatable("{name} {then}, here {now}", name=name, then=then[name], now=now[name])


def _named(pack: str, versions: Mapping[str, str]) -> str:
    return f"{pack} {versions[pack]}" if pack in versions else pack
