"""The registry of rulebooks that have scenarios, and what each of them brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.language.source import Node
from stormriver.scenario.expectation import Reader
from stormriver.scenario.vocabulary import Vocabulary


class Rulebook(NamedTuple):
    """What scenarios of one rulebook have of their own.

    Attributes:
        keys: what a file says of the position besides its players and the turn.
        player_keys: what it says of a player.
        vocabulary: the names of a table.
        read: reads the position from the entries of a file; the number is the seat whose turn it is.
        build: a game in that position.
        expectations: reads what a file expects.
        tell: what an event tells somebody who may know everything, in a language; empty for what goes without saying.
        introduce: for the names of seats a sentence of a language on what each plays.
        piles: the zones of hidden cards that lie in an order, with the names that a file has for them.
        entries: the position of a game as the entries of a file, with so many cards of each pile (None: all).
        changes: what a file may expect of what has changed from one game to a later one.
    """

    keys: tuple[str, ...]
    player_keys: tuple[str, ...]
    vocabulary: Callable[[Any], Vocabulary]
    read: Callable[[Any, dict[str, Node], int], Any]
    build: Callable[[Any], Game]
    expectations: type[Reader]
    tell: Callable[[Any, Event, str], str]
    introduce: Callable[[Game, str], dict[str, str]]
    piles: Callable[[Any], dict[int, str]]
    entries: Callable[[Game, int | None], dict[str, object]]
    changes: Callable[[Game, Game], dict[str, object]]
