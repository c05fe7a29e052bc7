"""Presets and packs: finding, reading and layering their files, before anything is given a number."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.plugins import RULEBOOKS, content_folders, declared
from stormriver.kernel.translatable import Translatable
from stormriver.language.former import check_language
from stormriver.language.message import MessageError, ending_hint
from stormriver.language.pack_words import brought_by, text_of
from stormriver.language.source import Entries, Node, nearest, read_file

RENAMED_FILE = "renamed.yaml"
"""The file of a pack or preset that says where its words stand now that stood elsewhere when older saves were made."""
OTHER_FILES = frozenset({"preset.yaml", "rules.yaml", "rulings.yaml", "pack.yaml", "setup.yaml", RENAMED_FILE})
PRESET_KEYS = (
    "id", "name", "extends", "packs", "options", "spell_limits", "numbers", "purposes", "kinds", "tags", "decks",
    "actions", "components", "drawn_from", "stock_of_objects", "start_gold", "seats", "procedures", "marks", "rules",
    "rulebook", "magic_power", "slots", "goals", "language",
)  # fmt: skip
ADDED_LISTS = ("kinds", "tags", "decks", "purposes", "rules")
ADDED_NAMES = ("numbers", "components")
PACK_KEYS = ("language", "name", "for", "with", "without", "options", *ADDED_LISTS, *ADDED_NAMES)
"""What the file `pack.yaml` of a pack may say: in which language it is written, which presets it is for (`for`), which
packs come along (`with`), what of the packs before it is left out (`without`: ids and decks, see `left_out`), and what
it adds to the preset, if that has such things at all."""


class OptionSpec:
    """An option of a preset: the values it can take, and what they do."""

    def __init__(self, name: str, node: Node, file: str) -> None:
        entries = node.only("default", "least", "most", "words", "text", "rule", "steps")
        if "default" not in entries or "text" not in entries:
            node.fail("an option has a default and a text")
        self.name = name
        self.default = entries["default"].value
        self.least = entries["least"].integer() if "least" in entries else 0
        self.most = entries["most"].integer() if "most" in entries else 0
        self.words = tuple(item.text() for item in entries["words"].items()) if "words" in entries else ()
        self.text = entries["text"].text()
        self.rule = entries["rule"].text() if "rule" in entries else ""
        self.steps = entries["steps"].mapping() if "steps" in entries else {}
        self.file = file

    def check(self, value: object) -> object:
        """Return the value if the option can take it; StormriverError, with what it can take, if not."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            if str(value).lower() in ("true", "false"):
                return str(value).lower() == "true"
            raise MessageError("ruleset.truth", option=self.name, value=repr(value))
        if self.words:
            if value in self.words:
                return value
            raise MessageError("ruleset.words", option=self.name, words=", ".join(self.words), value=repr(value))
        try:
            number = int(str(value))
        except ValueError:
            raise MessageError("ruleset.whole", option=self.name, value=repr(value)) from None
        if isinstance(value, bool) or not self.least <= number <= self.most:
            bounds = {"least": self.least, "most": self.most}
            raise MessageError("ruleset.bounds", option=self.name, value=repr(value), **bounds)
        return number


class Setting:
    """The value of an option in a ruleset, and the file it comes from."""

    def __init__(self, spec: OptionSpec, value: object, source: str) -> None:
        self.spec = spec
        self.value = value
        self.source = source


