"""Words of places: teleport, land, confine, place, linger, enter, visit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NewType

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.procedures import ENCOUNTER, MOVE
from stormriver.adventure.model.types import YOU, ChosenSpace, SpaceRef, VisitTable, Who
from stormriver.adventure.procedures.belongings import lay
from stormriver.adventure.procedures.confinement import confine
from stormriver.adventure.procedures.encounter import meet_numberless
from stormriver.adventure.procedures.movement import PASSED
from stormriver.adventure.procedures.stats import context, table_of
from stormriver.adventure.procedures.targets import one, seats
from stormriver.adventure.procedures.travel import along, go, may_enter, may_leave
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.words.fortune import subject
from stormriver.kernel.ask import SPACE as SPACE_KEY
from stormriver.kernel.ask import verb
from stormriver.kernel.game import Game
from stormriver.kernel.marks import OWN_TURN_END, OWN_TURN_START
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import CHOOSE, OneOf
from stormriver.language.english import counted, sentence
from stormriver.language.grammar import Effect, Names, Value, read_value, register
from stormriver.language.source import Node

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

TO = verb("to", SPACE_KEY)

Destination = NewType("Destination", object)


class Places:
    """A choice of spaces: in which Region (same, or its id), of which kind, opposite, another one; or so many on."""

    def __init__(
        self,
        space: int,
        region: str,
        kind: str,
        opposite: bool,
        other: bool,
        excepted: frozenset[str] = frozenset(),
        steps: Value | None = None,
        against: bool = False,
    ) -> None:
        self.space = space
        self.excepted = excepted
        self.steps = steps  # so many spaces along the arrows, or against them
        self.against = against
        self.region = region
        self.kind = kind
        self.opposite = opposite
        self.other = other
        self._found: dict[str, list[int]] = {}  # by Region, of the table whose word this is

    def all(self, game: Game, seat: int, frame: Frame | None = None) -> list[int]:
        """Return the spaces among which a character may choose.

        Args:
            game: the game.
            seat: who is to go there.
            frame: the frame of the word, in which the number of spaces is known.
        """
        table = table_of(game)
        here = game.state.seats[seat][SPACE]
        if self.space != NONE:
            return [self.space]
        if self.steps is not None:
            count = self.steps.of(game, frame or context(seat))
            there = along(table, here, -count if self.against else count)
            return [there] if there != here and may_enter(game, seat, there) else []
        if self.opposite:
            return list(table.opposite[here])
        wanted = table.spaces[here].region if self.region == "same" else self.region
        return [s for s in self._fitting(table, wanted) if not (self.other and s == here) and may_enter(game, seat, s)]

    def _fitting(self, table: AdventureTable, region: str) -> list[int]:
        """Return the spaces of a Region (empty: of all) that are of the kind wanted."""
        if region not in self._found:
            self._found[region] = [
                number
                for number, space in enumerate(table.spaces)
                if (not region or space.region == region)
                and (not self.kind or space.kind == self.kind)
                and self.excepted.isdisjoint(space.names)
            ]
        return self._found[region]

    def english(self, table: Any) -> str:
        """Return the choice in words."""
        known = nouns(table)
        if self.steps is not None:
            way = "counterclockwise" if self.against else "clockwise"
            return f"the space {counted(self.steps.english(), 'space')} further {way}"
        if self.space != NONE:
            return known.space(self.space)
        if self.opposite:
            return "a space directly opposite, of your choice"
        text = f"any {'other ' if self.other else ''}{f'{known.noun(self.kind)} ' if self.kind else ''}space"
        if self.region:
            text += " of the same Region" if self.region == "same" else f" of {known.the(self.region)}"
        return f"{text} other than {known.those(self.excepted)}" if self.excepted else text


def spaces_english(count: Value) -> str:
    """Return how many spaces: `2 spaces`, `as many spaces as the roll`."""
    many = count.english()
    return counted(many, "space") if many.isdigit() else f"as many spaces as {many}"


def _destination(names: Names, node: Node) -> Places:
    if isinstance(node.value, str):
        return Places(names.number("space", node), "", "", False, False)
    entries = node.only("region", "kind", "opposite", "other", "except", "along", "against")
    for way in ("along", "against"):
        if way in entries:
            if len(entries) > 1:
                node.fail(f"{way!r} says by itself where one comes to")
            return Places(NONE, "", "", False, False, steps=read_value(names, entries[way]), against=way == "against")
    region = entries["region"].text() if "region" in entries else ""
    if region not in ("", "same"):
        names.check("region", entries["region"])
    kind = names.check("thing", entries["kind"]) if "kind" in entries else ""
    opposite = entries["opposite"].flag() if "opposite" in entries else False
    other = entries["other"].flag() if "other" in entries else True
    excepted = frozenset(names.check("thing", item) for item in entries["except"].many()) if "except" in entries else ()
    return Places(NONE, region, kind, opposite, other, frozenset(excepted))


register(Destination, _destination)


class Teleport(OneOf):
    """Be carried to a space at once. `{teleport: crags}`, `{teleport: {region: same}, crossing: true}`

    A choice names `region` (same or an id), `kind`, `opposite: true`, `other: false` if one may stay, `except`.
    `{along: 2}` is so many spaces clockwise, in the direction of the arrows; `{against: 1}` the other way round.
    `crossing` says that it is a way across the river, `released` that nothing that holds one there counts.
    """

    word = "teleport"
    rule = "encounter.moved_elsewhere"
    ask = "teleport"
    option = TO
    to: Destination
    who: Who = YOU
    crossing: bool = False
    released: bool = False

    def run(self, game: Game, frame: Frame) -> None:
        places: Places = self.to  # type: ignore[assignment]
        seat = one(game, frame, self.who)
        if seat == NONE or not (self.released or may_leave(game, seat)):
            return
        if places.space != NONE or places.steps is not None:
            for space in places.all(game, seat, frame):
                go(game, seat, space, events.TELEPORTED, self.crossing)
        elif places.all(game, seat):
            new = self.begin(game, frame)
            new.seat = seat

    def among(self, game: Game, frame: Frame) -> list[int]:
        places: Places = self.to  # type: ignore[assignment]
        return places.all(game, frame.seat)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        go(game, frame.seat, chosen, events.TELEPORTED, self.crossing)

    def possible(self, game: Game, frame: Frame) -> bool:
        places: Places = self.to  # type: ignore[assignment]
        seat = one(game, frame, self.who)
        return seat != NONE and (self.released or may_leave(game, seat)) and bool(places.all(game, seat, frame))

    def english(self) -> str:
        places: Places = self.to  # type: ignore[assignment]
        if places.steps is not None:
            way = "counterclockwise" if places.against else "clockwise"
            return f"{subject(self.who, 'move', 'moves')} {spaces_english(places.steps)} {way}"
        if self.crossing:
            way = subject(self.who, "cross", "crosses") + " the river"
        else:
            way = subject(self.who, "teleport", "teleports")
        return f"{way} to {places.english(self.table)}"

    def space_name(self, space: int) -> str:
        """Return the name of a space, for people."""
        return str(self.table.spaces[space].name)


class Land(Effect):
    """Be carried to a space and suffer what waits there for whoever lands; nothing is encountered. `{land: crags}`"""

    word = "land"
    rule = "movement.landing"
    to: SpaceRef

    def run(self, game: Game, frame: Frame) -> None:
        if game.state.seats[frame.seat][SPACE] != self.to and may_leave(game, frame.seat):
            go(game, frame.seat, self.to, events.TELEPORTED)
            new = self.begin(game, frame)
            new.space, new.group, new.flags = self.to, 0, 0

    def step(self, game: Game, frame: Frame) -> None:
        if not meet_numberless(game, frame):
            game.state.frames.pop()

    def english(self) -> str:
        return f"teleport to {nouns(self.table).space(self.to)}"


class ConfineTo(Effect):
    """Be thrown into a space that is not left at will, which ends one's turn. `{confine: jail}`"""

    word = "confine"
    rule = "jail.thrown"
    to: SpaceRef
    who: Who = YOU

    def run(self, game: Game, frame: Frame) -> None:
        for seat in reversed(seats(game, frame, self.who)):  # what is pushed last is carried out first
            confine(game, seat, self.to)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(seats(game, frame, self.who))

    def english(self) -> str:
        return f"{subject(self.who, 'be thrown', 'is thrown')} into {nouns(self.table).space(self.to)}"


