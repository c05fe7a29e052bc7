"""What a pack says of itself: the file `pack.yaml`, and what may be wrong in it."""

from __future__ import annotations

import re
import stat
from functools import lru_cache
from pathlib import Path

from stormriver.kernel.errors import BadContent
from stormriver.kernel.translatable import Translatable
from stormriver.language.former import check_language
from stormriver.language.name_checks import read_name
from stormriver.language.pack_keys import PACK_KEYS
from stormriver.language.source import Faults, Node, file_text, read_text

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
VERSION = re.compile(r"[0-9]+(\.[0-9]+){0,2}")
LONGEST_FILE = 1_000_000
"""How many bytes a file of a pack may have."""
KEPT = 128
"""Of how many packs it is kept what their files say, for as long as they stay as they are."""


class PackAbout:
    """What a pack says of itself in `pack.yaml`.

    Attributes:
        id: its name in set-ups, records and saves; that of its folder if it says none.
        name: what people call it.
        version: e.g. `1.2`; empty if it says none.
        author, licence, about: as it says.
        needs: the ids of packs without which it cannot be played.
        conflicts: the ids of packs with which it cannot.
        languages: the codes of the languages it is translated into.
        is_readable: whether it is known what its files are to be read as; if not, nothing else can be said of them.

    Args:
        folder: where it lies.
        faults: where to note what is wrong in `pack.yaml`; None to raise it.
    """

    def __init__(self, folder: Path, faults: Faults | None = None) -> None:
        self.faults = Faults() if faults is None else faults
        self.folder = folder
        before = len(self.faults.found)
        self.entries = next(iter(self.faults.each([folder], _entries)), {})
        self.faults.each([folder], _check_language)
        self.is_readable = len(self.faults.found) == before
        self.faults.each([folder], _check_keys)
        self.id = self._plain("id", ID, "small letters, digits and underscores, and begins with a letter")
        self.id = self.id or folder.resolve().name
        self.name = next(iter(self.faults.each(self._said("name"), read_name)), "") or self.id
        self.version = self._plain("version", VERSION, 'numbers with points between them, in quotes: "1.2"')
        self.author, self.licence, self.about = map(self._text, ("author", "licence", "about"))
        self.needs, self.conflicts = map(self._words, ("needs", "conflicts"))
        languages = self._words("languages")
        self.faults.each(languages, self._check_translation)
        self.languages = [item.text() for item in languages]
        if faults is None:
            self.faults.raise_all()

    def _text(self, key: str) -> str:
        return next(iter(self.faults.each(self._said(key), Node.text)), "")

    def _words(self, key: str) -> list[Node]:
        words = [item for node in self._said(key) for item in node.many()]
        self.faults.each(words, Node.text)
        return [item for item in words if isinstance(item.value, str)]

    def _said(self, key: str) -> list[Node]:
        return [self.entries[key]] if key in self.entries else []

    def _plain(self, key: str, form: re.Pattern[str], told: str) -> str:
        def plain(node: Node) -> str:
            text = node.text()
            if not form.fullmatch(text):
                node.fail("{key} is made of {form}, not {text!r}", key=key, form=Translatable(told), text=text)
            return text

        return next(iter(self.faults.each(self._said(key), plain)), "")

    def _check_translation(self, item: Node) -> None:
        if not (self.folder / "locale" / f"{item.text()}.yaml").is_file():
            self.entries["languages"].fail("there is no file locale/{code}.yaml in this pack", code=item.text())


def _entries(folder: Path) -> dict[str, Node]:
    layer = read_pack(folder)
    return layer.mapping() if layer is not None else {}


def _check_keys(folder: Path) -> None:
    layer = read_pack(folder)
    if layer is not None:
        layer.only(*PACK_KEYS)


def _check_language(folder: Path) -> None:
    """Refuse a pack that is not written in the language of today."""
    layer = read_pack(folder)
    if layer is not None:
        check_language(layer, folder.name)


def read_pack(folder: Path) -> Node | None:
    """Return the file `pack.yaml` of a pack, None if it has none; what it says is checked by `PackAbout`."""
    path = folder / "pack.yaml"
    if not path.exists():
        return None
    return _pack_yaml(file_text(plain_file(path, folder), f"{folder.name}/pack.yaml"), folder.name)


@lru_cache(maxsize=KEPT)
def _pack_yaml(text: str, folder: str) -> Node:
    """Return what a `pack.yaml` says, which is asked for often while a game is set up."""
    return read_text(text, f"{folder}/pack.yaml")


def plain_file(path: Path, folder: Path) -> Path:
    """Return the path of a file of a pack; BadContent if it is no plain file of bearable size inside its folder."""
    told = f"{folder.name}/{path.name}"
    found = path.lstat()
    linked = stat.S_ISLNK(found.st_mode)
    if linked and path.exists():
        found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise BadContent("{file}: this is no plain file; a pack is made of plain files.", file=told)
    if (linked or path.parent != folder) and not path.resolve().is_relative_to(folder.resolve()):
        raise BadContent("{file}: this link leads out of the pack; put the file itself here.", file=told)
    if found.st_size > LONGEST_FILE:
        raise BadContent("{file}: a file has at most {most} bytes; make several.", file=told, most=LONGEST_FILE)
    return path