class Ruleset:
    """A preset with its options and packs: everything that is the same for all games so set up."""

    def __init__(self, preset: str, options: Mapping[str, object], packs: tuple[str, ...]) -> None:
        self.preset = preset
        self.layers = layers(preset)
        self.presets = [layer.mapping()["id"].text() for layer in self.layers]
        self.entries = Entries(self.layers[-1])
        self.options: dict[str, OptionSpec] = {}
        self.settings: dict[str, Setting] = {}
        for layer in reversed(self.layers):
            self._lay(layer)
        if "packs" not in self.entries:
            raise StormriverError(
                "The preset {preset} is there for others to build on, not to be played.", preset=preset
            )
        self.packs = (*map(own_pack, self.entries["packs"].items()), *with_companions(packs))
        self.locales = tuple(folder for folder in self.packs if (folder / "locale").is_dir())
        for folder in self.packs:
            self._add(folder)
        self._choose(options)
        self.added = packs
        brought = (brought_by(folder, rulebook_of(preset)) for folder in self.packs)
        self.modules = tuple(module for module in brought if module)
        self.hashes = {folder.name: folder_hash(folder) for folder in self.packs}
        self.hashes |= {f"preset {layer.mapping()['id'].text()}": preset_hash(layer) for layer in self.layers}

    def require(self, options: frozenset[str]) -> None:
        """Refuse a preset that lacks an option which the procedures of its rulebook ask for.

        Args:
            options: the names of these options; a preset that extends another has all that this has.

        Raises:
            BadContent: with the file of the preset.
        """
        missing = options - self.options.keys()
        if missing:
            self.layers[0].fail(
                "the option {name!r} is missing, which the rules ask for; define it under `options:`, or write "
                "`extends:` a preset that has it",
                name=min(missing),
            )

    def _lay(self, layer: Node) -> None:
        entries = layer.only(*PRESET_KEYS)
        for key, node in entries.items():
            if key in ADDED_LISTS and key in self.entries:
                self.entries[key] = _joined(self.entries[key], node.items())
            elif key == "numbers" and key in self.entries:
                self.entries[key] = _merged(self.entries[key], node.mapping())
            elif key != "options":
                self.entries[key] = node
        for name, node in entries["options"].mapping().items() if "options" in entries else ():
            if isinstance(node.value, dict):
                self.options[name] = OptionSpec(name, node, node.file)
                self.settings[name] = Setting(self.options[name], self.options[name].default, node.file)
            elif name not in self.options:
                node.misspelt("no option is called {name!r}", name, self.options)
            else:
                try:
                    value = self.options[name].check(node.value)
                except StormriverError as error:
                    node.fail("{error}", error=error)
                self.settings[name] = Setting(self.options[name], value, node.file)

    def _add(self, folder: Path) -> None:
        """Add what a pack brings beside its cards and spaces: nothing that is there may be changed."""
        layer = read_pack(folder)
        if layer is None:
            return
        entries = layer.mapping()
        self._check_preset(folder, entries)
        for key in (*ADDED_LISTS, *ADDED_NAMES):
            if key in entries and key not in self.entries:
                entries[key].fail(
                    "the preset {preset} has no {key} to which a pack could add any", preset=self.preset, key=key
                )
        for key in ADDED_LISTS:
            if key in entries:
                self.entries[key] = _joined(self.entries[key], entries[key].items())
        for key in ADDED_NAMES:
            if key in entries:
                self.entries[key] = _merged(self.entries[key], entries[key].mapping())
        for name, node in entries["options"].mapping().items() if "options" in entries else ():
            if name in self.options:
                node.fail("the preset has an option {name!r} already", name=name)
            self.options[name] = OptionSpec(name, node, node.file)
            self.settings[name] = Setting(self.options[name], self.options[name].default, node.file)

    def _check_preset(self, folder: Path, entries: Mapping[str, Node]) -> None:
        wanted = [item.text() for item in entries["for"].many()] if "for" in entries else []
        if wanted and not preset_ids(self.layers) & set(wanted):
            raise MessageError("ruleset.pack_for", pack=folder.name, presets=", ".join(wanted), preset=self.preset)

    def _choose(self, options: Mapping[str, object]) -> None:
        for name, value in options.items():
            if name not in self.options:
                raise MessageError("ruleset.no_option", name=repr(name), hint=ending_hint(name, self.options))
            spec = self.options[name]
            self.settings[name] = Setting(spec, spec.check(value), "this game")

    @property
    def renamed(self) -> dict[str, str]:
        """Return where words stand now that stood elsewhere, by their former addresses; of several files the last."""
        folders = [path for path in map(preset_folder, self.presets) if path not in self.packs]
        files = (folder / RENAMED_FILE for folder in (*folders, *self.packs))
        found = [read_file(path, f"{path.parent.name}/{path.name}").mapping() for path in files if path.is_file()]
        return {old: node.text() for entries in found for old, node in entries.items()}

    @property
    def seats(self) -> tuple[int, int]:
        """Return the least and the greatest number of seats of a game."""
        bounds = self.entries["seats"].mapping()
        return bounds["least"].integer(), bounds["most"].integer()

    def check_seats(self, count: int) -> None:
        """Check the number of seats of a game.

        Raises:
            StormriverError: if there are too few or too many.
        """
        least, most = self.seats
        if not least <= count <= most:
            key = "ruleset.seats" if least < most else "ruleset.seats_just"
            raise MessageError(key, preset=self.preset, least=least, most=most, count=count)

    def records(self, key: str) -> list[Node]:
        """Return the records that the preset and those it extends have under a key, the farthest first."""
        mappings = [layer.mapping() for layer in reversed(self.layers)]
        return [record for mapping in mappings if key in mapping for record in mapping[key].items()]

    def facts(self) -> dict[str, object]:
        """Return all that a save needs to set a game up again: preset, chosen options, added packs, and all hashes."""
        chosen = {name: setting.value for name, setting in self.settings.items() if setting.source == "this game"}
        return {"preset": self.preset, "options": chosen, "packs": list(self.added), "hashes": self.hashes}

    def programs(self, known: Mapping[str, object]) -> dict[str, str]:
        """Return, for each procedure that is replaced, the name of its list of steps: from the preset or an option."""
        chosen = dict(self.entries["procedures"].mapping())
        for setting in self.settings.values():
            if setting.value:
                chosen.update(setting.spec.steps)
        for procedure, node in chosen.items():
            if node.text() not in known or node.text().partition(".")[0] != procedure:
                node.misspelt(
                    "the procedure {procedure!r} has no list of steps {name!r}", node.text(), known, procedure=procedure
                )
        return {procedure: node.text() for procedure, node in chosen.items()}


