"""Packs in one file: a zip with the ending `.stormpack`, unpacked where the system keeps what can be made again."""

from __future__ import annotations

import hashlib
import shutil
import stat
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from stormriver.kernel.errors import BadContent, StormriverError, unwritable

SUFFIX = ".stormpack"
LARGEST = 20_000_000
"""How many bytes such a file may have, packed and unpacked."""
MOST = 500
"""How many files it may hold."""


def unpacked(path: Path) -> Path:
    """Return the folder into which a packed pack has been unpacked, named as the file is.

    Raises:
        BadContent: if it is no zip file, holds too much, or names places outside its folder.
    """
    from platformdirs import user_cache_path  # hardly anybody needs it

    try:
        if path.stat().st_size > LARGEST:
            raise _too_large(path.name)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:32]
        folder = user_cache_path("stormriver", appauthor=False) / "packs" / digest / path.stem
        if not folder.is_dir():
            _unpack(path, folder)
    except zipfile.BadZipFile:
        raise BadContent("{file} is no zip file.", file=path.name) from None
    except OSError as error:
        raise unwritable(path, error) from None
    return folder


def members(file: zipfile.ZipFile, name: str) -> list[tuple[PurePosixPath, zipfile.ZipInfo]]:
    """Return the files that a packed pack holds, with their paths in its folder.

    Args:
        file: the zip file.
        name: what messages call it.

    Raises:
        BadContent: if it holds too much, or names places outside its folder.
    """
    held = [one for one in file.infolist() if not one.is_dir()]
    if len(held) > MOST or sum(one.file_size for one in held) > LARGEST:
        raise _too_large(name)
    for one in held:
        path, linked = PurePosixPath(one.filename), stat.S_ISLNK(one.external_attr >> 16)
        if path.is_absolute() or ".." in path.parts or "\\" in one.filename or linked:
            raise BadContent("{file} holds {name!r}, which lies outside of it.", file=name, name=one.filename)
    top = _common_top(held)
    return [(PurePosixPath(*PurePosixPath(one.filename).parts[len(top) :]), one) for one in held]


def _unpack(path: Path, folder: Path) -> None:
    """Unpack beside the folder first, so that a half of a pack is never taken for one."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path) as file, tempfile.TemporaryDirectory(dir=folder.parent) as above:
        made = Path(above, "pack")
        made.mkdir()
        for inside, one in members(file, path.name):
            to = made / inside
            to.parent.mkdir(parents=True, exist_ok=True)
            with file.open(one) as source, to.open("wb") as target:
                shutil.copyfileobj(source, target)
        if not folder.is_dir():
            made.rename(folder)


def _common_top(held: list[zipfile.ZipInfo]) -> tuple[str, ...]:
    """Return the one folder in which everything lies, if it does: so people zip a folder as often as its files."""
    tops = {PurePosixPath(one.filename).parts[:-1][:1] for one in held}
    return tops.pop() if len(tops) == 1 else ()


def _too_large(name: str) -> StormriverError:
    return BadContent(
        "{file} is too large: a pack has at most {most} files and {bytes} bytes.",
        file=name,
        most=MOST,
        bytes=LARGEST,
    )
