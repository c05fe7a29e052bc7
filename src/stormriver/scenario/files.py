"""Reading a scenario file: strictly, so that a misspelt key or name fails with its file and line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stormriver.api import table_for
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.plugins import declared, plugin
from stormriver.kernel.table import Table
from stormriver.language.packs import own_packs
from stormriver.language.ruleset import rulebook_of
from stormriver.language.source import Node, read_file, read_text
from stormriver.scenario.answers import Entry, read_answers
from stormriver.scenario.expectation import Expectation
from stormriver.scenario.registry import Rulebook
from stormriver.scenario.vocabulary import Vocabulary, is_seat_name, whole

GROUP = "stormriver.scenario"
"""The group of entry points that register a rulebook's `Rulebook` for scenarios, see kernel/plugins.py."""
KEYS = ("title", "cite", "why", "game", "players", "turn", "dice", "shuffled", "answers", "strict", "expect", "open")
"""What every file may say; each rulebook adds what it says of the position."""


@dataclass(frozen=True, slots=True)
class Order:
    """The cards that lie on top of a pile, in order, when it has been shuffled."""

    node: Node
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file, read and checked against the names of its table.

    Attributes:
        table: the table; each rulebook has its own kind.
        names: what may be named at it.
        why: what the scenario follows from, where its title and source do not tell.
        position: where everything lies, in the form that the rulebook gives it.
        shuffled: the orders of each zone, one for each time it is shuffled.
        named: the cards (and whatever else) that its position names.
        refused: what must not be on offer at any ask after the last answer, passed or pending.
        open: whether it ends in the middle of a turn without saying where.
    """

    file: str
    title: str
    cite: str
    why: str
    rulebook: Rulebook
    table: Any
    names: Vocabulary
    position: Any
    named: frozenset[str]
    turn: int
    dice: tuple[int, ...]
    shuffled: dict[int, tuple[Order, ...]]
    answers: tuple[Entry, ...]
    refused: tuple[str, ...]
    strict: bool
    expect: Expectation
    open: bool


def read(path: str | Path) -> Scenario:
    """Return the scenario of a file; BadContent, with file and line, for whatever is wrong in it."""
    return read_node(read_file(Path(path)))


def read_scenario(text: str, file: str = "scenario") -> Scenario:
    """Return the scenario that a YAML text describes; `file` is what messages call it.

    Raises BadContent, with the line, for whatever is wrong in it.
    """
    return read_node(read_text(text, file))


def read_node(root: Node) -> Scenario:
    """Return the scenario that a node holds, e.g. an example on a card; BadContent for whatever is wrong in it."""
    rulebook = _rulebook(root)
    entries = root.only(*KEYS, *rulebook.keys)
    for key in ("title", "players"):
        if key not in entries:
            root.fail("the key {key!r} is missing", key=key)
    table = _table(rulebook, entries["game"], entries["players"])
    names = rulebook.vocabulary(table)
    turn = names.seat(entries["turn"]) if "turn" in entries else 0
    position = rulebook.read(names, entries, turn)
    expect = rulebook.expectations(names).expectation(entries.get("expect"))
    answers, last = read_answers(names, entries.get("answers"))
    unfinished = "open" in entries and entries["open"].flag()
    if unfinished and expect.next.node is not None:
        entries["open"].fail("it is not left open where it ends: `next` says it")
    shuffled = entries["shuffled"].mapping() if "shuffled" in entries else {}
    return Scenario(
        file=root.file,
        title=entries["title"].text(),
        cite="; ".join(item.text() for item in entries["cite"].many()) if "cite" in entries else "",
        why=entries["why"].text() if "why" in entries else "",
        rulebook=rulebook,
        table=table,
        names=names,
        position=position,
        named=frozenset(
            _texts({key: entries[key].plain() for key in ("players", "shuffled", *rulebook.keys) if key in entries})
        ),
        turn=turn,
        dice=tuple(whole(item, 1, 6) for item in entries["dice"].items()) if "dice" in entries else (),
        shuffled={names.pile(node, key): _orders(names, node) for key, node in shuffled.items()},
        answers=answers,
        strict=entries["strict"].flag() if "strict" in entries else False,
        refused=last,
        expect=expect,
        open=unfinished,
    )


def rulebook_named(name: str) -> Rulebook:
    """Return the registered `Rulebook` for scenarios of a rulebook.

    Raises:
        StormriverError: if it has no scenarios.
    """
    found: Rulebook | None = plugin(GROUP, name)
    if found is None:
        raise StormriverError("No scenarios can be written for games of the rulebook {name!r}.", name=name)
    return found


def _rulebook(root: Node) -> Rulebook:
    entries = root.only(*KEYS, *(key for name in declared(GROUP) for key in rulebook_named(name).keys))
    if "game" not in entries:
        root.fail("the key {key!r} is missing", key="game")
    game = entries["game"]
    facts = game.only("preset", "packs", "options")
    if "preset" not in facts:
        game.fail("the key {key!r} is missing", key="preset")
    try:
        return rulebook_named(rulebook_of(facts["preset"].text()))
    except BadContent:
        raise
    except StormriverError as error:
        game.fail("{error}", error=error)


def _table(rulebook: Rulebook, game: Node, players: Node) -> Table:
    facts = game.mapping()
    packs = [_pack(item) for item in facts["packs"].items()] if "packs" in facts else []
    options = facts["options"].mapping() if "options" in facts else {}
    for node in options.values():
        if isinstance(node.value, dict | list):
            node.fail("expected a plain value, found {found}", found=node.kind())
    seats = [_seat_name(player, rulebook) for player in players.items()]
    try:
        return table_for(facts["preset"].text(), seats, {name: node.value for name, node in options.items()}, packs)
    except BadContent:
        raise  # a fault of a pack, which names its own file and line
    except StormriverError as error:
        if "seat" in str(error):
            players.fail("{error}", error=error)
        game.fail("{error}", error=error)


def _pack(node: Node) -> str:
    """Return a pack by its name, or by its folder as seen from the file that names it."""
    beside = Path(node.file).parent / node.text()
    return str(beside.resolve()) if node.text() not in own_packs() and beside.is_dir() else node.text()


def _seat_name(player: Node, rulebook: Rulebook) -> str:
    entries = player.only(*rulebook.player_keys)
    if "seat" not in entries:
        player.fail("the key {key!r} is missing", key="seat")
    name = entries["seat"].text()
    if not is_seat_name(name):
        entries["seat"].fail(
            "a seat cannot be called {name!r}; use letters, digits and underscores, first a letter", name=name
        )
    return name


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a plain value, but for the keys of mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _orders(names: Vocabulary, node: Node) -> tuple[Order, ...]:
    """Return what lies on top after each shuffle of a pile: one list, or a list of them for several shuffles."""
    several = [node] if all(isinstance(item.value, str) for item in node.items()) else node.items()
    return tuple(Order(item, tuple(names.card(card) for card in item.items())) for item in several)


__all__ = ["KEYS", "Order", "Scenario", "read", "read_node", "read_scenario", "rulebook_named"]
