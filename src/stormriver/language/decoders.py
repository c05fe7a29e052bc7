"""Decoders: what reads the fields of words that all rulebooks share, by the type they are annotated with."""

from __future__ import annotations

from stormriver.language.grammar import (
    LANGUAGE as LANGUAGE,
)
from stormriver.language.grammar import (
    Condition,
    Effect,
    Names,
    Word,
    read_condition,
    read_effect,
    read_record,
    read_value,
    register,
)
from stormriver.language.source import Node


class Numbered:
    """A decoder that reads a name of some kind as the number it stands for."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # of name, see `Names.add`

    def __call__(self, names: Names, node: Node) -> int:
        return names.number(self.kind, node)


class Named:
    """A decoder that reads a known name of some kind, and keeps it as text."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # of name, see `Names.add`

    def __call__(self, names: Names, node: Node) -> str:
        return names.check(self.kind, node)


class Records:
    """A decoder that reads a list of records, or a single one without a list."""

    def __init__(self, cls: type[Word]) -> None:
        self.cls = cls

    def __call__(self, names: Names, node: Node) -> tuple[Word, ...]:
        return tuple(read_record(names, item, self.cls) for item in node.many())


def _integer(names: Names, node: Node) -> int:
    return node.integer()


def _text(names: Names, node: Node) -> str:
    return node.text()


def _flag(names: Names, node: Node) -> bool:
    return node.flag()


def _conditions(names: Names, node: Node) -> tuple[Condition, ...]:
    return tuple(read_condition(names, item) for item in node.many())


def _texts(names: Names, node: Node) -> tuple[str, ...]:
    return tuple(item.text() for item in node.many())


def _nodes(names: Names, node: Node) -> tuple[Node, ...]:
    return tuple(node.many())


def _choices(names: Names, node: Node) -> dict[int, Effect]:
    return {names.table.add_name(key): read_effect(names, value) for key, value in node.mapping().items()}


register("Effect", read_effect)
register("Condition", read_condition)
register("Value", read_value)
register("int", _integer)
register("str", _text)
register("bool", _flag)
register("tuple[Condition, ...]", _conditions)
register("tuple[str, ...]", _texts)
register("tuple[Node, ...]", _nodes)
register("dict[int, Effect]", _choices)
