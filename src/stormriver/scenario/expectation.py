"""What a scenario expects afterwards: facts of seats and places, events, and the ask that is pending."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stormriver.kernel.ask import Ask
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.source import Node
from stormriver.scenario.event_parts import Parts, facts, line
from stormriver.scenario.flow import flow
from stormriver.scenario.vocabulary import Vocabulary

OTHER_KEYS = ("log", "next", "result", "turn")


@dataclass(frozen=True, slots=True)
class Check:
    """One expected fact: where the file says it, its name, and the function that tells what holds instead."""

    node: Node
    name: str
    failure: Callable[[Game], Translatable | None]  # None: it holds


@dataclass(frozen=True, slots=True)
class Logged:
    """An event that must have happened; `parts` is what the numbers of events are."""

    node: Node
    kind: str
    seat: int
    data: tuple[object, ...] | None
    parts: Parts

    def happened(self, game: Game, event: Event) -> bool:
        """Tell whether an event is the one that is meant."""
        if event.kind != self.kind or self.seat not in (NONE, event.seat):
            return False
        if self.data is None:
            return True
        return tuple(facts(self.parts, game.table, event)[: len(self.data)]) == self.data


@dataclass(frozen=True, slots=True)
class Next:
    """The ask that must be pending at the end, or (over) none at all."""

    node: Node | None = None
    over: bool = False
    seat: int = NONE
    ask: str = ""
    options: tuple[str, ...] | None = None
    offers: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def names(self, ask: Ask) -> bool:
        """Tell whether this is the ask the file waits for, so that nothing must be passed any more."""
        described = self.seat != NONE or bool(self.ask) or self.options is not None or bool(self.offers)
        return (
            described
            and self.seat in (NONE, ask.seat)
            and self.ask in ("", ask.kind)
            and (self.options is None or sorted(self.options) == sorted(ask.keys))
            and all(key in ask.keys for key in self.offers)
        )


@dataclass(frozen=True, slots=True)
class Expectation:
    """All that a scenario expects."""

    checks: tuple[Check, ...] = ()
    log: tuple[Logged, ...] = ()
    next: Next = Next()

    def failures(self, game: Game) -> list[Translatable]:
        """Return in one line each what does not hold."""
        found = [_at(c.node, c.name, wrong) for c in self.checks if (wrong := c.failure(game))]
        return found + self._log_failures(game) + self._next_failures(game)

    def _log_failures(self, game: Game) -> list[Translatable]:
        log = game.log or []
        at = 0
        for wanted in self.log:
            at = next((i + 1 for i in range(at, len(log)) if wanted.happened(game, log[i])), 0)
            if not at:
                same = [line(wanted.parts, game.table, event) for event in log if event.kind == wanted.kind]
                said = Translatable("{event} did not happen, or not in this order", event=flow(wanted.node.plain()))
                if same:
                    said = Translatable("{said}; of its kind: {same}", said=said, same=" | ".join(same))
                return [_at(wanted.node, "log", said)]
        return []

    def _next_failures(self, game: Game) -> list[Translatable]:
        wanted, ask = self.next, game.ask
        if wanted.over:
            return [] if ask is None else [Translatable("next: the game should be over, but it is not")]
        if wanted.node is None:
            return []
        if ask is None:
            return [Translatable("next: an ask was expected, but the game is over")]
        expected = Translatable("expected {wanted}", wanted=flow(wanted.node.plain()))
        return [] if wanted.names(ask) else [_at(wanted.node, "next", expected)]


def _at(node: Node, name: str, wrong: Translatable) -> Translatable:
    return Translatable("line {line}: {name}: {wrong}", line=node.line, name=name, wrong=wrong)


class Reader:
    """Reads what a file expects; that of a rulebook knows what can be expected of its seats and places.

    Attributes:
        places: the words before the dot in what is expected of a place, as in `space.ruins`.
        checks: what has been read so far.
    """

    places: tuple[str, ...] = ()

    def __init__(self, names: Vocabulary) -> None:
        self.names = names
        self.checks: list[Check] = []

    def expectation(self, node: Node | None) -> Expectation:
        """Return what a file expects; an unknown name fails."""
        log: tuple[Logged, ...] = ()
        following = Next()
        for key, value in node.mapping().items() if node is not None else ():
            if key == "log":
                log = tuple(self._logged(item) for item in value.items())
            elif key == "next":
                following = self._next(value)
            else:
                self._read(key, value)
        return Expectation(tuple(self.checks), log, following)

    def _read(self, key: str, node: Node) -> None:
        place, _, name = key.partition(".")
        if key in self.names.seats:
            self.seat(self.names.seats[key], node)
        elif place in self.places:
            self.place(key, place, name, node)
        elif key == "result":
            self._result(node)
        elif key == "turn":
            self.names.seat(node)
            self.check(node, key, node.text(), lambda game: game.table.seats[game.state.active])
        else:
            known = [*self.names.seats, *OTHER_KEYS, *(f"{place}." for place in self.places)]
            node.misspelt("nothing that can be expected is called {name!r}", key, known)

    # what each rulebook has of its own

    def seat(self, seat: int, node: Node) -> None:
        """Read what is expected of a seat."""
        raise NotImplementedError

    def place(self, key: str, place: str, name: str, node: Node) -> None:
        """Read what is expected of a place: its whole key, and what stands before and behind the dot."""
        raise NotImplementedError

    # what all have alike

    def check(self, node: Node, name: str, wanted: object, found: Callable[[Game], object]) -> None:
        """Expect what is found to be equal to what is wanted."""

        def failure(game: Game) -> Translatable | None:
            actual = found(game)
            if actual == wanted:
                return None
            return Translatable("expected {wanted}, found {actual}", wanted=flow(wanted), actual=flow(actual))

        self.checks.append(Check(node, name, failure))

    def check_cards(self, node: Node, name: str, found: Callable[[Game], Any], ordered: bool) -> None:
        """Expect cards, in their order or in any, or only so many of them."""
        if not isinstance(node.value, list):
            self.check(
                node, Translatable("{name} (how many)", name=name), node.integer(), lambda game: len(found(game))
            )
            return
        wanted = [self.names.card(item) for item in node.items()]
        if ordered:
            self.check(node, name, wanted, found)
        else:
            self.check(node, name, sorted(wanted), lambda game: sorted(found(game)))

    def check_pile(self, node: Node, name: str, zone: int, ordered: bool) -> None:
        """Expect the top cards of a pile in order, or all its cards in any order, or only so many of them."""
        wanted = len(node.value) if isinstance(node.value, list) and ordered else None

        def found(game: Game) -> list[str]:
            cards = [str(game.table.cards[card].id) for card in reversed(game.state.zones[zone])]
            return cards if wanted is None else cards[:wanted]

        self.check_cards(node, name, found, ordered)

    def _result(self, node: Node) -> None:
        wanted = [] if node.value == "none" else sorted(item.text() for item in node.many())
        for item in node.many() if wanted else ():
            self.names.seat(item)
        self.check(node, "result", wanted, lambda game: sorted(game.result))

    def _logged(self, node: Node) -> Logged:
        parts = self.names.parts
        if not isinstance(node.value, dict):
            return Logged(node, self.names.event(node), NONE, None, parts)
        entries = node.only("event", "seat", "data")
        if "event" not in entries:
            node.fail("the key {key!r} is missing", key="event")
        data = tuple(item.plain() for item in entries["data"].many()) if "data" in entries else None
        seat = self.names.seat(entries["seat"]) if "seat" in entries else NONE
        return Logged(node, self.names.event(entries["event"]), seat, data, parts)

    def _next(self, node: Node) -> Next:
        if node.value == "none":
            return Next(node, over=True)
        entries = node.only("seat", "ask", "options", "offers", "refused")
        if not entries:
            node.fail("say whose ask it is (`seat`), of what kind (`ask`), or what it offers")
        ask = self.names.ask(entries["ask"]) if "ask" in entries else ""
        return Next(
            node,
            seat=self.names.seat(entries["seat"]) if "seat" in entries else NONE,
            ask=ask,
            options=self.names.keys(entries, "options", ask) if "options" in entries else None,
            offers=self.names.keys(entries, "offers", ask),
            refused=self.names.keys(entries, "refused", ask),
        )
