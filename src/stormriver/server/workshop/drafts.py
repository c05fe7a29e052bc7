"""Drafts: packs that are being written, of an account in the database, or folders of whoever runs the server."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import tempfile
import time
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from stormriver.kernel.errors import unwritable
from stormriver.language.pack_about import LONGEST_FILE
from stormriver.language.pack_zip import SUFFIX
from stormriver.language.packs import MOST_FILES, offered
from stormriver.server.errors import BadRequest, Declined, NotFound
from stormriver.server.models import DraftRow, TableRow
from stormriver.server.store import PersonId, Store
from stormriver.server.workshop.facts import Draft
from stormriver.server.workshop.jobs import write_files

MOST_DRAFTS = 20
"""How many packs one person may have."""
ID_BYTES = 9
FOLDER = "folder."
"""What the ids of drafts begin with that are folders of whoever runs the server."""
FILE = re.compile(r"((locale|scenarios)/)?[A-Za-z0-9_][A-Za-z0-9_-]{0,58}\.yaml|README\.md|LICEN[CS]E(\.md|\.txt)?")
"""The files of a pack that are written here: never one with words in Python."""
HASH_LETTERS = 24
VERSION = re.compile(rf"[0-9a-f]{{{HASH_LETTERS}}}")
LONGEST_CHANGE = 2 * LONGEST_FILE
"""How many bytes a change of files may have: a whole pack, each of whose letters may need a second one in JSON."""
GRACE = 3600
"""So many seconds a version is kept that no table uses: somebody may be about to open one."""


def id_of(name: str) -> str:
    """Return the id of a pack that is called by a name: its letters, as far as an id may have them."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    return "_".join(words if words and words[0][0].isalpha() else ["pack", *words])[:40].rstrip("_")


def version_of(files: Mapping[str, str]) -> str:
    """Return what tells the files of a pack from those of another version of it."""
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:HASH_LETTERS]


def changed(files: Mapping[str, str], changes: Mapping[str, str | None]) -> dict[str, str]:
    """Return the files of a pack with some of them changed.

    Raises:
        BadRequest: if one may not be there, or they are too many or too long.
    """
    for path in changes:
        if not FILE.fullmatch(path):
            raise BadRequest("server.workshop.no_path", "files", path=repr(path))
    found = {path: text for path, text in {**files, **changes}.items() if text is not None}
    if len(found) > MOST_FILES or sum(len(text.encode()) for text in found.values()) > LONGEST_FILE:
        raise BadRequest("server.workshop.too_long", "files", files=MOST_FILES, bytes=LONGEST_FILE)
    return found


class Kept:
    """A draft with its files, as it is kept.

    Attributes:
        draft: what is told of it.
        files: texts by path.
        folder: where it lies, if it is one of whoever runs the server.
    """

    def __init__(self, draft: Draft, files: dict[str, str], folder: Path | None = None) -> None:
        self.draft = draft
        self.files = files
        self.folder = folder

    @property
    def version(self) -> str:
        """A name for the draft as it stands, which changes with every change of its files."""
        return version_of(self.files)


# in the database


def add(store: Store, person: PersonId, pack: str, name: str, files: Mapping[str, str]) -> Kept:
    """Keep a new draft; BadRequest if a person has too many."""
    with Session(store.engine) as session, session.begin():
        if len(session.scalars(select(DraftRow.id).where(DraftRow.person == person)).all()) >= MOST_DRAFTS:
            raise BadRequest("server.workshop.too_many", most=MOST_DRAFTS)
        row = DraftRow(id=secrets.token_urlsafe(ID_BYTES), person=person, pack=pack, name=name, updated=time.time())
        row.files = json.dumps(files)
        session.add(row)
        return _kept(row)


def of_person(store: Store, person: PersonId) -> list[Draft]:
    """Return the drafts of a person, the last one first."""
    with Session(store.engine) as session:
        rows = session.scalars(select(DraftRow).where(DraftRow.person == person).order_by(DraftRow.updated.desc()))
        return [_kept(row).draft for row in rows]


def find(store: Store, draft: str, person: PersonId | None) -> Kept:
    """Return a draft; NotFound if a person has none of this id."""
    with Session(store.engine) as session:
        return _kept(_row(session, draft, person))


