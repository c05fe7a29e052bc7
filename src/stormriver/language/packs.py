"""Packs: where they are found, and what their files say, before anything is laid on a preset.

A pack is a folder, or a zip file that ends in `.stormpack`. It is found by its id among those that are installed and
those in the folders that STORMRIVER_PACKS names, or by its path. Nothing outside its folder is read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path

from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.plugins import content_folders
from stormriver.kernel.spelling import nearest
from stormriver.kernel.translatable import Translatable
from stormriver.language.message import MessageError, ending_hint
from stormriver.language.namesakes import Namesakes
from stormriver.language.pack_about import ID, KEPT, PackAbout, plain_file, read_pack
from stormriver.language.pack_words import text_of
from stormriver.language.pack_zip import SUFFIX, unpacked
from stormriver.language.source import Faults, Node, each, read_file

VARIABLE = "STORMRIVER_PACKS"
"""The variable that names packs, and folders of packs, as PATH does; whatever runs with it may play with them."""
RENAMED_FILE = "renamed.yaml"
"""The file of a pack or preset that says where its words stand now that stood elsewhere when older saves were made."""
OTHER_FILES = frozenset({"preset.yaml", "rules.yaml", "rulings.yaml", "pack.yaml", "setup.yaml", RENAMED_FILE})
ADDED_LISTS = ("kinds", "tags", "decks", "purposes", "rules")
ADDED_NAMES = ("numbers", "components")
ABOUT = ("id", "version", "author", "licence", "about", "needs", "conflicts", "languages")
REPLACES = "replaces"
LEFT_OUT = ("without", REPLACES)
"""The keys of `pack.yaml` by which something of the packs before it goes."""
MOST_FILES = 200
"""How many files a pack may have."""


# where packs are


def offer(packs: Iterable[str | Path]) -> None:
    """Let this process, and those it starts, play with further packs, or with all in further folders.

    Args:
        packs: the paths of packs and of folders of packs.

    Raises:
        StormriverError: for a path at which there is no pack; the folder of installed ones may have become empty.
    """
    for path in map(Path, packs):
        if not packs_at(path) and path.resolve() != installed_folder().resolve():
            raise StormriverError(
                "At {path} is no pack: name a folder with .yaml files in it, a {suffix} file, or a folder of these.",
                path=path,
                suffix=SUFFIX,
            )
        known = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
        os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys([*known, str(path.resolve())]))


def installed_folder() -> Path:
    """Return the folder into which packs are installed; nothing may be there yet."""
    from platformdirs import user_data_path  # hardly anybody needs it

    return Path(user_data_path("stormriver", appauthor=False), "packs")


def offer_installed() -> None:
    """Let this process, and those it starts, play with the packs that are installed, after all others."""
    folder = installed_folder()
    if folder.is_dir() and any(map(_is_pack, folder.iterdir())):
        offer([folder])


def offered() -> dict[str, Path]:
    """Return the packs that STORMRIVER_PACKS names, by id; BadContent if two of them have the same.

    What else is wrong in one is told when it is played with. One that is installed yields to another of its id, which
    its author is at work on.
    """
    found: dict[str, Path] = {}
    installed = installed_folder().resolve()
    paths = [path for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text for path in packs_at(Path(text))]
    for path in sorted(paths, key=lambda path: path.parent == installed):
        name = PackAbout(_folder_at(path), Faults()).id
        if path.parent == installed and name in found:
            continue
        if name in found and found[name] != path:
            raise BadContent(
                "Two packs are called {name!r}: {first} and {second}; give one another `id:` in its pack.yaml.",
                name=name,
                first=found[name],
                second=path,
            )
        found[name] = path
    return found


def packs_at(path: Path) -> list[Path]:
    """Return the packs at a path: itself if it is one, else those in it."""
    if _is_pack(path):
        return [path]
    return sorted(inner for inner in path.iterdir() if _is_pack(inner)) if path.is_dir() else []


def _is_pack(path: Path) -> bool:
    return (path.suffix == SUFFIX and path.is_file()) or (path.is_dir() and any(path.glob("*.yaml")))


def _folder_at(path: Path) -> Path:
    """Return the folder of a pack, unpacked if it is a zip file."""
    return unpacked(path) if path.suffix == SUFFIX and path.is_file() else path


def in_content(pattern: str) -> Iterator[Path]:
    """Yield the files and folders of the installed content that a pattern fits, folder by folder."""
    for folder in content_folders():
        yield from _found(folder, pattern)


@lru_cache(maxsize=KEPT)
def _found(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))


def own_packs() -> list[str]:
    """Return the names of the packs that are installed."""
    return sorted(path.name for path in in_content("*/"))


def is_installed(folder: Path) -> bool:
    """Tell whether a pack came with the program."""
    return folder.parent in content_folders()


def pack_folder(name: str) -> Path:
    """Return the folder of a pack: an installed one by its name, one on offer by its id, or any by its path.

    Raises:
        StormriverError: if there is none of that name.
    """
    own = next((path for path in in_content("*/") if path.name == name), None)
    if own is not None:
        return own
    path = Path(name)
    if path.exists():
        return _folder_at(path)
    known = offered()
    if path.stem in known:  # also by the path at which it lay when a game was saved
        return _folder_at(known[path.stem])
    names = _known_ids()
    key = "ruleset.no_pack" if nearest(name, names) else "ruleset.no_pack_or_folder"
    raise MessageError(key, name=repr(name), hint=ending_hint(name, names))


def _known_ids() -> list[str]:
    """Return the ids by which packs may be named: those that came with the program and are no presets, and on offer."""
    return [*(path.parent.name for path in in_content("*/pack.yaml")), *offered()]


def own_pack(node: Node) -> Path:
    """Return the folder of a pack that a preset names."""
    try:
        return pack_folder(node.text())
    except BadContent:
        raise
    except StormriverError as error:
        node.fail("{error}", error=error)


def with_companions(packs: Iterable[str], faults: Faults) -> tuple[Path, ...]:
    """Return the folders of packs and their companions (`with`), each once and after its own companions.

    Args:
        packs: their names or folders.
        faults: where to note companions that there are not.
    """
    found: dict[Path, None] = {}
    for name in packs:
        folder = pack_folder(name)
        entries = PackAbout(folder, Faults()).entries
        listed = faults.each([entries["with"]] if "with" in entries else [], Node.items)
        companions = [item for items in listed for item in items]
        found.update(dict.fromkeys([*faults.each(companions, partial(_companion, folder)), folder]))
    return tuple(found)


def _companion(folder: Path, item: Node) -> Path:
    """Return the folder of a pack that another brings along: one known by its id, or one that lies beside it."""
    name = item.text()
    if name in own_packs() or name in offered():
        return pack_folder(name)
    beside = folder.parent / name
    if ID.fullmatch(name) and not beside.is_symlink() and _is_pack(beside):
        return beside
    item.misspelt(
        "no pack is called {name!r}: `with` names an installed pack, one of {variable}, or a folder beside this one",
        name,
        _known_ids(),
        variable=VARIABLE,
    )


def known_as(name: str) -> str:
    """Return how another process finds a pack: by its id if it can be found by that, else by its whole path."""
    return name if name in own_packs() or name in offered() else str(Path(name).resolve())


def stamps(packs: Iterable[str]) -> tuple[str, ...]:
    """Return what tells whether packs are still what they were, one for each of them and of their companions."""
    return tuple(map(stamp, with_companions(packs, Faults())))


def by_id(packs: Iterable[Path], faults: Faults) -> dict[str, PackAbout]:
    """Return what packs say of themselves, by their ids.

    Args:
        packs: their folders.
        faults: where to note what is wrong in their `pack.yaml`: also if they lack a pack that they need, or say that
            they cannot be played together.

    Raises:
        BadContent: if two have the same.
    """
    known: dict[str, PackAbout] = {}
    for about in (PackAbout(folder, faults) for folder in packs):
        if about.id in known:
            raise BadContent(
                "Two packs are called {name!r}: {first} and {second}; give one another `id:` in its pack.yaml.",
                name=about.id,
                first=known[about.id].folder,
                second=about.folder,
            )
        known[about.id] = about
    for about in known.values():
        faults.each(about.needs, partial(_check_need, about, known))
        faults.each(about.conflicts, partial(_check_conflict, about, known))
    return known


def _check_need(about: PackAbout, known: Collection[str], item: Node) -> None:
    if item.text() not in known:
        item.fail("{pack} needs the pack {name!r}; add it to the game", pack=about.id, name=item.text())


def _check_conflict(about: PackAbout, known: Collection[str], item: Node) -> None:
    if item.text() in known:
        item.fail("{pack} and {name} cannot be played together", pack=about.id, name=item.text())


# what their files say


def counters_of(folder: Path) -> list[str]:
    """Return the ids of what a pack says is counted, among them counters of its own."""
    layer = read_pack(folder)
    components = None if layer is None else layer.mapping().get("components")
    return [] if components is None else list(components.mapping())


def left_out(
    folder: Path, known: Mapping[str, Collection[str]], things: str, namesakes: Namesakes, faults: Faults
) -> dict[str, dict[str, Node]]:
    """Return the ids and decks that a pack takes away from those before it, by their kind, and where it says so.

    Args:
        folder: the folder of the pack.
        known: the ids that are there, by their kind.
        things: what to call these in messages, e.g. `card, space or deck`.
        namesakes: the names that packs give; which of them the pack's own things take over is noted there.
        faults: where to note those that are not there.
    """
    layer = read_pack(folder)
    entries = layer.mapping() if layer is not None else {}
    gone: dict[str, dict[str, Node]] = {kind: {} for kind in known}

    def leave_out(key: str, item: Node) -> None:
        meant = {kind: namesakes.meant(kind, item.text()) for kind in known}
        found = {kind: name for kind, name in meant.items() if name in known[kind]}
        if not found:
            names = set[str]().union(*known.values())
            told = "there is no {things} {name!r} to leave out"
            item.misspelt(told, item.text(), names, things=Translatable(things))
        for kind, name in found.items():
            gone[kind][name] = item
            if key == REPLACES:
                namesakes.take_over(folder.name, kind, name)

    for key in LEFT_OUT:
        faults.each(entries[key].many() if key in entries else (), partial(leave_out, key))
    return gone


def pack_files(folder: Path) -> list[Node]:
    """Return the files of a pack that hold cards, spaces and the like."""
    return _files(folder, stamp(folder))


@lru_cache(maxsize=KEPT)
def _files(folder: Path, now: str) -> list[Node]:
    """Return the files of a pack as it is now, see `stamp`."""
    paths = yaml_files(folder)
    if not paths:
        raise BadContent("The pack {name!r} holds no file that ends in .yaml.", name=folder.name)
    own = [path for path in paths if path.name not in OTHER_FILES]
    return each(own, lambda path: read_file(path, f"{folder.name}/{path.name}"))


def yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files of a pack; BadContent for what is no plain file of bearable size inside its folder."""
    paths = sorted(folder.glob("*.yaml"))
    if len(paths) > MOST_FILES:
        raise BadContent("The pack {name!r} has more than {most} files.", name=folder.name, most=MOST_FILES)
    for path in (folder / "locale").glob("*"):
        plain_file(path, folder)
    return [plain_file(path, folder) for path in paths]


