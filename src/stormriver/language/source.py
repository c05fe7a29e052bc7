"""Strict YAML: the 1.2 core rules (no `no` that means false), no duplicate keys, and every node knows its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

import yaml

from stormriver.kernel.errors import BadContent, reason_of
from stormriver.kernel.spelling import nearest
from stormriver.kernel.translatable import Translatable, joined, translatable
from stormriver.language.unreadable import column_of, why_unreadable

S = TypeVar("S")
T = TypeVar("T")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEPTH = 60
"""How deep lists and mappings may be nested."""

COMMANDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What commands a terminal or turns a text round, and so has no place in a name."""
WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+")
PLAIN = {"true": True, "false": False, "null": None, "~": None, "": None}


class Where(NamedTuple):
    """Where something stands: a file, a line, the path of keys that leads there, and a column."""

    file: str
    line: int
    path: str
    column: int


def fail_at(where: Where, problem: str, /, **parts: object) -> NoReturn:
    """Raise BadContent for what stands somewhere; the parts fill the slots of the problem, see `Translatable`."""
    at = {"file": where.file, "line": where.line, "path": where.path, "problem": translatable(problem, **parts)}
    if where.path:
        error = BadContent("{file}, line {line}, at {path}: {problem}", **at)
        located = Translatable("{file}, line {line}, column {column}, at {path}: {problem}", column=where.column, **at)
    else:
        error = BadContent("{file}, line {line}: {problem}", **at)
        located = Translatable("{file}, line {line}, column {column}: {problem}", column=where.column, **at)
    error.told = ((error.args[0], located),)
    raise error


def raise_all(faults: Sequence[BadContent]) -> None:
    """Raise one BadContent that tells all of some faults, each once and in a line of its own; none: nothing is raised.

    Args:
        faults: what has been wrong; of more than `MOST_TOLD` the others are counted.
    """
    told = {located: sentence for fault in faults for sentence, located in fault.told or [fault.args * 2]}
    if not told:
        return
    if len(told) == 1:
        raise faults[0]
    lines = list(told.values())[:MOST_TOLD]
    if len(told) > MOST_TOLD:
        lines.append(Translatable("and {number} more", number=len(told) - MOST_TOLD))
    error = BadContent(joined(lines, "\n"))
    error.told = tuple((sentence, located) for located, sentence in told.items())
    raise error


def each(items: Iterable[S], read: Callable[[S], T]) -> list[T]:
    """Return what is read of each item; if some have faults, all are gone through before these are raised."""
    faults = Faults()
    found = faults.each(items, read)
    faults.raise_all()
    return found


class Faults:
    """The faults of several steps, noted where they are met, so that all can be told together.

    Attributes:
        found: what has been wrong so far.
    """

    def __init__(self) -> None:
        self.found: list[BadContent] = []

    def each(self, items: Iterable[S], read: Callable[[S], T]) -> list[T]:
        """Return what is read of each item that has no fault."""
        found = []
        for item in items:
            try:
                found.append(read(item))
            except BadContent as fault:
                self.found.append(fault)
        return found

    def raise_all(self) -> None:
        """Raise one BadContent that tells all that was noted; none: nothing is raised."""
        raise_all(self.found)