def change(store: Store, draft: str, person: PersonId | None, changes: Mapping[str, str | None], version: str) -> Kept:
    """Change files of a draft, and return it; Declined if it is not the version that somebody believes it to be."""
    with Session(store.engine) as session, session.begin():
        row = _row(session, draft, person)
        files = _changed(json.loads(row.files), changes, version)
        row.files, row.updated = json.dumps(files), time.time()
        return _kept(row)


def name(store: Store, draft: str, called: str) -> None:
    """Note what a pack calls itself."""
    with Session(store.engine) as session, session.begin():
        row = session.get(DraftRow, draft)
        if row is not None and row.name != called:
            row.name = called


def remove(store: Store, draft: str, person: PersonId | None) -> None:
    """Delete a draft; NotFound if a person has none of this id."""
    with Session(store.engine) as session, session.begin():
        _row(session, draft, person)
        session.execute(delete(DraftRow).where(DraftRow.id == draft))


def _row(session: Session, draft: str, person: PersonId | None) -> DraftRow:
    row = session.get(DraftRow, draft)
    if row is None or row.person != person:
        raise NotFound("server.workshop.no_draft")
    return row


def _kept(row: DraftRow) -> Kept:
    return Kept(Draft(row.id, row.pack, row.name, row.updated), json.loads(row.files))


def _changed(files: dict[str, str], changes: Mapping[str, str | None], version: str) -> dict[str, str]:
    if version != version_of(files):
        raise Declined("server.workshop.changed_elsewhere")
    return changed(files, changes)


# in folders


def folders() -> list[Draft]:
    """Return the packs in folders that this server offers."""
    return [
        Draft(FOLDER + id, id, id, max(file.stat().st_mtime for file in path.glob("*.yaml")))
        for id, path in offered().items()
        if path.suffix != SUFFIX and path.is_dir()
    ]


def find_folder(draft: str) -> Kept:
    """Return a pack in a folder; NotFound if there is none of this id."""
    found = next((one for one in folders() if one.id == draft), None)
    if found is None:
        raise NotFound("server.workshop.no_draft")
    folder = offered()[found.pack]
    paths = [path for path in folder.rglob("*") if FILE.fullmatch(path.relative_to(folder).as_posix())]
    plain = [path for path in paths if path.is_file() and not path.is_symlink() and path.stat().st_size <= LONGEST_FILE]
    files = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(plain)}
    return Kept(found, files, folder)


def change_folder(kept: Kept, changes: Mapping[str, str | None], version: str) -> Kept:
    """Change files of a pack in a folder, and return it; see `change`."""
    assert kept.folder is not None
    files = _changed(kept.files, changes, version)
    try:
        for path, text in changes.items():
            if text is None:
                (kept.folder / path).unlink(missing_ok=True)
            else:
                (kept.folder / path).parent.mkdir(exist_ok=True)
                (kept.folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(kept.folder, error) from None
    return Kept(kept.draft, files, kept.folder)


# for tables


def laid_out(kept: Kept, shelf: Path) -> Path:
    """Return the folder from which tables play with this version of a pack; it never changes.

    Args:
        kept: the draft.
        shelf: the folder for the versions of all packs.

    Raises:
        StormriverError: if it cannot be written.
    """
    folder = shelf / kept.version / kept.draft.pack
    try:
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as above:  # a half of a pack is never taken for one
                write_files(Path(above, kept.draft.pack), kept.files)
                if not folder.is_dir():
                    shutil.move(Path(above, kept.draft.pack), folder)
        os.utime(folder.parent)
    except OSError as error:
        raise unwritable(shelf, error) from None
    return folder.resolve()


def versions_laid_out(shelf: Path) -> list[str]:
    """Return the versions of packs on the shelf that nobody has just laid out."""
    folders = shelf.iterdir() if shelf.is_dir() else ()
    old = time.time() - GRACE
    return sorted(path.name for path in folders if VERSION.fullmatch(path.name) and path.lstat().st_mtime < old)


def unused(store: Store, versions: Sequence[str]) -> list[str]:
    """Return those among some versions with which no table was set up, whether its game goes on or is over."""
    found = set(versions)
    with Session(store.engine) as session:
        for wanted in session.scalars(select(TableRow.wanted)):
            found -= set(VERSION.findall(wanted))
    return [version for version in versions if version in found]


def take_away(shelf: Path, versions: Sequence[str]) -> None:
    """Delete versions of packs from the shelf; what cannot be deleted stays."""
    for version in versions:
        shutil.rmtree(shelf / version, ignore_errors=True)
