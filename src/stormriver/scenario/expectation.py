"""What a scenario expects afterwards: facts of seats, spaces and piles, events, and the ask that is pending."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from stormriver.adventure.belongings import names_now
from stormriver.adventure.columns import EXTRA
from stormriver.adventure.fortune import gold_on
from stormriver.adventure.stats import craft, find_marks, marks_on, table_of, total
from stormriver.adventure.view import SeatView
from stormriver.kernel.ask import Ask
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language.source import Node, closest
from stormriver.scenario import told
from stormriver.scenario.flow import flow
from stormriver.scenario.names import Vocabulary

OTHER_KEYS = ("log", "next", "result", "turn")
RESERVED = frozenset({*OTHER_KEYS, "space", "gold", "deck", "discard", "on", "none", "true", "false", "null"})
"""What no seat can be called."""
PLACES = ("space", "gold", "deck", "discard", "on")

MarkReader = Callable[[str, Node, int], Any]


def _things(word: str) -> Callable[[Game, SeatView], list[str]]:
    def found(game: Game, seat: SeatView) -> list[str]:
        table = table_of(game)
        cards = game.state.zones[table.play + seat.number]
        names = [names_now(game, card) for card in cards]
        return [n for n, all_ in zip(seat.cards, names, strict=True) if ("object" in all_) == (word == "object")]

    return found


def _psychic(game: Game, seat: SeatView) -> int:
    return craft(game, seat.number) + total(game, seat.number, table_of(game).PSYCHIC)


SEAT_FACTS: dict[str, Callable[[Game, SeatView], object]] = {
    "at": lambda game, seat: seat.space or "none",
    "region": lambda game, seat: seat.region or "none",
    "character": lambda game, seat: seat.character or "none",
    "in_game": lambda game, seat: seat.in_game,
    "playing": lambda game, seat: seat.playing,
    "lives": lambda game, seat: seat.lives,
    "fate": lambda game, seat: seat.fate,
    "gold": lambda game, seat: seat.gold,
    "experience": lambda game, seat: seat.experience,
    "strength": lambda game, seat: seat.own_strength,
    "craft": lambda game, seat: seat.own_craft,
    "full_strength": lambda game, seat: seat.strength,
    "full_craft": lambda game, seat: seat.craft,
    "battle_strength": lambda game, seat: seat.battle_strength,
    "psychic_craft": _psychic,
    "alignment": lambda game, seat: seat.alignment,
    "cards": lambda game, seat: seat.cards,
    "objects": _things("object"),
    "followers": _things("follower"),
    "trophies": lambda game, seat: seat.trophies,
    "strength_trophies": lambda game, seat: seat.trophy_points[0],
    "craft_trophies": lambda game, seat: seat.trophy_points[1],
    "spells": lambda game, seat: seat.spells,
    "spell_limit": lambda game, seat: seat.spell_limit,
    "missed_turns": lambda game, seat: seat.missed_turns,
    "extra_turns": lambda game, seat: game.state.seats[seat.number][EXTRA],
}
"""What may be expected of a seat, besides its `marks`; lists also as the number of their cards."""

LISTS = frozenset({"cards", "objects", "followers", "trophies", "spells"})
WORDS = frozenset({"at", "region", "character", "alignment"})
FLAGS = frozenset({"in_game", "playing"})


@dataclass(frozen=True, slots=True)
class Check:
    """One thing expected: where the file says it, what it is called, and how to find what holds instead."""

    node: Node
    name: str
    failure: Callable[[Game], str]  # empty: it holds


@dataclass(frozen=True, slots=True)
class Logged:
    """An event that must have happened."""

    node: Node
    kind: str
    seat: int
    data: tuple[object, ...] | None


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

    def refusing(self, keys: tuple[str, ...]) -> Expectation:
        """Return the same with keys that the pending ask must not offer."""
        return replace(self, next=replace(self.next, refused=self.next.refused + keys)) if keys else self

    def failures(self, game: Game) -> list[str]:
        """Return in one line each what does not hold."""
        found = [f"line {c.node.line}: {c.name}: {wrong}" for c in self.checks if (wrong := c.failure(game))]
        return found + self._log_failures(game) + self._next_failures(game)

    def _log_failures(self, game: Game) -> list[str]:
        happened = game.log or []
        at = 0
        for wanted in self.log:
            at = next((i + 1 for i in range(at, len(happened)) if _is(game, happened[i], wanted)), 0)
            if not at:
                same = [told.line(table_of(game), event) for event in happened if event.kind == wanted.kind]
                besides = f"; of its kind: {' | '.join(same)}" if same else ""
                said = f"{flow(wanted.node.plain())} did not happen, or not in this order"
                return [f"line {wanted.node.line}: log: {said}{besides}"]
        return []

    def _next_failures(self, game: Game) -> list[str]:
        wanted, ask = self.next, game.ask
        if wanted.over:
            return [] if ask is None else ["next: the game should be over, but it is not"]
        if ask is None:
            expects = wanted.node is not None or wanted.refused
            return ["next: an ask was expected, but the game is over"] if expects else []
        found = []
        if wanted.node is not None and not wanted.names(ask):
            found.append(f"line {wanted.node.line}: next: expected {flow(wanted.node.plain())}")
        wrong = [key for key in wanted.refused if key in ask.keys]
        if wrong:
            found.append(f"refused at the end: {', '.join(wrong)} should not be on offer")
        return found


def _is(game: Game, event: Event, wanted: Logged) -> bool:
    if event.kind != wanted.kind or wanted.seat not in (NONE, event.seat):
        return False
    if wanted.data is None:
        return True
    facts = told.facts(table_of(game), event)
    return tuple(facts[: len(wanted.data)]) == wanted.data


# reading


def read_expectation(names: Vocabulary, node: Node | None, mark_note: MarkReader) -> Expectation:
    """Return what a file expects; an unknown name fails."""
    if node is None:
        return Expectation()
    reader = _Reader(names, mark_note)
    for key, value in node.mapping().items():
        reader.read(key, value)
    return Expectation(tuple(reader.checks), reader.log, reader.next)


class _Reader:
    def __init__(self, names: Vocabulary, mark_note: MarkReader) -> None:
        self.names = names
        self.mark_note = mark_note
        self.checks: list[Check] = []
        self.log: tuple[Logged, ...] = ()
        self.next = Next()

    def read(self, key: str, node: Node) -> None:
        place, dot, name = key.partition(".")
        if key in self.names.seats:
            self._seat(self.names.seats[key], node)
        elif dot and place in PLACES:
            self._place(key, place, name, node)
        elif key == "log":
            self.log = tuple(self._logged(item) for item in node.items())
        elif key == "next":
            self.next = self._next(node)
        elif key == "result":
            self._result(node)
        elif key == "turn":
            self.names.seat(node)
            self._check(node, key, node.text(), lambda game: game.table.seats[game.state.active])
        else:
            known = [*self.names.seats, *OTHER_KEYS, *(f"{place}." for place in PLACES)]
            node.fail(f"nothing that can be expected is called {key!r}{closest(key, known)}")

    def _check(self, node: Node, name: str, wanted: object, found: Callable[[Game], object]) -> None:
        def failure(game: Game) -> str:
            actual = found(game)
            return "" if actual == wanted else f"expected {flow(wanted)}, found {flow(actual)}"

        self.checks.append(Check(node, name, failure))

    def _result(self, node: Node) -> None:
        wanted = [] if node.value == "none" else sorted(item.text() for item in node.many())
        for item in node.many() if wanted else ():
            self.names.seat(item)
        self._check(node, "result", wanted, lambda game: sorted(game.result))

    # seats

    def _seat(self, seat: int, node: Node) -> None:
        name = self.names.table.seats[seat]
        for key, value in node.mapping().items():
            if key == "marks":
                self._marks(seat, value)
                continue
            if key not in SEAT_FACTS:
                value.fail(f"no fact of a seat is called {key!r}{closest(key, [*SEAT_FACTS, 'marks'])}")
            self._fact(seat, f"{name}.{key}", key, value)

    def _fact(self, seat: int, name: str, key: str, node: Node) -> None:
        fact = SEAT_FACTS[key]

        def found(game: Game) -> Any:
            return fact(game, game.view(seat).me)

        if key in LISTS:
            self._list(node, name, found, ordered=False)
        elif key in WORDS:
            self._word(key, node)
            self._check(node, name, node.text(), found)
        elif key in FLAGS:
            self._check(node, name, node.flag(), found)
        elif key in ("strength", "craft"):
            self._stat(seat, key, name, node)
        else:
            self._check(node, name, node.integer(), found)

    def _stat(self, seat: int, key: str, name: str, node: Node) -> None:
        wanted = node.integer()

        def failure(game: Game) -> str:
            me = game.view(seat).me
            own, full = SEAT_FACTS[key](game, me), SEAT_FACTS["full_" + key](game, me)
            hint = f" (full_{key}, with all that adds to it, is {full})" if full == wanted else ""
            return "" if own == wanted else f"expected {wanted}, found {own}{hint}"

        self.checks.append(Check(node, name, failure))

    def _word(self, key: str, node: Node) -> None:
        table = self.names.table
        known = {
            "at": [*self.names.spaces, "none"],
            "region": [*table.regions, "none"],
            "alignment": ["good", "neutral", "evil"],
            "character": [*(c.id for c in table.cards if "character" in c.names), "none"],
        }[key]
        if node.text() not in known:
            node.fail(f"{node.text()!r} is unknown here{closest(node.text(), known)}")

    def _marks(self, seat: int, node: Node) -> None:
        if not node.mapping():
            node.fail("an empty mapping says nothing; give a mark with 0 if it must not be there")
        for key, value in node.mapping().items():
            kind = self.names.mark(value, key)
            name = f"{self.names.table.seats[seat]}.marks.{key}"
            in_turns = self.names.counted(kind)[1]

            def amount(game: Game, kind: int = kind) -> int:
                return marks_on(game, seat, kind)

            def turns(game: Game, kind: int = kind) -> int:
                return max((mark.left for mark in find_marks(game, seat, kind)), default=0)

            if isinstance(value.value, dict):
                for part, item in value.only("amount", "turns").items():
                    self._check(item, f"{name}.{part}", item.integer(), amount if part == "amount" else turns)
            else:
                self._check(value, name, value.integer(), turns if in_turns else amount)

    # places

    def _place(self, key: str, place: str, name: str, node: Node) -> None:
        table = self.names.table
        if place == "gold":
            space = self.names.space(Node(name, node.file, node.line, node.path))
            self._check(node, key, node.integer(), lambda game: gold_on(game, space))
            return
        if place == "space":
            zone = table.lying + self.names.space(Node(name, node.file, node.line, node.path))
        elif place == "on":
            zones = {z.name: number for number, z in enumerate(table.zones)}
            if key not in zones:
                node.fail(f"no cards are kept on {name!r}")
            zone = zones[key]
        else:
            deck = self.names.deck(node, name)
            zone = table.deck_zone[deck] if place == "deck" else table.deck_discard[deck]
            if place == "discard" and zone == table.deck_zone[deck]:
                node.fail(f"the deck {name!r} has no discard pile")
        wanted = len(node.value) if isinstance(node.value, list) and place == "deck" else None

        def found(game: Game) -> list[str]:
            cards = [str(table.cards[card].id) for card in game.state.zones[zone]]
            if place == "deck":  # decks lie from the bottom up
                cards = cards[::-1] if wanted is None else cards[::-1][:wanted]
            return cards

        self._list(node, key, found, ordered=place != "discard")

    def _list(self, node: Node, name: str, found: Callable[[Game], Any], ordered: bool) -> None:
        if not isinstance(node.value, list):
            self._check(node, name + " (how many)", node.integer(), lambda game: len(found(game)))
            return
        wanted = [self.names.card(item) for item in node.items()]
        if ordered:
            self._check(node, name, wanted, found)
        else:
            self._check(node, name, sorted(wanted), lambda game: sorted(found(game)))

    # events and the pending ask

    def _logged(self, node: Node) -> Logged:
        if not isinstance(node.value, dict):
            return Logged(node, self._event(node), NONE, None)
        entries = node.only("event", "seat", "data")
        if "event" not in entries:
            node.fail("the key 'event' is missing")
        data = tuple(item.plain() for item in entries["data"].many()) if "data" in entries else None
        seat = self.names.seat(entries["seat"]) if "seat" in entries else NONE
        return Logged(node, self._event(entries["event"]), seat, data)

    def _event(self, node: Node) -> str:
        if node.text() not in told.KINDS:
            node.fail(f"no event is called {node.text()!r}{closest(node.text(), told.KINDS)}")
        return node.text()

    def _next(self, node: Node) -> Next:
        if node.value == "none":
            return Next(node, over=True)
        entries = node.only("seat", "ask", "options", "offers", "refused")
        if not entries:
            node.fail("say whose ask it is (`seat`), of what kind (`ask`), or what it offers")

        def keys(name: str) -> tuple[str, ...]:
            return tuple(self.names.key(item) for item in entries[name].many()) if name in entries else ()

        return Next(
            node,
            seat=self.names.seat(entries["seat"]) if "seat" in entries else NONE,
            ask=self.names.ask(entries["ask"]) if "ask" in entries else "",
            options=keys("options") if "options" in entries else None,
            offers=keys("offers"),
            refused=keys("refused"),
        )
