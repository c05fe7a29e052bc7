"""Migrates packs of language 1 to language 2: all their files, what they say of their language, and what saves need."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from stormriver.kernel.errors import BadContent
from stormriver.kernel.translatable import Translatable
from stormriver.language.former import LANGUAGE_TODAY, Former, language_of
from stormriver.language.packs import OTHER_FILES, RENAMED_FILE
from stormriver.language.rewriting import Change, Edit, Fields, Pairs, Rewriter, applied, composed, end_of, owned
from stormriver.language.ruleset import presets
from stormriver.language.source import closest, read_text

NOT_TAKEN_OVER = ("copies", "deck", "provenance", "examples")
"""The keys that a card with `like` does not copy."""
ABOUT_RENAMED = (
    "# Where the words of language 1 stand now, for saves from before; `stormriver pack migrate` wrote it.\n"
)


class Migration:
    """A pack, migrated in memory: nothing is written before all of it has been rewritten.

    Attributes:
        changes: what was rewritten, by file and line.
        texts: the new texts of the files that change, by path.
        renamed: pairs of addresses, before and after.
        left: what could not be followed, as sentences.
    """

    def __init__(self, folder: Path, known: Former | None) -> None:
        self.folder = folder
        self.changes: list[Change] = []
        self.texts: dict[Path, str] = {}
        self.renamed: dict[str, str] = {}
        self.left: list[str] = []
        if is_today(folder):
            return
        if known is not None:
            self._rewrite(known)
        self._say_language()
        if (folder / "words.py").is_file():
            self.left.append(
                Translatable(
                    "{file}: its words in Python are left as they are; see what they import.",
                    file=f"{folder.name}/words.py",
                )
            )

    def write(self) -> None:
        """Write the files that change, and `renamed.yaml` for the saves of the pack."""
        for path, text in self.texts.items():
            path.write_bytes(text.encode())
        if self.renamed:
            (self.folder / RENAMED_FILE).write_text(renamed_text(self.renamed), encoding="utf-8")

    def _rewrite(self, known: Former) -> None:
        fields = Fields(known.fields)
        done = [self._file(path, known, fields) for path in sorted(self.folder.glob("*.yaml")) if holds_words(path)]
        for rewriter in done:
            self.renamed |= dict(rewriter.moved)
        models = {name: model for rewriter in done for name, model in rewriter.models.items()}
        for rewriter in done:
            for name, path, like, own in rewriter.copies:
                known_model = models.get(like) or self._model_elsewhere(like, known, fields)
                for key, pairs in known_model[1].items() if known_model else ():
                    if key not in own and key not in NOT_TAKEN_OVER:
                        self.renamed |= dict(owned(name, path, pair) for pair in pairs)

    def _file(self, path: Path, known: Former, fields: Fields) -> Rewriter:
        rewriter = Rewriter(text_of(path), f"{self.folder.name}/{path.name}", known, fields)
        text = rewriter.rewritten()
        for line, family, word in rewriter.unknown:
            self._unknown(rewriter.file, line, family, word, fields)
        if rewriter.changes:
            read_text(text, rewriter.file)
            self.texts[path] = text
            self.changes += rewriter.changes
        return rewriter

    def _unknown(self, file: str, line: int, family: str, word: str, fields: Fields) -> None:
        if not (self.folder / "words.py").is_file():
            raise BadContent(
                "{file}, line {line}: {problem}{hint}",
                file=file,
                line=line,
                problem=Translatable("no {kind} is called {name!r}", kind=Translatable(family), name=word),
                hint=closest(word, fields.known[family]),
            )
        self.left.append(
            Translatable(
                "{file}, line {line}: {word!r} is a word of the pack's own; what stands in it is left as it is.",
                file=file,
                line=line,
                word=word,
            )
        )

    def _model_elsewhere(self, like: str, known: Former, fields: Fields) -> tuple[str, dict[str, Pairs]] | None:
        """Return a card of a folder beside this one, given as `folder/card`, if that is in language 1 too."""
        pack, _, name = like.rpartition("/")
        folder = self.folder.parent / pack
        if not pack or not folder.is_dir() or is_today(folder):
            return None
        for path in filter(holds_words, sorted(folder.glob("*.yaml"))):
            rewriter = Rewriter(text_of(path), path.name, known, fields)
            rewriter.rewritten()
            if name in rewriter.models:
                return rewriter.models[name]
        return None

    def _say_language(self) -> None:
        path = said_in(self.folder)
        text = self.texts.get(path) or (text_of(path) if path.is_file() else "")
        new = with_language(text)
        self.texts[path] = new
        line = new[: new.index("language:")].count("\n") + 1
        self.changes.append(Change(f"{self.folder.name}/{path.name}", line, "", f"language: {LANGUAGE_TODAY}"))


def is_today(folder: Path) -> bool:
    """Tell whether a pack says that it is written in the language of today; BadContent for one of a newer language."""
    path = said_in(folder)
    if not path.is_file():
        return False
    root = read_text(text_of(path), f"{folder.name}/{path.name}")
    said = root.mapping().get("language") if root.value is not None else None
    return said is not None and language_of(said) == LANGUAGE_TODAY


def written_for(folder: Path) -> str:
    """Return the first preset that can be played and that a folder is for, or is; empty if it says none."""
    path = said_in(folder)
    entries = read_text(text_of(path), f"{folder.name}/{path.name}").value if path.is_file() else None
    if not isinstance(entries, dict):
        return ""
    named = (
        [folder.name]
        if path.name == "preset.yaml"
        else [node.text() for node in entries["for"].many()]
        if "for" in entries
        else []
    )
    return next((name for name in named if name in presets()), "")


def said_in(folder: Path) -> Path:
    """Return the file of a folder that says its language: of a pack `pack.yaml`, of a preset `preset.yaml`."""
    preset = folder / "preset.yaml"
    return preset if preset.is_file() else folder / "pack.yaml"


def holds_words(path: Path) -> bool:
    """Tell whether a file of a pack may hold words of the language."""
    return path.name not in OTHER_FILES or path.name in ("pack.yaml", "preset.yaml")


def with_language(text: str) -> str:
    """Return the text of a `pack.yaml` or `preset.yaml` with the language of today."""
    root = composed(text) if text.strip() else None
    said = f"language: {LANGUAGE_TODAY}"
    if not isinstance(root, yaml.MappingNode):
        return f"{text}{said}\n"
    for key, value in root.value:
        if key.value == "language":
            return applied(text, 0, len(text), [Edit(value.start_mark.index, end_of(value), str(LANGUAGE_TODAY))])
    at = root.value[0][0].start_mark.index
    return f"{text[:at]}{said}{', ' if root.flow_style else chr(10)}{text[at:]}"


def text_of(path: Path) -> str:
    """Return the text of a file with its line endings as they are; BadContent if it is no strict YAML."""
    shown = f"{path.parent.name}/{path.name}"
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        raise BadContent("{file}, line 1: cannot be read, as it is not a text in UTF-8", file=shown) from None
    read_text(text, shown)
    return text


def renamed_text(renamed: dict[str, str]) -> str:
    """Return the file that tells saves made before of the words that stand elsewhere now."""
    lines = [f"{json.dumps(old)}: {json.dumps(new)}\n" for old, new in sorted(renamed.items())]
    return (
        "# Where the words of language 1 stand now, for saves from before; written by `stormriver pack migrate`.\n"
        + ("".join(lines))
    )
