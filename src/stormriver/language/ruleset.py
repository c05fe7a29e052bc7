"""Presets, with packs laid on them and options chosen, before anything is given a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.plugins import RULEBOOKS, declared
from stormriver.language.catalogue import Own
from stormriver.language.former import check_language
from stormriver.language.message import MessageError, ending_hint
from stormriver.language.namesakes import Namesakes
from stormriver.language.pack_about import PackAbout, read_pack
from stormriver.language.pack_keys import OPTION_KEYS
from stormriver.language.pack_words import brought_by
from stormriver.language.packs import (
    ADDED_LISTS,
    ADDED_NAMES,
    RENAMED_FILE,
    by_id,
    folder_hash,
    hash_of,
    in_content,
    is_installed,
    known_as,
    offered,
    own_pack,
    pack_files,
    pack_folder,
    stamp_of_catalogues,
    with_companions,
)
from stormriver.language.source import Entries, Faults, Node, read_file

PRESET_KEYS = (
    "id", "name", "extends", "packs", "options", "spell_limits", "numbers", "purposes", "kinds", "tags", "decks",
    "actions", "components", "drawn_from", "stock_of_objects", "start_gold", "seats", "procedures", "marks", "rules",
    "rulebook", "magic_power", "slots", "goals", "language",
)  # fmt: skip
KINDS = {
    "components": "counter", "decks": "deck", "kinds": "kind", "numbers": "number", "options": "option",
    "purposes": "purpose", "rules": "rule", "tags": "tag",
}  # fmt: skip
"""The kinds of names that the keys of a pack's `pack.yaml` give."""