class Node:
    """A piece of a YAML file: a plain value, a list or a mapping, and where it stands."""

    __slots__ = ("value", "file", "line", "path", "column", "key_column")

    def __init__(self, value: object, file: str, line: int, path: str, column: int = 1, key_column: int = 0) -> None:
        self.value = value  # str | int | bool | None | list[Node] | dict[str, Node]
        self.file = file
        self.line = line
        self.path = path
        self.column = column
        self.key_column = key_column or column  # of the key it stands behind, if that is in the same line

    @property
    def where(self) -> Where:
        """Where it stands."""
        return Where(self.file, self.line, self.path, self.column)

    def with_value(self, value: object) -> Node:
        """Return another value that stands in the same place."""
        return Node(value, self.file, self.line, self.path, self.column, self.key_column)

    def at_key(self) -> Node:
        """Return this as it stands at its key, for what is wrong with that."""
        return Node(self.value, self.file, self.line, self.path, self.key_column)

    def fail(self, problem: str, /, **parts: object) -> NoReturn:
        """Raise BadContent with what is wrong, and the file, line and path of this node; see `fail_at`."""
        fail_at(self.where, problem, **parts)

    def misspelt(self, problem: str, name: str, known: Iterable[object], /, **parts: object) -> NoReturn:
        """Raise BadContent for a `name` that there is not, which stands in a slot, with a hint at what may be meant."""
        told = Translatable(problem, name=name, **parts)
        self.fail("{problem}{hint}", problem=told, hint=closest(name, known))

    def fail_below_zero(self) -> NoReturn:
        """Raise BadContent for a number that is, or sometimes is, below 0 where that has no meaning."""
        if isinstance(self.value, int):
            self.fail(
                "{number} is less than nothing, which has no meaning here; write a number from 0", number=self.value
            )
        self.fail("this can be less than nothing, which has no meaning here; write a number from 0")

    def mapping(self) -> dict[str, Node]:
        """Return the entries; BadContent if this is no mapping."""
        if not isinstance(self.value, dict):
            self.fail("expected a mapping, found {found}", found=self.kind())
        return self.value

    def items(self) -> list[Node]:
        """Return the items of a list; BadContent if this is none."""
        if not isinstance(self.value, list):
            self.fail("expected a list, found {found}", found=self.kind())
        return self.value

    def many(self) -> list[Node]:
        """Return the items of a list, or this node itself as the only one."""
        return self.value if isinstance(self.value, list) else [self]

    def text(self) -> str:
        """Return the text; BadContent if this is none."""
        if not isinstance(self.value, str):
            self.fail("expected a word, found {found}", found=self.kind())
        return self.value

    def integer(self) -> int:
        """Return the whole number; BadContent if this is none."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail("expected a whole number, found {found}", found=self.kind())
        return self.value

    def flag(self) -> bool:
        """Return true or false; BadContent if this is neither."""
        if not isinstance(self.value, bool):
            self.fail("expected true or false, found {found}", found=self.kind())
        return self.value

    def kind(self) -> str:
        """Return what this is, in words for messages: `a list`, `nothing`, ..."""
        if isinstance(self.value, dict):
            return Translatable("a mapping")
        if isinstance(self.value, list):
            return Translatable("a list")
        if self.value is None:
            return Translatable("nothing")
        return repr(self.value) if isinstance(self.value, str) else str(self.value)

    def plain(self) -> object:
        """Return the value without places, as lists, dicts and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def only(self, *keys: str) -> dict[str, Node]:
        """Return the entries; BadContent if there is a key besides `keys`."""
        entries = self.mapping()
        faults = []
        for key, node in entries.items():
            if key not in keys:
                try:
                    node.at_key().misspelt("unknown key {name!r}", key, keys)
                except BadContent as fault:
                    faults.append(fault)
        raise_all(faults)
        return entries


