"""Words of places: teleport, land, confine, place, linger, enter, visit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NewType

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.frames import Encounter, Move
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import YOU, ChosenSpace, SpaceRef, VisitTable, Who
from stormriver.adventure.procedures.belongings import lay
from stormriver.adventure.procedures.confinement import confine
from stormriver.adventure.procedures.encounter import next_numberless
from stormriver.adventure.procedures.targets import one, seats
from stormriver.adventure.procedures.travel import along, go, may_enter, may_leave
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.words.fortune import subject
from stormriver.kernel.ask import SPACE as SPACE_KEY
from stormriver.kernel.ask import verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import OWN_TURN_END, OWN_TURN_START
from stormriver.kernel.state import NONE
from stormriver.language.control import CHOOSE, OneOf
from stormriver.language.english import counted, sentence
from stormriver.language.grammar import Effect, Names, Value, read_value, register
from stormriver.language.message import Message
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

    def all(self, game: AdventureGame, seat: int, context: Context | None = None) -> list[int]:
        """Return the spaces among which a character may choose.

        Args:
            game: the game.
            seat: who is to go there.
            context: the context of the word, in which the number of spaces is known.
        """
        table = game.table
        here = game.state.seats[seat][SPACE]
        if self.space != NONE:
            return [self.space]
        if self.steps is not None:
            count = self.steps.of(game, context or Context(seat))
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


register("Destination", _destination, "adventure")


class Teleport(OneOf):
    """Be carried to a space at once. `{teleport: crags}`, `{teleport: {region: same}, crossing: true}`

    A choice names `region` (same or an id), `kind`, `opposite: true`, `other: false` if one may stay, `except`.
    `{along: 2}` is so many spaces clockwise, in the direction of the arrows; `{against: 1}` the other way round.
    `crossing` says that it is a way across the river, `released` that nothing that holds one there counts.
    """

    word = "teleport"
    rule = "encounter.moved_elsewhere"
    ask = asks.TELEPORT
    option = TO
    to: Destination
    who: Who = YOU
    crossing: bool = False
    released: bool = False

    def do(self, game: AdventureGame, context: Context) -> None:
        places: Places = self.to  # type: ignore[assignment]
        seat = one(game, context, self.who)
        if seat == NONE or not (self.released or may_leave(game, seat)):
            return
        if places.space != NONE or places.steps is not None:
            for space in places.all(game, seat, context):
                go(game, seat, space, events.TELEPORTED, self.crossing)
        elif places.all(game, seat):
            self.begin(game, context.of(seat))

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        places: Places = self.to  # type: ignore[assignment]
        return places.all(game, context.seat)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        go(game, context.seat, chosen, events.TELEPORTED, self.crossing)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        places: Places = self.to  # type: ignore[assignment]
        seat = one(game, context, self.who)
        return seat != NONE and (self.released or may_leave(game, seat)) and bool(places.all(game, seat, context))

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

    def do(self, game: AdventureGame, context: Context) -> None:
        if game.state.seats[context.seat][SPACE] != self.to and may_leave(game, context.seat):
            go(game, context.seat, self.to, events.TELEPORTED)
            self.begin(game, context.at(self.to))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        space = frame.context.space
        card = next_numberless(game, space, frame.chosen)
        if card == NONE:
            game.state.frames.pop()
        else:
            frame.chosen |= 1 << card
            game.table.cards[card].meet.run(game, Context(frame.seat, card, space=space))

    def english(self) -> str:
        return f"teleport to {nouns(self.table).space(self.to)}"


class ConfineTo(Effect):
    """Be thrown into a space that is not left at will, which ends one's turn. `{confine: jail}`"""

    word = "confine"
    rule = "jail.thrown"
    to: SpaceRef
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in reversed(seats(game, context, self.who)):  # what is pushed last is carried out first
            confine(game, seat, self.to)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(seats(game, context, self.who))

    def english(self) -> str:
        return f"{subject(self.who, 'be thrown', 'is thrown')} into {nouns(self.table).space(self.to)}"


class Place(Effect):
    """Lay this card face up on a space: a named one, or the one that was chosen. `{place: city}`, `{place: chosen}`"""

    word = "place"
    rule = "encounter.placed_elsewhere"
    on: ChosenSpace

    def do(self, game: AdventureGame, context: Context) -> None:
        space = int(self.on) if int(self.on) != NONE else context.space
        if game.state.place[context.card] == game.table.lying + space:
            return  # it lies there already, so it is not placed elsewhere: it is met
        lay(game, context.card, space, context.seat)
        events.CARD_PLACED.tell(game, context.seat, context.card, space)
        for below in game.state.frames:
            if isinstance(below, Encounter):
                below.met |= 1 << context.card  # not met now, wherever it comes to lie (ruling.49)

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

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        tick = OWN_TURN_START if self.count == "start" else OWN_TURN_END
        subject = table.subject_of_card(context.card)
        left = self.turns + (1 if self.count == "end" and context.seat == game.state.active else 0)
        game.mark(table.rule_marks.lingering, subject, 1, tick, context.seat, left)

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

    def do(self, game: AdventureGame, context: Context) -> None:
        move = game.under_way(Move)
        if move is not None:
            move.passed = True

    def english(self) -> str:
        return "pass through"


class Visit(OneOf):
    """Visit one of the people of a space; what answers a visit may follow. `{visit: {healer: ..., mystic: ...}}`"""

    word = "visit"
    rule = "encounter.other_spaces"
    ask = asks.VISIT_ONE
    option = CHOOSE
    people: VisitTable

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return list(self.people)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fire(game, context.seat, "visit", frozenset({game.table.names[chosen]}))
        self.people[chosen].run(game, context)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message:
        who = nouns(self.table).the(self.table.names[argument])
        return Message("visit_one/choose", {"who": who, "deed": " ".join(self.people[argument].sentences())})

    def first_effect(self, verb: str, argument: int) -> Effect:
        return self.people[argument]

    def english(self) -> str:
        return f"visit one ({'; '.join(self._invitations())})"

    def sentences(self) -> list[str]:
        return ["Visit one:", *(sentence(text) for text in self._invitations())]

    def _invitations(self) -> list[str]:
        known = nouns(self.table)
        return [f"{known.the(self.table.names[name])}: {effect.english()}" for name, effect in self.people.items()]
