"""Indexes: a folder of packed packs with one file that tells of them, here or on any web server of files."""

from __future__ import annotations

import hashlib
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct

from stormriver.kernel.errors import StormriverError, reason_of, unwritable
from stormriver.language.pack_zip import LARGEST, SUFFIX
from stormriver.language.source import end_with_hint
from stormriver.workshop.archive import Entry, entry_of
from stormriver.workshop.bench import lay

FILE = "index.json"
FORMAT = "stormriver-packs-1"
PATIENCE = 20
"""The seconds that a server is waited for."""


class Index(Struct, frozen=True):
    """What packs can be got somewhere."""

    format: str
    packs: list[Entry]

    def newest(self, name: str) -> Entry:
        """Return the newest version of a pack; StormriverError, with a hint, if there is none."""
        found = [entry for entry in self.packs if entry.id == name]
        if not found:
            known = {entry.id for entry in self.packs}
            raise StormriverError("The index has no pack {name!r}{hint}", name=name, hint=end_with_hint(name, known))
        return max(found, key=lambda entry: numbers(entry.version))


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers that can be compared: `1.10` is newer than `1.9`."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def make(folder: Path) -> Index:
    """Write the index of a folder of packed packs, and return it.

    Raises:
        BadContent: for a file that is no pack.
        StormriverError: if there is no such folder, it holds none, or the index cannot be written.
    """
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    if not files:
        told = "In {folder} is no file that ends in {suffix}; `stormriver pack build` makes one of a pack."
        raise StormriverError(told, folder=folder, suffix=SUFFIX)
    index = Index(FORMAT, [entry_of(lay(file), file) for file in files])
    path = folder / FILE
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(index), indent=1) + b"\n")
    except OSError as error:
        raise unwritable(path, error) from None
    return index


def read(place: str) -> Index:
    """Return the index of a place: a folder, or the address of one on a web server.

    Raises:
        StormriverError: if there is none, or it cannot be read.
    """
    try:
        index = msgspec.json.decode(_fetched(place, FILE), type=Index)
    except msgspec.MsgspecError as error:
        raise _no_index(place, str(error)) from None
    if index.format != FORMAT:
        raise _no_index(place, index.format)
    return index


def _no_index(place: str, reason: str) -> StormriverError:
    return StormriverError("{place} holds no index of packs that can be read: {reason}.", place=place, reason=reason)


def fetch(place: str, entry: Entry) -> bytes:
    """Return the file of a pack from the place of its index.

    Raises:
        StormriverError: if it cannot be had, or is not what the index says.
    """
    whole = _fetched(place, entry.file)
    if hashlib.sha256(whole).hexdigest() != entry.sha256:
        told = "{file} from {place} is not what its index says: the hash differs. It was not installed."
        raise StormriverError(told, file=entry.file, place=place)
    return whole


def is_address(place: str) -> bool:
    """Tell whether a place is on a web server."""
    return urlsplit(place).scheme in ("http", "https")


def _fetched(place: str, name: str) -> bytes:
    """Return the bytes of a file at a place, which has a plain name."""
    if Path(name).name != name:
        raise StormriverError("{place} names the file {name!r}, which lies elsewhere.", place=place, name=name)
    try:
        if is_address(place):
            with urllib.request.urlopen(f"{place.rstrip('/')}/{quote(name)}", timeout=PATIENCE) as answer:
                whole: bytes = answer.read(LARGEST + 1)
        else:
            whole = (Path(place) / name).read_bytes()
    except urllib.error.URLError as error:
        reason = str(error.reason if not isinstance(error, urllib.error.HTTPError) else error)
        raise StormriverError("{path} cannot be read: {reason}.", path=f"{place}/{name}", reason=reason) from None
    except OSError as error:
        raise StormriverError(
            "{path} cannot be read: {reason}.", path=f"{place}/{name}", reason=reason_of(error)
        ) from None
    if len(whole) > LARGEST:
        raise StormriverError("{file} is larger than a pack may be.", file=name)
    return whole
