"""Rewrites the words of a file: its text in place, with its comments and its layout.

A file is walked by the fields that the words had then, so that nothing is taken for a word that is none: the keys of
a choice, the results of dice, the action of a card. What a rewrite matches is changed within its span of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NoReturn

import yaml

from stormriver.kernel.errors import BadContent
from stormriver.kernel.translatable import Translatable, translatable
from stormriver.language.former import Former, Rewrite

FAMILIES = {"Effect": "effect", "Condition": "condition", "Value": "value"}
"""The families by the names of the types of their fields."""
VARIABLE = re.compile("[A-Z]")
REST = "..."
Pairs = list[tuple[str, str]]
"""Addresses of words, before and after."""
Found = dict[str, yaml.Node | str]
"""What the letters of a rewrite stand for: a piece of the file, or the text of a default."""


class Edit(NamedTuple):
    """A piece of text that takes the place of another one, given by where that begins and ends."""

    start: int
    end: int
    text: str


class Change(NamedTuple):
    """Something that was rewritten, and where it stands."""

    file: str
    line: int
    old: str
    new: str


class Fields:
    """The fields of the words and records of language 1, by family and name.

    Of each field there is its key, the first one that of the word itself, and its type with `= default` behind it where
    a rewrite needs that. Further types say what they consist of: `each Act`, `every Effect` (the values of a mapping).
    """

    def __init__(self, file: Path) -> None:
        known = json.loads(file.read_text(encoding="utf-8"))
        self.types: dict[str, str] = known.pop("type")
        self.known: dict[str, dict[str, dict[str, str]]] = known

    def of(self, family: str, word: str) -> dict[str, str] | None:
        """Return the types of the fields of a word or record by their keys; None if there was none of that name."""
        found = self.known[family].get(word)
        return None if found is None else {key: kind.partition(" = ")[0] for key, kind in found.items()}

    def defaults(self, family: str, word: str) -> dict[str, str]:
        """Return the defaults of the fields of a word as they would be written."""
        found = self.known[family][word].items()
        return {key: kind.partition(" = ")[2] for key, kind in found if " = " in kind}


class Rewriter:
    """Rewrites one file.

    Attributes:
        changes: what was rewritten.
        moved: pairs of addresses, before and after, of the words that stand elsewhere now or are called otherwise.
        models: of each card its path in the file, and by its keys the pairs before its id was put in front.
        copies: of each card with `like` its id, its path, what it is like, and its own keys.
        unknown: words that language 1 did not have, with their lines.
    """

    def __init__(self, text: str, file: str, known: Former, fields: Fields) -> None:
        self.text = text
        self.file = file
        self.former = known
        self.rewrites = [_Row(rewrite) for rewrite in known.rewrites]
        self.fields = fields
        self.changes: list[Change] = []
        self.moved: Pairs = []
        self.models: dict[str, tuple[str, dict[str, Pairs]]] = {}
        self.copies: list[tuple[str, str, str, set[str]]] = []
        self.unknown: list[tuple[int, str, str]] = []

    def rewritten(self) -> str:
        """Return the text of the file as language 2."""
        edits = self._part(composed(self.text), "File", "", "")
        self.changes.sort(key=lambda change: change.line)
        return applied(self.text, 0, len(self.text), edits)

    def _part(self, node: yaml.Node, kind: str, old: str, new: str) -> list[Edit]:
        """Return the edits within a node of some type; its path was `old` and will be `new`."""
        kind = self.fields.types.get(kind, kind)
        how, _, inner = kind.partition(" ")
        if kind in FAMILIES:
            return self._word(node, FAMILIES[kind], old, new)
        if how == "each" and isinstance(node, yaml.SequenceNode):
            return self._items(node, inner, old, new)
        if how == "each":
            return self._part(node, inner, old, new)
        if not isinstance(node, yaml.MappingNode):
            return []
        if how == "every":
            values = ((key.value, value) for key, value in node.value)
            return [edit for key, value in values for edit in self._part(value, inner, f"{old}.{key}", f"{new}.{key}")]
        return self._record(node, kind, old, new)

    def _items(self, node: yaml.SequenceNode, kind: str, old: str, new: str) -> list[Edit]:
        parts = (self._part(item, kind, f"{old}[{i}]", f"{new}[{i}]") for i, item in enumerate(node.value))
        return [edit for part in parts for edit in part]

    def _record(self, node: yaml.MappingNode, kind: str, old: str, new: str) -> list[Edit]:
        """Return the edits within a card, a hook or the like; words on what has an id are addressed by that."""
        fields = self.fields.of("record", kind)
        if fields is None:
            return []
        outer = self.moved
        by_key: dict[str, Pairs] = {}
        edits = []
        for key, value in node.value:
            self.moved = []
            if why := self.former.why_gone(kind, key.value):
                self.fail(
                    key,
                    "`{key}: {value}` cannot be rewritten: {why}",
                    key=self.source(key),
                    value=self.source(value),
                    why=Translatable(why),
                )
            field = fields.get(key.value, fields.get("*", ""))
            before, after = (f"{path}.{key.value}" if path else key.value for path in (old, new))
            edits += self._part(value, field, before, after)
            by_key[key.value] = self.moved
        said = {key.value: value.value for key, value in node.value if isinstance(value, yaml.ScalarNode)}
        found = [pair for pairs in by_key.values() for pair in pairs]
        if "id" in fields and "id" in said:
            if kind == "Card":
                self._note_card(said, old, by_key)
            found = [owned(said["id"], old, pair) for pair in found]
        self.moved = outer + found
        return edits

    def _note_card(self, said: dict[str, str], path: str, by_key: dict[str, Pairs]) -> None:
        if "like" in said:
            self.copies.append((said["id"], path, said["like"], set(by_key)))
        else:
            self.models.setdefault(said["id"], (path, by_key))

    def _word(self, node: yaml.Node, family: str, old: str, new: str) -> list[Edit]:
        if isinstance(node, yaml.SequenceNode):
            self._move(f"{old}:{family}", f"{new}:{family}")
            return self._items(node, family.capitalize(), old, new)
        if not isinstance(node, yaml.MappingNode):
            return self._bare(node, family, old, new)
        if not node.value:
            return []
        word = str(node.value[0][0].value)
        fields = self.fields.of(family, word)
        if fields is None:
            self._unknown(node, family, word)
            return []
        row, found = self._row(node, family, word)
        inner: dict[int, list[Edit]] = {}
        for key, value in node.value:
            path = row.path_of(key.value) if row is not None else f".{key.value}"
            inner[id(value)] = self._part(value, fields.get(key.value, ""), f"{old}.{key.value}", f"{new}{path}")
        self._move(f"{old}:{word}", f"{new}:{row.word if row is not None else word}")
        if row is None:
            return [edit for part in inner.values() for edit in part]
        return self._note(node, _Slots(self, node, row, found, inner).edits())

    def _bare(self, node: yaml.Node, family: str, old: str, new: str) -> list[Edit]:
        word = str(node.value)
        if family == "value" and (re.fullmatch("[-+]?[0-9]+", word) or word == "all"):
            return []
        if self.fields.of(family, word) is None:
            self._unknown(node, family, word)
            return []
        row, _ = self._row(node, family, word)
        self._move(f"{old}:{word}", f"{new}:{row.word if row is not None else word}")
        if row is None:
            return []
        return self._note(node, [Edit(node.start_mark.index, end_of(node), written(row.new, {}))])

    def _row(self, node: yaml.Node, family: str, word: str) -> tuple[_Row | None, Found]:
        """Return the rewrite that fits a word and what its letters stand for; BadContent if it cannot be rewritten."""
        defaults = self.fields.defaults(family, word)
        for row in self.rewrites:
            if (row.rewrite.family, row.rewrite.word) == (family, word):
                found = matched(row.old, node, defaults)
                if found is not None and not row.rewrite.new:
                    self.fail(
                        node,
                        "`{source}` cannot be rewritten: {why}",
                        source=self.source(node),
                        why=Translatable(row.rewrite.why),
                    )
                if found is not None:
                    return row, found
        return None, {}

    def _note(self, node: yaml.Node, edits: list[Edit]) -> list[Edit]:
        start, end = node.start_mark.index, end_of(node)
        now = applied(self.text, start, end, edits)
        self.changes.append(Change(self.file, node.start_mark.line + 1, self.source(node), " ".join(now.split())))
        return edits

    def _unknown(self, node: yaml.Node, family: str, word: str) -> None:
        if family != "value":
            self.unknown.append((node.start_mark.line + 1, family, word))

    def _move(self, old: str, new: str) -> None:
        if old != new:
            self.moved.append((old, new))

    def source(self, node: yaml.Node) -> str:
        """Return the text of a node in one line."""
        return " ".join(self.text[node.start_mark.index : end_of(node)].split())

    def fail(self, node: yaml.Node, text: str, /, **parts: object) -> NoReturn:
        """Raise BadContent for something that cannot be rewritten."""
        problem = translatable(text, **parts)
        raise BadContent(
            "{file}, line {line}: {problem}", file=self.file, line=node.start_mark.line + 1, problem=problem
        )


class _Row:
    """A rewrite, read."""

    def __init__(self, rewrite: Rewrite) -> None:
        self.rewrite = rewrite
        self.old: yaml.Node = composed(rewrite.old)
        self.new: yaml.Node = composed(rewrite.new or "nothing")
        self.word = self.new.value[0][0].value if isinstance(self.new, yaml.MappingNode) else self.new.value

    def path_of(self, key: str) -> str:
        """Return the path, below the word, of what stood behind a key of the old one."""
        letters = {k.value: v.value for k, v in self.old.value if isinstance(v, yaml.ScalarNode) and k.value != REST}
        return path_to(self.new, letters[key]) if key in letters else f".{key}"


class _Slots:
    """A mapping that becomes another one: each of its entries is kept, renamed, replaced or taken out."""

    def __init__(
        self, of: Rewriter, node: yaml.MappingNode, row: _Row, found: Found, inner: dict[int, list[Edit]]
    ) -> None:
        self.of = of
        self.node = node
        self.row = row
        self.found = found
        self.inner = inner
        self.flow = bool(node.flow_style)

    def edits(self) -> list[Edit]:
        """Return the edits that make the old mapping the new one."""
        assert isinstance(self.row.new, yaml.MappingNode)
        (main, value), *others = [(k.value, v) for k, v in self.row.new.value if k.value != REST]
        kept = {id(self._kept(v)): k for k, v in others if self._kept(v) is not None}
        waiting = [(k, v) for k, v in others if self._kept(v) is None or not self._stays(v)]
        named = {k.value for k, _ in self.row.old.value}
        edits = self._entry(0, main, value)
        for at, (key, old) in enumerate(self.node.value[1:], 1):
            if key.value not in named:
                edits += self.inner[id(old)]
            elif id(old) in kept:
                edits += self._renamed(key, kept[id(old)]) + self.inner[id(old)]
            elif waiting:
                edits += self._entry(at, *waiting.pop(0))
            else:
                edits.append(self._taken_out(at))
        return edits + [self._put_in(key, new) for key, new in waiting]

    def _kept(self, new: yaml.Node) -> yaml.Node | None:
        """Return the piece of the file that a letter stands for; None if it is no letter, or a default."""
        found = self.found.get(new.value) if isinstance(new, yaml.ScalarNode) else None
        return found if isinstance(found, yaml.Node) else None

    def _stays(self, new: yaml.Node) -> bool:
        """Tell whether what a letter stands for has an entry of its own, not the first one."""
        return any(self._kept(new) is value for _, value in self.node.value[1:])

    def _entry(self, at: int, key: str, new: yaml.Node) -> list[Edit]:
        """Return the edits that make an entry another one."""
        old_key, old = self.node.value[at]
        if self._kept(new) is old:
            return self._renamed(old_key, key) + self.inner[id(old)]
        if old.start_mark.line > old_key.end_mark.line:  # a block gives way to one line
            behind = self.of.text.index(":", old_key.end_mark.index) + 1
            return [*self._renamed(old_key, key), Edit(behind, end_of(old), f" {self._text(new)}")]
        return [*self._renamed(old_key, key), Edit(old.start_mark.index, end_of(old), self._text(new))]

    def _renamed(self, key: yaml.Node, name: str) -> list[Edit]:
        return [] if key.value == name else [Edit(key.start_mark.index, key.end_mark.index, name)]

    def _text(self, new: yaml.Node) -> str:
        return written(new, {letter: self._moved(piece) for letter, piece in self.found.items()})

    def _moved(self, piece: yaml.Node | str) -> str:
        """Return the text of a piece of the file for another place: in one line."""
        if isinstance(piece, str):
            return piece
        edits = self.inner.get(id(piece), [])
        text = applied(self.of.text, piece.start_mark.index, end_of(piece), edits)
        if isinstance(piece, yaml.CollectionNode) and not piece.flow_style:
            if "#" in text:
                self.of.fail(piece, "this moves elsewhere with a comment in it; take the comment out first")
            indented = " " * piece.start_mark.column + text
            return written(composed(indented), {})
        return text

    def _taken_out(self, at: int) -> Edit:
        key, value = self.node.value[at]
        if self.flow:
            return Edit(end_of(self.node.value[at - 1][1]), end_of(value), "")
        end = self.of.text.find("\n", end_of(value))
        start = self.of.text.rfind("\n", 0, key.start_mark.index) + 1
        return Edit(start, len(self.of.text) if end < 0 else end + 1, "")

    def _put_in(self, key: str, new: yaml.Node) -> Edit:
        entry = f"{key}: {self._text(new)}"
        first, value = self.node.value[0]
        after = end_of(value)
        if self.flow:
            return Edit(after, after, f", {entry}")
        line_end = self.of.text.find("\n", after)
        at = len(self.of.text) if line_end < 0 else line_end
        return Edit(at, at, f"\n{' ' * first.start_mark.column}{entry}")


def composed(text: str) -> yaml.Node:
    """Return the node of a YAML text, whose parts know where they stand; of an empty text one that says nothing."""
    found = yaml.compose(text, Loader=yaml.SafeLoader)
    return yaml.ScalarNode("", "") if found is None else found


def matched(old: yaml.Node, node: yaml.Node | str, defaults: dict[str, str]) -> Found | None:
    """Return what the letters of a pattern stand for in a node or the text of a default; None if it does not fit."""
    if isinstance(old, yaml.ScalarNode) and VARIABLE.fullmatch(old.value):
        return {old.value: node}
    if isinstance(old, yaml.ScalarNode):
        said = node.value if isinstance(node, yaml.ScalarNode) else node
        return {} if said == old.value else None
    if not isinstance(node, yaml.MappingNode):
        return None
    there = {key.value: value for key, value in node.value}
    wanted = {key.value: value for key, value in old.value}
    if REST not in wanted and there.keys() - wanted.keys():
        return None
    found: Found = {}
    for key, value in wanted.items():
        if key == REST:
            continue
        piece = there.get(key, defaults.get(key))
        more = matched(value, piece, {}) if piece is not None else None
        if more is None:
            return None
        found |= more
    return found


def path_to(new: yaml.Node, letter: str) -> str:
    """Return where a letter stands in what is written now, as a path; empty if it is not there."""
    if not isinstance(new, yaml.MappingNode):
        return ""
    for key, value in new.value:
        if isinstance(value, yaml.ScalarNode) and value.value == letter:
            return f".{key.value}"
        inner = path_to(value, letter)
        if inner:
            return f".{key.value}{inner}"
    return ""


def written(node: yaml.Node, letters: dict[str, str]) -> str:
    """Return a node as YAML in one line, with texts in place of its letters."""
    if isinstance(node, yaml.MappingNode):
        return "{" + ", ".join(f"{written(k, letters)}: {written(v, letters)}" for k, v in node.value) + "}"
    if isinstance(node, yaml.SequenceNode):
        return "[" + ", ".join(written(item, letters) for item in node.value) + "]"
    if node.value in letters:
        return letters[node.value]
    return str(node.value) if getattr(node, "style", None) is None else json.dumps(node.value, ensure_ascii=False)


def end_of(node: yaml.Node) -> int:
    """Return where the text of a node ends: of a block, behind its last item."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def applied(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """Return a part of a text after edits that lie within it."""
    done = []
    at = start
    for edit in sorted(edits):
        done += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join(done) + text[at:end]


def owned(name: str, path: str, pair: tuple[str, str]) -> tuple[str, str]:
    """Return a pair of addresses below a record with an id, as `read_record` makes them."""
    old, new = (f"{name}/{address.removeprefix(path).removeprefix('.')}" for address in pair)
    return old, new
