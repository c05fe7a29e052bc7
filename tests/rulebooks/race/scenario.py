"""Scenarios of a race: how far everybody has run, and what they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from race.model import DISTANCE, RaceGame, RaceTable, Turn
from race.procedures import ANSWER, PLAY
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT
from stormriver.language.source import Node
from stormriver.scenario.expectation import Reader
from stormriver.scenario.families import plain
from stormriver.scenario.registry import Rulebook
from stormriver.scenario.vocabulary import Vocabulary

PLAYER_KEYS = ("seat", "distance", "hand")


class Runner(NamedTuple):
    """A seat of a position."""

    seat: int
    distance: int
    hand: tuple[str, ...]


class Position(NamedTuple):
    """How far everybody has run, what they hold, and whose turn it is."""

    names: RaceVocabulary
    runners: tuple[Runner, ...]
    turn: int


class RaceVocabulary(Vocabulary):
    """The names of one table."""

    questions = {PLAY: "Which card?", ANSWER: "Trip the runner?"}
    options = {"play": "{card}", "answer": "{card}"}
    turn_asks = frozenset({PLAY})
    others_asks = frozenset({ANSWER})
    table: RaceTable

    def __init__(self, table: RaceTable) -> None:
        super().__init__(table, plain({PLAY: "play pass", ANSWER: "pass answer"}))

    def pile(self, node: Node, name: str) -> int:
        return self.number(node, name, {"deck.race": self.table.deck}, "pile")


class RaceReader(Reader):
    """Reads what is expected: how far a seat has run, and what it holds."""

    def seat(self, seat: int, node: Node) -> None:
        for key, value in node.only("distance", "hand").items():
            if key == "distance":
                self.check(value, key, value.integer(), lambda game: game.state.seats[seat][DISTANCE])
            else:
                self.check_cards(value, key, _hand(seat), ordered=False)


def _hand(seat: int) -> Callable[[Game], list[str]]:
    return lambda game: [game.table.cards[card].id for card in game.state.zones[game.table.hand + seat]]


def read(names: RaceVocabulary, entries: dict[str, Node], turn: int) -> Position:
    """Read the position of a file."""
    runners = []
    for node in entries["players"].items():
        said = node.only(*PLAYER_KEYS)
        hand = tuple(names.card(item) for item in said["hand"].many()) if "hand" in said else ()
        runners.append(Runner(names.seat(said["seat"]), said["distance"].integer() if "distance" in said else 0, hand))
    return Position(names, tuple(runners), turn)


def build(position: Position) -> RaceGame:
    """Return a game in a position, before anything has happened in it."""
    table = position.names.table
    game = Game(table, table.new_state(1), None, skip_forced=False)
    for runner in position.runners:
        game.change(runner.seat, DISTANCE, runner.distance)
        for name in runner.hand:
            card = next(n for n in position.names.cards[name] if game.state.place[n] == table.deck)
            game.move_card(card, table.hand + runner.seat)
    game.state.active = position.turn
    game.push(Turn(position.turn))
    return game


def entries(game: RaceGame, top: int | None) -> dict[str, object]:
    """Return the position of a game as the entries of a file."""
    names = game.table.seats
    players = [{"seat": name, **game.view(seat).seats[seat].facts()} for seat, name in enumerate(names)]
    return {
        "game": {"preset": game.table.ruleset.preset},
        "players": [{key: one[key] for key in PLAYER_KEYS} for one in players],
        "turn": names[game.state.active],
    }


def changes(before: RaceGame, after: RaceGame) -> dict[str, object]:
    """Return how far everybody has run who has moved."""
    rows = zip(after.table.seats, before.state.seats, after.state.seats, strict=True)
    return {name: {"distance": new[DISTANCE]} for name, old, new in rows if old != new}


def tell(table: RaceTable, event: Event, code: str) -> str:
    """Return what an event tells somebody who may know everything, in a language."""
    return table.told(event, OMNISCIENT, code)


RULEBOOK = Rulebook(
    keys=(),
    player_keys=PLAYER_KEYS,
    vocabulary=RaceVocabulary,
    read=read,
    build=build,
    expectations=RaceReader,
    tell=tell,
    introduce=lambda game, code: {},
    piles=lambda table: {table.deck: "deck.race"},
    entries=entries,
    changes=changes,
)