class Entries(dict[str, Node]):
    """The entries of a mapping; asking for one that is not there fails at the mapping's place."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node

    def __missing__(self, key: str) -> NoReturn:
        self.node.fail("the key {key!r} is missing", key=key)


MOST_TOLD = 100
"""How many faults are told at once."""
MOST_KNOWN = 40
"""How many known words a hint names."""


def closest(word: str, known: Iterable[object]) -> Translatable:
    """Return a hint that names the known word most like a misspelt one, or what is known."""
    words = [str(k) for k in known]
    near = nearest(word, words)
    if near:
        return Translatable("; did you mean {near!r}?", near=near)
    return (
        Translatable("; known here: {known}", known=", ".join(sorted(words)[:MOST_KNOWN]))
        if words
        else Translatable("")
    )


def end_with_hint(word: str, known: Iterable[object]) -> Translatable:
    """Return the end of a sentence about a misspelt word: a hint and the full stop, or the hint that asks."""
    hint = closest(word, known)
    return hint if hint.endswith("?") else joined([hint, "."], "")


def read_text(text: str, file: str) -> Node:
    """Return the node of a YAML text; BadContent, with the line, for anything that is not strict YAML.

    Args:
        text: the YAML text.
        file: the name to give in messages.
    """
    try:
        return _Builder(text, file).document()
    except yaml.YAMLError as error:
        (line, why), column = why_unreadable(text, error), column_of(error)
        try:
            fail_at(Where(file, line, "", column), why)
        except BadContent as fault:
            raise fault from None
    except ValueError:
        raise BadContent("{file}, line 1: a character stands in the text that cannot be read", file=file) from None


def read_file(path: Path, shown: str | None = None) -> Node:
    """Return the node of a YAML file; BadContent if it cannot be read."""
    name = shown or str(path)
    return read_text(file_text(path, name), name)


def file_text(path: Path, name: str) -> str:
    """Return the text of a file; BadContent, which calls it by a name, if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadContent("{file}, line 1: cannot be read, as it is not a text in UTF-8", file=name) from None
    except OSError as error:
        raise BadContent("{file}, line 1: cannot be read ({reason})", file=name, reason=reason_of(error)) from None


class _Builder:
    """Builds nodes from the events of a YAML text, so that depth and repetition are bounded from the start."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.events = yaml.parse(text, Loader=LOADER)

    def document(self) -> Node:
        """Return the one document of the text; an empty text is nothing."""
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                root = self._build(next(self.events), "", 0)
                self._nothing_more()
                return root
        return Node(None, self.file, 1, "")

    def _nothing_more(self) -> None:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._at(event, "").fail("a second document begins here; a file holds one")

    def _at(self, event: yaml.Event, path: str) -> Node:
        mark = event.start_mark
        line, column = (1, 1) if mark is None else (mark.line + 1, mark.column + 1)
        return Node(None, self.file, line, path, column)

    def _build(self, event: yaml.Event, path: str, depth: int) -> Node:
        here = self._at(event, path)
        if depth > DEPTH:
            here.fail("nested too deeply")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            here.fail("anchors and aliases have no meaning here; write it out, or use `like:`")
        tag = getattr(event, "tag", None)
        if tag is not None:
            here.fail("the tag {tag} has no meaning here", tag=tag)
        if isinstance(event, yaml.SequenceStartEvent):
            here.value = self._items(path, depth)
        elif isinstance(event, yaml.MappingStartEvent):
            here.value = self._entries(here, depth)
        elif isinstance(event, yaml.ScalarEvent):
            here.value = _scalar(event, here)
        return here

    def _items(self, path: str, depth: int) -> list[Node]:
        items: list[Node] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._build(event, f"{path}[{len(items)}]", depth + 1))
        return items

    def _entries(self, here: Node, depth: int) -> Entries:
        entries = Entries(here)
        path = here.path
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            place = self._at(key, path)
            if not isinstance(key, yaml.ScalarEvent):
                place.fail("a key must be a plain word")
            name = str(key.value)
            if name in entries:
                place.fail("the key {name!r} stands here twice", name=name)
            entries[name] = found = self._build(next(self.events), f"{path}.{name}" if path else name, depth + 1)
            if found.line == place.line:
                found.key_column = place.column
        return entries


def _scalar(event: yaml.ScalarEvent, here: Node) -> object:
    text = str(event.value)
    if COMMANDING.search(text):
        here.fail("a control character stands here, which no text holds")
    if not event.implicit[0]:  # quoted
        return text
    if text in PLAIN:
        return PLAIN[text]
    if WHOLE_NUMBER.fullmatch(text):
        if len(text) > 18:
            here.fail("a number this long has no use here")
        return int(text)
    return text