def layers(preset: str) -> list[Node]:
    """Return a preset and those it extends, itself first."""
    found = []
    name = preset
    seen: list[str] = []
    while True:
        if name in seen:
            raise BadContent(
                "The preset {preset!r} extends itself through {known}.", preset=preset, known=", ".join(seen)
            )
        seen.append(name)
        node = read_preset(name)
        found.append(node)
        extends = node.mapping().get("extends")
        if extends is None:
            return found
        name = extends.text()


def parent(preset: str) -> str | None:
    """Return the preset that one extends, if that can be played too; None if it stands on its own."""
    extended = [layer.mapping()["id"].text() for layer in layers(preset)[1:2]]
    return extended[0] if extended and extended[0] in presets() else None


def preset_ids(found: Iterable[Node]) -> set[str]:
    """Return the ids of a preset and of those it extends, its own first."""
    return {layer.mapping()["id"].text() for layer in found}


def presets(*rulebooks: str) -> list[str]:
    """Return the ids of the presets that can be played: those with packs of their own or of another preset.

    Args:
        rulebooks: only presets of these rulebooks; none named: of all that are installed.
    """
    wanted = rulebooks or tuple(declared(RULEBOOKS))
    found = sorted(path.parent.name for path in _own("*/preset.yaml"))
    return [name for name in found if "packs" in _known_keys(name) and rulebook_of(name) in wanted]


def _own(pattern: str) -> Iterator[Path]:
    """Yield the files and folders of the installed content that a pattern fits, folder by folder."""
    for folder in content_folders():
        yield from sorted(folder.glob(pattern))


def _known_keys(preset: str) -> set[str]:
    return {key for layer in layers(preset) for key in layer.mapping()}


def rulebook_of(preset: str) -> str:
    """Return the package of the rulebook that a preset is played by; BadContent if neither it nor its bases say so."""
    found = layers(preset)
    for layer in found:
        if "rulebook" in layer.mapping():
            return layer.mapping()["rulebook"].text()
    found[0].fail("the key 'rulebook' is missing: by which rules is it played?")


@cache
def read_preset(name: str) -> Node:
    """Return a preset's file."""
    node = read_file(preset_folder(name) / "preset.yaml", f"{name}/preset.yaml")
    node.only(*PRESET_KEYS)
    check_language(node, name)
    return node


def preset_folder(name: str) -> Path:
    """Return the folder of a preset; StormriverError with a hint if there is none."""
    path = next((path for path in _own("*/preset.yaml") if path.parent.name == name), None)
    if path is None:
        raise MessageError("ruleset.no_preset", name=repr(name), hint=ending_hint(name, presets()))
    return path.parent


def own_pack(node: Node) -> Path:
    """Return the folder of a pack that a preset names."""
    try:
        return pack_folder(node.text())
    except BadContent:
        raise
    except StormriverError as error:
        node.fail("{error}", error=error)


def pack_folder(name: str) -> Path:
    """Return the folder of a pack: an installed one by its name, or any folder by its path."""
    own = next((path for path in _own("*") if path.name == name and path.is_dir()), None)
    if own is not None:
        return own
    folder = Path(name)
    if not folder.is_dir():
        known = [path.parent.name for path in _own("*/pack.yaml")]
        key = "ruleset.no_pack" if nearest(name, known) else "ruleset.no_pack_or_folder"
        raise MessageError(key, name=repr(name), hint=ending_hint(name, known))
    return folder


