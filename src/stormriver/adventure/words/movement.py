"""Words of movement."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.clauses import dice, said_of, things, whom
from stormriver.adventure.model.columns import CHARACTER, SPACE
from stormriver.adventure.model.frames import Move
from stormriver.adventure.model.hook_clauses import speaks_of_itself, steady_clauses
from stormriver.adventure.model.needs import A_BEGINNING, A_GATE, A_MOVE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import MOST_DICE, TARGET, YOU, MarkRef, SpaceRef, Who
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.confinement import confine
from stormriver.adventure.procedures.dice import faces, push_roll
from stormriver.adventure.procedures.encounter import next_numberless
from stormriver.adventure.procedures.movement import roll_instead, step_instead
from stormriver.adventure.procedures.stats import playing, region
from stormriver.adventure.procedures.targets import one, seats
from stormriver.adventure.procedures.travel import go, may_enter, may_leave
from stormriver.adventure.words.destinations import Destination, way_onward
from stormriver.kernel.ask import NUMBER, SEAT, verb
from stormriver.kernel.ask import SPACE as SPACE_KIND
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import OWN_TURN_END, TURN_END
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.clause_changes import stated_of
from stormriver.language.clauses import Clause, Part, bid, do, listed, phrase, retold, state
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, Names
from stormriver.language.source import Node

TO: Final = verb("to", SPACE_KIND)


AT: Final = verb("at", SEAT)


FACE: Final = verb("face", NUMBER)


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
        places = self.to
        seat = one(game, context, self.who)
        if seat == NONE or not (self.released or may_leave(game, seat)):
            return
        if places.space != NONE or places.steps is not None:
            for space in places.all(game, seat, context):
                go(game, seat, space, events.TELEPORTED, self.crossing)
        elif places.all(game, seat):
            self.begin(game, context.of(seat))

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return self.to.all(game, context.seat)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        go(game, context.seat, chosen, events.TELEPORTED, self.crossing)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        seat = one(game, context, self.who)
        return seat != NONE and (self.released or may_leave(game, seat)) and bool(self.to.all(game, seat, context))

    def clause(self) -> Part:
        places = self.to
        if places.steps is not None:
            return said_of(self.who, "move_onward", way=way_onward(places.steps, places.against))
        key = "cross_to" if self.crossing else "teleport_to"
        return retold(bid(key, to=places.clause(self.table)), whom(self.who))

    def brings(self) -> tuple[str, ...]:
        return ("landed", "crossed") if self.crossing else ("landed",)

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

    def brings(self) -> tuple[str, ...]:
        return ("landed",)

    def clause(self) -> Part:
        return bid("teleport_to", to=phrase("space_itself", space=things(self.table).space(self.to)))


class Join(OneOf):
    """Be carried to the space of another character in the Region, on whom then lies a mark until the turn ends.
    `{join: shadowed}`"""

    word = "join"
    rule = "encounter.moved_elsewhere"
    ask = asks.JOIN
    option = AT
    mark: MarkRef

    @property
    def puts_on(self) -> int:
        """The number of the kind of mark that it puts on."""
        return self.mark

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        row, seat = game.state.seats, context.seat
        if not may_leave(game, seat):
            return []
        return [
            other
            for other in playing(game)
            if row[other][SPACE] != row[seat][SPACE]
            and region(game, other) == region(game, seat)
            and may_enter(game, seat, row[other][SPACE])
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        status_effects.put_mark(game, chosen, self.mark, 1, TURN_END, context.seat, 1)
        go(game, context.seat, game.state.seats[chosen][SPACE], events.TELEPORTED)

    def brings(self) -> tuple[str, ...]:
        return ("landed",)

    def clause(self) -> Part:
        marks = self.table.marks
        said = [] if speaks_of_itself(marks, self.mark) else steady_clauses(marks[self.mark])
        stated = stated_of(listed(said, "and"), whom(TARGET)) if said else None
        if stated is None:
            stated = state("be_marked", whom(TARGET), mark=things(self.table).mark(self.mark))
        return bid("teleport_to_character", stated=stated)


class BeginBeside(OneOf):
    """Set out from the space of another character, of one's choice; if nobody is there yet, from any space of the
    Region where one sets out otherwise. `begin_beside`"""

    word = "begin_beside"
    rule = "setup.start_space"
    needs = frozenset({A_BEGINNING})
    ask = asks.BEGIN
    option = TO

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        table, seat = game.table, context.seat
        others = [game.state.seats[other][SPACE] for other in playing(game) if other != seat]
        found = [space for space in dict.fromkeys(others) if may_enter(game, seat, space)]
        home = table.spaces[table.cards[game.state.seats[seat][CHARACTER]].start].region
        return found or [n for n, space in enumerate(table.spaces) if space.region == home]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        game.set(context.seat, SPACE, chosen)

    def clause(self) -> Part:
        return bid("begin_beside_another")


class Walk(Effect):
    """Move 1 space; no die is rolled. `walk`"""

    word = "walk"
    rule = "movement.without_roll"
    needs = frozenset({A_MOVE})

    def do(self, game: AdventureGame, context: Context) -> None:
        step_instead(game)

    def clause(self) -> Part:
        return bid("move_1_space")


class Stride(Effect):
    """Roll so many dice for one's move, and move by the one of them that one chooses. `{stride: 2}`"""

    word = "stride"
    rule = "movement.roll"
    needs = frozenset({A_MOVE})
    dice: int

    def ready(self, names: Names, node: Node) -> None:
        if not 1 <= self.dice <= MOST_DICE:
            node.fail("from 1 to {most} dice are rolled at once, not {dice}", most=MOST_DICE, dice=self.dice)

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            push_roll(game, frame.seat, self.dice, "movement")
        elif stage == 2:
            shown = set(faces(game.state.returned[1], self.dice))
            game.pose(frame.seat, asks.STRIDE, [FACE + side for side in sorted(shown)])
        else:
            game.state.frames.pop()
            roll_instead(game, game.state.answer - FACE)

    def clause(self) -> Part:
        return Clause((do("roll_with", dice=dice(self.dice)), do("move_by_one_of_them")))


class Enter(Effect):
    """Pass the gate that one is trying to pass. `enter`"""

    word = "enter"
    rule = "movement.own_region"
    needs = frozenset({A_GATE})

    def do(self, game: AdventureGame, context: Context) -> None:
        move = game.under_way(Move)
        if move is not None:
            move.passed = True

    def clause(self) -> Part:
        return bid("pass_through")


class Steer(Effect):
    """Somebody will choose which way round the next move of `whose` goes. `{steer: merry}`"""

    word = "steer"
    rule = "movement.direction"
    mark: MarkRef
    who: Who = TARGET
    whose: Who = YOU

    def flaw(self) -> str:
        return (
            "" if self.table.marks[self.mark].leads else Translatable("that mark leads nobody: give it `leads: true`")
        )

    def do(self, game: AdventureGame, context: Context) -> None:
        leader, led = one(game, context, self.who), one(game, context, self.whose)
        if NONE not in (leader, led):
            status_effects.put_mark(game, led, self.mark, leader + 1, OWN_TURN_END, led, 1)

    def clause(self) -> Part:
        if self.who == YOU:
            return bid("choose_direction_of", who=whom(self.whose))
        return bid("let_choose_direction", who=whom(self.who))


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

    def clause(self) -> Part:
        return said_of(self.who, "be_thrown_into", space=things(self.table).space(self.to))
