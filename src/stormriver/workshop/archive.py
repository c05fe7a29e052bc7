"""Archives: a pack packed into one file, the same bytes for the same content, with what is said of it in an index."""

from __future__ import annotations

import hashlib
import zipfile
from io import BytesIO
from pathlib import Path

from msgspec import Struct

from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.language.pack_words import FILE as WORDS
from stormriver.language.pack_zip import SUFFIX
from stormriver.language.packs import folder_hash
from stormriver.workshop.bench import SCENARIOS, OnBench

PATTERNS = ("*.yaml", WORDS, "locale/*.yaml", f"{SCENARIOS}/**/*.yaml", "README*", "LICENCE*", "LICENSE*")
"""What of a pack is packed; the rest is its author's own."""
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that building again changes nothing."""


class Entry(Struct, frozen=True, kw_only=True):
    """What is told of a packed pack where it can be got.

    Attributes:
        id, name, version, author, licence, about, needs, conflicts, languages: as its `pack.yaml` says.
        presets: the rulebooks that it is for; all if none is named.
        file: the name of the file; `bytes` how long it is, `sha256` its hash.
        hash: of what the pack says, whatever its layout and comments; as saves and records name it.
    """

    id: str
    name: str
    version: str
    file: str
    bytes: int
    sha256: str
    hash: str
    author: str = ""
    licence: str = ""
    about: str = ""
    presets: list[str] = []
    needs: list[str] = []
    conflicts: list[str] = []
    languages: list[str] = []


def packed(pack: OnBench) -> bytes:
    """Return a pack as the bytes of a zip file."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        for path in files_of(pack.folder):
            name = f"{pack.about.id}/{path.relative_to(pack.folder).as_posix()}"
            one = zipfile.ZipInfo(name, FIRST_DAY)
            one.compress_type, one.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(one, path.read_bytes())
    return whole.getvalue()


def files_of(folder: Path) -> list[Path]:
    """Return the files of a pack that belong to it wherever it goes, in order."""
    found = {path for pattern in PATTERNS for path in folder.glob(pattern)}
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def build(pack: OnBench, into: Path) -> Path:
    """Pack a pack that can be loaded into one file, and return that.

    Args:
        pack: says `id` and `version` in its `pack.yaml`, so that others can tell it from an older one.
        into: the folder for the file, which is named after both.

    Raises:
        BadContent: for what is wrong in the pack.
        StormriverError: if it does not say its id or version, or the file cannot be written.
    """
    for key in ("id", "version"):
        if key not in pack.about.entries:
            raise StormriverError(
                "{pack}/pack.yaml does not say `{key}:`, by which it is told apart.", pack=pack.name, key=key
            )
    pack.table()
    path = into / f"{pack.about.id}-{pack.about.version}{SUFFIX}"
    try:
        into.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed(pack))
    except OSError as error:
        raise unwritable(path, error) from None
    return path


def entry_of(pack: OnBench, file: Path) -> Entry:
    """Return what is told of a packed pack.

    Args:
        pack: as it is unpacked.
        file: the packed one.
    """
    about, whole = pack.about, file.read_bytes()
    return Entry(
        id=about.id,
        name=about.name,
        version=about.version,
        author=about.author,
        licence=about.licence,
        about=about.about,
        presets=[item.text() for item in about.entries["for"].many()] if "for" in about.entries else [],
        needs=[item.text() for item in about.needs],
        conflicts=[item.text() for item in about.conflicts],
        languages=about.languages,
        file=file.name,
        bytes=len(whole),
        sha256=hashlib.sha256(whole).hexdigest(),
        hash=folder_hash(pack.folder),
    )