class OptionSpec:
    """An option of a preset: the values it can take, and what they do."""

    def __init__(self, name: str, node: Node, file: str) -> None:
        entries = node.only(*OPTION_KEYS)
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
    """A preset with its options and packs: everything that is the same for all games so set up.

    Args:
        preset: its id.
        options: options of it that differ from its defaults.
        packs: further packs, by name or folder.
        faults: where to note what is wrong in the `pack.yaml` of these, for somebody who goes on to their other files;
            None to raise it. What cannot be read at all is always raised.
    """

    def __init__(
        self, preset: str, options: Mapping[str, object], packs: tuple[str, ...], faults: Faults | None = None
    ) -> None:
        self.preset = preset
        self.faults = Faults() if faults is None else faults
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
        self.packs = (*map(own_pack, self.entries["packs"].items()), *with_companions(packs, self.faults))
        abouts = by_id(self.packs, self.faults)
        self._check_readable(abouts.values())
        self.namesakes = Namesakes()
        self.namesakes.packs = {about.folder.name: name for name, about in abouts.items()}
        self.versions = {name: about.version for name, about in abouts.items() if about.version}
        for folder in self.packs:
            self._add(folder)
        if faults is None:
            self.faults.raise_all()
        self.note_locales()
        if not self.faults.found:
            self._choose(options)
        self.added = packs
        self.added_packs = tuple(map(known_as, packs))
        ids = {about.folder: name for name, about in abouts.items()}
        self.added_ids = [ids[pack_folder(name)] for name in packs]
        brought = (brought_by(folder, rulebook_of(preset)) for folder in self.packs)
        self.modules = tuple(module for module in brought if module)
        self.hashes = {name: folder_hash(about.folder) for name, about in abouts.items()}
        self.hashes |= {f"preset {layer.mapping()['id'].text()}": preset_hash(layer) for layer in self.layers}

    def _check_readable(self, abouts: Iterable[PackAbout]) -> None:
        """Refuse packs with a file that cannot be read: what that would say is missing everywhere else."""
        readable = [about for about in abouts if about.is_readable]
        files = self.faults.each([about.folder for about in readable], pack_files)
        if len(files) < len(self.packs):
            self.faults.raise_all()

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
                self.entries[key] = _merged(self.entries[key], node.mapping(), self.faults)
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
        added = [key for key in (*ADDED_LISTS, *ADDED_NAMES, "options") if key in entries]
        self.faults.each(added, lambda key: self._add_all(folder, key, entries[key]))

    def _add_all(self, folder: Path, key: str, said: Node) -> None:
        """Add what a pack brings under one key of its `pack.yaml`."""
        if key == "options":
            self.faults.each(said.mapping().items(), lambda option: self._add_option(folder, *option))
        elif key not in self.entries:
            said.fail("the preset {preset} has no {key} to which a pack could add any", preset=self.preset, key=key)
        elif key in ADDED_LISTS:
            self.entries[key] = _joined(self.entries[key], self._new_ones(folder, key, said.items()))
        else:
            named = {self._told_apart(folder, key, name, node): node for name, node in said.mapping().items()}
            self.entries[key] = _merged(self.entries[key], named, self.faults)

    def _add_option(self, folder: Path, own: str, node: Node) -> None:
        name = self._told_apart(folder, "options", own, node)
        if name in self.options:
            node.fail("the preset has an option {name!r} already", name=name)
        self.options[name] = OptionSpec(name, node, node.file)
        self.settings[name] = Setting(self.options[name], self.options[name].default, node.file)

    def _told_apart(self, folder: Path, key: str, name: str, node: Node) -> str:
        """Return how all others call what a pack adds: `PACK.ID` if another pack has such a thing of this id."""
        if not isinstance(node.value, dict):
            return name  # no thing of its own, but more of what the preset has
        return self.namesakes.give_apart(folder.name, KINDS[key], name)

    def _new_ones(self, folder: Path, key: str, added: list[Node]) -> list[Node]:
        """Return what a pack adds to a list, under ids that are not there yet; what the preset has is a fault."""
        there = [node.mapping() for node in self.entries[key].items() if isinstance(node.value, dict)]
        known = {entries["id"].text() for entries in there if "id" in entries}

        def new(node: Node) -> Node:
            entries = node.mapping() if isinstance(node.value, dict) else {}
            if "id" not in entries:
                return node
            own = entries["id"]
            name = self._told_apart(folder, key, own.text(), node)
            if name in known:
                own.fail(
                    "the {key} have one that is called {name!r} already; give this one another id", key=key, name=name
                )
            known.add(name)
            found = Entries(node)
            found.update(entries | {"id": own.with_value(name)})
            return node.with_value(found)

        return self.faults.each(added, new)

    def note_locales(self) -> None:
        """Note which packs bring catalogues, and what these call otherwise than all others; so far as it is known."""
        folders = [folder for folder in self.packs if (folder / "locale").is_dir()]
        self.locales = tuple(Own(at, self.namesakes.renamed(at.name), stamp_of_catalogues(at)) for at in folders)

    def _check_preset(self, folder: Path, entries: Mapping[str, Node]) -> None:
        wanted = [item.text() for item in entries["for"].many()] if "for" in entries else []
        if wanted and not preset_ids(self.layers) & set(wanted):
            raise MessageError("ruleset.pack_for", pack=folder.name, presets=", ".join(wanted), preset=self.preset)

    def _choose(self, options: Mapping[str, object]) -> None:
        for said, value in options.items():
            name = self.namesakes.meant("option", said)
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
        """Return all that a save needs to set a game up again: preset, chosen options, added packs, and all hashes.

        Packs stand there by their ids, those that say a version with it; where they lie is nobody else's concern.
        """
        chosen = {name: setting.value for name, setting in self.settings.items() if setting.source == "this game"}
        found: dict[str, object] = {
            "preset": self.preset,
            "options": chosen,
            "packs": self.added_ids,
            "hashes": self.hashes,
        }
        return found | {"versions": self.versions} if self.versions else found

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
    """Return a preset and those it extends, itself first.

    Raises:
        BadContent: if one is unknown, or extends itself by way of others.
    """
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
    found = sorted(path.parent.name for path in in_content("*/preset.yaml"))
    return [name for name in found if "packs" in _known_keys(name) and rulebook_of(name) in wanted]


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
    path = next((path for path in in_content("*/preset.yaml") if path.parent.name == name), None)
    if path is None:
        raise MessageError("ruleset.no_preset", name=repr(name), hint=ending_hint(name, presets()))
    return path.parent


def home(folder: Path) -> str | None:
    """Return the first preset that a pack says it is for and that can be played; None if it says none."""
    entries = PackAbout(folder, Faults()).entries
    wanted = entries["for"].many() if "for" in entries else []
    return next((item.text() for item in wanted if item.value in presets()), None)


def packs_for(preset: str) -> dict[str, str]:
    """Return the packs that may be added to a preset, installed or on offer: their names by id.

    A pack on offer that does not say which presets it is for is offered for all.
    """
    ids = preset_ids(layers(preset))
    folders = [path.parent for path in in_content("*/pack.yaml")]
    found = {}
    for about in map(PackAbout, [*folders, *map(pack_folder, offered())]):
        wanted = about.entries["for"].many() if "for" in about.entries else []
        if ids & {item.text() for item in wanted} or not (wanted or is_installed(about.folder)):
            found[about.id] = about.name
    return found


def _joined(node: Node, more: list[Node]) -> Node:
    return node.with_value([*node.items(), *more])


def _merged(node: Node, more: Mapping[str, Node], faults: Faults) -> Node:
    def new(name: str) -> str:
        if name in node.mapping():
            more[name].fail("{name!r} is there already", name=name)
        return name

    return node.with_value({**node.mapping(), **{name: more[name] for name in faults.each(more, new)}})


@cache
def preset_hash(layer: Node) -> str:
    """Return a hash of the content of a preset, for records; see `hash_of`."""
    return hash_of(layer.plain())