def with_companions(packs: Iterable[str]) -> tuple[Path, ...]:
    """Return the folders of packs and their companions (`with`), each once and after its own companions."""
    found: dict[Path, None] = {}
    for name in packs:
        folder = pack_folder(name)
        layer = read_pack(folder)
        entries = layer.mapping() if layer is not None else {}
        for item in entries["with"].items() if "with" in entries else ():
            found[own_pack(item)] = None
        found[folder] = None
    return tuple(found)


def read_pack(folder: Path) -> Node | None:
    """Return the file `pack.yaml` of a pack, None if it has none."""
    path = folder / "pack.yaml"
    if not path.is_file():
        return None
    node = read_file(path, f"{folder.name}/pack.yaml")
    node.only(*PACK_KEYS)
    check_language(node, folder.name)
    return node


def home(folder: Path) -> str | None:
    """Return the first preset that a pack says it is for and that can be played; None if it says none."""
    layer = read_pack(folder)
    wanted = layer.mapping()["for"].many() if layer is not None and "for" in layer.mapping() else []
    return next((item.text() for item in wanted if item.text() in presets()), None)


def left_out(folder: Path, known: Collection[str], things: str) -> list[Node]:
    """Return the ids and decks that a pack removes from those before it; BadContent for one that is not there.

    Args:
        folder: the folder of the pack.
        known: the ids that are there, and the decks.
        things: what to call these in messages, e.g. `card, space or deck`.
    """
    layer = read_pack(folder)
    items = layer.mapping()["without"].many() if layer is not None and "without" in layer.mapping() else []
    for item in items:
        if item.text() not in known:
            item.misspelt("there is no {things} {name!r} to leave out", item.text(), known, things=Translatable(things))
    return items


def packs_for(preset: str) -> dict[str, str]:
    """Return the installed packs that may be added to a preset: their names by id."""
    ids = preset_ids(layers(preset))
    found = {}
    for path in _own("*/pack.yaml"):
        layer = read_pack(path.parent)
        assert layer is not None
        entries = layer.mapping()
        if ids & {item.text() for item in entries["for"].many()}:
            found[path.parent.name] = entries["name"].text()
    return found


def _joined(node: Node, more: list[Node]) -> Node:
    return Node([*node.items(), *more], node.file, node.line, node.path)


def _merged(node: Node, more: dict[str, Node]) -> Node:
    for name, added in more.items():
        if name in node.mapping():
            added.fail("{name!r} is there already", name=name)
    return Node({**node.mapping(), **more}, node.file, node.line, node.path)


_files: dict[tuple[str, str], list[Node]] = {}
_hashes: dict[tuple[str, str], str] = {}


def pack_files(folder: Path) -> list[Node]:
    """Return the files of a pack that hold cards, spaces and the like."""
    key = (str(folder), _stamp(folder))
    if key not in _files:
        paths = sorted(folder.glob("*.yaml"))
        if not paths:
            raise BadContent("The pack {name!r} holds no file that ends in .yaml.", name=folder.name)
        own = [path for path in paths if path.name not in OTHER_FILES]
        _files[key] = [read_file(path, f"{folder.name}/{path.name}") for path in own]
    return _files[key]


def own_packs() -> list[str]:
    """Return the names of the packs that are installed."""
    return sorted(path.name for path in _own("*") if path.is_dir())


def cards_of(folder: Path) -> dict[str, Node]:
    """Return the records of the cards and characters of a pack by id, without those that say `like`."""
    found: dict[str, Node] = {}
    for file in pack_files(folder):
        for key in ("cards", "characters"):
            for record in file.mapping()[key].items() if key in file.mapping() else ():
                if "like" not in record.mapping() and "id" in record.mapping():
                    found.setdefault(record.mapping()["id"].text(), record)
    return found


def preset_hash(layer: Node) -> str:
    """Return a hash of the content of a preset, for records."""
    return hashlib.sha256(repr(layer.plain()).encode()).hexdigest()


def folder_hash(folder: Path) -> str:
    """Return a hash of the content of a pack, whatever its layout and comments, for records."""
    key = (str(folder), _stamp(folder))
    if key not in _hashes:
        layer = read_pack(folder)
        said: list[object] = [file.plain() for file in (*pack_files(folder), *([] if layer is None else [layer]))]
        said += [text] if (text := text_of(folder)) else []
        _hashes[key] = hashlib.sha256(repr(said).encode()).hexdigest()
    return _hashes[key]


def _stamp(folder: Path) -> str:
    """Return a hash of the files of a pack as they are, so that they are read again only if they were changed."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.yaml")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    digest.update(text_of(folder).encode())
    return digest.hexdigest()
