"""Kinds of events that only report something: each is declared once, with its name and the roles of its numbers.

A rulebook declares its own in `events.py`. There is a class for each count of roles, so that the type checker sees
whether as many numbers are given as are declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class EventKind:
    """A kind of event.

    Attributes:
        name: its name in logs.
        roles: what its numbers are, such as `card` or `space`.
    """

    def __init__(self, name: str, *roles: str) -> None:
        self.name = name
        self.roles = roles


@mypyc_attr(allow_interpreted_subclasses=True)
class NoRole(EventKind):
    """A kind of event without any number but the seat."""

    def __init__(self, name: str) -> None:
        super().__init__(name)

    def tell(self, game: Game, seat: int) -> None:
        """Write to the log, if the game keeps one, that it has happened to a seat (NONE: to none)."""
        if game.log is not None:
            game.write(self.name, seat, ())


@mypyc_attr(allow_interpreted_subclasses=True)
class OneRole(EventKind):
    """A kind of event with one number."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__(name, role)

    def tell(self, game: Game, seat: int, number: int) -> None:
        """Write to the log, if the game keeps one, that it has happened to a seat (NONE: to none)."""
        if game.log is not None:
            game.write(self.name, seat, (number,))


@mypyc_attr(allow_interpreted_subclasses=True)
class TwoRoles(EventKind):
    """A kind of event with two numbers."""

    def __init__(self, name: str, role: str, role2: str) -> None:
        super().__init__(name, role, role2)

    def tell(self, game: Game, seat: int, number: int, number2: int) -> None:
        """Write to the log, if the game keeps one, that it has happened to a seat (NONE: to none)."""
        if game.log is not None:
            game.write(self.name, seat, (number, number2))


@mypyc_attr(allow_interpreted_subclasses=True)
class ThreeRoles(EventKind):
    """A kind of event with three numbers."""

    def __init__(self, name: str, role: str, role2: str, role3: str) -> None:
        super().__init__(name, role, role2, role3)

    def tell(self, game: Game, seat: int, number: int, number2: int, number3: int) -> None:
        """Write to the log, if the game keeps one, that it has happened to a seat (NONE: to none)."""
        if game.log is not None:
            game.write(self.name, seat, (number, number2, number3))


def roles_of(declared: Iterable[object]) -> dict[str, tuple[str, ...]]:
    """Return the roles of all kinds of events among some values, by the names of the kinds."""
    return {kind.name: kind.roles for kind in declared if isinstance(kind, EventKind)}


COUNTS: Final = {"incantation": "words", "mark": "marks", "column": "columns", "source": "sources"}
"""By role, the kind of things that its numbers index, where saves look these up by name."""


def shapes_of(roles: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return, by kind of event, what each of its numbers indexes, as `numbering.Translation` names it.

    Args:
        roles: the roles of each kind of event, as `roles_of` returns them.
    """
    return {kind: tuple(COUNTS.get(role, "") for role in named) for kind, named in roles.items()}
