"""Installing: packs kept where every command of this user finds them by their ids."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.language.pack_about import PackAbout
from stormriver.language.pack_words import text_of
from stormriver.language.pack_zip import SUFFIX
from stormriver.language.packs import in_content, installed_folder, offered, own_packs, pack_folder
from stormriver.language.source import end_with_hint
from stormriver.workshop import index
from stormriver.workshop.archive import Entry, packed
from stormriver.workshop.bench import lay, within_reach


class Known(Struct, frozen=True):
    """A pack that games may be played with.

    Attributes:
        place: `program` if it came with the program, `installed`, or else the path at which it lies.
    """

    id: str
    name: str
    version: str
    place: str


def known() -> list[Known]:
    """Return all packs that can be named by their ids, by id."""
    shipped = {path.parent.name: path.parent for path in in_content("*/pack.yaml")}
    found = [_known(name, PackAbout(folder), "program") for name, folder in shipped.items()]
    for name, path in offered().items():
        place = "installed" if path.parent == installed_folder().resolve() else str(path)
        found.append(_known(name, PackAbout(pack_folder(str(path))), place))
    return sorted(found, key=lambda one: one.id)


def _known(name: str, about: PackAbout, place: str) -> Known:
    return Known(name, about.name, about.version, place)


def install(source: str, place: str | None = None) -> list[Known]:
    """Install a pack, and from an index all that it needs; what was there of the same id is replaced.

    Args:
        source: the id of a pack in an index; without one a folder, or a packed file.
        place: the folder or address of an index.

    Raises:
        BadContent: for what is wrong in a pack.
        StormriverError: if a pack cannot be had, or is not what the index says.
    """
    if place is None:
        path = Path(source)
        pack = lay(path)
        return [_put(pack.about.id, packed(pack) if path.is_dir() else path.read_bytes())]
    wanted = list(_with_needs(index.read(place), source))
    return [_put(entry.id, index.fetch(place, entry)) for entry in reversed(wanted)]


def _with_needs(listed: index.Index, name: str) -> Iterator[Entry]:
    """Yield the newest version of a pack, and then of all that it needs and is not there yet, each once."""
    there = {*own_packs(), *offered()}
    wanted = [name]
    for one in wanted:
        entry = listed.newest(one)
        yield entry
        wanted += [need for need in entry.needs if need not in there and need not in wanted]


def _put(name: str, whole: bytes) -> Known:
    """Keep a packed pack that can be loaded; one with words in Python is not run before somebody trusts it."""
    folder = installed_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as above:
            file = Path(above, f"{name}{SUFFIX}")
            file.write_bytes(whole)
            pack = lay(file)
            if not text_of(pack.folder):
                with within_reach(pack):
                    pack.table()
            shutil.move(file, folder / file.name)
    except OSError as error:
        raise unwritable(folder, error) from None
    return _known(name, pack.about, "installed")


def remove(name: str) -> None:
    """Remove a pack that was installed; StormriverError, with a hint, if there is none of this id."""
    path = installed_folder() / f"{name}{SUFFIX}"
    if not path.is_file():
        there = [file.stem for file in installed_folder().glob(f"*{SUFFIX}")]
        raise StormriverError("No pack {name!r} is installed{hint}", name=name, hint=end_with_hint(name, there))
    try:
        path.unlink()
    except OSError as error:
        raise unwritable(path, error) from None