def cards_of(folder: Path) -> dict[str, Node]:
    """Return the records of the cards and characters of a pack by id, without those that say `like`."""
    found: dict[str, Node] = {}
    for file in pack_files(folder):
        for key in ("cards", "characters"):
            for record in file.mapping()[key].items() if key in file.mapping() else ():
                if "like" not in record.mapping() and "id" in record.mapping():
                    found.setdefault(record.mapping()["id"].text(), record)
    return found


def folder_hash(folder: Path) -> str:
    """Return a hash of what a pack says, for saves and records: neither layout, comments, the order of keys nor in
    which of its files something stands is part of it, nor what stands in `ABOUT`."""
    return _hash(folder, stamp(folder))


@lru_cache(maxsize=KEPT)
def _hash(folder: Path, now: str) -> str:
    """Return the hash of a pack as it is now, see `stamp`."""
    layer = read_pack(folder)
    about = {} if layer is None else {key: node for key, node in layer.mapping().items() if key not in ABOUT}
    said: dict[str, object] = {**_records(folder), "words": text_of(folder)}
    said["pack"] = {key: node.plain() for key, node in about.items()}
    return hash_of(said)


def _records(folder: Path) -> dict[str, list[str]]:
    """Return what stands in the files of a pack, section by section; a card with the deck that its file names."""
    found: dict[str, list[str]] = {}
    for file in pack_files(folder):
        entries = file.mapping() if isinstance(file.value, dict) else {}
        common = {"deck": entries["deck"].plain()} if "deck" in entries else {}
        for section, node in entries.items():
            for record in node.many() if section != "deck" else ():
                plain = record.plain()
                said = {**common, **plain} if section == "cards" and isinstance(plain, dict) else plain
                found.setdefault(section, []).append(_canonical(said))
    return {section: sorted(records) for section, records in found.items()}


def hash_of(said: object) -> str:
    """Return a hash of lists, mappings and scalars, whatever the order of keys."""
    return hashlib.sha256(_canonical(said).encode()).hexdigest()


def _canonical(said: object) -> str:
    return json.dumps(said, sort_keys=True, ensure_ascii=False)


def stamp(folder: Path) -> str:
    """Return what tells whether a pack is still what it was; empty for one that came with the program."""
    return "" if is_installed(folder) else stamp_of(folder)


def stamp_of_catalogues(folder: Path) -> str:
    """Return what tells whether the catalogues of a pack are still what they were; empty as for `stamp`."""
    return "" if is_installed(folder) else _hash_of_files(folder, _catalogues(folder))


def stamp_of(folder: Path) -> str:
    """Return a hash of the files of a pack as they are, so that they are read again only if they were changed."""
    return _hash_of_files(folder, [*yaml_files(folder), *_catalogues(folder)], text_of(folder))


def _catalogues(folder: Path) -> list[Path]:
    return [plain_file(path, folder) for path in sorted((folder / "locale").glob("*.yaml"))]


def _hash_of_files(folder: Path, paths: Iterable[Path], more: str = "") -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(more.encode())
    return digest.hexdigest()
