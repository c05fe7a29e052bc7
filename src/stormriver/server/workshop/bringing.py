"""Bringing in: a pack that was written elsewhere, in one file or in several, as the files of a draft.

What its files say is not looked at here: that is done in a process with limits, as for all drafts.
"""

from __future__ import annotations

import base64
import re
import zipfile
from collections.abc import Collection, Mapping
from io import BytesIO
from pathlib import PurePosixPath

from stormriver.language.pack_about import LONGEST_FILE
from stormriver.language.pack_zip import members
from stormriver.server.errors import BadRequest, Declined
from stormriver.server.workshop.drafts import FILE, changed, id_of
from stormriver.server.workshop.facts import PackBrought

SAID_ID = re.compile(r"""^id:[ ]*["']?([a-z][a-z0-9_]{0,39})["']?[ ]*(#.*)?$""", re.MULTILINE)
"""Where a `pack.yaml` says the id of its pack."""
VERSIONED = re.compile(r"(-[0-9.]+)?\.(stormpack|zip)$")
"""What stands behind the id of a pack in the name of its file."""
READ = frozenset({".yaml", ".yml", ".py"})
"""The endings of what a pack is read from; the rest of a folder is its author's own, and stays where it is."""


def files_of(wanted: PackBrought) -> dict[str, str]:
    """Return the files of a pack that is brought in, texts by path.

    Raises:
        BadRequest: if there are none, one may not be there or is no text, or they are too many or too long.
        BadContent: for a zip file that holds too much, or names places outside its folder.
    """
    files = _unpacked(wanted) if wanted.archive else wanted.files
    kept = {path: text for path, text in files.items() if _is_read(path)}
    found = changed({}, kept)
    if not any(path.endswith(".yaml") for path in found):
        raise BadRequest("server.workshop.no_pack", "files" if wanted.files else "archive", name=repr(wanted.name))
    return found


def pack_of(wanted: PackBrought, files: Mapping[str, str], taken: Collection[str]) -> str:
    """Return the id of a pack that is brought in: as it says, or after its file or folder.

    Raises:
        Declined: if it is that of another pack.
    """
    said = SAID_ID.search(files.get("pack.yaml", ""))
    pack = said[1] if said else id_of(VERSIONED.sub("", wanted.name))
    if pack in taken:
        raise Declined("server.workshop.id_taken", pack=repr(pack))
    return pack


def _unpacked(wanted: PackBrought) -> dict[str, str]:
    try:
        with zipfile.ZipFile(BytesIO(base64.b64decode(wanted.archive, validate=True))) as file:
            held = {str(path): one for path, one in members(file, wanted.name) if _is_read(str(path))}
            if sum(one.file_size for one in held.values()) > LONGEST_FILE:
                raise BadRequest("server.workshop.too_large", "archive", bytes=LONGEST_FILE)
            return {path: _text(path, file.read(one)) for path, one in held.items()}
    except (ValueError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        raise BadRequest("server.workshop.no_zip", "archive", name=repr(wanted.name)) from None


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("server.workshop.no_text", "archive", path=repr(path)) from None


def _is_read(path: str) -> bool:
    hidden = any(part.startswith(".") and part != ".." for part in PurePosixPath(path).parts)
    return not hidden and (PurePosixPath(path).suffix in READ or FILE.fullmatch(path) is not None)
