"""Strict YAML: the 1.2 core rules (no `no` that means false), no duplicate keys, and every node knows its line."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import yaml

from stormriver.kernel.errors import BadContent

_Base: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]  # the base is chosen at run time
    yaml_implicit_resolvers: dict[str, list[tuple[str, object]]] = {}


def _plain(tag: str, pattern: str, first: str) -> None:
    import re

    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))


_plain("bool", r"^(?:true|false)$", "tf")
_plain("null", r"^(?:null|~|)$", "n~")
_plain("int", r"^[-+]?[0-9]+$", "-+0123456789")


class Node:
    """A piece of a YAML file: a plain value, a list or a mapping, and where it stands."""

    __slots__ = ("value", "file", "line", "path")

    def __init__(self, value: object, file: str, line: int, path: str) -> None:
        self.value = value  # str | int | bool | None | list[Node] | dict[str, Node]
        self.file = file
        self.line = line
        self.path = path

    def fail(self, message: str) -> NoReturn:
        """Raise BadContent saying what is wrong here, with file, line and path."""
        where = f", at {self.path}" if self.path else ""
        raise BadContent(f"{self.file}, line {self.line}{where}: {message}")

    def mapping(self) -> dict[str, Node]:
        """Return the entries, or fail if this is no mapping."""
        if not isinstance(self.value, dict):
            self.fail(f"expected a mapping, found {self.kind()}")
        return self.value

    def items(self) -> list[Node]:
        """Return the items of a list, or fail if this is none."""
        if not isinstance(self.value, list):
            self.fail(f"expected a list, found {self.kind()}")
        return self.value

    def many(self) -> list[Node]:
        """Return the items of a list, or this node alone."""
        return self.value if isinstance(self.value, list) else [self]

    def text(self) -> str:
        """Return the text, or fail if this is none."""
        if not isinstance(self.value, str):
            self.fail(f"expected a word, found {self.kind()}")
        return self.value

    def integer(self) -> int:
        """Return the whole number, or fail if this is none."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail(f"expected a whole number, found {self.kind()}")
        return self.value

    def flag(self) -> bool:
        """Return true or false, or fail if this is neither."""
        if not isinstance(self.value, bool):
            self.fail(f"expected true or false, found {self.kind()}")
        return self.value

    def kind(self) -> str:
        """Say in words what this is."""
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, list):
            return "a list"
        return repr(self.value) if isinstance(self.value, str) else str(self.value)

    def plain(self) -> object:
        """Return the value without places, as lists, dicts and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def only(self, *keys: str) -> dict[str, Node]:
        """Return the entries, or fail if there is a key besides `keys`."""
        entries = self.mapping()
        for key, node in entries.items():
            if key not in keys:
                node.fail(f"unknown key {key!r}{closest(key, keys)}")
        return entries


def closest(word: str, known: object) -> str:
    """Return a hint that names the known word most like a misspelt one, or what is known."""
    import difflib

    words = [str(k) for k in known]  # type: ignore[attr-defined]
    near = difflib.get_close_matches(word, words, 1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known here: {', '.join(sorted(words)[:40])}" if words else ""


def read_text(text: str, file: str) -> Node:
    """Return the node of a YAML text; BadContent, with the line, for anything that is not strict YAML.

    Args:
        text: the YAML text.
        file: the name to give in messages.
    """
    try:
        loader = _Loader(text)
        try:
            root = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
        raise BadContent(f"{file}, line {line}: {problem}") from None
    except (ValueError, RecursionError) as error:
        raise BadContent(f"{file}, line 1: not readable as YAML ({error})") from None
    if root is None:
        return Node(None, file, 1, "")
    return _convert(root, file, "", 0)


def read_file(path: Path, shown: str | None = None) -> Node:
    """Return the node of a YAML file; BadContent if it cannot be read."""
    name = shown or str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(f"{name}: cannot be read ({error})") from None
    return read_text(text, name)


def _convert(node: yaml.Node, file: str, path: str, depth: int) -> Node:
    line = node.start_mark.line + 1
    here = Node(None, file, line, path)
    if depth > 60:
        here.fail("nested too deeply")
    if isinstance(node, yaml.SequenceNode):
        here.value = [_convert(item, file, f"{path}[{i}]", depth + 1) for i, item in enumerate(node.value)]
    elif isinstance(node, yaml.MappingNode):
        here.value = _entries(node, file, path, depth)
    else:
        here.value = _scalar(node, here)
    return here


def _entries(node: yaml.MappingNode, file: str, path: str, depth: int) -> dict[str, Node]:
    entries: dict[str, Node] = {}
    for key, value in node.value:
        place = Node(None, file, key.start_mark.line + 1, path)
        if not isinstance(key, yaml.ScalarNode):
            place.fail("a key must be a plain word")
        name = str(key.value)
        if name in entries:
            place.fail(f"the key {name!r} stands here twice")
        entries[name] = _convert(value, file, f"{path}.{name}" if path else name, depth + 1)
    return entries


def _scalar(node: yaml.Node, here: Node) -> object:
    kind = node.tag.rsplit(":", 1)[-1]
    text = str(node.value)
    if kind == "str":
        return text
    if kind == "int":
        if len(text) > 18:
            here.fail("a number this long has no use here")
        return int(text)
    if kind == "bool":
        return text == "true"
    if kind == "null":
        return None
    here.fail(f"{node.tag} has no meaning here")
