"""How hooks are read from packs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from stormriver.adventure.model.actions import ACTIONS, DUTIES, REPLACED
from stormriver.adventure.model.hooks import (
    Act,
    Cast,
    Duty,
    Modify,
    Permission,
    Replace,
    Trigger,
)
from stormriver.adventure.model.moments import NAMED
from stormriver.adventure.model.types import ADVENTURE, read_things
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.decoders import Records
from stormriver.language.grammar import (
    ALWAYS,
    NOTHING,
    Condition,
    Effect,
    Names,
    read_condition,
    read_effect,
    read_record,
    read_value,
    register,
)
from stormriver.language.moments import read_moments
from stormriver.language.source import Node


def _clause(names: Names, item: Node) -> tuple[dict[str, Node], Condition, Effect]:
    """Return what a hook says by its keys, and the condition and effect that stand beside them."""
    said = dict(item.mapping())
    when = read_condition(names, said.pop("when")) if "when" in said else ALWAYS
    do = read_effect(names, said.pop("do")) if "do" in said else NOTHING
    return said, when, do


def _refuse_effects(node: Node) -> None:
    """Fail where a hook that does nothing by itself says what is to be done."""
    for item in node.many():
        if "do" in item.mapping():
            item.mapping()["do"].fail("this hook does nothing by itself; leave `do` out")


def _known(key: str, value: Node, what: str, known: Collection[str]) -> None:
    if key not in known:
        value.at_key().misspelt("nothing that may be {what} is called {name!r}", key, known, what=Translatable(what))


def _modify(names: Names, node: Node) -> tuple[Modify, ...]:
    _refuse_effects(node)
    found = []
    for item in node.many():
        said, when, _ = _clause(names, item)
        for key, value in said.items():
            found.append(_number_hook(names, key, value, when))
    return tuple(found)


def _number_hook(names: Names, key: str, value: Node, when: Condition) -> Modify:
    table: Any = names.table
    number = names.number("number", value.at_key().with_value(key))
    if isinstance(value.value, dict) and "at_most" in value.value:
        none = read_value(names, value.with_value(0))
        return Modify(table, number, none, read_count(names, value.only("at_most")["at_most"]), when)
    return Modify(table, number, read_value(names, value), NONE, when)


Said = TypeVar("Said", Permission, Duty)


def _said_of_things(names: Names, node: Node, kind: type[Said], verb: str, known: Collection[str]) -> tuple[Said, ...]:
    """Return what is said of things under the keys that are known: `{key: things, when: ...}`, one or several."""
    _refuse_effects(node)
    table: Any = names.table
    found = []
    for item in node.many():
        said, when, _ = _clause(names, item)
        for key, value in said.items():
            _known(key, value, verb, known)
            found.append(kind(table, key, read_things(names, value), when))
    return tuple(found)


def _permissions(names: Names, node: Node) -> tuple[Permission, ...]:
    return _said_of_things(names, node, Permission, "allowed or forbidden", ACTIONS)


def _duties(names: Names, node: Node) -> tuple[Duty, ...]:
    return _said_of_things(names, node, Duty, "demanded", DUTIES)


def _replace(names: Names, node: Node) -> tuple[Replace, ...]:
    table: Any = names.table
    found = []
    for item in node.many():
        said, when, do = _clause(names, item)
        for key, value in said.items():
            _known(key, value, "replaced", REPLACED)
            found.append(Replace(table, key, read_things(names, value), when, do))
    return tuple(found)


def _moments(names: Names, node: Node) -> int:
    return read_moments(node, NAMED)


def _cast(names: Names, node: Node) -> Cast:
    return read_record(names, node, Cast)


register("Moments", _moments, ADVENTURE)
register("tuple[Modify, ...]", _modify, ADVENTURE)
register("tuple[Permission, ...]", _permissions, ADVENTURE)
register("tuple[Duty, ...]", _duties, ADVENTURE)
register("tuple[Replace, ...]", _replace, ADVENTURE)
register("tuple[Act, ...]", Records(Act), ADVENTURE)
register("tuple[Trigger, ...]", Records(Trigger), ADVENTURE)
register("Cast | None", _cast, ADVENTURE)