class Place(Effect):
    """Lay this card face up on a space: a named one, or the one that was chosen. `{place: city}`, `{place: chosen}`"""

    word = "place"
    rule = "encounter.placed_elsewhere"
    on: ChosenSpace

    def run(self, game: Game, frame: Frame) -> None:
        space = int(self.on) if int(self.on) != NONE else frame.space
        if game.state.place[frame.card] == table_of(game).lying + space:
            return  # it lies there already, so it is not placed elsewhere: it is met
        lay(game, frame.card, space, frame.seat)
        events.CARD_PLACED.tell(game, frame.seat, frame.card, space)
        for below in game.state.frames:
            if below.procedure == ENCOUNTER:
                below.group |= 1 << frame.card  # not met now, wherever it comes to lie (ruling.49)

    def english(self) -> str:
        where = "the chosen space" if int(self.on) == NONE else nouns(self.table).space(int(self.on))
        return f"place this card face up {'on' if int(self.on) == NONE else 'at'} {where}"


class Linger(Effect):
    """Let this card lie on its space as a reminder and be discarded after so many turns of yours. `{linger: 2}`

    Counted at the end of your turns, or with `count: start` at their start.
    """

    word = "linger"
    rule = "cards.event"
    turns: int
    count: str = "end"

    def run(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        tick = OWN_TURN_START if self.count == "start" else OWN_TURN_END
        subject = table.subject_of_card(frame.card)
        left = self.turns + (1 if self.count == "end" and frame.seat == game.state.active else 0)
        game.mark(table.rule_marks.lingering, subject, 1, tick, frame.seat, left)

    def ready(self, names: Names, node: Node) -> None:
        if self.count not in ("start", "end"):
            node.fail(f"turns are counted at their start or end, not {self.count!r}")

    def english(self) -> str:
        turns = counted(self.turns, "turn")
        when = "begun" if self.count == "start" else "ended"
        return f"this card lies here until {turns} of yours {'has' if self.turns == 1 else 'have'} {when}"


class Enter(Effect):
    """Pass the gate that one is trying to pass. `enter`"""

    word = "enter"
    rule = "movement.own_region"

    def run(self, game: Game, frame: Frame) -> None:
        for below in reversed(game.state.frames):
            if below.procedure == MOVE:
                below.flags |= PASSED
                return

    def english(self) -> str:
        return "pass through"


class Visit(OneOf):
    """Visit one of the people of a space; what answers a visit may follow. `{visit: {healer: ..., mystic: ...}}`"""

    word = "visit"
    rule = "encounter.other_spaces"
    ask = "visit_one"
    option = CHOOSE
    people: VisitTable

    def among(self, game: Game, frame: Frame) -> list[int]:
        return list(self.people)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        fire(game, frame.seat, "visit", frozenset({game.table.names[chosen]}))
        self.people[chosen].run(game, frame)

    def parts(self) -> list[Effect]:
        return list(self.people.values())

    def english(self) -> str:
        return f"visit one ({'; '.join(self._invitations())})"

    def sentences(self) -> list[str]:
        return ["Visit one:", *(sentence(text) for text in self._invitations())]

    def _invitations(self) -> list[str]:
        known = nouns(self.table)
        return [f"{known.the(self.table.names[name])}: {effect.english()}" for name, effect in self.people.items()]
